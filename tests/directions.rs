//! The rooms of the house have an order; a `use` may only point to rooms below.

use std::{fs, path::Path};

/// From the ground up: a room may use those before it and never those after it.
const ROOMS: [&str; 9] = ["timeline", "wire", "dialect", "trace", "capture", "source", "report", "tui", "cli"];

/// What a room may not know of, by the path that would say so.
const FOREIGN: &[(&str, &[&str])] = &[
    ("timeline", &["serde_json::Value", "tokio", "ratatui", "std::fs"]),
    ("wire", &["ratatui", "tokio", "std::fs"]),
    ("dialect", &["tokio", "ratatui", "std::fs"]),
    ("trace", &["tokio", "ratatui", "std::fs"]),
    ("capture", &["tokio", "ratatui"]),
    ("source", &["ratatui"]),
    ("report", &["ratatui", "crossterm", "tokio"]),
    ("tui", &["reqwest", "std::fs"]),
];

fn sources(folder: &Path, found: &mut Vec<(String, String)>) {
    for entry in fs::read_dir(folder).expect("a room").map(|entry| entry.expect("an entry").path()) {
        if entry.is_dir() {
            sources(&entry, found);
        } else if entry.extension().is_some_and(|ext| ext == "rs") {
            found.push((entry.display().to_string(), fs::read_to_string(&entry).expect("source text")));
        }
    }
}

/// The rooms that a text names behind `crate::`, also inside braces of one `use crate::{…}`.
fn rooms_named(text: &str) -> Vec<&'static str> {
    let mut named = Vec::new();
    for (position, _) in text.match_indices("crate::") {
        let rest = &text[position + "crate::".len()..];
        let list = rest
            .strip_prefix('{')
            .map_or(rest.lines().next().unwrap_or_default(), |inner| inner.split(";\n").next().unwrap_or_default());
        let is_list = rest.starts_with('{');
        named.extend(ROOMS.iter().filter(|room| {
            if is_list {
                list.split([',', '{', '}']).any(|item| item.trim().split("::").next() == Some(room))
            } else {
                list.split(|c: char| !c.is_alphanumeric() && c != '_').next() == Some(room)
            }
        }));
    }
    named
}

fn room_sources(room: &str) -> Vec<(String, String)> {
    let mut found = Vec::new();
    sources(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src").join(room), &mut found);
    assert!(!found.is_empty(), "{room} has no source");
    found
}

#[test]
fn no_use_runs_uphill() {
    let mut uphill = Vec::new();
    for (height, room) in ROOMS.iter().enumerate() {
        for (file, text) in room_sources(room) {
            let above = rooms_named(&text).into_iter().filter(|named| ROOMS[height + 1..].contains(named));
            uphill.extend(above.map(|named| format!("{file} uses {named}")));
        }
    }
    assert!(uphill.is_empty(), "{uphill:#?}");
}

#[test]
fn no_room_knows_what_it_may_not_know() {
    let mut found = Vec::new();
    for (room, foreign) in FOREIGN {
        for (file, text) in room_sources(room) {
            let code = text.lines().filter(|line| !line.trim_start().starts_with("//"));
            for line in code {
                found.extend(foreign.iter().filter(|name| line.contains(*name)).map(|name| format!("{file}: {name}")));
            }
        }
    }
    assert!(found.is_empty(), "{found:#?}");
}

#[test]
fn the_reader_of_use_lines_sees_both_forms() {
    assert_eq!(rooms_named("use crate::tui::Host;"), ["tui"]);
    assert_eq!(rooms_named("use crate::{\n    timeline::Tag,\n    wire::{Event, Frame},\n};\n"), ["timeline", "wire"]);
    assert_eq!(rooms_named("crate::timeline::{tui, X}"), ["timeline"]);
}
