//! The allow-list: what a safe capture can express.
//!
//! A [`SafeLine`] and a [`SafeHeader`] have no field that could hold what is not on the list
//! (capture.md, "What a safe capture may hold"): their strings are of the types of `words`, which
//! are made by a check, and everything else is a number, a boolean or a word of a closed enum.
//! Making a capture safe is making these from an observation; nothing is "removed".

mod header;
mod headers;
mod line;
mod shown;
pub(super) mod words;

pub(super) use header::{SafeHeader, SafeRequest};
pub use headers::headers_seen;
pub(super) use headers::kept;
#[cfg(test)]
pub(super) use headers::names as header_names;
pub(super) use line::{SafeDetails, SafeEvent, SafeHeaders, SafeLine, SafeReported, SafeWhat, Summary};
pub use shown::{safe_headers, safe_model, safe_reported, safe_request};
pub(super) use words::{ErrorWord, OTHER, media_type};
