//! The diagnosis, row by row in its fixed order.

use crate::tui::{
    pen::Pen,
    state::{Panel, State},
    theme::Role,
};

/// Draws the panel.
pub fn draw(pen: &mut Pen<'_>, state: &State) {
    let mut inner = pen.frame("Diagnosis", state.focus == Panel::Diagnosis);
    inner.text(1, 0, "nothing to say yet", Role::Quiet);
}
