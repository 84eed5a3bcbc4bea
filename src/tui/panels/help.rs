//! The help, made from the action table.

use crate::tui::{
    keys::{BINDINGS, Group},
    num,
    pen::Pen,
    state::State,
    theme::Role,
};

/// Draws the overlay, scrolled by some lines. Gives how far it can be scrolled.
pub fn draw(pen: &mut Pen<'_>, state: &State, scroll: usize) -> usize {
    let mut lines: Vec<(String, String, Role)> = Vec::new();
    for group in Group::ALL {
        if !lines.is_empty() {
            lines.push((String::new(), String::new(), Role::Text));
        }
        lines.push((group.title().to_owned(), String::new(), Role::Title));
        for binding in BINDINGS.iter().filter(|binding| binding.group == group) {
            let keys: Vec<String> = binding.keys.iter().map(|key| key.name()).collect();
            lines.push((keys.join(" "), binding.help.to_owned(), Role::Key));
        }
    }
    for text in [FILTER, READING] {
        lines.push((String::new(), String::new(), Role::Text));
        for (i, line) in text.iter().enumerate() {
            lines.push((line.0.to_owned(), line.1.to_owned(), if i == 0 { Role::Title } else { Role::Key }));
        }
    }
    pen.clear();
    let mut inner = pen.frame(if state.is_open() { "Help · the request goes on" } else { "Help" }, true);
    let height = usize::from(inner.height());
    let end = lines.len().saturating_sub(height);
    let key_width = 22.min(inner.width() / 3);
    for (y, (keys, words, role)) in (0..inner.height()).zip(lines.iter().skip(scroll.min(end))) {
        if words.is_empty() {
            inner.text(1, y, keys, *role);
            continue;
        }
        inner.text_within(2, y, key_width, keys, *role);
        inner.text(key_width + 3, y, words, Role::Text);
    }
    if end > 0 {
        let words = format!(" {}/{} ", num::cells(scroll.min(end)), num::cells(end));
        let (width, height) = (pen.width(), pen.height());
        pen.text_right(width.saturating_sub(2), height.saturating_sub(1), &words, Role::Quiet);
    }
    end
}

/// How to write a filter.
const FILTER: &[(&str, &str)] = &[
    ("Filters", ""),
    ("word", "in the name, the tag or the content, whatever its case"),
    ("tag:reasoning", "events of a tag, also when it is not their first"),
    ("name:delta", "in the name only"),
    ("!term", "the contrary; several terms must all hold"),
];

/// How to read the picture.
const READING: &[(&str, &str)] = &[
    ("Reading the waterfall", ""),
    ("t0 … t7", "the moments of the request; t0,1 means that both share a column"),
    ("◀ widest", "the longest wait between two neighbouring moments"),
    ("╱", "this long, but where it starts is not known"),
    ("┊┄┊", "a silence inside the generation"),
    ("—", "did not happen, or cannot be told; never zero"),
];
