//! Assistants: threads, runs, steps and messages, each an event of its own.

use std::sync::OnceLock;

use super::{
    DialectId, Sign, Spec, common,
    meaning::{
        Content::{Refusal, Text, Tool},
        Field,
        Meaning::{Announces, CutShort, Delta, Item, Model, ToolName, ToolNameAgain, Whole, Within},
    },
    openai_usage::CHAT_USAGE,
    table::{
        Is::{self, End, Envelope, Error},
        ReasoningTokens, Row, Table, row,
    },
};
use crate::timeline::Finish as Reason;

pub(super) static SPEC: Spec = Spec {
    id: DialectId::OpenAiAssistants,
    signs: &[Sign::NameStarts("thread.")],
    paths: &["/threads/", "/threads/runs"],
    end_marker: Some("done"),
    has_finish: true,
    names: &["thread.run", "thread.run.step", "thread.message"],
    table: Table { type_key: Some("object"), fields: &[], rows: ROWS, reasoning_tokens: ReasoningTokens::Inside },
    compiled: OnceLock::new(),
};

const MESSAGE_DELTA: &[Field] =
    &[("id", Item), ("delta.content[].text.value", Delta(Text)), ("delta.content[].refusal", Delta(Refusal))];

const MESSAGE: &[Field] = &[("id", Item), ("content[].text.value", Whole(Text)), ("content[].refusal", Whole(Refusal))];

/// Only a call that opens has its id; later deltas of it, and what the tool gave back, have none.
const STEP_DELTA: &[Field] = &[
    ("id", Item),
    ("delta.step_details.tool_calls[].id", Announces),
    ("delta.step_details.tool_calls[].function.name", ToolName),
    ("delta.step_details.tool_calls[].function.arguments", Delta(Tool)),
    ("delta.step_details.tool_calls[].code_interpreter.input", Delta(Tool)),
];

const STEP: &[Field] = &[
    ("id", Item),
    ("step_details.tool_calls[].function.name", ToolNameAgain),
    ("step_details.tool_calls[].function.arguments", Whole(Tool)),
    ("step_details.tool_calls[].code_interpreter.input", Whole(Tool)),
];

/// The usage of a run is that of its steps together, which is why theirs is not read.
const RUN: &[Field] = &[
    ("model", Model),
    ("usage", Within(CHAT_USAGE)),
    ("last_error", Within(common::ERROR)),
    ("incomplete_details.reason", CutShort),
];

const fn run(name: &'static str, is: Is) -> Row {
    row(name, is, RUN)
}

const ROWS: &[Row] = &[
    row("thread.created", Envelope, &[]),
    run("thread.run.created", Envelope),
    run("thread.run.queued", Envelope),
    run("thread.run.in_progress", Envelope),
    run("thread.run.requires_action", Is::Finish(Reason::ToolCalls)),
    run("thread.run.completed", Is::Finish(Reason::Stop)),
    run("thread.run.incomplete", Is::Finish(Reason::Length)),
    run("thread.run.cancelling", Envelope),
    run("thread.run.cancelled", Is::Finish(Reason::Cancelled)),
    run("thread.run.failed", Error),
    run("thread.run.expired", Error),
    row("thread.run.step.created", Envelope, &[]),
    row("thread.run.step.in_progress", Envelope, &[]),
    row("thread.run.step.delta", Envelope, STEP_DELTA),
    row("thread.run.step.completed", Envelope, STEP),
    row("thread.run.step.failed", Envelope, &[]),
    row("thread.run.step.cancelled", Envelope, &[]),
    row("thread.run.step.expired", Envelope, &[]),
    row("thread.message.created", Envelope, &[]),
    row("thread.message.in_progress", Envelope, &[]),
    row("thread.message.delta", Envelope, MESSAGE_DELTA),
    row("thread.message.completed", Envelope, MESSAGE),
    row("thread.message.incomplete", Envelope, MESSAGE),
    row("done", End(None), &[]),
];
