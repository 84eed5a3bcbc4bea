//! How a request ended, by what was seen of it and by what a file says.

use serde_json::{Value, json};
use streamfall::{
    capture::{LoadOptions, Writer, load_from},
    report::replayed_sentence,
    timeline::NoteCode,
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

const START: &str = r#"{"streamfall":1,"content":"none","id":"6f0d1a2e-1111-4222-8333-444455556666"}
{"at":0,"is":"received"}
{"at":1,"is":"upstream_started"}
"#;
const HEADERS: &str = r#"{"at":5,"is":"headers","status":200}"#;
const TEXT: &str = r#"{"at":1000,"is":"event","read":0,"name":"message","tag":"text","bytes":10,"chars":3}"#;
const STOP: &str =
    r#"{"at":1001,"is":"event","read":0,"name":"message","tag":"end","bytes":10,"finish":"stop","open_choices":1}"#;
const EOF: &str = r#"{"at":9000,"is":"closed","how":"eof"}"#;
const BROKEN: &str = r#"{"at":9000,"is":"closed","how":"broken"}"#;
const JSON: &str = r#"{"at":9000,"is":"not_a_stream","body":"json"}"#;

/// A capture of these lines, its last line stating an outcome: how it ended, and how often the note
/// of a conflict was made.
fn stated(lines: &[&str], outcome: &str) -> (String, u32) {
    let finished = format!(r#"{{"at":9001,"is":"finished","outcome":"{outcome}"}}"#);
    let recording = loaded(&format!("{START}{}\n{finished}\n", lines.join("\n")));
    let notes = recording.latest().notes.count(NoteCode::OutcomeConflict);
    // The same as a line of its own, wherever it stands.
    let line = format!(r#"{{"is":"stated_outcome","outcome":"{outcome}"}}"#);
    let finished = r#"{"at":9001,"is":"finished"}"#;
    for (before, after) in [(line.as_str(), ""), ("", line.as_str())] {
        let by_line = loaded(&format!("{START}{before}\n{}\n{after}\n{finished}\n", lines.join("\n")));
        assert_eq!(ending(&by_line).0, ending(&recording).0);
        assert_eq!(by_line.latest().notes.count(NoteCode::OutcomeConflict), notes);
    }
    (ending(&recording).0, notes)
}

#[test]
fn an_outcome_that_is_only_stated_stands_where_what_was_seen_leaves_it_open() {
    let stands = |lines: &[&str], outcome| assert_eq!(stated(lines, outcome), (outcome.to_owned(), 0), "{lines:?}");
    for outcome in ["completed", "incomplete", "error", "truncated"] {
        stands(&[HEADERS, TEXT, EOF], outcome);
    }
    for outcome in ["completed", "cancelled", "timeout", "truncated"] {
        stands(&[HEADERS, TEXT], outcome);
    }
    for outcome in ["http_error", "connect_error", "not_a_stream", "timeout"] {
        stands(&[], outcome);
    }
    stands(&[HEADERS, EOF], "not_a_stream");
    stands(&[HEADERS, TEXT, BROKEN], "truncated");
    stands(&[HEADERS, JSON, EOF], "not_a_stream");
}

#[test]
fn a_stated_outcome_that_contradicts_what_was_seen_is_noted_and_does_not_count() {
    for (lines, outcome, seen) in [
        (&[HEADERS, TEXT, BROKEN][..], "completed", "truncated"),
        (&[HEADERS, TEXT, EOF], "http_error", "truncated"),
        (&[HEADERS, TEXT, EOF], "timeout", "truncated"),
        (&[HEADERS, TEXT, EOF], "cancelled", "truncated"),
        (&[HEADERS, TEXT, EOF], "connect_error", "truncated"),
        (&[HEADERS, TEXT, EOF], "not_a_stream", "truncated"),
        // One of two choices finished, the other was cut.
        (&[HEADERS, TEXT, STOP, EOF], "completed", "truncated"),
        (&[HEADERS, JSON, EOF], "completed", "not_a_stream"),
        (&[r#"{"at":5,"is":"headers","status":500}"#, EOF], "completed", "http_error"),
        (&[r#"{"at":5,"is":"closed","how":"connect_failed","stage":"dns"}"#], "completed", "connect_error"),
        (&[HEADERS, r#"{"at":5,"is":"closed","how":"timeout","timeout":"idle"}"#], "completed", "timeout"),
        (&[HEADERS], "connect_error", "open"),
        (&[HEADERS, TEXT], "not_a_stream", "open"),
    ] {
        assert_eq!(stated(lines, outcome), (seen.to_owned(), 1), "{lines:?} {outcome}");
    }
}

#[test]
fn what_comes_after_the_end_of_a_capture_is_noted_once() {
    let finished = r#"{"at":9001,"is":"finished"}"#;
    let note = r#"{"is":"note","note":"unknown_observations"}"#;
    let late = |lines: &[&str]| {
        let recording = loaded(&format!("{START}{HEADERS}\n{TEXT}\n{EOF}\n{finished}\n{}\n", lines.join("\n")));
        recording.latest().notes.count(NoteCode::OrderBroken)
    };
    let after = r#"{"at":9100,"is":"event","read":1,"name":"message","tag":"error","bytes":3}"#;
    let unknown = r#"{"at":9100,"is":"a kind of tomorrow"}"#;
    assert_eq!([late(&[]), late(&[note]), late(&[after, after, unknown]), late(&[unknown])], [0, 0, 1, 1]);
}

#[test]
fn every_end_that_is_no_success_has_its_sentence_when_it_is_shown_again() {
    let sentence = |lines: &[&str], outcome: &str| {
        let finished = format!(r#"{{"at":9001,"is":"finished","outcome":"{outcome}"}}"#);
        replayed_sentence(loaded(&format!("{START}{}\n{finished}\n", lines.join("\n"))).latest())
    };
    for (lines, outcome, want) in [
        (&[HEADERS, TEXT, EOF][..], "completed", None),
        (&[HEADERS, TEXT, EOF], "incomplete", None),
        (&[HEADERS, TEXT, EOF], "error", Some("the stream reported an error, of which the file says no more (error)")),
        (&[HEADERS, TEXT], "truncated", Some("the body ended without the stream's end marker")),
        (&[], "cancelled", Some("the request was cancelled")),
        (&[], "timeout", Some("the request ran into a timeout")),
        (
            &[r#"{"at":7,"is":"closed","how":"timeout","timeout":"first_output"}"#],
            "timeout",
            Some("the request ran into a timeout (first output)"),
        ),
        (&[], "http_error", Some("the server answered with a status that is no success, which the file does not name")),
        (&[], "connect_error", Some("there was no connection")),
        (
            &[r#"{"at":7,"is":"closed","how":"connect_failed","stage":"dns"}"#],
            "connect_error",
            Some("there was no connection (dns)"),
        ),
        (&[], "not_a_stream", Some("the answer was no event stream; the file does not say what it was")),
    ] {
        assert_eq!(sentence(lines, outcome).as_deref(), want, "{outcome}");
    }
}

/// An archive of one entry with this answer, and with lines of ours in it.
fn archive(status: u16, outcome: Option<&str>, own: &Value) -> Recording {
    let content = json!({"mimeType": "text/event-stream", "text": "data: {\"error\":{\"message\":\"m\"}}\n\n"});
    let entry = json!({
        "startedDateTime": "2026-11-30T10:34:00Z", "time": 9.0,
        "request": {"method": "POST", "url": "https://streamfall.invalid/v1/chat/completions", "headers": []},
        "response": {"status": status, "httpVersion": "HTTP/1.1", "headers": [], "content": content},
        "timings": {"send": 1, "wait": 4, "receive": 4}, "_outcome": outcome, "_streamfall": own,
    });
    loaded(&json!({"log": {"version": "1.2", "entries": [entry]}}).to_string())
}

#[test]
fn lines_of_ours_in_an_archive_count_only_where_they_agree_with_its_entry() {
    let lines = |method: &str, status: u16| {
        let request = json!({"dialect": "openai-chat", "method": method});
        json!([
            {"streamfall": 1, "content": "none", "request": request},
            {"at": 0, "is": "received"},
            {"at": 5, "is": "headers", "status": status},
            {"at": 9, "is": "closed", "how": "eof"},
            {"at": 10, "is": "finished", "outcome": "completed"},
        ])
    };
    let [post, get] = ["POST", "GET"].map(|method| lines(method, 200));
    let of_two = json!([{"streamfall": 2, "content": "none"}]);
    for (status, outcome, own, refused, want) in [
        (200, None, &post, 0, is("completed", "")),
        (200, Some("completed"), &post, 0, is("completed", "")),
        (200, None, &Value::Null, 0, is("error", "other")),
        (200, None, &get, 1, is("error", "other")),
        (200, Some("timeout"), &post, 1, is("error", "other")),
        (500, None, &post, 1, is("http_error", "500")),
        (200, None, &lines("POST", 204), 1, is("error", "other")),
        (200, None, &json!([]), 1, is("error", "other")),
        (200, None, &json!(["words"]), 1, is("error", "other")),
        (200, None, &json!("words"), 1, is("error", "other")),
        (200, None, &of_two, 1, is("error", "other")),
    ] {
        let recording = archive(status, outcome, own);
        let notes = recording.latest().notes.count(NoteCode::OwnLinesRefused);
        assert_eq!((notes, ending(&recording)), (refused, want), "{status} {outcome:?} {own}");
    }
}
