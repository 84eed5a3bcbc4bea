//! The capture format: write, read, make safe, verify, prune, and import what others wrote.
//!
//! A capture is JSON Lines: a header, then one observation a line, appended as it happens, so that
//! a crash loses at most the line being written (capture.md). Here live the format (`encode`,
//! `decode`, [`Writer`], `read`), the allow-list (`safe`), and the imports. A runtime, a
//! terminal and the network may not be known here.

mod decode;
mod encode;
mod error;
mod expiry;
mod gateway_fields;
mod import;
mod json;
mod lines;
mod load;
mod object;
mod plain_event;
mod prune;
mod reader;
mod redact;
mod safe;
#[cfg(test)]
mod schema;
mod verify;
mod whole_file;
mod writer;

pub use encode::Is;
pub use error::{CaptureError, FieldError};
pub use expiry::{expires_at, parse_expiry};
pub use load::{Input, LoadOptions, load, load_each_from, load_from};
pub use prune::{Expired, expired, remove};
pub use redact::{redact, redact_to, save};
pub use safe::{headers_seen, safe_headers, safe_model, safe_reported, safe_request};
pub use verify::{Finding, verify};
pub use whole_file::WholeFile;
pub use writer::Writer;
