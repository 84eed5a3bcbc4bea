//! The one maker of styles: nobody else names a colour.
//!
//! A role says what something means; the palette, the depth of the terminal and the background say
//! how it looks. Without colour every role still differs by attribute, glyph or word.

use ratatui::style::{Color, Modifier, Style};

use super::{
    ColorChoice, ThemeName,
    glyphs::{self, Glyphs},
    palette::{self, Hue, Swatches},
};
use crate::{report::BarKind, timeline::Tag};

/// What something on the screen means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// Plain text.
    Text,
    /// What may be overlooked: units, labels, axis.
    Quiet,
    /// Lines around panels.
    Border,
    /// The line around the panel that has the focus.
    Focused,
    /// A title.
    Title,
    /// A bar of the waterfall.
    Bar(BarKind),
    /// An event by its tag.
    Tag(Tag),
    /// A silence inside generation.
    Stall,
    /// The selected row.
    Selected,
    /// The cursor line.
    Cursor,
    /// Something that went well.
    Good,
    /// Something to look at.
    Warn,
    /// Something that failed.
    Bad,
    /// A key in the footer or the help.
    Key,
}

/// The named looks, in the order in which the theme key goes through them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Look {
    /// The default, on a dark background.
    Dark,
    /// The default, on a light background.
    Light,
    /// Safe for colour-blind eyes.
    ColourBlind,
    /// Strong differences in brightness.
    HighContrast,
    /// No colour at all.
    Mono,
}

impl Look {
    const ALL: [Self; 5] = [Self::Dark, Self::Light, Self::ColourBlind, Self::HighContrast, Self::Mono];

    /// Its name on screen: that of `--theme` and of the configuration.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Dark => "dark",
            Self::Light => "light",
            Self::ColourBlind => "colour-blind",
            Self::HighContrast => "high-contrast",
            Self::Mono => "mono",
        }
    }
}

/// How many colours the terminal shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Depth {
    /// None may be used.
    None,
    /// The 16 of the terminal's own scheme.
    Sixteen,
    /// The 256 of xterm.
    Indexed,
    /// Any.
    True,
}

/// How the screen looks.
#[derive(Clone, Copy, Debug)]
pub struct Theme {
    /// The look in use.
    pub look: Look,
    /// How many colours there are.
    pub depth: Depth,
    /// The characters in use.
    pub glyphs: &'static Glyphs,
    light: bool,
}

impl Theme {
    /// A theme of a look.
    pub const fn new(look: Look, depth: Depth, glyphs: &'static Glyphs) -> Self {
        Self { look, depth, glyphs, light: matches!(look, Look::Light) }
    }

    /// The theme that fits the terminal: what the user asked for, else what the environment says.
    pub fn detect(color: ColorChoice, ascii: Option<bool>, env: &dyn Fn(&str) -> Option<String>) -> Self {
        let depth = depth(color, env);
        let ascii = ascii.unwrap_or_else(|| is_dumb(env) || !speaks_utf8(env));
        let light = has_light_background(env);
        let look = match (depth, light) {
            (Depth::None, _) => Look::Mono,
            (_, true) => Look::Light,
            (_, false) => Look::Dark,
        };
        let glyphs = if ascii { &glyphs::ASCII } else { &glyphs::UNICODE };
        Self { light, ..Self::new(look, depth, glyphs) }
    }

    /// The same in a look that was asked for; without colour there is only mono.
    pub fn named(self, name: ThemeName) -> Self {
        let look = match name {
            _ if self.depth == Depth::None => return self,
            ThemeName::Default => return self,
            ThemeName::Dark => return self.looking(Look::Dark),
            ThemeName::Light => return self.looking(Look::Light),
            ThemeName::Mono => Look::Mono,
            ThemeName::ColourBlind => Look::ColourBlind,
            ThemeName::HighContrast => Look::HighContrast,
        };
        self.looking(look)
    }

    /// The same in a look; the looks that go by the background say which it is.
    fn looking(self, look: Look) -> Self {
        let light = match look {
            Look::Dark => false,
            Look::Light => true,
            _ => self.light,
        };
        Self { look, light, ..self }
    }

    /// The next look; only mono when there may be no colour.
    pub fn next(self) -> Self {
        if self.depth == Depth::None {
            return self;
        }
        let here = Look::ALL.iter().position(|look| *look == self.look).unwrap_or(0);
        self.looking(Look::ALL[(here + 1) % Look::ALL.len()])
    }

    /// Whether bars are drawn with letters, for there is no colour to tell them apart.
    pub fn uses_marks(&self) -> bool {
        self.is_mono() || self.glyphs.is_ascii()
    }

    /// How a role looks.
    pub fn style(&self, role: Role) -> Style {
        let style = Style::new().add_modifier(attributes(role));
        let emphasis = if self.is_mono() { mono_attributes(role) } else { Modifier::empty() };
        let style = style.add_modifier(emphasis);
        match hue(role).and_then(|hue| self.color(hue)) {
            Some(color) => style.fg(color),
            None => style,
        }
    }

    fn is_mono(&self) -> bool {
        self.depth == Depth::None || self.look == Look::Mono
    }

    fn color(&self, hue: Hue) -> Option<Color> {
        let swatches: &Swatches = match self.look {
            Look::Dark | Look::Light => &palette::STANDARD,
            Look::ColourBlind => &palette::COLOUR_BLIND,
            Look::HighContrast => &palette::HIGH_CONTRAST,
            Look::Mono => return None,
        };
        let swatch = swatches[hue as usize];
        let rgb = if self.light { swatch.light } else { swatch.dark };
        match self.depth {
            Depth::None => None,
            Depth::Sixteen => Some(Color::Indexed(swatch.ansi)),
            Depth::Indexed => Some(Color::Indexed(palette::nearest_256(rgb))),
            Depth::True => {
                let [_, r, g, b] = rgb.to_be_bytes();
                Some(Color::Rgb(r, g, b))
            }
        }
    }
}

/// The colour of a role; `None` is the terminal's own.
const fn hue(role: Role) -> Option<Hue> {
    Some(match role {
        Role::Text | Role::Title | Role::Selected => return None,
        Role::Quiet | Role::Border => Hue::Dim,
        Role::Focused | Role::Key => Hue::BlueLight,
        Role::Cursor => Hue::Grey,
        Role::Stall | Role::Bad => Hue::Red,
        Role::Good => Hue::Green,
        Role::Warn => Hue::Amber,
        Role::Bar(kind) => match kind {
            BarKind::Local | BarKind::Finishing => Hue::Grey,
            BarKind::Dns => Hue::BlueDark,
            BarKind::Connect => Hue::Blue,
            BarKind::Tls => Hue::BlueLight,
            BarKind::Wait => Hue::Amber,
            BarKind::Metadata => Hue::Dim,
            BarKind::Hidden | BarKind::Reasoning => Hue::Violet,
            BarKind::Tool => Hue::Teal,
            BarKind::Generating => Hue::Green,
        },
        Role::Tag(tag) => match tag {
            Tag::Text => Hue::Green,
            Tag::Refusal | Tag::Unknown => Hue::Amber,
            Tag::Reasoning => Hue::Violet,
            Tag::Tool => Hue::Teal,
            Tag::Media => Hue::Blue,
            Tag::Error => Hue::Red,
            Tag::End | Tag::Usage => Hue::Grey,
            Tag::Heartbeat | Tag::Envelope => Hue::Dim,
        },
    })
}

/// What a role has whatever the colours.
const fn attributes(role: Role) -> Modifier {
    match role {
        Role::Title => Modifier::BOLD,
        Role::Selected => Modifier::REVERSED,
        _ => Modifier::empty(),
    }
}

/// What stands for the colour where there is none.
const fn mono_attributes(role: Role) -> Modifier {
    match role {
        Role::Quiet | Role::Border => Modifier::DIM,
        Role::Focused | Role::Bad | Role::Warn | Role::Stall | Role::Key => Modifier::BOLD,
        _ => Modifier::empty(),
    }
}

fn depth(color: ColorChoice, env: &dyn Fn(&str) -> Option<String>) -> Depth {
    let set = |name: &str| env(name).filter(|value| !value.is_empty());
    let forced = color == ColorChoice::Always || set("CLICOLOR_FORCE").is_some_and(|value| value != "0");
    let forbidden = set("NO_COLOR").is_some() || set("CLICOLOR").is_some_and(|value| value == "0") || is_dumb(env);
    match color {
        ColorChoice::Never => return Depth::None,
        ColorChoice::Auto if set("NO_COLOR").is_some() || (forbidden && !forced) => return Depth::None,
        _ => {}
    }
    let term = env("TERM").unwrap_or_default();
    if env("COLORTERM").is_some_and(|value| value == "truecolor" || value == "24bit") || term.ends_with("-direct") {
        return Depth::True;
    }
    if term.contains("256") || ["alacritty", "kitty", "ghostty", "wezterm", "foot"].iter().any(|t| term.contains(t)) {
        return Depth::Indexed;
    }
    Depth::Sixteen
}

pub(super) fn is_dumb(env: &dyn Fn(&str) -> Option<String>) -> bool {
    env("TERM").is_some_and(|term| term == "dumb")
}

/// By the locale, in the order in which POSIX looks at it. No locale at all is taken as UTF-8, as
/// terminals are today; `C` and `POSIX` mean ASCII.
fn speaks_utf8(env: &dyn Fn(&str) -> Option<String>) -> bool {
    let locale = ["LC_ALL", "LC_CTYPE", "LANG"].iter().find_map(|name| env(name).filter(|value| !value.is_empty()));
    locale.is_none_or(|locale| {
        let locale = locale.to_ascii_lowercase();
        locale.ends_with("utf-8") || locale.ends_with("utf8")
    })
}

/// By `COLORFGBG`, the only sign that needs no question to the terminal.
fn has_light_background(env: &dyn Fn(&str) -> Option<String>) -> bool {
    env("COLORFGBG")
        .and_then(|value| value.rsplit(';').next().and_then(|background| background.parse::<u8>().ok()))
        .is_some_and(|background| matches!(background, 7 | 9..=15))
}

#[cfg(test)]
#[path = "theme_tests.rs"]
mod tests;
