//! Chat completions: OpenAI, Azure, OpenRouter, Groq, DeepSeek, Qwen, GLM, Kimi, Mistral, xAI,
//! Perplexity, Together, Fireworks, Cerebras, Copilot, vLLM, SGLang, llama.cpp, Ollama's `/v1`.

use std::sync::OnceLock;

use super::{
    DialectId, Sign, Spec, common,
    meaning::{
        Content::{Media, Reasoning as Thought, Refusal, Text, Tool},
        Field,
        Meaning::{
            Choice, Delta, Finish, Hidden, Index, Known, Model, Part, PartResult, PartTool, Reasoning, ToolName,
            ToolNameAgain, Whole, Within,
        },
    },
    openai_usage::{CHAT_USAGE, SERVER_PHASES},
    table::{ReasoningTokens, Table},
};

pub(super) static SPEC: Spec = Spec {
    id: DialectId::OpenAiChat,
    signs: &[Sign::NameStarts("chat.completion"), Sign::Has(&["choices"])],
    paths: &["/chat/completions"],
    end_marker: Some("[DONE]"),
    has_finish: true,
    names: &["chat.completion.chunk", "chat.completion"],
    table: Table { type_key: None, fields: FIELDS, rows: &[], reasoning_tokens: ReasoningTokens::ByTotal },
    compiled: OnceLock::new(),
};

const FIELDS: &[Field] = &[
    ("choices[]", Choice),
    ("choices[].index", Index),
    ("choices[].finish_reason", Finish),
    ("choices[].delta", Within(DELTA)),
    ("choices[].text", Delta(Text)),
    // Said again at the end, or a whole answer in one event.
    ("choices[].message.content", Whole(Text)),
    ("choices[].message.refusal", Whole(Refusal)),
    ("choices[].message.reasoning_content", Whole(Thought)),
    ("choices[].message.tool_calls[].function.name", ToolNameAgain),
    ("choices[].message.tool_calls[].function.arguments", Whole(Tool)),
    // Moonshot
    ("choices[].usage", Within(CHAT_USAGE)),
    // OpenRouter
    ("choices[].error", Within(common::ERROR)),
    // Groq
    ("x_groq.error", Within(common::ERROR)),
    ("", Within(SERVER_PHASES)),
    ("model", Model),
    ("id", Known),
    ("created", Known),
    // Azure's prelude
    ("prompt_filter_results", Known),
];

const DELTA: &[Field] = &[
    ("role", Known),
    ("content", Delta(Text)),
    // Mistral writes parts; so does, for text, who copies it.
    ("content[].text", Delta(Text)),
    ("content[].thinking", Reasoning(0)),
    ("content[].thinking[].text", Reasoning(0)),
    ("refusal", Delta(Refusal)),
    ("audio.transcript", Delta(Text)),
    ("audio.data", Delta(Media)),
    ("images[].image_url.url", Delta(Media)),
    // One reasoning, in as many fields as the provider has clients.
    ("reasoning_content", Reasoning(0)),
    ("reasoning", Reasoning(1)),
    ("reasoning_details[].text", Reasoning(2)),
    ("reasoning_details[].summary", Reasoning(2)),
    ("reasoning_details[].data", Hidden),
    ("thinking_blocks[].thinking", Reasoning(3)),
    ("tool_calls[].function.name", ToolName),
    ("tool_calls[].function.arguments", Delta(Tool)),
    ("tool_calls[].custom.name", ToolName),
    ("tool_calls[].custom.input", Delta(Tool)),
    ("function_call.name", ToolName),
    ("function_call.arguments", Delta(Tool)),
    // Groq runs these itself, and sends them again with their output.
    ("executed_tools[]", Part),
    ("executed_tools[].arguments", PartTool),
    ("executed_tools[].output", PartResult),
];
