//! The phases over time, the milestones above them, the axis and the arrivals below.

use ratatui::layout::Rect;

use super::{
    arrivals,
    bar::{self, Moment},
    labels,
    phases::{self, fit},
};
use crate::{
    report::{Axis, Bar, bare_duration, bars, duration},
    timeline::Micros,
    tui::{
        keymap::Keymap,
        keys::Action,
        layout::Wish,
        num,
        pen::Pen,
        scale::Scale,
        state::{Course, Panel, State},
        text::wrap,
        theme::Role,
        view,
    },
};

/// Columns at the right for figures that stand beside their bar.
pub const MARGIN: u16 = 10;

/// So many tags have a row before another panel gives way for one more.
const FEW_TAGS: usize = 3;

/// Columns at the left for labels, the same in every panel that shares the scale.
pub const fn label_width(inner: u16) -> u16 {
    if inner < 70 { 13 } else { 16 }
}

/// The scale of a panel of a width, its frame included.
pub fn scale(state: &State, width: u16) -> Scale {
    scale_of(state.axis(), width)
}

/// An axis over a panel of a width, its frame included.
pub fn scale_of(axis: Axis, width: u16) -> Scale {
    let inner = width.saturating_sub(2);
    Scale { axis, columns: inner.saturating_sub(label_width(inner)).saturating_sub(MARGIN) }
}

/// The rows that it wants. With little room some tags go without a row.
pub fn wish(state: &State) -> Wish {
    let latest = state.recording().latest();
    let phases = bars(latest).len().max(2) + 4;
    let tags = arrivals::tags(latest).len();
    Wish { least: num::cells(phases + tags.min(FEW_TAGS)), wanted: num::cells(phases + tags) }
}

/// Draws the panel. Gives where the columns of the scale are.
pub fn draw(pen: &mut Pen<'_>, state: &State, keys: &Keymap) -> Option<(Rect, Scale)> {
    let scale = scale(state, pen.width());
    let (width, height) = (pen.width(), pen.height());
    let zoomed = state.zoom.map(|_| format!(" · zoomed, {} shows all", keys.name(Action::ZoomFit)));
    let title = format!("Waterfall{}", zoomed.unwrap_or_default());
    let left_out = rows(&mut pen.frame(&title, state.focus == Panel::Waterfall), state, &scale);
    bottom(pen, state, &left_out);
    let area = pen.area();
    let left = 1 + label_width(width.saturating_sub(2));
    let plot = Rect {
        x: area.x.saturating_add(left),
        y: area.y.saturating_add(1),
        width: scale.columns,
        height: height.saturating_sub(2),
    };
    (scale.columns > 0).then_some((plot, scale))
}

/// What is left out where there are too few rows, as words for the frame.
fn rows(inner: &mut Pen<'_>, state: &State, scale: &Scale) -> String {
    let (width, height) = (inner.width(), inner.height());
    let label = label_width(width);
    let latest = bars(state.recording().latest());
    let tags = arrivals::tags(state.recording().latest()).len();
    // The same rows in a replay from its start to its end, so that nothing jumps.
    let room = usize::from(height.saturating_sub(2));
    let fold = latest.len() + tags.min(FEW_TAGS) > room;
    let at_end = fit(latest, room, fold).bars.len();
    let shown = fit(live_bars(state), room, fold);
    phase_rows(inner, state, scale, &shown.bars);
    let axis = num::cells(at_end.max(shown.bars.len()).max(2) + 1).min(height.saturating_sub(1));
    let below = axis.saturating_add(1);
    let strips = num::cells(tags).min(height.saturating_sub(below));
    axis_row(&mut inner.part(0, axis, width, 1), state, scale, if strips > 0 || tags == 0 { " arrivals " } else { "" });
    arrivals::draw(&mut inner.part(0, below, width, strips), state, scale, label);
    if tags == 0 && !state.is_running() {
        inner.text(1, below, view::no_events(state), Role::Quiet);
    }
    explanation(&mut inner.part(1, below.saturating_add(strips.max(1)), width.saturating_sub(2), height), state);
    cursor(inner, state, scale, label);
    let parts = [(shown.left_out, "phase"), (tags.saturating_sub(usize::from(strips)), "tag")];
    let counts = parts.into_iter().filter(|(count, _)| *count > 0);
    let words = counts.map(|(count, what)| format!("+{count} {what}{}", if count == 1 { "" } else { "s" }));
    words.collect::<Vec<_>>().join(" ")
}

/// The milestones and the bars.
fn phase_rows(inner: &mut Pen<'_>, state: &State, scale: &Scale, bars: &[Bar]) {
    let label = label_width(inner.width());
    let beyond = inner.width().saturating_sub(label);
    labels::draw(&mut inner.part(label, 0, beyond, 1), state, scale);
    let moment = Moment { now: state.now(), running: state.is_running(), stalls: state.diagnosis().stalls };
    for (y, bar) in (1..inner.height().saturating_sub(1)).zip(bars) {
        let room = label.saturating_sub(2);
        inner.text_within(1, y, room, phases::label(bar, room), Role::Quiet);
        bar::draw(&mut inner.part(label, y, beyond, 1), bar, &moment, scale);
    }
    if bars.is_empty() {
        let words = match (state.is_untimed(), state.is_running()) {
            (true, _) => "no event times: events are shown in their order",
            (_, true) => "nothing yet",
            (_, false) => "no times: there is nothing to draw",
        };
        inner.text(1, 1, words, Role::Quiet);
    }
}

/// What is pending, or how it ended; at the right what found no room.
fn bottom(pen: &mut Pen<'_>, state: &State, left_out: &str) {
    let (width, y) = (pen.width(), pen.height().saturating_sub(1));
    let taken = if left_out.is_empty() { 0 } else { pen.measure(left_out) + 3 };
    pen.title_as(width.saturating_sub(taken.saturating_sub(1)), y, left_out, taken, Role::Quiet);
    if let Some(words) = view::pending(state).or_else(|| view::ending(state)) {
        pen.title(2, y, &words, width.saturating_sub(taken + 4));
    }
}

/// What went wrong in full, where the rows leave room for it below them.
fn explanation(pen: &mut Pen<'_>, state: &State) {
    let width = usize::from(pen.width());
    let sentences = view::explanations(state);
    let lines: Vec<String> = sentences.iter().flat_map(|sentence| wrap(sentence, width, "  ")).collect();
    // A part of it would say less than the frame does.
    let Some(spare) = pen.height().checked_sub(num::cells(lines.len())) else { return };
    for (y, line) in (spare.min(1)..).zip(&lines) {
        pen.text(0, y, line, Role::Bad);
    }
}

/// The ticks, with the unit once, and the heading of what is below.
fn axis_row(pen: &mut Pen<'_>, state: &State, scale: &Scale, heading: &str) {
    let label = label_width(pen.width());
    let glyphs = pen.theme().glyphs;
    let line = glyphs.lines[0];
    (1..pen.width().saturating_sub(1)).for_each(|x| pen.cell(x, 0, line, Role::Border));
    pen.text_within(2, 0, label.saturating_sub(2), heading, Role::Quiet);
    if state.is_untimed() || state.full_end() == Micros::ZERO {
        return;
    }
    ticks(pen, scale, label, MARGIN);
    if let Course::Steered(playback) = state.course() {
        for silence in playback.silences() {
            if let Some(column) = scale.column(silence.start) {
                pen.cell(label.saturating_add(column), 0, glyphs.cut, Role::Warn);
            }
        }
    }
}

/// The ticks of a scale on the line that the first row is; their words may reach into the margin.
pub fn ticks(pen: &mut Pen<'_>, scale: &Scale, label: u16, margin: u16) {
    let tick = pen.theme().glyphs.tick;
    let labels = tick_labels(scale, margin);
    if labels.len() < 2 {
        // One tick is no scale: the right edge says what it stands for.
        let last = label.saturating_add(scale.columns).saturating_sub(1);
        pen.text_right(
            last.saturating_sub(1),
            0,
            &duration(Micros(scale.axis.end.0.saturating_sub(scale.axis.start.0))),
            Role::Quiet,
        );
        return pen.cell(last, 0, tick, Role::Quiet);
    }
    for (column, words) in labels {
        let x = label.saturating_add(column);
        pen.cell(x, 0, tick, Role::Quiet);
        let used = pen.text(x + 1, 0, &words, Role::Quiet);
        pen.cell(x.saturating_add(used + 1), 0, " ", Role::Quiet);
    }
}

/// The ticks that have room, evenly thinned out, with the unit at the last.
fn tick_labels(scale: &Scale, margin: u16) -> Vec<(u16, String)> {
    let ticks: Vec<(u16, &str)> =
        scale.axis.ticks.iter().filter_map(|tick| Some((scale.column(tick.at)?, tick.label.as_str()))).collect();
    let unit = format!(" {}", scale.axis.unit);
    let beyond = scale.columns.saturating_add(margin);
    let mut labels = Vec::new();
    for stride in 1..=ticks.len() {
        labels = ticks.iter().step_by(stride).map(|(column, label)| (*column, (*label).to_owned())).collect();
        if let Some((_, last)) = labels.last_mut() {
            last.push_str(&unit);
        }
        let end = |(column, label): &(u16, String)| column.saturating_add(num::cells(label.chars().count()) + 2);
        let apart = labels.windows(2).all(|pair| end(&pair[0]) < pair[1].0);
        if apart && labels.last().is_none_or(|last| end(last) <= beyond) {
            break;
        }
    }
    labels
}

/// The bars of the view. While a wait goes on that is longer than any before, it is the widest.
fn live_bars(state: &State) -> Vec<Bar> {
    let mut bars = bars(state.view());
    let longest = bars.iter().find(|bar| bar.widest).map(|bar| bar.length(state.now())).unwrap_or_default();
    let running = state.is_running() && bars.last().is_some_and(|bar| bar.end.is_none());
    if running && bars.last().is_some_and(|bar| bar.length(state.now()) > longest) {
        let last = bars.len().saturating_sub(1);
        bars.iter_mut().enumerate().for_each(|(i, bar)| bar.widest = i == last);
    }
    bars
}

/// The line at the moment of the cursor, behind everything that is drawn.
fn cursor(pen: &mut Pen<'_>, state: &State, scale: &Scale, label: u16) {
    let Some(column) = state.cursor().and_then(|at| scale.column(at)) else { return };
    let line = pen.theme().glyphs.cursor;
    for y in 1..pen.height() {
        pen.cell_if_blank(label.saturating_add(column), y, line, Role::Cursor);
    }
}

/// How long a bar is, as its figure: bare milliseconds, or seconds with their unit.
pub fn figure(bar: &Bar, now: Micros) -> String {
    bare_duration(bar.length(now))
}
