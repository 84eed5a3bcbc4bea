//! The list of events.

use ratatui::layout::Rect;

use crate::{
    report::{grouped, ms_cell},
    timeline::Micros,
    trace::EventSeen,
    tui::{
        num,
        pen::Pen,
        state::{Panel, State},
        theme::Role,
    },
};

/// Where each column ends or starts, for one width of the panel.
struct Columns {
    index: u16,
    read: u16,
    at: u16,
    delta: u16,
    tag: u16,
    name: (u16, u16),
    bytes: u16,
    content: u16,
}

impl Columns {
    /// The name takes what it needs, at most a third; the content the rest.
    fn new(width: u16) -> Self {
        let name = (width.saturating_sub(58) * 3 / 5).clamp(8, 38);
        let start = 49;
        let bytes = start + name + 9;
        Self { index: 8, read: 15, at: 26, delta: 37, tag: 38, name: (start, name), bytes, content: bytes + 2 }
    }
}

/// Draws the panel. Gives where its rows are and which is the first.
pub fn draw(pen: &mut Pen<'_>, state: &State) -> Option<(Rect, usize)> {
    let events = state.events();
    let mut inner = pen.frame(&title(state, events), state.focus == Panel::Events);
    let columns = Columns::new(inner.width());
    heading(&mut inner, &columns);
    let height = inner.height().saturating_sub(1);
    let (width, area) = (inner.width(), inner.area());
    let Some(selected) = state.list.selected_row(events) else {
        let words = if state.list.filter().is_empty() { "no event yet" } else { "nothing passes the filter" };
        inner.text(1, 1, words, Role::Quiet);
        return None;
    };
    let first = state.list.first_row(events, usize::from(height));
    let rows = state.list.len(events);
    for (y, row) in (1..=height).zip(first..rows) {
        let Some(index) = state.list.event(row) else { break };
        let mut line = inner.part(0, y, width, 1);
        event_row(&mut line, state, index, &columns);
        if row == selected {
            line.tint(0, 0, width, Role::Selected);
        }
    }
    Some((Rect { y: area.y.saturating_add(1), height, ..area }, first))
}

fn title(state: &State, events: usize) -> String {
    let list = &state.list;
    let filter = list.filter();
    let mut words = format!("Events {}", grouped(events as u64));
    if !filter.is_empty() {
        words = format!("Events {} of {}", grouped(list.len(events) as u64), grouped(events as u64));
    }
    words.push_str(if list.follows() { " ─ FOLLOW" } else { " ─ F follows" });
    words.push_str(" ─ filter: ");
    words.push_str(if filter.is_empty() { "none" } else { filter.text() });
    if let Some(percent) = list.progress(state.recording()) {
        words = format!("{words} ({percent} % looked at)");
    }
    words
}

fn heading(pen: &mut Pen<'_>, columns: &Columns) {
    for (end, word) in [
        (columns.index, "#"),
        (columns.read, "read"),
        (columns.at, "at ms"),
        (columns.delta, "Δ ms"),
        (columns.bytes, "bytes"),
    ] {
        pen.text_right(end, 0, word, Role::Quiet);
    }
    pen.text(columns.tag, 0, "tag", Role::Quiet);
    pen.text(columns.name.0, 0, "name", Role::Quiet);
    pen.text(columns.content, 0, "content", Role::Quiet);
}

fn event_row(pen: &mut Pen<'_>, state: &State, index: usize, columns: &Columns) {
    let Some((at, event)) = state.recording().event(index) else { return };
    let before = index.checked_sub(1).and_then(|index| state.recording().event(index));
    let (delta, role) = match before {
        // One read brought both: there is no spacing to speak of.
        Some((_, before)) if before.read == event.read => ("same read".to_owned(), Role::Quiet),
        Some((before, _)) => {
            (at.zip(before).and_then(|(at, b)| at.since(b)).map_or("—".to_owned(), ms_cell), Role::Text)
        }
        None => (String::new(), Role::Quiet),
    };
    pen.text_right(columns.index, 0, &index.to_string(), Role::Quiet);
    pen.text_right(columns.read, 0, &event.read.to_string(), Role::Quiet);
    pen.text_right(columns.at, 0, &at.map_or("—".to_owned(), ms_cell), Role::Text);
    pen.text_right(columns.delta, 0, &delta, role);
    pen.text_within(columns.tag, 0, 9, event.tag.word(), Role::Tag(event.tag));
    let (start, width) = columns.name;
    pen.text_within(start, 0, width, event.name.as_str(), Role::Text);
    pen.text_right(columns.bytes, 0, &grouped(event.bytes), Role::Quiet);
    let room = pen.width().saturating_sub(columns.content + 1);
    content(&mut pen.part(columns.content, 0, room, 1), event);
}

/// What the event adds to the answer; blocks of its length when that is not kept.
pub fn content(pen: &mut Pen<'_>, event: &EventSeen) {
    let room = usize::from(pen.width());
    if let Some(content) = &event.content {
        let text = if content.shown.is_empty() { &content.data } else { &content.shown };
        // A cluster may be long, but what cannot be seen need not be cleaned.
        let end = text.char_indices().nth(room * 4).map_or(text.len(), |(at, _)| at);
        pen.text(0, 0, &text[..end], if content.shown.is_empty() { Role::Quiet } else { Role::Text });
        return;
    }
    let length = usize::try_from(hidden_length(event)).unwrap_or(usize::MAX).min(room);
    let block = pen.theme().glyphs.hidden;
    (0..num::cells(length)).for_each(|x| pen.cell(x, 0, block, Role::Tag(event.tag)));
}

/// How long the content is that is not kept: visible characters, else bytes.
pub fn hidden_length(event: &EventSeen) -> u32 {
    [event.chars, event.reasoning_bytes, event.tool_bytes].into_iter().find(|length| *length > 0).unwrap_or(0)
}

/// The spacing to the event before, for the detail.
pub fn spacing(state: &State, index: usize) -> Option<Micros> {
    let (at, _) = state.recording().event(index)?;
    let (before, _) = state.recording().event(index.checked_sub(1)?)?;
    at?.since(before?)
}
