//! What may come in a stream of any dialect: errors, pings, and a server's own phases.

use super::{
    meaning::{Field, Meaning, Unit},
    table::{Is, Row, row},
};

/// An error object or string, under whatever key holds it.
pub(super) const ERROR: &[Field] = &[
    ("", Meaning::Error),
    ("message", Meaning::ErrorMessage),
    ("msg", Meaning::ErrorMessage),
    ("code", Meaning::ErrorCode(0)),
    ("type", Meaning::ErrorCode(1)),
    ("status", Meaning::ErrorCode(2)),
    ("error.message", Meaning::ErrorMessage),
    ("error.type", Meaning::ErrorCode(1)),
];

/// What any payload may hold.
pub(super) const FIELDS: &[Field] = &[
    ("error", Meaning::Within(ERROR)),
    ("object", Meaning::Object),
    ("type", Meaning::Type),
    ("message", Meaning::FlatMessage),
    ("msg", Meaning::FlatMessage),
    ("detail", Meaning::FlatMessage),
    ("code", Meaning::FlatCode),
];

/// Events that any stream may have.
pub(super) const ROWS: &[Row] = &[
    row("ping", Is::Heartbeat, &[]),
    row("keepalive", Is::Heartbeat, &[]),
    row("heartbeat", Is::Heartbeat, &[]),
    row("error", Is::Error, &[]),
    // LM Studio's own API
    row("model_load.start", Is::Envelope, &[]),
    row("model_load.progress", Is::Envelope, &[]),
    row("model_load.end", Is::Envelope, &[("load_time_seconds", Meaning::Took("load", Unit::Seconds))]),
    row("prompt_processing.start", Is::Envelope, &[]),
    row("prompt_processing.progress", Is::Envelope, &[]),
    row("prompt_processing.end", Is::Envelope, &[]),
];

/// Names of events that no row has.
pub(super) const NAMES: &[&str] = &["message", "[DONE]", "other"];
