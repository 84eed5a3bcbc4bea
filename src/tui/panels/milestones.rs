//! t0 to t7 with their moments, and below them the speed.

use super::speed;
use crate::{
    report::ms_cell,
    timeline::{Micros, Milestone},
    tui::{
        pen::Pen,
        state::{Panel, State},
        theme::Role,
        view,
    },
};

/// Draws the two panels in one frame: below each other, or side by side when it is low.
pub fn draw(pen: &mut Pen<'_>, state: &State) {
    let focused = state.focus == Panel::Milestones;
    let (width, height) = (pen.width(), pen.height());
    if height < 15 && width >= 56 {
        let half = width / 2;
        rows(&mut pen.part(0, 0, half, height).frame("Milestones ms", focused), state);
        let mut right = pen.part(half, 0, width.saturating_sub(half), height);
        let hidden = speed::draw(&mut right.frame("Speed", focused), state);
        return right.more(hidden);
    }
    rows(&mut pen.frame("Milestones ms", focused).part(0, 0, width, 8), state);
    let divider = 9;
    if height < divider + 3 {
        return;
    }
    let [line, _] = pen.theme().glyphs.lines;
    let [left, right] = pen.theme().glyphs.tees;
    let border = if focused { Role::Focused } else { Role::Border };
    (0..width).for_each(|x| pen.cell(x, divider, line, border));
    pen.cell(0, divider, left, border);
    pen.cell(width.saturating_sub(1), divider, right, border);
    pen.title(2, divider, "Speed", width.saturating_sub(4));
    let rows = height.saturating_sub(divider + 2);
    let hidden = speed::draw(&mut pen.part(1, divider + 1, width.saturating_sub(2), rows), state);
    pen.more(hidden);
}

fn rows(pen: &mut Pen<'_>, state: &State) {
    let trace = state.view();
    let bounds = trace.origin_bounds().flatten();
    let next = view::next_milestone(state);
    let end = pen.width().saturating_sub(1);
    for (y, (milestone, at)) in (0..).zip(trace.milestones.iter()) {
        let (value, role) = match (at, milestone, bounds) {
            (Some(at), ..) => (ms_cell(at), Role::Text),
            (None, Milestone::T1, Some(bounds)) => (interval(bounds.t1), Role::Quiet),
            (None, Milestone::T2, Some(bounds)) => (interval(bounds.t2), Role::Quiet),
            _ if next == Some(milestone) => ("pending".to_owned(), Role::Focused),
            _ if next.is_some_and(|next| next < milestone) => ("·".to_owned(), Role::Quiet),
            _ => ("—".to_owned(), Role::Quiet),
        };
        let used = pen.text(1, y, milestone.word(), if at.is_some() { Role::Title } else { Role::Quiet });
        let name_role = if at.is_some() { Role::Text } else { Role::Quiet };
        pen.text_within(used + 2, y, end.saturating_sub(used + 3), milestone.label(), name_role);
        pen.text_right(end, y, &value, role);
    }
}

/// Where a moment with an unknown origin can lie.
fn interval((from, to): (Micros, Micros)) -> String {
    let whole = |at: Micros| crate::report::grouped((at.0 + 500) / 1_000);
    format!("{}–{}", whole(from), whole(to))
}
