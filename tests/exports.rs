//! Perfetto traces, HTTP archives, and the command that writes them.

mod common;

use std::{fs, path::Path, process::Command};

use serde_json::Value;
use streamfall::{
    capture::{LoadOptions, Writer, load_from},
    report::{har, html, markdown, perfetto, record_json, svg},
    timeline::{CloseKind, Micros, Milestone, NoteCode, Outcome},
    trace::{ContentKind, Observation, Recording, Thresholds, What},
};

fn json(text: &str) -> Value {
    serde_json::from_str(text).expect("JSON")
}

fn list<'v>(value: &'v Value, path: &str) -> &'v Vec<Value> {
    value.pointer(path).and_then(Value::as_array).unwrap_or_else(|| panic!("no list {path}"))
}

#[test]
fn a_perfetto_trace_has_the_bars_in_microseconds_from_t0() {
    let trace = json(&perfetto(&common::reasoning()));
    let slices: Vec<_> = list(&trace, "/traceEvents")
        .iter()
        .filter(|event| event["ph"] == "X")
        .map(|event| (event["name"].as_str().expect("a name"), event["ts"].as_u64(), event["dur"].as_u64()))
        .collect();
    assert_eq!(slices[0], ("local", Some(0), Some(3_100)));
    assert_eq!(slices[4], ("wait", Some(84_000), Some(159_000)));
    assert_eq!(slices[5], ("first event", Some(243_000), Some(67_200)));
    assert_eq!(slices[8], ("generating", Some(8_700_000), Some(3_590_300)));
    let instants = list(&trace, "/traceEvents").iter().filter(|event| event["ph"] == "i").count();
    // Eight milestones, 126 events (3 + 60 + 12 + 30 + 20 + 1), two comments.
    assert_eq!(instants, 8 + 126 + 2);
}

#[test]
fn a_bar_of_unknown_start_has_a_track_of_its_own() {
    let trace = json(&perfetto(&common::gateway()));
    let wait = list(&trace, "/traceEvents").iter().find(|event| event["name"] == "headers").expect("the wait");
    assert_eq!((&wait["ts"], &wait["dur"], &wait["tid"]), (&0.into(), &6_100_000.into(), &2.into()));
    assert_eq!(wait["args"]["starts_at_latest_us"], 200_000);
}

#[test]
fn archives_and_traces_hold_no_content() {
    for recording in [common::reasoning(), common::gateway(), common::untimed(), common::cut()] {
        for text in [har(&recording), perfetto(&recording)] {
            for secret in ["canary", "7f3a", "secret"] {
                assert!(!text.contains(secret), "{secret}");
            }
        }
    }
}

#[test]
fn an_archive_has_the_phases_of_har_and_adds_up() {
    let archive = json(&har(&common::reasoning()));
    let entry = archive.pointer("/log/entries/0").expect("an entry");
    assert_eq!(entry["startedDateTime"], "2026-11-30T10:34:00.123000Z");
    assert_eq!(entry["time"], 12_290.3);
    let timing = |name: &str| entry["timings"][name].as_f64().expect("a number");
    let found = ["blocked", "dns", "connect", "ssl", "send", "wait", "receive"].map(timing);
    // `ssl` 41.4 lies inside `connect` 27.5 + 41.4; the wait is 239.9 − 12 − 68.9 − 0.4.
    let wanted = [3.1, 12.0, 68.9, 41.4, 0.4, 158.6, 12_047.3];
    for (found, wanted) in found.iter().zip(wanted) {
        assert!((found - wanted).abs() < 0.000_5, "{found} is not {wanted}");
    }
    let sum: f64 = found.iter().sum::<f64>() - 41.4;
    assert!((sum - 12_290.3).abs() < 0.001, "{sum}");
    let messages = list(entry, "/_eventSourceMessages");
    assert_eq!(messages.len(), 126);
    // 310.2 ms after 10:34:00.123.
    assert!((messages[0]["time"].as_f64().expect("a time") - 1_796_034_840.433_2).abs() < 1e-6);
    assert!(
        messages
            .iter()
            .all(|message| message["data"].as_str().is_some_and(|data| data.starts_with("content not kept: ")))
    );
}

/// A stream of chat completions: (milliseconds, data).
const STREAM: &[(u64, &str)] = &[
    (
        300,
        r#"{"object":"chat.completion.chunk","model":"gpt-4o","choices":[{"index":0,"delta":{"role":"assistant","content":""}}]}"#,
    ),
    (450, r#"{"object":"chat.completion.chunk","choices":[{"index":0,"delta":{"content":"Hello"}}]}"#),
    (
        900,
        r#"{"object":"chat.completion.chunk","choices":[{"index":0,"delta":{"content":" you"},"finish_reason":"stop"}]}"#,
    ),
    (910, "[DONE]"),
];

/// The stream as a full recording of a live request.
fn full() -> Recording {
    full_of(STREAM)
}

/// A stream as a full recording of a live request.
fn full_of(stream: &[(u64, &str)]) -> Recording {
    use streamfall::{
        timeline::Phase,
        trace::{Header, Intake, IntakeOptions, SourceKind},
    };
    let ms = |ms| Some(Micros::from_millis(ms));
    let mut header = Header::new(SourceKind::Live, streamfall::dialect::RequestFacts::default());
    header.started_at = Some("2026-11-30T10:34:00.123456Z".parse().expect("a time"));
    header.content = ContentKind::Full;
    let mut recording = Recording::new(header);
    let mut push = |at, what| recording.push(Observation { at, what });
    push(ms(0), What::Received);
    push(ms(5), What::UpstreamStarted);
    let wait = What::Phase { phase: Phase::Wait, duration: Micros::from_millis(245) };
    push(ms(250), wait);
    push(ms(250), common::headers(200));
    let options = IntakeOptions {
        status: Some(200),
        keep_content: true,
        content_type: Some("text/event-stream".into()),
        ..IntakeOptions::default()
    };
    let mut intake = Intake::new(options);
    for (at, data) in stream {
        intake.read(ms(*at), format!("data: {data}\n\n").as_bytes(), &mut |o| recording.push(o));
    }
    intake.close(ms(915), CloseKind::Eof, &mut |o| recording.push(o));
    recording
}

#[test]
fn a_full_archive_reads_back_as_the_same_request() {
    let text = har(&full());
    assert!(text.contains("Hello"), "a full archive has the content");
    let (before, after) = (full(), read_back(&text));
    for milestone in [Milestone::T2, Milestone::T3, Milestone::T4, Milestone::T5, Milestone::T6] {
        let at = |recording: &Recording| recording.latest().milestones.get(milestone).map(|at| at.0);
        let (before, after) = (at(&before).expect("known"), at(&after).expect("known"));
        // A time in seconds from 1970 is a double: good to a quarter of a microsecond.
        assert!(before.abs_diff(after) <= 1, "{milestone}: {before} and {after}");
    }
    assert_eq!(after.latest().outcome(), before.latest().outcome());
    assert_eq!(after.latest().visible_chars, 9);
}

#[test]
fn an_archive_has_what_acts_on_a_terminal_as_escapes() {
    let delta = "{\"choices\":[{\"delta\":{\"content\":\"a\u{9b}2J\u{85}\u{7f}\u{202e}\u{2066}\u{2028}\u{e0041}é\"}}]}";
    let text = har(&full_of(&[(300, delta), (910, "[DONE]")]));
    let acts = |c: char| c.is_control() || "\u{202e}\u{2066}\u{2028}\u{e0041}".contains(c);
    assert_eq!(text.trim_end_matches('\n').chars().filter(|c| acts(*c)).count(), 0);
    assert!(text.contains(r"a\u009b2J\u0085\u007f\u202e\u2066\u2028\udb40\udc41é"), "{text}");
    assert_eq!(list(&json(&text), "/log/entries/0/_eventSourceMessages")[0]["data"], delta);
}

fn read_back(archive: &str) -> Recording {
    load_from("the archive", archive.as_bytes(), &LoadOptions::default()).expect("an archive")
}

#[test]
fn an_archive_without_content_reads_back_as_the_same_request() {
    let stated =
        r#"{"upstream_headers_ms":6100,"first_sse_event_ms":6300,"total_handler_ms":9200,"visible_output_tps":42}"#;
    let gateway = load_from("a record", stated.as_bytes(), &LoadOptions::default()).expect("a record");
    let back = read_back(&har(&gateway));
    // Nothing is known of how the gateway's request ended, nor when its upstream request began.
    let trace = back.latest();
    assert_eq!((trace.outcome(), trace.milestones.get(Milestone::T1), trace.close), (None, None, None));
    assert_eq!(trace.stated_visible_output_tps, Some(42.0));
    let stream: String = STREAM.iter().map(|(_, data)| ["data: ", data, "\n\n"].concat()).collect();
    let untimed = load_from("a body", stream.as_bytes(), &LoadOptions::default()).expect("a body");
    for recording in [common::reasoning(), gateway, untimed, common::cut()] {
        let back = read_back(&har(&recording));
        let (mut before, mut after) = (json(&record_json(&recording)), json(&record_json(&back)));
        assert_eq!(after["source"], "har");
        for record in [&mut before, &mut after] {
            record.as_object_mut().expect("a record").retain(|key, _| !matches!(key.as_str(), "source" | "contract"));
        }
        assert_eq!(after, before);
    }
}

#[test]
fn a_full_archive_says_how_a_request_ended_that_its_events_do_not_show() {
    let cancelled = |keep_headers: bool| {
        let mut recording = Recording::new((*full().header).clone());
        let before_the_end = full().observations().len() - 3;
        let kept = |o: &&Observation| keep_headers || !matches!(o.what, What::Headers(_) | What::Event(_));
        let observations: Vec<_> = full().observations()[..before_the_end].iter().filter(kept).cloned().collect();
        observations.into_iter().for_each(|observation| recording.push(observation));
        let how = CloseKind::Cancelled;
        recording
            .push(Observation { at: Some(Micros::from_millis(700)), what: What::Closed { how, reads: 2, bytes: 0 } });
        recording
    };
    for keep_headers in [true, false] {
        let before = cancelled(keep_headers);
        assert_eq!(before.latest().outcome(), Some(Outcome::Cancelled));
        let after = read_back(&har(&before));
        assert_eq!(after.latest().outcome(), Some(Outcome::Cancelled), "headers: {keep_headers}");
        assert_eq!(after.latest().notes.count(NoteCode::OutcomeConflict), 0);
    }
}

#[test]
fn content_that_is_in_memory_but_not_in_a_full_recording_stays_out() {
    let mut recording = full();
    let mut header = (*recording.header).clone();
    header.content = ContentKind::None;
    recording.header = header.into();
    let all = [
        har(&recording),
        perfetto(&recording),
        html(&recording, &Thresholds::default()),
        svg(&recording, &Thresholds::default()),
        markdown(&recording, &Thresholds::default()),
    ];
    assert!(all.iter().all(|text| !text.contains("Hello")));
}

/// A safe capture in a file.
fn capture(folder: &Path) -> String {
    let path = folder.join("a.jsonl");
    let recording = common::reasoning();
    let mut writer = Writer::create(&path, &recording.header, ContentKind::None, false).expect("a file");
    recording.observations().iter().for_each(|observation| writer.write(observation).expect("written"));
    path.display().to_string()
}

fn streamfall(arguments: &[&str]) -> std::process::Output {
    Command::new(env!("CARGO_BIN_EXE_streamfall")).args(arguments).output().expect("the program runs")
}

#[test]
fn the_ending_of_the_output_says_what_is_written() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = capture(folder.path());
    for (name, start) in [
        ("a.html", "<!DOCTYPE html>"),
        ("a.svg", "<?xml"),
        ("a.json", "{\"schema\":\"streamfall.record/1\""),
        ("a.md", "## Streamfall: POST"),
        ("a.perfetto.json", "{\"displayTimeUnit\""),
        ("a.har", "{\"log\":{\"version\":\"1.2\""),
    ] {
        let out = folder.path().join(name);
        let done = streamfall(&["report", &file, "-o", &out.display().to_string()]);
        assert!(done.status.success(), "{name}: {}", String::from_utf8_lossy(&done.stderr));
        let text = fs::read_to_string(&out).expect("written");
        assert!(text.starts_with(start), "{name}: {}", &text[..60]);
    }
}

/// A picture is made to be shown; a record is its owner's, also where a readable file stood before.
#[cfg(unix)]
#[test]
fn a_record_is_readable_by_its_owner_alone() {
    use std::os::unix::fs::PermissionsExt;
    let folder = tempfile::tempdir().expect("a folder");
    let file = capture(folder.path());
    let out = folder.path().join("a.json");
    fs::write(&out, "{}").expect("written");
    fs::set_permissions(&out, fs::Permissions::from_mode(0o644)).expect("set");
    let done = streamfall(&["report", &file, "-o", &out.display().to_string(), "--force"]);
    assert!(done.status.success(), "{}", String::from_utf8_lossy(&done.stderr));
    assert_eq!(fs::metadata(&out).expect("there").permissions().mode() & 0o777, 0o600);
}

#[test]
fn a_report_refuses_in_one_sentence() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = capture(folder.path());
    let taken = folder.path().join("taken.svg");
    fs::write(&taken, "mine").expect("a file");
    let taken = taken.display().to_string();
    for (arguments, said) in [
        (vec!["report", &file, "-o", "x.pdf"], "the ending of 'x.pdf' names no format"),
        (vec!["report", &file, "-o", &taken], "it exists already; use --force to overwrite it"),
        (vec!["report", "/nowhere.jsonl", "--format", "md"], "/nowhere.jsonl"),
    ] {
        let done = streamfall(&arguments);
        let stderr = String::from_utf8_lossy(&done.stderr);
        assert_eq!(done.status.code(), Some(2), "{stderr}");
        assert!(stderr.starts_with("streamfall: ") && stderr.contains(said) && stderr.lines().count() == 1, "{stderr}");
    }
    assert_eq!(fs::read_to_string(&taken).expect("still there"), "mine");
    assert!(streamfall(&["report", &file, "-o", &taken, "--force"]).status.success());
}
