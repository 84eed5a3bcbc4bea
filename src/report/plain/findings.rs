use super::text::{GLUE, left, right, wrap};
use crate::{
    capture::safe_reported,
    report::{
        note_words,
        number::{duration, rate},
        out_of_sight,
        record::all_notes,
    },
    timeline::{Micros, Outcome},
    trace::{Diagnosis, Finding, FindingCode, Row, Severity, Trace},
};

/// The table in its fixed order, then the findings with where to look next.
pub(super) fn section(trace: &Trace, diagnosis: &Diagnosis, width: usize) -> Vec<String> {
    let timed = trace.milestones.present().count() > 0;
    if !timed && diagnosis.findings.is_empty() {
        return Vec::new();
    }
    let mut lines = vec!["Diagnosis".to_owned()];
    if timed {
        lines.extend(diagnosis.rows.iter().map(|looked_at| row(trace, looked_at, diagnosis.state_word(looked_at))));
    }
    for finding in &diagnosis.findings {
        lines.extend(found(finding, width));
    }
    if diagnosis.findings.is_empty() {
        lines.push(nothing_slow(trace));
    }
    lines
}

/// No finding is good news only of a request that came to its end.
fn nothing_slow(trace: &Trace) -> String {
    match trace.outcome() {
        Some(Outcome::Completed | Outcome::Incomplete) => "  nothing stands out".to_owned(),
        Some(outcome) => format!("  nothing was slow; the request ended as {outcome}"),
        None => "  nothing was slow in what is known".to_owned(),
    }
}

fn row(trace: &Trace, row: &Row, state: &str) -> String {
    let name = format!("  {} {}", row.number, row.label);
    let Some(figure) = row.figure else {
        return format!(
            "{}{}{}{}",
            left(&name, 19),
            right("—", 11),
            " ".repeat(8),
            format_args!("{}  {}", left("absent", 7), row.reason)
        )
        .trim_end()
        .to_owned();
    };
    let length = if row.at_least { format!("≥ {}", duration(figure)) } else { duration(figure) };
    let share = row.share.map_or_else(String::new, |share| format!("{:.0} %", share * 100.0));
    let mut remarks = Vec::new();
    let stated = if trace.stated_visible_output_tps.is_some() { " as stated" } else { "" };
    remarks.extend(row.tps.map(|tps| format!("{} tok/s{stated}", rate(tps))));
    remarks.extend(row.tps_between_stalls.map(|tps| format!("{} between stalls", rate(tps))));
    remarks.extend(row.counted_in.map(|other| format!("counted in {other}")));
    if row.running {
        remarks.push("so far".to_owned());
    }
    format!("{}{}{}  {}  {}", left(&name, 19), right(&length, 11), right(&share, 6), left(state, 7), remarks.join(", "))
        .trim_end()
        .to_owned()
}

fn found(finding: &Finding, width: usize) -> Vec<String> {
    let severity = match finding.severity {
        Severity::Primary => "primary",
        Severity::Secondary => "secondary",
        Severity::Note => "note",
    };
    let mut lines = wrap(&format!("  {}", left(severity, 11)), &sentence(finding), width);
    lines.extend(wrap(&format!("  {}", left("  layer", 11)), finding.code.layer(), width));
    lines.extend(wrap(&format!("  {}", left("  check", 11)), finding.code.next_check(), width));
    for reported in finding.evidence.iter().map(safe_reported) {
        let said = format!("provider says {} {} ({})", reported.name, duration(reported.duration), reported.source);
        lines.extend(wrap(&format!("  {}", left("  says", 11)), &said, width));
    }
    if let Some(said) = out_of_sight(finding) {
        lines.extend(wrap(&format!("  {}", left("  usage", 11)), &said, width));
    }
    lines
}

/// A finding in one sentence, its code first.
pub(super) fn sentence(finding: &Finding) -> String {
    let mut text = format!("{}: {}", finding.code, finding.code.symptom());
    if let Some(figure) = finding.figure {
        let least = if finding.at_least { "at least " } else { "" };
        text = format!("{text}, {least}{}", glued(figure));
    }
    if let Some(share) = finding.share {
        let of = if finding.code == FindingCode::CloseLag { " of the visible window" } else { "" };
        text = format!("{text} ({:.0}{GLUE}%{of})", share * 100.0);
    }
    if let Some(tps) = finding.tps {
        text = format!("{text} at {}{GLUE}tok/s", rate(tps));
    }
    if let Some(start) = finding.start {
        let word = if finding.figure.is_some() { "from" } else { "at" };
        text = format!("{text}, {word} {}", glued(start));
    }
    match (finding.code, finding.count) {
        (FindingCode::StreamBuffered, bursts) => format!("{text}, in {bursts} bursts"),
        (FindingCode::MidStreamStall, count) if count > 1 => format!("{text}, {} more", count - 1),
        _ => text,
    }
}

/// A duration whose unit stays on its line.
fn glued(time: Micros) -> String {
    duration(time).replace(' ', &GLUE.to_string())
}

/// What was odd, with what it means.
pub(super) fn notes(trace: &Trace, width: usize) -> Vec<String> {
    let notes = all_notes(trace);
    let mut lines = Vec::new();
    for (code, count) in notes.iter() {
        let times = if count > 1 { format!(" ({count}×)") } else { String::new() };
        lines.extend(wrap("  ", &format!("{code}{times}: {}", note_words::explain(code)), width));
    }
    if !lines.is_empty() {
        lines.insert(0, "Notes".to_owned());
    }
    lines
}
