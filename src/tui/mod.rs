//! The terminal program: the loop, its state, the actions, the theme, one file per panel.
//!
//! Nothing here knows the HTTP client or a file: what must be saved or sent again is asked of the
//! [`Host`]. The state knows no theme and no terminal; drawing takes it as it is and gives back
//! where things are; only the loop acts.

mod app;
mod columns;
mod comparison;
mod desk;
mod draw;
mod filter;
mod glyphs;
mod key;
mod keymap;
mod keys;
mod layout;
mod list;
mod num;
mod offscreen;
mod palette;
mod panels;
mod pen;
mod place;
#[cfg(test)]
mod samples;
mod scale;
mod series;
mod signals;
mod stage;
mod state;
mod terminal;
#[cfg(test)]
mod tests;
mod text;
mod theme;
mod update;
mod view;
mod zoom;

use std::{
    io,
    mem::ManuallyDrop,
    time::{Duration, Instant},
};

use app::App;
use comparison::ComparisonScreen;
use crossterm::{event::EventStream, style::force_color_output};
pub use keymap::Keymap;
pub use offscreen::Offscreen;
use ratatui::{Terminal, backend::CrosstermBackend};
use series::SeriesScreen;
pub use series::{Plan, Sender};
use stage::Scene;
use state::State;
use terminal::Screen;
use theme::{Depth, Theme};

use crate::{
    report::compare::{Comparison, Side},
    source::{Feed, PlayOptions},
    timeline::Micros,
    trace::{Observation, Recording, Thresholds},
};

/// What is to be shown.
pub enum Input {
    /// A request that runs.
    Live(Box<Feed>),
    /// A recording to be played.
    Replay(Box<Recording>),
}

/// How it is to be shown.
#[derive(Clone, Debug)]
pub struct Options {
    /// When to use colour.
    pub color: ColorChoice,
    /// Whether to draw with ASCII only; decided by the locale when `None`.
    pub ascii: Option<bool>,
    /// How fast a replay runs; 1 is real time.
    pub speed: f64,
    /// Where a replay opens, paused.
    pub start_at: Option<Micros>,
    /// The longest silence a replay waits through.
    pub idle_limit: Option<Micros>,
    /// What counts as slow.
    pub thresholds: Thresholds,
    /// The look to begin with.
    pub theme: ThemeName,
    /// Which keys do what.
    pub keys: Keymap,
}

impl Options {
    /// The theme that fits the terminal and what was asked for.
    fn theme(&self) -> Theme {
        Theme::detect(self.color, self.ascii, &|name| std::env::var(name).ok()).named(self.theme)
    }
}

/// The look to begin with; the theme key goes on from there. These are the words of the command line
/// and of the configuration too.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, clap::ValueEnum, serde::Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ThemeName {
    /// What fits the background of the terminal
    #[default]
    Default,
    /// For a dark background
    Dark,
    /// For a light background
    Light,
    /// No colour; letters and attributes instead
    Mono,
    /// Told apart with any colour blindness
    ColourBlind,
    /// Strong differences in brightness
    HighContrast,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            color: ColorChoice::Auto,
            ascii: None,
            speed: 1.0,
            start_at: None,
            idle_limit: None,
            thresholds: Thresholds::default(),
            theme: ThemeName::default(),
            keys: Keymap::default(),
        }
    }
}

/// When to use colour.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ColorChoice {
    /// As the terminal and the environment say.
    #[default]
    Auto,
    /// Always.
    Always,
    /// Never.
    Never,
}

/// What the screen asks of the program around it.
pub trait Host {
    /// Takes every observation as it comes, before it is drawn: the capture is written here.
    fn observed(&mut self, observation: &Observation);
    /// Whether a capture is being written, so that no observation may wait for a frame: what is not
    /// on the disk is lost when the process is killed.
    fn is_keeping(&self) -> bool {
        false
    }
    /// Saves a safe capture of what was recorded and says where, or why not, in one sentence.
    ///
    /// # Errors
    /// The sentence to show.
    fn save(&mut self, recording: &Recording) -> Result<String, String>;
    /// Sends the request again.
    ///
    /// # Errors
    /// The sentence to show when it cannot be sent again.
    fn resend(&mut self) -> Result<Feed, String>;
}

/// Why the screen was left.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Leaving {
    /// The user left.
    Quit,
    /// A signal asked for the end.
    Signal,
    /// The terminal went away: nothing can be shown any more.
    TerminalGone,
}

/// How the screen was left.
pub struct Ended {
    /// Everything that was seen.
    pub recording: Recording,
    /// Why.
    pub leaving: Leaving,
}

/// Whether the terminal can be drawn on at all: `TERM=dumb` has no way to move its cursor.
pub fn suits_terminal() -> bool {
    !theme::is_dumb(&|name| std::env::var(name).ok())
}

/// Runs the full screen until the user leaves it or the terminal goes away, then restores the terminal.
///
/// # Errors
/// When the terminal cannot be set up, or a thread has panicked.
pub fn run(input: Input, options: &Options, host: &mut dyn Host) -> io::Result<Ended> {
    let theme = options.theme();
    let started = Instant::now();
    let (state, feed) = open(input, options, started.elapsed());
    let mut app = App::new(state, theme, feed, host, options.keys.clone());
    let leaving = on_screen(&mut app, theme, started)?;
    Ok(Ended { recording: app.state.into_recording(), leaving })
}

/// Takes the terminal, runs a screen on it, and gives it back.
fn on_screen(scene: &mut impl Scene, theme: Theme, started: Instant) -> io::Result<Leaving> {
    // The backend writes colours of its own at the end of each frame, unless it is told not to.
    force_color_output(theme.depth != Depth::None);
    let wall = move || started.elapsed();
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    let mut screen = Screen::take()?;
    let leaving = runtime.block_on(async {
        // Never dropped: its drop shows the cursor, which `screen` does, and panics where that cannot be
        // done and stderr is the same lost terminal. Each frame is flushed, so that nothing is left in it.
        let mut terminal = ManuallyDrop::new(Terminal::new(CrosstermBackend::new(io::BufWriter::new(io::stdout())))?);
        let signals = signals::signals()?;
        stage::run(scene, &mut terminal, &mut screen, EventStream::new(), signals, &wall).await
    });
    drop(screen);
    leaving
}

/// Shows sides next to each other until the user leaves, then restores the terminal.
///
/// # Errors
/// As [`run`].
pub fn run_comparison(comparison: &Comparison, sides: &[Side], options: &Options) -> io::Result<Leaving> {
    let theme = options.theme();
    let mut screen = ComparisonScreen::new(comparison, sides, theme, options.thresholds.clone(), options.keys.clone());
    on_screen(&mut screen, theme, Instant::now())
}

/// How a series was left.
#[derive(Clone, Copy, Debug)]
pub struct SeriesEnded {
    /// Why.
    pub leaving: Leaving,
    /// Whether every request was sent and none was cancelled.
    pub complete: bool,
}

/// Sends a request again and again and shows the sample as it grows, until the user leaves; then
/// restores the terminal.
///
/// # Errors
/// As [`run`]; and when the sender fails.
pub fn run_series(plan: Plan, sender: &mut dyn Sender, options: &Options) -> io::Result<SeriesEnded> {
    let theme = options.theme();
    let mut screen = SeriesScreen::new(plan, sender, theme, options.keys.clone());
    screen.send();
    let leaving = on_screen(&mut screen, theme, Instant::now())?;
    Ok(SeriesEnded { leaving, complete: screen.finish()? })
}

/// The state to begin with, and what feeds it.
fn open(input: Input, options: &Options, wall: Duration) -> (State, Option<Feed>) {
    let (mut state, feed) = match input {
        Input::Live(feed) => (State::live(&feed), Some(*feed)),
        Input::Replay(recording) => {
            let play = PlayOptions { speed: options.speed, start_at: options.start_at, idle_limit: options.idle_limit };
            (State::replay(*recording, &play, wall), None)
        }
    };
    state.thresholds = options.thresholds.clone();
    (state, feed)
}
