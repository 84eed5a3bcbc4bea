//! What came when: a density strip for each tag, on the scale of the waterfall.

use std::fmt::Write;

use super::frame::{Anchor, Frame};
use crate::{
    timeline::{Micros, Tag},
    trace::{Recording, What},
};

const STRIP: f64 = 22.0;
/// The highest column.
const HIGHEST: f64 = 16.0;
/// The width of a column.
const COLUMN: f64 = 4.0;
/// Heights are in eighths, as on the screen.
const LEVELS: u32 = 8;

/// A row of arrivals.
struct Strip {
    label: &'static str,
    class: &'static str,
    counts: Vec<u32>,
}

/// The rows from top to bottom: which tag, and in which colour.
const ROWS: [(Tag, &str); 11] = [
    (Tag::Heartbeat, "sf-quiet"),
    (Tag::Envelope, "sf-metadata"),
    (Tag::Reasoning, "sf-reasoning"),
    (Tag::Tool, "sf-tool"),
    (Tag::Media, "sf-tls"),
    (Tag::Text, "sf-generating"),
    (Tag::Refusal, "sf-generating"),
    (Tag::Usage, "sf-local"),
    (Tag::End, "sf-local"),
    (Tag::Error, "sf-bad"),
    (Tag::Unknown, "sf-warn"),
];

pub(super) fn arrivals(frame: &mut Frame<'_>, recording: &Recording) {
    let strips = strips(frame, recording);
    let Some(most) = strips.iter().flat_map(|strip| &strip.counts).copied().max() else { return };
    frame.y += 16.0;
    frame.text(frame.left - 10.0, frame.y, Anchor::End, "sf-quiet sf-small", "arrivals");
    frame.y += 4.0;
    for strip in &strips {
        let bottom = frame.y + STRIP - 3.0;
        frame.label(frame.y + STRIP / 2.0, strip.label);
        frame.line((frame.left, bottom), (frame.right, bottom), "sf-rule");
        let path = if strip.label == Tag::Heartbeat.word() { dots(frame, strip) } else { columns(frame, strip, most) };
        let _ = write!(frame.body, "<path d=\"{path}\" class=\"{}\"/>", strip.class);
        frame.y += STRIP;
    }
}

/// The strips of the tags that came with a time.
fn strips(frame: &Frame<'_>, recording: &Recording) -> Vec<Strip> {
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a few hundred columns")]
    let columns = ((frame.right - frame.left) / COLUMN) as usize;
    let mut counts = vec![vec![0_u32; columns]; Tag::ALL.len()];
    for observation in recording.observations() {
        let tag = match &observation.what {
            What::Event(event) => event.tag,
            What::Heartbeat { .. } => Tag::Heartbeat,
            _ => continue,
        };
        if let Some(at) = observation.at {
            counts[tag as usize][column(frame, at, columns)] += 1;
        }
    }
    ROWS.iter()
        .map(|(tag, class)| Strip { label: tag.word(), class, counts: std::mem::take(&mut counts[*tag as usize]) })
        .filter(|strip| strip.counts.iter().any(|count| *count > 0))
        .collect()
}

fn column(frame: &Frame<'_>, at: Micros, columns: usize) -> usize {
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "clamped to the columns")]
    let column = (frame.axis.position(at).clamp(0.0, 1.0) * columns as f64) as usize;
    column.min(columns - 1)
}

/// Columns as one path, as high as their share of the fullest column of all strips.
fn columns(frame: &Frame<'_>, strip: &Strip, most: u32) -> String {
    let bottom = frame.y + STRIP - 3.0;
    let mut path = String::new();
    for (i, count) in strip.counts.iter().enumerate().filter(|(_, count)| **count > 0) {
        let level = (count * LEVELS).div_ceil(most);
        let height = f64::from(level) * HIGHEST / f64::from(LEVELS);
        let _ = write!(path, "M{:.1} {bottom:.1}v-{height}h{}v{height}z", frame.left + i as f64 * COLUMN, COLUMN - 1.0);
    }
    path
}

/// Single dots.
fn dots(frame: &Frame<'_>, strip: &Strip) -> String {
    let middle = frame.y + STRIP / 2.0;
    let mut path = String::new();
    for (i, _) in strip.counts.iter().enumerate().filter(|(_, count)| **count > 0) {
        let x = frame.left + i as f64 * COLUMN;
        let _ = write!(path, "M{x:.1} {middle:.1}a2 2 0 1 1 4 0a2 2 0 1 1 -4 0z");
    }
    path
}
