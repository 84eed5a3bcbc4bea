//! The milestones above the waterfall, and the one that comes next.

use crate::{
    report::milestone_labels,
    tui::{num, pen::Pen, scale::Scale, state::State, theme::Role, view},
};

/// Draws them into a row that starts at the left edge of the scale.
pub fn draw(pen: &mut Pen<'_>, state: &State, scale: &Scale) {
    let mut free = 0;
    for label in milestone_labels(&state.view().milestones, &scale.axis, usize::from(scale.columns)) {
        let x = num::cells(label.column);
        free = x.saturating_add(pen.text(x, 0, &label.text, Role::Title) + 1);
    }
    if let Some(next) = view::next_milestone(state)
        && let Some(column) = scale.column(state.now())
    {
        pen.text(column.max(free), 0, &format!("{next}…"), Role::Quiet);
    }
}
