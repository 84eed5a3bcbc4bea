//! Ollama's own API, newline-delimited JSON: `/api/chat` and `/api/generate`.

use std::sync::OnceLock;

use super::{
    DialectId, Sign, Spec,
    meaning::{
        Content::{Reasoning, Text, Tool},
        Count::{Input, Output},
        Field,
        Meaning::{Delta, Done, Finish, Known, Model, Tokens, Took, ToolName},
        Unit::Nanos,
    },
    table::{ReasoningTokens, Table},
};

pub(super) static SPEC: Spec = Spec {
    id: DialectId::Ollama,
    signs: &[
        Sign::Has(&["done", "model"]),
        Sign::Has(&["done", "created_at"]),
        Sign::Has(&["done", "message"]),
        Sign::Has(&["done", "response"]),
    ],
    paths: &["/api/chat", "/api/generate"],
    end_marker: Some("done"),
    // Older servers end without a reason.
    has_finish: false,
    names: &[],
    table: Table { type_key: None, fields: FIELDS, rows: &[], reasoning_tokens: ReasoningTokens::Inside },
    compiled: OnceLock::new(),
};

const FIELDS: &[Field] = &[
    ("model", Model),
    ("created_at", Known),
    ("message.content", Delta(Text)),
    ("message.thinking", Delta(Reasoning)),
    ("message.tool_calls[].function.name", ToolName),
    ("message.tool_calls[].function.arguments", Delta(Tool)),
    ("response", Delta(Text)),
    ("thinking", Delta(Reasoning)),
    ("done", Done),
    ("done_reason", Finish),
    ("prompt_eval_count", Tokens(Input)),
    ("eval_count", Tokens(Output)),
    ("load_duration", Took("load", Nanos)),
    ("prompt_eval_duration", Took("prompt", Nanos)),
    ("eval_duration", Took("decode", Nanos)),
    ("total_duration", Took("total", Nanos)),
];
