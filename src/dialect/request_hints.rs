use url::Url;

use super::{DialectId, RequestFacts};

/// Providers that report usage in a chat stream without being asked.
const REPORT_USAGE_UNASKED: &[&str] =
    &["groq", "mistral", "openrouter", "perplexity", "cerebras", "xai", "deepseek", "zai", "moonshot", "vercel"];

/// What is missing from a request, each as one line with the exact fix. The request itself is
/// never changed.
pub fn request_hints(facts: &RequestFacts, url: &Url) -> Vec<String> {
    let mut hints = Vec::new();
    if facts.dialect == Some(DialectId::Gemini) {
        hints.extend(gemini(url));
    } else if facts.streaming == Some(false) {
        hints.push(match facts.dialect {
            Some(DialectId::Ollama) => "the body turns the stream off: remove \"stream\": false".to_owned(),
            _ => "the body asks for no stream: add \"stream\": true".to_owned(),
        });
    }
    let unasked = facts.provider.as_deref().is_some_and(|provider| REPORT_USAGE_UNASKED.contains(&provider));
    if facts.usage_requested == Some(false) && facts.streaming == Some(true) && !unasked {
        hints.push(
            "the body does not ask for token counts, and without them there is no tok/s: \
             add \"stream_options\": {\"include_usage\": true}"
                .to_owned(),
        );
    }
    hints
}

fn gemini(url: &Url) -> Option<String> {
    if url.path().contains(":generateContent") {
        return Some(
            "this Gemini method does not stream: put :streamGenerateContent?alt=sse in place of :generateContent"
                .to_owned(),
        );
    }
    let is_sse = url.query_pairs().any(|(key, value)| key == "alt" && value == "sse");
    let streams = url.path().contains(":streamGenerateContent");
    (streams && !is_sse)
        .then(|| "without alt=sse Gemini sends one JSON array and no events: add alt=sse to the URL's query".to_owned())
}

#[cfg(test)]
mod tests {
    use url::Url;

    use super::request_hints;
    use crate::dialect::request_facts;

    fn hints(url: &str, body: &str) -> Vec<String> {
        let url = Url::parse(url).expect("a URL");
        request_hints(&request_facts("POST", &url, body.as_bytes()), &url)
    }

    #[test]
    fn each_missing_option_gets_its_fix() {
        let chat = "https://api.openai.com/v1/chat/completions";
        let gemini = "https://generativelanguage.googleapis.com/v1beta/models/gemini-2.5-pro";
        for (url, body, fix) in [
            (chat, r#"{"messages":[]}"#, "add \"stream\": true"),
            (chat, r#"{"messages":[],"stream":true}"#, "add \"stream_options\": {\"include_usage\": true}"),
            ("https://api.anthropic.com/v1/messages", r#"{"messages":[]}"#, "add \"stream\": true"),
            ("http://localhost:11434/api/chat", r#"{"stream":false}"#, "remove \"stream\": false"),
            (&format!("{gemini}:streamGenerateContent?key=K"), "{}", "add alt=sse"),
            (&format!("{gemini}:generateContent"), "{}", ":streamGenerateContent?alt=sse"),
        ] {
            let hints = hints(url, body);
            assert!(hints.len() == 1 && hints[0].contains(fix) && !hints[0].contains('\n'), "{url} {body}: {hints:?}");
        }
    }

    #[test]
    fn a_good_request_gets_none() {
        for (url, body) in [
            (
                "https://api.openai.com/v1/chat/completions",
                r#"{"messages":[],"stream":true,"stream_options":{"include_usage":true}}"#,
            ),
            ("https://api.groq.com/openai/v1/chat/completions", r#"{"messages":[],"stream":true}"#),
            ("https://api.openai.com/v1/responses", r#"{"input":"","stream":true}"#),
            ("https://x.googleapis.com/v1/models/m:streamGenerateContent?alt=sse", "{}"),
            ("http://localhost:11434/api/chat", "{}"),
            ("http://localhost/anything", "not json"),
        ] {
            assert_eq!(hints(url, body), Vec::<String>::new(), "{url} {body}");
        }
    }
}
