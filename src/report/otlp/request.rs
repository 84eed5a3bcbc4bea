//! The root span's attributes, by the semantic conventions.

use opentelemetry_proto::tonic::common::v1::KeyValue;

use super::values::Attributes;
use crate::{
    capture::{safe_headers, safe_model, safe_request},
    dialect::{DialectId, RequestFacts, known_host},
    report::words,
    timeline::{Milestone, Outcome},
    trace::{Recording, Severity, Thresholds, Trace, diagnose},
};

/// Providers whose word differs from that of the conventions.
const PROVIDERS: &[(&str, &str)] = &[
    ("google", "gcp.gemini"),
    ("gemini", "gcp.gemini"),
    ("vertex", "gcp.vertex_ai"),
    ("azure", "azure.ai.openai"),
    ("bedrock", "aws.bedrock"),
    ("mistral", "mistral_ai"),
    ("xai", "x_ai"),
];

/// The name of the operation, by the request's dialect.
pub(super) fn operation(recording: &Recording) -> &'static str {
    match dialect(recording) {
        Some(DialectId::OpenAiCompletions) => "text_completion",
        Some(DialectId::Gemini | DialectId::GeminiInteractions) => "generate_content",
        _ => "chat",
    }
}

fn dialect(recording: &Recording) -> Option<DialectId> {
    recording.latest().dialect.or(recording.header.request.dialect)
}

/// Every attribute of the root span.
pub(super) fn attributes(recording: &Recording, thresholds: &Thresholds) -> Vec<KeyValue> {
    let trace = recording.latest();
    let facts = safe_request(&recording.header.request);
    let mut list = Attributes::default();
    list.text("gen_ai.operation.name", Some(operation(recording)));
    list.text("gen_ai.provider.name", Some(provider(&facts, dialect(recording))));
    asked(&mut list, recording, &facts);
    answered(&mut list, trace);
    usage(&mut list, recording);
    time_to_first_chunk(&mut list, trace);
    list.text("error.type", error_type(trace));
    server(&mut list, recording);
    own(&mut list, recording, thresholds);
    list.0
}

fn provider(facts: &RequestFacts, dialect: Option<DialectId>) -> &str {
    if let Some(named) = facts.provider.as_deref().filter(|named| *named != "other") {
        return PROVIDERS.iter().find(|(ours, _)| *ours == named).map_or(named, |(_, theirs)| theirs);
    }
    // The conventions take the name for the flavour of the API, which the dialect tells.
    match dialect {
        Some(
            DialectId::OpenAiChat
            | DialectId::OpenAiCompletions
            | DialectId::OpenAiResponses
            | DialectId::OpenAiAssistants,
        ) => "openai",
        Some(DialectId::AnthropicMessages) => "anthropic",
        Some(DialectId::Gemini | DialectId::GeminiInteractions) => "gcp.gemini",
        Some(DialectId::CohereV2) => "cohere",
        Some(DialectId::Ollama) => "ollama",
        _ => "other",
    }
}

fn asked(list: &mut Attributes, recording: &Recording, facts: &RequestFacts) {
    list.text("gen_ai.request.model", facts.model.clone().or_else(|| words::model(recording)));
    list.truth("gen_ai.request.stream", facts.streaming.filter(|streaming| *streaming));
    list.integer("gen_ai.request.max_tokens", facts.max_output_tokens);
    list.double("gen_ai.request.temperature", facts.temperature);
    list.double("gen_ai.request.top_p", facts.top_p);
    let level = facts.reasoning_effort.clone().filter(|effort| !matches!(effort.as_str(), "budget" | "other"));
    list.text("gen_ai.request.reasoning.level", level);
    list.integer("streamfall.request.tools", facts.tools.map(u64::from));
}

fn answered(list: &mut Attributes, trace: &Trace) {
    list.text("gen_ai.response.model", trace.model.as_deref().and_then(safe_model));
    match (trace.finish, trace.outcome()) {
        (Some(finish), _) => list.texts("gen_ai.response.finish_reasons", &[finish.word()]),
        // A reason was due and did not come: the conventions want this word then.
        (None, Some(outcome)) if outcome != Outcome::Completed && trace.counts.events > 0 => {
            list.texts("gen_ai.response.finish_reasons", &["error"]);
        }
        _ => {}
    }
    if let Some(headers) = trace.headers.as_deref().map(safe_headers) {
        list.integer("http.response.status_code", Some(u64::from(headers.status)));
        list.text("network.protocol.version", headers.http_version.as_deref());
    }
}

/// Tokens by the conventions: cached ones are part of the input, reasoning is part of the output.
fn usage(list: &mut Attributes, recording: &Recording) {
    let usage = recording.latest().usage;
    // Anthropic counts what it read from the cache beside the input.
    let cached_beside = dialect(recording) == Some(DialectId::AnthropicMessages);
    let cached = usage.cached_input_tokens.filter(|_| cached_beside).unwrap_or(0);
    list.integer("gen_ai.usage.input_tokens", usage.input_tokens.map(|tokens| tokens.saturating_add(cached)));
    list.integer("gen_ai.usage.cache_read.input_tokens", usage.cached_input_tokens);
    let beside = usage.reasoning_in_output == Some(false);
    let reasoning = usage.reasoning_tokens.filter(|_| beside).unwrap_or(0);
    list.integer("gen_ai.usage.output_tokens", usage.output_tokens.map(|tokens| tokens.saturating_add(reasoning)));
    list.integer("gen_ai.usage.reasoning.output_tokens", usage.reasoning_tokens);
}

/// The first chunk is the first non-empty event: t3, from t0. Which it was is said beside it, for
/// it is neither the first output nor the first text.
fn time_to_first_chunk(list: &mut Attributes, trace: &Trace) {
    let Some(t3) = trace.milestones.get(Milestone::T3).filter(|_| !trace.lacks_origin()) else { return };
    list.double("gen_ai.response.time_to_first_chunk", Some(t3.as_secs()));
    list.text("streamfall.time_to_first_chunk.milestone", Some("t3"));
    for (milestone, key) in
        [(Milestone::T4, "streamfall.time_to_first_response"), (Milestone::T5, "streamfall.time_to_first_text")]
    {
        list.double(key, trace.milestones.get(milestone).map(crate::timeline::Micros::as_secs));
    }
}

/// What the operation failed with: the status, the error's code, which timeout.
pub(super) fn error_type(trace: &Trace) -> Option<String> {
    let outcome = trace.outcome()?;
    match outcome {
        Outcome::Completed | Outcome::Incomplete | Outcome::Cancelled => None,
        Outcome::Timeout => Some("timeout".to_owned()),
        Outcome::HttpError | Outcome::Error | Outcome::ConnectError => {
            Some(trace.outcome_reason().unwrap_or_else(|| outcome.word().to_owned()))
        }
        Outcome::Truncated | Outcome::NotAStream => Some(outcome.word().to_owned()),
    }
}

fn server(list: &mut Attributes, recording: &Recording) {
    let Some(host) = recording.header.host.as_deref().and_then(known_host) else { return };
    list.text("server.address", Some(host));
    list.integer("server.port", Some(443));
}

/// What the conventions have no name for.
fn own(list: &mut Attributes, recording: &Recording, thresholds: &Thresholds) {
    let trace = recording.latest();
    list.text("streamfall.outcome", trace.outcome().map(Outcome::word));
    list.text("streamfall.outcome_reason", trace.outcome_reason());
    list.text("streamfall.source", Some(recording.header.source.word()));
    let speed = trace.speed();
    let stated = trace.stated_visible_output_tps;
    list.double("streamfall.visible_output_tps_stated", stated);
    list.double("streamfall.visible_output_tps", speed.visible_output_tps.ok());
    let reason = speed.visible_output_tps.err().filter(|_| stated.is_none());
    list.text("streamfall.visible_output_tps_reason", reason.map(crate::timeline::NoRate::word));
    let diagnosis = diagnose(trace, thresholds, None);
    let primary = diagnosis.findings.iter().find(|finding| finding.severity == Severity::Primary);
    list.text("streamfall.finding", primary.map(|finding| finding.code.word()));
    for reported in trace.reported.iter().map(crate::capture::safe_reported) {
        list.double(&format!("streamfall.provider_reported.{}", reported.name), Some(reported.duration.as_secs()));
    }
}
