//! No size of the screen, and no change of it, is too much.

use std::time::Duration;

use ratatui::{Terminal, backend::TestBackend, layout::Rect};

use super::screens::{ended, running, themes};
use crate::{
    source::feed,
    timeline::Micros,
    tui::{
        draw::draw,
        filter::Filter,
        keymap::Keymap,
        num, samples,
        state::{Overlay, Panel, State},
    },
};

fn situations() -> Vec<State> {
    let mut states = vec![
        ended(samples::reasoning()),
        ended(samples::slow_headers()),
        ended(samples::tool_only()),
        ended(samples::stall()),
        ended(samples::truncated()),
        ended(samples::error()),
        ended(samples::gateway()),
        ended(samples::untimed()),
        running(Vec::new(), 100),
        running(samples::running(2_500), 2_600),
        running(samples::running(9_000), 9_100),
    ];
    let mut help = ended(samples::reasoning());
    help.overlay = Overlay::Help(3);
    let mut detail = ended(samples::reasoning());
    detail.overlay = Overlay::Detail { scroll: 1, raw: false };
    let mut filter = ended(samples::reasoning());
    filter.overlay = Overlay::Filter("tag:text 你好 👩‍🚀".to_owned());
    filter.list.set_filter(Filter::parse("tag:text"));
    let mut zoomed = ended(samples::reasoning());
    zoomed.zoom = Some((Micros::from_millis(3_000), Micros::from_millis(3_001)));
    states.extend([help, detail, filter, zoomed]);
    for (i, state) in states.iter_mut().enumerate() {
        state.focus = Panel::ALL[i % Panel::ALL.len()];
    }
    states
}

#[test]
fn every_size_can_be_drawn() {
    let states = situations();
    let mut terminal = Terminal::new(TestBackend::new(1, 1)).expect("a test backend");
    let all = (0..=200_u16).flat_map(|width| (0..=60).map(move |height| (width, height)));
    for (turn, (width, height)) in all.enumerate() {
        terminal.backend_mut().resize(width, height);
        terminal.resize(Rect::new(0, 0, width, height)).expect("resized");
        let theme = themes()[turn % 3].1;
        terminal
            .draw(|frame| _ = draw(frame, &states[turn % states.len()], &theme, &Keymap::default()))
            .expect("drawn");
    }
}

#[test]
fn a_resize_at_every_event_is_survived() {
    let theme = themes()[0].1;
    for recording in [samples::reasoning(), samples::stall(), samples::error(), samples::gateway(), samples::untimed()]
    {
        let (feed, _outbox) = feed(samples::header());
        let mut state = State::live(&feed);
        let mut terminal = Terminal::new(TestBackend::new(80, 24)).expect("a test backend");
        for (i, observation) in recording.observations().iter().enumerate() {
            let wall = observation.at.unwrap_or_default().duration();
            state.push(observation.clone(), wall);
            state.advance(wall + Duration::from_millis(1));
            let (width, height) = (num::cells(i * 37 % 201), num::cells(i * 23 % 61));
            terminal.backend_mut().resize(width, height);
            terminal.resize(Rect::new(0, 0, width, height)).expect("resized");
            terminal.draw(|frame| _ = draw(frame, &state, &theme, &Keymap::default())).expect("drawn");
        }
    }
}

#[test]
fn a_screen_that_is_too_small_says_what_it_needs() {
    let state = ended(samples::reasoning());
    let text = super::screens::picture(&state, &themes()[0].1, (50, 15));
    assert_eq!(text.trim(), "60×16 needed, this is 50×15");
}
