//! A gateway that writes a capture of what it saw: safe to send, and proved to be.
//!
//!     cargo run --example keep_a_safe_capture > request.jsonl
//!     streamfall replay request.jsonl
//!
//! A gateway knows what no client can: how long it took to check the key, to take the body, to
//! choose a channel. It also holds what may not get out. The writer has an allow-list: it takes
//! numbers and known words, and nothing of what else it is given.

use std::{error::Error, sync::Arc};

use streamfall::{
    capture::{Writer, headers_seen, verify},
    dialect::{Hints, reported_by_header, request_facts},
    source::live::Url,
    timeline::{CloseKind, Micros, Phase},
    trace::{ContentKind, Header, Intake, IntakeOptions, Observation, SourceKind, What},
};

const REQUEST: &str = r#"{"model":"claude-sonnet-4-5","stream":true,"max_tokens":200,
    "messages":[{"role":"user","content":"Write to Ms Secret about her order."}]}"#;

const RESPONSE_HEADERS: &[(&str, &str)] = &[
    ("content-type", "text/event-stream; charset=utf-8"),
    ("x-envoy-upstream-service-time", "155"),
    ("set-cookie", "session=secret"),
    ("x-customer", "Ms Secret"),
];

/// The events of the body: when each was read, its name, its data.
const EVENTS: &[(u64, &str, &str)] = &[
    (905, "message_start", r#"{"type":"message_start","message":{"usage":{"input_tokens":21,"output_tokens":1}}}"#),
    (990, "content_block_delta", r#"{"type":"content_block_delta","delta":{"type":"text_delta","text":"Dear Ms "}}"#),
    (1_190, "content_block_delta", r#"{"type":"content_block_delta","delta":{"type":"text_delta","text":"Secret,"}}"#),
    (
        1_380,
        "message_delta",
        r#"{"type":"message_delta","delta":{"stop_reason":"end_turn"},"usage":{"output_tokens":6}}"#,
    ),
    (1_385, "message_stop", r#"{"type":"message_stop"}"#),
];

fn main() -> Result<(), Box<dyn Error>> {
    let ms = Micros::from_millis;
    // Of the request: model, sizes, switches. Its text is skipped unread.
    let url = Url::parse("https://api.anthropic.com/v1/messages")?;
    let facts = request_facts("POST", &url, REQUEST.as_bytes());
    let hints = Hints { dialect: facts.dialect, path: Some(url.path().to_owned()) };
    let header = Header::new(SourceKind::Gateway, facts);

    // In a gateway, `Writer::create`: a new file that only its owner may read. Each line is flushed
    // as it is written, so that a crash loses at most one.
    let mut writer = Writer::start(Vec::new(), "the capture", &header, ContentKind::None)?;
    let mut put = |at, what| writer.write(&Observation { at: Some(at), what });

    // The gateway's own phases, each with its length, at the moment when it ended.
    put(ms(0), What::Received)?;
    put(ms(4), What::Phase { phase: Phase::Auth, duration: ms(4) })?;
    put(ms(15), What::Phase { phase: Phase::BodyRead, duration: ms(11) })?;
    put(ms(640), What::Phase { phase: Phase::Distribution, duration: ms(625) })?;
    put(ms(642), What::UpstreamStarted)?;

    // Without the provider's request ids, over a connection that was used again.
    let headers = headers_seen(200, Some("2"), RESPONSE_HEADERS.iter().copied(), false, Some(true));
    put(ms(900), What::Headers(Arc::new(headers)))?;
    for reported in RESPONSE_HEADERS.iter().flat_map(|(name, value)| reported_by_header(name, value)) {
        put(ms(900), What::Reported(reported))?;
    }

    let mut intake = Intake::new(IntakeOptions {
        hints,
        status: Some(200),
        content_type: Some("text/event-stream".to_owned()),
        ..IntakeOptions::default()
    });
    // The body runs through the gateway whatever becomes of the capture: the first fault is kept.
    let mut written = Ok(());
    let mut keep = |seen: Observation| {
        if written.is_ok() {
            written = writer.write(&seen);
        }
    };
    for (at, name, data) in EVENTS {
        intake.read(Some(ms(*at)), format!("event: {name}\ndata: {data}\n\n").as_bytes(), &mut keep);
    }
    intake.close(Some(ms(1_390)), CloseKind::Eof, &mut keep);
    written?;
    writer.write(&Observation { at: Some(ms(1_391)), what: What::Finished })?;

    // The proof, which whoever gets the capture can make again: `streamfall verify request.jsonl`.
    let capture = writer.finish()?;
    let mut findings = Vec::new();
    let lines = verify("the capture", capture.as_slice(), &mut |finding| findings.push(finding))?;
    eprintln!("{lines} lines, {} findings", findings.len());
    print!("{}", String::from_utf8(capture)?);
    Ok(())
}
