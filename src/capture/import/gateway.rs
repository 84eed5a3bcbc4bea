use std::sync::Arc;

use serde_json::{Map, Value};

use super::{body::header, number::number, wall_clock};
use crate::{
    capture::gateway_fields::{END, MILESTONES, PHASES, SPEED, START},
    timeline::{CloseKind, ConnectStage, Finish, Micros, Milestone, NoteCode, Outcome, TimeoutKind, Usage},
    trace::{HeadersSeen, Observation, Recording, SourceKind, What},
};

/// The longest time that a request can take; what is longer is a fault of the clock or the unit.
pub(in crate::capture) const LONGEST: Micros = Micros(24 * 3_600 * 1_000_000);

/// Turns one gateway record into observations: what it states, and nothing that it does not.
/// `Err` says what is wrong with it.
pub(in crate::capture) fn record(value: &Value) -> Result<Recording, String> {
    let Value::Object(outer) = value else { return Err("a timing record is a JSON object".to_owned()) };
    let timing = timing_of(outer)?;
    let mut record = Record { outer, recording: Recording::new(header(SourceKind::Gateway, false)) };
    record.facts();
    record.push(Some(Micros::ZERO), What::Received);
    let has = |fields: &[&str]| fields.iter().any(|field| timing.contains_key(*field));
    let known: Vec<&str> =
        PHASES.iter().map(|(name, _)| *name).chain(MILESTONES.iter().map(|(name, _)| *name)).chain([SPEED]).collect();
    if has(&known) {
        record.stated(&timing)?;
    } else if has(&[START, END]) {
        wall_clock::stated(&timing, &mut record)?;
    } else {
        return Err("it has none of the timing fields, such as first_sse_event_ms".to_owned());
    }
    record.end();
    Ok(record.recording)
}

/// The object that holds the times: under `other.timing`, under `timing`, or the record itself.
/// Gateways that keep `other` as text are read too.
fn timing_of(outer: &Map<String, Value>) -> Result<Map<String, Value>, String> {
    let inner = |map: &Map<String, Value>, key: &str| match map.get(key)? {
        Value::Object(inner) => Some(inner.clone()),
        Value::String(text) => serde_json::from_str(text).ok(),
        _ => None,
    };
    let nested = inner(outer, "other").and_then(|other| inner(&other, "timing")).or_else(|| inner(outer, "timing"));
    match nested {
        Some(timing) => Ok(timing),
        None if outer.contains_key("other") && outer.len() == 1 => Err("its other has no timing object".to_owned()),
        None => Ok(outer.clone()),
    }
}

/// A record on its way to observations.
pub(super) struct Record<'r> {
    outer: &'r Map<String, Value>,
    recording: Recording,
}

impl Record<'_> {
    pub(super) fn push(&mut self, at: Option<Micros>, what: What) {
        self.recording.push(Observation { at, what });
    }

    pub(super) fn note(&mut self, code: NoteCode) {
        self.push(None, What::Note(code));
    }

    pub(super) fn started_at(&mut self, at: jiff::Timestamp) {
        Arc::make_mut(&mut self.recording.header).started_at = Some(at);
    }

    pub(super) fn is_streaming(&self) -> Option<bool> {
        self.recording.header.request.streaming
    }

    fn text(&self, keys: &[&str]) -> Option<&str> {
        keys.iter().find_map(|key| self.outer.get(*key)?.as_str())
    }

    /// A whole number under one of several names, at the top or under `usage`.
    fn count(&self, keys: &[&str]) -> Option<u64> {
        let usage = self.outer.get("usage").and_then(Value::as_object);
        let value = keys.iter().find_map(|key| self.outer.get(*key).or_else(|| usage?.get(*key)))?;
        let count = number(value)?;
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "checked to be a small whole number"
        )]
        (count.fract() == 0.0 && (0.0..9.0e15).contains(&count)).then_some(count as u64)
    }

    /// The facts of the request that a record may hold beside its times.
    fn facts(&mut self) {
        let started_at = ["created_at", "timestamp", "started_at"]
            .iter()
            .find_map(|key| wall_clock::moment(self.outer.get(*key)?))
            .and_then(wall_clock::timestamp);
        let stream = ["stream", "is_stream", "streaming"].iter().find_map(|key| self.outer.get(*key)?.as_bool());
        let model = self.text(&["model", "model_name"]).map(str::to_owned);
        let effort = self.text(&["reasoning_effort"]).map(str::to_owned);
        let limit = self.count(&["max_output_tokens", "max_tokens", "max_completion_tokens"]);
        let header = Arc::make_mut(&mut self.recording.header);
        header.started_at = started_at;
        header.request.streaming = stream;
        header.request.model = model;
        header.request.reasoning_effort = effort;
        header.request.max_output_tokens = limit;
    }

    /// A time in milliseconds. One that cannot be is noted and absent; text that is no number is an error.
    fn ms(&mut self, timing: &Map<String, Value>, key: &str) -> Result<Option<Micros>, String> {
        let value = match timing.get(key) {
            None | Some(Value::Null) => return Ok(None),
            Some(Value::String(text)) if text.trim().is_empty() => return Ok(None),
            Some(value) => value,
        };
        let ms = number(value).ok_or_else(|| format!("expected \"{key}\" in milliseconds, found {}", shown(value)))?;
        let time = Micros::from_ms(ms).filter(|time| *time <= LONGEST);
        if time.is_none() {
            self.note(NoteCode::ImplausibleTime);
        }
        Ok(time)
    }

    /// The fields of definitions.md.
    fn stated(&mut self, timing: &Map<String, Value>) -> Result<(), String> {
        for (key, phase) in PHASES {
            if let Some(duration) = self.ms(timing, key)? {
                self.push(None, What::Phase { phase: *phase, duration });
            }
        }
        for (key, milestone) in MILESTONES {
            if let Some(at) = self.ms(timing, key)? {
                self.push(Some(at), What::Stated(*milestone));
            }
        }
        if let Some(tps) = timing.get(SPEED).and_then(number).filter(|tps| tps.is_finite() && *tps >= 0.0) {
            self.push(None, What::StatedSpeed(tps));
        }
        self.contradictions();
        Ok(())
    }

    /// Notes what cannot all be true.
    pub(super) fn contradictions(&mut self) {
        let trace = self.recording.latest();
        let (bounds, broken) = (trace.origin_bounds(), trace.milestones.broken_order());
        if bounds == Some(None) {
            self.note(NoteCode::RecordContradictsItself);
        }
        if broken.is_some() {
            self.note(NoteCode::OrderBroken);
        }
    }

    /// Token counts, status and outcome, as far as they are stated.
    fn end(&mut self) {
        let usage = Usage {
            input_tokens: self.count(&["input_tokens", "prompt_tokens"]),
            cached_input_tokens: self.count(&["cached_input_tokens", "cached_tokens", "cache_read_input_tokens"]),
            output_tokens: self.count(&["output_tokens", "completion_tokens"]),
            reasoning_tokens: self.count(&["reasoning_tokens"]),
            reasoning_in_output: None,
        };
        if !usage.is_empty() {
            self.push(None, What::StatedUsage(Box::new(usage)));
        }
        let status =
            self.count(&["status", "status_code", "http_status"]).and_then(|status| u16::try_from(status).ok());
        if let Some(status) = status.filter(|status| (100..600).contains(status)) {
            self.push(None, What::Headers(Arc::new(HeadersSeen { status, ..HeadersSeen::default() })));
        }
        match self.text(&["outcome", "status"]).and_then(Outcome::from_word) {
            Some(outcome) => self.outcome(outcome),
            None if status.is_some_and(|status| !(200..300).contains(&status)) => self.close(CloseKind::Eof),
            None => self.finish_reason(),
        }
        self.push(None, What::Finished);
    }

    fn outcome(&mut self, outcome: Outcome) {
        let finish = |finish| What::StatedFinish(finish);
        match outcome {
            Outcome::Completed => self.push(None, finish(Finish::Stop)),
            Outcome::Incomplete => self.push(None, finish(Finish::Length)),
            Outcome::Error => self.push(None, finish(Finish::Error)),
            Outcome::Cancelled => self.close(CloseKind::Cancelled),
            Outcome::Timeout => self.close(CloseKind::Timeout(TimeoutKind::Total)),
            Outcome::ConnectError => self.close(CloseKind::ConnectFailed(ConnectStage::Request)),
            Outcome::Truncated | Outcome::HttpError | Outcome::NotAStream => self.close(CloseKind::Eof),
        }
    }

    fn finish_reason(&mut self) {
        if let Some(finish) = self.text(&["finish_reason", "outcome_reason"]).and_then(Finish::from_word) {
            self.push(None, What::StatedFinish(finish));
        }
    }

    /// A close whose moment is stated elsewhere, if at all.
    fn close(&mut self, how: CloseKind) {
        self.push(None, What::Closed { how, reads: 0, bytes: 0 });
    }

    /// Whether output tokens are stated.
    pub(super) fn has_output(&self) -> bool {
        self.count(&["output_tokens", "completion_tokens"]).is_some_and(|count| count > 0)
    }

    /// Whether the record says how the request ended.
    pub(super) fn states_end(&self) -> bool {
        self.text(&["outcome", "status", "finish_reason"]).is_some() || self.outer.contains_key("error")
    }

    pub(super) fn stated_at(&mut self, milestone: Milestone, at: Micros) {
        self.push(Some(at), What::Stated(milestone));
    }
}

/// A value as it stands in a sentence, cut.
fn shown(value: &Value) -> String {
    let text = value.to_string();
    text.char_indices().nth(40).map_or(text.clone(), |(cut, _)| format!("{}…", &text[..cut]))
}
