//! Reading what a file argument names, and what is to be said of it.

use std::{
    io::{IsTerminal, Write},
    path::Path,
};

use super::{Exit, Failure, Show, complain, numbers::whole_from, progress::Progress};
use crate::{
    capture::{self, CaptureError, Input, LoadOptions},
    report::explain,
    timeline::NoteCode,
    trace::{BodyKind, Recording},
    wire::{is_machines_fault, sanitize_line},
};

/// The flags of every command that reads a file.
#[derive(Clone, Debug, Default, clap::Args)]
#[command(next_help_heading = "Input")]
pub struct InputArgs {
    /// Which of several entries or records is meant, from 1
    #[arg(long, value_name = "N", value_parser = |text: &str| whole_from(text, &1_usize))]
    pub entry: Option<usize>,
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
    if Input::of(file) == Input::Stdin && std::io::stdin().is_terminal() {
        complain("reading from the terminal; paste the text, then press Enter and Ctrl-D");
    }
    let _progress = Progress::reading(file, &name(file));
    capture::load(&Input::of(file), &LoadOptions { entry: args.entry, keep_content }).map_err(|error| refused(&error))
}

/// A fault of a file as a failure: of the machine where it cannot be written any further, else of
/// what was named.
pub fn refused(error: &CaptureError) -> Failure {
    let exit = match error {
        CaptureError::Write { source, .. } if is_machines_fault(source) => Exit::Internal,
        _ => Exit::Usage,
    };
    if let CaptureError::Ambiguous { list, .. } = error {
        // The sentence first, then what there is to choose from.
        complain(&error.to_string());
        let mut stderr = std::io::stderr().lock();
        for line in list {
            let _ = writeln!(stderr, "{}", sanitize_line(line));
        }
        return Failure::told(exit);
    }
    Failure::new(exit, error.to_string())
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
    } else if show == Show::Record && trace.notes.count(NoteCode::OrderBroken) > 0 {
        said.push(format!("{name}: {}", explain(NoteCode::OrderBroken)));
    }
    if trace.origin_bounds() == Some(None) {
        said.push(format!("{name}: the record contradicts itself: {}", explain(NoteCode::RecordContradictsItself)));
    }
    let of_json = [
        NoteCode::OutcomeConflict,
        NoteCode::OwnLinesRefused,
        NoteCode::NoEventTimes,
        NoteCode::BodyNotRecorded,
        NoteCode::ImplausibleTime,
        NoteCode::UnknownObservations,
    ];
    let explained = of_json.iter().filter(|code| show == Show::Record && trace.notes.count(**code) > 0);
    said.extend(explained.map(|code| format!("{name}: {}", explain(*code))));
    said
}
