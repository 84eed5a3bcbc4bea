use super::words::{EffortWord, MethodWord, ModelId, ProviderWord, RandomId};
use crate::{
    dialect::{DialectId, RequestFacts},
    trace::Header,
};

/// The first line of a capture without anything that could be content.
#[derive(Clone, Debug, PartialEq)]
pub(in crate::capture) struct SafeHeader {
    pub id: Option<RandomId>,
    pub started_at: Option<jiff::Timestamp>,
    pub expires_at: Option<jiff::Timestamp>,
    pub request_ids: bool,
    pub request: SafeRequest,
}

/// The contract facts of a request as numbers, booleans and closed words.
#[derive(Clone, Debug, PartialEq)]
pub(in crate::capture) struct SafeRequest {
    pub dialect: Option<DialectId>,
    pub provider: Option<ProviderWord>,
    pub model: Option<ModelId>,
    pub method: Option<MethodWord>,
    pub streaming: Option<bool>,
    pub reasoning_effort: Option<EffortWord>,
    pub tools: Option<u32>,
    pub max_output_tokens: Option<u64>,
    pub temperature: Option<f64>,
    pub top_p: Option<f64>,
    pub body_bytes: Option<u64>,
    pub usage_requested: Option<bool>,
}

impl SafeHeader {
    /// What may be kept of a header.
    pub(in crate::capture) fn of(header: &Header) -> Self {
        Self {
            id: RandomId::of(&header.id),
            started_at: header.started_at,
            expires_at: header.expires_at,
            request_ids: header.request_ids,
            request: SafeRequest::of(&header.request),
        }
    }
}

impl SafeRequest {
    fn of(facts: &RequestFacts) -> Self {
        Self {
            dialect: facts.dialect,
            provider: facts.provider.as_deref().map(ProviderWord::of),
            model: facts.model.as_deref().and_then(ModelId::of),
            method: facts.method.as_deref().and_then(MethodWord::of),
            streaming: facts.streaming,
            reasoning_effort: facts.reasoning_effort.as_deref().map(EffortWord::of),
            tools: facts.tools,
            max_output_tokens: facts.max_output_tokens,
            temperature: facts.temperature,
            top_p: facts.top_p,
            body_bytes: facts.body_bytes,
            usage_requested: facts.usage_requested,
        }
    }
}
