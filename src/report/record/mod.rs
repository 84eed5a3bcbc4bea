//! The record: one JSON object of metadata for one request, by the contract in record.md.
//!
//! Every key is always there and in a fixed order; what is absent is `null`. Times are milliseconds
//! with three decimals. No content ever stands in it.

mod build;
mod by_tag;
mod fields;
mod json;
mod restore;
mod spacing;

#[cfg(test)]
mod tests;

pub(super) use build::{all_notes, is_complete};
pub use build::{record, record_with};
pub use by_tag::ByTag;
pub use fields::{
    AssertionResult, Bounds, Contract, DiagnosisEntry, Events, GapEntry, MilestonesMs, NoteEntry, ProviderReported,
    Record, RequestPart, ResponsePart, SCHEMA, SpeedPart, TimeWindow, Timing, UsagePart,
};
pub use json::record_json;
pub(super) use json::to_json;
pub use spacing::{Spacing, percentile};
