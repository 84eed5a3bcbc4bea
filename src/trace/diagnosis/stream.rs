//! What the stream itself shows, beside the table.

use super::{Finding, FindingCode, Threshold, view::View};
use crate::{
    timeline::{Milestone, Outcome},
    trace::Stall,
};

/// The findings of the stream, in a fixed order.
pub(super) static CHECKS: [fn(&View<'_>) -> Option<Finding>; 6] =
    [buffered, stalled, close_lag, truncated, in_stream_error, usage_missing];

/// Many effective events that came in few bursts with long silences before them, and no flow inside.
fn buffered(view: &View<'_>) -> Option<Finding> {
    let bursts = view.trace.bursts();
    let limit = |threshold| view.thresholds.get(threshold);
    let each = bursts.silent.as_ms() / bursts.bursts.max(1) as f64;
    let held = bursts.events as f64 >= limit(Threshold::BufferedEvents)
        && bursts.events as f64 >= limit(Threshold::BufferedPerBurst) * bursts.bursts as f64
        && each >= limit(Threshold::BufferedSilenceMs)
        && bursts.flowing.as_ms() * 20.0 <= bursts.silent.as_ms();
    held.then(|| Finding {
        figure: Some(bursts.silent),
        share: view.share(bursts.silent),
        count: bursts.bursts,
        ..Finding::new(FindingCode::StreamBuffered)
    })
}

/// The silences inside generation that are long enough.
pub(super) fn stalls(view: &View<'_>) -> Vec<Stall> {
    let long = |stall: &Stall| view.reaches(stall.length, Threshold::StallFloorMs, Threshold::StallShare);
    view.trace.stalls().chain(last_silence(view)).filter(long).collect()
}

/// The longest silence inside generation.
fn stalled(view: &View<'_>) -> Option<Finding> {
    let stalls = stalls(view);
    let longest = stalls.iter().rev().max_by_key(|stall| stall.length)?;
    Some(Finding {
        figure: Some(longest.length),
        share: view.share(longest.length),
        start: Some(longest.start),
        count: stalls.len() as u64,
        ..Finding::new(FindingCode::MidStreamStall)
    })
}

/// The silence after the last effective event: to the terminal marker, the close, or now.
fn last_silence(view: &View<'_>) -> Option<Stall> {
    let trace = view.trace;
    // While no text came, it may still be the phase before it.
    let start = trace.last_effective.filter(|_| trace.first_text.is_some() || view.is_closed())?;
    let closed = trace.milestones.get(Milestone::T6);
    let length = trace.terminal_at.or(closed).or(view.now())?.since(start)?;
    Some(Stall { start, length, after_text: trace.first_text.is_some() })
}

fn close_lag(view: &View<'_>) -> Option<Finding> {
    let (lag, share) = view.close_lag()?;
    Some(Finding {
        figure: Some(lag),
        share: Some(share),
        start: view.trace.terminal_at,
        ..Finding::new(FindingCode::CloseLag)
    })
}

fn truncated(view: &View<'_>) -> Option<Finding> {
    (view.trace.outcome()? == Outcome::Truncated)
        .then(|| Finding { start: view.trace.milestones.get(Milestone::T6), ..Finding::new(FindingCode::Truncated) })
}

fn in_stream_error(view: &View<'_>) -> Option<Finding> {
    let start = view.trace.error_at;
    view.trace.has_stream_error().then(|| Finding { start, ..Finding::new(FindingCode::InStreamError) })
}

/// A stream that ended well and said nothing of its output tokens.
fn usage_missing(view: &View<'_>) -> Option<Finding> {
    let trace = view.trace;
    let ended = matches!(trace.outcome()?, Outcome::Completed | Outcome::Incomplete);
    let said = trace.usage.output_tokens.is_some() || trace.stated_visible_output_tps.is_some();
    (ended && !said && trace.first_effective.is_some()).then(|| Finding::new(FindingCode::UsageMissing))
}

impl Finding {
    fn new(code: FindingCode) -> Self {
        Self {
            code,
            severity: super::Severity::Note,
            figure: None,
            share: None,
            start: None,
            tps: None,
            running: false,
            at_least: false,
            count: 1,
            evidence: Vec::new(),
            hidden_tokens: None,
        }
    }

    /// A finding from a slow row.
    pub(super) fn slow(row: &super::Row) -> Self {
        Self {
            figure: row.figure,
            share: row.share,
            tps: row.tps,
            running: row.running,
            at_least: row.at_least,
            ..Self::new(row.code)
        }
    }

    /// Whether it takes a place among the primary and secondary ones.
    pub(super) const fn is_note(&self) -> bool {
        matches!(self.code, FindingCode::UsageMissing)
    }

    /// For ordering by share; below every share when it has none.
    pub(super) fn weight(&self) -> f64 {
        self.share.unwrap_or(-1.0)
    }
}
