//! Legacy completions.

use std::sync::OnceLock;

use super::{
    DialectId, Sign, Spec, common,
    meaning::{
        Content::Text,
        Field,
        Meaning::{Choice, Delta, Finish, Index, Known, Model, Reasoning, Within},
    },
    openai_usage::{CHAT_USAGE, SERVER_PHASES},
    table::{ReasoningTokens, Table},
};

pub(super) static SPEC: Spec = Spec {
    id: DialectId::OpenAiCompletions,
    signs: &[Sign::Named(&["text_completion"]), Sign::Text("choices.text")],
    paths: &["/completions"],
    end_marker: Some("[DONE]"),
    has_finish: true,
    names: &["text_completion"],
    table: Table { type_key: None, fields: FIELDS, rows: &[], reasoning_tokens: ReasoningTokens::ByTotal },
    compiled: OnceLock::new(),
};

const FIELDS: &[Field] = &[
    ("choices[]", Choice),
    ("choices[].index", Index),
    ("choices[].text", Delta(Text)),
    ("choices[].reasoning_content", Reasoning(0)),
    ("choices[].reasoning", Reasoning(1)),
    ("choices[].finish_reason", Finish),
    ("choices[].usage", Within(CHAT_USAGE)),
    ("choices[].error", Within(common::ERROR)),
    ("", Within(SERVER_PHASES)),
    ("model", Model),
    ("id", Known),
    ("created", Known),
];
