//! The pictures of the README: made of the true screen, and kept fresh here.
//!
//! `UPDATE_RECORDING=1 cargo test --lib recording` makes them anew.

use std::{fs, path::Path};

use ratatui::{Terminal, backend::TestBackend, buffer::Buffer};

use super::{
    film::{Shot, svg},
    screens::{lines, picture, themes},
};
use crate::{
    source::{
        demo::{rehearse, scenario},
        feed,
    },
    timeline::Micros,
    trace::Recording,
    tui::{draw::draw, keymap::Keymap, state::State},
};

/// The size of the moving picture, and of the one in text.
const SIZE: (u16, u16) = (100, 34);
const TEXT: (u16, u16) = (110, 18);

/// From one frame to the next, and how long the last one stays, in milliseconds.
const STEP: u64 = 300;
const STAY: u64 = 5_000;

/// The most bytes of the moving picture.
const LARGEST: usize = 250_000;

fn file(name: &str) -> std::path::PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(name)
}

/// Compares with what is in a file, or writes it there when that is asked for.
fn keep(name: &str, expected: &str) {
    if std::env::var_os("UPDATE_RECORDING").is_some() {
        fs::write(file(name), expected).expect("written");
    }
    let found = fs::read_to_string(file(name)).unwrap_or_default();
    assert!(
        found == expected,
        "{name} does not show the screen as it is: UPDATE_RECORDING=1 cargo test --lib recording"
    );
}

fn rehearsed() -> Recording {
    rehearse(&scenario("reasoning").expect("a scenario"))
}

/// The request as it stood at a moment while it ran.
fn at(recording: &Recording, now: u64, ended: bool) -> State {
    let (feed, _outbox) = feed((*recording.header).clone());
    let mut state = State::live(&feed);
    let now = Micros::from_millis(now);
    for observation in recording.observations().iter().filter(|seen| seen.at.is_none_or(|at| at <= now)) {
        state.push(observation.clone(), observation.at.unwrap_or_default().duration());
    }
    if ended {
        state.end();
    }
    state.advance(now.duration());
    state
}

fn frame(state: &State) -> Buffer {
    let mut terminal = Terminal::new(TestBackend::new(SIZE.0, SIZE.1)).expect("a test backend");
    terminal.draw(|frame| _ = draw(frame, state, &themes()[0].1, &Keymap::default())).expect("drawn");
    terminal.backend().buffer().clone()
}

#[test]
fn the_moving_picture_shows_the_screen_as_it_is() {
    let recording = rehearsed();
    let end = recording.latest().now().0 / 1_000;
    let mut shots: Vec<Shot> = (0..end)
        .step_by(usize::try_from(STEP).expect("small"))
        .map(|now| (frame(&at(&recording, now, false)), STEP))
        .collect();
    shots.push((frame(&at(&recording, end, true)), STAY));
    assert!(lines(&shots[shots.len() - 1].0).contains("DONE completed"));
    let picture = svg(&shots, "streamfall demo: the waterfall of a streaming request as it grows");
    assert!(picture.len() < LARGEST, "{} bytes", picture.len());
    assert!(!picture.contains("<script") && !picture.contains("http://127"));
    keep("docs/demo.svg", &picture);
}

#[test]
fn the_picture_in_text_is_a_true_screen() {
    let recording = rehearsed();
    let state = at(&recording, recording.latest().now().0 / 1_000, true);
    let screen = picture(&state, &themes()[0].1, TEXT);
    // All but the keys.
    let screen = screen.trim_end().rsplit_once('\n').expect("lines").0;
    let readme = fs::read_to_string(file("README.md")).expect("a README");
    let (before, rest) = readme.split_once("```text\n").expect("a picture");
    let (_, after) = rest.split_once("\n```").expect("its end");
    keep("README.md", &format!("{before}```text\n{screen}\n```{after}"));
}
