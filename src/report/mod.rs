//! The same trace as text, as a JSON record, as a picture.
//!
//! Everything that shows a trace takes its words, numbers and bars from here, so that screen,
//! report and JSON cannot disagree. Nothing here knows a terminal or a runtime.

mod axis;
mod bars;
mod html;
mod markdown;
mod number;
mod palette;
mod picture;
mod sheet;
mod table;
mod xml;

pub use axis::{Axis, Tick};
pub use bars::{Bar, BarKind, bars};
pub use html::html;
pub use markdown::markdown;
pub use number::{duration, grouped, ms_cell};
pub use picture::svg;
use sheet::heading;
