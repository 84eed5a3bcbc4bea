//! The same trace as text, as a JSON record, as a picture.
//!
//! Everything that shows a trace takes its words, numbers and bars from here, so that screen,
//! report and JSON cannot disagree. Nothing here knows a terminal or a runtime.

mod arrivals;
mod axis;
mod bars;
mod note_words;
mod number;
pub mod plain;
pub mod record;
mod scale;
mod words;

pub use arrivals::{Arrivals, arrivals};
pub use axis::{Axis, Tick};
pub use bars::{Bar, BarKind, bars};
pub use note_words::explain;
pub use number::{duration, grouped, ms_cell};
pub use plain::{PlainOptions, milestone_line, plain_summary};
pub use record::{Record, record, record_json, record_with};
pub use scale::{Placed, label_row, milestone_labels};
