//! From the reads of a body to observations: what is a stream, what is not, and what it holds.

use std::io::Write;

use streamfall::{
    dialect::DialectId,
    timeline::{Micros, Milestone, NoteCode},
    trace::{BodyKind, Intake, IntakeOptions, Observation, Trace, What},
};

const CHAT: &[&str] = &["data: {\"choices\":[{\"delta\":{\"content\":\"Hi\"}}]}\n\n", "data: [DONE]\n\n"];

fn options(content_type: &str) -> IntakeOptions {
    IntakeOptions { content_type: Some(content_type.into()), status: Some(200), ..IntakeOptions::default() }
}

/// Observations of a body whose n-th read comes at n milliseconds.
fn observe<R: AsRef<[u8]>>(options: IntakeOptions, reads: &[R]) -> Vec<Observation> {
    let mut seen = Vec::new();
    let mut intake = Intake::new(options);
    for (i, read) in reads.iter().enumerate() {
        intake.read(Some(Micros::from_millis(i as u64)), read.as_ref(), &mut |o| seen.push(o));
    }
    intake.end(Some(Micros::from_millis(reads.len() as u64)), &mut |o| seen.push(o));
    seen
}

fn fold(observations: &[Observation]) -> Trace {
    let mut trace = Trace::default();
    observations.iter().for_each(|o| trace.apply(o));
    trace
}

fn not_a_stream<R: AsRef<[u8]>>(options: IntakeOptions, reads: &[R]) -> (BodyKind, Option<String>) {
    let seen = observe(options, reads);
    let found = seen.into_iter().find_map(|o| match o.what {
        What::NotAStream { body, message } => Some((body, message.map(String::from))),
        What::Event(event) => panic!("an event in what is no stream: {event:?}"),
        _ => None,
    });
    found.expect("named as no stream")
}

#[test]
fn bodies_that_are_no_stream_are_named_with_their_message() {
    let json = "{\"error\":{\"message\":\"quota used up\",\"code\":429}}";
    let message = Some("quota used up".to_owned());
    assert_eq!(not_a_stream(options("application/json"), &[json]), (BodyKind::Json, message.clone()));
    assert_eq!(not_a_stream(options("text/event-stream"), &[json]), (BodyKind::Json, message.clone()));
    let pretty = ["{\n  \"error\": {\n    \"message\": ", "\"quota used up\"\n  }\n}\n"];
    assert_eq!(not_a_stream(options("text/event-stream"), &pretty), (BodyKind::Json, message));
    assert_eq!(not_a_stream(options("text/html"), &["<html><body>Sign in</body>"]), (BodyKind::Html, None));
    assert_eq!(not_a_stream::<&str>(options("application/json"), &[]), (BodyKind::Empty, None));
    assert_eq!(not_a_stream::<&str>(options(""), &["\n \n"]), (BodyKind::Empty, None));
    assert_eq!(
        not_a_stream(options("application/json"), &["[{\"candidates\":[]}\n,", "{}]"]),
        (BodyKind::JsonArray, None)
    );
    let binary: &[&[u8]] = &[b"\0\0\0\x50\0\0\0\x20....\x0b:event-type"];
    assert_eq!(not_a_stream(options("application/vnd.amazon.eventstream"), binary), (BodyKind::AwsEventStream, None));
}

#[test]
fn a_body_without_an_event_is_a_stream_where_its_type_says_so() {
    let newlines = vec!["\n".repeat(50_000); 3];
    let no_status = IntakeOptions { status: None, ..options("text/event-stream") };
    for (options, reads, is_stream) in [
        (options("text/event-stream"), &[][..], true),
        (options("text/event-stream; charset=utf-8"), &newlines, true),
        (no_status, &[], true),
        (options("application/x-ndjson"), &[], true),
        (IntakeOptions { status: Some(500), ..options("text/event-stream") }, &newlines, true),
        (options("text/plain"), &newlines, false),
        (options("text/event-stream"), &["words\n".to_owned()], false),
    ] {
        let media_type = options.content_type.clone();
        let seen = observe(options, reads);
        assert_eq!(!seen.iter().any(|o| matches!(o.what, What::NotAStream { .. })), is_stream, "{media_type:?}");
    }
    // What comes after the blank lines is read.
    let late: Vec<_> = newlines.into_iter().chain(CHAT.iter().map(|read| (*read).to_owned())).collect();
    assert_eq!(fold(&observe(options("text/event-stream"), &late)).counts.events, 2);
}

#[test]
fn the_body_of_an_error_status_is_read_for_its_message_only() {
    let error = IntakeOptions { status: Some(429), ..options("application/json") };
    let got = not_a_stream(error, &["{\"error\":{\"message\":\"slow", " down\"}}"]);
    assert_eq!(got, (BodyKind::Json, Some("slow down".into())));
}

#[test]
fn an_unexpected_content_type_is_noted_and_the_stream_is_read() {
    for (content_type, noted) in [("text/plain", 1), ("", 1), ("Text/Event-Stream ; Charset=\"UTF-8\"", 0)] {
        let trace = fold(&observe(options(content_type), CHAT));
        assert_eq!(
            (trace.counts.events, trace.notes.count(NoteCode::ContentTypeUnexpected)),
            (2, noted),
            "{content_type}"
        );
    }
    // From a file there is no content type to be wrong.
    let trace = fold(&observe(IntakeOptions::default(), CHAT));
    assert_eq!(trace.notes.count(NoteCode::ContentTypeUnexpected), 0);
}

#[test]
fn ndjson_is_found_without_its_content_type_and_keeps_its_arrivals() {
    let lines = ["{\"n\":1}\n", "{\"n\":2}\n", "{\"n\":3}"];
    for content_type in ["application/x-ndjson", ""] {
        let trace = fold(&observe(options(content_type), &lines));
        assert_eq!(trace.counts.events, 3, "{content_type}");
        assert_eq!(trace.milestones.get(Milestone::T3), Some(Micros(0)), "{content_type}");
    }
}

#[test]
fn events_of_one_read_share_its_stamp_and_index() {
    let reads = ["data: a\n\ndata: b\n\ndata: c", "\n\n: ping\n"];
    let seen: Vec<_> = observe(options("text/event-stream"), &reads)
        .into_iter()
        .filter_map(|o| match o.what {
            What::Event(event) => Some((o.at.expect("a time").0, event.read)),
            What::Heartbeat { read } => Some((o.at.expect("a time").0, read)),
            _ => None,
        })
        .collect();
    assert_eq!(seen, [(0, 0), (0, 0), (1_000, 1), (1_000, 1)]);
}

#[test]
fn stray_lines_after_an_event_are_an_error_of_the_stream() {
    let reads = ["data: {\"x\":1}\n\n", "{\n  \"error\": {\"code\": 503, \"message\": \"overloaded\"}\n}\n"];
    let trace = fold(&observe(options("text/event-stream"), &reads));
    assert_eq!((trace.counts.events, trace.notes.count(NoteCode::StrayLines)), (1, 1));
    // As an event without a blank line after it, they are whole with the end of the body.
    assert_eq!(trace.error_at, Some(Micros::from_millis(2)));
    assert_eq!(trace.error.expect("an error").message.as_ref(), "overloaded");
}

#[test]
fn a_stream_that_no_dialect_knows_is_generic_once_it_has_ended() {
    let seen = observe(options("text/event-stream"), &["data: hello\n\n", "data: world\n\n"]);
    assert_eq!(seen.last().map(|o| &o.what), Some(&What::Dialect(DialectId::Generic)));
    assert_eq!(fold(&seen[..2]).dialect, None, "one may still be found");
    let trace = fold(&seen);
    assert_eq!((trace.dialect, trace.counts.events), (Some(DialectId::Generic), 2));
    // A capture of an older program may say so of a stream that is known today.
    let known = [DialectId::Ollama, DialectId::Generic].map(|id| Observation { at: None, what: What::Dialect(id) });
    assert_eq!(fold(&known).dialect, Some(DialectId::Ollama));
}

/// The chat stream compressed with a flush after each part, so that each is one read.
fn compressed(encoding: &str) -> Vec<Vec<u8>> {
    fn parts<W: Write>(mut writer: W, taken: impl Fn(&mut W) -> Vec<u8>) -> Vec<Vec<u8>> {
        CHAT.iter()
            .map(|part| {
                writer.write_all(part.as_bytes()).expect("compresses");
                writer.flush().expect("flushes");
                taken(&mut writer)
            })
            .collect()
    }
    let level = flate2::Compression::default();
    match encoding {
        "gzip" => parts(flate2::write::GzEncoder::new(Vec::new(), level), |w| std::mem::take(w.get_mut())),
        "deflate" => parts(flate2::write::ZlibEncoder::new(Vec::new(), level), |w| std::mem::take(w.get_mut())),
        "raw deflate" => parts(flate2::write::DeflateEncoder::new(Vec::new(), level), |w| std::mem::take(w.get_mut())),
        "br" => parts(brotli::CompressorWriter::new(Vec::new(), 4_096, 5, 20), |w| std::mem::take(w.get_mut())),
        "zstd" => parts(zstd::stream::write::Encoder::new(Vec::new(), 3).expect("an encoder"), |w| {
            std::mem::take(w.get_mut())
        }),
        other => panic!("no encoder for {other}"),
    }
}

#[test]
fn every_encoding_is_decoded_as_it_arrives() {
    for encoding in ["gzip", "deflate", "raw deflate", "br", "zstd"] {
        let header = encoding.trim_start_matches("raw ").to_owned();
        let options = IntakeOptions { content_encoding: Some(header), ..options("text/event-stream") };
        let trace = fold(&observe(options, &compressed(encoding)));
        assert_eq!(trace.counts.events, 2, "{encoding}");
        assert_eq!(trace.milestones.get(Milestone::T3), Some(Micros(0)), "{encoding}");
        assert_eq!(trace.last_event, Some(Micros::from_millis(1)), "{encoding}");
        assert_eq!(trace.notes.count(NoteCode::Compressed), 1, "{encoding}");
    }
}

#[test]
fn an_encoding_that_cannot_be_undone_is_noted_and_named() {
    let unknown = IntakeOptions { content_encoding: Some("compress".into()), ..options("text/event-stream") };
    assert_eq!(not_a_stream(unknown, CHAT).0, BodyKind::Binary);
    let lying = IntakeOptions { content_encoding: Some("gzip".into()), ..options("text/event-stream") };
    let trace = fold(&observe(lying, CHAT));
    assert_eq!(trace.notes.count(NoteCode::UndecodableBody), 1);
    assert_eq!(trace.not_a_stream, Some(BodyKind::Binary));
}

#[test]
fn an_oversized_event_is_kept_as_its_size_and_the_stream_goes_on() {
    let big = format!("data: {}\n\n", "x".repeat(500));
    let small = IntakeOptions { largest_event: 100, ..options("text/event-stream") };
    let trace = fold(&observe(small, &[big.as_str(), "data: [DONE]\n\n"]));
    assert_eq!((trace.counts.events, trace.notes.count(NoteCode::OversizedEvent)), (2, 1));
    assert!(trace.end_marker);
}
