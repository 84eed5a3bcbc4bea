//! Traces side by side, under their contract (definitions.md, "Comparing").
//!
//! What differs between the sides is named above the figures. A difference that makes the figures
//! incomparable turns the ranking off. Failures stay in the sample, as worse than every value, and are
//! counted beside it.

mod build;
mod contract;
mod distribution;
mod facts;
mod figures;
mod markdown;
mod plain;
mod ranking;
mod reached;
mod sections;
mod side;

#[cfg(test)]
mod tests;

pub use build::{Comparison, GapRow, SideSummary, compare};
pub use contract::{Fact, Standing};
pub use distribution::{Distribution, METHOD, Minimum};
pub use figures::{FIGURES, Figure};
pub use markdown::comparison_markdown;
pub use plain::{common_end, comparison_plain, percentile_method, sample_plain};
pub use ranking::{Order, Ranking, Than};
pub use reached::{Needs, Reached, has_failed};
pub use sections::{Section, contract_rest, contract_section, deltas_width, figure_sections, side_line};
pub use side::{By, Sample, Side, sides};
