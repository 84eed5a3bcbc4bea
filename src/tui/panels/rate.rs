//! The visible rate over the shared time scale: one value a column, and nothing where nothing came.

use super::waterfall;
use crate::tui::{
    columns::columns,
    num,
    pen::Pen,
    state::{Panel, State},
    theme::Role,
    view,
};
use crate::{
    report::{BarKind, grouped},
    timeline::{Milestone, Tag},
};

/// Draws the panel.
pub fn draw(pen: &mut Pen<'_>, state: &State) {
    let width = pen.width();
    let scale = waterfall::scale(state, width);
    let seconds = scale.column_secs();
    let rate = |chars: u64| (seconds > 0.0).then(|| chars as f64 / seconds);
    let came = columns(state.recording(), state.horizon(), &scale);
    let rates: Vec<Option<f64>> = came.iter().map(|came| came.chars().and_then(rate)).collect();
    let mut words = view::rate_words(state);
    let at_cursor =
        state.cursor().and_then(|at| scale.column(at)).and_then(|column| *rates.get(usize::from(column))?);
    words.extend(at_cursor.map(|rate| format!("{rate:.0} at the cursor")));
    let mut inner = pen.frame("Visible rate", state.focus == Panel::Rate);
    let (inner_width, height) = (inner.width(), inner.height());
    if rates.iter().all(Option::is_none) {
        inner.text(1, 0, &empty_words(state), Role::Quiet);
    } else {
        graph(&mut inner, &rates);
        if let Some(column) = state.cursor().and_then(|at| scale.column(at)) {
            let line = inner.theme().glyphs.cursor;
            let x = waterfall::label_width(inner_width).saturating_add(column);
            (0..height).for_each(|y| inner.cell_if_blank(x, y, line, Role::Cursor));
        }
    }
    let words = words.join(" · ");
    let room = width.saturating_sub(17);
    let used = pen.measure(&words).min(room);
    if used > 0 && room > 12 {
        let x = width.saturating_sub(used + 2);
        pen.cell(x.saturating_sub(1), 0, " ", Role::Text);
        pen.text_within(x, 0, used, &words, Role::Text);
        pen.cell(x.saturating_add(used), 0, " ", Role::Text);
    }
}

/// Columns of eighths, scaled to the highest; at the left what that is.
fn graph(pen: &mut Pen<'_>, rates: &[Option<f64>]) {
    let height = pen.height();
    let highest = rates.iter().flatten().fold(0.0_f64, |a, b| a.max(*b));
    if height == 0 || highest <= 0.0 {
        return;
    }
    let label = waterfall::label_width(pen.width());
    pen.text_right(label.saturating_sub(1), 0, &grouped(num::nearest(highest)), Role::Quiet);
    if height > 1 {
        pen.text_right(label.saturating_sub(1), height - 1, "0", Role::Quiet);
    }
    let heights = pen.theme().glyphs.heights;
    for (column, rate) in (label..).zip(rates) {
        let Some(rate) = rate else { continue };
        let eighths = num::nearest(rate / highest * f64::from(height) * 8.0).max(1);
        for row in 0..height {
            let below = u64::from(row) * 8;
            let Some(level) = eighths.checked_sub(below).filter(|level| *level > 0) else { break };
            let glyph = heights[usize::try_from(level.min(8)).unwrap_or(8) - 1];
            pen.cell(column, height - 1 - row, glyph, Role::Bar(BarKind::Generating));
        }
    }
}

fn empty_words(state: &State) -> String {
    let trace = state.view();
    if trace.untimed {
        return "no event times".to_owned();
    }
    if trace.counts.events == 0 && trace.milestones.get(Milestone::T5).is_some() {
        return "the record holds no events".to_owned();
    }
    if trace.milestones.get(Milestone::T6).is_some() {
        return "no visible text came".to_owned();
    }
    let reasoning = trace.counts.by_tag[Tag::Reasoning as usize];
    let tool = trace.counts.by_tag[Tag::Tool as usize];
    let mut words = "no visible text yet".to_owned();
    for (count, what) in [(reasoning, "reasoning"), (tool, "tool")] {
        if count > 0 {
            words = format!("{words} · {} {what} events", grouped(count));
        }
    }
    words
}
