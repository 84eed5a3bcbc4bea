//! What somebody sees who does not know the program: nothing out of reach, no sign unexplained, no
//! figure that reads as another.

use std::time::Duration;

use ratatui::{Terminal, backend::TestBackend};

use super::screens::{ended, lines, picture, running, themes};
use crate::{
    dialect::RequestFacts,
    report::bars,
    source::PlayOptions,
    timeline::{CloseKind, Micros, Tag, TimeoutKind, Usage},
    trace::{BodyKind, Details, Observation, Recording, What},
    tui::{
        draw::draw,
        keymap::Keymap,
        keys::Action,
        samples::{self, at, event},
        state::{Overlay, Panel, State},
        theme::Theme,
        update::update,
    },
};

/// A screen of one size, drawn after every key as the loop does.
struct Screen {
    state: State,
    theme: Theme,
    terminal: Terminal<TestBackend>,
}

impl Screen {
    fn new(state: State, theme: Theme, (width, height): (u16, u16)) -> Self {
        let terminal = Terminal::new(TestBackend::new(width, height)).expect("a test backend");
        Self { state, theme, terminal }
    }

    /// Draws, and takes back what only drawing knows.
    fn shown(&mut self) -> String {
        let mut end = (0, 0);
        let (state, theme) = (&self.state, &self.theme);
        let keys = Keymap::default();
        self.terminal
            .draw(|frame| {
                let hits = draw(frame, state, theme, &keys);
                end = (hits.panel_end, hits.overlay_end);
            })
            .expect("drawn");
        self.state.panel_end = end.0;
        self.state.panel_top = self.state.panel_top.min(end.0);
        if let Overlay::Help(scroll) = &mut self.state.overlay {
            *scroll = (*scroll).min(end.1);
        }
        lines(self.terminal.backend().buffer())
    }

    fn press(&mut self, action: Action) -> String {
        update(&mut self.state, action, Duration::ZERO);
        self.shown()
    }
}

#[test]
fn every_milestone_can_be_reached_on_the_smallest_screen() {
    let mut screen = Screen::new(ended(samples::reasoning()), themes()[0].1, (60, 16));
    screen.shown();
    let first = screen.press(Action::NextPanel);
    assert_eq!(screen.state.focus, Panel::Milestones);
    // Of eight rows five have room.
    assert!(first.contains("t0 received") && first.contains("t4 effective") && !first.contains("t5 "), "{first}");
    assert!(first.contains("3 more"), "{first}");
    let down = screen.press(Action::Down);
    assert!(down.contains("t5 visible") && !down.contains("t0 received") && down.contains("2 more"), "{down}");
    let last = screen.press(Action::Bottom);
    assert!(last.contains("t7 finished") && last.contains("10\u{2009}200") && !last.contains("more"), "{last}");
    assert_eq!(screen.press(Action::Top), first);
    // Keys that come before a frame was drawn are the panel's too.
    screen.state.look_at(Panel::Rate);
    update(&mut screen.state, Action::PreviousPanel, Duration::ZERO);
    update(&mut screen.state, Action::Bottom, Duration::ZERO);
    assert_eq!(screen.shown(), last);
    screen.press(Action::Top);
    let page = screen.press(Action::PageDown);
    assert!(page.contains("t7 finished"), "{page}");
    assert_eq!(screen.press(Action::PageUp), first);
    assert!(screen.state.list.follows(), "the list was left alone");
}

#[test]
fn a_panel_that_shows_all_it_has_leaves_the_keys_to_the_list() {
    let mut screen = Screen::new(ended(samples::reasoning()), themes()[0].1, (120, 40));
    screen.press(Action::NextPanel);
    screen.press(Action::Up);
    assert_eq!((screen.state.focus, screen.state.list.selected_event(231)), (Panel::Events, Some(229)));
}

/// The help from its first line to its last.
fn whole_help(theme: Theme) -> String {
    let mut screen = Screen::new(ended(samples::reasoning()), theme, (80, 40));
    let mut text = screen.press(Action::Help);
    for _ in 0..120 {
        text.push_str(&screen.press(Action::Down));
    }
    text
}

#[test]
fn the_help_explains_each_sign_as_it_is_drawn() {
    let [(_, unicode), _, (_, ascii)] = themes();
    let full = whole_help(unicode);
    for sign in ["  ╱  ", "  ┊┄┄┄┄┊  ", "  ·  ", "  —  ", "  ≥  ", "  t4…  ", "  ▶  ", "  Δ ms  ", "  envelope  "]
    {
        assert!(full.contains(sign), "{sign}");
    }
    let plain = whole_help(ascii);
    for sign in ["  /  ", "  !....!  ", "  .  ", "  -  ", "  >=  ", "  t4..  ", "  >  ", "  d ms  ", "  ~  "] {
        assert!(plain.contains(sign), "{sign}");
    }
    // The only question mark is the key that opens it.
    for line in plain.lines().filter(|line| line.contains('?')) {
        assert!(line.contains("? F1") || line.contains("? help"), "{line}");
    }
}

#[test]
fn in_ascii_not_yet_and_never_differ() {
    let ascii = themes()[2].1;
    let waits = picture(&running(samples::running(2_500), 2_600), &ascii, (80, 24));
    let row = |screen: &str, name: &str| {
        let line = screen.lines().find(|line| line.contains(name)).expect("the milestone").trim_end().to_owned();
        line.trim_end_matches('|').trim_end().chars().next_back()
    };
    assert_eq!(row(&waits, "t7 finished"), Some('.'));
    let never = picture(&ended(samples::tool_only()), &ascii, (80, 24));
    assert_eq!(row(&never, "t5 visible text"), Some('-'));
    assert!(waits.contains("t4..") && !waits.contains("t4~"), "{waits}");
}

#[test]
fn a_speed_in_the_diagnosis_has_its_unit_and_is_the_one_that_is_judged() {
    let row = |recording: Recording, size: (u16, u16)| {
        let mut state = ended(recording);
        state.look_at(Panel::Diagnosis);
        let line = (0..6).find_map(|top| {
            state.panel_top = top;
            let screen = picture(&state, &themes()[0].1, size);
            screen.lines().find_map(|line| Some(line.split_once("│ 5 ")?.1.to_owned()))
        });
        let line = line.expect("row 5");
        line.trim_end_matches('│').split_whitespace().collect::<Vec<_>>().join(" ")
    };
    // 82 visible tokens from 8700 to 10190 ms.
    assert_eq!(row(samples::reasoning(), (80, 24)), "gen. 55.0 tok/s normal");
    assert_eq!(row(samples::reasoning(), (120, 40)), "generation 55.0 tok/s normal");
    // 280 tokens from 600 to 5760 ms, silent from 1575 to 4700: in 5160 − 3125 = 2035 ms.
    assert_eq!(row(samples::stall(), (80, 24)), "gen. 138 tok/s normal");
    assert_eq!(row(samples::stall(), (200, 60)), "gen. w/o stalls 138 tok/s normal");
}

#[test]
fn reasoning_that_was_only_asked_for_is_not_yet_called_hidden() {
    let mut header = samples::header();
    header.request = RequestFacts { reasoning_effort: Some("high".into()), ..header.request };
    let replay = |all: Vec<Observation>, until_ms: u64| {
        let mut recording = Recording::new(header.clone());
        all.into_iter().for_each(|observation| recording.push(observation));
        let options = PlayOptions { start_at: Some(Micros::from_millis(until_ms)), ..PlayOptions::default() };
        State::replay(recording, &options, Duration::ZERO)
    };
    let seen = |state: &State| picture(state, &themes()[0].1, (120, 40));
    let all = samples::reasoning().observations().to_vec();
    let before = seen(&replay(all.clone(), 2_600));
    assert!(before.contains("reasoning asked for") && !before.contains("hidden"), "{before}");
    assert!(!seen(&replay(all.clone(), 9_000)).contains("hidden"));
    // A reasoning item without content is a sign of the stream's own.
    let mut opaque = samples::seen(500, Tag::Envelope, 40);
    opaque.flags.hidden_reasoning = true;
    let mut with_item: Vec<_> = all.into_iter().filter(|seen| seen.at < Some(Micros::from_millis(500))).collect();
    with_item.push(at(500, What::Event(opaque)));
    with_item.push(event(4_000, Tag::Text, 9));
    with_item.push(samples::end(4_200, 1_160, 1_152));
    with_item.push(at(4_210, What::Closed { how: CloseKind::Eof, reads: 9, bytes: 9 }));
    let pending = seen(&replay(with_item.clone(), 2_600));
    assert!(pending.contains("hidden reasoning") && pending.contains("│ hidden "), "{pending}");
    let mut state = ended(samples::recording(with_item));
    state.look_at(Panel::Diagnosis);
    let done = seen(&state);
    // What the wait was spent on, as the provider counted it.
    assert!(done.contains("1\u{2009}152 reasoning tokens were") && done.contains("│ hidden "), "{done}");
}

#[test]
fn a_wait_in_which_no_event_came_is_not_called_one() {
    let labels = |more: Vec<Observation>| {
        let mut all = samples::opening(200);
        all.extend(more);
        let found = bars(samples::recording(all).latest());
        found.last().map(|bar| (bar.label.clone(), bar.end.is_some())).expect("a bar")
    };
    assert_eq!(labels(Vec::new()), ("first event".to_owned(), false));
    let timeout = CloseKind::Timeout(TimeoutKind::FirstOutput);
    let closed = |how| at(2_200, What::Closed { how, reads: 0, bytes: 0 });
    assert_eq!(labels(vec![closed(timeout)]), ("no event".to_owned(), true));
    let nothing = at(2_200, What::NotAStream { body: BodyKind::Empty, message: None });
    assert_eq!(labels(vec![nothing, closed(timeout)]), ("no event".to_owned(), true));
    let body = at(300, What::NotAStream { body: BodyKind::Json, message: None });
    assert_eq!(labels(vec![body, closed(CloseKind::Eof)]), ("body".to_owned(), true));
}

#[test]
fn a_count_that_will_change_says_so() {
    let counted = |ms: u64, tokens: u64| {
        let mut event = samples::seen(ms, Tag::Envelope, 40);
        let usage = Usage { output_tokens: Some(tokens), ..Usage::default() };
        event.details = Some(Box::new(Details { usage: Some(usage), ..Details::default() }));
        at(ms, What::Event(event))
    };
    let mut all = samples::opening(200);
    all.push(counted(300, 2));
    all.extend((0..30).map(|i| event(600 + i * 25, Tag::Text, 14)));
    let seen = |state: &State| picture(state, &themes()[0].1, (80, 24));
    assert!(seen(&running(all.clone(), 1_400)).contains("2 tokens out so far"));
    let mut broken = all.clone();
    broken.push(at(1_500, What::Closed { how: CloseKind::Broken, reads: 9, bytes: 9 }));
    assert!(seen(&ended(samples::recording(broken))).contains("2 tokens out so far"));
    all.push(samples::end(1_500, 140, 0));
    all.push(at(1_510, What::Closed { how: CloseKind::Eof, reads: 9, bytes: 9 }));
    let done = seen(&ended(samples::recording(all)));
    assert!(done.contains("140 out, 0 reasoning") && !done.contains("so far"), "{done}");
}
