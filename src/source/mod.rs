//! Where observations come from: a live request, a replay, the demo server.
//!
//! Each source runs on its own and hands its observations over through a [`Feed`]. Nothing here
//! draws.

pub mod demo;
mod feed;
pub mod live;
mod playback;

pub use feed::{Feed, Outbox, Remark, Remarks, feed};
pub use playback::{Direction, PlayOptions, Playback, Silence};
