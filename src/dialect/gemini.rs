//! Gemini `streamGenerateContent?alt=sse`: the Gemini API, Vertex, and Code Assist, which puts
//! each event into a `response`.

use std::sync::OnceLock;

use super::{
    DialectId, Sign, Spec,
    meaning::{
        Content::{Media, Tool},
        Count::{Cached, Input, Output, Reasoning, Total},
        Field,
        Meaning::{
            Announces, Blocked, Choice, Delta, Finish, Hidden, Index, Known, Model, Part, PartText, PartThought,
            Tokens, ToolName, Within,
        },
    },
    table::{ReasoningTokens, Table},
};

pub(super) static SPEC: Spec = Spec {
    id: DialectId::Gemini,
    signs: &[
        Sign::Has(&["candidates"]),
        Sign::Has(&["promptFeedback"]),
        Sign::Has(&["usageMetadata"]),
        Sign::Has(&["response.candidates"]),
        Sign::Has(&["response.usageMetadata"]),
    ],
    paths: &[":streamGenerateContent", ":generateContent"],
    end_marker: None,
    has_finish: true,
    names: &[],
    table: Table {
        type_key: None,
        fields: &[("", Within(FIELDS)), ("response", Within(FIELDS))],
        rows: &[],
        reasoning_tokens: ReasoningTokens::Beside,
    },
    compiled: OnceLock::new(),
};

const FIELDS: &[Field] = &[
    ("candidates[]", Choice),
    ("candidates[].index", Index),
    ("candidates[].finishReason", Finish),
    ("candidates[].content.parts[]", Part),
    ("candidates[].content.parts[].text", PartText),
    ("candidates[].content.parts[].thought", PartThought),
    ("candidates[].content.parts[].thoughtSignature", Hidden),
    ("candidates[].content.parts[].functionCall", Announces),
    ("candidates[].content.parts[].functionCall.name", ToolName),
    ("candidates[].content.parts[].functionCall.args", Delta(Tool)),
    ("candidates[].content.parts[].executableCode", Announces),
    ("candidates[].content.parts[].executableCode.code", Delta(Tool)),
    ("candidates[].content.parts[].inlineData.data", Delta(Media)),
    ("promptFeedback", Known),
    ("promptFeedback.blockReason", Blocked),
    ("usageMetadata.promptTokenCount", Tokens(Input)),
    ("usageMetadata.cachedContentTokenCount", Tokens(Cached)),
    ("usageMetadata.candidatesTokenCount", Tokens(Output)),
    ("usageMetadata.thoughtsTokenCount", Tokens(Reasoning)),
    ("usageMetadata.totalTokenCount", Tokens(Total)),
    ("modelVersion", Model),
    ("responseId", Known),
];
