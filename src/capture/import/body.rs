use std::io::{self, Read};

use crate::{
    dialect::RequestFacts,
    timeline::{CloseKind, NoteCode},
    trace::{ContentKind, Header, Intake, IntakeOptions, Observation, Recording, SourceKind, What},
};

/// Reads a raw body, an event stream or NDJSON, of which nothing but the bytes is known: its
/// events are in order and have no times.
pub(in crate::capture) fn read_body(mut input: impl Read, keep_content: bool) -> io::Result<Recording> {
    let mut recording = Recording::new(header(SourceKind::Sse, keep_content));
    let mut intake = Intake::new(IntakeOptions { keep_content, ..IntakeOptions::default() });
    let mut piece = vec![0; 64 << 10];
    loop {
        let length = match input.read(&mut piece) {
            Ok(0) => break,
            Ok(length) => length,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            Err(error) => return Err(error),
        };
        intake.read(None, &piece[..length], &mut |observation| recording.push(observation));
    }
    intake.end(None, &mut |observation| recording.push(observation));
    finish_untimed(&mut recording, &intake);
    Ok(recording)
}

/// Ends a recording of events without times.
fn finish_untimed(recording: &mut Recording, intake: &Intake) {
    let timeless = recording.event_count() > 0;
    let mut push = |what| recording.push(Observation { at: None, what });
    if timeless {
        push(What::Note(NoteCode::NoEventTimes));
    }
    let (reads, bytes) = intake.totals();
    push(What::Closed { how: CloseKind::Eof, reads, bytes });
    push(What::Finished);
}

/// The header of an import.
pub(super) fn header(source: SourceKind, keep_content: bool) -> Header {
    let mut header = Header::new(source, RequestFacts::default());
    if keep_content {
        header.content = ContentKind::Full;
    }
    header
}
