use std::sync::OnceLock;

use serde_json::Value;

use super::{
    ai_sdk_ui, anthropic_messages, cohere_v2, common, coze, gemini, gemini_interactions, generic, ollama,
    openai_assistants, openai_chat, openai_completions, openai_responses,
    reader::Reader,
    table::{Compiled, Table},
};
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

/// Every dialect, in the order in which they are tried on an event. Adding one is a file and a
/// line here.
pub static DIALECTS: &[&Spec] = &[
    &openai_responses::SPEC,
    &openai_assistants::SPEC,
    &openai_completions::SPEC,
    &openai_chat::SPEC,
    &anthropic_messages::SPEC,
    &gemini::SPEC,
    &gemini_interactions::SPEC,
    &cohere_v2::SPEC,
    &coze::SPEC,
    &ollama::SPEC,
    &ai_sdk_ui::SPEC,
    &generic::SPEC,
];

/// A dialect: how to recognise it, and what its events hold.
pub struct Spec {
    /// Its name.
    pub id: DialectId,
    /// What only an event of this dialect shows; one of them is enough.
    pub signs: &'static [Sign],
    /// Parts of request paths that mean this dialect. Of several dialects' the longest that fits
    /// decides.
    pub paths: &'static [&'static str],
    /// The end marker whose absence after a finish reason is noted, if the dialect has one.
    pub end_marker: Option<&'static str>,
    /// Whether the dialect has finish reasons, so that an end marker without one is noted.
    pub has_finish: bool,
    /// Names of events that no row of its table has, such as a payload's `object`.
    pub names: &'static [&'static str],
    pub(super) table: Table,
    pub(super) compiled: OnceLock<Compiled>,
}

/// What an event shows of its dialect.
pub enum Sign {
    /// The event's name, or the type in its payload, is one of these.
    Named(&'static [&'static str]),
    /// It begins so.
    NameStarts(&'static str),
    /// The payload has all of these keys.
    Has(&'static [&'static str]),
    /// A string stands at this place.
    Text(&'static str),
}

impl Sign {
    fn is_in(&self, event: &Event<'_>, payload: &Value) -> bool {
        let mut names = ["type", "event_type", "object"]
            .into_iter()
            .filter_map(|key| payload.get(key)?.as_str())
            .chain(Some(event.name).filter(|name| !name.is_empty()));
        match self {
            Self::Named(wanted) => names.any(|name| wanted.contains(&name)),
            Self::NameStarts(start) => names.any(|name| name.starts_with(start)),
            Self::Has(paths) => paths.iter().all(|path| at(payload, path).is_some()),
            Self::Text(path) => at(payload, path).is_some_and(Value::is_string),
        }
    }
}

/// The value at a dotted path; of an array its first element.
fn at<'v>(value: &'v Value, path: &str) -> Option<&'v Value> {
    path.split('.').try_fold(value, |here, key| here.get(0).unwrap_or(here).get(key))
}

impl Spec {
    /// Whether an event can only be of this dialect.
    pub(super) fn recognises(&self, event: &Event<'_>, payload: &Value) -> bool {
        self.signs.iter().any(|sign| sign.is_in(event, payload))
    }

    /// A reader for a new stream.
    pub(super) fn reader(&'static self) -> Reader {
        Reader::new(self.compiled.get_or_init(|| Compiled::new(&self.table, common::FIELDS, common::ROWS)))
    }
}

impl DialectId {
    /// The dialect's entry; [`DialectId::Generic`]'s where there is none.
    pub fn spec(self) -> &'static Spec {
        DIALECTS.iter().find(|spec| spec.id == self).unwrap_or(&&generic::SPEC)
    }

    /// The dialect that a request path means.
    pub fn of_path(path: &str) -> Option<Self> {
        let fits = DIALECTS.iter().flat_map(|spec| spec.paths.iter().map(move |part| (part.len(), part, spec.id)));
        fits.filter(|(_, part, _)| path.contains(**part)).max_by_key(|(length, ..)| *length).map(|(.., id)| id)
    }
}
