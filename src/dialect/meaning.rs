//! What can stand at a place of an event's data: the vocabulary of the dialect tables.

use crate::timeline::Tag;

/// A place, as a dotted path, and what stands there. Brackets in a path are for the reader:
/// arrays are transparent.
pub(super) type Field = (&'static str, Meaning);

/// The kinds of content.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Content {
    Text,
    Refusal,
    Reasoning,
    /// What the model writes for a tool: arguments, input, code, a patch.
    Tool,
    /// Audio or image bytes, or where they are.
    Media,
}

impl Content {
    pub(super) const ALL: [Self; 5] = [Self::Text, Self::Refusal, Self::Reasoning, Self::Tool, Self::Media];

    pub(super) const fn tag(self) -> Tag {
        match self {
            Self::Text => Tag::Text,
            Self::Refusal => Tag::Refusal,
            Self::Reasoning => Tag::Reasoning,
            Self::Tool => Tag::Tool,
            Self::Media => Tag::Media,
        }
    }
}

/// A token count.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Count {
    Input,
    Cached,
    Output,
    /// An output count that a later one may undercut without contradicting it.
    ProvisionalOutput,
    Reasoning,
    Total,
}

/// The unit of a reported duration.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Unit {
    Seconds,
    Millis,
    Nanos,
}

/// What stands at a place.
#[derive(Clone, Copy, Debug)]
pub(super) enum Meaning {
    /// A group of places below this one.
    Within(&'static [Field]),
    /// Nothing of interest, but a sign that the event is one of the dialect.
    Known,

    /// A piece of content. A tool's may be any JSON, everything else is a string.
    Delta(Content),
    /// Content that repeats earlier deltas of its item; counts when there were none.
    Whole(Content),
    /// Reasoning that a provider writes into several fields of one event: the lowest rank that
    /// is there counts.
    Reasoning(u8),
    /// The name of a tool that is called.
    ToolName,
    /// The same in a restatement.
    ToolNameAgain,
    /// A non-empty string here announces a tool call.
    Announces,
    /// The type of an item or block that opens: it may be a tool call, or reasoning.
    ItemType,
    /// The same in a restatement.
    ItemTypeAgain,
    /// What the item is known by: an index or an id.
    Item,
    /// A non-empty value shows that reasoning happens out of sight.
    Hidden,

    /// An object whose content depends on its own type.
    Part,
    /// The same in a restatement.
    PartAgain,
    /// The part's type.
    PartType,
    /// The part's text.
    PartText,
    /// What the model wrote for a tool; makes the part a call of it.
    PartTool,
    /// Whether the part is a thought.
    PartThought,
    /// A non-empty value here makes the part a tool's result, which is no content.
    PartResult,

    /// One of several answers.
    Choice,
    /// Which of them.
    Index,
    /// Why it ended, as a word.
    Finish,
    /// Why it was cut short, as a word: one that no table knows does not make it whole.
    CutShort,
    /// How the whole went, as a word. Against the kind of event that it stands in, the worse counts.
    Status,
    /// Why the prompt was refused, as a word.
    Blocked,
    /// `true` ends the stream.
    Done,

    /// A token count.
    Tokens(Count),
    /// A duration that the provider reports, under this name.
    Took(&'static str, Unit),
    /// The model.
    Model,
    /// The kind of the payload, in a dialect that names it `object`.
    Object,
    /// The kind of the payload, in a dialect without kinds: `error` or `ping`.
    Type,

    /// An error: a string, or an object that is not empty.
    Error,
    /// An error's text.
    ErrorMessage,
    /// A word or number for an error; the lowest rank that is a known word counts.
    ErrorCode(u8),
    /// The text of an error, if the event is one for another reason.
    FlatMessage,
    /// A word or number for it, likewise.
    FlatCode,
}
