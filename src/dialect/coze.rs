//! Coze chat v3. The payload does not say what it is: only the `event:` line does.

use std::sync::OnceLock;

use super::{
    DialectId, Sign, Spec, common,
    meaning::{
        Content::{Media, Reasoning},
        Count::{Input, Output, Total},
        Field,
        Meaning::{Delta, Item, Part, PartAgain, PartText, PartType, Tokens, Whole, Within},
    },
    table::{
        Is::{self, End, Envelope, Error},
        ReasoningTokens, Row, Table, row,
    },
};
use crate::timeline::Finish as Reason;

pub(super) static SPEC: Spec = Spec {
    id: DialectId::Coze,
    signs: &[Sign::NameStarts("conversation."), Sign::Has(&["conversation_id", "bot_id"])],
    paths: &["/v3/chat"],
    end_marker: Some("done"),
    has_finish: true,
    names: &[],
    table: Table { type_key: None, fields: &[], rows: ROWS, reasoning_tokens: ReasoningTokens::Inside },
    compiled: OnceLock::new(),
};

const CHAT: &[Field] = &[
    ("usage.input_count", Tokens(Input)),
    ("usage.output_count", Tokens(Output)),
    ("usage.token_count", Tokens(Total)),
];

/// `last_error` is there, with code 0, when all is well: only a failed chat's is one.
const FAILED: &[Field] = &[("", Within(CHAT)), ("last_error", Within(common::ERROR))];

/// A message is of a type, and only some types are content: not `verbose`, not `tool_response`,
/// not `follow_up`.
const MESSAGE: &[Field] =
    &[("id", Item), ("", Part), ("type", PartType), ("content", PartText), ("reasoning_content", Delta(Reasoning))];
const MESSAGE_AGAIN: &[Field] = &[
    ("id", Item),
    ("", PartAgain),
    ("type", PartType),
    ("content", PartText),
    ("reasoning_content", Whole(Reasoning)),
];

const ROWS: &[Row] = &[
    row("conversation.chat.created", Envelope, CHAT),
    row("conversation.chat.in_progress", Envelope, CHAT),
    row("conversation.chat.completed", Is::Finish(Reason::Stop), CHAT),
    row("conversation.chat.requires_action", Is::Finish(Reason::ToolCalls), CHAT),
    row("conversation.chat.canceled", Is::Finish(Reason::Cancelled), CHAT),
    row("conversation.chat.failed", Error, FAILED),
    row("conversation.message.delta", Envelope, MESSAGE),
    row("conversation.message.completed", Envelope, MESSAGE_AGAIN),
    row("conversation.audio.delta", Envelope, &[("content", Delta(Media))]),
    row("done", End(None), &[]),
];
