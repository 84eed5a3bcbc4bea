use std::{io::IsTerminal, path::PathBuf};

use clap::builder::FalseyValueParser;
use jiff::SignedDuration;

use super::JudgeArgs;
use crate::{
    capture::{expires_at, parse_expiry},
    report::PlainOptions,
    trace::{ContentKind, Header},
    tui::{self, ColorChoice, Options},
};

/// The flags that say what to show and what to keep, shared by every command that has a trace.
#[expect(clippy::struct_excessive_bools, reason = "each is a flag of the command line")]
#[derive(Clone, Debug, Default, clap::Args)]
#[command(next_help_heading = "Output")]
pub struct OutputArgs {
    /// Print the record as JSON instead of showing the request
    #[arg(long, env = "STREAMFALL_JSON", hide_env = true, value_parser = FalseyValueParser::new())]
    pub json: bool,
    /// No full screen: a line per milestone, then the summary
    #[arg(long, env = "STREAMFALL_PLAIN", hide_env = true, value_parser = FalseyValueParser::new())]
    pub plain: bool,
    /// Write a customer-safe capture to FILE as the request runs
    ///
    /// With --keep-content it holds every word of the answer and is for your own eyes.
    #[arg(long, value_name = "FILE")]
    pub save: Option<PathBuf>,
    /// Keep the content of the answer in the capture (file mode 0600); for your own eyes
    #[arg(long, requires = "save", hide_short_help = true)]
    pub keep_content: bool,
    /// Keep the provider's request ids in the capture, for its support
    #[arg(long, requires = "save", hide_short_help = true)]
    pub keep_request_id: bool,
    /// After which time `prune` may remove the capture: 36h, 14d, 2w
    #[arg(long, value_name = "TIME", requires = "save", hide_short_help = true, value_parser = parse_expiry)]
    pub expires: Option<SignedDuration>,
    /// Overwrite FILE if it exists
    #[arg(long, hide_short_help = true)]
    pub force: bool,
    /// When to use colour
    #[arg(
        long,
        value_enum,
        value_name = "WHEN",
        default_value_t,
        env = "STREAMFALL_COLOR",
        hide_env = true,
        hide_short_help = true
    )]
    pub color: When,
    /// Draw with ASCII only
    #[arg(long, env = "STREAMFALL_ASCII", hide_env = true, hide_short_help = true, value_parser = FalseyValueParser::new())]
    pub ascii: bool,
    /// Send the trace of the request to an OpenTelemetry receiver (OTLP over HTTP in protobuf; without content)
    #[cfg(feature = "otlp")]
    #[arg(long, value_name = "URL", env = "STREAMFALL_OTLP", hide_env = true, hide_short_help = true, value_parser = super::otlp::address)]
    pub otlp: Option<reqwest::Url>,
    /// What counts as slow and what must hold.
    #[command(flatten)]
    pub judge: JudgeArgs,
}

/// When to use colour on the full screen; everything else is plain text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, clap::ValueEnum)]
pub enum When {
    /// As the terminal and `NO_COLOR` say
    #[default]
    Auto,
    /// Always
    Always,
    /// Never
    Never,
}

/// How a trace is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Show {
    /// On the full screen, then the summary.
    Screen,
    /// A line per milestone, then the summary.
    Lines,
    /// The record alone.
    Record,
}

impl OutputArgs {
    /// How the trace is to be shown; without a terminal that can be drawn on there is no screen.
    pub fn show(&self) -> Show {
        match self {
            Self { json: true, .. } => Show::Record,
            Self { plain: true, .. } => Show::Lines,
            _ if std::io::stdout().is_terminal() && tui::suits_terminal() => Show::Screen,
            _ => Show::Lines,
        }
    }

    /// Whether the content of events is needed: for the screen or for a full capture.
    pub fn needs_content(&self) -> bool {
        self.keep_content || self.show() == Show::Screen
    }

    /// How much a capture is to hold.
    pub const fn content(&self) -> ContentKind {
        if self.keep_content { ContentKind::Full } else { ContentKind::None }
    }

    /// What the capture's header says beside the request: how much it holds and how long it is kept.
    pub fn complete(&self, header: &mut Header) {
        header.content = self.content();
        header.request_ids = self.keep_request_id;
        header.expires_at = header.started_at.and_then(|from| self.expires_from(from));
    }

    /// When the capture expires, if it does, counted from a moment.
    pub fn expires_from(&self, from: jiff::Timestamp) -> Option<jiff::Timestamp> {
        self.expires.map(|keep| expires_at(from, keep))
    }

    /// How the summary is to look.
    pub fn summary(&self) -> PlainOptions {
        PlainOptions { ascii: self.ascii, thresholds: self.judge.thresholds(), ..PlainOptions::default() }
    }

    /// How the full screen is to look.
    pub fn screen(&self) -> Options {
        let color = match self.color {
            When::Auto => ColorChoice::Auto,
            When::Always => ColorChoice::Always,
            When::Never => ColorChoice::Never,
        };
        Options { color, ascii: self.ascii.then_some(true), thresholds: self.judge.thresholds(), ..Options::default() }
    }
}
