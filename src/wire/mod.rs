//! Bytes become frames: arrival stamps, SSE and NDJSON framing, heartbeats, compression.
//!
//! A frame carries the stamp and the index of the read that completed it. Nothing here knows a
//! provider, JSON's meaning or a terminal.

mod frame;
mod sanitize;

pub use frame::{Arrival, Event, Frame};
pub use sanitize::{sanitize, sanitize_line};
