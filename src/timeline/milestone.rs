use super::{Micros, word_enum};

word_enum! {
    /// The eight moments of one request. Every offset is measured from t0 on one monotonic clock.
    pub enum Milestone {
        /// The request is received: the tool accepts the order to send, or a gateway receives it.
        T0 = "t0",
        /// The upstream request starts: the first network work for it.
        T1 = "t1",
        /// Upstream response headers arrive.
        T2 = "t2",
        /// First non-empty event. May be only metadata; comments are heartbeats, not events.
        T3 = "t3",
        /// First effective content or action.
        T4 = "t4",
        /// First visible text.
        T5 = "t5",
        /// The upstream body completes or closes. A close is not a success.
        T6 = "t6",
        /// The handler is finished.
        T7 = "t7",
    }
}

impl Milestone {
    /// The short name on screen.
    pub const fn label(self) -> &'static str {
        match self {
            Self::T0 => "received",
            Self::T1 => "upstream",
            Self::T2 => "headers",
            Self::T3 => "first event",
            Self::T4 => "effective",
            Self::T5 => "visible text",
            Self::T6 => "closed",
            Self::T7 => "finished",
        }
    }
}

/// The moments that happened; an absent one is `None`, never 0.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Milestones([Option<Micros>; 8]);

impl Milestones {
    /// The moment from t0, if it happened and is known.
    pub const fn get(&self, milestone: Milestone) -> Option<Micros> {
        self.0[milestone as usize]
    }

    /// Sets a moment unless it is set already: a milestone is the *first* of its kind.
    pub fn set_first(&mut self, milestone: Milestone, at: Micros) {
        self.0[milestone as usize].get_or_insert(at);
    }

    /// Every milestone with its moment, in order.
    pub fn iter(&self) -> impl Iterator<Item = (Milestone, Option<Micros>)> + '_ {
        Milestone::ALL.iter().map(|m| (*m, self.get(*m)))
    }

    /// The milestones that have a moment, in order.
    pub fn present(&self) -> impl Iterator<Item = (Milestone, Micros)> + '_ {
        self.iter().filter_map(|(m, at)| at.map(|at| (m, at)))
    }

    /// The milestones that have a moment and had none in an earlier state, in order.
    pub fn new_since(&self, earlier: &Self) -> impl Iterator<Item = Milestone> {
        self.present().map(|(milestone, _)| milestone).filter(|milestone| earlier.get(*milestone).is_none())
    }

    /// The duration between two milestones; `None` when either is absent or they are reversed.
    pub fn between(&self, from: Milestone, to: Milestone) -> Option<Micros> {
        self.get(to)?.since(self.get(from)?)
    }

    /// The first pair of neighbours that breaks t0 ≤ t1 ≤ … ≤ t7, absent ones skipped.
    pub fn broken_order(&self) -> Option<(Milestone, Milestone)> {
        let present: Vec<_> = self.present().collect();
        present.windows(2).find(|pair| pair[0].1 > pair[1].1).map(|pair| (pair[0].0, pair[1].0))
    }
}

/// Where t1 and t2 can lie when a record gives the header wait but not its origin.
///
/// With L the sum of the known local phases and F the first of t3…t7 that is present:
/// `L ≤ t1 ≤ F − upstream_headers` and `t2 = t1 + upstream_headers` (definitions.md, "Unknown origins").
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OriginBounds {
    /// Earliest and latest possible t1.
    pub t1: (Micros, Micros),
    /// Earliest and latest possible t2.
    pub t2: (Micros, Micros),
}

impl OriginBounds {
    /// The interval, or `None` when it is empty: the record contradicts itself.
    pub fn new(local: Micros, first_known: Micros, upstream_headers: Micros) -> Option<Self> {
        let latest = first_known.since(upstream_headers)?;
        (local <= latest)
            .then(|| Self { t1: (local, latest), t2: (local.plus(upstream_headers), latest.plus(upstream_headers)) })
    }
}

#[cfg(test)]
mod tests {
    use super::{Micros, Milestone, Milestones, OriginBounds};

    #[test]
    fn a_milestone_is_the_first_of_its_kind_even_at_zero() {
        let mut m = Milestones::default();
        m.set_first(Milestone::T5, Micros(0));
        m.set_first(Milestone::T5, Micros(9));
        assert_eq!(m.get(Milestone::T5), Some(Micros(0)));
        assert_eq!(m.get(Milestone::T4), None);
    }

    #[test]
    fn what_is_new_is_told_from_what_was_there() {
        let mut earlier = Milestones::default();
        earlier.set_first(Milestone::T0, Micros(0));
        let mut now = earlier;
        now.set_first(Milestone::T4, Micros(7));
        now.set_first(Milestone::T3, Micros(7));
        assert_eq!(now.new_since(&earlier).collect::<Vec<_>>(), [Milestone::T3, Milestone::T4]);
        assert_eq!(now.new_since(&now).count(), 0);
    }

    #[test]
    fn the_pair_that_breaks_the_order_is_named_across_absent_ones() {
        let mut m = Milestones::default();
        m.set_first(Milestone::T0, Micros(0));
        m.set_first(Milestone::T3, Micros(500));
        m.set_first(Milestone::T5, Micros(400));
        assert_eq!(m.broken_order(), Some((Milestone::T3, Milestone::T5)));
    }

    #[test]
    fn trace_a_as_a_gateway_record_has_the_bounds_of_the_contract() {
        let ms = Micros::from_millis;
        let bounds = OriginBounds::new(Micros(0), ms(6_300), ms(6_100)).expect("not empty");
        assert_eq!(bounds.t1, (ms(0), ms(200)));
        assert_eq!(bounds.t2, (ms(6_100), ms(6_300)));
        assert_eq!(OriginBounds::new(ms(201), ms(6_300), ms(6_100)), None);
        assert_eq!(OriginBounds::new(ms(0), ms(6_000), ms(6_100)), None);
    }
}
