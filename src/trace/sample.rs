//! Recordings built by hand, for tests.

use std::sync::Arc;

use super::{Content, Details, EventSeen, Flags, Header, HeadersSeen, Observation, Recording, SourceKind, What};
use crate::{
    dialect::{DialectId, EventName, Reported, RequestFacts, StreamError},
    timeline::{CloseKind, Finish, Micros, Milestone, Phase, Tag, Usage},
};

/// Builds a recording, one observation after the other. Times are in milliseconds.
pub(crate) struct Sample {
    recording: Recording,
    read: u32,
    bare: bool,
}

impl Sample {
    /// A live request to a chat dialect, at t0.
    pub(crate) fn new() -> Self {
        Self::of(
            SourceKind::Live,
            RequestFacts {
                dialect: Some(DialectId::OpenAiChat),
                provider: Some("openai".to_owned()),
                model: Some("gpt-5.1".to_owned()),
                method: Some("POST".to_owned()),
                streaming: Some(true),
                ..RequestFacts::default()
            },
        )
        .is(0.0, What::Received)
    }

    pub(crate) fn of(source: SourceKind, request: RequestFacts) -> Self {
        let mut header = Header::new(source, request);
        "5f0c2b0e-0000-4000-8000-000000000000".clone_into(&mut header.id);
        header.started_at = "2026-11-30T10:34:00.123Z".parse().ok();
        Self { recording: Recording::new(header), read: 0, bare: false }
    }

    /// From here on events keep no content, as in a safe capture.
    pub(crate) fn bare(self) -> Self {
        Self { bare: true, ..self }
    }

    pub(crate) fn is(mut self, ms: f64, mut what: What) -> Self {
        if let (What::Event(event), true) = (&mut what, self.bare) {
            event.content = None;
        }
        self.recording.push(Observation { at: Micros::from_ms(ms), what });
        self
    }

    /// An observation without a time.
    pub(crate) fn untimed(mut self, what: What) -> Self {
        self.recording.push(Observation { at: None, what });
        self
    }

    pub(crate) fn started(self, ms: f64) -> Self {
        self.is(ms, What::UpstreamStarted)
    }

    pub(crate) fn phase(self, ms: f64, phase: Phase, length: f64) -> Self {
        let duration = Micros::from_ms(length).expect("a length");
        self.is(ms, What::Phase { phase, duration })
    }

    pub(crate) fn headers(self, ms: f64, status: u16) -> Self {
        let seen = HeadersSeen {
            status,
            http_version: Some("2".into()),
            content_type: Some("text/event-stream".into()),
            connection_reused: Some(false),
            ..HeadersSeen::default()
        };
        self.is(ms, What::Headers(Arc::new(seen)))
    }

    /// An event in a read of its own, with so many bytes of content.
    pub(crate) fn event(mut self, ms: f64, tag: Tag, size: u32) -> Self {
        self.read += 1;
        let event = event(self.read - 1, tag, size);
        self.is(ms, What::Event(event))
    }

    /// More events in the read before.
    pub(crate) fn more(self, ms: f64, tag: Tag, size: u32) -> Self {
        let event = event(self.read.saturating_sub(1), tag, size);
        self.is(ms, What::Event(event))
    }

    /// Events of one tag, evenly from one moment to another, both included.
    pub(crate) fn flow(mut self, tag: Tag, from: f64, to: f64, count: u32, size: u32) -> Self {
        for i in 0..count {
            let ms = from + (to - from) * f64::from(i) / f64::from((count - 1).max(1));
            self = self.event(ms, tag, size);
        }
        self
    }

    pub(crate) fn heartbeat(mut self, ms: f64) -> Self {
        self.read += 1;
        let read = self.read - 1;
        self.is(ms, What::Heartbeat { read })
    }

    pub(crate) fn usage(mut self, ms: f64, usage: Usage) -> Self {
        self.read += 1;
        let mut event = event(self.read - 1, Tag::Usage, 0);
        event.details = Some(Box::new(Details { usage: Some(usage), ..Details::default() }));
        self.is(ms, What::Event(event))
    }

    /// So many output tokens, none of them reasoning.
    pub(crate) fn tokens(self, ms: f64, output: u64) -> Self {
        self.usage(ms, Usage { input_tokens: Some(20), output_tokens: Some(output), ..Usage::default() })
    }

    /// A finish reason, then the end marker, in one read.
    pub(crate) fn finish(mut self, ms: f64, finish: Finish) -> Self {
        self.read += 1;
        let mut first = event(self.read - 1, Tag::End, 0);
        first.details = Some(Box::new(Details { finish: Some(finish), ..Details::default() }));
        let mut marker = event(self.read - 1, Tag::End, 0);
        marker.name = EventName::DONE;
        marker.flags = Flags { end_marker: true, ..Flags::default() };
        self.is(ms, What::Event(first)).is(ms, What::Event(marker))
    }

    pub(crate) fn error(mut self, ms: f64) -> Self {
        self.read += 1;
        let mut event = event(self.read - 1, Tag::Error, 0);
        let error = StreamError { code: "server_error", message: "CANARY in an error".into() };
        event.details = Some(Box::new(Details { error: Some(error), ..Details::default() }));
        self.is(ms, What::Event(event))
    }

    pub(crate) fn reported(self, ms: f64, name: &str, length: f64, source: &str) -> Self {
        let duration = Micros::from_ms(length).expect("a length");
        self.is(ms, What::Reported(Reported { name: name.into(), duration, source: source.into() }))
    }

    pub(crate) fn stated(self, milestone: Milestone, ms: f64) -> Self {
        self.is(ms, What::Stated(milestone))
    }

    pub(crate) fn closed(self, ms: f64, how: CloseKind) -> Self {
        let (reads, bytes) = (self.read, self.recording.latest().counts.bytes);
        self.is(ms, What::Closed { how, reads, bytes })
    }

    /// Closed at the end of the body, then finished 0.4 ms later.
    pub(crate) fn done(self, ms: f64) -> Recording {
        self.closed(ms, CloseKind::Eof).is(ms + 0.4, What::Finished).build()
    }

    pub(crate) fn build(self) -> Recording {
        self.recording
    }
}

fn event(read: u32, tag: Tag, size: u32) -> EventSeen {
    let sized = |fits: bool| if fits { size } else { 0 };
    EventSeen {
        read,
        name: EventName::of("chat.completion.chunk"),
        tag,
        also: [tag].into_iter().collect(),
        flags: Flags::default(),
        bytes: 150 + u64::from(size),
        chars: sized(tag.is_visible()),
        text_bytes: sized(tag.is_visible()),
        reasoning_bytes: sized(tag == Tag::Reasoning),
        tool_bytes: sized(tag == Tag::Tool),
        details: None,
        content: Some(Box::new(Content { shown: "CANARY in the content".into(), ..Content::default() })),
    }
}
