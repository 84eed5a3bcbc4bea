//! Anthropic messages: Anthropic, Vertex, OpenRouter, Bedrock's gateways.

use std::sync::OnceLock;

use super::{
    DialectId, Sign, Spec,
    meaning::{
        Content::{Reasoning, Text, Tool},
        Count::{Cached, Input, Output, ProvisionalOutput, Reasoning as ReasoningCount},
        Field,
        Meaning::{Delta, Finish, ItemType, Model, Part, PartText, PartType, Tokens, ToolName, Within},
    },
    table::{
        Is::{End, Envelope},
        ReasoningTokens, Row, Table, row,
    },
};

pub(super) static SPEC: Spec = Spec {
    id: DialectId::AnthropicMessages,
    signs: &[Sign::Named(&[
        "message_start",
        "content_block_start",
        "content_block_delta",
        "content_block_stop",
        "message_delta",
        "message_stop",
    ])],
    paths: &["/messages", ":streamRawPredict"],
    end_marker: Some("message_stop"),
    has_finish: true,
    names: &[],
    table: Table { type_key: Some("type"), fields: &[], rows: ROWS, reasoning_tokens: ReasoningTokens::Inside },
    compiled: OnceLock::new(),
};

/// Running totals. Input tokens leave out cache reads.
const USAGE: &[Field] = &[
    ("input_tokens", Tokens(Input)),
    ("cache_read_input_tokens", Tokens(Cached)),
    ("output_tokens", Tokens(Output)),
    ("output_tokens_details.thinking_tokens", Tokens(ReasoningCount)),
];

/// The output count of the opening event is a guess that the real one replaces.
const START: &[Field] = &[
    ("message.model", Model),
    ("message.usage", Within(USAGE)),
    ("message.usage.output_tokens", Tokens(ProvisionalOutput)),
    ("message.content[]", Part),
    ("message.content[].type", PartType),
    ("message.content[].text", PartText),
];

/// Tool results, compaction and redacted thinking hold no content under these keys.
const BLOCK: &[Field] = &[
    ("content_block.type", ItemType),
    ("content_block.text", Delta(Text)),
    ("content_block.thinking", Delta(Reasoning)),
    ("content_block.name", ToolName),
    ("content_block.input", Delta(Tool)),
];

/// Signatures, citations and compaction stand under other keys.
const DELTA: &[Field] =
    &[("delta.text", Delta(Text)), ("delta.thinking", Delta(Reasoning)), ("delta.partial_json", Delta(Tool))];

const ROWS: &[Row] = &[
    row("message_start", Envelope, START),
    row("content_block_start", Envelope, BLOCK),
    row("content_block_delta", Envelope, DELTA),
    row("content_block_stop", Envelope, &[]),
    row("message_delta", Envelope, &[("delta.stop_reason", Finish), ("usage", Within(USAGE))]),
    row("message_stop", End(None), &[]),
];
