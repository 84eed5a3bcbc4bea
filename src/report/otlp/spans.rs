//! The root span with its events, and a child span for each bar of the waterfall.

use opentelemetry_proto::tonic::trace::v1::{
    Span, Status,
    span::{Event, SpanKind},
    status::StatusCode,
};

use super::{request, values::Attributes};
use crate::{
    report::{Bar, bars, words},
    timeline::{Micros, Milestone},
    trace::{FirstOf, Recording, Thresholds, Trace},
};

/// The ids of one trace: all from the record's own random id.
struct Ids {
    trace: [u8; 16],
    root: u64,
}

impl Ids {
    fn of(recording: &Recording) -> Self {
        let id = uuid::Uuid::try_parse(&recording.header.id).unwrap_or_else(|_| uuid::Uuid::new_v4());
        let (_, low) = id.as_u64_pair();
        Self { trace: id.into_bytes(), root: low | 1 }
    }

    fn span(&self, index: u64) -> Vec<u8> {
        // An id of zero is no id; the root is odd, so only a wrap can reach it.
        self.root.wrapping_add(index).max(1).to_be_bytes().to_vec()
    }
}

/// t0 on the wall clock.
struct Clock(u64);

impl Clock {
    fn new(started: jiff::Timestamp) -> Self {
        Self(u64::try_from(started.as_nanosecond()).unwrap_or(0))
    }

    fn at(&self, offset: Micros) -> u64 {
        self.0.saturating_add(offset.0.saturating_mul(1_000))
    }
}

/// Every span, the root first.
pub(super) fn of(recording: &Recording, thresholds: &Thresholds, started: jiff::Timestamp) -> Vec<Span> {
    let (ids, clock) = (Ids::of(recording), Clock::new(started));
    let now = recording.latest().now();
    let children = bars(recording.latest());
    let children = children.iter().zip(1..).map(|(bar, index)| child(bar, index, now, &ids, &clock));
    std::iter::once(root(recording, thresholds, &ids, &clock)).chain(children).collect()
}

fn root(recording: &Recording, thresholds: &Thresholds, ids: &Ids, clock: &Clock) -> Span {
    let trace = recording.latest();
    let end = trace.milestones.get(Milestone::T7).or(trace.milestones.get(Milestone::T6)).unwrap_or(trace.now());
    let operation = request::operation(recording);
    Span {
        trace_id: ids.trace.to_vec(),
        span_id: ids.span(0),
        name: words::model(recording).map_or_else(|| operation.to_owned(), |model| format!("{operation} {model}")),
        kind: SpanKind::Client as i32,
        start_time_unix_nano: clock.at(Micros::ZERO),
        end_time_unix_nano: clock.at(end),
        attributes: request::attributes(recording, thresholds),
        events: trace.milestones.present().map(|(milestone, at)| event(trace, milestone, at, clock)).collect(),
        status: status(trace),
        ..Span::default()
    }
}

/// Set only when it failed, as the conventions for recording errors ask.
fn status(trace: &Trace) -> Option<Status> {
    let message = request::error_type(trace)?;
    Some(Status { message, code: StatusCode::Error as i32 })
}

/// A milestone, with the event that set it.
fn event(trace: &Trace, milestone: Milestone, at: Micros, clock: &Clock) -> Event {
    let mut list = Attributes::default();
    list.text("streamfall.label", Some(milestone.label()));
    list.double("streamfall.offset_ms", Some(at.as_ms()));
    let first: Option<FirstOf> = match milestone {
        Milestone::T3 => trace.first_event,
        Milestone::T4 => trace.first_effective,
        Milestone::T5 => trace.first_text,
        _ => None,
    };
    list.integer("streamfall.event.index", first.map(|first| first.index));
    list.text("streamfall.event.tag", first.map(|first| first.tag.word()));
    Event {
        time_unix_nano: clock.at(at),
        name: format!("streamfall.{milestone}"),
        attributes: list.0,
        ..Event::default()
    }
}

/// A bar. One whose place is not known stands at its earliest place and says how far it may be off.
fn child(bar: &Bar, index: u64, now: Micros, ids: &Ids, clock: &Clock) -> Span {
    let mut list = Attributes::default();
    list.text("streamfall.kind", Some(bar.kind.word()));
    list.truth("streamfall.widest", bar.widest.then_some(true));
    list.truth("streamfall.unfinished", bar.end.is_none().then_some(true));
    list.double("streamfall.tool_share", bar.tool_share);
    list.double("streamfall.start_uncertainty_ms", bar.slack.map(Micros::as_ms));
    Span {
        trace_id: ids.trace.to_vec(),
        span_id: ids.span(index),
        parent_span_id: ids.span(0),
        name: bar.label.clone(),
        kind: SpanKind::Internal as i32,
        start_time_unix_nano: clock.at(bar.start),
        end_time_unix_nano: clock.at(bar.end.unwrap_or(now)),
        attributes: list.0,
        ..Span::default()
    }
}
