//! The plain report: the same picture in text, fit for a ticket.
//!
//! [`plain_summary`] is the whole, [`milestone_line`] one line of it, for progress as a request runs.

mod figures;
mod findings;
mod head;
mod milestones;
mod text;
mod waterfall;

#[cfg(test)]
mod tests;

pub use milestones::milestone_line;
pub(super) use milestones::{absent, bounds, set_by};
pub(super) use text::{GLUE, ascii as ascii_text, join_parts, left, right, wrap};
pub(super) use waterfall::{Waterfall, axis_row, margin, section as picture, waterfall};

use crate::trace::{Recording, Thresholds, diagnose};

/// How the plain report is to look.
#[derive(Clone, Debug, PartialEq)]
pub struct PlainOptions {
    /// ASCII only.
    pub ascii: bool,
    /// Columns; at least 60 are used.
    pub width: usize,
    /// What counts as slow.
    pub thresholds: Thresholds,
}

/// The columns of a report that nobody gave a width, and of each line of progress.
const WIDTH: usize = 80;

impl Default for PlainOptions {
    fn default() -> Self {
        Self { ascii: false, width: WIDTH, thresholds: Thresholds::default() }
    }
}

/// The narrowest report.
const NARROWEST: usize = 60;

/// The whole report, ending with a line feed. No content of the stream is in it.
pub fn plain_summary(recording: &Recording, options: &PlainOptions) -> String {
    let width = options.width.max(NARROWEST);
    let diagnosis = diagnose(recording.latest(), &options.thresholds, None);
    let sections = [
        head::head(recording, width),
        waterfall::section(recording, &diagnosis, options.ascii, width),
        milestones::section(recording, width),
        figures::section(recording, width),
        findings::section(recording.latest(), &diagnosis, width),
        findings::notes(recording.latest(), width),
    ];
    let sections: Vec<String> =
        sections.into_iter().filter(|lines| !lines.is_empty()).map(|lines| lines.join("\n")).collect();
    let report = format!("{}\n", sections.join("\n\n"));
    if options.ascii { text::ascii(&report) } else { report }
}
