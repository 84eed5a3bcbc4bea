//! What others wrote, as the same observations: HTTP archives, raw bodies, stamped bodies, gateway
//! timing records. What a source does not say stays absent; what it says and cannot be is noted.

mod base64_pieces;
mod body;
mod facts;
mod gateway;
mod har;
mod har_body;
mod har_entry;
mod har_timings;
mod json_string;
mod number;
mod records;
mod sniff;
mod stamped;
mod wall_clock;

pub(super) use body::read_body;
pub(super) use gateway::record;
pub(super) use har::Archive;
pub(super) use records::{Each, Pick, read_records};
pub(super) use sniff::{FileKind, HEAD, sniff};
pub(super) use stamped::read_stamped;
