//! The one table of actions. It feeds dispatch, the footer and the help, so they cannot disagree.

use crossterm::event::{KeyCode, KeyEvent, KeyEventKind, KeyModifiers};

/// What the user can do.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Action {
    /// Closes the overlay, else leaves.
    Quit,
    /// Closes the overlay, else drops the filter, else leaves.
    Back,
    /// Ends the request; a second time leaves.
    Cancel,
    /// Stops the program until the shell brings it back.
    Suspend,
    /// Opens or closes the help.
    Help,
    /// Gives the focus to the next panel.
    NextPanel,
    /// Gives the focus to the panel before.
    PreviousPanel,
    /// One row up.
    Up,
    /// One row down.
    Down,
    /// A page up.
    PageUp,
    /// A page down.
    PageDown,
    /// To the first row.
    Top,
    /// To the last row.
    Bottom,
    /// Opens the selected event.
    Detail,
    /// Writes a filter.
    Filter,
    /// To the next match.
    NextMatch,
    /// To the match before.
    PreviousMatch,
    /// Keeps the newest event selected, or stops that.
    Follow,
    /// Pauses, or plays.
    Pause,
    /// One event on.
    StepForward,
    /// One event back.
    StepBack,
    /// 5 s on.
    SeekForward,
    /// 5 s back.
    SeekBack,
    /// A tenth of the whole on.
    LeapForward,
    /// A tenth of the whole back.
    LeapBack,
    /// To the next milestone.
    NextMilestone,
    /// To the milestone before.
    PreviousMilestone,
    /// Plays faster.
    Faster,
    /// Plays slower.
    Slower,
    /// Shows less time, larger.
    ZoomIn,
    /// Shows more time.
    ZoomOut,
    /// Shows all of the time.
    ZoomFit,
    /// Moves the shown time to the left.
    PanLeft,
    /// Moves the shown time to the right.
    PanRight,
    /// Saves a safe capture.
    Save,
    /// Copies the summary.
    Copy,
    /// Sends the request again.
    Resend,
    /// Turns the mouse on or off.
    Mouse,
    /// Changes the theme.
    Theme,
    /// Draws everything again.
    Redraw,
}

/// The heading that an action stands under in the help.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Group {
    /// Leaving and finding the way.
    Program,
    /// Moving in time.
    Time,
    /// The list of events.
    Events,
    /// The request and the screen.
    Tools,
}

impl Group {
    /// Every group, in the order of the help.
    pub const ALL: [Self; 4] = [Self::Time, Self::Events, Self::Tools, Self::Program];

    /// Its heading.
    pub const fn title(self) -> &'static str {
        match self {
            Self::Program => "Program",
            Self::Time => "Time",
            Self::Events => "Events",
            Self::Tools => "Request and screen",
        }
    }
}

/// A key as the user presses it. Shift is part of a character and not told apart from it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Key {
    code: KeyCode,
    modifiers: KeyModifiers,
}

const fn key(code: KeyCode) -> Key {
    Key { code, modifiers: KeyModifiers::NONE }
}

const fn ch(c: char) -> Key {
    key(KeyCode::Char(c))
}

const fn ctrl(c: char) -> Key {
    Key { code: KeyCode::Char(c), modifiers: KeyModifiers::CONTROL }
}

const fn shift(code: KeyCode) -> Key {
    Key { code, modifiers: KeyModifiers::SHIFT }
}

/// One row of the table.
#[derive(Debug)]
pub struct Binding {
    /// What it does.
    pub action: Action,
    /// The keys that do it, the one to show first.
    pub keys: &'static [Key],
    /// Its heading in the help.
    pub group: Group,
    /// Its words in the footer, if it stands there.
    pub hint: Option<&'static str>,
    /// Its words in the help.
    pub help: &'static str,
}

const fn bind(action: Action, keys: &'static [Key], group: Group, help: &'static str) -> Binding {
    Binding { action, keys, group, hint: None, help }
}

const fn hint(action: Action, keys: &'static [Key], group: Group, hint: &'static str, help: &'static str) -> Binding {
    Binding { action, keys, group, hint: Some(hint), help }
}

/// Every action with its keys. The order is that of the footer and, within a group, of the help.
pub static BINDINGS: &[Binding] = &[
    hint(Action::Quit, &[ch('q')], Group::Program, "quit", "close the overlay, else quit"),
    bind(Action::Back, &[key(KeyCode::Esc)], Group::Program, "close the overlay, drop the filter, else quit"),
    hint(Action::Pause, &[ch(' ')], Group::Time, "pause", "pause (data still arrives); play in a replay"),
    hint(Action::SeekBack, &[key(KeyCode::Left)], Group::Time, "", "5 s back"),
    hint(Action::SeekForward, &[key(KeyCode::Right)], Group::Time, "seek", "5 s on"),
    bind(Action::LeapBack, &[shift(KeyCode::Left)], Group::Time, "10 % back"),
    bind(Action::LeapForward, &[shift(KeyCode::Right)], Group::Time, "10 % on"),
    hint(Action::PreviousMilestone, &[ch('[')], Group::Time, "", "previous milestone"),
    hint(Action::NextMilestone, &[ch(']')], Group::Time, "milestones", "next milestone"),
    bind(Action::StepForward, &[ch('.')], Group::Time, "one event on"),
    bind(Action::StepBack, &[ch(',')], Group::Time, "one event back"),
    bind(Action::Slower, &[ch('<')], Group::Time, "play slower, down to ½×"),
    bind(Action::Faster, &[ch('>')], Group::Time, "play faster, up to 16×"),
    bind(Action::ZoomIn, &[ch('+')], Group::Time, "zoom in at the cursor"),
    bind(Action::ZoomOut, &[ch('-')], Group::Time, "zoom out"),
    bind(Action::ZoomFit, &[ch('=')], Group::Time, "show the whole request"),
    bind(Action::PanLeft, &[ch('h')], Group::Time, "pan left when zoomed in"),
    bind(Action::PanRight, &[ch('l')], Group::Time, "pan right when zoomed in"),
    hint(Action::Filter, &[ch('/')], Group::Events, "filter", "filter the list; see below for its terms"),
    hint(Action::Detail, &[key(KeyCode::Enter)], Group::Events, "detail", "open the event; again: pretty or raw"),
    bind(Action::NextMatch, &[ch('n')], Group::Events, "next match"),
    bind(Action::PreviousMatch, &[ch('N')], Group::Events, "previous match"),
    bind(Action::Follow, &[ch('F')], Group::Events, "follow the newest event, on or off"),
    bind(Action::Up, &[key(KeyCode::Up), ch('k')], Group::Events, "up"),
    bind(Action::Down, &[key(KeyCode::Down), ch('j')], Group::Events, "down"),
    bind(Action::PageUp, &[key(KeyCode::PageUp), ctrl('u'), ctrl('b')], Group::Events, "page up"),
    bind(Action::PageDown, &[key(KeyCode::PageDown), ctrl('d'), ctrl('f')], Group::Events, "page down"),
    bind(Action::Top, &[ch('g'), key(KeyCode::Home)], Group::Events, "first event"),
    bind(Action::Bottom, &[ch('G'), key(KeyCode::End)], Group::Events, "last event, and follow"),
    hint(Action::Save, &[ch('s')], Group::Tools, "save", "save a safe capture"),
    bind(Action::Copy, &[ch('y')], Group::Tools, "copy the summary (OSC 52)"),
    bind(Action::Resend, &[ch('r')], Group::Tools, "send the request again"),
    bind(Action::Cancel, &[ctrl('c')], Group::Tools, "cancel the request; a second time quits"),
    bind(Action::Theme, &[ch('t')], Group::Tools, "next theme"),
    bind(Action::Mouse, &[ch('m')], Group::Tools, "mouse on or off; off leaves selecting to the terminal"),
    hint(Action::Help, &[ch('?'), key(KeyCode::F(1))], Group::Program, "help", "this help"),
    bind(Action::NextPanel, &[key(KeyCode::Tab)], Group::Program, "next panel; shows one that found no room"),
    bind(Action::PreviousPanel, &[key(KeyCode::BackTab)], Group::Program, "previous panel"),
    bind(Action::Suspend, &[ctrl('z')], Group::Program, "suspend; fg brings it back"),
    bind(Action::Redraw, &[ctrl('l')], Group::Program, "draw again"),
];

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

    /// Its name on screen.
    pub fn name(self) -> String {
        let base = match self.code {
            KeyCode::Char(' ') => "space".to_owned(),
            KeyCode::Char(c) if self.modifiers.contains(KeyModifiers::CONTROL) => c.to_uppercase().to_string(),
            KeyCode::Char(c) => c.to_string(),
            KeyCode::Left => "←".to_owned(),
            KeyCode::Right => "→".to_owned(),
            KeyCode::Up => "↑".to_owned(),
            KeyCode::Down => "↓".to_owned(),
            KeyCode::PageUp => "PgUp".to_owned(),
            KeyCode::PageDown => "PgDn".to_owned(),
            KeyCode::BackTab => "Shift-Tab".to_owned(),
            KeyCode::F(n) => format!("F{n}"),
            other => format!("{other:?}").replace("Enter", "enter").replace("Tab", "tab"),
        };
        if self.modifiers.contains(KeyModifiers::CONTROL) {
            return format!("Ctrl-{base}");
        }
        if self.modifiers.contains(KeyModifiers::SHIFT) { format!("⇧{base}") } else { base }
    }
}

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
    use std::collections::HashSet;

    use super::{Action, BINDINGS, Group, Key, KeyCode, KeyEvent, KeyEventKind, KeyModifiers};
    use crate::tui::place::Place;

    fn press(code: KeyCode, modifiers: KeyModifiers) -> Option<Action> {
        Place::Request.action(Key::of(KeyEvent::new(code, modifiers))?)
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
        assert_eq!(Key::of(event).and_then(|key| Place::Request.action(key)), Some(Action::Down));
    }

    #[test]
    fn keys_have_the_names_people_know() {
        let names = |action| {
            let binding = BINDINGS.iter().find(|binding| binding.action == action).expect("bound");
            binding.keys.iter().map(|key| key.name()).collect::<Vec<_>>().join(" ")
        };
        assert_eq!(names(Action::PageUp), "PgUp Ctrl-U Ctrl-B");
        assert_eq!(names(Action::LeapBack), "⇧←");
        assert_eq!(names(Action::Pause), "space");
        assert_eq!(names(Action::Back), "Esc");
        assert_eq!(names(Action::NextPanel), "tab");
    }
}
