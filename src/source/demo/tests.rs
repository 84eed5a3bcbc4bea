//! Every built-in scenario, folded at its scheduled moments: no clock, so the figures are exact.

use super::{Scenario, names, rehearse, scenario};
use crate::{
    timeline::{Micros, Milestone},
    trace::{Thresholds, Trace, diagnose},
};

fn fold(scenario: &Scenario) -> Trace {
    rehearse(scenario).latest().clone()
}

#[test]
fn every_scenario_plays_to_what_it_promises() {
    for name in names() {
        let scenario = scenario(name).unwrap_or_else(|error| panic!("{name}: {error}"));
        let (trace, expect) = (fold(&scenario), &scenario.expect);
        assert_eq!(trace.outcome(), Some(expect.outcome), "{name}");
        let ms = |milestone| trace.milestones.get(milestone).map(Micros::as_ms);
        assert_eq!(ms(Milestone::T2), expect.upstream_headers_ms, "{name}: t2");
        assert_eq!(ms(Milestone::T3), expect.first_sse_event_ms, "{name}: t3");
        assert_eq!(ms(Milestone::T4), expect.first_response_ms, "{name}: t4");
        assert_eq!(ms(Milestone::T5), expect.first_text_delta_ms, "{name}: t5");
        assert_eq!(ms(Milestone::T7), expect.total_handler_ms, "{name}: t7");
        let tps = trace.speed().visible_output_tps;
        match expect.visible_output_tps {
            Some(expected) => {
                let tps = tps.unwrap_or_else(|why| panic!("{name}: no speed, {why}"));
                assert!((tps / expected - 1.0).abs() < 0.03, "{name}: {tps} is not {expected}");
            }
            None => assert!(tps.is_err(), "{name}: {tps:?}"),
        }
    }
}

/// The numbers of the article's three traces, independent of the files.
#[test]
fn the_three_traces_are_the_articles() {
    let article = [
        ("trace-a", [6_100.0, 6_300.0, 6_350.0, 6_400.0, 9_200.0], 42.0),
        ("trace-b", [240.0, 310.0, 2_900.0, 8_700.0, 10_200.0], 55.0),
        ("trace-c", [260.0, 330.0, 420.0, 430.0, 20_430.0], 9.8),
    ];
    for (name, times, tps) in article {
        let expect = scenario(name).expect("a scenario").expect;
        let stated = [
            expect.upstream_headers_ms,
            expect.first_sse_event_ms,
            expect.first_response_ms,
            expect.first_text_delta_ms,
            expect.total_handler_ms,
        ];
        assert_eq!(stated, times.map(Some), "{name}");
        assert_eq!(expect.visible_output_tps, Some(tps), "{name}");
    }
}

/// What definitions.md says of them, and what the other scenarios are there to show.
#[test]
fn each_scenario_is_diagnosed_as_what_it_shows() {
    for (name, expected) in [
        ("normal", ""),
        ("trace-a", "upstream_headers_slow primary"),
        ("trace-b", "text_after_action_slow primary, metadata_only_start secondary"),
        ("trace-c", "generation_slow_tps primary"),
        ("tool-only", ""),
        ("hold-after-done", "close_lag primary"),
        ("error-mid-stream", "in_stream_error primary"),
        ("truncated", "truncated primary"),
    ] {
        let trace = fold(&scenario(name).expect("a scenario"));
        let findings = diagnose(&trace, &Thresholds::default(), None).findings;
        let found: Vec<_> = findings.iter().map(|finding| format!("{} {}", finding.code, finding.severity)).collect();
        assert_eq!(found.join(", "), expected, "{name}");
    }
    for (name, code) in [("stall", "mid_stream_stall"), ("buffered", "stream_buffered")] {
        let findings = diagnose(&fold(&scenario(name).expect("a scenario")), &Thresholds::default(), None).findings;
        assert!(findings.iter().any(|finding| finding.code.word() == code), "{name}: {findings:?}");
    }
}

#[test]
fn an_unknown_name_is_answered_with_the_known_ones() {
    let sentence = scenario("nap").expect_err("unknown").to_string();
    assert!(sentence.contains("reasoning, normal, trace-a"), "{sentence}");
}
