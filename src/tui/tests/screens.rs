//! Pictures of the whole screen in each situation, size and look.

use std::time::Duration;

use ratatui::{Frame, Terminal, backend::TestBackend, buffer::Buffer};

use crate::{
    dialect::StreamError,
    source::{PlayOptions, feed},
    timeline::{CloseKind, Micros, Tag},
    trace::{Observation, Recording, What},
    tui::{
        draw::draw,
        filter::Filter,
        glyphs,
        keymap::Keymap,
        samples,
        state::{Overlay, Panel, State},
        theme::{Depth, Look, Theme},
    },
};

pub const SIZES: [(u16, u16); 4] = [(60, 16), (80, 24), (120, 40), (200, 60)];

pub fn themes() -> [(&'static str, Theme); 3] {
    [
        ("default", Theme::new(Look::Dark, Depth::True, &glyphs::UNICODE)),
        ("mono", Theme::new(Look::Mono, Depth::None, &glyphs::UNICODE)),
        ("ascii", Theme::new(Look::Dark, Depth::Sixteen, &glyphs::ASCII)),
    ]
}

/// The end of a recording.
pub fn ended(recording: Recording) -> State {
    let options = PlayOptions { start_at: Some(Micros::ZERO), ..PlayOptions::default() };
    let mut state = State::replay(recording, &options, Duration::ZERO);
    state.go_live(Duration::ZERO);
    state
}

/// A request that runs, as it stands at a moment.
pub fn running(observations: Vec<Observation>, now_ms: u64) -> State {
    let (feed, _outbox) = feed(samples::header());
    let mut state = State::live(&feed);
    for observation in observations {
        let wall = observation.at.unwrap_or_default().duration();
        state.push(observation, wall);
    }
    state.advance(Duration::from_millis(now_ms));
    state
}

/// The screen as lines of text.
pub fn picture(state: &State, theme: &Theme, size: (u16, u16)) -> String {
    drawn(size, |frame| _ = draw(frame, state, theme, &Keymap::default()))
}

/// What is drawn, as lines of text.
pub fn drawn((width, height): (u16, u16), draw: impl FnOnce(&mut Frame<'_>)) -> String {
    let mut terminal = Terminal::new(TestBackend::new(width, height)).expect("a test backend");
    terminal.draw(draw).expect("drawn");
    lines(terminal.backend().buffer())
}

/// A buffer as lines of text. A wide character stands for the cells behind it.
pub fn lines(buffer: &Buffer) -> String {
    let mut text = String::new();
    for y in 0..buffer.area.height {
        let mut hidden = 0;
        let mut line = String::new();
        for x in 0..buffer.area.width {
            let symbol = buffer.cell((x, y)).map_or(" ", |cell| cell.symbol());
            if hidden == 0 {
                line.push_str(symbol);
            }
            let wide = unicode_width::UnicodeWidthStr::width(symbol);
            hidden = if hidden > 0 { hidden - 1 } else { wide.saturating_sub(1) };
        }
        text.push_str(line.trim_end());
        text.push('\n');
    }
    text
}

/// Compares a situation at every size in every look with what was seen to be right.
pub fn at_all_sizes(situation: &str, picture: &mut dyn FnMut(&Theme, (u16, u16)) -> String) {
    for (look, theme) in themes() {
        for (width, height) in SIZES {
            let mut settings = insta::Settings::clone_current();
            settings.set_prepend_module_to_snapshot(false);
            settings.set_snapshot_path("snapshots");
            settings.set_omit_expression(true);
            settings.bind(|| {
                let name = format!("{situation}__{width}x{height}__{look}");
                insta::assert_snapshot!(name, picture(&theme, (width, height)));
            });
        }
    }
}

fn all_sizes(situation: &str, state: &State) {
    at_all_sizes(situation, &mut |theme, size| picture(state, theme, size));
}

#[test]
fn reasoning() {
    all_sizes("reasoning", &ended(samples::reasoning()));
}

#[test]
fn slow_headers() {
    all_sizes("slow_headers", &ended(samples::slow_headers()));
}

#[test]
fn tool_only() {
    all_sizes("tool_only", &ended(samples::tool_only()));
}

#[test]
fn a_bar_that_a_silence_fills_from_edge_to_edge_is_named_as_the_widest() {
    // From 250 to 5 760 ms; silent from 1 475 to 4 700 ms.
    let mut all = samples::opening(200);
    all.extend((0..50).map(|i| samples::event(250 + i * 25, Tag::Text, 14)));
    all.extend((0..40).map(|i| samples::event(4_700 + i * 25, Tag::Text, 14)));
    all.push(samples::end(5_750, 280, 0));
    all.push(samples::at(5_760, What::Closed { how: CloseKind::Eof, reads: 92, bytes: 9_000 }));
    let state = ended(samples::recording(all));
    let (_, theme) = &themes()[0];
    let screen = picture(&state, theme, (120, 40));
    let row = screen.lines().find(|line| line.contains("generating")).expect("a bar");
    assert!(row.contains("█ ◀ widest █") && row.contains(" 3\u{2009}225 ") && row.contains(" 5\u{2009}510 "), "{row}");
}

#[test]
fn stall() {
    all_sizes("stall", &ended(samples::stall()));
}

#[test]
fn truncated() {
    all_sizes("truncated", &ended(samples::truncated()));
}

#[test]
fn error() {
    all_sizes("error", &ended(samples::error()));
}

#[test]
fn pending() {
    all_sizes("pending", &running(samples::running(2_500), 2_600));
}

#[test]
fn gateway() {
    all_sizes("gateway", &ended(samples::gateway()));
}

#[test]
fn untimed() {
    all_sizes("untimed", &ended(samples::untimed()));
}

#[test]
fn paused_in_the_middle() {
    let options = PlayOptions { start_at: Some(Micros::from_millis(9_000)), ..PlayOptions::default() };
    all_sizes("paused", &State::replay(samples::reasoning(), &options, Duration::ZERO));
}

#[test]
fn overlays_and_a_filter() {
    let mut state = ended(samples::reasoning());
    state.overlay = Overlay::Help(0);
    all_sizes("help", &state);
    state.list.set_filter(Filter::parse("tag:text"));
    state.list.look(&samples::reasoning());
    state.focus = Panel::Events;
    state.overlay = Overlay::Filter("tag:text".to_owned());
    all_sizes("filter", &state);
    state.list.select_row(0, state.events());
    state.overlay = Overlay::Detail { scroll: 0, raw: false };
    all_sizes("detail", &state);
}

#[test]
fn an_error_that_is_no_event_is_shown_beside_its_neighbour() {
    let mut all = samples::opening(200);
    all.push(samples::event(600, Tag::Text, 14));
    let error = StreamError { code: "overloaded_error", message: "Over\u{1b}[2Jloaded".into() };
    all.push(samples::at(700, What::Stray { read: 9, error: Some(Box::new(error)) }));
    let mut state = ended(samples::recording(all));
    state.list.select_row(state.events() - 1, state.events());
    let theme = Theme::new(Look::Mono, Depth::None, &glyphs::UNICODE);
    let list = picture(&state, &theme, (120, 40));
    assert!(list.contains(&format!("Events {} + 1 stray", state.events())), "{list}");
    state.overlay = Overlay::Detail { scroll: 0, raw: false };
    let detail = picture(&state, &theme, (120, 40));
    let line = detail.lines().find(|line| line.contains("after it")).expect("a line");
    assert!(line.contains("no event but an error: overloaded_error: Over"), "{line}");
    assert!(!detail.contains('\u{1b}'));
}
