use super::{
    headers::kept,
    words::{ErrorWord, EventWord, HttpVersion, MediaType, MetricName, MetricSource, ModelId},
};
use crate::{
    dialect::{DialectId, Reported},
    timeline::{CloseKind, Finish, Micros, Milestone, NoteCode, Outcome, Phase, Tag, TagSet, Usage},
    trace::{BodyKind, Details, EventSeen, Flags, HeadersSeen, Observation, What},
};

/// One line of a capture without anything that could be content.
#[derive(Clone, Debug, PartialEq)]
pub(in crate::capture) struct SafeLine {
    pub at: Option<Micros>,
    pub what: SafeWhat,
}

/// What the last line says of the whole, for those who read a capture with `tail`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(in crate::capture) struct Summary {
    pub outcome: Option<Outcome>,
    pub usage: Usage,
}

#[derive(Clone, Debug, PartialEq)]
pub(in crate::capture) enum SafeWhat {
    Received,
    UpstreamStarted,
    Phase { phase: Phase, duration: Micros },
    Headers(SafeHeaders),
    Dialect(DialectId),
    Event(SafeEvent),
    Heartbeat { read: u32 },
    Stray { read: u32, error: Option<ErrorWord> },
    NotAStream { body: BodyKind },
    Reported(SafeReported),
    Note(NoteCode),
    Closed { how: CloseKind, reads: u32, bytes: u64 },
    Finished(Summary),
    Stated(Milestone),
    StatedSpeed(f64),
    StatedUsage(Usage),
    StatedFinish(Finish),
    StatedOutcome(Outcome),
}

#[derive(Clone, Debug, PartialEq)]
pub(in crate::capture) struct SafeHeaders {
    pub status: u16,
    pub http_version: Option<HttpVersion>,
    pub content_type: Option<MediaType>,
    /// Names and values as `headers::kept` gives them.
    pub headers: Vec<(&'static str, String)>,
    pub connection_reused: Option<bool>,
}

#[derive(Clone, Debug, PartialEq)]
pub(in crate::capture) struct SafeEvent {
    pub read: u32,
    pub name: EventWord,
    pub tag: Tag,
    pub also: TagSet,
    pub flags: Flags,
    pub bytes: u64,
    pub chars: u32,
    pub text_bytes: u32,
    pub reasoning_bytes: u32,
    pub tool_bytes: u32,
    pub details: SafeDetails,
}

#[derive(Clone, Debug, Default, PartialEq)]
pub(in crate::capture) struct SafeDetails {
    pub usage: Option<Usage>,
    pub finish: Option<Finish>,
    pub open_choices: Option<u32>,
    pub error: Option<ErrorWord>,
    pub reported: Vec<SafeReported>,
    pub notes: Vec<NoteCode>,
    pub model: Option<ModelId>,
}

#[derive(Clone, Debug, PartialEq)]
pub(in crate::capture) struct SafeReported {
    pub name: MetricName,
    pub duration: Micros,
    pub source: MetricSource,
}

impl SafeLine {
    /// What may be kept of an observation.
    pub(in crate::capture) fn of(observation: &Observation, summary: Summary, request_ids: bool) -> Self {
        let what = match &observation.what {
            What::Received => SafeWhat::Received,
            What::UpstreamStarted => SafeWhat::UpstreamStarted,
            What::Phase { phase, duration } => SafeWhat::Phase { phase: *phase, duration: *duration },
            What::Headers(headers) => SafeWhat::Headers(SafeHeaders::of(headers, request_ids)),
            What::Dialect(dialect) => SafeWhat::Dialect(*dialect),
            What::Event(event) => SafeWhat::Event(SafeEvent::of(event)),
            What::Heartbeat { read } => SafeWhat::Heartbeat { read: *read },
            What::Stray { read, error } => {
                SafeWhat::Stray { read: *read, error: error.as_deref().map(|error| ErrorWord::of(error.code)) }
            }
            What::NotAStream { body, message: _ } => SafeWhat::NotAStream { body: *body },
            What::Reported(reported) => SafeWhat::Reported(SafeReported::of(reported)),
            What::Note(code) => SafeWhat::Note(*code),
            What::Closed { how, reads, bytes } => SafeWhat::Closed { how: *how, reads: *reads, bytes: *bytes },
            What::Finished => SafeWhat::Finished(summary),
            What::Stated(milestone) => SafeWhat::Stated(*milestone),
            What::StatedSpeed(tps) => SafeWhat::StatedSpeed(*tps),
            What::StatedUsage(usage) => SafeWhat::StatedUsage(**usage),
            What::StatedFinish(finish) => SafeWhat::StatedFinish(*finish),
            What::StatedOutcome(outcome) => SafeWhat::StatedOutcome(*outcome),
        };
        Self { at: observation.at, what }
    }
}

impl SafeHeaders {
    fn of(seen: &HeadersSeen, request_ids: bool) -> Self {
        Self {
            status: seen.status,
            http_version: seen.http_version.as_deref().and_then(HttpVersion::of),
            content_type: seen.content_type.as_deref().map(MediaType::of),
            headers: seen.headers.iter().filter_map(|(name, value)| kept(name, value, request_ids)).collect(),
            connection_reused: seen.connection_reused,
        }
    }
}

impl SafeEvent {
    fn of(event: &EventSeen) -> Self {
        Self {
            read: event.read,
            name: EventWord::of(&event.name),
            tag: event.tag,
            also: event.also,
            flags: event.flags,
            bytes: event.bytes,
            chars: event.chars,
            text_bytes: event.text_bytes,
            reasoning_bytes: event.reasoning_bytes,
            tool_bytes: event.tool_bytes,
            details: event.details.as_deref().map(SafeDetails::of).unwrap_or_default(),
        }
    }
}

impl SafeDetails {
    fn of(details: &Details) -> Self {
        Self {
            usage: details.usage,
            finish: details.finish,
            open_choices: details.open_choices,
            error: details.error.as_ref().map(|error| ErrorWord::of(error.code)),
            reported: details.reported.iter().map(SafeReported::of).collect(),
            notes: details.notes.clone(),
            model: details.model.as_deref().and_then(ModelId::of),
        }
    }
}

impl SafeReported {
    fn of(reported: &Reported) -> Self {
        Self {
            name: MetricName::of(&reported.name),
            duration: reported.duration,
            source: MetricSource::of(&reported.source),
        }
    }
}
