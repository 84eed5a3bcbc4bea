//! What came when: a density strip for each tag, on the scale of the waterfall.

use std::fmt::Write;

use super::frame::{Anchor, Frame};
use crate::{report::Arrivals, timeline::Tag, trace::Recording};

const STRIP: f64 = 22.0;
/// The highest column.
const HIGHEST: f64 = 16.0;
/// The width of a column.
const COLUMN: f64 = 4.0;
/// Heights are in eighths, as on the screen.
const LEVELS: u32 = 8;

/// The colour of each tag's row.
const fn class(tag: Tag) -> &'static str {
    match tag {
        Tag::Heartbeat => "sf-quiet",
        Tag::Envelope => "sf-metadata",
        Tag::Reasoning => "sf-reasoning",
        Tag::Tool => "sf-tool",
        Tag::Media => "sf-tls",
        Tag::Text | Tag::Refusal => "sf-generating",
        Tag::Usage | Tag::End => "sf-local",
        Tag::Error => "sf-bad",
        Tag::Unknown => "sf-warn",
    }
}

pub(super) fn arrivals(frame: &mut Frame<'_>, recording: &Recording) {
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a few hundred columns")]
    let width = ((frame.right - frame.left) / COLUMN) as usize;
    let strips = crate::report::arrivals(recording, usize::MAX, &frame.axis, width);
    let Some(most) = strips.iter().flat_map(|strip| &strip.columns).copied().max() else { return };
    frame.y += 16.0;
    frame.text(frame.left - 10.0, frame.y, Anchor::End, "sf-quiet sf-small", "arrivals");
    frame.y += 4.0;
    for strip in &strips {
        let bottom = frame.y + STRIP - 3.0;
        frame.label(frame.y + STRIP / 2.0, strip.tag.word());
        frame.line((frame.left, bottom), (frame.right, bottom), "sf-rule");
        let path = if strip.tag == Tag::Heartbeat { dots(frame, strip) } else { columns(frame, strip, most) };
        let _ = write!(frame.body, "<path d=\"{path}\" class=\"{}\"/>", class(strip.tag));
        frame.y += STRIP;
    }
}

/// Columns as one path, as high as their share of the fullest column of all strips.
fn columns(frame: &Frame<'_>, strip: &Arrivals, most: u32) -> String {
    let bottom = frame.y + STRIP - 3.0;
    let mut path = String::new();
    for (i, count) in strip.columns.iter().enumerate().filter(|(_, count)| **count > 0) {
        let level = (count * LEVELS).div_ceil(most);
        let height = f64::from(level) * HIGHEST / f64::from(LEVELS);
        let _ = write!(path, "M{:.1} {bottom:.1}v-{height}h{}v{height}z", frame.left + i as f64 * COLUMN, COLUMN - 1.0);
    }
    path
}

/// Single dots.
fn dots(frame: &Frame<'_>, strip: &Arrivals) -> String {
    let middle = frame.y + STRIP / 2.0;
    let mut path = String::new();
    for (i, _) in strip.columns.iter().enumerate().filter(|(_, count)| **count > 0) {
        let x = frame.left + i as f64 * COLUMN;
        let _ = write!(path, "M{x:.1} {middle:.1}a2 2 0 1 1 4 0a2 2 0 1 1 -4 0z");
    }
    path
}
