//! A long answer in each of three dialects, one of them also with padding.

/// How many text deltas an answer has.
const DELTAS: u64 = 5_000;

/// A body and what is in it.
pub struct Body {
    /// The dialect.
    pub name: &'static str,
    /// As it comes from the network.
    pub bytes: Vec<u8>,
    /// How many events it has.
    pub events: u64,
}

impl Body {
    fn new(name: &'static str, events: impl IntoIterator<Item = String>) -> Self {
        let mut bytes = Vec::new();
        let mut count = 0;
        for event in events {
            bytes.extend_from_slice(event.as_bytes());
            bytes.extend_from_slice(b"\n\n");
            count += 1;
        }
        Self { name, bytes, events: count }
    }

    /// Each event's block, its blank line included.
    pub fn blocks(&self) -> impl Iterator<Item = &str> {
        std::str::from_utf8(&self.bytes).unwrap_or_default().split_inclusive("\n\n")
    }

    /// Each event's data.
    pub fn data(&self) -> impl Iterator<Item = &str> {
        self.blocks().filter_map(|block| block.lines().find_map(|line| line.strip_prefix("data: ")))
    }
}

/// All of them.
pub fn all() -> [Body; 4] {
    let mut number = 0;
    let padding = move || {
        number += 1;
        format!(",\"obfuscation\":\"{number:08x}\"")
    };
    [openai_chat("openai-chat", String::new), openai_chat("openai-chat, padded", padding), anthropic(), responses()]
}

/// Words of different lengths; a few need an escape, a few are not ASCII.
fn words() -> impl Iterator<Item = &'static str> {
    let words =
        [" the", " stream", " flows", ",", " and", " every", " word", " has", " a", " time", r".\n\n", " naïve"];
    words.into_iter().cycle().take(usize::try_from(DELTAS).unwrap_or_default())
}

/// `more` follows the choices of each chunk: OpenAI pads them to hide the length of the words, unless asked not to.
fn openai_chat(name: &'static str, mut more: impl FnMut() -> String) -> Body {
    let mut chunk = |choice: &str| {
        format!(
            "data: {{\"id\":\"chatcmpl-9\",\"object\":\"chat.completion.chunk\",\"created\":1767225600,\
             \"model\":\"gpt-5.1\",\"choices\":[{choice}]{}}}",
            more()
        )
    };
    let mut delta = |delta: &str| chunk(&format!("{{\"index\":0,\"delta\":{delta},\"finish_reason\":null}}"));
    let start = delta(r#"{"role":"assistant","content":""}"#);
    let text: Vec<_> = words().map(|word| delta(&format!("{{\"content\":\"{word}\"}}"))).collect();
    let finish = chunk(r#"{"index":0,"delta":{},"finish_reason":"stop"}"#);
    Body::new(name, [start].into_iter().chain(text).chain([finish, "data: [DONE]".to_owned()]))
}

fn anthropic() -> Body {
    let event = |name: &str, rest: &str| format!("event: {name}\ndata: {{\"type\":\"{name}\"{rest}}}");
    let start = event(
        "message_start",
        r#","message":{"id":"msg_1","type":"message","role":"assistant","model":"claude-sonnet-4-5","content":[],"stop_reason":null,"usage":{"input_tokens":20,"output_tokens":1}}"#,
    );
    let open = event("content_block_start", r#","index":0,"content_block":{"type":"text","text":""}"#);
    let text = words().map(move |word| {
        event("content_block_delta", &format!(",\"index\":0,\"delta\":{{\"type\":\"text_delta\",\"text\":\"{word}\"}}"))
    });
    let close = [
        event("content_block_stop", r#","index":0"#),
        event("message_delta", r#","delta":{"stop_reason":"end_turn"},"usage":{"output_tokens":5000}"#),
        event("message_stop", ""),
    ];
    Body::new("anthropic", [start, open].into_iter().chain(text).chain(close))
}

fn responses() -> Body {
    let mut number = 0;
    let mut event = move |name: &str, rest: &str| {
        number += 1;
        format!("event: {name}\ndata: {{\"type\":\"{name}\",\"sequence_number\":{number}{rest}}}")
    };
    let start = event(
        "response.created",
        r#","response":{"id":"resp_1","object":"response","status":"in_progress","model":"gpt-5.1","output":[]}"#,
    );
    let deltas: Vec<String> = words()
        .map(|word| {
            let rest = format!(
                ",\"item_id\":\"msg_1\",\"output_index\":0,\"content_index\":0,\"delta\":\"{word}\",\"logprobs\":[],\
                 \"obfuscation\":\"aXc3kd92\""
            );
            event("response.output_text.delta", &rest)
        })
        .collect();
    let end = event(
        "response.completed",
        r#","response":{"id":"resp_1","object":"response","status":"completed","model":"gpt-5.1","output":[],"usage":{"input_tokens":20,"output_tokens":5000,"output_tokens_details":{"reasoning_tokens":0}}}"#,
    );
    Body::new("responses", [start].into_iter().chain(deltas).chain([end]))
}
