//! Recordings for tests, built by hand.

use std::sync::Arc;

use crate::{
    dialect::{DialectId, EventName, RequestFacts, StreamError},
    timeline::{CloseKind, Finish, Micros, Phase, Tag, Usage},
    trace::{Content, Details, EventSeen, Flags, Header, HeadersSeen, Observation, Recording, SourceKind, What},
};

/// A header of a request that runs.
pub fn header() -> Header {
    let request = RequestFacts {
        dialect: Some(DialectId::OpenAiResponses),
        model: Some("gpt-5.1".into()),
        method: Some("POST".into()),
        ..RequestFacts::default()
    };
    let mut header = Header::new(SourceKind::Live, request);
    header.host = Some("api.openai.com".into());
    header
}

/// Something at a moment, in milliseconds.
pub fn at(ms: u64, what: What) -> Observation {
    Observation { at: Some(Micros::from_millis(ms)), what }
}

/// A comment line.
pub fn heartbeat(ms: u64) -> Observation {
    at(ms, What::Heartbeat { read: 0 })
}

/// An event with some visible characters or as many bytes of something else.
pub fn event(ms: u64, tag: Tag, amount: u32) -> Observation {
    at(ms, What::Event(seen(ms, tag, amount)))
}

/// The event alone; its read is its moment.
pub fn seen(ms: u64, tag: Tag, amount: u32) -> EventSeen {
    let if_tag = |wanted: Tag| if tag == wanted { amount } else { 0 };
    EventSeen {
        read: u32::try_from(ms).expect("a short time"),
        name: EventName::of(match tag {
            Tag::Text => "response.output_text.delta",
            Tag::Reasoning => "response.reasoning_summary_text.delta",
            Tag::Tool => "response.function_call_arguments.delta",
            Tag::Error => "error",
            Tag::End => "response.completed",
            _ => "response.created",
        }),
        tag,
        also: [tag].into_iter().collect(),
        flags: Flags { end_marker: tag == Tag::End, ..Flags::default() },
        bytes: u64::from(amount) + 120,
        chars: if_tag(Tag::Text),
        text_bytes: if_tag(Tag::Text),
        reasoning_bytes: if_tag(Tag::Reasoning),
        tool_bytes: if_tag(Tag::Tool),
        details: None,
        content: None,
    }
}

/// An event whose content is kept.
pub fn spoken(ms: u64, text: &str) -> Observation {
    let chars = u32::try_from(text.chars().count()).expect("a short text");
    let mut event = seen(ms, Tag::Text, chars);
    let data = serde_json::json!({"type": "response.output_text.delta", "delta": text, "output_index": 0}).to_string();
    event.content =
        Some(Box::new(Content { event: "response.output_text.delta".into(), data: data.into(), shown: text.into() }));
    at(ms, What::Event(event))
}

/// The end marker, with a finish and usage.
pub fn end(ms: u64, output: u64, reasoning: u64) -> Observation {
    let mut event = seen(ms, Tag::End, 300);
    event.details = Some(Box::new(Details {
        finish: Some(Finish::Stop),
        usage: Some(Usage {
            input_tokens: Some(1_204),
            output_tokens: Some(output),
            reasoning_tokens: Some(reasoning),
            reasoning_in_output: Some(true),
            ..Usage::default()
        }),
        ..Details::default()
    }));
    at(ms, What::Event(event))
}

/// A request up to its headers.
pub fn opening(headers_ms: u64) -> Vec<Observation> {
    let phase = |phase, ms, duration| at(ms, What::Phase { phase, duration: Micros::from_millis(duration) });
    vec![
        at(0, What::Received),
        at(3, What::UpstreamStarted),
        phase(Phase::Dns, 12, 9),
        phase(Phase::Connect, 41, 29),
        phase(Phase::Tls, 84, 43),
        at(
            headers_ms,
            What::Headers(Arc::new(HeadersSeen {
                status: 200,
                http_version: Some("2".into()),
                content_type: Some("text/event-stream".into()),
                ..HeadersSeen::default()
            })),
        ),
    ]
}

fn closing(ms: u64, how: CloseKind) -> Vec<Observation> {
    vec![at(ms, What::Closed { how, reads: 60, bytes: 48_211 }), at(ms + 10, What::Finished)]
}

/// All of it in a recording.
pub fn recording(observations: impl IntoIterator<Item = Observation>) -> Recording {
    let mut recording = Recording::new(header());
    observations.into_iter().for_each(|observation| recording.push(observation));
    recording
}

fn words() -> impl Iterator<Item = &'static str> {
    [
        "Streams ",
        "are ",
        "read ",
        "as ",
        "they ",
        "come",
        ", ",
        "你好 ",
        "wide 👩‍🚀 ",
        "words ",
        "kept ",
        "straight",
        ". ",
    ]
    .into_iter()
    .cycle()
}

/// Headers, heartbeats, a long reasoning phase, a tool call, text: everything.
pub fn reasoning() -> Recording {
    let mut all = opening(243);
    all.push(event(310, Tag::Envelope, 400));
    all.push(event(320, Tag::Envelope, 380));
    all.extend([1_000, 1_700, 2_400].map(heartbeat));
    all.extend((0..140).map(|i| event(2_900 + i * 36, Tag::Reasoning, 30 + u32::try_from(i % 7).expect("small"))));
    all.extend((0..18).map(|i| event(7_950 + i * 40, Tag::Tool, 12)));
    all.extend((0..70).zip(words()).map(|(i, word)| spoken(8_700 + i * 21, word)));
    all.push(end(10_180, 812, 730));
    all.extend(closing(10_190, CloseKind::Eof));
    recording(all)
}

/// Six seconds before headers, then quick.
pub fn slow_headers() -> Recording {
    let mut all = opening(6_100);
    all.push(event(6_300, Tag::Envelope, 200));
    all.extend((0..60).map(|i| event(6_800 + i * 40, Tag::Text, 20)));
    all.push(end(9_210, 320, 0));
    all.extend(closing(9_220, CloseKind::Eof));
    recording(all)
}

/// Only a tool call.
pub fn tool_only() -> Recording {
    let mut all = opening(150);
    all.push(event(160, Tag::Envelope, 200));
    all.extend((0..9).map(|i| event(200 + i * 30, Tag::Tool, 15)));
    all.push(end(480, 44, 0));
    all.extend(closing(490, CloseKind::Eof));
    recording(all)
}

/// Text with three seconds of silence inside.
pub fn stall() -> Recording {
    let mut all = opening(200);
    all.push(event(220, Tag::Envelope, 200));
    all.extend((0..40).map(|i| event(600 + i * 25, Tag::Text, 14)));
    all.extend([2_100, 3_100, 4_100].map(heartbeat));
    all.extend((0..40).map(|i| event(4_700 + i * 25, Tag::Text, 14)));
    all.push(end(5_750, 280, 0));
    all.extend(closing(5_760, CloseKind::Eof));
    recording(all)
}

/// The body closes in the middle.
pub fn truncated() -> Recording {
    let mut all = opening(200);
    all.push(event(220, Tag::Envelope, 200));
    all.extend((0..30).map(|i| event(600 + i * 25, Tag::Text, 14)));
    all.extend(closing(1_400, CloseKind::Broken));
    recording(all)
}

/// An error inside the stream, whose message tries to act on the terminal.
pub fn error() -> Recording {
    let mut all = opening(200);
    all.push(event(220, Tag::Envelope, 200));
    all.extend((0..10).map(|i| event(600 + i * 25, Tag::Text, 14)));
    let mut event = seen(900, Tag::Error, 90);
    event.details = Some(Box::new(Details {
        error: Some(StreamError { code: "overloaded_error", message: "Overloaded\u{1b}[2J\u{7}\nnow".into() }),
        ..Details::default()
    }));
    all.push(at(900, What::Event(event)));
    all.extend(closing(910, CloseKind::Eof));
    recording(all)
}

/// What came of [`reasoning`] up to a moment, still running.
pub fn running(until_ms: u64) -> Vec<Observation> {
    let all = reasoning();
    let until = Micros::from_millis(until_ms);
    all.observations().iter().filter(|o| o.at.is_some_and(|at| at <= until)).cloned().collect()
}

/// A gateway's record: durations and a few moments, without t1 and t2.
pub fn gateway() -> Recording {
    use crate::timeline::Milestone::{T0, T3, T4, T5, T6, T7};
    let mut recording = Recording::new(Header::new(SourceKind::Gateway, RequestFacts::default()));
    let stated = |ms, milestone| at(ms, What::Stated(milestone));
    recording.push(stated(0, T0));
    recording.push(Observation {
        at: None,
        what: What::Phase { phase: Phase::UpstreamHeaders, duration: Micros::from_millis(6_100) },
    });
    for (ms, milestone) in [(6_300, T3), (6_800, T4), (6_800, T5), (9_200, T6), (9_300, T7)] {
        recording.push(stated(ms, milestone));
    }
    recording
}

/// A raw body: events without any times.
pub fn untimed() -> Recording {
    let mut recording = Recording::new(Header::new(SourceKind::Sse, RequestFacts::default()));
    for (i, tag) in
        [Tag::Envelope, Tag::Reasoning, Tag::Reasoning, Tag::Text, Tag::Text, Tag::End].into_iter().enumerate()
    {
        recording.push(Observation { at: None, what: What::Event(seen(i as u64, tag, 9)) });
    }
    recording.push(Observation { at: None, what: What::Closed { how: CloseKind::Eof, reads: 1, bytes: 900 } });
    recording
}
