use std::path::Path;

use super::{Exit, Failure, OutputArgs, complain, input};
use crate::{
    capture::{CaptureError, Writer, redact},
    trace::{ContentKind, Header, Observation, Recording},
};

/// Writes the capture of a request as it runs, if one was asked for.
pub struct Keeper {
    writer: Option<Writer>,
    fault: Option<String>,
}

impl Keeper {
    /// Opens the capture before anything is sent: a file that cannot be written must cost no request.
    ///
    /// # Errors
    /// When the file exists and may not be replaced, or cannot be made.
    pub fn open(output: &OutputArgs, header: &Header) -> Result<Self, Failure> {
        let Some(path) = &output.save else { return Ok(Self::idle()) };
        let writer =
            Writer::create(path, header, output.content(), output.force).map_err(|error| input::refused(&error))?;
        warn_of_content(path, output.content());
        Ok(Self { writer: Some(writer), fault: None })
    }

    /// Writes nothing.
    pub const fn idle() -> Self {
        Self { writer: None, fault: None }
    }

    /// Writes an observation. After a fault nothing more is written: a hole in a capture would lie.
    pub fn write(&mut self, observation: &Observation) {
        if let Some(writer) = &mut self.writer
            && let Err(error) = writer.write(observation)
        {
            self.fault = Some(error.to_string());
            self.writer = None;
        }
    }

    /// Whether a capture is being written.
    pub const fn is_open(&self) -> bool {
        self.writer.is_some()
    }

    /// Takes no more, and keeps what went wrong for [`Keeper::close`].
    pub fn ended(self) -> Self {
        Self { writer: None, ..self }
    }

    /// Ends the capture.
    ///
    /// # Errors
    /// When something could not be written.
    pub fn close(self) -> Result<(), Failure> {
        match self.fault {
            Some(sentence) => Err(Failure::new(Exit::Internal, sentence)),
            None => Ok(()),
        }
    }
}

/// Says loudly that a file holds content, if it is to.
pub fn warn_of_content(path: &Path, content: ContentKind) {
    if content == ContentKind::Full {
        let path = path.display();
        complain(&format!("WARNING: --keep-content: '{path}' will hold every word of the answer; keep it to yourself"));
    }
}

/// Saves a customer-safe capture of a recording in a new file and says where, in a sentence.
///
/// # Errors
/// The sentence that says why not.
pub fn save_safe(recording: &Recording) -> Result<String, String> {
    save_in(Path::new(""), recording)
}

/// The same in a folder.
fn save_in(folder: &Path, recording: &Recording) -> Result<String, String> {
    let name = fresh_name(&recording.header);
    for count in 1..=MOST_SAVED {
        let suffix = if count == 1 { String::new() } else { format!("-{count}") };
        let path = folder.join(format!("{name}{suffix}.jsonl"));
        match redact(recording, &path, None, false) {
            Ok(()) => return Ok(format!("saved a safe capture: {}", path.display())),
            // What was saved before stays: a request that runs has more to say each time.
            Err(CaptureError::Exists { .. }) => {}
            Err(error) => return Err(error.to_string()),
        }
    }
    Err(format!("not saved: {name}.jsonl to {name}-{MOST_SAVED}.jsonl are there already"))
}

/// So many captures of one request are saved beside each other.
const MOST_SAVED: u32 = 100;

/// A name for a capture that the user asked for while looking: the time and the request's id.
fn fresh_name(header: &Header) -> String {
    let short = header.id.get(..8).unwrap_or(&header.id);
    let moment = header.started_at.map_or_else(String::new, |at| at.strftime("%Y%m%d-%H%M%S-").to_string());
    format!("streamfall-{moment}{short}")
}

#[cfg(test)]
mod tests {
    use super::save_in;
    use crate::{
        dialect::RequestFacts,
        trace::{Header, Recording, SourceKind},
    };

    #[test]
    fn saving_again_takes_the_next_name_and_replaces_nothing() {
        let folder = tempfile::tempdir().expect("a folder");
        let mut header = Header::new(SourceKind::Live, RequestFacts::default());
        "0123456789".clone_into(&mut header.id);
        header.started_at = "2026-11-30T10:34:00Z".parse().ok();
        let recording = Recording::new(header);
        let first = folder.path().join("streamfall-20261130-103400-01234567.jsonl");
        for (suffix, mark) in [("", "first"), ("-2", "second"), ("-3", "third")] {
            let path = first.with_file_name(format!("streamfall-20261130-103400-01234567{suffix}.jsonl"));
            assert_eq!(save_in(folder.path(), &recording), Ok(format!("saved a safe capture: {}", path.display())));
            std::fs::write(&path, mark).expect("marked");
        }
        assert_eq!(std::fs::read_to_string(first).expect("still there"), "first");
        let nowhere = save_in(&folder.path().join("none"), &recording).expect_err("no such folder");
        assert!(!nowhere.contains("--force"), "{nowhere}");
    }
}
