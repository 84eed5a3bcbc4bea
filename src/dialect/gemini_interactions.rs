//! Gemini interactions: steps since 2026, and the content events that they replaced.

use std::sync::OnceLock;

use super::{
    DialectId, Sign, Spec, common,
    meaning::{
        Content::{Media, Reasoning, Text, Tool},
        Count::{Cached, Input, Output, Reasoning as ReasoningCount, Total},
        Field,
        Meaning::{Delta, Finish, Hidden, ItemType, Model, Tokens, ToolName, Within},
    },
    table::{
        Is::{self, End, Envelope, Error},
        ReasoningTokens, Row, Table, row,
    },
};
use crate::timeline::Finish as Reason;

pub(super) static SPEC: Spec = Spec {
    id: DialectId::GeminiInteractions,
    signs: &[
        Sign::NameStarts("interaction."),
        Sign::Named(&["step.start", "step.delta", "step.stop", "content.start", "content.delta", "content.stop"]),
    ],
    paths: &["/interactions"],
    end_marker: Some("done"),
    has_finish: true,
    names: &["interaction"],
    table: Table { type_key: Some("event_type"), fields: &[], rows: ROWS, reasoning_tokens: ReasoningTokens::Beside },
    compiled: OnceLock::new(),
};

const STARTED: &[Field] = &[("interaction.model", Model)];

const COMPLETED: &[Field] = &[
    ("interaction.model", Model),
    ("interaction.status", Finish),
    ("interaction.error", Within(common::ERROR)),
    ("interaction.usage.total_input_tokens", Tokens(Input)),
    ("interaction.usage.total_cached_tokens", Tokens(Cached)),
    ("interaction.usage.total_output_tokens", Tokens(Output)),
    ("interaction.usage.total_thought_tokens", Tokens(ReasoningCount)),
    ("interaction.usage.total_tokens", Tokens(Total)),
];

const OPENED: &[Field] = &[("type", ItemType), ("name", ToolName), ("arguments", Delta(Tool)), ("text", Delta(Text))];

/// Results of tools, annotations and resolved citations stand under other keys.
const DELTA: &[Field] = &[
    ("delta.type", ItemType),
    ("delta.text", Delta(Text)),
    ("delta.content.text", Delta(Reasoning)),
    ("delta.thought", Delta(Reasoning)),
    ("delta.signature", Hidden),
    ("delta.name", ToolName),
    ("delta.arguments", Delta(Tool)),
    ("delta.partial_arguments", Delta(Tool)),
    ("delta.data", Delta(Media)),
];

const ROWS: &[Row] = &[
    row("interaction.created", Envelope, STARTED),
    row("interaction.start", Envelope, STARTED),
    row("interaction.status_update", Envelope, &[]),
    row("interaction.in_progress", Envelope, &[]),
    row("interaction.requires_action", Is::Finish(Reason::ToolCalls), COMPLETED),
    row("interaction.completed", Is::Finish(Reason::Stop), COMPLETED),
    row("interaction.complete", Is::Finish(Reason::Stop), COMPLETED),
    row("interaction.incomplete", Is::Finish(Reason::Length), COMPLETED),
    row("interaction.cancelled", Is::Finish(Reason::Cancelled), COMPLETED),
    row("interaction.failed", Error, COMPLETED),
    row("step.start", Envelope, &[("step", Within(OPENED))]),
    row("step.delta", Envelope, DELTA),
    row("step.stop", Envelope, &[]),
    row("content.start", Envelope, &[("content", Within(OPENED))]),
    row("content.delta", Envelope, DELTA),
    row("content.stop", Envelope, &[]),
    row("done", End(None), &[]),
];
