//! A frame becomes a reading: what one event says, in the words of `timeline`.
//!
//! One file per API dialect, each mostly a table of where things are, and one list of them
//! ([`DIALECTS`]). Adding a dialect is one file and one line there. The machinery that all of
//! them share: `table` (how a dialect is written down), `meaning` (what can stand at a place),
//! `json` (one pass over an event's data), `gather` (what was found), `memory` (what must be
//! remembered between events, `choices` among it), `mould` (events that need no pass, being like an earlier one) and
//! `reader` (what it amounts to).
//!
//! Field order, unknown fields, nulls, empty strings, wrong types and unknown event names never
//! stop a stream. Nothing here knows a runtime, a terminal or a file.

mod choices;
mod classifier;
mod common;
mod errors;
mod gather;
mod halves;
mod headers;
mod json;
mod meaning;
mod memory;
mod metrics;
mod models;
mod mould;
mod problem;
mod providers;
mod reader;
mod reading;
mod request;
mod request_body;
mod request_hints;
mod segment;
mod spec;
mod table;
mod tokens;
mod words;

mod ai_sdk_ui;
mod anthropic_messages;
mod cohere_v2;
mod coze;
mod gemini;
mod gemini_interactions;
mod generic;
mod name;
mod ollama;
mod openai_assistants;
mod openai_chat;
mod openai_completions;
mod openai_responses;
mod openai_usage;

pub use classifier::{Classifier, Hints};
pub use errors::error_in_json;
pub use headers::reported_by_header;
pub use metrics::is_metric_name;
pub use models::{is_cut_model_id, public_model_id};
pub use name::{EventName, Names};
pub use providers::{known_host, known_provider};
pub use reading::{Reading, Reported, StreamError};
pub use request::RequestFacts;
pub use request_body::{EFFORTS, known_effort, request_facts};
pub use request_hints::request_hints;
pub use spec::{DIALECTS, DialectId, Sign, Spec};
pub use words::known_error_code;
