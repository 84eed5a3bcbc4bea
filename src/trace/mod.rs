//! What happened, and what it amounts to.
//!
//! An [`Observation`] is one thing that happened, with its offset from t0. A [`Trace`] is the pure
//! fold of the observations so far. A [`Recording`] keeps them all and can be looked at as it was
//! after any of them. Nothing here knows a runtime, a terminal, a file, or the clock: what needs
//! "now" takes it as an argument.

mod body;
mod burst;
mod counts;
mod diagnosis;
mod intake;
mod known;
mod observation;
mod outcome;
mod rate;
mod recording;
mod reread;
#[cfg(test)]
pub(crate) mod sample;
mod stall;
mod state;
mod witness;

pub use burst::Bursts;
pub use counts::{Counts, FirstOf};
pub use diagnosis::{
    Diagnosis, Finding, FindingCode, Row, RowState, Severity, Threshold, ThresholdError, Thresholds, diagnose,
};
pub use intake::{Intake, IntakeOptions, LARGEST_EVENT};
pub use observation::{BodyKind, Content, Details, EventSeen, Flags, HeadersSeen, Observation, What};
pub use rate::{Estimator, RATE_WINDOW, Rate, TokenSource, rate};
pub use recording::{ContentKind, Header, Recording, SourceKind};
pub use reread::Reread;
pub use stall::Stall;
pub use state::Trace;
