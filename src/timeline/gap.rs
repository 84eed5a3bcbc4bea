use super::{Micros, Milestone, Milestones};

/// The time between two neighbouring milestones that are both present.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Gap {
    /// Where it starts.
    pub from: Milestone,
    /// Where it ends.
    pub to: Milestone,
    /// How long it is.
    pub length: Micros,
    /// Whether it is the longest of its request; the earliest of several equal ones.
    pub widest: bool,
}

/// The gaps between the milestones that are present, in order. Absent milestones are skipped and
/// pairs in the wrong order have no gap. Exactly one is the widest, unless none has a length.
pub fn gaps(milestones: &Milestones) -> Vec<Gap> {
    let present: Vec<_> = milestones.present().collect();
    let mut gaps: Vec<Gap> = present
        .windows(2)
        .filter_map(|pair| {
            let length = pair[1].1.since(pair[0].1)?;
            Some(Gap { from: pair[0].0, to: pair[1].0, length, widest: false })
        })
        .collect();
    let longest = gaps.iter().map(|gap| gap.length).max().filter(|length| length.0 > 0);
    if let Some(gap) = gaps.iter_mut().find(|gap| Some(gap.length) == longest) {
        gap.widest = true;
    }
    gaps
}

#[cfg(test)]
mod tests {
    use super::{Micros, Milestone, Milestones, gaps};

    #[test]
    fn gaps_skip_absent_milestones_and_mark_the_first_widest() {
        let mut m = Milestones::default();
        for (milestone, at) in [(Milestone::T0, 0), (Milestone::T2, 50), (Milestone::T4, 100), (Milestone::T6, 130)] {
            m.set_first(milestone, Micros(at));
        }
        let found: Vec<_> = gaps(&m).iter().map(|g| (g.from.word(), g.to.word(), g.length.0, g.widest)).collect();
        assert_eq!(found, [("t0", "t2", 50, true), ("t2", "t4", 50, false), ("t4", "t6", 30, false)]);
    }
}
