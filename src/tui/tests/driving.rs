//! Keys, observations and signals through the true loop.

use std::time::Duration;

use crossterm::event::{Event, KeyCode, KeyModifiers, MouseButton, MouseEvent, MouseEventKind};

use super::{
    rig::{FakeHost, ctrl, drive, drive_with, keys, press},
    screens::ended,
};
use crate::{
    source::{Outbox, PlayOptions, feed},
    timeline::{CloseKind, Micros, Outcome, Tag},
    trace::{Observation, Recording, What},
    tui::{
        Leaving, samples,
        signals::Signal,
        state::{Course, Overlay, Panel, State},
    },
};

fn live(observations: &[Observation]) -> (State, crate::source::Feed, Outbox) {
    let (feed, mut outbox) = feed(samples::header());
    for observation in observations {
        outbox.send(observation.clone());
    }
    (State::live(&feed), feed, outbox)
}

fn paused(at_ms: u64) -> State {
    let options = PlayOptions { start_at: Some(Micros::from_millis(at_ms)), ..PlayOptions::default() };
    State::replay(samples::reasoning(), &options, Duration::ZERO)
}

fn at_ms(state: &State) -> u64 {
    state.now().0 / 1_000
}

#[test]
fn a_request_is_seen_to_its_end_and_every_observation_reaches_the_host() {
    let all = samples::reasoning().observations().to_vec();
    let (state, feed, outbox) = live(&all);
    drop(outbox);
    let outcome = drive(state, Some(feed), keys("?⎋q"));
    assert_eq!(outcome.leaving, Leaving::Quit);
    assert_eq!(outcome.host.observed, all.len());
    assert!(outcome.shown.contains("reasoning+tool") && outcome.shown.contains("◀ widest"), "{}", outcome.shown);
    assert_eq!(outcome.state.into_recording().latest(), samples::reasoning().latest());
}

#[test]
fn the_live_view_equals_the_replay_of_what_it_recorded() {
    let (state, feed, outbox) = live(samples::reasoning().observations());
    drop(outbox);
    let live = drive(state, Some(feed), keys("q"));
    let replay = ended(live.state.recording().clone());
    assert_eq!(live.state.view(), replay.view());
}

#[test]
fn ctrl_c_cancels_first_and_leaves_the_second_time() {
    let (state, feed, mut outbox) = live(&samples::running(2_000));
    let asked = std::thread::spawn(move || {
        let runtime = tokio::runtime::Builder::new_current_thread().build().expect("a runtime");
        runtime.block_on(outbox.cancelled());
        outbox.send(samples::at(2_100, What::Closed { how: CloseKind::Cancelled, reads: 3, bytes: 9 }));
        outbox.send(samples::at(2_101, What::Finished));
    });
    let outcome = drive(state, Some(feed), vec![ctrl('c'), ctrl('c')]);
    asked.join().expect("the source was asked to end");
    assert_eq!(outcome.leaving, Leaving::Quit);
    assert_eq!(outcome.state.recording().latest().outcome(), Some(Outcome::Cancelled));
}

#[test]
fn leaving_a_request_that_runs_ends_it_and_hears_its_last_words() {
    let (state, feed, mut outbox) = live(&samples::running(2_000));
    let source = std::thread::spawn(move || {
        let runtime = tokio::runtime::Builder::new_current_thread().build().expect("a runtime");
        runtime.block_on(outbox.cancelled());
        outbox.send(samples::at(2_100, What::Closed { how: CloseKind::Cancelled, reads: 3, bytes: 9 }));
    });
    let outcome = drive_with(state, Some(feed), FakeHost::default(), Vec::new(), vec![Signal::End]);
    source.join().expect("the source was asked to end");
    assert_eq!(outcome.leaving, Leaving::Signal);
    assert!(outcome.state.recording().latest().close.is_some());
}

#[test]
fn the_loop_ends_when_the_terminal_goes_away() {
    assert_eq!(drive(paused(0), None, Vec::new()).leaving, Leaving::TerminalGone);
    let hung_up = drive_with(paused(0), None, FakeHost::default(), Vec::new(), vec![Signal::HangUp]);
    assert_eq!(hung_up.leaving, Leaving::TerminalGone);
}

#[test]
fn a_pause_pins_the_view_while_data_still_arrives() {
    let (mut state, _feed, _outbox) = live(&[]);
    for observation in samples::running(5_000) {
        state.push(observation, Duration::from_secs(5));
    }
    state.advance(Duration::from_secs(5));
    let before = state.events();
    state.toggle_pause(Duration::from_secs(5));
    for i in 0..132 {
        state.push(samples::event(5_010 + i, Tag::Reasoning, 3), Duration::from_millis(5_200));
    }
    state.advance(Duration::from_millis(5_200));
    assert_eq!(state.events(), before);
    let mut outcome = drive(state, None, Vec::new());
    assert!(outcome.screen().contains("PAUSED +132"), "{}", outcome.screen());
    outcome.state.toggle_pause(Duration::from_millis(5_300));
    assert_eq!(outcome.state.events(), before + 132);
    assert!(matches!(outcome.state.course(), Course::Live));
}

#[test]
fn a_replay_is_steered_by_time_milestone_and_event() {
    let now = |input: Vec<Event>| at_ms(&drive(paused(3_000), None, input).state);
    assert_eq!(now(vec![press(KeyCode::Right, KeyModifiers::NONE)]), 8_000);
    assert_eq!(now(vec![press(KeyCode::Left, KeyModifiers::NONE)]), 0);
    // A tenth of 10.2 s.
    assert_eq!(now(vec![press(KeyCode::Right, KeyModifiers::SHIFT)]), 4_020);
    assert_eq!(now(keys("]")), 8_700);
    assert_eq!(now(keys("[")), 2_900);
    assert_eq!(now(keys("[[")), 310);
    // Reasoning events come every 36 ms from 2900 on.
    assert_eq!(now(keys(".")), 3_008);
    assert_eq!(now(keys("..,")), 3_008);
}

#[test]
fn playing_goes_on_and_the_speed_is_shown() {
    let outcome = drive(paused(3_000), None, keys(">> "));
    let Course::Steered(playback) = outcome.state.course() else { panic!("a replay is steered") };
    assert!(playback.is_playing() && (playback.speed() - 4.0).abs() < f64::EPSILON);
    assert!(outcome.screen().contains("REPLAY 4×"), "{}", outcome.screen());
    let half = drive(paused(3_000), None, keys("<"));
    assert!(half.screen().contains("PAUSED ½×"));
}

#[test]
fn a_filter_is_written_used_and_dropped() {
    let outcome = drive(ended(samples::reasoning()), None, keys("/tag:toolx⌫⏎"));
    assert_eq!(outcome.state.overlay, Overlay::None);
    assert_eq!(outcome.state.list.len(outcome.state.events()), 18);
    assert!(outcome.screen().contains("Events 18 of 231 ─ FOLLOW ─ filter: tag:tool"), "{}", outcome.screen());
    let dropped = drive(outcome.state, None, keys("⎋"));
    assert_eq!(dropped.state.list.len(dropped.state.events()), 231);
    // Letters are letters while a filter is written: q does not quit.
    let writing = drive(ended(samples::reasoning()), None, keys("/qs"));
    assert_eq!(writing.state.overlay, Overlay::Filter("qs".to_owned()));
    assert!(writing.screen().contains("nothing passes the filter"));
}

#[test]
fn matches_are_gone_through_and_round() {
    let outcome = drive(ended(samples::reasoning()), None, keys("/tag:tool⏎gn"));
    let row = |state: &State| state.list.selected_row(state.events());
    assert_eq!(row(&outcome.state), Some(1));
    let round = drive(outcome.state, None, keys("NN"));
    assert_eq!(row(&round.state), Some(17));
}

#[test]
fn moving_up_stops_following_and_the_end_follows_again() {
    let up = drive(ended(samples::reasoning()), None, keys("kk"));
    assert!(!up.state.list.follows());
    assert_eq!(up.state.list.selected_event(231), Some(228));
    assert!(up.screen().contains("F follows"));
    assert!(drive(up.state, None, keys("G")).state.list.follows());
}

#[test]
fn the_detail_tells_what_the_event_set() {
    let outcome = drive(ended(samples::reasoning()), None, keys("/tag:text⏎g⏎"));
    assert!(matches!(outcome.state.overlay, Overlay::Detail { raw: false, .. }));
    let screen = outcome.screen();
    for words in ["this event set t5", r#""delta": "Streams ""#, "8\u{2009}700.0 ms"] {
        assert!(screen.contains(words), "{words} is not in\n{screen}");
    }
    let raw = drive(outcome.state, None, keys("⏎"));
    assert!(raw.screen().contains(r#""delta":"Streams ""#), "{}", raw.screen());
    assert_eq!(drive(raw.state, None, keys("q")).state.overlay, Overlay::None);
}

#[test]
fn content_that_is_not_kept_is_shown_as_blocks_of_its_length() {
    let recording: Recording = samples::stall();
    let outcome = drive(ended(recording), None, keys("kk⏎"));
    assert!(outcome.screen().contains("the content is not kept"), "{}", outcome.screen());
    assert!(outcome.screen().contains("▪▪▪▪▪▪▪▪▪▪▪▪▪▪"));
}

#[test]
fn the_help_lists_every_action() {
    let mut outcome = drive(paused(0), None, keys("?"));
    let mut text = outcome.screen();
    for _ in 0..60 {
        outcome = drive(outcome.state, None, keys("j"));
        text.push_str(&outcome.screen());
    }
    for binding in crate::tui::keys::BINDINGS {
        assert!(text.contains(binding.help), "{} is not in the help", binding.help);
    }
    assert_eq!(drive(outcome.state, None, keys("?")).state.overlay, Overlay::None);
}

#[test]
fn what_is_asked_of_the_world_is_done_once_and_said() {
    let outcome = drive(ended(samples::tool_only()), None, keys("s"));
    assert_eq!((outcome.host.saved, outcome.state.message.as_deref()), (19, Some("saved as x.jsonl")));
    let outcome = drive(ended(samples::tool_only()), None, keys("y"));
    let copied = &outcome.console.copied;
    assert!(copied.len() == 1 && copied[0].contains("Milestones") && copied[0].ends_with('\n'), "{copied:?}");
    let said = format!("{} bytes sent to the clipboard", copied[0].len());
    assert!(outcome.state.message.is_some_and(|message| message.starts_with(&said)));
    let outcome = drive(ended(samples::tool_only()), None, keys("mm"));
    assert_eq!(outcome.console.mouse, [true, false]);
    assert_eq!(drive(ended(samples::tool_only()), None, keys("tt")).look, "colour-blind");
    assert_eq!(drive(ended(samples::tool_only()), None, vec![ctrl('z')]).console.suspended, 1);
    let outcome = drive(ended(samples::tool_only()), None, keys("r"));
    assert_eq!(outcome.state.message.as_deref(), Some("nothing to send again"));
}

#[test]
fn sending_again_starts_anew() {
    let (again, mut outbox) = feed(samples::header());
    for observation in samples::opening(100) {
        outbox.send(observation);
    }
    let host = FakeHost { next: Some(again), ..FakeHost::default() };
    drop(outbox);
    let outcome = drive_with(ended(samples::stall()), None, host, keys("r?⎋"), Vec::new());
    assert_eq!(outcome.host.observed, 6);
    assert_eq!((outcome.state.events(), outcome.state.recording().observations().len()), (0, 6));
}

#[test]
fn zoom_keeps_the_cursor_in_sight_and_comes_back() {
    let zoomed = drive(paused(3_000), None, keys("++"));
    let (start, end) = zoomed.state.zoom.expect("zoomed");
    assert_eq!(end.since(start), Some(Micros::from_millis(2_550)));
    assert!(start <= zoomed.state.now() && zoomed.state.now() <= end);
    let moved = drive(zoomed.state, None, keys("]"));
    let (start, end) = moved.state.zoom.expect("still zoomed");
    assert!(start <= moved.state.now() && moved.state.now() <= end);
    assert_eq!(drive(moved.state, None, keys("=")).state.zoom, None);
}

#[test]
fn the_mouse_selects_rows_and_seeks_in_the_picture() {
    let click = |column, row| {
        Event::Mouse(MouseEvent {
            kind: MouseEventKind::Down(MouseButton::Left),
            column,
            row,
            modifiers: KeyModifiers::NONE,
        })
    };
    let outcome = drive(ended(samples::reasoning()), None, vec![click(30, 34)]);
    assert_eq!(outcome.state.focus, Panel::Events);
    assert!(!outcome.state.list.follows());
    let outcome = drive(ended(samples::reasoning()), None, vec![click(40, 5)]);
    assert!((2_000..6_000).contains(&at_ms(&outcome.state)));
}

#[test]
fn nothing_is_drawn_when_nothing_changes() {
    // A pause draws once for the key; time alone changes nothing then.
    let mut state = paused(3_000);
    assert_eq!(state.next_tick(), None);
    assert!(!state.advance(Duration::from_secs(60)));
    state = ended(samples::reasoning());
    assert_eq!(state.next_tick(), None);
    let (state, _feed, _outbox) = live(&[]);
    assert_eq!(state.next_tick(), Some(Duration::from_millis(100)));
}

#[test]
fn a_connection_held_open_after_the_end_is_done_and_says_so() {
    let mut all = samples::running(10_000);
    all.push(samples::end(10_180, 812, 730));
    let open = super::screens::running(all.clone(), 14_200);
    let screen = super::screens::picture(&open, &super::screens::themes()[0].1, (120, 40));
    assert!(screen.contains("DONE closing 00:14.2"), "{screen}");
    assert!(screen.contains("t6 pending: still open 4.0 s after the end of the stream"), "{screen}");
    // The counts are reported by now, so nothing is estimated: 82 tokens over 1.281 s.
    assert!(screen.contains("64.0 tok/s to last text") && !screen.contains('≈'), "{screen}");
    // A rate of the last seconds would fall towards nothing: what came in 1.281 s stays as it was.
    let rate = |screen: &str| screen.lines().find_map(|line| Some(line.split_once("Visible rate")?.1.to_owned()));
    let early = super::screens::running(all.clone(), 10_200);
    let early = super::screens::picture(&early, &super::screens::themes()[0].1, (120, 40));
    assert!(rate(&screen).is_some_and(|words| words.contains("char/s")), "{screen}");
    assert_eq!(rate(&screen), rate(&early));
    all.push(samples::at(14_680, What::Closed { how: CloseKind::Eof, reads: 9, bytes: 9 }));
    all.push(samples::at(14_681, What::Finished));
    let screen = drive(ended(samples::recording(all)), None, Vec::new()).screen();
    // 82 visible tokens from t5 = 8700 ms: over 5.98 s to the close, over 1.281 s to the last text.
    for words in ["13.7 tok/s visible", "64.0 tok/s to last text", "4\u{2009}500 ms close lag"] {
        assert!(screen.contains(words), "{words}\n{screen}");
    }
}

#[test]
fn a_match_is_found_before_any_frame_has_looked_for_it() {
    let mut state = ended(samples::reasoning());
    state.list.set_filter(crate::tui::filter::Filter::parse("tag:tool"));
    crate::tui::update::update(&mut state, crate::tui::keys::Action::NextMatch, Duration::ZERO);
    // The first of the tool events, after the last, which was followed; 2 envelopes and 140 of reasoning came before.
    assert_eq!((state.message.as_deref(), state.list.selected_event(state.events())), (None, Some(142)));
}
