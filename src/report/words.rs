//! Text that came from outside, made fit for a report.

use super::grouped;
use crate::{
    capture::safe_model,
    dialect::EventName,
    timeline::NoteCode,
    trace::{Finding, Recording, Trace},
    wire::sanitize_line,
};

/// The longest text from outside that a report shows, in characters.
const LONGEST: usize = 120;

/// Text from outside: harmless, one line, and cut where it is too long to be a name.
pub fn clean(text: &str) -> String {
    let line = sanitize_line(text);
    match line.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{}…", &line[..end]),
        None => line.into_owned(),
    }
}

/// The outcome with its reason. Without one the file was cut before the end, or its source does not say.
pub fn outcome(trace: &Trace) -> String {
    match (trace.outcome(), trace.outcome_reason()) {
        (Some(outcome), Some(reason)) => format!("{outcome} ({reason})"),
        (Some(outcome), None) => outcome.to_string(),
        (None, _) if trace.notes.count(NoteCode::CaptureCut) > 0 => "cut off".to_owned(),
        (None, _) => "outcome not known".to_owned(),
    }
}

/// The model by its public id: as the request named it, else as the stream did.
pub fn model(recording: &Recording) -> Option<String> {
    let asked = recording.header.request.model.as_deref().and_then(safe_model);
    asked.or_else(|| recording.latest().model.as_deref().and_then(safe_model))
}

/// What a finding says of reasoning that nobody saw; `None` when nothing was counted.
pub fn out_of_sight(finding: &Finding) -> Option<String> {
    let (count, words) = match finding.hidden_tokens? {
        1 => (1, "token was"),
        count => (count, "tokens were"),
    };
    Some(format!("{} reasoning {words} spent out of sight", grouped(count)))
}

/// An event's name as a report may show it: a word of the dialect tables, else `other`. The stream
/// can put anything into a name, so an unknown one is content.
pub fn event_name(name: &EventName) -> &'static str {
    name.known().unwrap_or("other")
}
