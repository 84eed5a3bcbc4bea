//! The last row: the keys that matter now, the filter being written, or one sentence.

use crate::tui::{
    keymap::Keymap,
    keys::{Action, Binding},
    pen::Pen,
    place::Place,
    state::{Course, Overlay, State},
    theme::Role,
};

/// Draws the row.
pub fn draw(pen: &mut Pen<'_>, state: &State, bound: &Keymap) {
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
    keys(pen, Place::Request, bound, &|binding| words(binding, state));
}

/// Draws the keys that do something, as far as there is room; the one for the help always has it.
/// Gives how far that is.
pub fn keys(pen: &mut Pen<'_>, place: Place, bound: &Keymap, words: &dyn Fn(&Binding) -> Option<&'static str>) -> u16 {
    let kept = pen.measure(&bound.name(Action::Help)) + pen.measure("help") + 3;
    let (mut x, mut full) = (1, false);
    let mut keys = String::new();
    for binding in place.bindings() {
        let Some(words) = words(binding) else { continue };
        keys.push_str(&bound.name(binding.action));
        // Two keys of one kind share their word: ←→ seek.
        if words.is_empty() {
            continue;
        }
        let needed = pen.measure(&keys) + pen.measure(words) + 1;
        let is_help = binding.action == Action::Help;
        full |= x + needed + if is_help { 0 } else { kept } >= pen.width();
        if full && !is_help {
            keys.clear();
            continue;
        }
        x += pen.text(x, 0, &keys, Role::Key) + 1;
        x += pen.text(x, 0, words, Role::Quiet) + 2;
        keys.clear();
    }
    x
}

/// The hint of an action as it is meant here; `None` when it has none now.
fn words(binding: &Binding, state: &State) -> Option<&'static str> {
    let words = Place::Request.hint(binding)?;
    let overlay = state.overlay != Overlay::None;
    match binding.action {
        Action::Quit if overlay => Some("close"),
        Action::Help => Some(words),
        Action::Detail if shows_content(state) => Some("raw/pretty"),
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

/// Whether an event is open whose content is kept, so that it can be shown in two ways.
fn shows_content(state: &State) -> bool {
    let selected = state.list.selected_event(state.events()).and_then(|index| state.recording().event(index));
    matches!(state.overlay, Overlay::Detail { .. }) && selected.is_some_and(|(_, event)| event.content.is_some())
}
