//! One bar of the waterfall.

use super::waterfall::figure;
use crate::{
    report::{Bar, BarKind, bare_duration},
    timeline::Micros,
    trace::Stall,
    tui::{
        num,
        pen::Pen,
        scale::Scale,
        theme::{Role, Theme},
    },
};

/// The moment at which bars are drawn.
#[derive(Clone, Debug, Default)]
pub struct Moment {
    /// Where the clock stands: the end of what runs.
    pub now: Micros,
    /// Whether it goes on.
    pub running: bool,
    /// The silences so far.
    pub stalls: Vec<Stall>,
}

/// How a bar is filled.
enum Fill {
    /// Blocks with eighths at the right end.
    Eighths,
    /// One glyph a cell.
    Glyph(&'static str),
}

/// What each kind is filled with: its glyphs, and its letter where colour cannot tell it apart.
fn fill(kind: BarKind, theme: &Theme) -> Fill {
    let (glyph, mark) = match kind {
        BarKind::Local | BarKind::Finishing => (None, "."),
        BarKind::Dns => (None, "d"),
        BarKind::Connect => (None, "c"),
        BarKind::Tls => (None, "s"),
        BarKind::Wait => (None, "w"),
        BarKind::Metadata => (Some("░"), "-"),
        BarKind::Hidden => (Some("░"), "r"),
        BarKind::Reasoning => (Some("▒"), "r"),
        BarKind::Tool => (Some("▒"), "t"),
        BarKind::Generating => (None, "#"),
    };
    match glyph {
        _ if theme.uses_marks() => Fill::Glyph(mark),
        Some(glyph) => Fill::Glyph(glyph),
        None => Fill::Eighths,
    }
}

/// Draws it into a row that starts at the left edge of the scale and may go on beyond its end.
pub fn draw(pen: &mut Pen<'_>, bar: &Bar, moment: &Moment, scale: &Scale) {
    let end = bar.end.unwrap_or(moment.now);
    let slack = bar.slack.unwrap_or_default();
    let drawn = match (bar.slack, bar.tool_share) {
        (Some(slack), _) => unknown_origin(pen, bar.kind, scale, (bar.start, end, slack)),
        (None, Some(share)) => {
            let length = end.since(bar.start).unwrap_or_default();
            let middle = bar.start.plus(Micros(num::nearest(length.0 as f64 * (1.0 - share))));
            let first = stretch(pen, BarKind::Reasoning, scale, bar.start, middle);
            join(first, stretch(pen, BarKind::Tool, scale, middle, end))
        }
        (None, None) => stretch(pen, bar.kind, scale, bar.start, end),
    };
    let Some((from, to)) = drawn else { return outside(pen, scale, bar.start, end.plus(slack)) };
    let stalled = stalls(pen, bar, moment, scale);
    let clear = stalled.map_or((from, from), |first| (from, first));
    let running = bar.end.is_none() && moment.running;
    if running {
        let edge = pen.theme().glyphs.running;
        pen.cell(to.saturating_sub(1), 0, edge, Role::Bar(bar.kind));
    }
    let inside = stalled.is_none() && !running;
    figures(pen, bar, &figure(bar, moment.now), (from, to), inside, clear);
}

/// Draws a stretch of time. Gives its columns, or `None` when it lies outside.
fn stretch(pen: &mut Pen<'_>, kind: BarKind, scale: &Scale, from: Micros, to: Micros) -> Option<(u16, u16)> {
    let glyphs = pen.theme().glyphs;
    let (first, eighths) = extent(scale, from, to)?;
    let role = Role::Bar(kind);
    match fill(kind, pen.theme()) {
        Fill::Glyph(glyph) => {
            let cells = num::cells(usize::from(eighths).saturating_add(4) / 8).max(1);
            let end = first.saturating_add(cells).min(scale.columns.max(1));
            (first..end).for_each(|x| pen.cell(x, 0, glyph, role));
            Some((first, end))
        }
        Fill::Eighths => {
            let (full, rest) = (eighths / 8, eighths % 8);
            let end = first.saturating_add(full);
            (first..end).for_each(|x| pen.cell(x, 0, glyphs.widths[7], role));
            if rest > 0 {
                pen.cell(end, 0, glyphs.widths[usize::from(rest) - 1], role);
            }
            Some((first, end.saturating_add(u16::from(rest > 0))))
        }
    }
}

/// All of a request in one row: each column shows what its middle was spent on.
pub fn overview(pen: &mut Pen<'_>, bars: &[(BarKind, Micros, Micros)], scale: &Scale, running: bool) {
    let mut last = None;
    for x in 0..scale.columns {
        let middle = Micros(scale.moment(x).0.midpoint(scale.moment(x + 1).0));
        let Some((kind, ..)) = bars.iter().find(|(_, from, to)| *from <= middle && middle < *to) else { continue };
        let glyph = match fill(*kind, pen.theme()) {
            Fill::Glyph(glyph) => glyph,
            Fill::Eighths => pen.theme().glyphs.widths[7],
        };
        pen.cell(x, 0, glyph, Role::Bar(*kind));
        last = Some((x, *kind));
    }
    if let Some((x, kind)) = last.filter(|_| running) {
        let edge = pen.theme().glyphs.running;
        pen.cell(x, 0, edge, Role::Bar(kind));
    }
}

/// The first cell of a stretch and its eighths from there: at least one, so that nothing that took
/// time is invisible. What is shorter than a cell has its true length in the cell it starts in; of
/// anything longer the end is true, and a start in the right half of a cell begins at the next.
fn extent(scale: &Scale, from: Micros, to: Micros) -> Option<(u16, u16)> {
    let columns = f64::from(scale.columns);
    let (from, to) = (scale.position(from), scale.position(to));
    if to < from || to < 0.0 || from > columns || scale.columns == 0 {
        return None;
    }
    let (from, to) = (from.max(0.0), to.min(columns));
    let short = to - from <= 1.0;
    let first = num::floor(if short { from } else { from.round() }).min(scale.columns.saturating_sub(1));
    let cells = if short { to - from } else { to - f64::from(first) };
    let room = (columns - f64::from(first)) * 8.0;
    Some((first, num::floor((cells * 8.0).round().clamp(1.0, room.max(1.0)))))
}

fn join(a: Option<(u16, u16)>, b: Option<(u16, u16)>) -> Option<(u16, u16)> {
    match (a, b) {
        (Some((from, _)), Some((_, to))) => Some((from, to)),
        (one, other) => one.or(other),
    }
}

/// The bar at its true length where it is sure to lie, hatched where it may lie.
fn unknown_origin(
    pen: &mut Pen<'_>,
    kind: BarKind,
    scale: &Scale,
    (start, end, slack): (Micros, Micros, Micros),
) -> Option<(u16, u16)> {
    let hatch = pen.theme().glyphs.hatch;
    let (first, eighths) = extent(scale, start, end.plus(slack))?;
    let last = first.saturating_add(num::cells(usize::from(eighths).saturating_add(4) / 8).max(2)).min(scale.columns);
    (first..last).for_each(|x| pen.cell(x, 0, hatch, Role::Bar(kind)));
    let sure = start.plus(slack);
    if sure < end
        && let Some((from, to)) = extent(scale, sure, end).map(|(from, e)| (from.max(first + 1), from + e / 8))
    {
        // At least one hatched cell stays at each end.
        for x in from..to.min(last.saturating_sub(1)) {
            let glyph = match fill(kind, pen.theme()) {
                Fill::Glyph(glyph) => glyph,
                Fill::Eighths => pen.theme().glyphs.widths[7],
            };
            pen.cell(x, 0, glyph, Role::Bar(kind));
        }
    }
    Some((first, last))
}

/// Outlines the silences inside the bar: hollow, with an edge at each side. Gives the column of the first.
fn stalls(pen: &mut Pen<'_>, bar: &Bar, moment: &Moment, scale: &Scale) -> Option<u16> {
    if !matches!(bar.kind, BarKind::Generating | BarKind::Reasoning | BarKind::Tool) {
        return None;
    }
    let [edge, inside] = pen.theme().glyphs.stall;
    let end = bar.end.unwrap_or(moment.now);
    let is_in = |stall: &Stall| stall.start >= bar.start && stall.start < end;
    let mut begin: Option<u16> = None;
    for stall in moment.stalls.iter().filter(|stall| is_in(stall)) {
        let stop = stall.start.plus(stall.length);
        let Some((first, eighths)) = extent(scale, stall.start, stop) else { continue };
        let last = first.saturating_add((eighths / 8).max(1)).min(scale.columns).saturating_sub(1);
        (first..=last).for_each(|x| pen.cell(x, 0, inside, Role::Stall));
        // An edge that is zoomed out of sight is not at the edge of the picture.
        let ends = [(stall.start >= scale.axis.start, first), (stop <= scale.axis.end, last)];
        ends.iter().filter(|(seen, _)| *seen).for_each(|(_, x)| pen.cell(*x, 0, edge, Role::Stall));
        let words = format!(" {} ", bare_duration(stall.length));
        let used = pen.measure(&words);
        if last.saturating_sub(first) >= used + 3 {
            pen.text(first + (last - first - used).div_ceil(2), 0, &words, Role::Stall);
        }
        begin = Some(begin.map_or(first, |before| before.min(first)));
    }
    begin
}

/// The cells that a figure inside a bar needs beside it: a blank and two cells of the bar at each end.
const INSIDE: u16 = 6;

/// The figure inside the bar when it fits and may stand there, else at the right of it, else at the left;
/// then the mark of the widest gap, where neither side has room for it on the `clear` part of the bar
/// before a silence. The last column stays blank, so that nothing touches the frame.
fn figures(pen: &mut Pen<'_>, bar: &Bar, figure: &str, (from, to): (u16, u16), inside: bool, clear: (u16, u16)) {
    let used = pen.measure(figure);
    let length = to.saturating_sub(from);
    let mut after = to.saturating_add(1);
    let mut before = from;
    if inside && length >= used + INSIDE {
        set_into(pen, (from, to), figure, Role::Text);
    } else if after.saturating_add(used) < pen.width() {
        after += pen.text(after, 0, figure, Role::Text) + 1;
    } else {
        before = before.saturating_sub(used + 1);
        pen.text(before, 0, figure, Role::Text);
    }
    if !bar.widest {
        return;
    }
    let mark = pen.theme().glyphs.widest;
    let words = format!("{mark} widest");
    let used = pen.measure(&words);
    if after.saturating_add(used) < pen.width() {
        pen.text(after, 0, &words, Role::Warn);
    } else if before > used {
        let reversed = format!("widest {}", if mark == "◀" { "▶" } else { ">" });
        pen.text(before.saturating_sub(used + 1), 0, &reversed, Role::Warn);
    } else if clear.1.saturating_sub(clear.0) > used + 2 {
        set_into(pen, clear, &words, Role::Warn);
    } else if after.saturating_add(1) < pen.width() {
        pen.text(after, 0, mark, Role::Warn);
    }
}

/// Words in the middle of a stretch of a bar, a blank at each side.
fn set_into(pen: &mut Pen<'_>, (from, to): (u16, u16), words: &str, role: Role) {
    let used = pen.measure(words);
    let x = from + to.saturating_sub(from).saturating_sub(used) / 2;
    pen.cell(x.saturating_sub(1), 0, " ", Role::Text);
    pen.text(x, 0, words, role);
    pen.cell(x + used, 0, " ", Role::Text);
}

/// An arrow at the edge beyond which a bar lies that is zoomed out of sight.
fn outside(pen: &mut Pen<'_>, scale: &Scale, from: Micros, to: Micros) {
    if to < scale.axis.start {
        pen.text(0, 0, "←", Role::Quiet);
    } else if from > scale.axis.end {
        pen.text(scale.columns, 0, "→", Role::Quiet);
    }
}
