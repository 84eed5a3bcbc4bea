//! The AI SDK's UI message stream, as its own front ends read it.

use std::sync::OnceLock;

use super::{
    DialectId, Sign, Spec,
    meaning::{
        Content::{Media, Reasoning, Text, Tool},
        Count::{Cached, Input, Output, Reasoning as ReasoningCount, Total},
        Field,
        Meaning::{Delta, ErrorMessage, Finish, Item, Tokens, ToolName, ToolNameAgain, Whole, Within},
    },
    table::{
        Is::{self, Envelope, Error},
        ReasoningTokens, Row, Table, row,
    },
};
use crate::timeline::Finish as Reason;

pub(super) static SPEC: Spec = Spec {
    id: DialectId::AiSdkUi,
    signs: &[Sign::Named(&[
        "start",
        "start-step",
        "finish-step",
        "text-start",
        "text-delta",
        "text-end",
        "reasoning-start",
        "reasoning-delta",
        "reasoning-end",
        "tool-input-start",
        "tool-input-delta",
        "tool-input-available",
        "tool-output-available",
    ])],
    paths: &[],
    end_marker: Some("[DONE]"),
    has_finish: true,
    names: &[],
    table: Table { type_key: Some("type"), fields: &[], rows: ROWS, reasoning_tokens: ReasoningTokens::Inside },
    compiled: OnceLock::new(),
};

const USAGE: &[Field] = &[
    ("inputTokens", Tokens(Input)),
    ("promptTokens", Tokens(Input)),
    ("cachedInputTokens", Tokens(Cached)),
    ("outputTokens", Tokens(Output)),
    ("completionTokens", Tokens(Output)),
    ("reasoningTokens", Tokens(ReasoningCount)),
    ("totalTokens", Tokens(Total)),
];

const METADATA: &[Field] = &[
    ("finishReason", Finish),
    ("usage", Within(USAGE)),
    ("totalUsage", Within(USAGE)),
    ("messageMetadata.usage", Within(USAGE)),
    ("messageMetadata.totalUsage", Within(USAGE)),
];

const ROWS: &[Row] = &[
    row("start", Envelope, &[]),
    row("start-step", Envelope, &[]),
    row("finish-step", Envelope, &[]),
    row("message-metadata", Envelope, METADATA),
    row("text-start", Envelope, &[]),
    row("text-delta", Envelope, &[("delta", Delta(Text)), ("textDelta", Delta(Text))]),
    row("text-end", Envelope, &[]),
    row("reasoning-start", Envelope, &[]),
    row("reasoning-delta", Envelope, &[("delta", Delta(Reasoning)), ("textDelta", Delta(Reasoning))]),
    row("reasoning-end", Envelope, &[]),
    row("tool-input-start", Envelope, &[("toolCallId", Item), ("toolName", ToolName)]),
    row("tool-input-delta", Envelope, &[("toolCallId", Item), ("inputTextDelta", Delta(Tool))]),
    row("tool-input-available", Envelope, &[("toolCallId", Item), ("toolName", ToolNameAgain), ("input", Whole(Tool))]),
    row("tool-input-error", Envelope, &[]),
    row("tool-approval-request", Envelope, &[]),
    row("tool-output-available", Envelope, &[]),
    row("tool-output-error", Envelope, &[]),
    row("tool-output-denied", Envelope, &[]),
    row("source-url", Envelope, &[]),
    row("source-document", Envelope, &[]),
    row("file", Envelope, &[("url", Delta(Media))]),
    row("data-*", Envelope, &[]),
    row("error", Error, &[("errorText", ErrorMessage)]),
    row("abort", Is::Finish(Reason::Cancelled), &[]),
    row("finish", Is::Finish(Reason::Stop), METADATA),
];
