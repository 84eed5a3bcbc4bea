//! What others wrote becomes the same observations; what they do not say stays absent.

use std::fmt::Write;

use serde_json::{Value, json};
use streamfall::{
    capture::{CaptureError, LoadOptions, load_from},
    timeline::{CloseKind, Micros, Milestone, NoRate, NoteCode, Outcome, Phase},
    trace::{BodyKind, Recording, SourceKind},
};

fn load(text: impl AsRef<[u8]>, entry: Option<usize>) -> Result<Recording, String> {
    let options = LoadOptions { entry, keep_content: true };
    load_from("'in'", text.as_ref(), &options).map_err(|error| error.to_string())
}

fn loaded(text: impl AsRef<[u8]>) -> Recording {
    load(text, None).expect("read")
}

fn at_ms(recording: &Recording, milestone: Milestone) -> Option<f64> {
    recording.latest().milestones.get(milestone).map(Micros::as_ms)
}

fn phase_ms(recording: &Recording, phase: Phase) -> Option<f64> {
    recording.latest().phases.duration(phase).map(Micros::as_ms)
}

fn notes(recording: &Recording) -> Vec<&'static str> {
    recording.latest().notes.iter().map(|(code, _)| code.word()).collect()
}

const CHAT: &str = "data: {\"object\":\"chat.completion.chunk\",\"model\":\"gpt-5.1\",\"choices\":[{\"index\":0,\"delta\":{\"content\":\"Hi\"}}]}\n\ndata: {\"object\":\"chat.completion.chunk\",\"choices\":[{\"index\":0,\"delta\":{},\"finish_reason\":\"stop\"}]}\n\ndata: [DONE]\n\n";

fn entry(timings: &Value, content: &Value) -> Value {
    json!({
        "startedDateTime": "2026-11-30T10:34:00.000Z", "time": 1600.5,
        "request": {
            "method": "POST", "url": "https://api.example.net/v1/chat/completions?key=x", "headers": [],
            "postData": {"text": "{\"model\":\"gpt-5.1\",\"stream\":true}"},
        },
        "response": {
            "status": 200, "httpVersion": "h2",
            "headers": [{"name": "Content-Type", "value": "text/event-stream"}, {"name": "openai-processing-ms", "value": "187"}],
            "content": content,
        },
        "timings": timings,
    })
}

fn archive(entries: &[Value]) -> String {
    json!({"log": {"version": "1.2", "creator": {"name": "t"}, "entries": entries}}).to_string()
}

fn timings() -> Value {
    json!({"blocked": 10.5, "dns": 20, "connect": 70, "ssl": 40, "send": 5, "wait": 300, "receive": 1195})
}

#[test]
fn an_archive_gives_phases_and_untimed_events() {
    let recording = loaded(archive(&[entry(&timings(), &json!({"text": CHAT}))]));
    assert_eq!(recording.header.source, SourceKind::Har);
    assert_eq!(recording.header.request.model.as_deref(), Some("gpt-5.1"));
    assert_eq!(recording.header.request.streaming, Some(true));
    assert_eq!(recording.header.host, None);
    // TLS lies inside connect: 70 − 40.
    assert_eq!(phase_ms(&recording, Phase::Connect), Some(30.0));
    assert_eq!(phase_ms(&recording, Phase::Tls), Some(40.0));
    assert_eq!(at_ms(&recording, Milestone::T1), Some(10.5));
    assert_eq!(at_ms(&recording, Milestone::T2), Some(405.5));
    assert_eq!(at_ms(&recording, Milestone::T6), Some(1600.5));
    for absent in [Milestone::T3, Milestone::T4, Milestone::T5, Milestone::T7] {
        assert_eq!(at_ms(&recording, absent), None, "{absent}");
    }
    let trace = recording.latest();
    assert_eq!((trace.counts.events, trace.outcome()), (3, Some(Outcome::Completed)));
    assert_eq!(trace.first_text.map(|first| first.index), Some(0));
    assert_eq!(notes(&recording), ["no_event_times"]);
    let headers = trace.headers.as_ref().expect("headers");
    assert_eq!((headers.status, headers.http_version.as_deref()), (200, Some("2")));
    assert_eq!(headers.headers.get("openai-processing-ms").map(AsRef::as_ref), Some("187"));
}

#[test]
fn messages_with_times_are_placed_from_the_start_of_the_entry() {
    let started = 1_796_034_840.0; // 2026-11-30T10:34:00Z
    let mut entry = entry(&timings(), &json!({"mimeType": "text/event-stream"}));
    entry["_eventSourceMessages"] = json!([
        {"time": started + 0.512, "eventName": "message", "eventId": "", "data": "{\"object\":\"chat.completion.chunk\",\"choices\":[{\"delta\":{\"content\":\"a\"}}]}"},
        {"time": started + 1.25, "eventName": "note", "eventId": "7", "data": "two\nlines"},
        {"time": started - 5.0, "eventName": "", "data": "[DONE]"},
    ]);
    let recording = loaded(archive(&[entry]));
    assert_eq!(at_ms(&recording, Milestone::T3), Some(512.0));
    assert_eq!(at_ms(&recording, Milestone::T5), Some(512.0));
    let (time, event) = recording.event(1).expect("an event");
    assert_eq!(time, Some(Micros(1_250_000)));
    let content = event.content.as_ref().expect("content");
    assert_eq!((&*content.event, &*content.data), ("note", "two\nlines"));
    // A time before the request began is no time.
    assert_eq!(recording.event(2).expect("an event").0, None);
    assert!(notes(&recording).contains(&"implausible_time"));
}

#[test]
fn a_body_that_is_not_there_is_said_so_and_nothing_is_made_up() {
    let recording = loaded(archive(&[entry(&timings(), &json!({"size": 0}))]));
    assert_eq!(notes(&recording), ["body_not_recorded"]);
    assert_eq!(recording.latest().outcome(), None);
    assert_eq!(recording.event_count(), 0);
    assert_eq!((at_ms(&recording, Milestone::T2), at_ms(&recording, Milestone::T6)), (Some(405.5), Some(1600.5)));
    let mut failed = entry(&timings(), &json!({"size": 0}));
    failed["response"]["status"] = json!(429);
    assert_eq!(loaded(archive(&[failed])).latest().outcome(), Some(Outcome::HttpError));
    let mut aborted = entry(&timings(), &json!({}));
    aborted["response"]["status"] = json!(0);
    assert_eq!(loaded(archive(std::slice::from_ref(&aborted))).latest().outcome(), Some(Outcome::ConnectError));
    aborted["_error"] = json!("net::ERR_ABORTED");
    assert_eq!(loaded(archive(&[aborted])).latest().close, Some(CloseKind::Cancelled));
}

#[test]
fn timings_that_cannot_be_are_unknown_and_so_is_what_counts_from_them() {
    let body = json!({"text": CHAT});
    let with = |timings: Value| loaded(archive(&[entry(&timings, &body)]));
    // −1: it did not happen, or nobody looked. The end comes from the entry's own time.
    let pooled =
        with(json!({"blocked": -1, "dns": -1, "connect": -1, "ssl": -1, "send": 0, "wait": 20.6, "receive": -1}));
    assert_eq!((at_ms(&pooled, Milestone::T1), at_ms(&pooled, Milestone::T2)), (Some(0.0), Some(20.6)));
    assert_eq!(at_ms(&pooled, Milestone::T6), Some(1600.5));
    assert_eq!(phase_ms(&pooled, Phase::Dns), None);
    assert_eq!(notes(&pooled), ["no_event_times"]);
    let absurd = with(
        json!({"blocked": 0, "dns": 4, "connect": 60, "ssl": -1, "send": 8, "wait": 8_983_498_276_u64, "receive": 0}),
    );
    assert_eq!((at_ms(&absurd, Milestone::T2), at_ms(&absurd, Milestone::T6)), (None, None));
    assert_eq!(phase_ms(&absurd, Phase::Dns), Some(4.0));
    // HTTPS without a TLS time of its own: nobody can tell them apart.
    assert_eq!((phase_ms(&absurd, Phase::ConnectTls), phase_ms(&absurd, Phase::Connect)), (Some(60.0), None));
    assert!(notes(&absurd).contains(&"implausible_time"));
    let negative = with(
        json!({"blocked": 0.02, "dns": 0, "connect": 0, "ssl": 0, "send": 0.03, "wait": 92.5957, "receive": -11.1}),
    );
    assert_eq!((at_ms(&negative, Milestone::T2), at_ms(&negative, Milestone::T6)), (Some(92.646), None));
    assert!(notes(&negative).contains(&"implausible_time"));
    let inside_out =
        with(json!({"blocked": 0, "dns": 0, "connect": 30, "ssl": 40, "send": 1, "wait": 100, "receive": 900}));
    assert_eq!(phase_ms(&inside_out, Phase::ConnectTls), Some(30.0));
    let beside =
        with(json!({"blocked": 0, "dns": 0, "connect": 100, "ssl": 50, "send": 0.5, "wait": 450, "receive": 1000}));
    assert_eq!((phase_ms(&beside, Phase::Connect), phase_ms(&beside, Phase::Tls)), (Some(100.0), Some(50.0)));
    assert_eq!(at_ms(&beside, Milestone::T2), Some(600.5));
    let garbage = with(json!({"wait": "soon", "receive": {"a": 1}}));
    assert_eq!(at_ms(&garbage, Milestone::T2), None);
    assert_eq!(loaded(archive(&[json!({"response": {"status": 200, "content": body}})])).event_count(), 3);
}

#[test]
fn base64_is_told_by_what_it_is_and_not_by_what_is_said() {
    let events = |content: Value| loaded(archive(&[entry(&timings(), &content)])).event_count();
    let encoded = "ZGF0YTogeyJvYmplY3QiOiJjaGF0LmNvbXBsZXRpb24uY2h1bmsifQoKZGF0YTogW0RPTkVdCgo="; // two events
    assert_eq!(events(json!({"text": encoded, "encoding": "base64"})), 2);
    assert_eq!(events(json!({"text": encoded.trim_end_matches('='), "encoding": "base64"})), 2);
    assert_eq!(events(json!({"text": encoded})), 2);
    assert_eq!(events(json!({"text": CHAT, "encoding": "base64"})), 3);
}

#[test]
fn bodies_are_read_in_pieces_whatever_else_the_archive_holds() {
    // Long, with escapes of all kinds, and with the words of an archive inside other texts.
    let event = "data: {\"object\":\"chat.completion.chunk\",\"choices\":[{\"delta\":{\"content\":\"\\u00e9\\ud83d\\ude80 é🚀\\n\"}}]}\r\n\r\n";
    let mut stream = entry(&timings(), &json!({"mimeType": "text/event-stream", "text": event.repeat(2_000)}));
    stream["comment"] = json!("{\"log\":{\"entries\":[{\"response\":{\"content\":{\"text\":\"data: x\\n\\n\"}}}]}}");
    stream["_custom"] = json!({"log": {"entries": [{"response": {"content": {"text": "data: x\n\n"}}}]}});
    let image = json!({"response": {"status": 200, "content": {"mimeType": "image/png", "text": "iVBORw0KGgo=".repeat(9_000), "encoding": "base64"}}});
    let text = archive(&[image.clone(), stream.clone(), image]);
    for (text, entry) in [
        (text.clone(), None),
        (text.clone(), Some(2)),
        (json!(serde_json::from_str::<Value>(&text).expect("JSON")).to_string(), None),
    ] {
        let recording = load(&text, entry).expect("read");
        assert_eq!((recording.event_count(), recording.latest().visible_chars), (2_000, 2_000 * 6));
        let (_, last) = recording.event(1_999).expect("an event");
        assert_eq!(&*last.content.as_ref().expect("content").shown, "é🚀 é🚀\n");
    }
    let pretty = serde_json::to_string_pretty(&serde_json::from_str::<Value>(&text).expect("JSON")).expect("JSON");
    assert_eq!(loaded(pretty).event_count(), 2_000);
    // The body before what is needed to read it.
    let turned = r#"{"log":{"entries":[{"response":{"content":{"text":"data: [DONE]\n\n","mimeType":"text/event-stream"},"status":200},"request":{"url":"https://x.example.net/v1/chat/completions"}}]}}"#;
    assert_eq!(loaded(turned).event_count(), 1);
}

#[test]
fn of_several_entries_the_stream_is_meant_or_the_choice_is_the_users() {
    let page = json!({"response": {"status": 200, "headers": [{"name": "content-type", "value": "text/html"}]}});
    let stream = entry(&timings(), &json!({"text": CHAT}));
    assert_eq!(loaded(archive(&[page.clone(), stream.clone(), page.clone()])).event_count(), 3);
    let two = archive(&[stream.clone(), page.clone(), stream]);
    assert_eq!(
        load(&two, None).expect_err("two"),
        "cannot read 'in': 2 of its 3 entries may be meant; choose one with --entry N"
    );
    assert_eq!(load(&two, Some(3)).expect("the third").event_count(), 3);
    assert_eq!(load(&two, Some(2)).expect("the page").latest().headers.as_ref().map(|h| h.status), Some(200));
    assert_eq!(
        load(&two, Some(4)).expect_err("no fourth"),
        "cannot read 'in': there is no entry 4; it holds 3 entries, counted from 1"
    );
    assert_eq!(
        load(archive(&[]), None).expect_err("none"),
        "cannot read 'in': the archive has no entries; export it again when the request is in it"
    );
    let cut = &two[..two.len() / 2];
    assert!(load(cut, None).expect_err("cut").starts_with("cannot read 'in': the HTTP archive is cut at line 1"));
}

#[test]
fn a_raw_stream_has_order_and_no_times() {
    let recording = loaded(CHAT);
    assert_eq!(recording.header.source, SourceKind::Sse);
    let trace = recording.latest();
    assert_eq!((trace.counts.events, trace.outcome()), (3, Some(Outcome::Completed)));
    assert_eq!(trace.milestones.present().count(), 0);
    assert!(notes(&recording).contains(&"no_event_times"));
    let lines = "{\"model\":\"m\",\"message\":{\"content\":\"Hi\"},\"done\":false}\n{\"model\":\"m\",\"done\":true,\"done_reason\":\"stop\"}\n";
    assert_eq!(loaded(lines).event_count(), 2);
}

#[test]
fn a_stream_with_a_time_before_each_line_is_timed() {
    let mut text = String::new();
    let mut clock = 1_796_034_840.000_000_f64;
    for line in
        ": open\n\ndata: {\"object\":\"chat.completion.chunk\",\"choices\":[{\"delta\":{\"content\":\"a\"}}]}\n\n"
            .lines()
    {
        writeln!(text, "{clock:.6} {line}").expect("written");
        clock += 0.25;
    }
    let recording = loaded(&text);
    assert_eq!(recording.header.started_at.map(|at| at.to_string()).as_deref(), Some("2026-11-30T10:34:00Z"));
    // The event is complete with its blank line, the fourth: 3 × 250 ms after the first.
    assert_eq!(at_ms(&recording, Milestone::T3), Some(750.0));
    assert_eq!(recording.latest().counts.comments, 1);
    assert_eq!(notes(&recording), ["few_text_reads"]);
    assert_eq!(at_ms(&loaded("0.5 data: {}\n0.75 \n"), Milestone::T3), Some(750.0));
    let mixed = load("1796034840.5 data: x\nno time here\n", None).expect_err("a line without");
    assert!(mixed.contains("line 2 has no time before it"), "{mixed}");
}

#[test]
fn trace_a_as_a_timing_record_has_its_bounds_and_no_more() {
    let timing = json!({"upstream_headers_ms": 6100, "first_sse_event_ms": "6300", "first_response_ms": 6350.0, "first_text_delta_ms": 6400, "total_handler_ms": 9200, "visible_output_tps": 42});
    let text = json!({"other": {"timing": timing}}).to_string();
    for text in [timing.to_string(), text, json!({"other": json!({"timing": timing}).to_string()}).to_string()] {
        let recording = loaded(text);
        let trace = recording.latest();
        assert_eq!(recording.header.source, SourceKind::Gateway);
        assert_eq!((at_ms(&recording, Milestone::T1), at_ms(&recording, Milestone::T2)), (None, None));
        let bounds = trace.origin_bounds().flatten().expect("bounds");
        let ms = |(low, high): (Micros, Micros)| (low.as_ms(), high.as_ms());
        assert_eq!((ms(bounds.t1), ms(bounds.t2)), ((0.0, 200.0), (6_100.0, 6_300.0)));
        assert_eq!((at_ms(&recording, Milestone::T6), at_ms(&recording, Milestone::T7)), (None, Some(9_200.0)));
        assert_eq!(trace.stated_visible_output_tps, Some(42.0));
        assert_eq!(notes(&recording), [] as [&str; 0]);
    }
}

#[test]
fn a_record_that_contradicts_itself_is_named() {
    let recording =
        loaded(json!({"auth_ms": 300, "upstream_headers_ms": 6100, "first_sse_event_ms": 6300}).to_string());
    assert_eq!(notes(&recording), ["record_contradicts_itself"]);
    let recording = loaded(json!({"first_sse_event_ms": 500, "first_text_delta_ms": 400}).to_string());
    assert_eq!(notes(&recording), ["order_broken"]);
    let recording = loaded(json!({"first_sse_event_ms": -3, "total_handler_ms": 9e15}).to_string());
    assert_eq!(recording.latest().notes.count(NoteCode::ImplausibleTime), 2);
    let wrong = load(json!({"first_sse_event_ms": "soon"}).to_string(), None).expect_err("no number");
    assert_eq!(wrong, "cannot read 'in': expected \"first_sse_event_ms\" in milliseconds, found \"soon\"");
}

#[test]
fn a_long_list_of_entries_is_cut_and_says_so() {
    let many = archive(&vec![entry(&timings(), &json!({"text": CHAT})); 42]);
    match load_from("in", many.as_bytes(), &LoadOptions::default()) {
        Err(CaptureError::Ambiguous { list, entries, .. }) => {
            assert_eq!((list.len(), entries.len()), (41, 42));
            assert!(list[39].starts_with("  --entry 40 ") && list[40] == "  … and 2 more", "{list:?}");
        }
        other => panic!("{other:?}"),
    }
}

#[test]
fn records_come_alone_in_a_list_or_one_a_line() {
    let record = |ms: u32| json!({"first_response_ms": ms, "completion_tokens": 3, "status": 200});
    let lines = format!("{}\n{}\n\n{}\n", record(1), record(2), record(3));
    let list = json!([record(1), record(2), record(3)]).to_string();
    for text in [lines, list] {
        assert_eq!(
            load(&text, None).expect_err("three"),
            "cannot read 'in': it holds 3 records, counted from 1; choose one with --entry N"
        );
        let second = load(&text, Some(2)).expect("the second");
        assert_eq!(at_ms(&second, Milestone::T4), Some(2.0));
        assert_eq!(second.latest().usage.output_tokens, Some(3));
        assert!(load(&text, Some(4)).expect_err("no fourth").contains("there is no entry 4"));
    }
}

#[test]
fn wall_clock_records_are_believed_only_where_they_can_be() {
    let record = |start: Value, first: Value, end: Value, stream: bool| {
        json!({"stream": stream, "startTime": start, "completionStartTime": first, "endTime": end, "completion_tokens": 420}).to_string()
    };
    let good = [
        record(json!(1_796_034_840.0), json!(1_796_034_840.9), json!(1_796_034_848.4), true),
        record(json!(1_796_034_840_000_u64), json!(1_796_034_840_900_u64), json!(1_796_034_848_400_u64), true),
        record(json!("2026-11-30T10:34:00Z"), json!("2026-11-30T10:34:00.900"), json!("2026-11-30T10:34:08.4Z"), true),
    ];
    for text in good {
        let recording = loaded(&text);
        assert_eq!(
            (at_ms(&recording, Milestone::T5), at_ms(&recording, Milestone::T6)),
            (Some(900.0), Some(8_400.0)),
            "{text}"
        );
        let tps = recording.latest().speed().visible_output_tps.expect("a speed");
        assert!((tps - 56.0).abs() < 1e-6, "420 tokens in 7.5 s, not {tps}");
        assert_eq!(recording.header.started_at.map(|at| at.to_string()).as_deref(), Some("2026-11-30T10:34:00Z"));
    }
    let fell_back = loaded(record(json!(1_796_034_840), json!(1_796_034_848), json!(1_796_034_848), true));
    assert_eq!((at_ms(&fell_back, Milestone::T5), at_ms(&fell_back, Milestone::T6)), (None, Some(8_000.0)));
    assert_eq!(notes(&fell_back), ["implausible_time"]);
    let no_stream = loaded(record(json!(1_796_034_840), json!(1_796_034_842), json!(1_796_034_842), false));
    assert_eq!((at_ms(&no_stream, Milestone::T5), notes(&no_stream)), (None, vec![]));
    let stepped = load(record(json!(1_796_034_840.0), json!(1_796_034_839.6), json!(1_796_034_841.0), true), None);
    assert!(stepped.expect_err("a clock fault").contains("a clock was set back"));
}

#[test]
fn what_is_no_stream_is_named() {
    let answer = loaded("{\n  \"object\": \"chat.completion\",\n  \"choices\": []\n}\n");
    assert_eq!(answer.latest().not_a_stream, Some(BodyKind::Json));
    assert_eq!(answer.latest().outcome(), Some(Outcome::NotAStream));
    assert_eq!(loaded("<!doctype html><p>Sign in</p>").latest().not_a_stream, Some(BodyKind::Html));
    assert_eq!(loaded("[{\"candidates\":[]}]").latest().not_a_stream, Some(BodyKind::JsonArray));
    for (text, why) in [
        (&b""[..], "it is empty; was anything written to it?"),
        (
            b"hello there",
            "it is none of what can be read: a capture, a HAR, an event stream, NDJSON, a gateway timing record",
        ),
        (b"\xff\xfed\0", "it is UTF-16 text; save it as UTF-8, as curl -o does"),
        (b"\x1f\x8b\x08", "it is compressed with gzip; unpack it first"),
        (
            b"{\"schema\":\"streamfall.record/1\",\"timing\":{},\"milestones_ms\":{}}",
            "it is a record, which has no events to replay; `compare` takes it",
        ),
    ] {
        assert_eq!(load(text, None).expect_err(why), format!("cannot read 'in': {why}"));
    }
}

#[test]
fn a_record_that_is_silent_about_its_end_says_so() {
    let reason = |record: &Value| loaded(record.to_string()).latest().speed().visible_output_tps.err();
    let times = json!({"first_text_delta_ms": 100, "upstream_done_ms": 900, "output_tokens": 20});
    assert_eq!(reason(&times), Some(NoRate::NotStated));
    let mut cancelled = times;
    cancelled["outcome"] = json!("cancelled");
    assert_eq!(reason(&cancelled), Some(NoRate::NotCompleted));
}
