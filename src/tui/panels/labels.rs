//! The milestones above the waterfall, and the one that comes next.

use crate::{
    report::milestone_labels,
    timeline::Milestones,
    tui::{num, pen::Pen, scale::Scale, state::State, theme::Role, view},
};

/// Draws them into a row that starts at the left edge of the scale.
pub fn draw(pen: &mut Pen<'_>, state: &State, scale: &Scale) {
    let free = milestones(pen, &state.view().milestones, scale);
    if let Some(next) = view::next_milestone(state)
        && let Some(column) = scale.column(state.now())
    {
        pen.text(column.max(free), 0, &format!("{next}…"), Role::Quiet);
    }
}

/// Draws those that happened. Gives the first column that is free.
pub fn milestones(pen: &mut Pen<'_>, milestones: &Milestones, scale: &Scale) -> u16 {
    let mut free = 0;
    for label in milestone_labels(milestones, &scale.axis, usize::from(scale.columns)) {
        let x = num::cells(label.column);
        free = x.saturating_add(pen.text(x, 0, &label.text, Role::Title) + 1);
    }
    free
}
