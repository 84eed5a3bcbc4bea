//! What a written report holds, table by table, in the order of reading.

use super::{
    contract_table::contract,
    decimal, duration, explain, grouped, ms_cell,
    plain::{absent, bounds, set_by},
    rate,
    record::{Spacing, all_notes},
    table::{Mark, Table},
    words,
};
use crate::{
    capture::{safe_reported, safe_request},
    timeline::{Gap, Micros, Milestone, NoRate, NoteCode, Phase, Speed, Tag, gaps},
    trace::{Diagnosis, Finding, Recording, Row, RowState, Severity, SourceKind, Thresholds, Trace, diagnose},
};

/// What stands for a value that is not there.
pub(super) const ABSENT: &str = "—";

/// The request in one line: method, dialect, model, status, outcome.
pub(super) fn heading(recording: &Recording) -> String {
    format!("{} · {}", request(recording), words::outcome(recording.latest()))
}

/// The request in one line: method, dialect, model, status; where little is known, where it is from.
pub(super) fn request(recording: &Recording) -> String {
    let (request, trace) = (safe_request(&recording.header.request), recording.latest());
    let dialect = trace.dialect.or(request.dialect).map(|dialect| dialect.word().to_owned());
    let status = trace.headers.as_ref().map(|headers| headers.status.to_string());
    let mut parts: Vec<_> = [request.method, dialect, words::model(recording), status].into_iter().flatten().collect();
    if parts.len() < 2 {
        parts.push(source(recording.header.source).to_owned());
    }
    parts.join(" · ")
}

/// The few figures that people ask for first.
pub(super) fn key_figures(trace: &Trace) -> Vec<(String, String)> {
    let from_t0 = |milestone| trace.milestones.get(milestone).filter(|_| !trace.lacks_origin());
    let at = |milestone| from_t0(milestone).map_or_else(|| ABSENT.to_owned(), duration);
    let headers = trace.upstream_headers().map_or_else(|| ABSENT.to_owned(), duration);
    let to_last_text = trace.long_close_lag().and_then(|_| trace.speed().to_last_text_tps);
    let beside = to_last_text.map_or_else(String::new, |tps| format!(" (to the last text: {} tok/s)", rate(tps)));
    let speed = match (trace.stated_visible_output_tps, trace.speed().visible_output_tps) {
        (Some(stated), _) => format!("{} tok/s, as stated", rate(stated)),
        (None, Ok(tps)) => format!("{} tok/s", rate(tps)),
        (None, Err(_)) => ABSENT.to_owned(),
    };
    vec![
        ("Time to headers (t1 → t2)".to_owned(), headers),
        ("Time to first effective response".to_owned(), at(Milestone::T4)),
        ("Time to first visible text".to_owned(), at(Milestone::T5)),
        ("End to end".to_owned(), at(Milestone::T6)),
        (format!("Visible speed{beside}"), speed),
    ]
}

/// Each milestone with its moment, the gap before it and what set it.
pub(super) fn milestones(recording: &Recording) -> Table {
    let trace = recording.latest();
    let mut table = Table::new(
        "Milestones",
        &["Milestone", "What", "At, ms#", "Gap, ms#", "From", "Set by, or why absent"],
        "No milestone is known.",
    );
    let gaps = gaps(&trace.milestones);
    for (milestone, at) in trace.milestones.iter() {
        let gap = gaps.iter().find(|gap| gap.to == milestone);
        let mark = match (at, gap) {
            (None, _) => Mark::Quiet,
            (_, Some(Gap { widest: true, .. })) => Mark::Strong,
            _ => Mark::None,
        };
        let widest = if mark == Mark::Strong { " ◀ widest" } else { "" };
        table.push(
            [
                milestone.to_string(),
                milestone.label().to_owned(),
                at.map_or_else(|| bounds(trace, milestone), ms_cell),
                gap.map_or_else(String::new, |gap| ms_cell(gap.length)),
                gap.map_or_else(String::new, |gap| format!("{}{widest}", gap.from)),
                if at.is_some() { set_by(recording, milestone) } else { absent(recording, milestone) },
            ],
            mark,
        );
    }
    table
}

/// The table of the diagnosis, in its fixed order.
fn diagnosis_rows(trace: &Trace, diagnosis: &Diagnosis) -> Table {
    let heads = ["Row", "Looked at", "Length#", "Share#", "State", "Remark"];
    let mut table = Table::new("Diagnosis", &heads, "There is nothing to look at.");
    table.note = "Looked at in this order, from the upstream boundary to the local phases.";
    for row in &diagnosis.rows {
        let mark = match row.state {
            RowState::Normal => Mark::None,
            RowState::Slow => Mark::Strong,
            RowState::Absent => Mark::Quiet,
        };
        let least = if row.at_least { "≥ " } else { "" };
        table.push(
            [
                row.number.to_string(),
                row.label.to_owned(),
                row.figure.map_or_else(|| ABSENT.to_owned(), |figure| format!("{least}{}", duration(figure))),
                row.share.map_or_else(String::new, percent),
                diagnosis.state_word(row).to_owned(),
                remark(trace, row),
            ],
            mark,
        );
    }
    table
}

fn remark(trace: &Trace, row: &Row) -> String {
    let counted = row.counted_in.map(|other| format!("counted in row {other}"));
    let stated = if trace.stated_visible_output_tps.is_some() { " as stated" } else { "" };
    let speed = row.tps.map(|tps| format!("{} tok/s{stated}", rate(tps)));
    let reason = (!row.reason.is_empty()).then(|| row.reason.to_owned());
    let running = row.running.then(|| "so far".to_owned());
    [speed, counted, running, reason].into_iter().flatten().collect::<Vec<_>>().join(", ")
}

fn percent(share: f64) -> String {
    format!("{:.0} %", share * 100.0)
}

/// What stands out, with the likely layer and the next check.
fn findings(diagnosis: &Diagnosis) -> Table {
    let heads = ["Finding", "Weight", "Length#", "Likely layer", "Next check"];
    let mut table = Table::new("Findings", &heads, "Nothing stands out.");
    table.note = "A finding names a likely layer and where to look next. It is no verdict.";
    for finding in &diagnosis.findings {
        let mark = if finding.severity == Severity::Primary { Mark::Strong } else { Mark::None };
        table.push(
            [
                format!("{}: {}", finding.code, finding.code.symptom()),
                finding.severity.word().to_owned(),
                length(finding),
                finding.code.layer().to_owned(),
                checks(finding),
            ],
            mark,
        );
    }
    table
}

fn length(finding: &Finding) -> String {
    let least = if finding.at_least { "≥ " } else { "" };
    let length = finding.figure.map(|figure| format!("{least}{}", duration(figure)));
    let share = finding.share.map(percent);
    [length, share].into_iter().flatten().collect::<Vec<_>>().join(", ")
}

/// The next check, what was reasoned out of sight, and what the provider says of the same stretch.
fn checks(finding: &Finding) -> String {
    let said = finding.evidence.iter().map(safe_reported).map(|reported| {
        let (name, source) = (words::clean(&reported.name), words::clean(&reported.source));
        format!("; the provider says {name} {} ({source})", duration(reported.duration))
    });
    let hidden = words::out_of_sight(finding).map(|words| format!("; {words}"));
    std::iter::once(finding.code.next_check().to_owned()).chain(hidden).chain(said).collect()
}

/// The local and connection phases that are known.
pub(super) fn phases(trace: &Trace) -> Table {
    let mut table = Table::new("Phases", &["Phase", "Where", "ms#"], "The source tells of no phases.");
    for (phase, time) in trace.phases.present() {
        let place = match phase {
            Phase::UpstreamHeaders => "from t1 to t2",
            phase if Phase::LOCAL.contains(&phase) => "local, t0 to t1",
            _ => "connection, t1 to t2",
        };
        table.push([phase.label().to_owned(), place.to_owned(), ms_cell(time.duration)], Mark::None);
    }
    table
}

/// Speeds and tokens, each absent one with its reason.
pub(super) fn speeds(trace: &Trace) -> Table {
    let mut table = Table::new("Speed and tokens", &["Figure", "Value#", "Remark"], "");
    let speed = trace.speed();
    rates(&mut table, trace, &speed);
    let usage = trace.usage;
    let beside = usage.reasoning_in_output == Some(false);
    for (name, count, remark) in [
        ("Input tokens", usage.input_tokens, ""),
        ("Cached input tokens", usage.cached_input_tokens, ""),
        ("Output tokens", usage.output_tokens, ""),
        ("Reasoning tokens", usage.reasoning_tokens, if beside { "counted beside the output" } else { "" }),
        ("Visible tokens", speed.visible_tokens, ""),
    ] {
        let remark = if count.is_none() { "not reported" } else { remark };
        push(&mut table, name, count.map(grouped), remark);
    }
    push(&mut table, "Visible characters", Some(grouped(trace.visible_chars)).filter(|_| trace.counts.events > 0), "");
    table
}

fn rates(table: &mut Table, trace: &Trace, speed: &Speed) {
    let why = speed.visible_output_tps.err().map_or("", NoRate::explain);
    let tps = |tps: f64| format!("{} tok/s", rate(tps));
    match trace.stated_visible_output_tps {
        Some(stated) => push(table, "Visible output", Some(tps(stated)), "as the record states it"),
        None => push(table, "Visible output", speed.visible_output_tps.ok().map(tps), why),
    }
    push(table, "All output tokens", speed.total_output_tps.map(tps), "reasoning included, over the same window");
    if let (Some(to_last_text), Some(lag)) = (speed.to_last_text_tps, trace.long_close_lag()) {
        let why = format!("visible tokens; the close came {} after the end", duration(lag));
        push(table, "To the last text", Some(tps(to_last_text)), &why);
    }
    let inter_token = speed.inter_token_ms;
    let from = inter_token.map_or_else(
        |reason| reason.explain_after(trace.outcome()),
        |(_, from)| match from.word() {
            "t4" => "from t4, the first effective output",
            _ => "from t5, the first visible text",
        },
    );
    push(table, "Inter-token latency", inter_token.ok().map(|(ms, _)| format!("{} ms", decimal(ms))), from);
    push(
        table,
        "Characters",
        speed.chars_per_second.map(|chars| format!("{} char/s", rate(chars))),
        "visible ones, measured",
    );
    push(table, "Visible window", speed.visible_window.map(duration), "t5 to t6");
}

fn push(table: &mut Table, name: &str, value: Option<String>, remark: &str) {
    let mark = if value.is_some() { Mark::None } else { Mark::Quiet };
    table.push([name.to_owned(), value.unwrap_or_else(|| ABSENT.to_owned()), remark.to_owned()], mark);
}

/// What the provider says of itself, beside the client's clock.
pub(super) fn reported(trace: &Trace) -> Table {
    let mut table = Table::new(
        "Reported by the provider",
        &["Phase", "ms#", "Where it says so"],
        "The provider reports no phases of its own.",
    );
    table.note = "The server's own clock. Never mixed into t0 to t7.";
    for reported in trace.reported.iter().map(safe_reported) {
        let (name, source) = (words::clean(&reported.name), words::clean(&reported.source));
        table.push([name, ms_cell(reported.duration), source], Mark::None);
    }
    table
}

/// How many events of each tag.
pub(super) fn events(trace: &Trace) -> Table {
    let mut table = Table::new("Events", &["Tag", "Events#", "What it is"], "No events.");
    for tag in Tag::ALL.iter().filter(|tag| trace.counts.by_tag[**tag as usize] > 0) {
        let what = match (tag.is_visible(), tag.is_effective()) {
            (true, _) => "effective, visible",
            (false, true) => "effective",
            _ => "",
        };
        table.push([tag.to_string(), grouped(trace.counts.by_tag[*tag as usize]), what.to_owned()], Mark::None);
    }
    if trace.counts.comments > 0 {
        table.push(
            ["comments".to_owned(), grouped(trace.counts.comments), "heartbeat lines beside the events".to_owned()],
            Mark::None,
        );
    }
    table
}

/// What was odd and not repaired.
pub(super) fn notes(trace: &Trace) -> Table {
    let mut table = Table::new("Notes", &["Note", "Times#", "Meaning"], "Nothing odd was seen.");
    table.note = "What was observed and not repaired.";
    for (code, count) in all_notes(trace).iter() {
        table.push([code.word().to_owned(), grouped(u64::from(count)), explain(code).to_owned()], Mark::None);
    }
    table
}

/// How the stream came: counts and the spacing of its events.
pub(super) fn transport(recording: &Recording) -> Table {
    let mut table = Table::new("Transport", &["Figure", "Value#", "Remark"], "");
    table.note = "Event spacing is the time between neighbouring arrivals. It is no inter-token latency.";
    let trace = recording.latest();
    let (counts, unseen) = (trace.counts, trace.counts.events == 0 && trace.events_unknown().is_some());
    let why = if unseen { "the source does not hold the events" } else { "" };
    let open = if counts.unterminated > 0 { "one left open at the end of the body included" } else { why };
    for (name, count, remark) in [
        ("Events", counts.events, open),
        ("Reads of the body", counts.reads.into(), why),
        ("Body, bytes", counts.bytes, why),
    ] {
        push(&mut table, name, (!unseen).then(|| grouped(count)), remark);
    }
    let spacing = Spacing::of(recording);
    let (few, at_least) = ("fewer than 2 spacings with times", "linear; from 20 spacings on");
    for (name, value, remark) in [
        ("Event spacing, p50", spacing.p50, if spacing.p50.is_none() { few } else { "linear" }),
        ("Event spacing, p95", spacing.p95, at_least),
        ("Event spacing, max", spacing.max, if spacing.max.is_none() { few } else { "" }),
    ] {
        push(&mut table, name, value.and_then(Micros::from_ms).map(|time| format!("{} ms", ms_cell(time))), remark);
    }
    table
}

/// Where the observations come from, in words.
pub(super) const fn source(source: SourceKind) -> &'static str {
    match source {
        SourceKind::Live => "a live request",
        SourceKind::Capture => "a capture",
        SourceKind::Har => "an HTTP archive",
        SourceKind::Sse => "a raw body",
        SourceKind::Gateway => "a gateway's timing record",
    }
}

/// Things that must be said above everything else.
pub(super) fn warnings(trace: &Trace) -> Vec<String> {
    let mut warnings = Vec::new();
    if trace.notes.count(NoteCode::CaptureCut) > 0 {
        warnings.push("The capture ends before the request did: what follows is what was seen until then.".to_owned());
    }
    if trace.untimed {
        warnings.push(
            "The source has no times for its events: their order and tags are shown, t3 to t6 are absent.".to_owned(),
        );
    }
    if trace.lacks_origin() {
        warnings.push(
            "When the request was made is not in the file: offsets count from its first line, not from t0.".to_owned(),
        );
    }
    if trace.origin_bounds() == Some(None) {
        warnings.push("The record contradicts itself: its header wait does not fit before its first event.".to_owned());
    }
    if let Some((first, second)) = trace.milestones.broken_order() {
        warnings.push(format!("The milestones are not in order: {first} lies after {second}."));
    }
    warnings
}

/// Every table of the report, in order.
pub(super) fn all(recording: &Recording, thresholds: &Thresholds) -> Vec<Table> {
    let trace = recording.latest();
    let diagnosis = diagnose(trace, thresholds, None);
    vec![
        milestones(recording),
        diagnosis_rows(trace, &diagnosis),
        findings(&diagnosis),
        speeds(trace).half(),
        phases(trace).half(),
        reported(trace).half(),
        events(trace).half(),
        transport(recording).half(),
        contract(recording).half(),
        notes(trace),
    ]
}
