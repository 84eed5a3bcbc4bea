//! t0 to t7 with their moments, and below them the speed.

use super::speed;
use crate::{
    report::ms_cell,
    timeline::{Micros, Milestone},
    tui::{
        num,
        pen::Pen,
        state::{Panel, State},
        theme::Role,
        view,
    },
};

/// Rows of the milestones: one each, t0 to t7.
const ROWS: u16 = 8;

/// Draws the two panels in one frame: below each other, or side by side when it is low. Gives how
/// far they can be scrolled: only with the focus.
pub fn draw(pen: &mut Pen<'_>, state: &State) -> usize {
    let focused = state.focus == Panel::Milestones;
    let top = if focused { state.panel_top } else { 0 };
    let title = if state.view().lacks_origin() { "Milestones ms from first line" } else { "Milestones ms" };
    let (width, height) = (pen.width(), pen.height());
    if height < 15 && width >= 56 {
        let half = width / 2;
        let mut left = pen.part(0, 0, half, height);
        let milestones = rows(&mut left.frame(title, focused), state, top);
        left.more(num::cells(milestones.saturating_sub(top)));
        let mut right = pen.part(half, 0, width.saturating_sub(half), height);
        let speed = speed::draw(&mut right.frame("Speed", focused), state, top);
        right.more(num::cells(speed.saturating_sub(top)));
        return if focused { milestones.max(speed) } else { 0 };
    }
    let divider = ROWS + 1;
    if height < divider + 3 {
        let milestones = rows(&mut pen.frame(title, focused), state, top);
        pen.more(num::cells(milestones.saturating_sub(top)));
        return if focused { milestones } else { 0 };
    }
    rows(&mut pen.frame(title, focused).part(0, 0, width, ROWS), state, 0);
    let [line, _] = pen.theme().glyphs.lines;
    let [left, right] = pen.theme().glyphs.tees;
    let border = if focused { Role::Focused } else { Role::Border };
    (0..width).for_each(|x| pen.cell(x, divider, line, border));
    pen.cell(0, divider, left, border);
    pen.cell(width.saturating_sub(1), divider, right, border);
    pen.title(2, divider, "Speed", width.saturating_sub(4));
    let rows = height.saturating_sub(divider + 2);
    let speed = speed::draw(&mut pen.part(1, divider + 1, width.saturating_sub(2), rows), state, top);
    pen.more(num::cells(speed.saturating_sub(top)));
    if focused { speed } else { 0 }
}

/// The milestones from a row on, a full page at least. Gives how far they can be scrolled.
fn rows(pen: &mut Pen<'_>, state: &State, top: usize) -> usize {
    let scrolls = usize::from(ROWS.saturating_sub(pen.height()));
    let trace = state.view();
    let bounds = trace.origin_bounds().flatten();
    let next = view::next_milestone(state);
    let end = pen.width().saturating_sub(1);
    for (y, (milestone, at)) in (0..pen.height()).zip(trace.milestones.iter().skip(top.min(scrolls))) {
        let (value, role) = match (at, milestone, bounds) {
            (Some(at), ..) => (ms_cell(at), Role::Text),
            (None, Milestone::T1, Some(bounds)) => (interval(bounds.t1), Role::Quiet),
            (None, Milestone::T2, Some(bounds)) => (interval(bounds.t2), Role::Quiet),
            _ if next == Some(milestone) => ("pending".to_owned(), Role::Focused),
            _ if next.is_some_and(|next| next < milestone) => (pen.theme().glyphs.dot.to_owned(), Role::Quiet),
            _ => ("—".to_owned(), Role::Quiet),
        };
        let used = pen.text(1, y, milestone.word(), if at.is_some() { Role::Title } else { Role::Quiet });
        let name_role = if at.is_some() { Role::Text } else { Role::Quiet };
        pen.text_within(used + 2, y, end.saturating_sub(used + 3), milestone.label(), name_role);
        pen.text_right(end, y, &value, role);
    }
    scrolls
}

/// Where a moment with an unknown origin can lie.
fn interval((from, to): (Micros, Micros)) -> String {
    let whole = |at: Micros| crate::report::grouped((at.0 + 500) / 1_000);
    format!("{}–{}", whole(from), whole(to))
}
