use serde::{Deserialize, Serialize};

use super::word_enum;

word_enum! {
    /// How the request ended (definitions.md, "Outcomes").
    pub enum Outcome {
        /// A terminal marker that says success.
        Completed = "completed",
        /// A length limit, a content filter, a pause.
        Incomplete = "incomplete",
        /// An error in the stream.
        Error = "error",
        /// The body closed with no terminal marker.
        Truncated = "truncated",
        /// Cancelled by the user.
        Cancelled = "cancelled",
        /// A timeout; the reason says which.
        Timeout = "timeout",
        /// A status that is not 2xx.
        HttpError = "http_error",
        /// No connection, no request.
        ConnectError = "connect_error",
        /// A 2xx answer that is no event stream.
        NotAStream = "not_a_stream",
    }
}

word_enum! {
    /// Which timeout ran out.
    pub enum TimeoutKind {
        /// While connecting.
        Connect = "connect",
        /// Waiting for headers.
        Headers = "headers",
        /// Waiting for the first effective output; heartbeats and metadata do not reset it.
        FirstOutput = "first_output",
        /// No byte on the transport; heartbeats reset it.
        Idle = "idle",
        /// The whole request.
        Total = "total",
    }
}

word_enum! {
    /// Where a request that got no headers failed.
    pub enum ConnectStage {
        /// The name did not resolve.
        Dns = "dns",
        /// No TCP connection.
        Connect = "connect",
        /// No TLS session.
        Tls = "tls",
        /// Sending the request or waiting for headers.
        Request = "request",
    }
}

/// How the upstream body, or the wait for it, came to its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CloseKind {
    /// The body ended.
    Eof,
    /// The connection broke inside the body.
    Broken,
    /// It broke before any headers.
    ConnectFailed(ConnectStage),
    /// A timeout ended it.
    Timeout(TimeoutKind),
    /// The user ended it.
    Cancelled,
}

/// What a finish reason means.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum FinishKind {
    /// Success: a natural stop, a stop sequence, a tool call.
    Completed,
    /// Cut short: length, content filter, pause.
    Incomplete,
    /// The provider says the generation failed.
    Error,
}

word_enum! {
    /// A finish reason, in one vocabulary for all dialects. What a dialect table does not know is `other`.
    pub enum Finish {
        /// A natural end.
        Stop = "stop",
        /// A stop sequence of the request.
        StopSequence = "stop_sequence",
        /// The turn ends in tool calls.
        ToolCalls = "tool_calls",
        /// The output limit.
        Length = "length",
        /// A safety or content filter, a refusal by policy, a blocked prompt.
        ContentFilter = "content_filter",
        /// A paused turn.
        Pause = "pause",
        /// Cut short for a reason that no table knows.
        Incomplete = "incomplete",
        /// The provider cancelled it.
        Cancelled = "cancelled",
        /// The provider failed.
        Error = "error",
        /// A reason that no table knows; taken as a success, for a marker came.
        Other = "other",
    }
}

impl Finish {
    /// What it says of the outcome.
    pub const fn kind(self) -> FinishKind {
        match self {
            Self::Stop | Self::StopSequence | Self::ToolCalls | Self::Other => FinishKind::Completed,
            Self::Length | Self::ContentFilter | Self::Pause | Self::Incomplete | Self::Cancelled => {
                FinishKind::Incomplete
            }
            Self::Error => FinishKind::Error,
        }
    }

    /// Of two finishes in one stream the one that counts: an error before a cut, a cut before a success,
    /// and of one kind the later in the list, so that it is never a matter of which came first.
    #[must_use]
    pub fn worse(self, other: Self) -> Self {
        std::cmp::max_by_key(self, other, |finish| (finish.kind(), *finish as u8))
    }
}

/// The words of [`CloseKind`] in a capture: one word and, for some, which.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct CloseWords {
    how: CloseWord,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    stage: Option<ConnectStage>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    timeout: Option<TimeoutKind>,
}

word_enum! {
    /// The first word of a close.
    pub enum CloseWord {
        /// See [`CloseKind::Eof`].
        Eof = "eof",
        /// See [`CloseKind::Broken`].
        Broken = "broken",
        /// See [`CloseKind::ConnectFailed`].
        ConnectFailed = "connect_failed",
        /// See [`CloseKind::Timeout`].
        Timeout = "timeout",
        /// See [`CloseKind::Cancelled`].
        Cancelled = "cancelled",
    }
}

impl Serialize for CloseKind {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let words = |how| CloseWords { how, stage: None, timeout: None };
        match *self {
            Self::Eof => words(CloseWord::Eof),
            Self::Broken => words(CloseWord::Broken),
            Self::Cancelled => words(CloseWord::Cancelled),
            Self::ConnectFailed(stage) => CloseWords { stage: Some(stage), ..words(CloseWord::ConnectFailed) },
            Self::Timeout(kind) => CloseWords { timeout: Some(kind), ..words(CloseWord::Timeout) },
        }
        .serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for CloseKind {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let words = CloseWords::deserialize(deserializer)?;
        Ok(match words.how {
            CloseWord::Eof => Self::Eof,
            CloseWord::Broken => Self::Broken,
            CloseWord::Cancelled => Self::Cancelled,
            CloseWord::ConnectFailed => Self::ConnectFailed(words.stage.unwrap_or(ConnectStage::Request)),
            CloseWord::Timeout => Self::Timeout(words.timeout.unwrap_or(TimeoutKind::Total)),
        })
    }
}
