use super::{Threshold, Thresholds, rules::Figure};
use crate::{
    timeline::{Micros, Milestone, Outcome, Phase},
    trace::Trace,
};

/// A trace as the rules look at it: with "now" and with its whole length.
pub(super) struct View<'a> {
    pub trace: &'a Trace,
    pub thresholds: &'a Thresholds,
    /// Now, while the request runs.
    now: Option<Micros>,
    /// The whole that shares are of: the end of the body, else of the handler, else now.
    pub whole: Option<Micros>,
}

impl<'a> View<'a> {
    pub(super) fn new(trace: &'a Trace, thresholds: &'a Thresholds, now: Option<Micros>) -> Self {
        let end = trace.milestones.get(Milestone::T6).or(trace.milestones.get(Milestone::T7));
        let now = now.filter(|_| end.is_none() && trace.close.is_none());
        let seen = (trace.now() > Micros::ZERO).then_some(trace.now());
        Self { trace, thresholds, now, whole: end.or(now).or(seen) }
    }

    pub(super) const fn is_closed(&self) -> bool {
        self.now.is_none()
    }

    pub(super) const fn now(&self) -> Option<Micros> {
        self.now
    }

    pub(super) fn share(&self, length: Micros) -> Option<f64> {
        let whole = self.whole.filter(|whole| *whole > Micros::ZERO)?;
        Some(length.as_ms() / whole.as_ms())
    }

    /// Whether a length reaches a floor and a share.
    pub(super) fn reaches(&self, length: Micros, floor: Threshold, share: Threshold) -> bool {
        length.as_ms() >= self.thresholds.get(floor)
            && self.share(length).is_some_and(|got| got >= self.thresholds.get(share))
    }

    /// The time between two milestones. When the later one is missing it runs until now, or it ran
    /// until the request broke off.
    pub(super) fn until(&self, from: Milestone, to: Milestone) -> Result<Figure, &'static str> {
        let milestones = &self.trace.milestones;
        let start = match milestones.get(from) {
            Some(start) => Some((start, false)),
            // A record that gives no t2: the wait is at least as long as from its latest place.
            None if from == Milestone::T2 => self.trace.origin_bounds().flatten().map(|bounds| (bounds.t2.1, true)),
            None => None,
        };
        let unknown = self.trace.events_unknown().filter(|_| from > Milestone::T2);
        let (start, at_least) = start.ok_or_else(|| unknown.unwrap_or_else(|| missing(from)))?;
        if let Some(end) = milestones.get(to) {
            let length = end.since(start).ok_or("out of order")?;
            return Ok(Figure { at_least, ..Figure::of(length) });
        }
        if to > Milestone::T2
            && let Some(unknown) = self.trace.events_unknown()
        {
            return Err(unknown);
        }
        if let Some(now) = self.now {
            let length = now.since(start).unwrap_or_default();
            return Ok(Figure { running: true, at_least, ..Figure::of(length) });
        }
        let end = self.trace.closed_at.filter(|_| self.broke_off(to)).ok_or_else(|| missing(to))?;
        let length = end.since(start).ok_or("out of order")?;
        Ok(Figure { at_least: true, ..Figure::of(length) })
    }

    /// Whether the request ended while it still waited for a milestone.
    fn broke_off(&self, waited_for: Milestone) -> bool {
        match self.trace.outcome() {
            Some(Outcome::Timeout | Outcome::Cancelled | Outcome::Truncated | Outcome::Error) => true,
            Some(Outcome::ConnectError) => waited_for == Milestone::T2,
            _ => false,
        }
    }

    pub(super) fn phase(&self, phase: Phase) -> Result<Figure, &'static str> {
        self.trace.phases.duration(phase).map(Figure::of).ok_or("not reported")
    }

    /// The end that a record states when it does not say when the body closed.
    pub(super) fn stated_end(&self) -> Option<Micros> {
        self.trace.milestones.get(Milestone::T7)
    }

    /// Whether the connection stayed open for long after the end of the stream.
    pub(super) fn held_open(&self) -> bool {
        self.close_lag().is_some()
    }

    /// The close lag with its share of the visible window (of the whole where no text came), when
    /// it is over both thresholds.
    pub(super) fn close_lag(&self) -> Option<(Micros, f64)> {
        let lag = self.trace.close_lag()?;
        let window = self.trace.milestones.between(Milestone::T5, Milestone::T6).or(self.whole)?;
        let share = lag.as_ms() / window.as_ms();
        (lag.as_ms() >= self.thresholds.get(Threshold::CloseLagFloorMs)
            && share > self.thresholds.get(Threshold::CloseLagShare))
        .then_some((lag, share))
    }
}

const fn missing(milestone: Milestone) -> &'static str {
    match milestone {
        Milestone::T0 => "no t0",
        Milestone::T1 => "no upstream start",
        Milestone::T2 => "no headers",
        Milestone::T3 => "no event",
        Milestone::T4 => "no effective output",
        Milestone::T5 => "no visible text",
        Milestone::T6 => "no close",
        Milestone::T7 => "no end",
    }
}
