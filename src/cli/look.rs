use std::collections::BTreeMap;

use clap::builder::FalseyValueParser;

use crate::tui::{ColorChoice, Keymap, Options, ThemeName};

/// The flags that say how a screen looks, shared by every command that has one.
#[derive(Clone, Debug, Default, clap::Args)]
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
    pub theme: ThemeName,
    /// Draw with ASCII only
    #[arg(long, env = "STREAMFALL_ASCII", hide_env = true, hide_short_help = true, value_parser = FalseyValueParser::new())]
    pub ascii: bool,
    /// The keys of the configuration: `action=key`
    #[arg(long = "configured-key", hide = true, value_parser = bound)]
    pub bound: Vec<(String, String)>,
}

/// One key of an action.
fn bound(text: &str) -> Result<(String, String), String> {
    let (action, key) = text.split_once('=').ok_or("expected action=key")?;
    Keymap::default().bind(action, &[key.to_owned()])?;
    Ok((action.to_owned(), key.to_owned()))
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

impl LookArgs {
    /// How a full screen is to look.
    pub fn screen(&self) -> Options {
        let color = match self.color {
            When::Auto => ColorChoice::Auto,
            When::Always => ColorChoice::Always,
            When::Never => ColorChoice::Never,
        };
        Options { color, theme: self.theme, ascii: self.ascii.then_some(true), keys: self.keys(), ..Options::default() }
    }

    /// The keys as they are bound; each was looked at as it was read.
    fn keys(&self) -> Keymap {
        let mut of: BTreeMap<&str, Vec<String>> = BTreeMap::new();
        for (action, key) in &self.bound {
            of.entry(action).or_default().push(key.clone());
        }
        let mut keys = Keymap::default();
        for (action, names) in of {
            let _ = keys.bind(action, &names);
        }
        keys
    }
}

#[cfg(test)]
mod tests {
    use clap::ValueEnum;

    use crate::tui::ThemeName;

    #[test]
    fn every_name_that_the_theme_key_shows_is_taken() {
        // tui::theme::Look::word
        for name in ["dark", "light", "colour-blind", "high-contrast", "mono"] {
            assert!(ThemeName::from_str(name, false).is_ok(), "{name}");
        }
    }
}
