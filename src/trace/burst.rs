use crate::timeline::Micros;

/// Arrivals closer than this belong to one burst: what a proxy lets go at once may still take a
/// few reads.
const SAME_BURST: Micros = Micros::from_millis(5);

/// How the effective events of one request came: in a flow, or in bursts with silences between.
///
/// The silence before the first burst counts from t1, else from t0.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Bursts {
    /// Effective events that have a time.
    pub events: u64,
    /// Groups of them.
    pub bursts: u64,
    /// The time between the groups, and before the first.
    pub silent: Micros,
    /// The time inside the groups.
    pub flowing: Micros,
    last: Option<Micros>,
}

impl Bursts {
    /// Takes in the next effective event; `origin` is where the wait for the first began.
    pub(super) fn note(&mut self, at: Micros, origin: Micros) {
        let spacing = at.since(self.last.unwrap_or(origin)).unwrap_or_default();
        if self.last.is_none() || spacing > SAME_BURST {
            self.bursts += 1;
            self.silent = self.silent.plus(spacing);
        } else {
            self.flowing = self.flowing.plus(spacing);
        }
        self.events += 1;
        self.last = Some(at);
    }
}

#[cfg(test)]
mod tests {
    use super::{Bursts, Micros};

    #[test]
    fn a_burst_over_several_reads_is_one_and_silences_are_summed() {
        let mut bursts = Bursts::default();
        for at in [400_000, 400_000, 401_000, 800_000, 800_000, 1_200_000] {
            bursts.note(Micros(at), Micros(3_000));
        }
        assert_eq!((bursts.events, bursts.bursts), (6, 3));
        assert_eq!(bursts.silent, Micros(397_000 + 399_000 + 400_000));
        assert_eq!(bursts.flowing, Micros(1_000));
    }
}
