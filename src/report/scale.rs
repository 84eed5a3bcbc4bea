//! Where moments stand on a row of characters. Screen and plain report share it.

use super::Axis;
use crate::timeline::{Micros, Milestone, Milestones};

/// A label at a column.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Placed {
    /// The column of its first character.
    pub column: usize,
    /// What it says.
    pub text: String,
}

impl Axis {
    /// The column of a moment on a row of `width`, inside the row.
    pub fn column(&self, at: Micros, width: usize) -> usize {
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "clamped to 0..=1 of a row")]
        let column = (self.position(at).clamp(0.0, 1.0) * width as f64) as usize;
        column.min(width.saturating_sub(1))
    }

    /// The tick labels on a row of `width`, the unit at the last one. A label that has no room is left out.
    pub fn tick_labels(&self, width: usize) -> Vec<Placed> {
        let mut placed: Vec<Placed> = Vec::new();
        let last = self.ticks.len().saturating_sub(1);
        for (i, tick) in self.ticks.iter().enumerate() {
            let text = if i == last { format!("{} {}", tick.label, self.unit) } else { tick.label.clone() };
            let length = text.chars().count();
            let column = self.column(tick.at, width).min(width.saturating_sub(length));
            let free = placed.last().map_or(0, |before| before.column + before.text.chars().count() + 1);
            if column < free && i == last {
                placed.pop();
            }
            if column >= free || i == last {
                placed.push(Placed { column, text });
            }
        }
        placed
    }
}

/// The milestones' names on a row of `width`: those in the same or neighbouring columns are joined
/// (`t0,1`), never overwritten.
pub fn milestone_labels(milestones: &Milestones, axis: &Axis, width: usize) -> Vec<Placed> {
    let visible = milestones.present().filter(|(_, at)| *at >= axis.start && *at <= axis.end);
    let mut found: Vec<(usize, Milestone)> = visible.map(|(m, at)| (axis.column(at, width), m)).collect();
    found.sort_unstable();
    let mut placed: Vec<(usize, Vec<Milestone>)> = Vec::new();
    for (column, milestone) in found {
        let (mut start, mut members) = (column, vec![milestone]);
        loop {
            // What does not fit at the right edge moves left, and joins what it then touches.
            start = start.min(width.saturating_sub(label(&members).len()));
            match placed.pop() {
                Some((before, mut earlier)) if start <= before + label(&earlier).len() => {
                    earlier.append(&mut members);
                    (start, members) = (before, earlier);
                }
                Some(apart) => {
                    placed.push(apart);
                    break;
                }
                None => break,
            }
        }
        placed.push((start, members));
    }
    placed.into_iter().map(|(column, members)| Placed { column, text: label(&members) }).collect()
}

/// `t0`, or `t0,1,2` for several.
fn label(members: &[Milestone]) -> String {
    let digits: Vec<&str> = members.iter().map(|milestone| &milestone.word()[1..]).collect();
    format!("t{}", digits.join(","))
}

/// A row with labels on it.
pub fn label_row(labels: &[Placed]) -> String {
    let mut row = String::new();
    let mut at = 0;
    for placed in labels {
        let gap = placed.column.saturating_sub(at);
        row.extend(std::iter::repeat_n(' ', gap));
        row.push_str(&placed.text);
        at += gap + placed.text.chars().count();
    }
    row
}

#[cfg(test)]
mod tests {
    use super::{Axis, Micros, Milestone, Milestones, label_row, milestone_labels};

    fn milestones(ms: &[(Milestone, u64)]) -> Milestones {
        let mut found = Milestones::default();
        for (milestone, at) in ms {
            found.set_first(*milestone, Micros::from_millis(*at));
        }
        found
    }

    #[test]
    fn milestones_that_would_touch_are_joined_and_the_last_stay_inside() {
        use Milestone::{T0, T1, T2, T3, T4, T5, T6, T7};
        let all = [(T0, 0), (T1, 3), (T2, 243), (T3, 310), (T4, 2_900), (T5, 8_700), (T6, 10_190), (T7, 10_200)];
        let axis = Axis::new(Micros(0), Micros::from_millis(10_200));
        let row = label_row(&milestone_labels(&milestones(&all), &axis, 60));
        assert_eq!(row, "t0,1,2,3         t4                                t5   t6,7");
        assert_eq!(row.len(), 60);
        let narrow = label_row(&milestone_labels(&milestones(&all), &axis, 16));
        assert_eq!(narrow, "t0,1,2,3,4,5,6,7");
        // The label that is moved left reaches the one before, and the two together the one before that.
        let crowd = [(T0, 0), (T3, 600), (T5, 850), (T6, 999), (T7, 1_000)];
        let axis = Axis::new(Micros(0), Micros::from_millis(1_000));
        assert_eq!(label_row(&milestone_labels(&milestones(&crowd), &axis, 20)), "t0          t3,5,6,7");
    }
}
