use serde_json::Value;

use super::{Record, percentile, record, record_json};
use crate::{
    dialect::RequestFacts,
    timeline::{CloseKind, Finish, Micros, Milestone, Phase, Tag, Usage},
    trace::{Recording, SourceKind, What, sample::Sample},
};

/// Every key of record.md, in its order, objects in brackets.
const KEYS: &str = "schema id started_at source complete \
    request[dialect provider model method streaming reasoning_effort tools max_output_tokens temperature body_bytes] \
    response[status http_version content_type headers[]] outcome outcome_reason \
    timing[auth_ms distribution_ms body_read_ms redirect_ms dns_ms connect_ms tls_ms connect_tls_ms send_ms wait_ms connection_reused \
    upstream_headers_ms first_sse_event_ms first_response_ms first_text_delta_ms upstream_done_ms total_handler_ms \
    visible_output_tps] \
    milestones_ms[t0 t1 t2 t3 t4 t5 t6 t7] bounds_ms[t1 t2] gaps \
    events[total comments heartbeats reads bytes text_deltas unterminated \
    by_tag[error text refusal tool reasoning media end usage heartbeat envelope unknown] \
    first_event_index first_effective_index first_effective_tag first_text_index spacing_ms[p50 p95 max]] \
    usage[input_tokens cached_input_tokens output_tokens reasoning_tokens reasoning_in_output] \
    speed[visible_output_tps visible_output_tps_reason visible_tokens visible_window_ms total_output_tps \
    to_last_text_tps inter_token_ms inter_token_from chars_per_second visible_chars] \
    provider_reported diagnosis notes \
    contract[model route input_tokens output_tokens streaming reasoning_effort tools region network_path concurrency \
    arrival_rate temperature top_p max_output_tokens warm_up retries excluded_failures sample_size \
    time_window[from to] percentile_method] assertions";

fn keys(value: &Value) -> String {
    let Value::Object(members) = value else { return String::new() };
    let key = |(name, value): (&String, &Value)| match value {
        Value::Object(_) => format!("{name}[{}]", keys(value)),
        _ => name.clone(),
    };
    members.iter().map(key).collect::<Vec<_>>().join(" ")
}

fn json(recording: &Recording) -> Value {
    serde_json::from_str(&record_json(recording)).expect("JSON")
}

fn full() -> Recording {
    Sample::new()
        .started(3.1)
        .phase(21.6, Phase::Connect, 18.5)
        .headers(243.0, 200)
        .reported(243.0, "queue", 12.1, "x_groq.usage.queue_time")
        .event(310.2, Tag::Envelope, 0)
        .heartbeat(1_310.2)
        .flow(Tag::Reasoning, 2_900.4, 8_600.0, 30, 40)
        .flow(Tag::Text, 8_700.0, 10_100.0, 60, 14)
        .usage(
            10_189.0,
            Usage {
                output_tokens: Some(812),
                reasoning_tokens: Some(730),
                reasoning_in_output: Some(true),
                ..Usage::default()
            },
        )
        .finish(10_189.0, Finish::Stop)
        .done(10_190.3)
}

#[test]
fn every_key_is_there_in_order_also_when_nothing_happened() {
    let nothing = Sample::of(SourceKind::Sse, RequestFacts::default()).build();
    let empty = json(&nothing);
    assert_eq!(keys(&empty), KEYS);
    assert_eq!(keys(&json(&full())), KEYS);
    for pointer in
        ["/outcome", "/timing/first_text_delta_ms", "/milestones_ms/t0", "/bounds_ms/t1", "/usage/output_tokens"]
    {
        assert_eq!(empty.pointer(pointer), Some(&Value::Null), "{pointer}");
    }
    assert_eq!(empty["events"]["total"], 0);
}

#[test]
fn times_are_milliseconds_with_three_decimals() {
    let text = record_json(&full());
    for part in [
        r#""started_at":"2026-11-30T10:34:00.123Z""#,
        r#""upstream_headers_ms":239.900,"first_sse_event_ms":310.200"#,
        r#""t0":0.000,"t1":3.100"#,
        r#"{"from":"t4","to":"t5","ms":5799.600,"widest":true}"#,
        r#""provider_reported":[{"name":"queue","ms":12.100,"source":"x_groq.usage.queue_time"}]"#,
        r#""first_effective_index":1,"first_effective_tag":"reasoning","first_text_index":31"#,
    ] {
        assert!(text.contains(part), "{part} in {text}");
    }
}

#[test]
fn speeds_and_tokens_stand_as_definitions_say() {
    let json = json(&full());
    let speed = &json["speed"];
    // 812 − 730 tokens over 10 190.3 − 8 700 ms.
    assert_eq!(speed["visible_tokens"], 82);
    assert_eq!(speed["visible_window_ms"], 1_490.3);
    assert_eq!(speed["visible_output_tps"], 55.022);
    assert_eq!(speed["visible_output_tps_reason"], Value::Null);
    // 812 tokens over the same window; (10 190.3 − 2 900.4) / 811 ms a token.
    assert_eq!(speed["total_output_tps"], 544.857);
    assert_eq!((speed["inter_token_ms"].as_f64(), speed["inter_token_from"].as_str()), (Some(8.989), Some("t4")));
    assert_eq!(json["events"]["heartbeats"], 1);
    assert_eq!(json["timing"]["connection_reused"], false);
}

#[test]
fn no_content_and_no_control_character_reaches_the_record() {
    let recording = Sample::new()
        .started(1.0)
        .headers(9.0, 200)
        .reported(9.0, "bad\u{1b}[2J", 1.0, "x\u{9b}y")
        .flow(Tag::Text, 20.0, 40.0, 3, 9)
        .error(50.0)
        .done(51.0);
    let text = record_json(&recording);
    assert!(!text.contains("CANARY"));
    assert!(!text.contains(['\u{1b}', '\u{9b}']) && !text.contains("\\u001b"), "{text}");
}

#[test]
fn a_record_that_contradicts_itself_and_an_order_that_is_broken_are_noted() {
    let stated = |wait: u64, t3: f64, t5: f64| {
        let duration = Micros::from_millis(wait);
        let recording = Sample::of(SourceKind::Gateway, RequestFacts::default())
            .untimed(What::Phase { phase: Phase::UpstreamHeaders, duration })
            .stated(Milestone::T3, t3)
            .stated(Milestone::T5, t5)
            .build();
        let record = record(&recording);
        let codes: Vec<_> = record.notes.iter().map(|note| note.code.word()).collect();
        (record.bounds_ms.t2, codes)
    };
    assert_eq!(stated(6_100, 6_300.0, 6_400.0), (Some([6_100.0, 6_300.0]), vec![]));
    assert_eq!(stated(6_100, 6_000.0, 6_400.0), (None, vec!["record_contradicts_itself"]));
    assert_eq!(stated(100, 500.0, 400.0).1, ["order_broken"]);
}

#[test]
fn a_cut_capture_and_events_without_times_are_not_complete() {
    assert!(record(&full()).complete);
    let cut = Sample::new().is(5.0, What::Note(crate::timeline::NoteCode::CaptureCut)).build();
    let cut = record(&cut);
    assert_eq!((cut.complete, cut.outcome), (false, None));
    let timed = Sample::new().event(0.0, Tag::Text, 9).build();
    let untimed = Sample::of(SourceKind::Sse, RequestFacts::default())
        .untimed(timed.observations()[1].what.clone())
        .untimed(What::Closed { how: CloseKind::Eof, reads: 1, bytes: 9 })
        .build();
    let untimed = record(&untimed);
    assert!(!untimed.complete);
    assert_eq!((untimed.milestones_ms.t5, untimed.events.first_text_index), (None, Some(0)));
    assert_eq!(untimed.events.spacing_ms.p50, None);
}

#[test]
fn a_record_is_read_back_as_it_was_written() {
    let written = record(&full());
    let read: Record = serde_json::from_str(&written.to_json()).expect("a record");
    assert_eq!(read, written);
}

/// Values by `numpy.percentile(x, q)`, whose default method is linear.
#[test]
fn percentiles_agree_with_numpy() {
    let mut x = [
        12.5, 3.0, 7.25, 100.0, 55.5, 0.0, 8.125, 41.0, 9.0, 10.0, 10.0, 77.0, 2.0, 5.5, 61.0, 33.3, 18.0, 26.0, 14.0,
        49.9, 88.8,
    ];
    x.sort_by(f64::total_cmp);
    for (q, want) in [(0.0, 0.0), (0.5, 14.0), (0.95, 88.8), (0.99, 97.76), (1.0, 100.0)] {
        let got = percentile(&x, q).expect("a value");
        assert!((got - want).abs() < 1e-9, "p{q}: {got}, not {want}");
    }
    assert_eq!(percentile(&[1.0, 2.0], 0.95), Some(1.95));
    assert_eq!(percentile(&[], 0.5), None);
}
