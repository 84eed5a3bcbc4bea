use std::sync::Arc;

use super::EventName;
use crate::timeline::{Finish, Micros, NoteCode, TagSet, Usage};

/// An error that the provider put into the stream.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StreamError {
    /// Its code or type as a word the dialect tables know, else `other`.
    pub code: &'static str,
    /// Its text, raw from the stream; empty when there was none. Never in a safe capture.
    pub message: Box<str>,
}

/// One duration that the provider reports of itself; never mixed into t0–t7.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reported {
    /// What was timed: `queue`, `prompt`, `decode`, a `server-timing` metric.
    pub name: Arc<str>,
    /// How long.
    pub duration: Micros,
    /// The header or the path of the body field that said so.
    pub source: Arc<str>,
}

/// What one event says. A buffer that is used again for every event.
#[derive(Debug, Default)]
pub struct Reading {
    /// Its name: the `event:` field, else the payload's own type.
    pub name: Option<EventName>,
    /// Everything it carries; the primary tag is the first by precedence.
    pub tags: TagSet,
    /// Its visible text (text, refusal, audio transcript), all choices joined.
    pub text: String,
    /// Its reasoning text.
    pub reasoning: String,
    /// What the model wrote for a tool: arguments, input, code, a patch. Never the tool's name.
    pub tool: String,
    /// The names of the tools it calls; raw, for the screen only.
    pub tool_name: String,
    /// Visible characters: Unicode scalar values, a surrogate pair over two events counted once.
    pub chars: u32,
    /// Token counts it states.
    pub usage: Option<Usage>,
    /// The finish reason it states; of several choices the worst.
    pub finish: Option<Finish>,
    /// In a stream of several choices, how many have come and not finished: where an event begins or
    /// finishes one.
    pub open_choices: Option<u32>,
    /// Whether it is the dialect's end marker (`[DONE]`, `message_stop`, `response.completed`).
    pub end_marker: bool,
    /// Whether it shows that reasoning happens out of sight: a reasoning item, an opaque block.
    pub hidden_reasoning: bool,
    /// The error it carries.
    pub error: Option<StreamError>,
    /// What the provider says of its own phases.
    pub reported: Vec<Reported>,
    /// The model it names.
    pub model: Option<String>,
    /// What was odd about it.
    pub notes: Vec<NoteCode>,
}

impl Reading {
    /// Empties the buffer and keeps its memory.
    pub fn clear(&mut self) {
        let Self {
            name,
            tags,
            text,
            reasoning,
            tool,
            tool_name,
            chars,
            usage,
            finish,
            open_choices,
            end_marker,
            hidden_reasoning,
            error,
            reported,
            model,
            notes,
        } = self;
        (*name, *tags, *chars, *usage, *finish) = Default::default();
        (*open_choices, *end_marker, *hidden_reasoning, *error, *model) = Default::default();
        [text, reasoning, tool, tool_name].into_iter().for_each(String::clear);
        reported.clear();
        notes.clear();
    }
}
