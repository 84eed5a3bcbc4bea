//! The fold is pure: the state after the first n observations does not depend on how one got there.

use proptest::prelude::*;
use streamfall::{
    dialect::{EventName, RequestFacts},
    timeline::{CloseKind, Finish, Micros, Milestone, Tag, Usage},
    trace::{Details, EventSeen, Flags, Header, Observation, Recording, SourceKind, Trace, What},
};

fn event(read: u32, tag: Tag, details: Option<Details>) -> What {
    let bytes = if tag.is_visible() { 5 } else { 0 };
    What::Event(EventSeen {
        read,
        name: EventName::MESSAGE,
        tag,
        also: [tag].into_iter().collect(),
        flags: Flags { end_marker: tag == Tag::End, ..Flags::default() },
        bytes: 80,
        chars: bytes,
        text_bytes: bytes,
        reasoning_bytes: 0,
        tool_bytes: 0,
        details: details.map(Box::new),
        content: None,
    })
}

fn any_what() -> impl Strategy<Value = What> {
    prop_oneof![
        Just(What::UpstreamStarted),
        (0_u32..400, prop::sample::select(Tag::ALL)).prop_map(|(read, tag)| event(read, tag, None)),
        (0_u32..400, 0_u64..500).prop_map(|(read, tokens)| {
            let usage = Some(Usage { output_tokens: Some(tokens), ..Usage::default() });
            event(read, Tag::Usage, Some(Details { usage, finish: Some(Finish::Stop), ..Details::default() }))
        }),
        (0_u32..400).prop_map(|read| What::Heartbeat { read }),
        Just(What::Closed { how: CloseKind::Eof, reads: 9, bytes: 900 }),
        Just(What::Finished),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, cases: 16, ..ProptestConfig::default() })]
    #[test]
    fn the_first_n_folded_equal_the_live_state_after_n(
        steps in prop::collection::vec((0_u64..3_000_000, any_what()), 0..60),
        repeats in 1_usize..120,
    ) {
        // Long enough to cross several kept states.
        let mut recording = Recording::new(Header::new(SourceKind::Live, RequestFacts::default()));
        let mut live = vec![recording.latest().clone()];
        let mut at = 0;
        for (gap, what) in std::iter::repeat_n(&steps, repeats).flatten() {
            at += gap;
            recording.push(Observation { at: Some(Micros(at)), what: what.clone() });
            live.push(recording.latest().clone());
        }
        for n in (0..live.len()).step_by(97).chain([live.len() - 1]) {
            prop_assert_eq!(&recording.at(n), &live[n], "after {} of {}", n, live.len() - 1);
            let moment = live[n].now();
            let by_hand = recording.observations().iter().take_while(|o| o.at.is_none_or(|at| at <= moment)).count();
            prop_assert_eq!(recording.count_at(moment), by_hand);
        }
    }
}

fn fold(steps: &[(u64, What)]) -> Trace {
    let mut trace = Trace::default();
    for (ms, what) in steps {
        trace.apply(&Observation { at: Some(Micros::from_millis(*ms)), what: what.clone() });
    }
    trace
}

#[test]
fn milestones_are_set_by_the_first_event_that_fits() {
    let trace = fold(&[
        (0, What::Received),
        (1, What::UpstreamStarted),
        (250, event(0, Tag::Envelope, None)),
        (300, What::Heartbeat { read: 1 }),
        (400, event(2, Tag::Reasoning, None)),
        (3_200, event(3, Tag::Text, None)),
        (3_300, event(4, Tag::Text, None)),
        (4_000, event(5, Tag::End, None)),
        (4_080, What::Closed { how: CloseKind::Eof, reads: 7, bytes: 640 }),
    ]);
    let ms = |m| trace.milestones.get(m).map(|at| at.0 / 1_000);
    assert_eq!(
        [Milestone::T3, Milestone::T4, Milestone::T5, Milestone::T6, Milestone::T7].map(ms),
        [Some(250), Some(400), Some(3_200), Some(4_080), None]
    );
    assert_eq!(trace.first_effective.map(|first| (first.index, first.tag)), Some((1, Tag::Reasoning)));
    assert_eq!(trace.first_text.map(|first| first.index), Some(2));
    assert_eq!(trace.close_lag(), Some(Micros::from_millis(80)));
    assert_eq!((trace.counts.events, trace.counts.comments, trace.counts.reads), (5, 1, 7));
}

#[test]
fn an_event_with_empty_data_is_an_event_and_not_t3() {
    let mut empty = event(0, Tag::Unknown, None);
    if let What::Event(event) = &mut empty {
        event.flags.empty = true;
    }
    let trace = fold(&[(10, empty), (20, event(1, Tag::Envelope, None))]);
    assert_eq!(trace.first_event.map(|first| first.index), Some(1));
    assert_eq!(trace.milestones.get(Milestone::T3), Some(Micros::from_millis(20)));
}

#[test]
fn a_stall_lies_between_effective_events_and_heartbeats_do_not_end_it() {
    let trace = fold(&[
        (100, event(0, Tag::Text, None)),
        (200, event(1, Tag::Text, None)),
        (900, What::Heartbeat { read: 2 }),
        (2_200, event(3, Tag::Text, None)),
    ]);
    let stalls: Vec<_> = trace.stalls().map(|stall| (stall.start.0 / 1_000, stall.length.0 / 1_000)).collect();
    assert_eq!(stalls, [(200, 2_000)]);
}

#[test]
#[cfg(target_pointer_width = "64")]
fn an_observation_is_small_for_a_recording_keeps_millions() {
    assert_eq!(size_of::<Observation>(), 88);
}
