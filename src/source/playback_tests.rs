use std::time::Duration;

use super::{Direction, PlayOptions, Playback, Silence};
use crate::{
    dialect::{EventName, RequestFacts},
    timeline::{Micros, Milestone, Tag},
    trace::{EventSeen, Flags, Header, Observation, Recording, SourceKind, What},
};

const fn ms(ms: u64) -> Micros {
    Micros::from_millis(ms)
}

const fn wall(ms: u64) -> Duration {
    Duration::from_millis(ms)
}

fn event(at: Option<Micros>) -> Observation {
    let event = EventSeen {
        read: 0,
        name: EventName::MESSAGE,
        tag: Tag::Text,
        also: [Tag::Text].into_iter().collect(),
        flags: Flags::default(),
        bytes: 1,
        chars: 1,
        text_bytes: 1,
        reasoning_bytes: 0,
        tool_bytes: 0,
        details: None,
        content: None,
    };
    Observation { at, what: What::Event(event) }
}

/// t0 at 0, headers at 200, events at the given moments.
fn recording(events: &[u64]) -> Recording {
    let mut recording = Recording::new(Header::new(SourceKind::Capture, RequestFacts::default()));
    recording.push(Observation { at: Some(ms(0)), what: What::Received });
    recording.push(Observation { at: Some(ms(200)), what: What::Stated(Milestone::T2) });
    for at in events {
        recording.push(event(Some(ms(*at))));
    }
    recording
}

fn playing(recording: &Recording, speed: f64, idle_limit: Option<Micros>) -> Playback {
    Playback::open(recording, &PlayOptions { speed, start_at: None, idle_limit }, wall(0))
}

#[test]
fn time_passes_at_its_speed_and_stops_at_the_last_moment() {
    let recording = recording(&[500, 1_000]);
    let mut playback = playing(&recording, 2.0, None);
    assert_eq!((playback.at(), playback.count()), (Some(ms(0)), 1));
    playback.advance(&recording, wall(100));
    assert_eq!((playback.at(), playback.count()), (Some(ms(200)), 2));
    playback.advance(&recording, wall(300));
    assert_eq!((playback.at(), playback.count()), (Some(ms(600)), 3));
    playback.advance(&recording, wall(9_000));
    assert_eq!((playback.at(), playback.count(), playback.is_playing()), (Some(ms(1_000)), 4, false));
    assert!(playback.is_at_end(&recording));
    // At the end, playing starts again.
    playback.toggle(&recording, wall(10_000));
    assert_eq!((playback.at(), playback.is_playing()), (Some(ms(0)), true));
}

#[test]
fn a_pause_holds_the_moment_however_much_time_passes() {
    let recording = recording(&[500, 1_000]);
    let mut playback = playing(&recording, 1.0, None);
    playback.advance(&recording, wall(300));
    playback.toggle(&recording, wall(300));
    playback.advance(&recording, wall(5_000));
    assert_eq!(playback.at(), Some(ms(300)));
    playback.toggle(&recording, wall(6_000));
    playback.advance(&recording, wall(6_250));
    assert_eq!((playback.at(), playback.count()), (Some(ms(550)), 3));
}

#[test]
fn it_opens_paused_at_a_moment() {
    let recording = recording(&[500, 1_000]);
    let options = PlayOptions { start_at: Some(ms(700)), ..PlayOptions::default() };
    let playback = Playback::open(&recording, &options, wall(0));
    assert_eq!((playback.at(), playback.count(), playback.is_playing()), (Some(ms(700)), 3, false));
    let options = PlayOptions { start_at: Some(ms(99_000)), ..PlayOptions::default() };
    assert_eq!(Playback::open(&recording, &options, wall(0)).at(), Some(ms(1_000)));
}

#[test]
fn steps_go_by_event_also_among_events_of_one_read() {
    let recording = recording(&[500, 500, 500, 900]);
    let mut playback = playing(&recording, 1.0, None);
    let mut seen = Vec::new();
    for _ in 0..5 {
        playback.step(&recording, Direction::Forward);
        seen.push((playback.count(), playback.at()));
    }
    let at = |time| Some(ms(time));
    assert_eq!(seen, [(3, at(500)), (4, at(500)), (5, at(500)), (6, at(900)), (6, at(900))]);
    playback.step(&recording, Direction::Back);
    assert_eq!((playback.count(), playback.at()), (5, at(500)));
    playback.step(&recording, Direction::Back);
    playback.step(&recording, Direction::Back);
    assert_eq!(playback.count(), 3);
    playback.step(&recording, Direction::Back);
    assert_eq!((playback.count(), playback.at()), (0, at(0)));
    // Time that goes on never takes an event back.
    playback.step(&recording, Direction::Forward);
    playback.toggle(&recording, wall(0));
    playback.advance(&recording, wall(1));
    assert_eq!(playback.count(), 5);
}

#[test]
fn seeking_is_capped_at_both_ends_and_goes_by_time_share_and_milestone() {
    let recording = recording(&[500, 10_000]);
    let mut playback = playing(&recording, 1.0, None);
    playback.seek_by(&recording, Direction::Forward, ms(5_000));
    assert_eq!((playback.at(), playback.count()), (Some(ms(5_000)), 3));
    playback.seek_by_share(&recording, Direction::Back, 10);
    assert_eq!(playback.at(), Some(ms(4_000)));
    playback.seek_by(&recording, Direction::Back, ms(9_000));
    assert_eq!(playback.at(), Some(ms(0)));
    // t2 at 200; the first event is t3, t4 and t5 at once.
    for expected in [200, 500, 10_000, 10_000] {
        playback.milestone(&recording, Direction::Forward);
        assert_eq!(playback.at(), Some(ms(expected)));
    }
    playback.milestone(&recording, Direction::Back);
    assert_eq!(playback.at(), Some(ms(500)));
}

#[test]
fn long_silences_are_cut_to_the_limit_and_known() {
    let recording = recording(&[500, 9_000, 9_400]);
    let mut playback = playing(&recording, 1.0, Some(ms(2_000)));
    assert_eq!(playback.silences(), [Silence { start: ms(500), end: ms(9_000) }]);
    playback.advance(&recording, wall(2_400));
    assert_eq!(playback.at(), Some(ms(2_400)));
    // 500 + 2000 is as long as it waits: 100 ms more, then 300 ms after the silence.
    playback.advance(&recording, wall(2_800));
    assert_eq!((playback.at(), playback.count()), (Some(ms(9_300)), 4));
    // A seek into the cut part leaves it at once.
    playback.seek(&recording, ms(5_000));
    playback.advance(&recording, wall(2_900));
    assert_eq!(playback.at(), Some(ms(9_100)));
}

#[test]
fn the_speed_doubles_and_halves_between_a_half_and_sixteen() {
    let recording = recording(&[500]);
    let mut playback = playing(&recording, 1.0, None);
    let mut speeds = Vec::new();
    for _ in 0..5 {
        playback.change_speed(Direction::Forward);
        speeds.push(playback.speed());
    }
    assert_eq!(speeds, [2.0, 4.0, 8.0, 16.0, 16.0]);
    (0..9).for_each(|_| playback.change_speed(Direction::Back));
    assert!((playback.speed() - 0.5).abs() < f64::EPSILON);
    assert!((playing(&recording, f64::NAN, None).speed() - 1.0).abs() < f64::EPSILON);
}

#[test]
fn a_recording_without_times_is_played_by_order() {
    let mut recording = Recording::new(Header::new(SourceKind::Sse, RequestFacts::default()));
    (0..4).for_each(|_| recording.push(event(None)));
    let mut playback = playing(&recording, 1.0, None);
    assert_eq!((playback.at(), playback.count()), (None, 0));
    playback.advance(&recording, wall(120));
    assert_eq!((playback.at(), playback.count()), (None, 2));
    playback.step(&recording, Direction::Forward);
    assert_eq!(playback.count(), 3);
    playback.seek(&recording, ms(60_000));
    assert!(playback.is_at_end(&recording));
}

#[test]
fn a_seek_among_very_many_events_folds_only_a_checkpoints_distance() {
    let many: Vec<u64> = (0..200_000).map(|i| 200 + i).collect();
    let recording = recording(&many);
    let mut playback = playing(&recording, 1.0, None);
    playback.seek(&recording, ms(100_199));
    // t0, t2 and the events from 200 to 100 199.
    assert_eq!(playback.count(), 100_002);
    assert_eq!(recording.at(playback.count()).counts.events, 100_000);
}
