//! A frame becomes a reading: what one event says, in the words of `timeline`.
//!
//! One file per API dialect, each mostly a table, and one table ([`DIALECTS`]) that lists and
//! detects them. Field order, unknown fields, nulls, empty strings, wrong types and unknown event
//! names never stop a stream. Nothing here knows a runtime, a terminal or a file.

mod classifier;
mod errors;
mod generic;
mod reading;
mod request;
mod spec;

pub use classifier::{Classifier, Hints};
pub use errors::error_in_json;
pub use reading::{EventName, Reading, Reported, StreamError};
pub use request::RequestFacts;
pub use spec::{DIALECTS, Dialect, DialectId, Spec, known_event_name};
