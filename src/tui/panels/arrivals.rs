//! When events of each tag came: a strip of densities a tag, on the scale of the waterfall.

use crate::{
    report::grouped,
    timeline::Tag,
    trace::Trace,
    tui::{columns::columns, num, pen::Pen, scale::Scale, state::State, theme::Role},
};

/// From top to bottom, and which stay when there is little room: the smaller the number.
const ROWS: [(Tag, u8); 11] = [
    (Tag::Heartbeat, 5),
    (Tag::Envelope, 7),
    (Tag::Reasoning, 2),
    (Tag::Tool, 3),
    (Tag::Media, 4),
    (Tag::Text, 1),
    (Tag::Refusal, 1),
    (Tag::Usage, 9),
    (Tag::End, 8),
    (Tag::Unknown, 6),
    (Tag::Error, 0),
];

/// The tags that came, in the order of the rows.
pub fn tags(trace: &Trace) -> Vec<Tag> {
    ROWS.iter().map(|(tag, _)| *tag).filter(|tag| count(trace, *tag) > 0).collect()
}

fn count(trace: &Trace, tag: Tag) -> u64 {
    if tag == Tag::Heartbeat { trace.counts.heartbeats() } else { trace.counts.by_tag[tag as usize] }
}

/// Draws as many rows as there is room for.
pub fn draw(pen: &mut Pen<'_>, state: &State, scale: &Scale, label: u16) {
    let mut rows = tags(state.recording().latest());
    let room = usize::from(pen.height());
    while rows.len() > room {
        let worth = |tag: &Tag| ROWS.iter().find(|(row, _)| row == tag).map_or(0, |(_, worth)| *worth);
        let Some(least) = (0..rows.len()).max_by_key(|i| worth(&rows[*i])) else { return };
        rows.remove(least);
    }
    let came = columns(state.recording(), state.horizon(), scale);
    let columns: Vec<Vec<_>> = rows.iter().map(|tag| came.iter().map(|came| came.of(*tag)).collect()).collect();
    let strips = rows.iter().zip(&columns).filter(|(tag, _)| **tag != Tag::Heartbeat);
    let most = strips.flat_map(|(_, counts)| counts.iter().flatten()).copied().max().unwrap_or(1);
    for (y, (tag, counts)) in (0..).zip(rows.iter().zip(&columns)) {
        pen.text_within(1, y, label.saturating_sub(2), tag.word(), Role::Quiet);
        let came = count(state.view(), *tag);
        if state.recording().latest().untimed && *tag != Tag::Heartbeat {
            let words = if came == 1 { "1 event".to_owned() } else { format!("{} events", grouped(came)) };
            pen.text(label, y, &words, Role::Tag(*tag));
            continue;
        }
        strip(&mut pen.part(label, y, scale.columns, 1), *tag, counts, most);
        if came > 0 {
            let end = pen.width().saturating_sub(1);
            pen.text_right(end, y, &grouped(came), Role::Quiet);
        }
    }
}

fn strip(pen: &mut Pen<'_>, tag: Tag, counts: &[Option<u64>], most: u64) {
    let glyphs = pen.theme().glyphs;
    for (x, count) in (0..).zip(counts) {
        let Some(count) = count else { continue };
        let glyph = if tag == Tag::Heartbeat {
            glyphs.dot
        } else {
            // One event is the lowest level, the fullest column the highest.
            let level = num::nearest(*count as f64 / most.max(1) as f64 * 8.0).clamp(1, 8);
            glyphs.heights[usize::try_from(level).unwrap_or(8) - 1]
        };
        pen.cell(x, 0, glyph, Role::Tag(tag));
    }
}
