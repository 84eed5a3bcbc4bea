//! The one table of providers that `ask` knows.

use clap::builder::PossibleValuesParser;

/// One provider.
#[derive(Debug)]
pub struct Provider {
    /// What `--provider` calls it.
    pub name: &'static str,
    /// Its address, as its SDKs call it.
    pub base: &'static str,
    /// The path of a streaming request; `{model}` stands for the model.
    pub path: &'static str,
    /// How its request body looks.
    pub shape: Shape,
    /// The environment variable that usually holds its key; `None` when it needs none.
    pub key: Option<&'static str>,
    /// Where the key goes.
    pub auth: Auth,
    /// What it calls the limit of output tokens, for the shapes that differ in it.
    pub limit: &'static str,
    /// What else it wants.
    pub headers: &'static [(&'static str, &'static str)],
}

/// How a request body looks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shape {
    /// The Responses API.
    Responses,
    /// Chat completions, with the option that makes usage be reported.
    Chat,
    /// Chat completions of a provider that reports usage by itself and refuses the option.
    ChatWithoutOptions,
    /// Chat completions that take the effort of reasoning in an object, as `OpenRouter` does.
    ChatWithReasoning,
    /// Anthropic messages.
    Messages,
    /// Gemini.
    Gemini,
    /// Ollama's own API.
    Ollama,
}

impl Shape {
    /// Whether the effort of reasoning can be given as a number of tokens.
    pub const fn takes_budget(self) -> bool {
        matches!(self, Self::Messages | Self::Gemini | Self::ChatWithReasoning)
    }
}

/// Where the key goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Auth {
    /// `authorization: Bearer`.
    Bearer,
    /// A header of its own.
    Header(&'static str),
}

const fn chat(name: &'static str, base: &'static str, key: &'static str) -> Provider {
    Provider {
        name,
        base,
        path: "/chat/completions",
        shape: Shape::Chat,
        key: Some(key),
        auth: Auth::Bearer,
        limit: "max_tokens",
        headers: &[],
    }
}

/// Every provider, in the order of the help.
pub static PROVIDERS: &[Provider] = &[
    Provider {
        path: "/responses",
        shape: Shape::Responses,
        limit: "max_output_tokens",
        ..chat("openai", "https://api.openai.com/v1", "OPENAI_API_KEY")
    },
    Provider { limit: "max_completion_tokens", ..chat("openai-chat", "https://api.openai.com/v1", "OPENAI_API_KEY") },
    Provider {
        name: "anthropic",
        base: "https://api.anthropic.com/v1",
        path: "/messages",
        shape: Shape::Messages,
        key: Some("ANTHROPIC_API_KEY"),
        auth: Auth::Header("x-api-key"),
        limit: "max_tokens",
        headers: &[("anthropic-version", "2023-06-01")],
    },
    Provider {
        name: "gemini",
        base: "https://generativelanguage.googleapis.com/v1beta",
        path: "/models/{model}:streamGenerateContent?alt=sse",
        shape: Shape::Gemini,
        key: Some("GEMINI_API_KEY"),
        auth: Auth::Header("x-goog-api-key"),
        limit: "maxOutputTokens",
        headers: &[],
    },
    Provider {
        shape: Shape::ChatWithReasoning,
        ..chat("openrouter", "https://openrouter.ai/api/v1", "OPENROUTER_API_KEY")
    },
    Provider { limit: "max_completion_tokens", ..chat("groq", "https://api.groq.com/openai/v1", "GROQ_API_KEY") },
    Provider { shape: Shape::ChatWithoutOptions, ..chat("mistral", "https://api.mistral.ai/v1", "MISTRAL_API_KEY") },
    chat("deepseek", "https://api.deepseek.com", "DEEPSEEK_API_KEY"),
    Provider {
        name: "ollama",
        base: "http://localhost:11434",
        path: "/api/chat",
        shape: Shape::Ollama,
        key: None,
        auth: Auth::Bearer,
        limit: "num_predict",
        headers: &[],
    },
];

/// Whoever answers at `--base-url` when no provider is named. No key goes there unasked.
pub static CUSTOM: Provider = Provider {
    name: "--base-url",
    base: "",
    path: "/chat/completions",
    shape: Shape::Chat,
    key: None,
    auth: Auth::Bearer,
    limit: "max_tokens",
    headers: &[],
};

/// The names, for clap.
pub fn names() -> PossibleValuesParser {
    PossibleValuesParser::new(PROVIDERS.iter().map(|provider| provider.name))
}
