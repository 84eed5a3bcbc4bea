//! Reading what a file argument names, and what is to be said of it.

use std::{io::Write, path::Path};

use super::{Exit, Failure, Show, progress::Progress};
use crate::{
    capture::{self, CaptureError, Input, LoadOptions},
    report::explain,
    timeline::NoteCode,
    trace::{BodyKind, Recording},
    wire::sanitize_line,
};

/// The flags of every command that reads a file.
#[derive(Clone, Debug, Default, clap::Args)]
#[command(next_help_heading = "Input")]
pub struct InputArgs {
    /// Which of several entries or records is meant, from 1
    #[arg(long, value_name = "N", value_parser = from_one)]
    pub entry: Option<usize>,
}

fn from_one(text: &str) -> Result<usize, String> {
    text.parse().ok().filter(|entry| *entry > 0).ok_or_else(|| "expected a number from 1 on".to_owned())
}

/// How a file argument is called in a sentence.
pub fn name(file: &Path) -> String {
    Input::of(file).name()
}

/// Reads the file. Where it holds several requests and none was chosen, they are listed on stderr.
///
/// # Errors
/// When it cannot be read.
pub fn load(file: &Path, args: &InputArgs, keep_content: bool) -> Result<Recording, Failure> {
    let _progress = Progress::reading(file, &name(file));
    capture::load(&Input::of(file), &LoadOptions { entry: args.entry, keep_content }).map_err(|error| refused(&error))
}

/// A fault of a file as a failure.
pub fn refused(error: &CaptureError) -> Failure {
    if let CaptureError::Ambiguous { list, .. } = error {
        let mut stderr = std::io::stderr().lock();
        for line in list {
            let _ = writeln!(stderr, "{}", sanitize_line(line));
        }
    }
    Failure::new(Exit::Usage, error.to_string())
}

/// That a capture is past its own expiry, if it is.
pub fn past_expiry(name: &str, recording: &Recording) -> Option<String> {
    let at = recording.header.expires_at.filter(|at| *at <= jiff::Timestamp::now())?;
    Some(format!("{name} expired at {at:.0}; `streamfall prune` removes such captures"))
}

/// What is to be said of a recording beside its summary, a sentence each. The summary explains the
/// notes; a JSON record does not.
pub fn remarks(name: &str, recording: &Recording, show: Show) -> Vec<String> {
    let trace = recording.latest();
    let mut said = Vec::new();
    said.extend(past_expiry(name, recording));
    if trace.notes.count(NoteCode::CaptureCut) > 0 {
        said.push(format!("{name} was cut: it ends before the request did"));
    }
    if trace.not_a_stream == Some(BodyKind::Json) && trace.error.is_none() && trace.body_message.is_none() {
        said.push(format!("{name}: this is a non-streaming response; its request needs \"stream\": true"));
    }
    if let Some((from, to)) = trace.milestones.broken_order() {
        said.push(format!("{name}: its times are not in order: {to} lies before {from}"));
    }
    if trace.origin_bounds() == Some(None) {
        said.push(format!("{name}: the record contradicts itself: {}", explain(NoteCode::RecordContradictsItself)));
    }
    let of_json =
        [NoteCode::NoEventTimes, NoteCode::BodyNotRecorded, NoteCode::ImplausibleTime, NoteCode::UnknownObservations];
    let explained = of_json.iter().filter(|code| show == Show::Record && trace.notes.count(**code) > 0);
    said.extend(explained.map(|code| format!("{name}: {}", explain(*code))));
    said
}
