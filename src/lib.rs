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
//!
//! # Example
//!
//! Whatever client reads a stream: it stamps each read when it returns, and hands it over.
//!
//! ```
//! use streamfall::{
//!     timeline::{CloseKind, Micros, Milestone},
//!     trace::{Intake, IntakeOptions, Trace},
//! };
//!
//! let at = |ms| Some(Micros::from_millis(ms));
//! let mut trace = Trace::default();
//! let mut intake = Intake::new(IntakeOptions::default());
//! for (ms, read) in [
//!     (310, "data: {\"choices\":[{\"delta\":{\"role\":\"assistant\"}}]}\n\n"),
//!     (2_900, "data: {\"choices\":[{\"delta\":{\"content\":\"Salt\"}}]}\n\ndata: [DONE]\n\n"),
//! ] {
//!     intake.read(at(ms), read.as_bytes(), &mut |seen| trace.apply(&seen));
//! }
//! intake.close(at(2_950), CloseKind::Eof, &mut |seen| trace.apply(&seen));
//!
//! assert_eq!(trace.milestones.get(Milestone::T3), at(310)); // the first event: metadata only
//! assert_eq!(trace.milestones.get(Milestone::T5), at(2_900)); // the first visible text
//! assert_eq!(trace.milestones.get(Milestone::T2), None); // nobody said when the headers came
//! ```
//!
//! `examples/` has more: a client of one's own, a request that is watched as it runs, a capture
//! that is read, and one that a gateway writes.

pub mod capture;
pub mod cli;
pub mod dialect;
pub mod report;
pub mod source;
pub mod timeline;
pub mod trace;
pub mod tui;
pub mod wire;
