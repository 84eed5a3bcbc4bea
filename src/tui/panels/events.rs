//! The list of events.

use ratatui::layout::Rect;

use crate::{
    report::{grouped, ms_cell},
    timeline::{Micros, NoteCode, Tag},
    trace::EventSeen,
    tui::{
        keymap::Keymap,
        keys::Action,
        num,
        pen::Pen,
        state::{Panel, State},
        text::tail,
        theme::Role,
        view,
    },
    wire::sanitize_line,
};

/// Where the columns are, for one width of the panel. Numbers have the column where they end, words
/// the one where they start and their room; a column without room is absent.
struct Columns {
    index: u16,
    read: Option<u16>,
    at: u16,
    delta: Option<u16>,
    tag: u16,
    name: (u16, u16),
    bytes: Option<u16>,
    content: u16,
}

impl Columns {
    /// What matters least goes first: the read and the size, then the spacing. The name has three
    /// fifths of what is left, the content the rest.
    fn new(width: u16) -> Self {
        let (all, spacing) = (width >= 100, width >= 70);
        let index = 7;
        let read = all.then_some(index + 7);
        let at = read.unwrap_or(index) + 11;
        let delta = spacing.then_some(at + 11);
        let tag = delta.unwrap_or(at) + 1;
        let name = tag + 10;
        let size = if all { 8 } else { 0 };
        let length = (width.saturating_sub(name + size + 2) * 3 / 5).clamp(8, 38);
        let bytes = all.then_some(name + length + size);
        Self { index, read, at, delta, tag, name: (name, length), bytes, content: bytes.unwrap_or(name + length) + 2 }
    }
}

/// Draws the panel. Gives where its rows are and which is the first.
pub fn draw(pen: &mut Pen<'_>, state: &State, keys: &Keymap) -> Option<(Rect, usize)> {
    let events = state.events();
    let mut inner = pen.frame(&title(state, events, &keys.name(Action::Follow)), state.focus == Panel::Events);
    let columns = Columns::new(inner.width());
    heading(&mut inner, &columns);
    let height = inner.height().saturating_sub(1);
    let (width, area) = (inner.width(), inner.area());
    let Some(selected) = state.list.selected_row(events) else {
        let words = if state.list.filter().is_empty() || events == 0 {
            view::no_events(state)
        } else {
            "nothing passes the filter"
        };
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

fn title(state: &State, events: usize, key: &str) -> String {
    let list = &state.list;
    let filter = list.filter();
    let mut words = format!("Events {}", grouped(events as u64));
    if !filter.is_empty() {
        words = format!("Events {} of {}", grouped(list.len(events) as u64), grouped(events as u64));
    }
    let stray = state.view().notes.count(NoteCode::StrayLines);
    if stray > 0 {
        // Not an event, so it has no row; the detail of its neighbour shows it.
        words = format!("{words} + {stray} stray");
    }
    let follow = if list.follows() { "FOLLOW".to_owned() } else { format!("{key} follows") };
    let filter = if filter.is_empty() { "none" } else { filter.text() };
    words = format!("{words} ─ {follow} ─ filter: {filter}");
    if let Some(percent) = list.progress(state.recording()) {
        words = format!("{words} ({percent} % looked at)");
    }
    words
}

fn heading(pen: &mut Pen<'_>, columns: &Columns) {
    let numbers = [
        (Some(columns.index), "#"),
        (columns.read, "read"),
        (Some(columns.at), "at ms"),
        (columns.delta, "Δ ms"),
        (columns.bytes, "bytes"),
    ];
    for (end, word) in numbers {
        number(pen, end, word, Role::Quiet);
    }
    pen.text(columns.tag, 0, "tag", Role::Quiet);
    pen.text(columns.name.0, 0, "name", Role::Quiet);
    pen.text(columns.content, 0, "content", Role::Quiet);
}

fn number(pen: &mut Pen<'_>, end: Option<u16>, text: &str, role: Role) {
    if let Some(end) = end {
        pen.text_right(end, 0, text, role);
    }
}

fn event_row(pen: &mut Pen<'_>, state: &State, index: usize, columns: &Columns) {
    let Some((at, event)) = state.recording().event(index) else { return };
    let before = index.checked_sub(1).and_then(|index| state.recording().event(index));
    let (delta, role) = match before {
        // One read brought both: there is no spacing to speak of.
        Some((_, before)) if before.read == event.read => ("same read".to_owned(), Role::Quiet),
        Some(_) => (spacing(state, index).map_or("—".to_owned(), ms_cell), Role::Text),
        None => (String::new(), Role::Quiet),
    };
    number(pen, Some(columns.index), &index.to_string(), Role::Quiet);
    number(pen, columns.read, &event.read.to_string(), Role::Quiet);
    number(pen, Some(columns.at), &at.map_or("—".to_owned(), ms_cell), Role::Text);
    number(pen, columns.delta, &delta, role);
    pen.text_within(columns.tag, 0, 9, event.tag.word(), Role::Tag(event.tag));
    let (start, width) = columns.name;
    // The end of a name says more than its start: response.output_text.delta.
    let name = sanitize_line(event.name.as_str());
    let shown = tail(&name, usize::from(width), pen.theme().glyphs.ellipsis);
    pen.text_within(start, 0, width, &shown, Role::Text);
    number(pen, columns.bytes, &grouped(event.bytes), Role::Quiet);
    let room = pen.width().saturating_sub(columns.content + 1);
    content(&mut pen.part(columns.content, 0, room, 1), event);
}

/// What the event adds to the answer; blocks of its length when that is not kept.
pub fn content(pen: &mut Pen<'_>, event: &EventSeen) {
    let room = usize::from(pen.width());
    if event.tag == Tag::Media && event.content.is_some() {
        pen.text(0, 0, &format!("⟨media, {} bytes⟩", grouped(event.bytes)), Role::Quiet);
        return;
    }
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
