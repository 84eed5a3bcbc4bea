//! The closed vocabularies: what providers write, and the words this program has for it.

use crate::timeline::Finish;

/// Finish reasons of all dialects, lower case.
const FINISHES: &[(&str, Finish)] = &[
    ("stop", Finish::Stop),
    ("end_turn", Finish::Stop),
    ("eos", Finish::Stop),
    ("eos_token", Finish::Stop),
    ("complete", Finish::Stop),
    ("completed", Finish::Stop),
    ("finished", Finish::Stop),
    ("done", Finish::Stop),
    ("normal", Finish::Stop),
    ("unload", Finish::Stop),
    ("load", Finish::Stop),
    ("stop_sequence", Finish::StopSequence),
    ("tool_calls", Finish::ToolCalls),
    ("tool_call", Finish::ToolCalls),
    ("tool-calls", Finish::ToolCalls),
    ("tool_use", Finish::ToolCalls),
    ("function_call", Finish::ToolCalls),
    ("requires_action", Finish::ToolCalls),
    ("length", Finish::Length),
    ("max_tokens", Finish::Length),
    ("max_output_tokens", Finish::Length),
    ("max_completion_tokens", Finish::Length),
    ("max_prompt_tokens", Finish::Length),
    ("model_length", Finish::Length),
    ("model_context_window_exceeded", Finish::Length),
    ("max_length", Finish::Length),
    ("incomplete", Finish::Length),
    ("content_filter", Finish::ContentFilter),
    ("content-filter", Finish::ContentFilter),
    ("content_filtered", Finish::ContentFilter),
    ("sensitive", Finish::ContentFilter),
    ("refusal", Finish::ContentFilter),
    ("safety", Finish::ContentFilter),
    ("recitation", Finish::ContentFilter),
    ("blocklist", Finish::ContentFilter),
    ("prohibited_content", Finish::ContentFilter),
    ("spii", Finish::ContentFilter),
    ("language", Finish::ContentFilter),
    ("image_safety", Finish::ContentFilter),
    ("image_prohibited_content", Finish::ContentFilter),
    ("image_recitation", Finish::ContentFilter),
    ("model_armor", Finish::ContentFilter),
    ("error_toxic", Finish::ContentFilter),
    ("pause_turn", Finish::Pause),
    ("cancelled", Finish::Cancelled),
    ("canceled", Finish::Cancelled),
    ("abort", Finish::Cancelled),
    ("user_cancel", Finish::Cancelled),
    ("error", Finish::Error),
    ("failed", Finish::Error),
    ("timeout", Finish::Error),
    ("expired", Finish::Error),
    ("error_limit", Finish::Error),
    ("network_error", Finish::Error),
    ("insufficient_system_resource", Finish::Error),
    ("malformed_function_call", Finish::Error),
    ("malformed_response", Finish::Error),
    ("unexpected_tool_call", Finish::Error),
    ("missing_thought_signature", Finish::Error),
];

/// Words that providers write where there is no finish reason yet.
const NOT_FINISHED: &[&str] =
    &["", "null", "none", "finish_reason_unspecified", "blocked_reason_unspecified", "in_progress", "queued"];

/// The finish reason that a provider's word means, if it means one.
pub(super) fn finish(word: &str) -> Option<Finish> {
    let same = |known: &str| known.eq_ignore_ascii_case(word);
    if NOT_FINISHED.iter().any(|none| same(none)) {
        return None;
    }
    Some(FINISHES.iter().find(|(known, _)| same(known)).map_or(Finish::Other, |(_, finish)| *finish))
}

/// Error codes and types that may stand in a safe capture.
const ERROR_CODES: &[&str] = &[
    // OpenAI and those who speak like it
    "invalid_request_error",
    "invalid_request",
    "invalid_api_key",
    "authentication_error",
    "permission_error",
    "permission_denied",
    "not_found_error",
    "not_found",
    "model_not_found",
    "rate_limit_error",
    "rate_limit_exceeded",
    "rate_limit_reached",
    "tokens",
    "requests",
    "insufficient_quota",
    "quota_exceeded",
    "insufficient_balance",
    "billing_hard_limit_reached",
    "billing_not_active",
    "server_error",
    "internal_server_error",
    "internal_error",
    "service_unavailable",
    "service_unavailable_error",
    "server_overloaded",
    "engine_overloaded",
    "overloaded",
    "timeout",
    "request_timeout",
    "gateway_timeout",
    "bad_gateway",
    "bad_request",
    "BadRequestError",
    "InternalServerError",
    "NotFoundError",
    "context_length_exceeded",
    "string_above_max_length",
    "content_filter",
    "content_policy_violation",
    "ResponsibleAIPolicyViolation",
    "unsupported_parameter",
    "unsupported_value",
    "invalid_value",
    "invalid_prompt",
    "invalid_image",
    "invalid_type",
    "missing_required_parameter",
    "tool_use_failed",
    "json_validate_failed",
    "upstream_error",
    "provider_error",
    "vector_store_timeout",
    "image_content_policy_violation",
    "server_is_overloaded",
    "slow_down",
    "model_error",
    "previous_response_not_found",
    "unsupported_country_region_territory",
    // Anthropic
    "overloaded_error",
    "api_error",
    "timeout_error",
    "billing_error",
    "request_too_large",
    // Google
    "CANCELLED",
    "UNKNOWN",
    "INVALID_ARGUMENT",
    "DEADLINE_EXCEEDED",
    "NOT_FOUND",
    "ALREADY_EXISTS",
    "PERMISSION_DENIED",
    "UNAUTHENTICATED",
    "RESOURCE_EXHAUSTED",
    "FAILED_PRECONDITION",
    "ABORTED",
    "OUT_OF_RANGE",
    "UNIMPLEMENTED",
    "INTERNAL",
    "UNAVAILABLE",
    "DATA_LOSS",
    // a finish reason that is one
    "error",
    "failed",
    "malformed_function_call",
    // what is not known
    "other",
    // HTTP statuses that are written as a code
    "400",
    "401",
    "402",
    "403",
    "404",
    "408",
    "409",
    "413",
    "422",
    "424",
    "429",
    "498",
    "499",
    "500",
    "502",
    "503",
    "504",
    "524",
    "529",
];

/// The static form of an error code that may stand in a safe capture.
pub fn known_error_code(code: &str) -> Option<&'static str> {
    ERROR_CODES.iter().find(|known| **known == code).copied()
}

/// What the type of an item or block says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ItemIs {
    /// A call of a tool, run by the client or by the provider.
    ToolCall,
    /// Reasoning, which may stay out of sight.
    Reasoning,
    /// Anything else.
    Other,
}

/// What an item or block of this type is. Lists of tools and their results are no calls.
pub(super) fn item(kind: &str) -> ItemIs {
    match kind {
        "reasoning" | "thinking" | "redacted_thinking" | "thought" => ItemIs::Reasoning,
        "mcp_approval_request" => ItemIs::ToolCall,
        _ if kind.ends_with("_call") || kind.ends_with("tool_use") => ItemIs::ToolCall,
        _ => ItemIs::Other,
    }
}
