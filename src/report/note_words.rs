//! What each note means, in one sentence.

use crate::timeline::NoteCode;

/// The note in a sentence.
pub const fn explain(code: NoteCode) -> &'static str {
    match code {
        NoteCode::UnterminatedEvent => "an event was still open when the body ended",
        NoteCode::InvalidUtf8 => "bytes that are not UTF-8 were read as U+FFFD",
        NoteCode::ByteOrderMark => "a leading byte-order mark was dropped",
        NoteCode::UnparsedData => "event data that should be JSON and is not",
        NoteCode::StrayLines => "lines that are no field of an event stream",
        NoteCode::DataAfterEnd => "events came after the end marker",
        NoteCode::FinishTwice => "a finish reason came twice",
        NoteCode::EndMarkerMissing => "a finish reason came, the end marker did not",
        NoteCode::FinishMissing => "the end marker came, a finish reason did not",
        NoteCode::CumulativeDeltasSuspected => {
            "text deltas seem to repeat all text before them; lengths may count it twice"
        }
        NoteCode::BlankTextFirst => "the first visible text is white space only",
        NoteCode::LoneSurrogate => "half of an escaped surrogate pair was read as U+FFFD",
        NoteCode::ThinkTagsInText => "<think> stands in visible text; the wire decides, so it is counted as text",
        NoteCode::ContentTypeUnexpected => "the content type is not that of the stream it carries",
        NoteCode::Compressed => "the server compressed the body; compression can hold events back",
        NoteCode::OversizedEvent => "an event over the size limit; its data was dropped",
        NoteCode::ConnectionErrorAfterEnd => "the connection broke after the end of the stream",
        NoteCode::UsageConflict => "token counts contradict each other, or say that none was visible where text came",
        NoteCode::OutcomeConflict => "the file states another outcome than what it holds shows; what it holds counts",
        NoteCode::OwnLinesRefused => {
            "the archive's _streamfall lines cannot be read or contradict its entry; the entry counts"
        }
        NoteCode::MoreThanOneChoice => "more than one choice in one stream; all of them count",
        NoteCode::CaptureCut => "the capture ends before the request did",
        NoteCode::NoEventTimes => "the source gives no times for its events: order and tags only",
        NoteCode::OriginIsFirstLine => {
            "when the request was made is not in the file: offsets count from its first line"
        }
        NoteCode::BodyNotRecorded => "the source does not hold the body of the stream",
        NoteCode::ImplausibleTime => "a time in the source that cannot be one was left out",
        NoteCode::ImplausibleNumber => {
            "a number that no model reaches (over 10⁹ tokens or 10⁶ tok/s) stands as it was reported"
        }
        NoteCode::OrderBroken => "milestones, or the lines of the file, are not in order",
        NoteCode::RecordContradictsItself => "the stated durations leave no place for the wait for headers",
        NoteCode::UndecodableBody => "the body could not be decompressed to its end",
        NoteCode::UnknownObservations => {
            "the capture has kinds of lines that this version does not know; they were skipped"
        }
        NoteCode::FewTextReads => "all visible text came in fewer than three reads, so its rate is biased upward",
    }
}
