//! The OpenTelemetry trace of a request: its values, and what a receiver not of this project reads.
#![cfg(feature = "otlp")]

mod common;
#[path = "common/python.rs"]
mod python;

use std::{
    collections::BTreeMap,
    io::{BufRead, BufReader},
    process::{Command, Stdio},
};

use opentelemetry_proto::tonic::{
    collector::trace::v1::ExportTraceServiceRequest,
    common::v1::{KeyValue, any_value::Value},
    trace::v1::Span,
};
use prost::Message as _;
use streamfall::{
    capture::{LoadOptions, load_from},
    report::otlp,
    timeline::{CloseKind, Tag},
    trace::{Recording, SourceKind, Thresholds, What},
};

/// 2026-11-30T10:34:00.123Z in nanoseconds.
const T0: u64 = 1_796_034_840_123_000_000;

fn spans(recording: &Recording) -> Vec<Span> {
    let bytes = otlp(recording, &Thresholds::default(), jiff::Timestamp::UNIX_EPOCH);
    let request = ExportTraceServiceRequest::decode(&*bytes).expect("a request");
    let [resource] = request.resource_spans.try_into().expect("one resource");
    let [scope] = resource.scope_spans.try_into().expect("one scope");
    scope.spans
}

fn attributes(list: &[KeyValue]) -> BTreeMap<&str, String> {
    let shown = |value: &Value| match value {
        Value::StringValue(text) => text.clone(),
        Value::IntValue(number) => number.to_string(),
        Value::DoubleValue(number) => format!("{number:.4}"),
        Value::BoolValue(truth) => truth.to_string(),
        Value::ArrayValue(array) => format!("{} values", array.values.len()),
        other => panic!("{other:?}"),
    };
    let value = |pair: &KeyValue| shown(pair.value.as_ref().and_then(|any| any.value.as_ref()).expect("a value"));
    list.iter().map(|pair| (pair.key.as_str(), value(pair))).collect()
}

#[test]
fn the_root_span_follows_the_conventions() {
    let spans = spans(&common::reasoning());
    let root = &spans[0];
    assert_eq!((root.name.as_str(), root.kind), ("chat gpt-5.1", 3), "a client span");
    assert_eq!(root.start_time_unix_nano, T0);
    assert_eq!(root.end_time_unix_nano, T0 + 12_300_100_000);
    assert_eq!(root.status, None);
    let found = attributes(&root.attributes);
    for (key, value) in [
        ("gen_ai.operation.name", "chat"),
        ("gen_ai.provider.name", "openai"),
        ("gen_ai.request.model", "gpt-5.1"),
        ("gen_ai.request.stream", "true"),
        ("gen_ai.request.max_tokens", "4096"),
        ("gen_ai.request.temperature", "0.5000"),
        ("gen_ai.request.reasoning.level", "high"),
        ("gen_ai.response.finish_reasons", "1 values"),
        ("gen_ai.usage.input_tokens", "1250"),
        ("gen_ai.usage.cache_read.input_tokens", "1024"),
        ("gen_ai.usage.output_tokens", "812"),
        ("gen_ai.usage.reasoning.output_tokens", "730"),
        // t3, in seconds.
        ("gen_ai.response.time_to_first_chunk", "0.3102"),
        ("streamfall.time_to_first_chunk.milestone", "t3"),
        ("streamfall.time_to_first_response", "2.9004"),
        ("streamfall.time_to_first_text", "8.7000"),
        ("streamfall.outcome", "completed"),
        ("streamfall.finding", "text_after_action_slow"),
        ("streamfall.provider_reported.queue", "0.0121"),
    ] {
        assert_eq!(found.get(key).map(String::as_str), Some(value), "{key}");
    }
    assert!(!found.contains_key("error.type") && !found.contains_key("server.address"));
}

#[test]
fn a_speed_that_a_record_states_goes_by_its_own_name_and_needs_no_reason() {
    let recording = load_from(
        "a record",
        &br#"{"first_text_delta_ms":6400,"total_handler_ms":9200,"visible_output_tps":42}"#[..],
        &LoadOptions::default(),
    );
    let spans = spans(&recording.expect("a record"));
    let found = attributes(&spans[0].attributes);
    assert_eq!(found["streamfall.visible_output_tps_stated"], "42.0000");
    for key in ["streamfall.visible_output_tps", "streamfall.visible_output_tps_reason", "streamfall.outcome"] {
        assert!(!found.contains_key(key), "{key}");
    }
}

#[test]
fn a_time_from_an_origin_that_is_not_known_is_not_sent() {
    let lines = "1796034840.5 data: {\"object\":\"chat.completion.chunk\",\"choices\":[{\"delta\":{\"content\":\"a\"}}]}\n1796034840.75 \n";
    let recording = load_from("a stream", lines.as_bytes(), &LoadOptions::default()).expect("a stream");
    let spans = spans(&recording);
    let found = attributes(&spans[0].attributes);
    assert!(found.keys().all(|key| !key.contains("time_to_first")), "{found:?}");
}

#[test]
fn a_connection_held_open_after_the_end_is_a_span_of_its_own() {
    let recording = common::Maker::new(SourceKind::Live, common::facts())
        .at(0.0, What::Received)
        .at(1.0, What::UpstreamStarted)
        .at(200.0, common::headers(200))
        .events(Tag::Text, 300.0, 100.0, 10)
        .event(1_210.0, Tag::End)
        .at(5_210.0, What::Closed { how: CloseKind::Eof, reads: 11, bytes: 1_573 })
        .at(5_210.2, What::Finished)
        .done();
    let spans = spans(&recording);
    let children: Vec<_> = spans[4..]
        .iter()
        .map(|span| (span.name.as_str(), span.start_time_unix_nano - T0, span.end_time_unix_nano - T0))
        .collect();
    assert_eq!(
        children,
        [
            ("generating", 300_000_000, 1_210_000_000),
            ("held open", 1_210_000_000, 5_210_000_000),
            ("finishing", 5_210_000_000, 5_210_200_000),
        ]
    );
    assert_eq!(attributes(&spans[5].attributes)["streamfall.widest"], "true");
}

#[test]
fn the_phases_are_children_and_the_milestones_events() {
    let spans = spans(&common::reasoning());
    let root = &spans[0];
    let events: Vec<_> = root.events.iter().map(|e| (e.name.as_str(), e.time_unix_nano - T0)).collect();
    assert_eq!(
        events,
        [
            ("streamfall.t0", 0),
            ("streamfall.t1", 3_100_000),
            ("streamfall.t2", 243_000_000),
            ("streamfall.t3", 310_200_000),
            ("streamfall.t4", 2_900_400_000),
            ("streamfall.t5", 8_700_000_000),
            ("streamfall.t6", 12_290_300_000),
            ("streamfall.t7", 12_300_100_000),
        ]
    );
    let children: Vec<_> = spans[1..]
        .iter()
        .map(|span| {
            (span.name.as_str(), (span.start_time_unix_nano - T0) / 1_000, (span.end_time_unix_nano - T0) / 1_000)
        })
        .collect();
    assert_eq!(
        children,
        [
            ("local", 0, 3_100),
            ("DNS", 3_100, 15_100),
            ("connect", 15_100, 42_600),
            ("TLS", 42_600, 84_000),
            ("wait", 84_000, 243_000),
            ("first event", 243_000, 310_200),
            ("metadata", 310_200, 2_900_400),
            ("reasoning+tool", 2_900_400, 8_700_000),
            ("generating", 8_700_000, 12_290_300),
            ("finishing", 12_290_300, 12_300_100),
        ]
    );
    let ids: std::collections::HashSet<_> = spans.iter().map(|span| &span.span_id).collect();
    assert_eq!(ids.len(), spans.len());
    assert!(spans[1..].iter().all(|span| span.parent_span_id == root.span_id && span.trace_id == root.trace_id));
    assert!(spans.iter().all(|span| span.trace_id.len() == 16 && span.span_id.len() == 8));
}

#[test]
fn an_unknown_start_says_how_far_it_may_be_off() {
    let spans = spans(&common::gateway());
    let wait = spans.iter().find(|span| span.name == "headers").expect("the wait");
    // t1 lies in [0, 200] ms, the wait is 6 100 ms.
    assert_eq!((wait.start_time_unix_nano - T0, wait.end_time_unix_nano - T0), (0, 6_100_000_000));
    assert_eq!(attributes(&wait.attributes)["streamfall.start_uncertainty_ms"], "200.0000");
}

#[test]
fn only_a_public_host_is_named() {
    let with_host = |host: &str| {
        let mut recording = common::reasoning();
        let mut header = (*recording.header).clone();
        header.host = Some(host.to_owned());
        recording.header = header.into();
        spans(&recording).swap_remove(0).attributes
    };
    let public = with_host("api.openai.com");
    let found = attributes(&public);
    assert_eq!((found["server.address"].as_str(), found["server.port"].as_str()), ("api.openai.com", "443"));
    assert!(!attributes(&with_host("llm.corp.example")).contains_key("server.address"));
}

#[test]
fn no_content_is_in_a_trace() {
    for recording in [common::reasoning(), common::gateway(), common::untimed(), common::cut()] {
        let bytes = otlp(&recording, &Thresholds::default(), jiff::Timestamp::UNIX_EPOCH);
        let text = String::from_utf8_lossy(&bytes);
        for secret in ["canary", "7f3a", "secret"] {
            assert!(!text.contains(secret), "{secret}");
        }
    }
}

/// The receiver as Python knows it; `None` where the package is not installed.
fn receiver() -> Option<Command> {
    python::says("import opentelemetry.proto.collector.trace.v1.trace_service_pb2")?;
    let mut command = python::command();
    command.arg(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/otlp_receiver.py")).stdout(Stdio::piped());
    Some(command)
}

#[test]
fn the_official_package_reads_the_trace_of_a_demo() {
    let Some(mut receiver) = receiver() else {
        println!("skipped: python3 has no opentelemetry-proto to receive with");
        return;
    };
    let mut receiver = receiver.spawn().expect("the receiver starts");
    let mut lines = BufReader::new(receiver.stdout.take().expect("its output")).lines();
    let port = lines.next().expect("a port").expect("a port");
    let sent = Command::new(env!("CARGO_BIN_EXE_streamfall"))
        .args(["demo", "reasoning", "--speed", "20", "--json", "--otlp", &format!("http://127.0.0.1:{port}")])
        .env("OTEL_EXPORTER_OTLP_HEADERS", "x-token=a%20b")
        .output()
        .expect("the program runs");
    let got: serde_json::Value = serde_json::from_str(&lines.next().expect("a trace").expect("a trace")).expect("JSON");
    receiver.wait().expect("the receiver ends");
    let record: serde_json::Value = serde_json::from_slice(&sent.stdout).expect("a record");

    assert_eq!(
        (got["path"].as_str(), got["content_type"].as_str()),
        (Some("/v1/traces"), Some("application/x-protobuf"))
    );
    assert_eq!((&got["token"], &got["unknown_fields"]), (&"a b".into(), &0.into()));
    let spans = got.pointer("/request/resourceSpans/0/scopeSpans/0/spans").and_then(|s| s.as_array()).expect("spans");
    let root = &spans[0];
    assert_eq!(root["kind"], "SPAN_KIND_CLIENT");
    let start: u64 = root["startTimeUnixNano"].as_str().expect("a time").parse().expect("a number");
    for event in root["events"].as_array().expect("events") {
        let milestone = event["name"].as_str().expect("a name").trim_start_matches("streamfall.");
        let at: u64 = event["timeUnixNano"].as_str().expect("a time").parse().expect("a number");
        let recorded = record["milestones_ms"][milestone].as_f64().expect("a milestone of the record");
        assert!(((at - start) as f64 / 1e6 - recorded).abs() < 0.002, "{milestone}");
    }
    assert!(spans.len() > 5, "{} spans", spans.len());
    assert!(spans[1..].iter().all(|span| span["parentSpanId"] == root["spanId"]));
}

#[test]
fn a_receiver_that_is_not_there_is_said_and_changes_no_exit_code() {
    let port = std::net::TcpListener::bind("127.0.0.1:0").expect("a port").local_addr().expect("its address").port();
    let output = Command::new(env!("CARGO_BIN_EXE_streamfall"))
        .args(["demo", "tool-only", "--speed", "50", "--json", "--otlp", &format!("http://127.0.0.1:{port}/v1/traces")])
        .output()
        .expect("the program runs");
    let said = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(0), "{said}");
    assert!(said.contains("the trace was not delivered to the OTLP receiver on 127.0.0.1"), "{said}");
}
