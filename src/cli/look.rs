use clap::builder::FalseyValueParser;
use serde::Deserialize;

use crate::tui::{ColorChoice, Options, ThemeName};

/// The flags that say how a screen looks, shared by every command that has one.
#[derive(Clone, Copy, Debug, Default, clap::Args)]
pub struct LookArgs {
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
    /// The colours of the screen; without colour every theme is mono
    #[arg(
        long,
        value_enum,
        value_name = "NAME",
        default_value_t,
        env = "STREAMFALL_THEME",
        hide_env = true,
        hide_short_help = true
    )]
    pub theme: Theme,
    /// Draw with ASCII only
    #[arg(long, env = "STREAMFALL_ASCII", hide_env = true, hide_short_help = true, value_parser = FalseyValueParser::new())]
    pub ascii: bool,
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

/// The colours of the screen.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, clap::ValueEnum, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Theme {
    /// What fits the background of the terminal
    #[default]
    Default,
    /// No colour; letters and attributes instead
    Mono,
    /// Told apart with any colour blindness
    ColourBlind,
    /// Strong differences in brightness
    HighContrast,
}

impl LookArgs {
    /// How a full screen is to look.
    pub fn screen(&self) -> Options {
        let color = match self.color {
            When::Auto => ColorChoice::Auto,
            When::Always => ColorChoice::Always,
            When::Never => ColorChoice::Never,
        };
        let theme = match self.theme {
            Theme::Default => ThemeName::Default,
            Theme::Mono => ThemeName::Mono,
            Theme::ColourBlind => ThemeName::ColourBlind,
            Theme::HighContrast => ThemeName::HighContrast,
        };
        Options { color, theme, ascii: self.ascii.then_some(true), ..Options::default() }
    }
}
