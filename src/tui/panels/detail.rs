//! One event in full: when it came, what it was taken for, what it set, and its data.

use std::borrow::Cow;

use super::events;
use crate::{
    report::{grouped, ms_cell},
    timeline::Tag,
    trace::{EventSeen, Trace},
    tui::{num, pen::Pen, state::State, text, theme::Role},
    wire::{sanitize, sanitize_line, without_blobs},
};

/// Data beyond this size is shown as sent, not set out.
const PRETTY_LIMIT: usize = 1 << 20;

/// Draws the overlay, scrolled by some lines. Gives how far it can be scrolled.
pub fn draw(pen: &mut Pen<'_>, state: &State, scroll: usize, raw: bool) -> usize {
    let Some(index) = state.list.selected_event(state.events()) else {
        let width = pen.width();
        let pen = &mut pen.part(0, 0, width, 3);
        pen.clear();
        pen.frame("Event", true).text(1, 0, "no event is selected", Role::Quiet);
        return 0;
    };
    let Some((_, event)) = state.recording().event(index) else { return 0 };
    let form = event.content.as_ref().map_or("", |_| if raw { " ─ raw" } else { " ─ pretty" });
    let title = format!("Event {index} ─ {}{form}", event.tag);
    let width = usize::from(pen.width().saturating_sub(4)).max(8);
    let facts = fact_lines(facts(state, index, event), width.saturating_sub(15).max(8));
    let lines = data_lines(event, raw, pen.theme().glyphs.hidden, width);
    let total = facts.len() + 1 + lines.len();
    let (columns, rows) = (pen.width(), pen.height().min(num::cells(total).saturating_add(2)));
    let pen = &mut pen.part(0, 0, columns, rows);
    pen.clear();
    let mut inner = pen.frame(&title, true);
    let end = total.saturating_sub(usize::from(inner.height()));
    let scroll = scroll.min(end);
    for y in 0..inner.height() {
        let line = scroll + usize::from(y);
        if let Some((name, value)) = facts.get(line) {
            inner.text_within(1, y, 14, name, Role::Quiet);
            inner.text(16, y, value, Role::Text);
        } else if let Some(data) = line.checked_sub(facts.len() + 1).and_then(|line| lines.get(line)) {
            inner.text(1, y, data, if event.content.is_some() { Role::Text } else { Role::Tag(event.tag) });
        }
    }
    pen.more(num::cells(end - scroll));
    end
}

/// The facts on lines of a width; what goes on over several has its name at the first.
fn fact_lines(facts: Vec<(&'static str, String)>, width: usize) -> Vec<(&'static str, String)> {
    let mut lines = Vec::new();
    for (name, value) in facts {
        let words = text::wrap(&sanitize_line(&value), width, "");
        let pieces = words.iter().flat_map(|line| wrap(line, width));
        lines.extend(pieces.enumerate().map(|(i, line)| (if i == 0 { name } else { "" }, line)));
    }
    lines
}

fn facts(state: &State, index: usize, event: &EventSeen) -> Vec<(&'static str, String)> {
    let at = state.recording().event(index).and_then(|(at, _)| at);
    let mut facts = vec![("name", event.name.as_str().to_owned())];
    let arrival = at.map_or("no event time".to_owned(), |at| format!("{} ms", ms_cell(at)));
    let spacing =
        events::spacing(state, index).map_or(String::new(), |s| format!(", {} ms after the one before", ms_cell(s)));
    facts.push(("arrival", arrival + &spacing));
    facts.push(("read", event.read.to_string()));
    let also: Vec<&str> = event.also.iter().filter(|tag| *tag != event.tag).map(Tag::word).collect();
    let also = if also.is_empty() { String::new() } else { format!(", also {}", also.join(", ")) };
    facts.push(("tag", format!("{}{also}", event.tag)));
    facts.push(("size", sizes(event)));
    let set = what_it_set(state.view(), index as u64);
    if !set.is_empty() {
        facts.push(("this event set", set.join(", ")));
    }
    let flags = flags(event);
    if !flags.is_empty() {
        facts.push(("note", flags.join(", ")));
    }
    if let Some(details) = &event.details {
        if let Some(finish) = details.finish {
            facts.push(("finish", finish.to_string()));
        }
        if let Some(error) = &details.error {
            facts.push(("error", format!("{}: {}", error.code, error.message)));
        }
        if let Some(usage) = details.usage {
            let count = |name: &str, n: Option<u64>| n.map(|n| format!("{} {name}", grouped(n)));
            let counts = [
                count("in", usage.input_tokens),
                count("cached", usage.cached_input_tokens),
                count("out", usage.output_tokens),
                count("reasoning", usage.reasoning_tokens),
            ];
            facts.push(("tokens", counts.into_iter().flatten().collect::<Vec<_>>().join(", ")));
        }
        if let Some(model) = &details.model {
            facts.push(("model", model.to_string()));
        }
        facts.extend(details.notes.iter().map(|note| ("note", note.to_string())));
    }
    facts
}

fn sizes(event: &EventSeen) -> String {
    let mut sizes = vec![format!("{} bytes", grouped(event.bytes))];
    for (count, one, many) in [
        (event.chars, "visible character", "visible characters"),
        (event.text_bytes, "byte of text", "bytes of text"),
        (event.reasoning_bytes, "byte of reasoning", "bytes of reasoning"),
        (event.tool_bytes, "byte of tool input", "bytes of tool input"),
    ] {
        if count > 0 {
            sizes.push(format!("{} {}", grouped(u64::from(count)), if count == 1 { one } else { many }));
        }
    }
    sizes.join(", ")
}

/// The milestones that this event is.
fn what_it_set(trace: &Trace, index: u64) -> Vec<&'static str> {
    [("t3", trace.first_event), ("t4", trace.first_effective), ("t5", trace.first_text)]
        .into_iter()
        .filter(|(_, first)| first.is_some_and(|first| first.index == index))
        .map(|(name, _)| name)
        .collect()
}

fn flags(event: &EventSeen) -> Vec<&'static str> {
    [
        (event.flags.empty, "empty data"),
        (event.flags.unterminated, "still open when the body ended"),
        (event.flags.blank, "blank text"),
        (event.flags.hidden_reasoning, "sign of hidden reasoning"),
        (event.flags.end_marker, "end marker"),
    ]
    .into_iter()
    .filter(|(is, _)| *is)
    .map(|(_, words)| words)
    .collect()
}

/// The data as lines: set out when it is JSON, or as sent; blocks of its length when it is not kept.
fn data_lines(event: &EventSeen, raw: bool, block: &str, width: usize) -> Vec<String> {
    let Some(content) = &event.content else {
        let length = usize::try_from(events::hidden_length(event)).unwrap_or(0);
        if length == 0 {
            return vec!["the content is not kept".to_owned()];
        }
        let mut lines = vec!["the content is not kept; its length:".to_owned()];
        lines.extend((0..length).step_by(width).take(200).map(|from| block.repeat(width.min(length - from))));
        return lines;
    };
    let set_out = (!raw && content.data.len() <= PRETTY_LIMIT)
        .then(|| serde_json::from_str::<serde_json::Value>(&content.data).ok())
        .flatten()
        .and_then(|value| serde_json::to_string_pretty(&value).ok());
    let text: Cow<'_, str> = set_out.map_or(Cow::Borrowed(&*content.data), Cow::Owned);
    sanitize(&without_blobs(&text)).lines().flat_map(|line| wrap(line, width)).collect()
}

/// Long lines in pieces that can be scrolled through.
fn wrap(line: &str, width: usize) -> Vec<String> {
    use unicode_segmentation::UnicodeSegmentation;
    use unicode_width::UnicodeWidthStr;
    let mut lines = vec![String::new()];
    let mut used = 0;
    for cluster in line.graphemes(true) {
        used += cluster.width();
        if used > width {
            lines.push(String::new());
            used = cluster.width();
        }
        if let Some(last) = lines.last_mut() {
            last.push_str(cluster);
        }
    }
    lines
}
