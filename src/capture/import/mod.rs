//! What others wrote, as the same observations: HTTP archives, raw bodies, stamped bodies, gateway
//! timing records. What a source does not say stays absent; what it says and cannot be is noted.

mod body;
mod facts;
mod gateway;
mod har;
mod har_entry;
mod har_timings;
mod number;
mod records;
mod sniff;
mod stamped;
mod wall_clock;

pub(super) use body::read_body;
pub(super) use gateway::record;
pub(super) use har::Archive;
pub(super) use records::Pick;
pub(super) use sniff::{FileKind, HEAD, sniff};
pub(super) use stamped::read_stamped;

/// The chosen entry of an archive as a recording.
pub(super) fn har_recording(entry: &serde_json::Value, keep_content: bool) -> crate::trace::Recording {
    har_entry::Entry::of(entry).recording(keep_content)
}
