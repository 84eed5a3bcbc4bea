//! The request body for a question, in the words of each API.

use serde_json::{Map, Value, json};

use super::{
    providers::{Provider, Shape},
    tools::Tool,
};

/// Anthropic wants a limit in every request.
const MESSAGES_LIMIT: u64 = 4_096;

/// What is asked.
#[derive(Debug, Default)]
pub struct Question {
    /// The model.
    pub model: String,
    /// The prompt.
    pub prompt: String,
    /// Instructions for the model.
    pub system: Option<String>,
    /// How much it is to reason: a word of the provider, or a number of tokens.
    pub reasoning: Option<String>,
    /// Tools that it may call.
    pub tools: Vec<Tool>,
    /// At most so many output tokens.
    pub max_tokens: Option<u64>,
    /// The temperature.
    pub temperature: Option<f64>,
}

/// The request body: a stream, with usage reported.
pub fn body(provider: &Provider, question: &Question) -> String {
    let mut body = match provider.shape {
        Shape::Responses => responses(question),
        Shape::Chat | Shape::ChatWithReasoning | Shape::ChatWithoutOptions | Shape::Ollama => {
            chat(provider.shape, question)
        }
        Shape::Messages => messages(question),
        Shape::Gemini => gemini(question),
    };
    let mut settings = Map::new();
    if let Some(tokens) = question.max_tokens {
        settings.insert(provider.limit.to_owned(), json!(tokens));
    }
    if let Some(temperature) = question.temperature {
        settings.insert("temperature".to_owned(), json!(temperature));
    }
    let place = match provider.shape {
        Shape::Gemini => &mut body["generationConfig"],
        Shape::Ollama => &mut body["options"],
        _ => &mut body,
    };
    match place {
        Value::Object(fields) => fields.extend(settings),
        place => *place = Value::Object(settings),
    }
    if let Some(fields) = body.as_object_mut() {
        fields.retain(|_, value| value.as_object().is_none_or(|inner| !inner.is_empty()));
    }
    body.to_string()
}

/// The number of tokens, where that is how the reasoning is given.
pub fn budget(reasoning: &str) -> Option<u64> {
    reasoning.parse().ok()
}

fn tools(question: &Question, form: fn(&Tool) -> Value) -> Option<Value> {
    (!question.tools.is_empty()).then(|| question.tools.iter().map(form).collect())
}

fn set(body: &mut Value, name: &str, value: Option<Value>) {
    if let Some(value) = value {
        body[name] = value;
    }
}

fn responses(question: &Question) -> Value {
    let mut body = json!({ "model": question.model, "stream": true, "input": question.prompt });
    set(&mut body, "instructions", question.system.as_ref().map(|text| json!(text)));
    set(&mut body, "reasoning", question.reasoning.as_ref().map(|effort| json!({ "effort": effort })));
    set(&mut body, "tools", tools(question, Tool::flat));
    body
}

fn chat(shape: Shape, question: &Question) -> Value {
    let system = question.system.iter().map(|text| json!({ "role": "system", "content": text }));
    let prompt = json!({ "role": "user", "content": question.prompt });
    let all: Vec<_> = system.chain([prompt]).collect();
    let mut body = json!({ "model": question.model, "stream": true });
    if matches!(shape, Shape::Chat | Shape::ChatWithReasoning) {
        body["stream_options"] = json!({ "include_usage": true });
    }
    body["messages"] = Value::Array(all);
    if let Some(effort) = &question.reasoning {
        let (name, value) = match (shape, budget(effort)) {
            (Shape::Ollama, _) => ("think", json!(effort)),
            (Shape::ChatWithReasoning, Some(tokens)) => ("reasoning", json!({ "max_tokens": tokens })),
            (Shape::ChatWithReasoning, None) => ("reasoning", json!({ "effort": effort })),
            _ => ("reasoning_effort", json!(effort)),
        };
        body[name] = value;
    }
    set(&mut body, "tools", tools(question, Tool::wrapped));
    body
}

fn messages(question: &Question) -> Value {
    let prompt = json!([{ "role": "user", "content": question.prompt }]);
    let mut body = json!({ "model": question.model, "stream": true, "messages": prompt });
    set(&mut body, "system", question.system.as_ref().map(|text| json!(text)));
    let tokens = question.reasoning.as_deref().and_then(budget);
    match (&question.reasoning, tokens) {
        (_, Some(tokens)) => body["thinking"] = json!({ "type": "enabled", "budget_tokens": tokens }),
        (Some(effort), None) => {
            body["thinking"] = json!({ "type": "adaptive" });
            body["output_config"] = json!({ "effort": effort });
        }
        (None, None) => {}
    }
    set(&mut body, "tools", tools(question, Tool::with_input_schema));
    // The budget is a part of the limit.
    body["max_tokens"] = json!(MESSAGES_LIMIT + tokens.unwrap_or(0));
    body
}

fn gemini(question: &Question) -> Value {
    let mut body = json!({ "contents": [{ "role": "user", "parts": [{ "text": question.prompt }] }] });
    let system = question.system.as_ref().map(|text| json!({ "parts": [{ "text": text }] }));
    set(&mut body, "systemInstruction", system);
    let declared = tools(question, Tool::bare).map(|tools| json!([{ "functionDeclarations": tools }]));
    set(&mut body, "tools", declared);
    if let Some(effort) = &question.reasoning {
        let (name, value) = match budget(effort) {
            Some(tokens) => ("thinkingBudget", json!(tokens)),
            None => ("thinkingLevel", json!(effort)),
        };
        body["generationConfig"] = json!({ "thinkingConfig": { "includeThoughts": true, name: value } });
    }
    body
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::{super::providers::PROVIDERS, Question, Tool, body};

    fn of(name: &str, question: Question) -> Value {
        let provider = PROVIDERS.iter().find(|provider| provider.name == name).expect("known");
        let question = Question { model: "m".to_owned(), prompt: "hi".to_owned(), ..question };
        serde_json::from_str(&body(provider, &question)).expect("JSON")
    }

    fn full(reasoning: &str) -> Question {
        Question {
            system: Some("be brief".to_owned()),
            reasoning: Some(reasoning.to_owned()),
            tools: Tool::parse(r#"{"name":"clock","parameters":{"type":"object"}}"#).expect("a tool"),
            max_tokens: Some(9),
            temperature: Some(0.5),
            ..Question::default()
        }
    }

    #[test]
    fn a_bare_question_asks_for_a_stream_with_usage() {
        let messages = json!([{"role": "user", "content": "hi"}]);
        for (name, expected) in [
            ("openai", json!({"model": "m", "stream": true, "input": "hi"})),
            (
                "groq",
                json!({"model": "m", "stream": true, "stream_options": {"include_usage": true}, "messages": messages}),
            ),
            ("mistral", json!({"model": "m", "stream": true, "messages": messages})),
            ("ollama", json!({"model": "m", "stream": true, "messages": messages})),
            ("anthropic", json!({"model": "m", "stream": true, "messages": messages, "max_tokens": 4096})),
            ("gemini", json!({"contents": [{"role": "user", "parts": [{"text": "hi"}]}]})),
        ] {
            assert_eq!(of(name, Question::default()), expected, "{name}");
        }
    }

    #[test]
    fn everything_that_can_be_asked_stands_where_each_api_wants_it() {
        let schema = json!({"type": "object"});
        let wrapped = json!([{"type": "function", "function": {"name": "clock", "parameters": schema}}]);
        let said = json!([{"role": "system", "content": "be brief"}, {"role": "user", "content": "hi"}]);
        let usage = json!({"include_usage": true});
        for (name, expected) in [
            (
                "openai",
                json!({"model": "m", "stream": true, "input": "hi", "instructions": "be brief", "reasoning": {"effort": "low"},
                    "tools": [{"type": "function", "name": "clock", "parameters": schema}], "max_output_tokens": 9, "temperature": 0.5}),
            ),
            (
                "openai-chat",
                json!({"model": "m", "stream": true, "stream_options": usage, "messages": said, "reasoning_effort": "low",
                    "tools": wrapped, "max_completion_tokens": 9, "temperature": 0.5}),
            ),
            (
                "openrouter",
                json!({"model": "m", "stream": true, "stream_options": usage, "messages": said, "reasoning": {"effort": "low"},
                    "tools": wrapped, "max_tokens": 9, "temperature": 0.5}),
            ),
            (
                "ollama",
                json!({"model": "m", "stream": true, "messages": said, "think": "low", "tools": wrapped,
                    "options": {"num_predict": 9, "temperature": 0.5}}),
            ),
            (
                "anthropic",
                json!({"model": "m", "stream": true, "messages": [said[1]], "system": "be brief", "thinking": {"type": "adaptive"},
                    "output_config": {"effort": "low"}, "tools": [{"name": "clock", "input_schema": schema}], "max_tokens": 9, "temperature": 0.5}),
            ),
            (
                "gemini",
                json!({"contents": [{"role": "user", "parts": [{"text": "hi"}]}], "systemInstruction": {"parts": [{"text": "be brief"}]},
                    "tools": [{"functionDeclarations": [{"name": "clock", "parameters": schema}]}],
                    "generationConfig": {"thinkingConfig": {"includeThoughts": true, "thinkingLevel": "low"}, "maxOutputTokens": 9, "temperature": 0.5}}),
            ),
        ] {
            assert_eq!(of(name, full("low")), expected, "{name}");
        }
    }

    #[test]
    fn a_number_is_a_budget_of_tokens() {
        let budget = || Question { reasoning: Some("2000".to_owned()), ..Question::default() };
        let of_messages = of("anthropic", budget());
        assert_eq!(of_messages["thinking"], json!({"type": "enabled", "budget_tokens": 2000}));
        assert_eq!(of_messages["max_tokens"], 6096);
        assert_eq!(of("gemini", budget())["generationConfig"]["thinkingConfig"]["thinkingBudget"], 2000);
    }
}
