use serde::{Deserialize, Serialize};

/// Token counts as the provider reported them last, raw: never summed over events, never
/// corrected. Absent is `None`; a reported 0 is 0.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Usage {
    /// Prompt tokens (Anthropic's leave out cache reads).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub input_tokens: Option<u64>,
    /// Prompt tokens read from a cache.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cached_input_tokens: Option<u64>,
    /// Output tokens.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub output_tokens: Option<u64>,
    /// Reasoning tokens.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reasoning_tokens: Option<u64>,
    /// Whether the dialect counts reasoning tokens inside the output tokens, so that they are
    /// taken out to get the visible ones. Gemini and xAI chat count them beside.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reasoning_in_output: Option<bool>,
}

impl Usage {
    /// Takes over every count that `newer` states: provider counts are running totals, so the
    /// last one stands.
    pub fn replace_with(&mut self, newer: Self) {
        self.input_tokens = newer.input_tokens.or(self.input_tokens);
        self.cached_input_tokens = newer.cached_input_tokens.or(self.cached_input_tokens);
        self.output_tokens = newer.output_tokens.or(self.output_tokens);
        self.reasoning_tokens = newer.reasoning_tokens.or(self.reasoning_tokens);
        self.reasoning_in_output = newer.reasoning_in_output.or(self.reasoning_in_output);
    }

    /// Whether a count is larger than any model takes or gives in one request.
    pub fn is_beyond_any_model(self) -> bool {
        const MOST: u64 = 1_000_000_000;
        let counts = [self.input_tokens, self.cached_input_tokens, self.output_tokens, self.reasoning_tokens];
        counts.into_iter().flatten().any(|count| count > MOST)
    }

    /// Whether it states no count.
    pub fn is_empty(self) -> bool {
        Self { reasoning_in_output: None, ..self } == Self::default()
    }
}
