//! The help, made from the action table and the glossary.

use super::glossary::{FILTERS, READING, WORDS};
use crate::tui::{keymap::Keymap, keys::Group, num, pen::Pen, place::Place, text::wrap, theme::Role};

/// One line: keys at the left, words at the right.
type Line = (String, String, Role);

/// Draws the overlay, scrolled by some lines. Gives how far it can be scrolled.
pub fn draw(pen: &mut Pen<'_>, place: Place, bound: &Keymap, goes_on: bool, scroll: usize) -> usize {
    pen.clear();
    let mut inner = pen.frame(if goes_on { "Help · the request goes on" } else { "Help" }, true);
    let key_width = 21.min(inner.width() / 3);
    let width = usize::from(inner.width().saturating_sub(key_width + 4));
    let lines = lines(place, bound, inner.theme().glyphs.dot, width);
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

/// The table by its headings, then how to write a filter and how to read the picture. A dot parts
/// words in ASCII too, so the sign comes as it is drawn.
fn lines(place: Place, bound: &Keymap, dot: &str, width: usize) -> Vec<Line> {
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
    let own = place == Place::Request;
    let parts =
        [(own, "Filters", FILTERS), (true, "Reading the waterfall", READING), (own, "Signs, words and columns", WORDS)];
    for (_, title, rows) in parts.into_iter().filter(|(here, ..)| *here) {
        heading(&mut lines, title);
        for (sign, words) in rows {
            explained(&mut lines, &sign.replace('·', dot), words, width);
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
