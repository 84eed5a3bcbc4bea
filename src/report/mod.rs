//! The same trace as text, as a JSON record, as a picture.
//!
//! Everything that shows a trace takes its words, numbers and bars from here, so that screen,
//! report and JSON cannot disagree. Nothing here knows a terminal or a runtime.

mod axis;
mod bars;
mod number;
pub mod record;
mod words;

pub use axis::{Axis, Tick};
pub use bars::{Bar, BarKind, bars};
pub use number::{duration, grouped, ms_cell};
pub use record::{Record, record, record_json, record_with};
