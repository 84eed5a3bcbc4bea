use serde_json::{Value, json};

use super::providers::{Provider, Shape};

/// Anthropic wants a limit in every request.
const MESSAGES_LIMIT: u64 = 4_096;

/// The request body for a prompt: a stream, with usage reported.
pub fn body(provider: &Provider, model: &str, prompt: &str, max_tokens: Option<u64>) -> String {
    let messages = json!([{ "role": "user", "content": prompt }]);
    let (mut body, limit) = match provider.shape {
        Shape::Responses => {
            (json!({ "model": model, "stream": true, "input": prompt }), limit("max_output_tokens", max_tokens))
        }
        Shape::Chat => {
            let options = json!({ "include_usage": true });
            let body = json!({ "model": model, "stream": true, "stream_options": options, "messages": messages });
            (body, limit("max_completion_tokens", max_tokens))
        }
        Shape::ChatWithoutOptions => {
            (json!({ "model": model, "stream": true, "messages": messages }), limit("max_tokens", max_tokens))
        }
        Shape::Messages => (
            json!({ "model": model, "stream": true, "messages": messages }),
            limit("max_tokens", Some(max_tokens.unwrap_or(MESSAGES_LIMIT))),
        ),
        Shape::Gemini => (
            json!({ "contents": [{ "role": "user", "parts": [{ "text": prompt }] }] }),
            max_tokens.map(|tokens| ("generationConfig", json!({ "maxOutputTokens": tokens }))),
        ),
        Shape::Ollama => (
            json!({ "model": model, "stream": true, "messages": messages }),
            max_tokens.map(|tokens| ("options", json!({ "num_predict": tokens }))),
        ),
    };
    if let Some((name, value)) = limit {
        body[name] = value;
    }
    body.to_string()
}

fn limit(name: &'static str, tokens: Option<u64>) -> Option<(&'static str, Value)> {
    tokens.map(|tokens| (name, json!(tokens)))
}

#[cfg(test)]
mod tests {
    use super::{super::providers::PROVIDERS, body};

    fn of(name: &str, max_tokens: Option<u64>) -> String {
        let provider = PROVIDERS.iter().find(|provider| provider.name == name).expect("known");
        body(provider, "m", "say \"hi\"", max_tokens)
    }

    #[test]
    fn each_provider_gets_the_body_of_its_documentation() {
        assert_eq!(of("openai", Some(9)), r#"{"model":"m","stream":true,"input":"say \"hi\"","max_output_tokens":9}"#);
        let chat = r#"{"model":"m","stream":true,"stream_options":{"include_usage":true},"messages":[{"role":"user","content":"say \"hi\""}]}"#;
        assert_eq!(of("groq", None), chat);
        assert_eq!(
            of("anthropic", None),
            r#"{"model":"m","stream":true,"messages":[{"role":"user","content":"say \"hi\""}],"max_tokens":4096}"#
        );
        assert_eq!(
            of("gemini", Some(5)),
            r#"{"contents":[{"role":"user","parts":[{"text":"say \"hi\""}]}],"generationConfig":{"maxOutputTokens":5}}"#
        );
    }
}
