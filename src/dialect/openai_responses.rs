//! The Responses API: OpenAI, ChatGPT, xAI, OpenRouter, DeepSeek, Bedrock; with or without
//! `event:` lines.

use std::sync::OnceLock;

use super::{
    DialectId, Sign, Spec, common,
    meaning::{
        Content::{Media, Reasoning, Refusal, Text, Tool},
        Field,
        Meaning::{
            CutShort, Delta, Hidden, Item, ItemType, ItemTypeAgain, Known, Model, Part, PartAgain, PartText, PartType,
            Status, ToolName, ToolNameAgain, Whole, Within,
        },
    },
    openai_usage::RESPONSES_USAGE,
    table::{
        Is::{self, End, Envelope, Failure, Heartbeat},
        ReasoningTokens, Row, Table, row,
    },
};
use crate::timeline::Finish as Reason;

pub(super) static SPEC: Spec = Spec {
    id: DialectId::OpenAiResponses,
    signs: &[Sign::NameStarts("response.")],
    paths: &["/responses"],
    end_marker: Some("response.completed"),
    has_finish: true,
    names: &[],
    table: Table { type_key: Some("type"), fields: &[], rows: ROWS, reasoning_tokens: ReasoningTokens::Inside },
    compiled: OnceLock::new(),
};

const ITEM: &[Field] = &[("output_index", Item), ("item_id", Item)];
const DELTA_TEXT: &[Field] = &[("", Within(ITEM)), ("delta", Delta(Text))];
const DELTA_REASONING: &[Field] = &[("", Within(ITEM)), ("delta", Delta(Reasoning))];
const DELTA_TOOL: &[Field] = &[("", Within(ITEM)), ("delta", Delta(Tool))];
const WHOLE_TEXT: &[Field] = &[("", Within(ITEM)), ("text", Whole(Text))];
const WHOLE_REASONING: &[Field] = &[("", Within(ITEM)), ("text", Whole(Reasoning))];
const PART: &[Field] = &[
    ("", Within(ITEM)),
    ("part", Part),
    ("part.type", PartType),
    ("part.text", PartText),
    ("part.refusal", Delta(Refusal)),
    ("part.transcript", Delta(Text)),
];
const PART_AGAIN: &[Field] = &[
    ("", Within(ITEM)),
    ("part", PartAgain),
    ("part.type", PartType),
    ("part.text", PartText),
    ("part.refusal", Whole(Refusal)),
    ("part.transcript", Whole(Text)),
];

/// An item that opens. Some servers open it with its content.
const OPENED: &[Field] = &[
    ("type", ItemType),
    ("name", ToolName),
    ("arguments", Delta(Tool)),
    ("input", Delta(Tool)),
    ("content[]", Part),
    ("content[].type", PartType),
    ("content[].text", PartText),
    ("encrypted_content", Hidden),
];

/// An item that is complete: everything again.
const CLOSED: &[Field] = &[
    ("type", ItemTypeAgain),
    ("name", ToolNameAgain),
    ("arguments", Whole(Tool)),
    ("input", Whole(Tool)),
    ("code", Whole(Tool)),
    ("action.query", Whole(Tool)),
    ("action.command", Whole(Tool)),
    ("action.commands", Whole(Tool)),
    ("operation.diff", Whole(Tool)),
    ("queries", Whole(Tool)),
    ("result", Whole(Media)),
    ("content[]", PartAgain),
    ("content[].type", PartType),
    ("content[].text", PartText),
    ("content[].refusal", Whole(Refusal)),
    ("content[].transcript", Whole(Text)),
    ("summary[]", PartAgain),
    ("summary[].type", PartType),
    ("summary[].text", PartText),
    ("encrypted_content", Hidden),
];

const RESPONSE: &[Field] = &[
    ("response.model", Model),
    ("response.usage", Within(RESPONSES_USAGE)),
    ("response.status", Status),
    ("response.incomplete_details.reason", CutShort),
    ("response.error", Within(common::ERROR)),
    ("response.output[]", Within(CLOSED)),
    ("response.output[]", Known),
];
const STARTED: &[Field] = &[("response.model", Model)];

const fn status(name: &'static str) -> Row {
    row(name, Envelope, ITEM)
}

const fn end(name: &'static str, is: Is) -> Row {
    row(name, is, RESPONSE)
}

const ROWS: &[Row] = &[
    row("response.created", Envelope, STARTED),
    row("response.queued", Envelope, STARTED),
    row("response.in_progress", Envelope, STARTED),
    end("response.completed", End(Some(Reason::Stop))),
    end("response.done", End(Some(Reason::Stop))),
    end("response.incomplete", End(Some(Reason::Length))),
    end("response.cancelled", End(Some(Reason::Cancelled))),
    end("response.failed", Failure),
    row("response.output_item.added", Envelope, &[("output_index", Item), ("item.id", Item), ("item", Within(OPENED))]),
    row("response.output_item.done", Envelope, &[("output_index", Item), ("item.id", Item), ("item", Within(CLOSED))]),
    row("response.content_part.added", Envelope, PART),
    row("response.content_part.done", Envelope, PART_AGAIN),
    row("response.reasoning_summary_part.added", Envelope, PART),
    row("response.reasoning_summary_part.done", Envelope, PART_AGAIN),
    // What a user reads.
    row("response.output_text.delta", Envelope, DELTA_TEXT),
    row("response.output_text.done", Envelope, WHOLE_TEXT),
    status("response.output_text.annotation.added"),
    row("response.refusal.delta", Envelope, &[("", Within(ITEM)), ("delta", Delta(Refusal))]),
    row("response.refusal.done", Envelope, &[("", Within(ITEM)), ("refusal", Whole(Refusal))]),
    row("response.audio.transcript.delta", Envelope, DELTA_TEXT),
    row("response.audio.transcript.done", Envelope, &[("", Within(ITEM)), ("transcript", Whole(Text))]),
    row("response.output_audio_transcript.delta", Envelope, DELTA_TEXT),
    row("response.output_audio_transcript.done", Envelope, &[("", Within(ITEM)), ("transcript", Whole(Text))]),
    row("response.audio.delta", Envelope, &[("delta", Delta(Media)), ("data", Delta(Media))]),
    status("response.audio.done"),
    row("response.output_audio.delta", Envelope, &[("delta", Delta(Media))]),
    status("response.output_audio.done"),
    // Reasoning.
    row("response.reasoning_text.delta", Envelope, DELTA_REASONING),
    row("response.reasoning_text.done", Envelope, WHOLE_REASONING),
    row("response.reasoning_summary_text.delta", Envelope, DELTA_REASONING),
    row("response.reasoning_summary_text.done", Envelope, WHOLE_REASONING),
    row("response.reasoning.delta", Envelope, DELTA_REASONING),
    row("response.reasoning.done", Envelope, WHOLE_REASONING),
    row("response.reasoning_summary.delta", Envelope, DELTA_REASONING),
    row("response.reasoning_summary.done", Envelope, WHOLE_REASONING),
    // What the model writes for tools.
    row("response.function_call_arguments.delta", Envelope, DELTA_TOOL),
    row("response.function_call_arguments.done", Envelope, &[("", Within(ITEM)), ("arguments", Whole(Tool))]),
    row("response.custom_tool_call_input.delta", Envelope, DELTA_TOOL),
    row("response.custom_tool_call_input.done", Envelope, &[("", Within(ITEM)), ("input", Whole(Tool))]),
    row("response.mcp_call_arguments.delta", Envelope, DELTA_TOOL),
    row("response.mcp_call_arguments.done", Envelope, &[("", Within(ITEM)), ("arguments", Whole(Tool))]),
    row("response.mcp_call.arguments.delta", Envelope, DELTA_TOOL),
    row("response.mcp_call.arguments.done", Envelope, &[("", Within(ITEM)), ("arguments", Whole(Tool))]),
    row("response.code_interpreter_call_code.delta", Envelope, DELTA_TOOL),
    row("response.code_interpreter_call_code.done", Envelope, &[("", Within(ITEM)), ("code", Whole(Tool))]),
    row("response.code_interpreter_call.code.delta", Envelope, DELTA_TOOL),
    row("response.code_interpreter_call.code.done", Envelope, &[("", Within(ITEM)), ("code", Whole(Tool))]),
    row("response.apply_patch_call_operation_diff.delta", Envelope, DELTA_TOOL),
    row("response.apply_patch_call_operation_diff.done", Envelope, &[("", Within(ITEM)), ("diff", Whole(Tool))]),
    row("response.shell_call_command.delta", Envelope, DELTA_TOOL),
    row("response.shell_call_command.done", Envelope, &[("", Within(ITEM)), ("command", Whole(Tool))]),
    row("response.*_arguments.delta", Envelope, DELTA_TOOL),
    row("response.*_input.delta", Envelope, DELTA_TOOL),
    row("response.*_code.delta", Envelope, DELTA_TOOL),
    row("response.*_diff.delta", Envelope, DELTA_TOOL),
    // What tools are doing.
    status("response.web_search_call.in_progress"),
    status("response.web_search_call.searching"),
    status("response.web_search_call.completed"),
    status("response.file_search_call.in_progress"),
    status("response.file_search_call.searching"),
    status("response.file_search_call.completed"),
    status("response.code_interpreter_call.in_progress"),
    status("response.code_interpreter_call.interpreting"),
    status("response.code_interpreter_call.completed"),
    status("response.mcp_list_tools.in_progress"),
    status("response.mcp_list_tools.completed"),
    status("response.mcp_list_tools.failed"),
    status("response.mcp_call.in_progress"),
    status("response.mcp_call.completed"),
    status("response.mcp_call.failed"),
    status("response.image_generation_call.in_progress"),
    status("response.image_generation_call.generating"),
    status("response.image_generation_call.completed"),
    row(
        "response.image_generation_call.partial_image",
        Envelope,
        &[("", Within(ITEM)), ("partial_image_b64", Delta(Media))],
    ),
    row("response.heartbeat", Heartbeat, &[]),
    row("response.metadata", Envelope, &[]),
    row("response.rate_limits.updated", Envelope, &[]),
    row("codex.rate_limits", Envelope, &[]),
];
