//! Cohere chat v2.

use std::sync::OnceLock;

use super::{
    DialectId, Sign, Spec, common,
    meaning::{
        Content::{Reasoning, Text, Tool},
        Count::{Cached, Input, Output, Reasoning as ReasoningCount},
        Field,
        Meaning::{Delta, Finish, Tokens, ToolName, Within},
    },
    table::{
        Is::{End, Envelope},
        ReasoningTokens, Row, Table, row,
    },
};
use crate::timeline::Finish as Reason;

pub(super) static SPEC: Spec = Spec {
    id: DialectId::CohereV2,
    signs: &[Sign::Named(&[
        "message-start",
        "content-start",
        "content-delta",
        "content-end",
        "tool-plan-delta",
        "tool-call-start",
        "tool-call-delta",
        "tool-call-end",
        "citation-start",
        "message-end",
    ])],
    paths: &["/v2/chat"],
    end_marker: Some("message-end"),
    has_finish: true,
    names: &[],
    table: Table { type_key: Some("type"), fields: &[], rows: ROWS, reasoning_tokens: ReasoningTokens::Inside },
    compiled: OnceLock::new(),
};

const CONTENT: &[Field] =
    &[("delta.message.content.text", Delta(Text)), ("delta.message.content.thinking", Delta(Reasoning))];

const CALL: &[Field] = &[
    ("delta.message.tool_calls.function.name", ToolName),
    ("delta.message.tool_calls.function.arguments", Delta(Tool)),
];

/// Tokens are what the model saw and wrote; `billed_units` are money.
const END: &[Field] = &[
    ("delta.finish_reason", Finish),
    ("delta.error", Within(common::ERROR)),
    ("delta.usage.tokens.input_tokens", Tokens(Input)),
    ("delta.usage.tokens.output_tokens", Tokens(Output)),
    ("delta.usage.tokens.reasoning_tokens", Tokens(ReasoningCount)),
    ("delta.usage.cached_tokens", Tokens(Cached)),
];

const ROWS: &[Row] = &[
    row("message-start", Envelope, &[]),
    row("content-start", Envelope, CONTENT),
    row("content-delta", Envelope, CONTENT),
    row("content-end", Envelope, &[]),
    row("tool-plan-delta", Envelope, &[("delta.message.tool_plan", Delta(Reasoning))]),
    row("tool-call-start", Envelope, CALL),
    row("tool-call-delta", Envelope, CALL),
    row("tool-call-end", Envelope, &[]),
    row("citation-start", Envelope, &[]),
    row("citation-end", Envelope, &[]),
    row("debug", Envelope, &[]),
    row("message-end", End(Some(Reason::Stop)), END),
];
