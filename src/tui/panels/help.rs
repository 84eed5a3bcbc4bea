//! The help, made from the action table.

use crate::tui::{keymap::Keymap, keys::Group, num, pen::Pen, place::Place, text::wrap, theme::Role};

/// One line: keys at the left, words at the right.
type Line = (String, String, Role);

/// Draws the overlay, scrolled by some lines. Gives how far it can be scrolled.
pub fn draw(pen: &mut Pen<'_>, place: Place, bound: &Keymap, goes_on: bool, scroll: usize) -> usize {
    pen.clear();
    let mut inner = pen.frame(if goes_on { "Help · the request goes on" } else { "Help" }, true);
    let key_width = 21.min(inner.width() / 3);
    let lines = lines(place, bound, usize::from(inner.width().saturating_sub(key_width + 4)));
    let end = lines.len().saturating_sub(usize::from(inner.height()));
    for (y, (keys, words, role)) in (0..inner.height()).zip(lines.iter().skip(scroll.min(end))) {
        if words.is_empty() {
            inner.text(1, y, keys, *role);
            continue;
        }
        inner.text_within(2, y, key_width, keys, *role);
        inner.text(key_width + 3, y, words, Role::Text);
    }
    pen.more(num::cells(end.saturating_sub(scroll)));
    end
}

/// The table by its headings, then how to write a filter and how to read the picture.
fn lines(place: Place, bound: &Keymap, width: usize) -> Vec<Line> {
    let mut lines = Vec::new();
    for group in Group::ALL {
        let mut bindings = place.bindings().filter(|binding| binding.group == group).peekable();
        if bindings.peek().is_some() {
            heading(&mut lines, place.title(group));
        }
        for binding in bindings {
            let keys: Vec<String> = bound.of(binding.action).iter().map(|key| key.name()).collect();
            explained(&mut lines, &keys.join(" "), place.help(binding), width);
        }
    }
    let filters = (place == Place::Request).then_some(("Filters", FILTERS));
    for (title, rows) in filters.into_iter().chain([("Reading the waterfall", READING)]) {
        heading(&mut lines, title);
        for (sign, words) in rows {
            explained(&mut lines, sign, words, width);
        }
    }
    lines
}

fn heading(lines: &mut Vec<Line>, title: &str) {
    if !lines.is_empty() {
        lines.push((String::new(), String::new(), Role::Text));
    }
    lines.push((title.to_owned(), String::new(), Role::Title));
}

fn explained(lines: &mut Vec<Line>, sign: &str, words: &str, width: usize) {
    for (i, line) in wrap(words, width, "").into_iter().enumerate() {
        lines.push((if i == 0 { sign.to_owned() } else { String::new() }, line, Role::Key));
    }
}

/// How to write a filter.
const FILTERS: &[(&str, &str)] = &[
    ("word", "in the name, the tag or the content, whatever its case"),
    ("tag:reasoning", "events of a tag, also when it is not their first"),
    ("name:delta", "in the name only"),
    ("!term", "the contrary; several terms must all hold"),
];

/// How to read the picture.
const READING: &[(&str, &str)] = &[
    ("t0 … t7", "the moments of the request; t0,1 means that both share a column"),
    ("◀ widest", "the longest wait between two neighbouring moments"),
    (
        "2 590",
        "milliseconds, tenths below 10, seconds from 10 s; rounded by itself, so that it may differ by one in the last \
         place from the difference of two moments",
    ),
    ("╱", "this long, but where it starts is not known"),
    ("┊┄┊", "a silence inside the generation"),
    ("+2 tags", "so many rows found no room; a larger window or less beside it shows them"),
    ("—", "did not happen, or cannot be told; never zero"),
];
