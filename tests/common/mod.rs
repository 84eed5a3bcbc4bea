//! Recordings made by hand, for the tests of what is written from a recording.

use std::sync::Arc;

use streamfall::{
    dialect::{DialectId, EventName, Reported, RequestFacts},
    timeline::{CloseKind, Finish, Micros, Milestone, NoteCode, Phase, Tag, Usage},
    trace::{Content, Details, EventSeen, Flags, Header, HeadersSeen, Observation, Recording, SourceKind, What},
};

/// Text that stands for a secret: none of it may ever be written.
pub const CANARY: &str = "canary-7f3a <b>&\"secret\"</b>";

/// A recording that is filled step by step.
pub struct Maker {
    recording: Recording,
    read: u32,
}

impl Maker {
    pub fn new(source: SourceKind, request: RequestFacts) -> Self {
        let mut header = Header::new(source, request);
        header.id = String::from("5e0f4c1a-7d1c-4d53-9a53-0b8d0f6f2c11");
        header.started_at = Some("2026-11-30T10:34:00.123Z".parse().expect("a time"));
        header.host = Some(CANARY.to_owned());
        Self { recording: Recording::new(header), read: 0 }
    }

    pub fn at(mut self, ms: f64, what: What) -> Self {
        self.recording.push(Observation { at: Micros::from_ms(ms), what });
        self
    }

    pub fn untimed(mut self, what: What) -> Self {
        self.recording.push(Observation { at: None, what });
        self
    }

    pub fn phase(self, end_ms: f64, phase: Phase, length_ms: f64) -> Self {
        let duration = Micros::from_ms(length_ms).expect("a length");
        self.at(end_ms, What::Phase { phase, duration })
    }

    pub fn event(self, ms: f64, tag: Tag) -> Self {
        self.detailed(ms, tag, Details::default())
    }

    pub fn detailed(mut self, ms: f64, tag: Tag, details: Details) -> Self {
        let read = self.read;
        self.read += 1;
        let event = event(read, tag, details);
        self.at(ms, What::Event(event))
    }

    /// Events of one tag from `from` on, `step` milliseconds apart.
    pub fn events(mut self, tag: Tag, from: f64, step: f64, count: u32) -> Self {
        for i in 0..count {
            self = self.event(from + step * f64::from(i), tag);
        }
        self
    }

    pub fn stated(self, ms: f64, milestone: Milestone) -> Self {
        self.at(ms, What::Stated(milestone))
    }

    pub fn done(self) -> Recording {
        self.recording
    }
}

pub fn event(read: u32, tag: Tag, details: Details) -> EventSeen {
    let size = |fits: bool| if fits { 5 } else { 0 };
    EventSeen {
        read,
        name: EventName::of(CANARY),
        tag,
        also: [tag].into_iter().collect(),
        flags: Flags { end_marker: tag == Tag::End, ..Flags::default() },
        bytes: 143,
        chars: size(tag.is_visible()),
        text_bytes: size(tag.is_visible()),
        reasoning_bytes: size(tag == Tag::Reasoning),
        tool_bytes: size(tag == Tag::Tool),
        details: Some(Box::new(details)),
        content: Some(Box::new(Content { event: CANARY.into(), data: CANARY.into(), shown: CANARY.into() })),
    }
}

pub fn headers(status: u16) -> What {
    What::Headers(Arc::new(HeadersSeen {
        status,
        http_version: Some("2".into()),
        content_type: Some("text/event-stream".into()),
        headers: [("openai-processing-ms".into(), "187".into())].into_iter().collect(),
        connection_reused: Some(false),
    }))
}

pub fn facts() -> RequestFacts {
    RequestFacts {
        dialect: Some(DialectId::OpenAiResponses),
        provider: Some("openai".into()),
        model: Some("gpt-5.1".into()),
        method: Some("POST".into()),
        streaming: Some(true),
        reasoning_effort: Some("high".into()),
        tools: Some(2),
        max_output_tokens: Some(4_096),
        temperature: Some(0.5),
        body_bytes: Some(1_820),
        ..RequestFacts::default()
    }
}

/// Everything a stream can have: connection phases, heartbeats, reasoning, a tool call, a stall in
/// the text, usage with a split, provider-reported phases, a late close.
pub fn reasoning() -> Recording {
    let usage = Usage {
        input_tokens: Some(1_250),
        cached_input_tokens: Some(1_024),
        output_tokens: Some(812),
        reasoning_tokens: Some(730),
        reasoning_in_output: Some(true),
    };
    let last = Details { usage: Some(usage), finish: Some(Finish::Stop), ..Details::default() };
    let private = Reported { name: CANARY.into(), duration: Micros(500), source: CANARY.into() };
    let queue = Reported { name: "queue".into(), duration: Micros(12_100), source: "x_groq.usage.queue_time".into() };
    Maker::new(SourceKind::Live, facts())
        .at(0.0, What::Received)
        .phase(2.0, Phase::BodyRead, 1.5)
        .at(3.1, What::UpstreamStarted)
        .phase(15.1, Phase::Dns, 12.0)
        .phase(42.6, Phase::Connect, 27.5)
        .phase(84.0, Phase::Tls, 41.4)
        .phase(84.4, Phase::Send, 0.4)
        .phase(243.0, Phase::Wait, 158.6)
        .at(243.0, headers(200))
        .at(243.0, What::Reported(queue))
        .at(243.0, What::Reported(private))
        .at(310.2, What::Dialect(DialectId::OpenAiResponses))
        .events(Tag::Envelope, 310.2, 4.0, 3)
        .at(1_310.2, What::Heartbeat { read: 3 })
        .at(2_310.2, What::Heartbeat { read: 3 })
        .events(Tag::Reasoning, 2_900.4, 90.0, 60)
        .events(Tag::Tool, 8_310.0, 20.0, 12)
        .events(Tag::Text, 8_700.0, 18.0, 30)
        .events(Tag::Text, 11_800.0, 18.0, 20)
        .detailed(12_180.0, Tag::End, last)
        .at(12_290.3, What::Closed { how: CloseKind::Eof, reads: 130, bytes: 48_211 })
        .at(12_300.1, What::Finished)
        .done()
}

/// Trace A of the article as a gateway writes it: a header wait of unknown origin.
pub fn gateway() -> Recording {
    let wait = What::Phase { phase: Phase::UpstreamHeaders, duration: Micros::from_millis(6_100) };
    Maker::new(SourceKind::Gateway, RequestFacts { method: Some("POST".into()), ..RequestFacts::default() })
        .stated(0.0, Milestone::T0)
        .untimed(wait)
        .stated(6_300.0, Milestone::T3)
        .stated(6_450.0, Milestone::T4)
        .stated(6_450.0, Milestone::T5)
        .stated(8_900.0, Milestone::T6)
        .stated(8_910.0, Milestone::T7)
        .untimed(What::StatedFinish(Finish::Stop))
        .done()
}

/// A raw body: events, and no time for any of them.
pub fn untimed() -> Recording {
    Maker::new(SourceKind::Sse, RequestFacts::default())
        .untimed(What::Event(event(0, Tag::Envelope, Details::default())))
        .untimed(What::Event(event(0, Tag::Text, Details::default())))
        .untimed(What::Event(event(0, Tag::End, Details { finish: Some(Finish::Stop), ..Details::default() })))
        .untimed(What::Closed { how: CloseKind::Eof, reads: 1, bytes: 400 })
        .done()
}

/// A capture that was cut while the model was thinking.
pub fn cut() -> Recording {
    let private = RequestFacts {
        provider: Some(CANARY.into()),
        model: Some(CANARY.into()),
        reasoning_effort: Some(CANARY.into()),
        method: Some(CANARY.into()),
        ..facts()
    };
    Maker::new(SourceKind::Capture, private)
        .at(0.0, What::Received)
        .at(0.2, What::UpstreamStarted)
        .at(180.0, headers(200))
        .events(Tag::Envelope, 200.0, 5.0, 2)
        .events(Tag::Reasoning, 900.0, 60.0, 20)
        .untimed(What::Note(NoteCode::CaptureCut))
        .done()
}
