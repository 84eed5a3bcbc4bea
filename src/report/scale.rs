//! Where moments stand on a row of characters. Screen and plain report share it.

use super::{Axis, Tick};
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

    /// The tick labels on a row of `width`, with the unit once: at the last one where it has room, else
    /// at the first. Where not all have room, every second is shown, or every third, …
    pub fn tick_labels(&self, width: usize) -> Vec<Placed> {
        let mut placed = Vec::new();
        for stride in 1..=self.ticks.len() {
            let ticks: Vec<_> = self.ticks.iter().step_by(stride).collect();
            for with_unit in [ticks.len() - 1, 0] {
                placed = self.labels(&ticks, with_unit, width);
                if placed.windows(2).all(|pair| pair[0].end() < pair[1].column) {
                    return placed;
                }
            }
        }
        placed
    }

    /// Labels at their columns, or where the row ends before, as far right as there is room.
    fn labels(&self, ticks: &[&Tick], with_unit: usize, width: usize) -> Vec<Placed> {
        let label = |(i, tick): (usize, &&Tick)| {
            let unit = if i == with_unit { format!(" {}", self.unit) } else { String::new() };
            let text = format!("{}{unit}", tick.label);
            let column = self.column(tick.at, width).min(width.saturating_sub(text.chars().count()));
            Placed { column, text }
        };
        ticks.iter().enumerate().map(label).collect()
    }
}

impl Placed {
    /// The column after its last character.
    fn end(&self) -> usize {
        self.column + self.text.chars().count()
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
    fn every_tick_that_has_room_is_shown_at_its_place() {
        let row = |end, width| {
            let axis = Axis::new(Micros(0), Micros::from_millis(end));
            label_row(&axis.tick_labels(width)).replace('\u{2009}', "_")
        };
        // Of 65 columns 1 500 ms are 57.4: `1 500 ms` ends with the row.
        assert_eq!(row(1_700, 65), "0                  500                1_000              1_500 ms");
        // 200 ms are 8.9 columns; 1 400 ms lie at column 62, which even the bare number reaches beyond.
        assert_eq!(row(1_462, 65), "0 ms    200      400      600      800      1_000    1_200  1_400");
        // Of 24 columns 200 ms are 3.3, less than `1 200` takes; 400 ms are 6.6.
        assert_eq!(row(1_462, 24), "0 ms  400    800   1_200");
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
