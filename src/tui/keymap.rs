//! Which keys do what: the table of actions, with what the user bound instead.

use super::{
    key::Key,
    keys::{Action, BINDINGS},
    place::Place,
};

/// How many changes turn a wrong name into the one that was meant.
const NEAR: usize = 2;

/// The keys of every action. As it is made, those of the table.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Keymap {
    own: Vec<(Action, Vec<Key>)>,
}

impl Keymap {
    /// Gives an action other keys than the table does, by their names. Whether they are free can
    /// only be told when all are bound: see [`Keymap::clash`].
    ///
    /// # Errors
    /// What is wrong, in half a sentence: there is no such action or key, or no key is named.
    pub fn bind(&mut self, action: &str, keys: &[String]) -> Result<(), String> {
        let action = Action::from_word(action).ok_or_else(|| no_action(action))?;
        if keys.is_empty() {
            return Err(format!("'{action}' needs a key at least"));
        }
        let keys = keys.iter().map(|name| Key::parse(name)).collect::<Result<_, _>>()?;
        self.own.retain(|(bound, _)| *bound != action);
        self.own.push((action, keys));
        Ok(())
    }

    /// The first key that would do two things: one of the actions that the user bound it to, by its
    /// name, and what is wrong.
    pub fn clash(&self) -> Option<(&'static str, String)> {
        self.own.iter().find_map(|(action, keys)| {
            keys.iter().enumerate().find_map(|(i, key)| {
                let said =
                    |what: String| Some((action.word(), format!("'{}' is bound to {action} {what}", key.name())));
                let other = BINDINGS
                    .iter()
                    .map(|row| row.action)
                    .find(|other| other != action && self.of(*other).contains(key));
                match other {
                    Some(other) => said(format!("and to {other}")),
                    None if keys[..i].contains(key) => said("twice".to_owned()),
                    None => None,
                }
            })
        })
    }

    /// The keys of an action, the one to show first.
    pub fn of(&self, action: Action) -> &[Key] {
        let own = self.own.iter().find(|(bound, _)| *bound == action).map(|(_, keys)| keys.as_slice());
        own.or_else(|| BINDINGS.iter().find(|row| row.action == action).map(|row| row.keys)).unwrap_or_default()
    }

    /// The name of the key to show for an action.
    pub fn name(&self, action: Action) -> String {
        self.of(action).first().map(|key| key.name()).unwrap_or_default()
    }

    /// What a key does on a screen.
    pub fn action(&self, place: Place, key: Key) -> Option<Action> {
        place.bindings().map(|binding| binding.action).find(|action| self.of(*action).contains(&key))
    }
}

/// That there is no such action, with the one that was meant, else with all.
fn no_action(name: &str) -> String {
    let near = Action::ALL.iter().min_by_key(|action| distance(name, action.word()));
    if let Some(near) = near.filter(|action| distance(name, action.word()) <= NEAR) {
        return format!("there is no action '{name}', did you mean '{near}'?");
    }
    let all: Vec<&str> = Action::ALL.iter().map(|action| action.word()).collect();
    format!("there is no action '{name}'; there are {}", all.join(", "))
}

/// How many characters must be changed, added or taken to make one word of another.
fn distance(a: &str, b: &str) -> usize {
    let mut row: Vec<usize> = (0..=b.chars().count()).collect();
    for (i, x) in a.chars().enumerate() {
        let mut corner = std::mem::replace(&mut row[0], i + 1);
        for (j, y) in b.chars().enumerate() {
            let above = row[j + 1];
            row[j + 1] = (corner + usize::from(x != y)).min(above + 1).min(row[j] + 1);
            corner = above;
        }
    }
    row.last().copied().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use crossterm::event::{KeyCode, KeyEvent, KeyEventKind, KeyModifiers};

    use super::{Action, BINDINGS, Keymap};
    use crate::tui::{
        key::{Key, ch, ctrl},
        keys::Group,
        place::Place,
    };

    fn press(code: KeyCode, modifiers: KeyModifiers) -> Option<Action> {
        Keymap::default().action(Place::Request, Key::of(KeyEvent::new(code, modifiers))?)
    }

    #[test]
    fn no_key_has_two_meanings_and_no_action_two_rows() {
        let mut keys = HashSet::new();
        let mut actions = HashSet::new();
        for binding in BINDINGS {
            assert!(actions.insert(binding.action), "{:?} twice", binding.action);
            assert!(!binding.keys.is_empty() && !binding.help.is_empty());
            for key in binding.keys {
                assert!(keys.insert(key), "{} twice", key.name());
            }
        }
        assert!(BINDINGS.iter().all(|binding| Group::ALL.contains(&binding.group)));
    }

    #[test]
    fn modifiers_are_respected_and_shift_belongs_to_the_character() {
        assert_eq!(press(KeyCode::Char('t'), KeyModifiers::NONE), Some(Action::Theme));
        assert_eq!(press(KeyCode::Char('t'), KeyModifiers::CONTROL), None);
        assert_eq!(press(KeyCode::Char('t'), KeyModifiers::ALT), None);
        assert_eq!(press(KeyCode::Char('g'), KeyModifiers::NONE), Some(Action::Top));
        assert_eq!(press(KeyCode::Char('G'), KeyModifiers::NONE), Some(Action::Bottom));
        assert_eq!(press(KeyCode::Char('g'), KeyModifiers::SHIFT), Some(Action::Bottom));
        assert_eq!(press(KeyCode::Char('G'), KeyModifiers::SHIFT), Some(Action::Bottom));
        assert_eq!(press(KeyCode::Char('>'), KeyModifiers::SHIFT), Some(Action::Faster));
        assert_eq!(press(KeyCode::Left, KeyModifiers::NONE), Some(Action::SeekBack));
        assert_eq!(press(KeyCode::Left, KeyModifiers::SHIFT), Some(Action::LeapBack));
        assert_eq!(press(KeyCode::Left, KeyModifiers::CONTROL), None);
    }

    #[test]
    fn a_release_does_nothing_and_a_held_key_repeats() {
        let mut event = KeyEvent::new(KeyCode::Char('j'), KeyModifiers::NONE);
        event.kind = KeyEventKind::Release;
        assert_eq!(Key::of(event), None);
        event.kind = KeyEventKind::Repeat;
        assert_eq!(Key::of(event).and_then(|key| Keymap::default().action(Place::Request, key)), Some(Action::Down));
    }

    #[test]
    fn keys_have_the_names_people_know() {
        let names = |action| {
            let keys = Keymap::default();
            keys.of(action).iter().map(|key| key.name()).collect::<Vec<_>>().join(" ")
        };
        assert_eq!(names(Action::PageUp), "PgUp Ctrl-U Ctrl-B");
        assert_eq!(names(Action::LeapBack), "⇧←");
        assert_eq!(names(Action::Pause), "space");
        assert_eq!(names(Action::Back), "Esc");
        assert_eq!(names(Action::NextPanel), "tab");
    }

    #[test]
    fn keys_of_ones_own_replace_those_of_the_action_and_no_other() {
        let mut keys = Keymap::default();
        keys.bind("quit", &["ctrl-x".to_owned(), "Q".to_owned()]).expect("bound");
        assert_eq!(keys.clash(), None);
        let at = |key| keys.action(Place::Request, key);
        assert_eq!((at(ctrl('x')), at(ch('Q')), at(ch('q'))), (Some(Action::Quit), Some(Action::Quit), None));
        assert_eq!(at(ch('j')), Some(Action::Down));
        assert_eq!((keys.name(Action::Quit), keys.name(Action::ZoomFit)), ("Ctrl-X".into(), "=".into()));
        // Bound again, the last counts.
        keys.bind("quit", &["q".to_owned()]).expect("bound");
        assert_eq!((keys.name(Action::Quit), keys.clash()), ("q".into(), None));
    }

    #[test]
    fn the_documentation_names_every_action_with_its_keys() {
        let docs = include_str!("../../docs/configuration.md");
        for binding in BINDINGS {
            let row = format!("| `{}` | ", binding.action);
            let row = docs.lines().find_map(|line| line.strip_prefix(&row)).unwrap_or_else(|| panic!("{row}"));
            let (keys, help) = row.split_once(" | ").expect("three columns");
            assert_eq!(help, format!("{} |", binding.help));
            let named = keys.split(' ').map(|key| Key::parse(key.trim_matches('`')).expect("a key"));
            assert_eq!(named.collect::<Vec<_>>(), binding.keys, "{}", binding.action);
        }
    }

    #[test]
    fn what_cannot_be_bound_is_refused_in_a_sentence() {
        let bound = |action: &str, keys: &[&str]| {
            let mut map = Keymap::default();
            let keys: Vec<String> = keys.iter().map(|key| (*key).to_owned()).collect();
            map.bind(action, &keys).err().or_else(|| map.clash().map(|(_, why)| why))
        };
        assert_eq!(bound("quit", &["x"]), None);
        assert_eq!(bound("quit", &[]).as_deref(), Some("'quit' needs a key at least"));
        assert_eq!(bound("quit", &["qq"]).as_deref(), Some("there is no key 'qq'"));
        assert_eq!(bound("quti", &["x"]).as_deref(), Some("there is no action 'quti', did you mean 'quit'?"));
        let far = bound("fly", &["x"]).expect("refused");
        assert!(far.starts_with("there is no action 'fly'; there are quit, back, cancel,"), "{far}");
        assert_eq!(bound("zoom_in", &["h"]).as_deref(), Some("'h' is bound to zoom_in and to pan_left"));
        assert_eq!(bound("quit", &["x", "x"]).as_deref(), Some("'x' is bound to quit twice"));
    }
}
