//! Traces side by side, under their contract (definitions.md, "Comparing").
//!
//! What differs between the sides is named above the figures. A difference that makes the figures
//! incomparable turns the ranking off. Failures stay in the sample and are counted beside it.

mod build;
mod contract;
mod distribution;
mod figures;
mod markdown;
mod plain;
mod side;

#[cfg(test)]
mod tests;

pub use build::{Comparison, GapRow, Order, Ranking, SideSummary, compare};
pub use contract::Difference;
pub use distribution::{Distribution, METHOD, Minimum};
pub use figures::{FIGURES, Figure};
pub use markdown::comparison_markdown;
pub use plain::{comparison_plain, sample_plain};
pub use side::{By, Sample, Side, sides};
