//! What is slow: the table of definitions.md, "Diagnosis, in a fixed order", as data.
//!
//! [`diagnose`] looks at each row in order and shows every one with its figure and *normal*, *slow*
//! or *absent*; then at what the stream itself shows. No single figure proves a root cause: a
//! finding names a likely layer and the next check.

mod code;
mod rules;
mod stream;
mod threshold;
mod view;

#[cfg(test)]
mod tests;

pub use code::{FindingCode, RowState, Severity};
pub use threshold::{Threshold, ThresholdError, Thresholds};

use self::{
    rules::{RULES, Rule},
    stream::CHECKS,
    view::View,
};
use super::{Stall, Trace};
use crate::{dialect::Reported, timeline::Micros};

/// One row of the table, looked at.
#[derive(Clone, Debug, PartialEq)]
pub struct Row {
    /// Its number in the table, 1 to 6; the three local phases share the last.
    pub number: u8,
    /// Its few words for the screen.
    pub label: &'static str,
    /// The code of its finding.
    pub code: FindingCode,
    /// How it came out.
    pub state: RowState,
    /// The stretch it looks at.
    pub figure: Option<Micros>,
    /// Its share of the whole request so far.
    pub share: Option<f64>,
    /// The speed in it, for generation.
    pub tps: Option<f64>,
    /// The same with the stalls taken out, where there are any: what generation is judged by.
    pub tps_between_stalls: Option<f64>,
    /// Whether it has not ended yet.
    pub running: bool,
    /// Whether it is at least so long: it ran until the request broke off, or its origin is unknown.
    pub at_least: bool,
    /// The row that counts it instead: rows 2 and 3 share a span.
    pub counted_in: Option<u8>,
    /// Why it is absent, in a few words; empty when it is not.
    pub reason: &'static str,
}

/// Something to look at.
#[derive(Clone, Debug, PartialEq)]
pub struct Finding {
    /// What.
    pub code: FindingCode,
    /// How it stands among the others.
    pub severity: Severity,
    /// How long, for findings that have a length.
    pub figure: Option<Micros>,
    /// Its share of the whole request; for a close lag of the visible window.
    pub share: Option<f64>,
    /// Where it starts, for a stall, a close lag, a truncation, an error.
    pub start: Option<Micros>,
    /// The speed, for slow generation.
    pub tps: Option<f64>,
    /// Whether it has not ended yet.
    pub running: bool,
    /// Whether it is at least so long.
    pub at_least: bool,
    /// How many: bursts of a buffered stream, stalls over the threshold.
    pub count: u64,
    /// What the provider says of its own phases in this stretch, raw names.
    pub evidence: Vec<Reported>,
    /// Reasoning tokens that the provider counted and nobody saw, where they explain a wait for
    /// effective output.
    pub hidden_tokens: Option<u64>,
}

/// The table and what was found.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Diagnosis {
    /// Every row of the table, in order.
    pub rows: Vec<Row>,
    /// The findings: the primary one first, then by the table, then those of the stream, notes last.
    pub findings: Vec<Finding>,
    /// Every silence inside generation that is over the threshold, in order of time.
    pub stalls: Vec<Stall>,
}

impl Diagnosis {
    /// Whether a row is the one to look at first.
    pub fn is_primary(&self, row: &Row) -> bool {
        let is_it = |finding: &Finding| finding.code == row.code && finding.severity == Severity::Primary;
        row.state == RowState::Slow && self.findings.iter().any(is_it)
    }

    /// How a row came out, in a word: the one to look at first stands out without colour too.
    pub fn state_word(&self, row: &Row) -> &'static str {
        if self.is_primary(row) { "SLOW" } else { row.state.word() }
    }
}

/// Looks at a trace. `now` counts for what still runs; without it the trace is taken as it stands.
pub fn diagnose(trace: &Trace, thresholds: &Thresholds, now: Option<Micros>) -> Diagnosis {
    let view = View::new(trace, thresholds, now);
    let rows: Vec<Row> = RULES.iter().map(|rule| look(rule, &view)).collect();
    let mut findings: Vec<Finding> = rows.iter().filter(|row| row.state == RowState::Slow).map(Finding::slow).collect();
    let slow_rows = findings.len();
    findings.extend(CHECKS.iter().filter_map(|check| check(&view)));
    rank(&mut findings, slow_rows);
    for finding in &mut findings {
        finding.evidence = evidence(finding.code, trace);
        finding.hidden_tokens = hidden_tokens(finding.code, trace);
    }
    Diagnosis { rows, findings, stalls: stream::stalls(&view) }
}

fn look(rule: &Rule, view: &View<'_>) -> Row {
    let row = Row {
        number: rule.number,
        label: rule.label,
        code: rule.code,
        state: RowState::Absent,
        figure: None,
        share: None,
        tps: None,
        tps_between_stalls: None,
        running: false,
        at_least: false,
        counted_in: None,
        reason: "",
    };
    let figure = match (rule.figure)(view) {
        Ok(figure) => figure,
        Err(reason) => return Row { reason, ..row },
    };
    let too_slow = match (rule.below_tps, figure.tps_between_stalls.or(figure.tps)) {
        (Some(limit), Some(tps)) => tps < view.thresholds.get(limit),
        (Some(_), None) => false,
        (None, _) => true,
    };
    let slow = too_slow && figure.counted_in.is_none() && view.reaches(figure.length, rule.floor, rule.share);
    Row {
        state: if slow { RowState::Slow } else { RowState::Normal },
        figure: Some(figure.length),
        share: view.share(figure.length),
        tps: figure.tps,
        tps_between_stalls: figure.tps_between_stalls,
        running: figure.running,
        at_least: figure.at_least,
        counted_in: figure.counted_in,
        ..row
    }
}

/// The largest share is primary: of the slow rows and of a stream that is held back, which makes
/// every row late; where there is none of these, of the stream's other findings. The others are
/// secondary, notes stay notes and go last.
fn rank(findings: &mut [Finding], slow_rows: usize) {
    let is_first = |i: usize| i < slow_rows || findings[i].code == FindingCode::StreamBuffered;
    let any_first = (0..findings.len()).any(is_first);
    let primary = (0..findings.len())
        .rev()
        .filter(|i| !findings[*i].is_note() && (is_first(*i) || !any_first))
        .max_by(|a, b| findings[*a].weight().total_cmp(&findings[*b].weight()));
    for finding in findings.iter_mut().filter(|finding| !finding.is_note()) {
        finding.severity = Severity::Secondary;
    }
    if let Some(i) = primary {
        findings[i].severity = Severity::Primary;
    }
    findings.sort_by_key(|finding| finding.severity);
}

/// What was reasoned out of sight while effective output was waited for.
fn hidden_tokens(code: FindingCode, trace: &Trace) -> Option<u64> {
    let waits = matches!(code, FindingCode::FirstResponseSlow | FindingCode::MetadataOnlyStart);
    trace.usage.reasoning_tokens.filter(|tokens| waits && *tokens > 0 && !trace.reasoning_seen)
}

/// Which of the provider's own figures speak of a finding, by the words in their names.
fn evidence(code: FindingCode, trace: &Trace) -> Vec<Reported> {
    let words: &[&str] = match code {
        FindingCode::UpstreamHeadersSlow => {
            &["queue", "processing", "upstream", "total", "overhead", "first_token", "first-token"]
        }
        FindingCode::FirstResponseSlow | FindingCode::MetadataOnlyStart => {
            &["queue", "prompt", "prefill", "first_token", "first-token", "load"]
        }
        FindingCode::TextAfterActionSlow | FindingCode::GenerationSlowTps | FindingCode::MidStreamStall => {
            &["completion", "decode", "predicted", "generation", "eval", "itl"]
        }
        _ => &[],
    };
    let speaks = |reported: &&Reported| {
        [&reported.name, &reported.source].iter().any(|text| words.iter().any(|word| text.contains(word)))
    };
    trace.reported.iter().filter(speaks).cloned().collect()
}
