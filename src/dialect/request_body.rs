//! What a request asks for, read from its URL and its body.

use std::fmt;

use serde::de::{Deserializer as _, IgnoredAny, MapAccess, Visitor};
use serde_json::{Map, Value};
use url::Url;

use super::{DialectId, RequestFacts, providers::provider_of_host};

/// The members of a body that say what is asked for. Prompts, which can be large, are skipped
/// unread.
const WANTED: &[&str] = &[
    "model",
    "stream",
    "stream_options",
    "usage",
    "reasoning_effort",
    "reasoning",
    "thinking",
    "output_config",
    "enable_thinking",
    "chat_template_kwargs",
    "think",
    "generationConfig",
    "generation_config",
    "options",
    "tools",
    "functions",
    "max_tokens",
    "max_completion_tokens",
    "max_output_tokens",
    "max_new_tokens",
    "n_predict",
    "temperature",
    "top_p",
    "p",
];

/// Members whose presence tells the dialect where the path does not.
const SHAPES: &[(&str, DialectId)] = &[
    ("contents", DialectId::Gemini),
    ("messages", DialectId::OpenAiChat),
    ("input", DialectId::OpenAiResponses),
    ("prompt", DialectId::OpenAiCompletions),
];

/// The facts of a request: from its method, its URL and its body.
pub fn request_facts(method: &str, url: &Url, body: &[u8]) -> RequestFacts {
    let asked = Asked::of(body).unwrap_or_default();
    let path = url.path();
    let dialect = DialectId::of_path(path).or(asked.shape);
    RequestFacts {
        dialect,
        provider: url.host_str().map(|host| provider_of_host(host).to_owned()),
        model: asked.text(&["model"]).or_else(|| model_in_path(path)),
        method: Some(method.to_owned()),
        streaming: asked.streaming(dialect, path),
        reasoning_effort: asked.reasoning_effort().map(str::to_owned),
        tools: asked.tools(),
        max_output_tokens: asked.number(MAX_OUTPUT).and_then(whole),
        temperature: asked.number(TEMPERATURE),
        top_p: asked.number(TOP_P),
        body_bytes: Some(body.len() as u64),
        usage_requested: asked.usage_requested(dialect),
    }
}

type Paths = &'static [&'static str];

const MAX_OUTPUT: Paths = &[
    "max_completion_tokens",
    "max_output_tokens",
    "max_tokens",
    "generationConfig.maxOutputTokens",
    "generation_config.max_output_tokens",
    "options.num_predict",
    "max_new_tokens",
    "n_predict",
];
const TEMPERATURE: Paths =
    &["temperature", "generationConfig.temperature", "generation_config.temperature", "options.temperature"];
const TOP_P: Paths = &["top_p", "p", "generationConfig.topP", "generation_config.top_p", "options.top_p"];

/// Where an amount of reasoning stands as a word.
const EFFORT: Paths = &[
    "reasoning_effort",
    "reasoning.effort",
    "output_config.effort",
    "generationConfig.thinkingConfig.thinkingLevel",
    "generation_config.thinking_level",
    "think",
];

/// The words for it; the last two are ours (see [`RequestFacts::reasoning_effort`]).
pub const EFFORTS: &[&str] = &["none", "minimal", "low", "medium", "high", "xhigh", "max", "budget", "default"];

/// The static form of a reasoning effort that may stand in a safe capture.
pub fn known_effort(effort: &str) -> Option<&'static str> {
    EFFORTS.iter().find(|known| **known == effort).copied()
}

/// Amounts of reasoning in tokens; 0 is none, below 0 leaves it to the model.
const BUDGET: Paths = &[
    "thinking.budget_tokens",
    "reasoning.max_tokens",
    "generationConfig.thinkingConfig.thinkingBudget",
    "chat_template_kwargs.thinking_budget",
];

/// Reasoning on or off, as a boolean or a word.
const SWITCH: Paths = &[
    "thinking.type",
    "reasoning.enabled",
    "enable_thinking",
    "chat_template_kwargs.enable_thinking",
    "think",
    "generationConfig.thinkingConfig.includeThoughts",
    "reasoning.summary",
];

/// The members of a body that say what is asked for.
#[derive(Debug, Default)]
struct Asked {
    members: Map<String, Value>,
    shape: Option<DialectId>,
    is_json: bool,
}

impl Asked {
    /// Of a JSON body; `None` for any other.
    fn of(body: &[u8]) -> Option<Self> {
        let mut de = serde_json::Deserializer::from_slice(body);
        de.deserialize_map(Members).ok()
    }

    fn at(&self, path: &str) -> Option<&Value> {
        let (first, rest) = path.split_once('.').unwrap_or((path, ""));
        let keys = rest.split('.').filter(|key| !key.is_empty());
        keys.fold(self.members.get(first), |here, key| here?.get(key))
    }

    fn text(&self, paths: Paths) -> Option<String> {
        paths.iter().find_map(|path| self.at(path)?.as_str()).map(str::to_owned)
    }

    fn number(&self, paths: Paths) -> Option<f64> {
        paths.iter().find_map(|path| self.at(path)?.as_f64())
    }

    fn streaming(&self, dialect: Option<DialectId>, path: &str) -> Option<bool> {
        match dialect {
            Some(DialectId::Gemini) if path.contains(":streamGenerateContent") => Some(true),
            Some(DialectId::Gemini) if path.contains(":generateContent") => Some(false),
            _ if !self.is_json => None,
            // It streams unless told otherwise.
            Some(DialectId::Ollama) => Some(self.at("stream") != Some(&Value::Bool(false))),
            Some(_) => Some(self.at("stream") == Some(&Value::Bool(true))),
            None => self.at("stream")?.as_bool(),
        }
    }

    fn reasoning_effort(&self) -> Option<&'static str> {
        let word = EFFORT.iter().find_map(|path| self.at(path)?.as_str());
        if let Some(effort) = word.and_then(|word| known_effort(&word.to_ascii_lowercase())) {
            return Some(effort);
        }
        if let Some(budget) = self.number(BUDGET) {
            return Some(match budget {
                0.0 => "none",
                ..0.0 => "default",
                _ => "budget",
            });
        }
        SWITCH.iter().find_map(|path| {
            let on = match self.at(path)? {
                Value::Bool(on) => *on,
                Value::String(word) => word != "disabled",
                _ => return None,
            };
            Some(if on { "default" } else { "none" })
        })
    }

    /// How many tools are offered. Gemini lists several functions in one.
    fn tools(&self) -> Option<u32> {
        let offered = |tool: &Value| {
            let functions =
                ["functionDeclarations", "function_declarations"].iter().find_map(|key| tool.get(key)?.as_array());
            functions.map_or(1, Vec::len)
        };
        let list = ["tools", "functions"].iter().find_map(|key| self.at(key)?.as_array())?;
        u32::try_from(list.iter().map(offered).sum::<usize>()).ok()
    }

    /// Only chat and legacy completions have to be asked.
    fn usage_requested(&self, dialect: Option<DialectId>) -> Option<bool> {
        let needs_it = matches!(dialect, Some(DialectId::OpenAiChat | DialectId::OpenAiCompletions));
        let asks = |path| self.at(path).and_then(Value::as_bool) == Some(true);
        (needs_it && self.is_json).then(|| asks("stream_options.include_usage") || asks("usage.include"))
    }
}

/// Collects the wanted members of an object.
struct Members;

impl<'de> Visitor<'de> for Members {
    type Value = Asked;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Asked, A::Error> {
        let mut asked = Asked { is_json: true, ..Asked::default() };
        while let Some(key) = map.next_key::<String>()? {
            let shape = SHAPES.iter().find(|(member, _)| *member == key).map(|(_, dialect)| *dialect);
            asked.shape = asked.shape.or(shape);
            if WANTED.contains(&key.as_str()) {
                asked.members.insert(key, map.next_value()?);
            } else {
                map.next_value::<IgnoredAny>()?;
            }
        }
        Ok(asked)
    }
}

/// A count, if the number is one.
fn whole(value: f64) -> Option<u64> {
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "checked to be a whole count")]
    (value >= 0.0 && value.fract() == 0.0 && value < 9_007_199_254_740_992.0).then_some(value as u64)
}

/// The model that a path names: Gemini's and Vertex's `models/…:method`, Azure's `deployments/…/`.
fn model_in_path(path: &str) -> Option<String> {
    let after = |mark| path.split_once(mark).map(|(_, rest)| rest);
    let rest = after("/models/").or_else(|| after("/deployments/"))?;
    let model = rest.split([':', '/']).next()?;
    (!model.is_empty()).then(|| model.to_owned())
}

#[cfg(test)]
mod tests {
    use url::Url;

    use super::{DialectId, RequestFacts, request_facts};

    fn facts(url: &str, body: &str) -> RequestFacts {
        request_facts("POST", &Url::parse(url).expect("a URL"), body.as_bytes())
    }

    #[test]
    fn a_chat_request_says_what_it_asks_for() {
        let body = r#"{"messages":[{"role":"user","content":"half \ud83d"}],"model":"gpt-4o","stream":true,
            "stream_options":{"include_usage":true},"reasoning_effort":"high","tools":[{},{}],
            "max_completion_tokens":4096,"temperature":0.5,"top_p":1}"#;
        let want = RequestFacts {
            dialect: Some(DialectId::OpenAiChat),
            provider: Some("openai".into()),
            model: Some("gpt-4o".into()),
            method: Some("POST".into()),
            streaming: Some(true),
            reasoning_effort: Some("high".into()),
            tools: Some(2),
            max_output_tokens: Some(4096),
            temperature: Some(0.5),
            top_p: Some(1.0),
            body_bytes: Some(body.len() as u64),
            usage_requested: Some(true),
        };
        assert_eq!(facts("https://api.openai.com/v1/chat/completions", body), want);
    }

    #[test]
    fn gemini_names_model_and_stream_in_its_path() {
        let body = r#"{"contents":[],"tools":[{"functionDeclarations":[{},{}]},{"googleSearch":{}}],
            "generationConfig":{"maxOutputTokens":99,"topP":0.9,"thinkingConfig":{"thinkingBudget":1024}}}"#;
        let url = "https://generativelanguage.googleapis.com/v1beta/models/gemini-2.5-pro:streamGenerateContent?key=K";
        let facts = facts(url, body);
        assert_eq!(facts.dialect, Some(DialectId::Gemini));
        assert_eq!(facts.provider.as_deref(), Some("google"));
        assert_eq!(facts.model.as_deref(), Some("gemini-2.5-pro"));
        assert_eq!((facts.streaming, facts.usage_requested), (Some(true), None));
        assert_eq!((facts.tools, facts.max_output_tokens, facts.top_p), (Some(3), Some(99), Some(0.9)));
        assert_eq!(facts.reasoning_effort.as_deref(), Some("budget"));
    }

    #[test]
    fn reasoning_is_asked_for_in_many_ways() {
        for (body, want) in [
            (r#"{"reasoning":{"effort":"xhigh"}}"#, Some("xhigh")),
            (r#"{"reasoning_effort":"none"}"#, Some("none")),
            (r#"{"reasoning":{"max_tokens":2000}}"#, Some("budget")),
            (r#"{"thinking":{"type":"enabled","budget_tokens":2048}}"#, Some("budget")),
            (r#"{"thinking":{"type":"adaptive"}}"#, Some("default")),
            (r#"{"thinking":{"type":"adaptive"},"output_config":{"effort":"low"}}"#, Some("low")),
            (r#"{"thinking":{"type":"disabled"}}"#, Some("none")),
            (r#"{"generationConfig":{"thinkingConfig":{"thinkingBudget":-1}}}"#, Some("default")),
            (r#"{"generationConfig":{"thinkingConfig":{"thinkingBudget":0}}}"#, Some("none")),
            (r#"{"generationConfig":{"thinkingConfig":{"thinkingLevel":"HIGH"}}}"#, Some("high")),
            (r#"{"think":true}"#, Some("default")),
            (r#"{"think":"low"}"#, Some("low")),
            (r#"{"enable_thinking":false}"#, Some("none")),
            (r#"{"reasoning_effort":"as you like"}"#, None),
            (r#"{"reasoning":null}"#, None),
            ("{}", None),
        ] {
            assert_eq!(facts("http://localhost/x", body).reasoning_effort.as_deref(), want, "{body}");
        }
    }

    #[test]
    fn without_a_telling_path_the_body_tells_and_without_json_nothing_does() {
        let local = facts("http://127.0.0.1:9/", r#"{"input":"x","stream":true}"#);
        assert_eq!((local.dialect, local.streaming), (Some(DialectId::OpenAiResponses), Some(true)));
        assert_eq!(local.provider.as_deref(), Some("other"));
        let ollama = facts("http://localhost:11434/api/chat", r#"{"messages":[]}"#);
        assert_eq!((ollama.dialect, ollama.streaming), (Some(DialectId::Ollama), Some(true)));
        let silent = facts("https://api.openai.com/v1/responses", r#"{"input":"x"}"#);
        assert_eq!(silent.streaming, Some(false));
        let other = facts("https://llm.corp.example/v1/messages", "not json");
        assert_eq!((other.dialect, other.streaming), (Some(DialectId::AnthropicMessages), None));
        assert_eq!((other.provider.as_deref(), other.body_bytes), (Some("other"), Some(8)));
    }
}
