//! The one table of actions. It feeds dispatch, the footer and the help, so they cannot disagree.

use crossterm::event::KeyCode;

use super::key::{Key, ch, ctrl, key, shift};
use crate::timeline::word_enum;

word_enum! {
    /// What the user can do; its word is its name in the configuration.
    pub enum Action {
        /// Closes the overlay, else leaves.
        Quit = "quit",
        /// Closes the overlay, else drops the filter, else leaves.
        Back = "back",
        /// Ends the request; a second time leaves.
        Cancel = "cancel",
        /// Stops the program until the shell brings it back.
        Suspend = "suspend",
        /// Opens or closes the help.
        Help = "help",
        /// Gives the focus to the next panel.
        NextPanel = "next_panel",
        /// Gives the focus to the panel before.
        PreviousPanel = "previous_panel",
        /// One row up.
        Up = "up",
        /// One row down.
        Down = "down",
        /// A page up.
        PageUp = "page_up",
        /// A page down.
        PageDown = "page_down",
        /// To the first row.
        Top = "top",
        /// To the last row.
        Bottom = "bottom",
        /// Opens the selected event.
        Detail = "detail",
        /// Writes a filter.
        Filter = "filter",
        /// To the next match.
        NextMatch = "next_match",
        /// To the match before.
        PreviousMatch = "previous_match",
        /// Keeps the newest event selected, or stops that.
        Follow = "follow",
        /// Pauses, or plays.
        Pause = "pause",
        /// One event on.
        StepForward = "step_forward",
        /// One event back.
        StepBack = "step_back",
        /// 5 s on.
        SeekForward = "seek_forward",
        /// 5 s back.
        SeekBack = "seek_back",
        /// A tenth of the whole on.
        LeapForward = "leap_forward",
        /// A tenth of the whole back.
        LeapBack = "leap_back",
        /// To the next milestone.
        NextMilestone = "next_milestone",
        /// To the milestone before.
        PreviousMilestone = "previous_milestone",
        /// Plays faster.
        Faster = "faster",
        /// Plays slower.
        Slower = "slower",
        /// Shows less time, larger.
        ZoomIn = "zoom_in",
        /// Shows more time.
        ZoomOut = "zoom_out",
        /// Shows all of the time.
        ZoomFit = "zoom_fit",
        /// Moves the shown time to the left.
        PanLeft = "pan_left",
        /// Moves the shown time to the right.
        PanRight = "pan_right",
        /// Saves a safe capture.
        Save = "save",
        /// Copies the summary.
        Copy = "copy",
        /// Sends the request again.
        Resend = "resend",
        /// Turns the mouse on or off.
        Mouse = "mouse",
        /// Changes the theme.
        Theme = "theme",
        /// Draws everything again.
        Redraw = "redraw",
    }
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
    hint(Action::Pause, &[ch(' ')], Group::Time, "pause", "pause (data still arrives); play what has ended"),
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
    bind(Action::Mouse, &[ch('m')], Group::Tools, "mouse on or off; click selects or seeks, wheel zooms"),
    hint(Action::Help, &[ch('?'), key(KeyCode::F(1))], Group::Program, "help", "this help"),
    bind(Action::NextPanel, &[key(KeyCode::Tab)], Group::Program, "next panel; shows one that found no room"),
    bind(Action::PreviousPanel, &[key(KeyCode::BackTab)], Group::Program, "previous panel"),
    bind(Action::Suspend, &[ctrl('z')], Group::Program, "suspend; fg brings it back"),
    bind(Action::Redraw, &[ctrl('l')], Group::Program, "draw again"),
];
