//! The visible rate over the shared time scale: one value a column, and nothing where nothing came.

use super::waterfall;
use crate::tui::{
    columns::columns,
    num,
    pen::Pen,
    scale::round_above,
    state::{Panel, State},
    theme::Role,
    view,
};
use crate::{
    report::{BarKind, decimal, grouped, rate as figure},
    timeline::{Milestone, Tag},
};

/// The words at the left of the frame.
const TITLE: &str = "Visible rate";

/// Draws the panel.
pub fn draw(pen: &mut Pen<'_>, state: &State) {
    let width = pen.width();
    let scale = waterfall::scale(state, width);
    let seconds = scale.column_secs();
    let rate = |chars: u64| (seconds > 0.0).then(|| chars as f64 / seconds);
    let came = columns(state.recording(), state.horizon(), &scale);
    let rates: Vec<Option<f64>> = came.iter().map(|came| came.chars().and_then(rate)).collect();
    let cursor = state.cursor().and_then(|at| scale.column(at));
    let mut inner = pen.frame(TITLE, state.focus == Panel::Rate);
    // What came in one read came at no rate.
    if rates.iter().all(Option::is_none) || state.view().text_reads < 2 {
        inner.text(1, 0, &empty_words(state), Role::Quiet);
        return;
    }
    graph(&mut inner, &rates);
    if let Some(column) = cursor {
        let line = inner.theme().glyphs.cursor;
        let x = waterfall::label_width(inner.width()).saturating_add(column);
        (0..inner.height()).for_each(|y| inner.cell_if_blank(x, y, line, Role::Cursor));
    }
    let mut words = view::rate_words(state);
    let at_cursor = cursor.and_then(|column| *rates.get(usize::from(column))?);
    words.extend(at_cursor.map(|rate| format!("{} at the cursor", figure(rate))));
    figures(pen, words);
}

/// The figures at the right of the frame: as many as have room beside the title, none of them cut.
fn figures(pen: &mut Pen<'_>, mut words: Vec<String>) {
    let room = pen.width().saturating_sub(pen.measure(TITLE) + 6);
    while !words.is_empty() && pen.measure(&words.join(" · ")) > room {
        words.pop();
    }
    let words = words.join(" · ");
    let x = pen.width().saturating_sub(pen.measure(&words) + 2);
    pen.title_as(x, 0, &words, room, Role::Text);
}

/// Columns of eighths under a round value, which stands at the left with its unit.
fn graph(pen: &mut Pen<'_>, rates: &[Option<f64>]) {
    let height = pen.height();
    let highest = round_above(rates.iter().flatten().fold(0.0_f64, |a, b| a.max(*b)));
    if height == 0 || highest <= 0.0 {
        return;
    }
    let label = waterfall::label_width(pen.width());
    scale_words(pen, highest, label.saturating_sub(1));
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

/// What the top of the graph stands for, and its foot.
fn scale_words(pen: &mut Pen<'_>, highest: f64, end: u16) {
    let bare = if highest < 10.0 { decimal(highest) } else { grouped(num::nearest(highest)) };
    let words = [" char/s", " ch/s", ""].map(|unit| format!("{bare}{unit}"));
    if let Some(words) = words.iter().find(|words| pen.measure(words) < end) {
        pen.text_right(end, 0, words, Role::Quiet);
    }
    if pen.height() > 1 {
        pen.text_right(end, pen.height() - 1, "0", Role::Quiet);
    }
}

fn empty_words(state: &State) -> String {
    let trace = state.view();
    if trace.untimed {
        return "no event times".to_owned();
    }
    if trace.events_unknown().is_some() && !state.is_running() {
        return view::no_events(state).to_owned();
    }
    if trace.milestones.get(Milestone::T5).is_some() {
        let so_far = if state.is_running() { "so far " } else { "" };
        return format!("no rate: {so_far}all text came in one read");
    }
    if !state.is_running() {
        return "no visible text came".to_owned();
    }
    let reasoning = trace.counts.by_tag[Tag::Reasoning as usize];
    let tool = trace.counts.by_tag[Tag::Tool as usize];
    let mut words = "no visible text yet".to_owned();
    for (count, what) in [(reasoning, "reasoning"), (tool, "tool")] {
        if count > 0 {
            let events = if count == 1 { "event" } else { "events" };
            words = format!("{words} · {} {what} {events}", grouped(count));
        }
    }
    words
}
