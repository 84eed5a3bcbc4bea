use super::{Reading, generic};
use crate::{timeline::word_enum, wire::Event};

word_enum! {
    /// An API dialect, by the name that code, screen and JSON use.
    pub enum DialectId {
        /// Chat completions of OpenAI and all who speak it.
        OpenAiChat = "openai-chat",
        /// Legacy completions.
        OpenAiCompletions = "openai-completions",
        /// The Responses API.
        OpenAiResponses = "openai-responses",
        /// Assistants (threads and runs).
        OpenAiAssistants = "openai-assistants",
        /// Anthropic messages.
        AnthropicMessages = "anthropic-messages",
        /// Gemini `streamGenerateContent`.
        Gemini = "gemini",
        /// Gemini interactions.
        GeminiInteractions = "gemini-interactions",
        /// Cohere chat v2.
        CohereV2 = "cohere-v2",
        /// Ollama's own API, NDJSON.
        Ollama = "ollama",
        /// Coze chat v3.
        Coze = "coze",
        /// The AI SDK's UI message stream.
        AiSdkUi = "ai-sdk-ui",
        /// Not recognised: every event unknown but errors, `[DONE]` and pings.
        Generic = "generic",
    }
}

/// Reads the events of one stream in one dialect. Holds what must be remembered between events.
pub trait Dialect: Send {
    /// Reads one event into `out`, which is empty. Never fails: what is not understood is
    /// [`Tag::Unknown`](crate::timeline::Tag::Unknown) or a note.
    fn read(&mut self, event: &Event<'_>, out: &mut Reading);
}

/// What the program knows of a dialect before its first event. Adding a dialect is one file with
/// one of these and one line in [`DIALECTS`].
pub struct Spec {
    /// Its name.
    pub id: DialectId,
    /// A reader for a new stream.
    pub make: fn() -> Box<dyn Dialect>,
    /// Whether an event can only be of this dialect.
    pub recognises: fn(&Event<'_>) -> bool,
    /// Ends or parts of request paths that mean this dialect, the more special first.
    pub paths: &'static [&'static str],
    /// The end marker whose absence after a finish reason is noted, if the dialect has one.
    pub end_marker: Option<&'static str>,
    /// Whether the dialect has finish reasons, so that an end marker without one is noted.
    pub has_finish: bool,
    /// Every event name it knows: the closed vocabulary of safe captures.
    pub event_names: &'static [&'static str],
}

/// Every dialect, in the order in which they are tried on a first event.
pub static DIALECTS: &[&Spec] = &[&generic::SPEC];

impl DialectId {
    /// The dialect's entry; [`DialectId::Generic`]'s where there is none.
    pub fn spec(self) -> &'static Spec {
        DIALECTS.iter().find(|spec| spec.id == self).unwrap_or(&&generic::SPEC)
    }
}

/// The static form of an event name that some dialect lists.
pub fn known_event_name(name: &str) -> Option<&'static str> {
    DIALECTS.iter().flat_map(|spec| spec.event_names).find(|known| **known == name).copied()
}
