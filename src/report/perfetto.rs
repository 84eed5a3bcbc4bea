//! The trace-event JSON that Perfetto and `chrome://tracing` open.

use serde::Serialize;
use serde_json::{Value, json};

use super::{
    Bar, BarKind, bars,
    each::{Each, text},
    sheet::heading,
    words,
};
use crate::{
    timeline::Tag,
    trace::{EventSeen, Recording, What},
};

/// The tracks, from top to bottom: their number and name.
const BARS: (u64, &str) = (1, "waterfall");
const UNKNOWN: (u64, &str) = (2, "start unknown");
const MILESTONES: (u64, &str) = (3, "milestones");
/// The tracks of the tags begin here.
const TAGS: u64 = 10;

/// One process with the waterfall, the milestones, and a track of arrivals a tag. Times are
/// microseconds from t0. No content.
pub fn perfetto(recording: &Recording) -> String {
    let trace = recording.latest();
    let mut events = vec![name("process_name", 0, &format!("streamfall: {}", heading(recording)))];
    for (number, label) in [BARS, UNKNOWN, MILESTONES] {
        events.push(name("thread_name", number, label));
    }
    for tag in Tag::ALL.iter().filter(|tag| came(recording, **tag)) {
        events.push(name("thread_name", track(*tag), &format!("arrivals: {tag}")));
    }
    events.extend(bars(trace).iter().map(|bar| slice(bar, bar.length(trace.now()).0)));
    for (milestone, at) in trace.milestones.present() {
        events.push(instant(&format!("{milestone} {}", milestone.label()), MILESTONES.0, at.0, &json!({})));
    }
    let origin = if trace.lacks_origin() { "first line" } else { "t0" };
    let about = json!({ "tool": concat!("streamfall ", env!("CARGO_PKG_VERSION")), "origin": origin });
    text(&Document {
        display_time_unit: "ms",
        trace_events: Each(|| events.iter().cloned().chain(arrivals(recording))),
        other_data: about,
    })
}

/// The file as the trace-event format has it.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Document<E> {
    display_time_unit: &'static str,
    trace_events: E,
    other_data: Value,
}

/// The events and comments that have a time.
fn arrivals(recording: &Recording) -> impl Iterator<Item = Value> {
    let mut seen = 0_u64;
    recording.observations().iter().filter_map(move |observation| {
        let index = seen;
        seen += u64::from(matches!(observation.what, What::Event(_)));
        let at = observation.at?;
        match &observation.what {
            What::Event(event) => Some(arrival(index, event, at.0)),
            What::Heartbeat { read } => Some(instant("comment", track(Tag::Heartbeat), at.0, &json!({ "read": read }))),
            _ => None,
        }
    })
}

fn came(recording: &Recording, tag: Tag) -> bool {
    let counts = &recording.latest().counts;
    counts.by_tag[tag as usize] > 0 || (tag == Tag::Heartbeat && counts.comments > 0)
}

const fn track(tag: Tag) -> u64 {
    TAGS + tag as u64
}

fn name(what: &str, track: u64, name: &str) -> Value {
    json!({ "ph": "M", "name": what, "pid": 1, "tid": track, "args": { "name": name } })
}

/// A bar. One whose place is not known stands at its earliest place, on a track of its own.
fn slice(bar: &Bar, length: u64) -> Value {
    let mut arguments = json!({ "kind": bar.kind.word() });
    if bar.widest {
        arguments["widest"] = json!(true);
    }
    if bar.end.is_none() {
        arguments["running"] = json!(true);
    }
    if let Some(share) = bar.tool_share {
        arguments["tool_share"] = json!(share);
    }
    if let Some(slack) = bar.slack {
        arguments["starts_at_latest_us"] = json!(bar.start.plus(slack).0);
    }
    let track = if bar.slack.is_some() { UNKNOWN } else { BARS };
    json!({
        "ph": "X", "name": bar.label, "cat": category(bar.kind), "pid": 1, "tid": track.0,
        "ts": bar.start.0, "dur": length, "args": arguments,
    })
}

const fn category(kind: BarKind) -> &'static str {
    match kind {
        BarKind::Local | BarKind::Finishing => "local",
        BarKind::Dns | BarKind::Connect | BarKind::Tls | BarKind::Wait => "connection",
        BarKind::Metadata | BarKind::Hidden | BarKind::Reasoning | BarKind::Tool | BarKind::Generating => "stream",
    }
}

fn instant(name: &str, track: u64, at: u64, arguments: &Value) -> Value {
    json!({ "ph": "i", "name": name, "pid": 1, "tid": track, "ts": at, "s": "t", "args": arguments })
}

fn arrival(index: u64, event: &EventSeen, at: u64) -> Value {
    let arguments = json!({ "index": index, "read": event.read, "bytes": event.bytes, "chars": event.chars });
    instant(words::event_name(&event.name), track(event.tag), at, &arguments)
}
