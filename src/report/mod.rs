//! The same trace as text, as a JSON record, as a picture.
//!
//! Everything that shows a trace takes its words, numbers and bars from here, so that screen,
//! report and JSON cannot disagree. Nothing here knows a terminal or a runtime.

mod arrivals;
mod assertion;
mod axis;
mod bars;
pub mod compare;
mod contract_table;
mod each;
mod ending;
mod har_export;
mod html;
mod markdown;
mod note_words;
mod number;
#[cfg(feature = "otlp")]
mod otlp;
mod palette;
mod perfetto;
mod picture;
pub mod plain;
pub mod record;
mod scale;
mod sheet;
mod table;
mod words;
mod xml;

pub use arrivals::{Arrivals, arrivals};
pub use assertion::{Assertion, AssertionError, assertion_lines};
pub use axis::{Axis, Tick};
pub use bars::{Bar, BarKind, bars};
pub use ending::{ending_sentence, replayed_sentence};
pub use har_export::{har, holds_content};
pub use html::html;
pub use markdown::markdown;
pub use note_words::explain;
pub use number::{bare_duration, decimal, duration, grouped, ms_cell, rate, seconds};
#[cfg(feature = "otlp")]
pub use otlp::otlp;
pub use perfetto::perfetto;
pub use picture::svg;
pub use plain::{PlainOptions, milestone_line, plain_summary};
pub use record::{Record, record, record_json, record_with};
pub use scale::{Placed, label_row, milestone_labels};
use sheet::heading;
pub use words::out_of_sight;
