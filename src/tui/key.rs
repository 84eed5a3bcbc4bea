//! A key as it is pressed, read and named.

use crossterm::event::{KeyCode, KeyEvent, KeyEventKind, KeyModifiers};
use unicode_width::UnicodeWidthChar;

use crate::wire::is_harmful;

/// A key as the user presses it. Shift is part of a character and not told apart from it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Key {
    code: KeyCode,
    modifiers: KeyModifiers,
}

pub(super) const fn key(code: KeyCode) -> Key {
    Key { code, modifiers: KeyModifiers::NONE }
}

pub(super) const fn ch(c: char) -> Key {
    key(KeyCode::Char(c))
}

pub(super) const fn ctrl(c: char) -> Key {
    Key { code: KeyCode::Char(c), modifiers: KeyModifiers::CONTROL }
}

pub(super) const fn shift(code: KeyCode) -> Key {
    Key { code, modifiers: KeyModifiers::SHIFT }
}

impl Key {
    /// The key of an event; `None` for a release. A held key repeats.
    pub fn of(event: KeyEvent) -> Option<Self> {
        if event.kind == KeyEventKind::Release {
            return None;
        }
        let mut modifiers =
            event.modifiers & (KeyModifiers::SHIFT | KeyModifiers::CONTROL | KeyModifiers::ALT | KeyModifiers::SUPER);
        let mut code = event.code;
        if let KeyCode::Char(c) = code {
            // Some terminals send `g` with Shift, some `G` alone, some both.
            if modifiers.contains(KeyModifiers::SHIFT) && !modifiers.contains(KeyModifiers::CONTROL) {
                code = KeyCode::Char(c.to_uppercase().next().unwrap_or(c));
            }
            modifiers -= KeyModifiers::SHIFT;
        }
        if code == KeyCode::BackTab {
            modifiers -= KeyModifiers::SHIFT;
        }
        Some(Self { code, modifiers })
    }

    /// The key of a name: `q`, `G`, `space`, `pgup`, `ctrl-x`, `alt-x`, `shift-left`, `f5`; case counts
    /// for a single character only.
    ///
    /// # Errors
    /// What is wrong with the name.
    pub fn parse(name: &str) -> Result<Self, String> {
        // What is longer than any name was meant for another place, and may be a secret.
        let unknown = || match name.chars().count() {
            ..LONGEST => format!("there is no key '{name}'"),
            _ => "a name in its list is that of no key".to_owned(),
        };
        let (mut rest, mut modifiers) = (name, KeyModifiers::NONE);
        while let Some((after, modifier)) = MODIFIERS.iter().find_map(|(word, modifier, _)| {
            let (start, after) = rest.split_at_checked(word.len())?;
            (start.eq_ignore_ascii_case(word) && !after.is_empty()).then_some((after, *modifier))
        }) {
            (rest, modifiers) = (after, modifiers | modifier);
        }
        let mut characters = rest.chars();
        let named = NAMED.iter().find(|(word, shown, _)| rest.eq_ignore_ascii_case(word) || rest == *shown);
        if let (None, Some(c)) = (named, rest.chars().find(|c| is_unseen(*c))) {
            return Err(format!("a key must be a character that can be seen, and U+{:04X} cannot", u32::from(c)));
        }
        let code = match (named, characters.next(), characters.as_str()) {
            (Some((.., code)), ..) => *code,
            (
                None,
                Some('f' | 'F'),
                number @ ("1" | "2" | "3" | "4" | "5" | "6" | "7" | "8" | "9" | "10" | "11" | "12"),
            ) => KeyCode::F(number.parse().map_err(|_| unknown())?),
            (None, Some(c), "") if modifiers.contains(KeyModifiers::CONTROL) => KeyCode::Char(c.to_ascii_lowercase()),
            (None, Some(c), "") => KeyCode::Char(c),
            _ => return Err(unknown()),
        };
        let code = if code == KeyCode::Tab && modifiers == KeyModifiers::SHIFT { KeyCode::BackTab } else { code };
        let key = Self::of(KeyEvent::new(code, modifiers)).ok_or_else(unknown)?;
        match SENT_AS.iter().find(|(c, _)| key == ctrl(*c)) {
            Some((_, other)) => Err(format!("a terminal sends '{name}' as {other}")),
            None => Ok(key),
        }
    }

    /// Its name on screen.
    pub fn name(self) -> String {
        let control = self.modifiers.contains(KeyModifiers::CONTROL);
        let base = match (NAMED.iter().find(|(.., code)| *code == self.code), self.code) {
            (Some((_, shown, _)), _) => (*shown).to_owned(),
            (None, KeyCode::Char(c)) if control => c.to_uppercase().to_string(),
            (None, KeyCode::Char(c)) => c.to_string(),
            (None, KeyCode::F(n)) => format!("F{n}"),
            (None, other) => format!("{other:?}"),
        };
        let modifiers = MODIFIERS.iter().filter(|(_, modifier, _)| self.modifiers.contains(*modifier));
        modifiers.map(|(.., shown)| *shown).chain([base.as_str()]).collect()
    }
}

/// Whether a character would leave nothing, or worse, where the help shows its key. The blank has a name.
fn is_unseen(c: char) -> bool {
    c != ' ' && (c.is_whitespace() || is_harmful(c) || c.width().is_none_or(|columns| columns == 0))
}

/// No name of a key has so many characters.
const LONGEST: usize = 16;

/// The modifiers: in a name, and on screen.
const MODIFIERS: [(&str, KeyModifiers, &str); 3] = [
    ("ctrl-", KeyModifiers::CONTROL, "Ctrl-"),
    ("alt-", KeyModifiers::ALT, "Alt-"),
    ("shift-", KeyModifiers::SHIFT, "⇧"),
];

/// The keys that are no characters: their names, and how they stand on screen.
const NAMED: [(&str, &str, KeyCode); 16] = [
    ("space", "space", KeyCode::Char(' ')),
    ("enter", "enter", KeyCode::Enter),
    ("esc", "Esc", KeyCode::Esc),
    ("tab", "tab", KeyCode::Tab),
    ("backtab", "Shift-Tab", KeyCode::BackTab),
    ("backspace", "Backspace", KeyCode::Backspace),
    ("insert", "Insert", KeyCode::Insert),
    ("delete", "Delete", KeyCode::Delete),
    ("left", "←", KeyCode::Left),
    ("right", "→", KeyCode::Right),
    ("up", "↑", KeyCode::Up),
    ("down", "↓", KeyCode::Down),
    ("pgup", "PgUp", KeyCode::PageUp),
    ("pgdn", "PgDn", KeyCode::PageDown),
    ("home", "Home", KeyCode::Home),
    ("end", "End", KeyCode::End),
];

/// What a terminal cannot tell from another key.
const SENT_AS: [(char, &str); 3] = [('i', "tab"), ('m', "enter"), ('[', "Esc")];

/// A change to a line of text that is being written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Edit {
    /// One character more.
    Insert(char),
    /// The last one less.
    Delete,
    /// The last word less.
    DeleteWord,
    /// Nothing left.
    Clear,
    /// Use it.
    Accept,
    /// Leave it.
    Leave,
}

/// What a key means while text is written; `None` when it means its action.
pub fn edit(key: Key, event: &KeyEvent) -> Option<Edit> {
    match (key.code, key.modifiers) {
        (KeyCode::Char('u'), KeyModifiers::CONTROL) => Some(Edit::Clear),
        (KeyCode::Char('w'), KeyModifiers::CONTROL) => Some(Edit::DeleteWord),
        (KeyCode::Char('h'), KeyModifiers::CONTROL) | (KeyCode::Backspace, _) => Some(Edit::Delete),
        (KeyCode::Enter, _) => Some(Edit::Accept),
        (KeyCode::Esc, _) => Some(Edit::Leave),
        // The character as typed: Shift may have been part of it.
        (KeyCode::Char(_), KeyModifiers::NONE) => match event.code {
            KeyCode::Char(c) => Some(Edit::Insert(c)),
            _ => None,
        },
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::{Key, KeyCode, KeyEvent, KeyModifiers, ch, ctrl, key, shift};

    #[test]
    fn a_key_is_read_by_the_name_it_is_shown_by_and_by_one_that_can_be_typed() {
        for (name, expected, shown) in [
            ("q", ch('q'), "q"),
            ("G", ch('G'), "G"),
            ("shift-g", ch('G'), "G"),
            ("Ctrl-X", ctrl('x'), "Ctrl-X"),
            ("space", ch(' '), "space"),
            ("-", ch('-'), "-"),
            ("ctrl--", ctrl('-'), "Ctrl--"),
            ("PGUP", key(KeyCode::PageUp), "PgUp"),
            ("←", key(KeyCode::Left), "←"),
            ("shift-left", shift(KeyCode::Left), "⇧←"),
            ("shift-tab", key(KeyCode::BackTab), "Shift-Tab"),
            ("f12", key(KeyCode::F(12)), "F12"),
            ("f", ch('f'), "f"),
            ("é", ch('é'), "é"),
            ("alt-x", Key { code: KeyCode::Char('x'), modifiers: KeyModifiers::ALT }, "Alt-X"),
        ] {
            let read = Key::parse(name).expect(name);
            assert_eq!(read, expected, "{name}");
            assert_eq!(read.name().to_lowercase(), shown.to_lowercase(), "{name}");
        }
        // What is read is what a terminal sends for it.
        let sent = Key::of(KeyEvent::new(KeyCode::Char('g'), KeyModifiers::SHIFT));
        assert_eq!(Key::parse("G").ok(), sent);
    }

    #[test]
    fn what_is_no_key_is_refused() {
        for (name, why) in [
            ("", "there is no key ''"),
            ("quit", "there is no key 'quit'"),
            ("ctrl-", "there is no key 'ctrl-'"),
            ("f13", "there is no key 'f13'"),
            ("hyper-x", "there is no key 'hyper-x'"),
            ("\u{1b}", "a key must be a character that can be seen, and U+001B cannot"),
            ("\u{202e}", "a key must be a character that can be seen, and U+202E cannot"),
            ("ctrl-\u{2066}", "a key must be a character that can be seen, and U+2066 cannot"),
            ("alt-\u{200b}", "a key must be a character that can be seen, and U+200B cannot"),
            // An accent that stands on what is before it, and a blank that is none.
            ("\u{301}", "a key must be a character that can be seen, and U+0301 cannot"),
            ("\u{a0}", "a key must be a character that can be seen, and U+00A0 cannot"),
            ("q\u{202e}", "a key must be a character that can be seen, and U+202E cannot"),
            ("ctrl-i", "a terminal sends 'ctrl-i' as tab"),
            ("ctrl-M", "a terminal sends 'ctrl-M' as enter"),
        ] {
            assert_eq!(Key::parse(name), Err(why.to_owned()));
        }
    }
}
