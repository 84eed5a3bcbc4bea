//! Pictures of the whole screen in each situation, size and look.

use std::time::Duration;

use ratatui::{Frame, Terminal, backend::TestBackend, buffer::Buffer};

use crate::{
    source::{PlayOptions, feed},
    timeline::Micros,
    trace::{Observation, Recording},
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
