//! The milestones above the bars, the axis below them.

use super::frame::{Anchor, Frame, text_width};
use crate::{timeline::Milestone, trace::Trace};

/// The milestones `t0 … t7` over the plot, those too near to be read apart joined to `t0,1`, and a
/// thin line for each; the lines' end is set by [`axis`].
pub(super) fn milestones(frame: &mut Frame<'_>, trace: &Trace) {
    frame.y += 12.0;
    for (x, label) in joined(frame, trace) {
        let half = text_width(&label) / 2.0;
        let x = x.clamp(half, frame.width - half);
        frame.text(x, frame.y, Anchor::Middle, "sf-ink sf-strong", &label);
    }
    frame.y += 6.0;
    frame.top = frame.y;
}

/// The labels with their places, from left to right; those that would touch are joined.
fn joined(frame: &Frame<'_>, trace: &Trace) -> Vec<(f64, String)> {
    let mut groups: Vec<Group> = Vec::new();
    for (milestone, at) in trace.milestones.present() {
        let x = frame.x(at);
        let mut group = Group { first: x, last: x, members: vec![milestone] };
        while let Some(before) = groups.pop_if(|before| before.right() + APART > group.left()) {
            group.first = before.first;
            group.members.splice(0..0, before.members);
        }
        groups.push(group);
    }
    groups.into_iter().map(|group| (group.middle(), name(&group.members))).collect()
}

/// The least space between two labels, in pixels.
const APART: f64 = 6.0;

/// Milestones that share a label, which stands over their middle.
struct Group {
    first: f64,
    last: f64,
    members: Vec<Milestone>,
}

impl Group {
    fn middle(&self) -> f64 {
        f64::midpoint(self.first, self.last)
    }

    fn half_width(&self) -> f64 {
        text_width(&name(&self.members)) / 2.0 + 1.0
    }

    fn left(&self) -> f64 {
        self.middle() - self.half_width()
    }

    fn right(&self) -> f64 {
        self.middle() + self.half_width()
    }
}

/// `t0`, `t0,1`, `t3–5` for three and more in a row.
fn name(members: &[Milestone]) -> String {
    let number = |milestone: &Milestone| *milestone as usize;
    match members {
        [] => String::new(),
        [one] => one.word().to_owned(),
        [first, .., last] if members.len() > 2 && number(last) - number(first) + 1 == members.len() => {
            format!("{first}–{}", number(last))
        }
        [first, rest @ ..] => {
            rest.iter().fold(first.to_string(), |name, milestone| format!("{name},{}", number(milestone)))
        }
    }
}

/// The time axis under everything, with its lines drawn behind what is there already.
pub(super) fn axis(frame: &mut Frame<'_>) {
    let above = std::mem::take(&mut frame.body);
    let bottom = frame.y + 4.0;
    let ticks = frame.axis.ticks.clone();
    for tick in &ticks {
        let x = frame.x(tick.at);
        frame.line((x, frame.top), (x, bottom), "sf-rule sf-grid");
    }
    let grid = std::mem::replace(&mut frame.body, above);
    frame.body.insert_str(0, &grid);
    frame.y = bottom + 14.0;
    for (x, label) in tick_labels(frame) {
        frame.text(x, frame.y, Anchor::Middle, "sf-quiet sf-small", &label);
    }
    frame.y += 10.0;
}

/// The middles and words of the ticks, with the unit at the last: all of them, or every second, every
/// third, … so that none touches another.
fn tick_labels(frame: &Frame<'_>) -> Vec<(f64, String)> {
    let Frame { axis, width, .. } = frame;
    let half = |label: &str| text_width(label) / 2.0;
    let of_stride = |stride: usize| {
        let mut labels: Vec<(f64, String)> =
            axis.ticks.iter().step_by(stride).map(|tick| (frame.x(tick.at), tick.label.clone())).collect();
        if let Some((x, last)) = labels.last_mut() {
            *last = format!("{last} {}", axis.unit);
            *x = x.min(width - half(last) - 2.0);
        }
        labels
    };
    let are_apart = |labels: &Vec<(f64, String)>| {
        labels.windows(2).all(|pair| pair[0].0 + half(&pair[0].1) + APART <= pair[1].0 - half(&pair[1].1))
    };
    (1..axis.ticks.len()).map(of_stride).find(are_apart).unwrap_or_else(|| of_stride(axis.ticks.len().max(1)))
}

/// A thin line at every milestone, from the labels down to where the drawing is now.
pub(super) fn lines(frame: &mut Frame<'_>, trace: &Trace) {
    let (top, bottom) = (frame.top, frame.y);
    for (_, at) in trace.milestones.present() {
        let x = frame.x(at);
        frame.line((x, top - 2.0), (x, bottom), "sf-quiet-line sf-moment");
    }
}

#[cfg(test)]
mod tests {
    use super::{Milestone, name};

    #[test]
    fn neighbours_share_a_label() {
        assert_eq!(name(&[Milestone::T4]), "t4");
        assert_eq!(name(&[Milestone::T0, Milestone::T1]), "t0,1");
        assert_eq!(name(&[Milestone::T0, Milestone::T1, Milestone::T2]), "t0–2");
        assert_eq!(name(&[Milestone::T0, Milestone::T1, Milestone::T6]), "t0,1,6");
    }
}
