//! The fixed-order table: each row with its figure, floor, share and code.

use super::{FindingCode, Threshold, view::View};
use crate::timeline::{Micros, Milestone, NoRate, Phase};

/// What a row looks at.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Figure {
    pub length: Micros,
    pub tps: Option<f64>,
    /// The speed with the stalls taken out, where there are any.
    pub tps_between_stalls: Option<f64>,
    /// It has not ended yet.
    pub running: bool,
    /// It is at least this long: it ran to the end of the request, or its origin is not known.
    pub at_least: bool,
    /// It belongs to this row instead.
    pub counted_in: Option<u8>,
}

impl Figure {
    pub(super) const fn of(length: Micros) -> Self {
        Self { length, tps: None, tps_between_stalls: None, running: false, at_least: false, counted_in: None }
    }
}

/// One row of the table.
pub(super) struct Rule {
    /// Its number in definitions.md.
    pub number: u8,
    pub code: FindingCode,
    /// The words on screen.
    pub label: &'static str,
    /// The figure, or why there is none.
    pub figure: fn(&View<'_>) -> Result<Figure, &'static str>,
    pub floor: Threshold,
    pub share: Threshold,
    /// A speed that it must also stay below.
    pub below_tps: Option<Threshold>,
}

/// The rows, in the order in which they are looked at.
pub(super) static RULES: [Rule; 8] = [
    Rule {
        number: 1,
        code: FindingCode::UpstreamHeadersSlow,
        label: "headers",
        figure: headers,
        floor: Threshold::HeadersFloorMs,
        share: Threshold::HeadersShare,
        below_tps: None,
    },
    Rule {
        number: 2,
        code: FindingCode::FirstResponseSlow,
        label: "response",
        figure: response,
        floor: Threshold::ResponseFloorMs,
        share: Threshold::ResponseShare,
        below_tps: None,
    },
    Rule {
        number: 3,
        code: FindingCode::MetadataOnlyStart,
        label: "metadata only",
        figure: metadata,
        floor: Threshold::MetadataFloorMs,
        share: Threshold::MetadataShare,
        below_tps: None,
    },
    Rule {
        number: 4,
        code: FindingCode::TextAfterActionSlow,
        label: "action to text",
        figure: text_after_action,
        floor: Threshold::TextFloorMs,
        share: Threshold::TextShare,
        below_tps: None,
    },
    Rule {
        number: 5,
        code: FindingCode::GenerationSlowTps,
        label: "generation",
        figure: generation,
        floor: Threshold::GenerationFloorMs,
        share: Threshold::GenerationShare,
        below_tps: Some(Threshold::GenerationTps),
    },
    local("local auth", FindingCode::LocalAuthSlow, |view| view.phase(Phase::Auth)),
    local("local routing", FindingCode::LocalDistributionSlow, |view| view.phase(Phase::Distribution)),
    local("local body", FindingCode::LocalBodyReadSlow, |view| view.phase(Phase::BodyRead)),
];

const fn local(label: &'static str, code: FindingCode, figure: fn(&View<'_>) -> Result<Figure, &'static str>) -> Rule {
    Rule {
        number: 6,
        code,
        label,
        figure,
        floor: Threshold::LocalFloorMs,
        share: Threshold::LocalShare,
        below_tps: None,
    }
}

fn headers(view: &View<'_>) -> Result<Figure, &'static str> {
    match view.trace.upstream_headers() {
        Some(length) => Ok(Figure::of(length)),
        None => view.until(Milestone::T1, Milestone::T2),
    }
}

/// The wait from headers to effective output; it is row 3's when it lies mostly after the first event.
fn response(view: &View<'_>) -> Result<Figure, &'static str> {
    let whole = view.until(Milestone::T2, Milestone::T4)?;
    let before = view.until(Milestone::T2, Milestone::T3).map_or(whole.length, |figure| figure.length);
    let after = whole.length.since(before).unwrap_or_default();
    Ok(Figure { counted_in: (after >= before && after > Micros::ZERO).then_some(3), ..whole })
}

/// The stretch of metadata only; it is row 2's when the wait lies mostly before the first event.
fn metadata(view: &View<'_>) -> Result<Figure, &'static str> {
    let figure = view.until(Milestone::T3, Milestone::T4)?;
    let elsewhere = response(view).is_ok_and(|response| response.counted_in.is_none());
    Ok(Figure { counted_in: elsewhere.then_some(2), ..figure })
}

fn text_after_action(view: &View<'_>) -> Result<Figure, &'static str> {
    if view.is_closed() && view.trace.milestones.get(Milestone::T5).is_none() {
        return Err(view.trace.events_unknown().unwrap_or("no visible text"));
    }
    view.until(Milestone::T4, Milestone::T5)
}

/// The visible window with its speed. A socket held open after the end is no slow generation, so
/// under close lag the window ends with the last text. Neither is one long silence: it is a finding
/// of its own, and what counts is the speed around it.
fn generation(view: &View<'_>) -> Result<Figure, &'static str> {
    let trace = view.trace;
    let t5 = trace.milestones.get(Milestone::T5).ok_or(trace.events_unknown().unwrap_or("no visible text"))?;
    let speed = trace.speed();
    let held = view.held_open() && speed.to_last_text_tps.is_some();
    let end = if held { trace.last_text } else { trace.milestones.get(Milestone::T6).or(view.stated_end()) };
    let length = end.and_then(|end| end.since(t5)).ok_or("it runs")?;
    // A record that states a speed of 0 had none to state.
    let tps = match (trace.stated_visible_output_tps.filter(|tps| *tps > 0.0), held) {
        (Some(stated), _) => stated,
        (None, true) => speed.to_last_text_tps.ok_or("no rate")?,
        (None, false) => speed.visible_output_tps.map_err(NoRate::explain)?,
    };
    let silent = super::stream::stalls(view).iter().fold(Micros::ZERO, |sum, stall| sum.plus(stall.length));
    let flowing = length.since(silent).filter(|flowing| silent > Micros::ZERO && *flowing > Micros::ZERO);
    let tps_between_stalls = flowing.map(|flowing| tps * length.as_secs() / flowing.as_secs());
    Ok(Figure { tps: Some(tps), tps_between_stalls, ..Figure::of(length) })
}
