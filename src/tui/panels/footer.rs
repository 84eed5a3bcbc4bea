//! The last row: the keys that matter now, the filter being written, or one sentence.

use crate::tui::{
    keys::{Action, BINDINGS, Binding},
    pen::Pen,
    state::{Course, Overlay, State},
    theme::Role,
};

/// Draws the row.
pub fn draw(pen: &mut Pen<'_>, state: &State) {
    if let Overlay::Filter(text) = &state.overlay {
        let used = pen.text(1, 0, "filter: ", Role::Key);
        let used = used + pen.text(used + 1, 0, text, Role::Text);
        pen.cell(used + 1, 0, "_", Role::Selected);
        pen.text_right(pen.width(), 0, "enter use · Esc leave ", Role::Quiet);
        return;
    }
    if let Some(message) = &state.message {
        pen.text(1, 0, message, Role::Text);
        return;
    }
    // Room for the way to all other keys is kept, however narrow the row is.
    let help = BINDINGS.iter().find(|binding| binding.action == Action::Help);
    let kept = help.map_or(0, |binding| pen.measure(&binding.keys[0].name()) + pen.measure("help") + 3);
    let mut x = 1;
    let mut keys = String::new();
    for binding in BINDINGS {
        let Some(words) = words(binding, state) else { continue };
        keys.push_str(&binding.keys[0].name());
        // Two keys of one kind share their word: ←→ seek.
        if words.is_empty() {
            continue;
        }
        let needed = pen.measure(&keys) + pen.measure(words) + 1;
        let end = if binding.action == Action::Help { pen.width() } else { pen.width().saturating_sub(kept) };
        if x + needed >= end {
            keys.clear();
            continue;
        }
        x += pen.text(x, 0, &keys, Role::Key) + 1;
        x += pen.text(x, 0, words, Role::Quiet) + 2;
        keys.clear();
    }
}

/// The hint of an action as it is meant here; `None` when it has none now.
fn words(binding: &Binding, state: &State) -> Option<&'static str> {
    let words = binding.hint?;
    let overlay = state.overlay != Overlay::None;
    match binding.action {
        Action::Quit if overlay => Some("close"),
        Action::Help => Some(words),
        Action::Detail if matches!(state.overlay, Overlay::Detail { .. }) => Some("raw/pretty"),
        _ if overlay => None,
        Action::Pause => Some(match state.course() {
            Course::Live if state.is_open() => "pause",
            Course::Steered(_) if state.is_open() => "go on",
            Course::Steered(playback) if playback.is_playing() => "pause",
            _ => "play",
        }),
        _ => Some(words),
    }
}
