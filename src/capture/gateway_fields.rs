//! The fields of a gateway's timing record (definitions.md, the table of milestones).

use crate::timeline::{Milestone, Phase};

/// Durations, in milliseconds.
pub(super) const PHASES: &[(&str, Phase)] = &[
    ("auth_ms", Phase::Auth),
    ("distribution_ms", Phase::Distribution),
    ("body_read_ms", Phase::BodyRead),
    ("redirect_ms", Phase::Redirect),
    ("dns_ms", Phase::Dns),
    ("connect_ms", Phase::Connect),
    ("tls_ms", Phase::Tls),
    ("connect_tls_ms", Phase::ConnectTls),
    ("send_ms", Phase::Send),
    ("wait_ms", Phase::Wait),
    ("upstream_headers_ms", Phase::UpstreamHeaders),
];

/// Moments from t0, in milliseconds. The header wait is not among them: its origin is t1.
pub(super) const MILESTONES: &[(&str, Milestone)] = &[
    ("first_sse_event_ms", Milestone::T3),
    ("first_response_ms", Milestone::T4),
    ("first_text_delta_ms", Milestone::T5),
    ("upstream_done_ms", Milestone::T6),
    ("total_handler_ms", Milestone::T7),
];

/// The speed that a record states by itself.
pub(super) const SPEED: &str = "visible_output_tps";

/// Fields of logs that give moments on a wall clock.
pub(super) const START: &str = "startTime";
/// When the first token came.
pub(super) const FIRST_TOKEN: &str = "completionStartTime";
/// When the request was over.
pub(super) const END: &str = "endTime";

/// Whether a top-level key tells that an object is a timing record.
pub(super) fn is_telling(key: &str) -> bool {
    const WRAPPERS: &[&str] = &["other", "timing", SPEED, START, FIRST_TOKEN, END];
    WRAPPERS.contains(&key)
        || PHASES.iter().any(|(name, _)| *name == key)
        || MILESTONES.iter().any(|(name, _)| *name == key)
}
