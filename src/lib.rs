//! Streamfall shows where the time of one streaming AI-API request goes.
//!
//! One river runs through the crate:
//!
//! ```text
//! source ──▶ Observation ──▶ Trace (a fold) ──▶ tui | report | capture
//! ```
//!
//! The rooms, from the ground up; a room uses those above it in this list and never those below
//! (`tests/directions.rs` reads the `use` lines and fails on one that runs uphill):
//!
//! | room | what lives there |
//! |---|---|
//! | [`timeline`] | milestones, gaps, usage, speed, outcome: the words everything else uses |
//! | [`wire`] | bytes → frames: arrival stamps, heartbeats, SSE, NDJSON |
//! | [`dialect`] | frame → reading: one file per API dialect, one table that detects which |
//! | [`trace`] | observations, their fold, the diagnosis |
//! | [`capture`] | the capture format: write, read, make safe, verify, import |
//! | [`source`] | live, replay, demo: each yields observations |
//! | [`report`] | the same trace as text, JSON record, picture |
//! | [`tui`] | the terminal program |
//! | [`cli`] | arguments and commands; wires the rooms together |

pub mod capture;
pub mod cli;
pub mod dialect;
pub mod report;
pub mod source;
pub mod timeline;
pub mod trace;
pub mod tui;
pub mod wire;
