//! The screen on no terminal: what a seek, a filter and a frame cost is measured on it.

use std::time::Duration;

use ratatui::{Terminal, backend::TestBackend};

use super::{
    draw::{HitMap, draw},
    filter::Filter,
    keymap::Keymap,
    state::State,
    theme::Theme,
};
use crate::{source::PlayOptions, timeline::Micros, trace::Recording};

/// A recording on a screen of a fixed size that nobody sees.
pub struct Offscreen {
    state: State,
    theme: Theme,
    terminal: Terminal<TestBackend>,
}

impl Offscreen {
    /// Opens a recording at its start, paused.
    pub fn new(recording: Recording, width: u16, height: u16) -> Self {
        let options = PlayOptions { start_at: Some(Micros::ZERO), ..PlayOptions::default() };
        let Ok(terminal) = Terminal::new(TestBackend::new(width, height));
        Self {
            state: State::replay(recording, &options, Duration::ZERO),
            theme: Theme::detect(super::ColorChoice::Always, Some(false), &|_| None),
            terminal,
        }
    }

    /// What it shows.
    pub const fn recording(&self) -> &Recording {
        self.state.recording()
    }

    /// Moves to a moment.
    pub fn seek(&mut self, to: Micros) {
        self.state.steer(Duration::ZERO, |playback, recording| playback.seek(recording, to));
    }

    /// Uses a filter and looks through every event with it. Gives how many of all pass.
    pub fn filter(&mut self, words: &str) -> usize {
        self.state.list.set_filter(Filter::parse(words));
        let mut list = std::mem::take(&mut self.state.list);
        while list.look(self.state.recording()) {}
        self.state.list = list;
        self.state.list.len(self.state.recording().event_count())
    }

    /// Draws a frame.
    pub fn draw(&mut self) {
        let mut hits = HitMap::default();
        let Ok(_) = self.terminal.draw(|frame| hits = draw(frame, &self.state, &self.theme, &Keymap::default()));
    }
}
