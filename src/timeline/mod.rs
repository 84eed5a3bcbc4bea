//! The words of the contract: offsets, milestones, phases, tags, usage, outcome, speed, notes.
//!
//! Here live plain values and the formulas on them. Nothing here knows JSON values, an async
//! runtime, a terminal or a file.

mod gap;
mod micros;
mod milestone;
mod nearest;
mod note;
mod outcome;
mod phase;
mod speed;
mod tag;
mod usage;
mod words;

pub use gap::{Gap, gaps};
pub use micros::Micros;
pub use milestone::{Milestone, Milestones, OriginBounds};
pub use nearest::nearest;
pub use note::{NoteCode, Notes};
pub use outcome::{CloseKind, CloseWord, ConnectStage, Finish, FinishKind, Outcome, TimeoutKind};
pub use phase::{Phase, PhaseTime, Phases};
pub use speed::{InterTokenFrom, NoRate, Speed, SpeedInput};
pub use tag::{Tag, TagSet};
pub use usage::Usage;
pub(crate) use words::word_enum;
