use std::collections::BTreeMap;

use super::{
    AssertionResult, Bounds, ByTag, Contract, DiagnosisEntry, Events, GapEntry, MilestonesMs, NoteEntry,
    ProviderReported, Record, RequestPart, ResponsePart, SCHEMA, Spacing, SpeedPart, TimeWindow, Timing, UsagePart,
};
use crate::{
    capture::{safe_headers, safe_reported, safe_request},
    report::words,
    timeline::{InterTokenFrom, Micros, Milestone, NoteCode, Notes, Phase, gaps},
    trace::{Recording, SourceKind, Thresholds, Trace, diagnose},
};

/// The record of a recording, as far as it goes, with the default thresholds.
pub fn record(recording: &Recording) -> Record {
    record_with(recording, &Thresholds::default())
}

/// The record of a recording, as far as it goes.
pub fn record_with(recording: &Recording, thresholds: &Thresholds) -> Record {
    let trace = recording.latest();
    let header = &recording.header;
    Record {
        schema: SCHEMA.to_owned(),
        id: words::clean(&header.id),
        started_at: header.started_at.map(|at| format!("{at:.3}")),
        source: header.source,
        complete: is_complete(recording),
        request: request(recording),
        response: response(trace),
        outcome: trace.outcome(),
        outcome_reason: trace.outcome_reason(),
        timing: timing(trace),
        milestones_ms: milestones(trace),
        bounds_ms: bounds(trace),
        gaps: gap_entries(trace),
        events: events(recording),
        usage: usage(trace),
        speed: speed(trace),
        provider_reported: reported(trace),
        diagnosis: diagnosis(trace, thresholds),
        notes: all_notes(trace).iter().map(|(code, count)| NoteEntry { code, count }).collect(),
        contract: contract(recording),
        assertions: Vec::<AssertionResult>::new(),
    }
}

/// The notes of a trace with those that only the whole shows: an order that is broken, a record
/// that contradicts itself.
pub(in crate::report) fn all_notes(trace: &Trace) -> Notes {
    let mut notes = trace.notes;
    if trace.milestones.broken_order().is_some() && notes.count(NoteCode::OrderBroken) == 0 {
        notes.add(NoteCode::OrderBroken);
    }
    if trace.origin_bounds() == Some(None) && notes.count(NoteCode::RecordContradictsItself) == 0 {
        notes.add(NoteCode::RecordContradictsItself);
    }
    notes
}

/// Whether nothing is missing that the request had.
pub(in crate::report) fn is_complete(recording: &Recording) -> bool {
    let trace = recording.latest();
    let incomplete = [NoteCode::CaptureCut, NoteCode::NoEventTimes, NoteCode::BodyNotRecorded];
    let ended = trace.close.is_some() || trace.stated;
    ended && !trace.untimed && incomplete.iter().all(|code| trace.notes.count(*code) == 0)
}

/// Milliseconds, exact to the microsecond.
fn ms(time: Micros) -> f64 {
    time.as_ms()
}

/// A rate with three decimals.
fn rounded(value: f64) -> f64 {
    (value * 1_000.0).round() / 1_000.0
}

fn request(recording: &Recording) -> RequestPart {
    let facts = safe_request(&recording.header.request);
    RequestPart {
        dialect: recording.latest().dialect.or(facts.dialect),
        provider: facts.provider,
        model: words::model(recording),
        method: facts.method,
        streaming: facts.streaming,
        reasoning_effort: facts.reasoning_effort,
        tools: facts.tools,
        max_output_tokens: facts.max_output_tokens,
        temperature: facts.temperature,
        body_bytes: facts.body_bytes,
    }
}

fn response(trace: &Trace) -> ResponsePart {
    let Some(headers) = trace.headers.as_deref().map(safe_headers) else { return ResponsePart::default() };
    let pairs = headers.headers.iter().map(|(name, value)| (words::clean(name), words::clean(value)));
    ResponsePart {
        status: Some(headers.status),
        http_version: headers.http_version.map(String::from),
        content_type: headers.content_type.map(String::from),
        headers: pairs.collect::<BTreeMap<_, _>>(),
    }
}

fn timing(trace: &Trace) -> Timing {
    let phase = |phase| trace.phases.duration(phase).map(ms);
    let at = |milestone| trace.milestones.get(milestone).map(ms);
    Timing {
        auth_ms: phase(Phase::Auth),
        distribution_ms: phase(Phase::Distribution),
        body_read_ms: phase(Phase::BodyRead),
        redirect_ms: phase(Phase::Redirect),
        dns_ms: phase(Phase::Dns),
        connect_ms: phase(Phase::Connect),
        tls_ms: phase(Phase::Tls),
        connect_tls_ms: phase(Phase::ConnectTls),
        send_ms: phase(Phase::Send),
        wait_ms: phase(Phase::Wait),
        connection_reused: trace.headers.as_ref().and_then(|headers| headers.connection_reused),
        upstream_headers_ms: trace.upstream_headers().map(ms),
        first_sse_event_ms: at(Milestone::T3),
        first_response_ms: at(Milestone::T4),
        first_text_delta_ms: at(Milestone::T5),
        upstream_done_ms: at(Milestone::T6),
        total_handler_ms: at(Milestone::T7),
        visible_output_tps: trace.stated_visible_output_tps.or(trace.speed().visible_output_tps.ok()).map(rounded),
    }
}

fn milestones(trace: &Trace) -> MilestonesMs {
    let at = |milestone| trace.milestones.get(milestone).map(ms);
    MilestonesMs {
        t0: at(Milestone::T0),
        t1: at(Milestone::T1),
        t2: at(Milestone::T2),
        t3: at(Milestone::T3),
        t4: at(Milestone::T4),
        t5: at(Milestone::T5),
        t6: at(Milestone::T6),
        t7: at(Milestone::T7),
    }
}

fn bounds(trace: &Trace) -> Bounds {
    trace.origin_bounds().flatten().map_or_else(Bounds::default, |bounds| {
        let pair = |(low, high): (Micros, Micros)| Some([ms(low), ms(high)]);
        Bounds { t1: pair(bounds.t1), t2: pair(bounds.t2) }
    })
}

fn gap_entries(trace: &Trace) -> Vec<GapEntry> {
    gaps(&trace.milestones)
        .into_iter()
        .map(|gap| GapEntry { from: gap.from, to: gap.to, ms: ms(gap.length), widest: gap.widest })
        .collect()
}

fn events(recording: &Recording) -> Events {
    let trace = recording.latest();
    let counts = &trace.counts;
    Events {
        total: counts.events,
        comments: counts.comments,
        heartbeats: counts.heartbeats(),
        reads: counts.reads,
        bytes: counts.bytes,
        text_deltas: counts.text_deltas,
        unterminated: counts.unterminated,
        by_tag: ByTag(counts.by_tag),
        first_event_index: trace.first_event.map(|first| first.index),
        first_effective_index: trace.first_effective.map(|first| first.index),
        first_effective_tag: trace.first_effective.map(|first| first.tag),
        first_text_index: trace.first_text.map(|first| first.index),
        spacing_ms: Spacing::of(recording).rounded(),
    }
}

impl Spacing {
    fn rounded(self) -> Self {
        Self { p50: self.p50.map(rounded), p95: self.p95.map(rounded), max: self.max.map(rounded) }
    }
}

const fn usage(trace: &Trace) -> UsagePart {
    let usage = trace.usage;
    UsagePart {
        input_tokens: usage.input_tokens,
        cached_input_tokens: usage.cached_input_tokens,
        output_tokens: usage.output_tokens,
        reasoning_tokens: usage.reasoning_tokens,
        reasoning_in_output: usage.reasoning_in_output,
    }
}

fn speed(trace: &Trace) -> SpeedPart {
    let speed = trace.speed();
    let inter_token = speed.inter_token_ms;
    SpeedPart {
        visible_output_tps: speed.visible_output_tps.ok().map(rounded),
        visible_output_tps_reason: speed.visible_output_tps.err(),
        visible_tokens: speed.visible_tokens,
        visible_window_ms: speed.visible_window.map(ms),
        total_output_tps: speed.total_output_tps.map(rounded),
        to_last_text_tps: speed.to_last_text_tps.map(rounded),
        inter_token_ms: inter_token.map(|(value, _)| rounded(value)),
        inter_token_from: inter_token.map(|(_, from)| match from {
            InterTokenFrom::Effective => Milestone::T4,
            InterTokenFrom::Visible => Milestone::T5,
        }),
        chars_per_second: speed.chars_per_second.map(rounded),
        visible_chars: (trace.counts.events > 0 || trace.events_unknown().is_none()).then_some(trace.visible_chars),
    }
}

fn reported(trace: &Trace) -> Vec<ProviderReported> {
    trace
        .reported
        .iter()
        .map(safe_reported)
        .map(|reported| ProviderReported {
            name: reported.name.to_string(),
            ms: ms(reported.duration),
            source: reported.source.to_string(),
        })
        .collect()
}

fn diagnosis(trace: &Trace, thresholds: &Thresholds) -> Vec<DiagnosisEntry> {
    diagnose(trace, thresholds, None)
        .findings
        .into_iter()
        .map(|finding| DiagnosisEntry {
            code: finding.code,
            severity: finding.severity,
            figure_ms: finding.figure.map(ms),
            share: finding.share.map(rounded),
            layer: finding.code.layer().to_owned(),
            next_check: finding.code.next_check().to_owned(),
        })
        .collect()
}

fn contract(recording: &Recording) -> Contract {
    let trace = recording.latest();
    let facts = safe_request(&recording.header.request);
    let dialect = trace.dialect.or(facts.dialect).map(|dialect| dialect.word().to_owned());
    let route: Vec<String> = [facts.provider, dialect].into_iter().flatten().collect();
    let started = recording.header.started_at;
    let end = trace.milestones.get(Milestone::T7).or(trace.milestones.get(Milestone::T6));
    let ended = started.zip(end).and_then(|(from, end)| from.checked_add(end.duration()).ok());
    Contract {
        model: words::model(recording),
        route: (!route.is_empty()).then(|| route.join("/")),
        input_tokens: trace.usage.input_tokens,
        output_tokens: trace.usage.output_tokens,
        streaming: facts.streaming,
        reasoning_effort: facts.reasoning_effort,
        tools: facts.tools,
        network_path: network_path(trace),
        // This program sends one request at a time; what others did is not known.
        concurrency: matches!(recording.header.source, SourceKind::Live | SourceKind::Capture).then_some(1),
        temperature: facts.temperature,
        top_p: facts.top_p,
        max_output_tokens: facts.max_output_tokens,
        sample_size: Some(1),
        time_window: TimeWindow { from: started.map(|at| format!("{at:.3}")), to: ended.map(|at| format!("{at:.3}")) },
        ..Contract::default()
    }
}

/// The HTTP version, and the place of the edge that answered where a header names it.
fn network_path(trace: &Trace) -> Option<String> {
    let headers = safe_headers(trace.headers.as_deref()?);
    let version = headers.http_version.as_deref().map(|version| format!("http/{version}"));
    let edge = headers.headers.get("cf-ray").map(|place| format!("cf {}", words::clean(place)));
    let parts: Vec<_> = [version, edge].into_iter().flatten().collect();
    (!parts.is_empty()).then(|| parts.join(" via "))
}
