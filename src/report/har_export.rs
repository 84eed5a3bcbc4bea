//! The request as an HTTP archive (HAR 1.2) with one entry, its events with their times in
//! `_eventSourceMessages` as browsers write them.
//!
//! Of content it holds what the recording holds: a full capture gives the events' data, any other a
//! stand-in for it, and the lines of its safe capture, so that it can be read again. The host, the path's parameters, request headers and the prompt are never there.

use serde::{Serialize, Serializer};
use serde_json::{Value, json};

use super::{
    each::{Each, text},
    words,
};
use crate::{
    capture::{Writer, safe_headers, safe_request},
    timeline::{Micros, Milestone, Phase},
    trace::{ContentKind, EventSeen, Recording, SourceKind, Trace, What},
};

/// A name that by RFC 2606 leads nowhere, where the host would stand.
const NOWHERE: &str = "streamfall.invalid";

/// The archive.
pub fn har(recording: &Recording) -> String {
    #[derive(Serialize)]
    struct Archive<E> {
        log: Log<E>,
    }
    #[derive(Serialize)]
    struct Log<E> {
        version: &'static str,
        creator: Value,
        entries: [E; 1],
    }
    let creator = json!({ "name": "streamfall", "version": env!("CARGO_PKG_VERSION") });
    text(&Archive { log: Log { version: "1.2", creator, entries: [entry(recording)] } })
}

/// The one entry: what is short as it is, what is long written item by item.
fn entry(recording: &Recording) -> impl Serialize {
    #[derive(Serialize)]
    struct Entry<M> {
        #[serde(flatten)]
        plain: Value,
        #[serde(rename = "_eventSourceMessages")]
        messages: M,
        #[serde(rename = "_streamfall", skip_serializing_if = "Option::is_none")]
        lines: Option<Lines>,
    }
    let trace = recording.latest();
    let started = recording.header.started_at.unwrap_or_default();
    let end = trace.milestones.get(Milestone::T6).unwrap_or(trace.now());
    let full = holds_content(recording);
    let mut plain = json!({
        "startedDateTime": format!("{started:.6}"),
        "time": end.as_ms(),
        "request": request(recording),
        "response": response(trace, &body(recording, full)),
        "cache": {},
        "timings": timings(trace),
        "comment": comment(recording, full),
        "_resourceType": "eventsource",
    });
    if full {
        plain["_outcome"] = json!(trace.outcome());
        plain["_outcome_reason"] = json!(trace.outcome_reason());
    }
    let messages = Each(move || messages(recording, started.as_microsecond(), full));
    let lines = (!full).then(|| Lines(capture(recording)));
    Entry { plain, messages, lines }
}

/// The lines of a capture, each a member of a list.
struct Lines(Vec<u8>);

impl Serialize for Lines {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let lines = self.0.split(|byte| *byte == b'\n');
        serializer.collect_seq(lines.filter_map(|line| serde_json::from_slice::<Value>(line).ok()))
    }
}

/// A safe capture of the recording: all that it knows, for a reader of ours. Events without data
/// cannot be read again, and what is not in HAR, such as how it ended, is here.
fn capture(recording: &Recording) -> Vec<u8> {
    let written = Writer::start(Vec::new(), "", &recording.header, ContentKind::None).and_then(|mut writer| {
        recording.observations().iter().try_for_each(|observation| writer.write(observation))?;
        writer.finish()
    });
    written.unwrap_or_default()
}

/// Whether an archive made of this holds content. What was read from another archive or from a raw
/// body was kept to be looked at, not to be passed on.
pub fn holds_content(recording: &Recording) -> bool {
    recording.header.content == ContentKind::Full
        && !matches!(recording.header.source, SourceKind::Har | SourceKind::Sse)
}

fn comment(recording: &Recording, full: bool) -> String {
    let started = if recording.header.started_at.is_some() { "" } else { " The wall clock at the start is not known." };
    let content =
        if full { "With the content of the events." } else { "Without content: times, sizes and names only." };
    format!("{content}{started}")
}

fn request(recording: &Recording) -> Value {
    let facts = safe_request(&recording.header.request);
    let dialect = recording.latest().dialect.or(facts.dialect);
    // A connection with no handshake in it was a plain one.
    let phases = &recording.latest().phases;
    let plain = phases.get(Phase::Connect).is_some() && phases.get(Phase::Tls).is_none();
    let scheme = if plain { "http" } else { "https" };
    let path = dialect.and_then(|dialect| dialect.spec().paths.first()).map_or("/", |path| *path);
    json!({
        "method": facts.method.unwrap_or_else(|| "POST".to_owned()),
        "url": format!("{scheme}://{NOWHERE}/{}", path.trim_start_matches('/')),
        "httpVersion": http_version(recording.latest()),
        "cookies": [], "headers": [], "queryString": [],
        "headersSize": -1, "bodySize": facts.body_bytes.map_or(json!(-1), |bytes| json!(bytes)),
    })
}

fn http_version(trace: &Trace) -> String {
    let version = trace.headers.as_deref().map(safe_headers).and_then(|headers| headers.http_version);
    version.map_or_else(|| "unknown".to_owned(), |version| format!("HTTP/{version}"))
}

fn response(trace: &Trace, body: &str) -> Value {
    let seen = trace.headers.as_deref().map(safe_headers).unwrap_or_default();
    let media_type = seen.content_type.as_deref().unwrap_or_default().to_owned();
    let typed = Some(("content-type", media_type.as_str())).filter(|(_, value)| !value.is_empty());
    let kept = seen.headers.iter().map(|(name, value)| (&**name, &**value));
    let headers: Vec<_> =
        typed.into_iter().chain(kept).map(|(name, value)| json!({ "name": name, "value": value })).collect();
    let mut content = json!({ "size": trace.counts.bytes, "mimeType": media_type });
    if !body.is_empty() {
        content["text"] = json!(body);
    }
    json!({
        "status": seen.status, "statusText": "", "httpVersion": http_version(trace),
        "cookies": [], "headers": headers, "content": content, "redirectURL": "",
        "headersSize": -1, "bodySize": -1,
    })
}

/// The durations of HAR 1.2, where -1 is "not known". `ssl` lies inside `connect`.
fn timings(trace: &Trace) -> Value {
    let phase = |phase| trace.phases.duration(phase);
    let ms = |time: Option<Micros>| time.map_or(-1.0, Micros::as_ms);
    let tls = phase(Phase::Tls);
    let connect = match (phase(Phase::Connect), tls) {
        (Some(tcp), Some(tls)) => Some(tcp.plus(tls)),
        (tcp, _) => tcp.or_else(|| phase(Phase::ConnectTls)),
    };
    let known = [phase(Phase::Dns), connect, phase(Phase::Send)];
    let before: Micros = known.into_iter().flatten().fold(Micros::ZERO, Micros::plus);
    // What is left of t1 to t2 is the wait, so that the sum of the entry is t6.
    let wait = trace.upstream_headers().and_then(|whole| whole.since(before)).or_else(|| phase(Phase::Wait));
    json!({
        "blocked": ms(trace.milestones.get(Milestone::T1)),
        "dns": ms(phase(Phase::Dns)),
        "connect": ms(connect),
        "ssl": ms(tls),
        "send": ms(phase(Phase::Send)),
        "wait": ms(wait),
        "receive": ms(trace.milestones.between(Milestone::T2, Milestone::T6)),
    })
}

/// The events that have a time, in seconds from 1970.
fn messages(recording: &Recording, started: i64, full: bool) -> impl Iterator<Item = Value> {
    let events = recording.observations().iter().filter_map(|observation| match &observation.what {
        What::Event(event) => observation.at.map(|at| (at, event)),
        _ => None,
    });
    let message = move |(at, event): (Micros, &EventSeen)| {
        let content = event.content.as_deref().filter(|_| full);
        json!({
            "time": seconds(started, at),
            "eventName": content.map_or_else(|| words::event_name(&event.name), |content| &*content.event),
            "eventId": "",
            // An empty string would say that the event was empty.
            "data": content.map_or_else(|| format!("content not kept: {} bytes", event.bytes), |content| content.data.to_string()),
            "_tag": event.tag.word(), "_bytes": event.bytes, "_read": event.read,
        })
    };
    events.map(message)
}

/// The time of an event; a double is good to a quarter of a microsecond here.
fn seconds(started: i64, at: Micros) -> f64 {
    (started as f64 + at.0 as f64) / 1_000_000.0
}

/// The events as they stood in the body.
fn body(recording: &Recording, full: bool) -> String {
    let mut body = String::new();
    let events = recording.observations().iter().filter(|_| full).filter_map(|observation| match &observation.what {
        What::Event(event) => event.content.as_deref(),
        _ => None,
    });
    for content in events {
        if !content.event.is_empty() {
            body.extend(["event: ", &content.event, "\n"]);
        }
        content.data.split('\n').for_each(|line| body.extend(["data: ", line, "\n"]));
        body.push('\n');
    }
    body
}
