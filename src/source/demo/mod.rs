//! The demo: a loopback server that plays a scenario with its timing, for the real client to read.
//!
//! Here lives what a scenario is, how it becomes a schedule of writes, and the server. The
//! scenarios themselves are in `demo/*.toml`. Nothing here knows the client that reads them.

mod catalog;
#[cfg(test)]
mod rehearsal;
mod scenario;
mod script;
mod server;
#[cfg(test)]
mod tests;

pub use catalog::{DEFAULT, names, scenario};
#[cfg(test)]
pub(crate) use rehearsal::{perform, rehearse};
pub use scenario::{Expect, Scenario, ScenarioError};
pub use server::{Server, ServerError};
