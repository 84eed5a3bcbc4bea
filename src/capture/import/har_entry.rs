use std::sync::Arc;

use serde_json::Value;

use super::{
    body::header,
    facts::{self, Asked},
    har::Rank,
    har_body::Body,
    har_timings::Timings,
};
use crate::{
    capture::{
        reader::read_capture,
        safe::{Summary, headers_seen, media_type},
        stated::state,
    },
    dialect::{Hints, reported_by_header},
    timeline::{CloseKind, ConnectStage, Micros, Milestone, NoteCode, Outcome, TimeoutKind},
    trace::{Intake, IntakeOptions, Observation, Recording, SourceKind, What},
};

/// Where an archive that this program wrote holds the lines of a safe capture.
const OWN_CAPTURE: &str = "_streamfall";

/// The lines of a safe capture inside an entry.
enum OwnCapture {
    /// There are none.
    None,
    /// What they hold.
    Agrees(Box<Recording>),
    /// They cannot be read, or contradict the entry.
    Refused,
}

/// One entry of an archive. Every part may be missing or of another type.
pub(super) struct Entry<'v>(&'v Value);

impl<'v> Entry<'v> {
    pub(super) const fn of(value: &'v Value) -> Self {
        Self(value)
    }

    fn text(&self, path: &str) -> Option<&'v str> {
        self.0.pointer(path)?.as_str()
    }

    fn status(&self) -> u16 {
        let stated = self.0.pointer("/response/status");
        let status = stated.and_then(|status| status.as_u64().or_else(|| status.as_str()?.trim().parse().ok()));
        status.and_then(|status| u16::try_from(status).ok()).unwrap_or(0)
    }

    /// Response headers; text that is no header is passed over.
    fn headers(&self) -> impl Iterator<Item = (&'v str, &'v str)> + use<'v> {
        let list = self.0.pointer("/response/headers").and_then(Value::as_array);
        list.into_iter().flatten().filter_map(|one| Some((one.get("name")?.as_str()?, one.get("value")?.as_str()?)))
    }

    fn header(&self, name: &str) -> Option<&'v str> {
        self.headers().find(|(key, _)| key.eq_ignore_ascii_case(name)).map(|(_, value)| value)
    }

    fn content_type(&self) -> Option<&'v str> {
        self.header("content-type").or_else(|| self.text("/response/content/mimeType").filter(|kind| !kind.is_empty()))
    }

    fn messages(&self) -> Option<&'v [Value]> {
        let messages = self.0.get("_eventSourceMessages")?.as_array()?;
        (!messages.is_empty()).then_some(messages.as_slice())
    }

    fn started_at(&self) -> Option<jiff::Timestamp> {
        self.text("/startedDateTime")?.parse().ok()
    }

    /// What the request asked for, without its content.
    fn asked(&self) -> Asked {
        facts::asked(
            self.text("/request/method"),
            self.text("/request/url").unwrap_or_default(),
            self.text("/request/postData/text"),
        )
    }

    pub(super) fn rank(&self) -> Rank {
        let media_type = media_type(self.content_type().unwrap_or_default());
        let streams = matches!(media_type, "text/event-stream" | "application/x-ndjson" | "application/ndjson")
            || self.text("/_resourceType") == Some("eventsource")
            || self.messages().is_some();
        let asked = self.asked();
        match streams {
            true => Rank::EventStream,
            false if asked.facts.dialect.is_some() || asked.facts.streaming == Some(true) => Rank::ApiCall,
            false => Rank::Other,
        }
    }

    /// One line for a list: nothing of the URL.
    pub(super) fn listed(&self) -> String {
        let dialect = self.asked().facts.dialect.map_or("-", |dialect| dialect.word());
        let kind = self.content_type().map_or("-", media_type);
        let time = self.0.get("time").and_then(Value::as_f64).and_then(Micros::from_ms);
        let time = time.map_or_else(|| "-".to_owned(), |time| format!("{:.0} ms", time.as_ms()));
        let started = self.started_at().map_or_else(|| "-".to_owned(), |at| at.to_string());
        format!("{started}  {:>3}  {kind}  {dialect}  {time}", self.status())
    }

    /// The entry as observations.
    pub(super) fn recording(&self, body: Option<Body>, keep_content: bool) -> Recording {
        let mut head = header(SourceKind::Har, keep_content);
        head.request = self.asked().facts;
        head.started_at = self.started_at();
        let mut recording = Recording::new(head);
        match self.own_capture() {
            OwnCapture::None => {}
            OwnCapture::Agrees(own) => return *own,
            OwnCapture::Refused => {
                recording.push(Observation { at: None, what: What::Note(NoteCode::OwnLinesRefused) });
            }
        }
        let timings = Timings::of(self.0, self.text("/request/url").is_some_and(|url| url.starts_with("https:")));
        timings.observe_until_headers(&mut recording);
        if self.status() == 0 {
            self.no_answer(&timings, &mut recording);
            return recording;
        }
        let version = self.text("/response/httpVersion");
        let seen = headers_seen(self.status(), version, self.headers(), false, None);
        let what = What::Headers(Arc::new(seen));
        recording.push(Observation { at: timings.headers_at, what });
        for reported in self.headers().flat_map(|(name, value)| reported_by_header(name, value)) {
            recording.push(Observation { at: timings.headers_at, what: What::Reported(reported) });
        }
        self.body(&timings, body, keep_content, &mut recording);
        state(&mut recording, Summary { outcome: self.outcome(), ..Summary::default() });
        recording.push(Observation { at: None, what: What::Finished });
        recording
    }

    /// The observations themselves, which an archive of ours without content holds. Anyone can write
    /// such lines: against the entry that they stand in they do not count.
    fn own_capture(&self) -> OwnCapture {
        let Some(lines) = self.0.get(OWN_CAPTURE).filter(|lines| !lines.is_null()) else { return OwnCapture::None };
        let text = lines.as_array().map(|lines| lines.iter().map(Value::to_string).collect::<Vec<_>>().join("\n"));
        let own = text.and_then(|text| read_capture(OWN_CAPTURE, text.as_bytes(), false).ok());
        let Some(mut own) = own.filter(|own| self.agrees_with(own)) else { return OwnCapture::Refused };
        Arc::make_mut(&mut own.header).source = SourceKind::Har;
        OwnCapture::Agrees(Box::new(own))
    }

    /// Whether status, method and outcome are the same here and there, where both say them.
    fn agrees_with(&self, own: &Recording) -> bool {
        let trace = own.latest();
        let status = trace.headers.as_ref().map_or(0, |headers| headers.status);
        let methods = self.text("/request/method").zip(own.header.request.method.as_deref());
        let outcomes = self.outcome().zip(trace.outcome());
        status == self.status()
            && methods.is_none_or(|(here, there)| here.eq_ignore_ascii_case(there))
            && outcomes.is_none_or(|(here, there)| here == there)
    }

    /// How the request ended, which an archive of ours says.
    fn outcome(&self) -> Option<Outcome> {
        self.text("/_outcome").and_then(Outcome::from_word)
    }

    /// No response at all: cancelled, or no connection, unless the archive says what it was.
    fn no_answer(&self, timings: &Timings, recording: &mut Recording) {
        match self.outcome() {
            Some(outcome @ (Outcome::Cancelled | Outcome::Timeout)) => {
                recording.push(Observation { at: None, what: What::StatedOutcome(outcome) });
                recording.push(Observation { at: None, what: What::Finished });
                return;
            }
            None | Some(Outcome::ConnectError) => {}
            Some(_) => recording.push(Observation { at: None, what: What::Note(NoteCode::OutcomeConflict) }),
        }
        let cancelled = self.text("/_error").or(self.text("/response/_error")).is_some_and(|e| e.contains("ABORTED"));
        let how = if cancelled { CloseKind::Cancelled } else { CloseKind::ConnectFailed(ConnectStage::Request) };
        recording.push(Observation { at: timings.closed_at, what: What::Closed { how, reads: 0, bytes: 0 } });
        recording.push(Observation { at: None, what: What::Finished });
    }

    /// The body, which was read on the way (`har_body`), or the messages with their times.
    fn body(&self, timings: &Timings, body: Option<Body>, keep_content: bool, recording: &mut Recording) {
        let (reads, bytes) = if let Some(messages) = self.messages() {
            self.timed_events(messages, timings, keep_content, recording)
        } else if let Some(body) = body.filter(|body| body.bytes > 0) {
            body.observations.into_iter().for_each(|observation| recording.push(observation));
            if recording.event_count() > 0 {
                recording.push(Observation { at: None, what: What::Note(NoteCode::NoEventTimes) });
            }
            (body.reads, body.bytes)
        } else if (200..300).contains(&self.status()) {
            // Whether the stream came to its end is not known, so there is no close to tell of.
            recording.push(Observation { at: None, what: What::Note(NoteCode::BodyNotRecorded) });
            if let Some(at) = timings.closed_at {
                recording.push(Observation { at: Some(at), what: What::Stated(Milestone::T6) });
            }
            return;
        } else {
            (0, 0)
        };
        let what = What::Closed { how: self.close(), reads, bytes };
        recording.push(Observation { at: timings.closed_at, what });
    }

    /// How the body was closed: only an archive of ours says more than that it was.
    fn close(&self) -> CloseKind {
        let reason = self.text("/_outcome_reason");
        match self.outcome() {
            Some(Outcome::Cancelled) => CloseKind::Cancelled,
            Some(Outcome::Timeout) => {
                CloseKind::Timeout(reason.and_then(TimeoutKind::from_word).unwrap_or(TimeoutKind::Total))
            }
            Some(Outcome::Truncated) if reason == Some("connection_broken") => CloseKind::Broken,
            _ => CloseKind::Eof,
        }
    }

    /// Events with their own times, in seconds from 1970 (a browser's event-source messages).
    fn timed_events(
        &self,
        messages: &[Value],
        timings: &Timings,
        keep_content: bool,
        recording: &mut Recording,
    ) -> (u32, u64) {
        let mut intake = Intake::new(IntakeOptions {
            hints: Hints { dialect: recording.header.request.dialect, path: self.asked().path },
            content_type: self.content_type().map(str::to_owned),
            status: Some(self.status()),
            keep_content,
            ..IntakeOptions::default()
        });
        let started = self.started_at().map(jiff::Timestamp::as_microsecond);
        for message in messages {
            let field = |key: &str| message.get(key).and_then(Value::as_str).unwrap_or_default();
            let seconds = message.get("time").and_then(Value::as_f64).filter(|seconds| *seconds > 0.0);
            let at = seconds.zip(started).and_then(|(seconds, started)| {
                let ms = seconds * 1_000.0 - started as f64 / 1_000.0;
                Micros::from_ms(ms).filter(|at| *at <= super::gateway::LONGEST)
            });
            if at.is_none() {
                recording.push(Observation { at: None, what: What::Note(NoteCode::ImplausibleTime) });
            }
            let block = block(field("eventName"), field("eventId"), field("data"));
            intake.read(at, block.as_bytes(), &mut |observation| recording.push(observation));
        }
        intake.end(timings.closed_at, &mut |observation| recording.push(observation));
        intake.totals()
    }
}

/// An event as it stood in the stream.
fn block(name: &str, id: &str, data: &str) -> String {
    let mut block = String::with_capacity(data.len() + 32);
    // A name or an id with a line end cannot have come over the wire.
    let mut line = |field: &str, value: &str| {
        block.extend([field, ": ", value, "\n"]);
    };
    if !matches!(name, "" | "message") && !name.contains(['\n', '\r']) {
        line("event", name);
    }
    if !id.is_empty() && !id.contains(['\n', '\r']) {
        line("id", id);
    }
    data.split('\n').for_each(|data| line("data", data));
    block.push('\n');
    block
}
