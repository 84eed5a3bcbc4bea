//! How a request ended, by what was seen of it and by what a file says.

use serde_json::{Value, json};
use streamfall::{
    capture::{LoadOptions, Writer, load_from},
    trace::{ContentKind, Recording},
};

fn loaded(text: &str) -> Recording {
    load_from("the file", text.as_bytes(), &LoadOptions::default()).expect("an input")
}

/// The outcome in words, with its reason.
fn ending(recording: &Recording) -> (String, Option<String>) {
    let trace = recording.latest();
    (trace.outcome().map_or_else(|| "open".to_owned(), |outcome| outcome.to_string()), trace.outcome_reason())
}

/// The ending of a raw stream, which its safe capture must give again.
fn ending_of(events: &[Value]) -> (String, Option<String>) {
    let data = |event: &Value| event.as_str().map_or_else(|| event.to_string(), str::to_owned);
    let stream: String =
        events.iter().flat_map(|event| ["data: ".to_owned(), data(event), "\n\n".to_owned()]).collect();
    let recording = loaded(&stream);
    let safe = Writer::start(Vec::new(), "memory", &recording.header, ContentKind::None).and_then(|mut writer| {
        recording.observations().iter().try_for_each(|observation| writer.write(observation))?;
        writer.finish()
    });
    let safe = safe.expect("a capture");
    let again = loaded(std::str::from_utf8(&safe).expect("text"));
    assert_eq!(ending(&again), ending(&recording));
    let mut findings = Vec::new();
    let lines = streamfall::capture::verify("memory", safe.as_slice(), &mut |finding| findings.push(finding));
    assert_eq!((lines.is_ok(), findings), (true, Vec::new()));
    ending(&recording)
}

fn chat(index: u64, content: &str, finish: Option<&str>) -> Value {
    let choice = json!({"index": index, "delta": {"content": content}, "finish_reason": finish});
    json!({"object": "chat.completion.chunk", "choices": [choice]})
}

fn is(outcome: &str, reason: &str) -> (String, Option<String>) {
    (outcome.to_owned(), (!reason.is_empty()).then(|| reason.to_owned()))
}

#[test]
fn the_worst_finish_of_all_choices_counts_in_whatever_order_they_finish() {
    for (first, second, outcome, reason) in [
        ("length", "stop", "incomplete", "length"),
        ("content_filter", "stop", "incomplete", "content_filter"),
        ("tool_calls", "stop", "completed", "tool_calls"),
        ("error", "length", "error", "error"),
        ("stop", "stop", "completed", "stop"),
    ] {
        for [one, other] in [[first, second], [second, first]] {
            let events = [
                chat(0, "a", None),
                chat(1, "b", None),
                chat(0, "", Some(one)),
                chat(1, "", Some(other)),
                json!("[DONE]"),
            ];
            assert_eq!(ending_of(&events), is(outcome, reason), "{one}, {other}");
            // One after the other, each whole before the next begins.
            let events = [chat(0, "a", Some(one)), chat(1, "b", None), chat(1, "", Some(other))];
            assert_eq!(ending_of(&events), is(outcome, reason), "{one}, then {other}");
        }
    }
}

#[test]
fn all_choices_of_one_event_count() {
    let candidate =
        |index, finish| json!({"index": index, "content": {"parts": [{"text": "a"}]}, "finishReason": finish});
    for [one, other] in [["MAX_TOKENS", "STOP"], ["STOP", "MAX_TOKENS"]] {
        let event = json!({"candidates": [candidate(0, one), candidate(1, other)]});
        assert_eq!(ending_of(&[event]), is("incomplete", "length"));
    }
}

#[test]
fn a_choice_that_did_not_finish_leaves_the_stream_open_until_the_end_marker() {
    let both = [chat(0, "a", None), chat(1, "b", None), chat(0, "", Some("stop")), chat(1, "more", None)];
    assert_eq!(ending_of(&both), is("truncated", ""));
    let late = [chat(0, "a", Some("stop")), chat(1, "b", None)];
    assert_eq!(ending_of(&late), is("truncated", ""));
    let marked: Vec<_> = both.into_iter().chain([json!("[DONE]")]).collect();
    assert_eq!(ending_of(&marked), is("completed", "stop"));
    // Beyond those that are told apart.
    let many = [chat(0, "a", Some("stop")), chat(500, "b", None)];
    assert_eq!(ending_of(&many), is("truncated", ""));
}

#[test]
fn the_only_choice_means_the_reason_it_gave_last() {
    let events = [chat(0, "a", Some("length")), chat(0, "b", Some("stop"))];
    assert_eq!(ending_of(&events), is("completed", "stop"));
}

#[test]
fn the_status_inside_the_last_event_of_a_response_counts() {
    let end = |kind: &str, response: Value| json!({"type": kind, "response": response});
    for (last, outcome, reason) in [
        (end("response.done", json!({"status": "completed"})), "completed", "stop"),
        (end("response.done", json!({"status": "failed", "error": null})), "error", "error"),
        (end("response.completed", json!({"status": "failed"})), "error", "error"),
        (
            end("response.done", json!({"status": "failed", "error": {"code": "server_error", "message": "m"}})),
            "error",
            "server_error",
        ),
        (end("response.done", json!({"status": "incomplete"})), "incomplete", "length"),
        (
            end(
                "response.completed",
                json!({"incomplete_details": {"reason": "content_filter"}, "status": "incomplete"}),
            ),
            "incomplete",
            "content_filter",
        ),
        (end("response.completed", json!({"status": "cancelled"})), "incomplete", "cancelled"),
        (end("response.incomplete", json!({"status": "completed"})), "incomplete", "length"),
        (end("response.completed", json!({"status": "in_progress"})), "completed", "stop"),
        (end("response.completed", json!({"status": "a word of tomorrow"})), "completed", "stop"),
        (end("response.failed", json!({"status": "failed", "error": {"code": "x", "message": "m"}})), "error", "other"),
    ] {
        let start = json!({"type": "response.created", "response": {"status": "in_progress"}});
        let text = json!({"type": "response.output_text.delta", "delta": "x"});
        assert_eq!(ending_of(&[start, text, last.clone()]), is(outcome, reason), "{last}");
    }
}
