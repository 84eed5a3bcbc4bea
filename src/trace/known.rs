//! What can be said of what the source does not hold: times whose origin it lacks, events, reasoning out of sight.

use super::Trace;
use crate::timeline::{Micros, Milestone, NoteCode, OriginBounds, Phase};

impl Trace {
    /// Whether what came before effective output is called hidden reasoning. That the request asked
    /// for it only counts once something else came first: until then it may yet be seen.
    pub fn hides_reasoning(&self) -> bool {
        let counted = self.usage.reasoning_tokens.map(|tokens| tokens > 0);
        let asked = self.reasoning_sign && self.first_effective.is_some() && counted != Some(false);
        !self.reasoning_seen && (self.reasoning_item_seen || counted == Some(true) || asked)
    }

    /// t2 − t1, measured or stated.
    pub fn upstream_headers(&self) -> Option<Micros> {
        self.milestones.between(Milestone::T1, Milestone::T2).or_else(|| self.phases.duration(Phase::UpstreamHeaders))
    }

    /// Where t1 and t2 can lie when only the header wait is known. `Some(None)` when no place is
    /// left: the record contradicts itself. `None` when the question does not arise.
    pub fn origin_bounds(&self) -> Option<Option<OriginBounds>> {
        if self.milestones.get(Milestone::T1).is_some() || self.milestones.get(Milestone::T2).is_some() {
            return None;
        }
        let wait = self.phases.duration(Phase::UpstreamHeaders)?;
        let (_, first) = self.milestones.present().find(|(milestone, _)| *milestone >= Milestone::T3)?;
        Some(OriginBounds::new(self.phases.local_sum(), first, wait))
    }

    /// Whether the request's own moment is not in the source, so that offsets count from the first
    /// thing that is, and nothing can be said of a time from t0.
    pub const fn lacks_origin(&self) -> bool {
        self.notes.count(NoteCode::OriginIsFirstLine) > 0
    }

    /// Why nothing can be said of an event that is not there: the source does not hold the events,
    /// or not their times. `None` when what is not there did not happen.
    pub fn events_unknown(&self) -> Option<&'static str> {
        if self.untimed {
            Some("no event times")
        } else if self.notes.count(NoteCode::BodyNotRecorded) > 0 {
            Some("body not recorded")
        } else {
            (self.stated && self.counts.events == 0).then_some("not stated")
        }
    }
}
