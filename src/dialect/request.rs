use serde::{Deserialize, Serialize};

use super::DialectId;

/// What a request asked for, without its content: the contract of definitions.md, "Comparing".
/// An unknown fact is `None`.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct RequestFacts {
    /// The dialect that the path or the body means; the stream has the last word.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub dialect: Option<DialectId>,
    /// The provider's name when its host is a known public one, else `other`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub provider: Option<String>,
    /// The model as the request named it; a safe capture keeps only public ids.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub model: Option<String>,
    /// The HTTP method.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub method: Option<String>,
    /// Whether a stream was asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub streaming: Option<bool>,
    /// The reasoning effort, as a closed word (`none`, `minimal`, `low`, `medium`, `high`, `xhigh`, `max`);
    /// `budget` when a token budget was given, `default` when reasoning was asked for and its amount was not.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reasoning_effort: Option<String>,
    /// How many tools were offered.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tools: Option<u32>,
    /// The output limit, in tokens.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub max_output_tokens: Option<u64>,
    /// The sampling temperature.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub temperature: Option<f64>,
    /// Nucleus sampling.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub top_p: Option<f64>,
    /// Size of the request body, in bytes.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub body_bytes: Option<u64>,
    /// Whether usage reporting was asked for, where the dialect needs that.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub usage_requested: Option<bool>,
}

impl RequestFacts {
    /// Whether the request asked for reasoning: a sign that some may be hidden.
    pub fn asks_for_reasoning(&self) -> bool {
        self.reasoning_effort.as_deref().is_some_and(|effort| effort != "none")
    }
}
