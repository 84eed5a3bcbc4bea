use std::{collections::BTreeMap, sync::Arc};

use crate::{
    dialect::{DialectId, EventName, Reported, StreamError},
    timeline::{CloseKind, Finish, Micros, Milestone, NoteCode, Outcome, Phase, Tag, TagSet, Usage, word_enum},
};

/// One thing that happened.
#[derive(Clone, Debug, PartialEq)]
pub struct Observation {
    /// When, from t0; absent when the source gives no time for it.
    pub at: Option<Micros>,
    /// What.
    pub what: What,
}

/// The kinds of things that happen.
#[derive(Clone, Debug, PartialEq)]
pub enum What {
    /// t0: the order to send was accepted.
    Received,
    /// A phase ended, or its duration was stated.
    Phase {
        /// Which.
        phase: Phase,
        /// How long it took.
        duration: Micros,
    },
    /// t1: the first network work.
    UpstreamStarted,
    /// t2: response headers.
    Headers(Arc<HeadersSeen>),
    /// The stream showed its dialect.
    Dialect(DialectId),
    /// An event, read and tagged.
    Event(EventSeen),
    /// A comment line on the transport.
    Heartbeat {
        /// Index of the read that brought it.
        read: u32,
    },
    /// Lines that are no field of an event stream.
    Stray {
        /// Index of the read that brought them.
        read: u32,
        /// The error they spell out, if they do.
        error: Option<Box<StreamError>>,
    },
    /// The 2xx body is no event stream, or the body belongs to an error status.
    NotAStream {
        /// What it is instead.
        body: BodyKind,
        /// A message found in it, raw; never in a safe capture.
        message: Option<Box<str>>,
    },
    /// A duration that the provider states outside an event (a header).
    Reported(Reported),
    /// Something odd that belongs to no event.
    Note(NoteCode),
    /// t6: the body ended, or the wait for it did.
    Closed {
        /// How.
        how: CloseKind,
        /// Reads of the body in all.
        reads: u32,
        /// Bytes of the body in all, after any decompression.
        bytes: u64,
    },
    /// t7: the last thing done for this request.
    Finished,
    /// A milestone that a record states by itself, without the events behind it.
    Stated(Milestone),
    /// A visible output speed that a record states by itself, in tokens per second.
    StatedSpeed(f64),
    /// Token counts that a record states by itself.
    StatedUsage(Box<Usage>),
    /// A finish that a record states by itself.
    StatedFinish(Finish),
    /// An outcome that a file states by itself, without what would show it.
    StatedOutcome(Outcome),
}

/// Response headers, reduced to what may be kept.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct HeadersSeen {
    /// The HTTP status.
    pub status: u16,
    /// `1.0`, `1.1`, `2`, `3`.
    pub http_version: Option<Box<str>>,
    /// The media type without parameters, lower case.
    pub content_type: Option<Box<str>>,
    /// Allow-listed headers with their checked values.
    pub headers: BTreeMap<Box<str>, Box<str>>,
    /// Whether a pooled connection was used again; `None` when the source does not tell.
    pub connection_reused: Option<bool>,
}

word_enum! {
    /// What a body is that is no event stream.
    pub enum BodyKind {
        /// One JSON document: a non-streaming response or an error.
        Json = "json",
        /// A JSON array, as Gemini sends without `alt=sse`.
        JsonArray = "json_array",
        /// An HTML page.
        Html = "html",
        /// Nothing at all.
        Empty = "empty",
        /// AWS's binary event stream.
        AwsEventStream = "aws_event_stream",
        /// Some other text.
        Text = "text",
        /// Some other bytes.
        Binary = "binary",
    }
}

/// An event as it was seen: what the reading said, without its content unless that is kept.
#[derive(Clone, Debug, PartialEq)]
pub struct EventSeen {
    /// Index of the read that completed it.
    pub read: u32,
    /// Its name.
    pub name: EventName,
    /// Its primary tag.
    pub tag: Tag,
    /// Everything it carries, the primary tag included.
    pub also: TagSet,
    /// What was true of it.
    pub flags: Flags,
    /// Its size on the wire.
    pub bytes: u64,
    /// Visible characters in it.
    pub chars: u32,
    /// UTF-8 bytes of visible text in it.
    pub text_bytes: u32,
    /// UTF-8 bytes of reasoning text in it.
    pub reasoning_bytes: u32,
    /// UTF-8 bytes of tool calls in it: names and input.
    pub tool_bytes: u32,
    /// What few events carry.
    pub details: Option<Box<Details>>,
    /// Its content, while it is kept in memory or in a full capture.
    pub content: Option<Box<Content>>,
}

/// Facts of an event that are true or not.
#[expect(clippy::struct_excessive_bools, reason = "five independent facts of one event")]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Flags {
    /// Its data is empty, so it cannot be t3.
    pub empty: bool,
    /// The body ended before it did.
    pub unterminated: bool,
    /// Its visible text is white space only.
    pub blank: bool,
    /// It shows that reasoning happens out of sight.
    pub hidden_reasoning: bool,
    /// It is the dialect's end marker.
    pub end_marker: bool,
}

/// What few events carry.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Details {
    /// Token counts.
    pub usage: Option<Usage>,
    /// A finish reason, of several choices the worst.
    pub finish: Option<Finish>,
    /// In a stream of several choices, how many have come and not finished by now; where the event
    /// begins or finishes one.
    pub open_choices: Option<u32>,
    /// An error.
    pub error: Option<StreamError>,
    /// The provider's own phases.
    pub reported: Vec<Reported>,
    /// What was odd.
    pub notes: Vec<NoteCode>,
    /// The model it names, raw.
    pub model: Option<Box<str>>,
}

/// The content of one event, raw from the stream: sanitise before showing.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Content {
    /// The `event:` field.
    pub event: Box<str>,
    /// The event's data.
    pub data: Box<str>,
    /// What it adds to the answer: visible text, else tool input, else reasoning.
    pub shown: Box<str>,
}
