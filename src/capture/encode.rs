//! Lines and headers as JSON, in their fixed order of fields.
//!
//! Every field of a line is given, with `Null` for an absent one: the writer leaves those out, and
//! `verify` learns from them which fields a line may have.

use std::borrow::Cow;

use super::{
    json::{Fields, Json},
    safe::{SafeDetails, SafeEvent, SafeHeader, SafeHeaders, SafeLine, SafeReported, SafeRequest, SafeWhat, Summary},
};
use crate::{
    dialect::DialectId,
    timeline::{CloseKind, Finish, Micros, Outcome, TagSet, Usage, word_enum},
    trace::{ContentKind, Header, Observation, What},
};

/// The version of the format that is written here and read by this program.
pub(super) const VERSION: u64 = 1;

word_enum! {
    /// The words of a line's `is`.
    pub enum Is {
        /// See [`What::Received`].
        Received = "received",
        /// See [`What::UpstreamStarted`].
        UpstreamStarted = "upstream_started",
        /// See [`What::Phase`].
        Phase = "phase",
        /// See [`What::Headers`].
        Headers = "headers",
        /// See [`What::Dialect`].
        Dialect = "dialect",
        /// See [`What::Event`].
        Event = "event",
        /// See [`What::Heartbeat`].
        Heartbeat = "heartbeat",
        /// See [`What::Stray`].
        Stray = "stray",
        /// See [`What::NotAStream`].
        NotAStream = "not_a_stream",
        /// See [`What::Reported`].
        Reported = "reported",
        /// See [`What::Note`].
        Note = "note",
        /// See [`What::Closed`].
        Closed = "closed",
        /// See [`What::Finished`].
        Finished = "finished",
        /// See [`What::Stated`].
        Stated = "stated",
        /// See [`What::StatedSpeed`].
        StatedSpeed = "stated_speed",
        /// See [`What::StatedUsage`].
        StatedUsage = "stated_usage",
        /// See [`What::StatedFinish`].
        StatedFinish = "stated_finish",
        /// See [`What::StatedOutcome`].
        StatedOutcome = "stated_outcome",
    }
}

impl From<Micros> for Json<'_> {
    fn from(time: Micros) -> Self {
        Json::Uint(time.0)
    }
}

/// A line of a capture; `raw` is what only a full one holds.
pub(super) fn line<'a>(safe: &'a SafeLine, raw: Json<'a>) -> Json<'a> {
    let start = |is: Is| Fields::default().with("at", safe.at).with("is", is.word());
    let fields = match &safe.what {
        SafeWhat::Received => start(Is::Received),
        SafeWhat::UpstreamStarted => start(Is::UpstreamStarted),
        SafeWhat::Phase { phase, duration } => start(Is::Phase).with("phase", phase.word()).with("us", *duration),
        SafeWhat::Headers(headers) => headers_fields(start(Is::Headers), headers),
        SafeWhat::Dialect(dialect) => start(Is::Dialect).with("dialect", dialect.word()),
        SafeWhat::Event(event) => event_fields(start(Is::Event), event),
        SafeWhat::Heartbeat { read } => start(Is::Heartbeat).with("read", *read),
        SafeWhat::Stray { read, error } => start(Is::Stray).with("read", *read).with("error", error.as_ref()),
        SafeWhat::NotAStream { body } => start(Is::NotAStream).with("body", body.word()),
        SafeWhat::Reported(one) => reported_fields(start(Is::Reported), one),
        SafeWhat::Note(code) => start(Is::Note).with("note", code.word()),
        SafeWhat::Closed { how, reads, bytes } => {
            let some = |count: u64| (count > 0).then_some(count);
            close_fields(start(Is::Closed), *how).with("reads", some(u64::from(*reads))).with("bytes", some(*bytes))
        }
        SafeWhat::Finished(Summary { outcome, usage: counts }) => start(Is::Finished)
            .with("outcome", outcome.map(Outcome::word))
            .with("usage", if *counts == Usage::default() { Json::Null } else { usage(Some(*counts)) }),
        SafeWhat::Stated(milestone) => start(Is::Stated).with("milestone", milestone.word()),
        SafeWhat::StatedSpeed(tps) => start(Is::StatedSpeed).with("visible_output_tps", *tps),
        SafeWhat::StatedUsage(counts) => start(Is::StatedUsage).with("usage", usage(Some(*counts))),
        SafeWhat::StatedFinish(finish) => start(Is::StatedFinish).with("finish", finish.word()),
        SafeWhat::StatedOutcome(outcome) => start(Is::StatedOutcome).with("outcome", outcome.word()),
    };
    fields.with("raw", raw).build()
}

fn headers_fields<'a>(fields: Fields<'a>, seen: &'a SafeHeaders) -> Fields<'a> {
    let kept: Vec<_> =
        seen.headers.iter().map(|(name, value)| (Cow::Borrowed(*name), Json::from(value.as_str()))).collect();
    fields
        .with("status", u32::from(seen.status))
        .with("http", seen.http_version.as_ref())
        .with("content_type", seen.content_type.as_ref())
        .with("headers", if kept.is_empty() { Json::Null } else { Json::Object(kept) })
        .with("reused", seen.connection_reused)
}

fn event_fields<'a>(fields: Fields<'a>, event: &'a SafeEvent) -> Fields<'a> {
    let only_tag: TagSet = [event.tag].into_iter().collect();
    let also = (event.also != only_tag).then(|| event.also.iter().map(|tag| Json::from(tag.word())).collect());
    let count = |number: u32| (number > 0).then_some(number);
    let fields = fields
        .with("read", event.read)
        .with("name", &event.name)
        .with("tag", event.tag.word())
        .with("also", also.map_or(Json::Null, Json::Array))
        .with("bytes", event.bytes)
        .with("chars", count(event.chars))
        // Mostly ASCII: given only where it differs.
        .with("text_bytes", (event.text_bytes != event.chars).then_some(event.text_bytes))
        .with("reasoning_bytes", count(event.reasoning_bytes))
        .with("tool_bytes", count(event.tool_bytes));
    let flags = [
        ("empty", event.flags.empty),
        ("unterminated", event.flags.unterminated),
        ("blank", event.flags.blank),
        ("hidden_reasoning", event.flags.hidden_reasoning),
        ("end_marker", event.flags.end_marker),
    ];
    let fields = flags.into_iter().fold(fields, |fields, (key, fact)| fields.with(key, fact.then_some(true)));
    details_fields(fields, &event.details)
}

fn details_fields<'a>(fields: Fields<'a>, details: &'a SafeDetails) -> Fields<'a> {
    let reported: Vec<_> = details.reported.iter().map(|one| reported_fields(Fields::default(), one).build()).collect();
    let notes: Vec<_> = details.notes.iter().map(|code| Json::from(code.word())).collect();
    let list = |items: Vec<Json<'a>>| if items.is_empty() { Json::Null } else { Json::Array(items) };
    fields
        .with("usage", usage(details.usage))
        .with("finish", details.finish.map(Finish::word))
        .with("open_choices", details.open_choices)
        .with("error", details.error.as_ref())
        .with("reported", list(reported))
        .with("notes", list(notes))
        .with("model", details.model.as_ref())
}

fn reported_fields<'a>(fields: Fields<'a>, one: &'a SafeReported) -> Fields<'a> {
    fields.with("name", &one.name).with("us", one.duration).with("source", &one.source)
}

fn close_fields(fields: Fields<'_>, how: CloseKind) -> Fields<'_> {
    let (word, stage, timeout) = match how {
        CloseKind::Eof => ("eof", None, None),
        CloseKind::Broken => ("broken", None, None),
        CloseKind::Cancelled => ("cancelled", None, None),
        CloseKind::ConnectFailed(stage) => ("connect_failed", Some(stage.word()), None),
        CloseKind::Timeout(kind) => ("timeout", None, Some(kind.word())),
    };
    fields.with("how", word).with("stage", stage).with("timeout", timeout)
}

/// Token counts; `Null` for none, an empty object for an empty statement.
fn usage(counts: Option<Usage>) -> Json<'static> {
    let Some(counts) = counts else { return Json::Null };
    Fields::default()
        .with("input_tokens", counts.input_tokens)
        .with("cached_input_tokens", counts.cached_input_tokens)
        .with("output_tokens", counts.output_tokens)
        .with("reasoning_tokens", counts.reasoning_tokens)
        .with("reasoning_in_output", counts.reasoning_in_output)
        .build()
}

/// The first line of a capture; `raw` is what only a full one holds.
pub(super) fn header<'a>(safe: &'a SafeHeader, content: ContentKind, raw: Json<'a>) -> Json<'a> {
    let time = |time: Option<jiff::Timestamp>| time.map_or(Json::Null, |t| Json::Str(Cow::Owned(t.to_string())));
    Fields::default()
        .with("streamfall", VERSION)
        .with("content", content.word())
        .with("id", safe.id.as_ref())
        .with("started_at", time(safe.started_at))
        .with("expires_at", time(safe.expires_at))
        .with("request_ids", safe.request_ids.then_some(true))
        .with("request", request(&safe.request))
        .with("raw", raw)
        .build()
}

fn request(facts: &SafeRequest) -> Json<'_> {
    Fields::default()
        .with("dialect", facts.dialect.map(DialectId::word))
        .with("provider", facts.provider.as_ref())
        .with("model", facts.model.as_ref())
        .with("method", facts.method.as_ref())
        .with("streaming", facts.streaming)
        .with("reasoning_effort", facts.reasoning_effort.as_ref())
        .with("tools", facts.tools)
        .with("max_output_tokens", facts.max_output_tokens)
        .with("temperature", facts.temperature)
        .with("top_p", facts.top_p)
        .with("body_bytes", facts.body_bytes)
        .with("usage_requested", facts.usage_requested)
        .build()
}

/// What a full capture holds of an observation beside its safe line.
pub(super) fn raw_of(observation: &Observation) -> Json<'_> {
    let raw = match &observation.what {
        What::Event(event) => {
            let details = event.details.as_deref();
            let content = event.content.as_deref();
            let unknown_name = event.name.known().is_none().then(|| event.name.as_str());
            Fields::default()
                .with("name", unknown_name)
                .with("model", details.and_then(|details| details.model.as_deref()))
                .with("message", details.and_then(|details| details.error.as_ref()).map(|error| &*error.message))
                .with("event", content.map(|content| &*content.event))
                .with("data", content.map(|content| &*content.data))
                .with("shown", content.map(|content| &*content.shown))
        }
        What::Stray { error, .. } => Fields::default().with("message", error.as_deref().map(|error| &*error.message)),
        What::NotAStream { message, .. } => Fields::default().with("message", message.as_deref()),
        _ => return Json::Null,
    };
    raw.build_unless_empty()
}

/// What a full capture holds of a header beside its safe line.
pub(super) fn raw_of_header(header: &Header) -> Json<'_> {
    Fields::default().with("model", header.request.model.as_deref()).build_unless_empty()
}
