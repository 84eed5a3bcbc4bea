//! Bytes become frames: SSE and NDJSON framing, heartbeats, compression; and text from the network
//! becomes harmless.
//!
//! Whoever reads the network stamps each read before anything here runs; all frames that a read
//! completes share its stamp. Nothing here knows a provider or a terminal.

mod blob;
mod block;
mod decompress;
mod frame;
mod ndjson;
mod plain_words;
mod sanitize;
mod sse;

pub use blob::without_blobs;
pub use decompress::Decompressor;
pub use frame::{Event, Frame};
pub use ndjson::NdjsonFramer;
pub use plain_words::{is_machines_fault, json_words, read_words, serde_words, system_words, write_words};
pub use sanitize::{is_harmful, sanitize, sanitize_json, sanitize_line};
pub use sse::SseFramer;
