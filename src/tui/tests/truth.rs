//! What the screen says where there is little to say: failures, one read, too little room.

use std::{sync::Arc, time::Duration};

use super::screens::{ended, picture, running, themes};
use crate::{
    source::PlayOptions,
    timeline::{CloseKind, ConnectStage, Micros, Tag},
    trace::{BodyKind, HeadersSeen, Observation, What},
    tui::{
        samples::{self, at, event},
        state::State,
    },
};

fn shown(observations: Vec<Observation>, size: (u16, u16)) -> String {
    picture(&ended(samples::recording(observations)), &themes()[0].1, size)
}

fn refused() -> Vec<Observation> {
    vec![
        at(0, What::Received),
        at(3, What::UpstreamStarted),
        at(40, What::Closed { how: CloseKind::ConnectFailed(ConnectStage::Connect), reads: 0, bytes: 0 }),
        at(41, What::Finished),
    ]
}

#[test]
fn a_request_that_found_no_server_waits_for_nothing() {
    let screen = shown(refused(), (120, 40));
    for words in ["connect error", "│ connect ", "no events came", "no visible text came"] {
        assert!(screen.contains(words), "{words}\n{screen}");
    }
    assert!(!screen.contains("yet"), "{screen}");
}

#[test]
fn an_http_error_is_explained_in_full_where_the_frame_has_no_room_for_it() {
    let headers = HeadersSeen { status: 429, content_type: Some("application/json".into()), ..HeadersSeen::default() };
    let message = "Rate limit reached: limit 30000, used 29000, requested 2000. Try again in two seconds.";
    let all = vec![
        at(0, What::Received),
        at(3, What::UpstreamStarted),
        at(200, What::Headers(Arc::new(headers))),
        at(210, What::NotAStream { body: BodyKind::Json, message: Some(message.into()) }),
        at(211, What::Closed { how: CloseKind::Eof, reads: 1, bytes: 120 }),
        at(212, What::Finished),
    ];
    for size in [(60, 16), (80, 24), (120, 40)] {
        let screen = shown(all.clone(), size);
        let words = screen.replace(['│', '\n'], " ");
        let words = words.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(screen.contains("HTTP ERROR 429"), "{screen}");
        // Its last words, which no frame at these sizes has room for.
        assert!(words.contains("again in two") && words.contains("seconds"), "{screen}");
    }
}

#[test]
fn text_of_one_read_has_no_rate() {
    let burst = |read: u32| {
        (0..20_u64).map(move |i| {
            let mut event = samples::seen(300, Tag::Text, 10);
            event.read = read + u32::try_from(i / 10).expect("small") * u32::from(read > 0);
            at(300 + u64::from(event.read), What::Event(event))
        })
    };
    let with = |read: u32| samples::opening(200).into_iter().chain(burst(read)).collect::<Vec<_>>();
    let one = picture(&running(with(0), 900), &themes()[0].1, (120, 40));
    assert!(one.contains("no rate: so far all text came in one read") && !one.contains("char/s"), "{one}");
    let two = picture(&running(with(1), 900), &themes()[0].1, (120, 40));
    assert!(!two.contains("no rate") && two.contains("char/s"), "{two}");
}

#[test]
fn what_finds_no_row_is_counted_in_the_frame() {
    let screen = shown(samples::reasoning().observations().to_vec(), (60, 16));
    // Six tags came; the connection is one row, so that two of them are shown.
    assert!(screen.contains("+4 tags") && screen.contains("│ connect     ▎ 81"), "{screen}");
    let few = vec![at(0, What::Received), event(5, Tag::Text, 3)];
    assert!(!shown(few, (60, 16)).contains('+'));
}

#[test]
fn a_silence_is_no_empty_panel() {
    let until = |now_ms: u64| {
        let all = samples::stall();
        let came = all.observations().iter().filter(|seen| seen.at.is_some_and(|at| at.0 <= now_ms * 1_000));
        picture(&running(came.cloned().collect(), now_ms), &themes()[0].1, (120, 40))
    };
    // The text comes from 600 ms on, the last of it before the silence at 600 + 39 × 25 = 1575.
    for (now, words) in [
        (500, "— no visible text yet"),
        (700, "— too early for a rate"),
        (1_500, "tok/s (bytes/4)"),
        (4_000, "— no text for 2.4 s"),
    ] {
        let screen = until(now);
        assert!(screen.contains(words), "{now}: {words}\n{screen}");
    }
}

#[test]
fn a_record_waits_only_for_what_it_states() {
    let options = PlayOptions { start_at: Some(Micros::from_millis(2_000)), ..PlayOptions::default() };
    let early = State::replay(samples::gateway(), &options, Duration::ZERO);
    let screen = picture(&early, &themes()[0].1, (120, 40));
    // t1 and t2 are not in the record; t3 is, at 6300 ms.
    assert!(screen.contains("t3 pending: 2.0 s since t0"), "{screen}");
}
