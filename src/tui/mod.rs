//! The terminal program: the loop, its state, the actions, the theme, one file per panel.
//!
//! Nothing here knows the HTTP client or a file: what must be saved or sent again is asked of the
//! [`Host`].

use crate::{
    source::Feed,
    timeline::Micros,
    trace::{Observation, Recording},
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

/// How the screen was left.
pub struct Ended {
    /// Everything that was seen.
    pub recording: Recording,
}

/// Runs the full screen until the user leaves it or the terminal goes away, then restores the terminal.
///
/// # Errors
/// When the terminal cannot be set up or read.
pub fn run(_input: Input, _options: &Options, _host: &mut dyn Host) -> std::io::Result<Ended> {
    Err(std::io::ErrorKind::Unsupported.into())
}
