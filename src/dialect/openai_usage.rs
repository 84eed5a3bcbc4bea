//! Token counts and timings as OpenAI and those who speak like it write them.

use super::meaning::{
    Count::{Cached, Input, Output, Reasoning, Total},
    Field,
    Meaning::{Known, Tokens, Took, Within},
    Unit::{Millis, Seconds},
};

/// `usage` of chat completions, wherever it stands.
pub(super) const CHAT_USAGE: &[Field] = &[
    ("prompt_tokens", Tokens(Input)),
    ("completion_tokens", Tokens(Output)),
    ("total_tokens", Tokens(Total)),
    ("prompt_tokens_details.cached_tokens", Tokens(Cached)),
    ("prompt_token_details.cached_tokens", Tokens(Cached)),
    ("prompt_cache_hit_tokens", Tokens(Cached)),
    ("cached_tokens", Tokens(Cached)),
    ("completion_tokens_details.reasoning_tokens", Tokens(Reasoning)),
    ("reasoning_tokens", Tokens(Reasoning)),
    // Groq
    ("queue_time", Took("queue", Seconds)),
    ("prompt_time", Took("prompt", Seconds)),
    ("completion_time", Took("decode", Seconds)),
    ("total_time", Took("total", Seconds)),
    // Azure writes it here, or beside.
    ("latency_checkpoint", Within(AZURE)),
];

const AZURE: &[Field] = &[
    ("pre_inference_ms", Took("pre_inference", Millis)),
    ("engine_ttft_ms", Took("engine_ttft", Millis)),
    ("engine_tbt_ms", Took("engine_tbt", Millis)),
    ("engine_ttlt_ms", Took("engine_ttlt", Millis)),
    ("service_ttft_ms", Took("service_ttft", Millis)),
    ("service_tbt_ms", Took("service_tbt", Millis)),
    ("service_ttlt_ms", Took("service_ttlt", Millis)),
    ("user_visible_ttft_ms", Took("user_visible_ttft", Millis)),
    ("total_duration_ms", Took("total", Millis)),
];

/// `usage` of the Responses API.
pub(super) const RESPONSES_USAGE: &[Field] = &[
    ("input_tokens", Tokens(Input)),
    ("output_tokens", Tokens(Output)),
    ("total_tokens", Tokens(Total)),
    ("input_tokens_details.cached_tokens", Tokens(Cached)),
    ("output_tokens_details.reasoning_tokens", Tokens(Reasoning)),
];

/// What servers of chat and legacy completions say of their own phases, beside `usage`.
pub(super) const SERVER_PHASES: &[Field] = &[
    ("usage", Within(CHAT_USAGE)),
    ("x_groq", Known),
    ("x_groq.usage", Within(CHAT_USAGE)),
    // Cerebras
    ("time_info.queue_time", Took("queue", Seconds)),
    ("time_info.prompt_time", Took("prompt", Seconds)),
    ("time_info.completion_time", Took("decode", Seconds)),
    ("time_info.total_time", Took("total", Seconds)),
    // llama.cpp
    ("timings.prompt_ms", Took("prompt", Millis)),
    ("timings.predicted_ms", Took("decode", Millis)),
    ("prompt_progress", Known),
    ("prompt_progress.time_ms", Took("prompt", Millis)),
    ("latency_checkpoint", Within(AZURE)),
    // Fireworks writes its metrics under the names of its headers; older servers with underscores.
    ("perf_metrics", Within(FIREWORKS)),
    // vLLM
    ("metrics.time_to_first_token_ms", Took("ttft", Millis)),
    ("metrics.queue_time_ms", Took("queue", Millis)),
    ("metrics.generation_time_ms", Took("decode", Millis)),
    ("metrics.mean_itl_ms", Took("mean_itl", Millis)),
    // LM Studio
    ("stats.time_to_first_token", Took("ttft", Seconds)),
    ("stats.generation_time", Took("decode", Seconds)),
];

const FIREWORKS: &[Field] = &[
    ("server-time-to-first-token", Took("ttft", Seconds)),
    ("server-processing-time", Took("total", Seconds)),
    ("prefill-duration", Took("prompt", Seconds)),
    ("prefill-queue-duration", Took("queue", Seconds)),
    ("generation-queue-duration", Took("generation_queue", Seconds)),
    ("tokenizer-queue-duration", Took("tokenizer_queue", Seconds)),
    ("tokenizer-duration", Took("tokenizer", Seconds)),
    ("fireworks-server-time-to-first-token", Took("ttft", Seconds)),
    ("fireworks-server-processing-time", Took("total", Seconds)),
    ("fireworks-prefill-duration", Took("prompt", Seconds)),
    ("fireworks-prefill-queue-duration", Took("queue", Seconds)),
    ("fireworks-generation-queue-duration", Took("generation_queue", Seconds)),
    ("fireworks-tokenizer-queue-duration", Took("tokenizer_queue", Seconds)),
    ("fireworks-tokenizer-duration", Took("tokenizer", Seconds)),
    ("server_time_to_first_token", Took("ttft", Seconds)),
    ("server_processing_time", Took("total", Seconds)),
    ("prefill_duration", Took("prompt", Seconds)),
    ("prefill_queue_duration", Took("queue", Seconds)),
    ("generation_queue_duration", Took("generation_queue", Seconds)),
];
