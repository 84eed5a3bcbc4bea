use ratatui::{
    Frame,
    buffer::Buffer,
    layout::{Position, Rect},
};
use unicode_width::UnicodeWidthStr;

use super::ComparisonScreen;
use crate::{
    report::{
        Axis, Bar, bars,
        compare::{
            Sample, Section, Side, SideSummary, contract_rest, contract_section, deltas_width, figure_sections,
            side_line,
        },
        ms_cell,
    },
    timeline::Micros,
    tui::{
        desk::{Extent, Heading},
        keys::Action,
        num,
        panels::{
            bar::{self, Moment},
            labels, phases,
            waterfall::{MARGIN, label_width, scale_of, ticks},
        },
        pen::Pen,
        scale::Scale,
        theme::{Role, Theme},
        view::Mood,
    },
};

/// Part of the page: panels beside each other.
struct Block<'a> {
    height: u16,
    panels: Vec<(Panel<'a>, u16)>,
}

/// One framed part.
enum Panel<'a> {
    /// Lines of text.
    Words(Section),
    /// The waterfall of a side.
    Picture { title: String, sample: &'a Sample, bars: Vec<Bar> },
}

/// Draws the screen.
pub fn draw(screen: &mut ComparisonScreen<'_>, frame: &mut Frame<'_>) {
    let comparison = screen.comparison;
    let ranking =
        if comparison.ranking.on { ("RANKED".to_owned(), Mood::Good) } else { ("NO RANKING".to_owned(), Mood::Paused) };
    let heading = Heading {
        about: std::iter::once(format!("comparison by {}", comparison.by))
            .chain(comparison.ranking.reasons.iter().cloned())
            .collect(),
        state: ranking,
        place: screen
            .cursor
            .map_or_else(|| format!("{} sides", comparison.sides.len()), |at| format!("cursor {} ms", ms_cell(at))),
    };
    let (start, end) = screen.zoom.unwrap_or((Micros::ZERO, screen.end));
    let axis = Axis::new(start, end);
    let (sides, cursor) = (screen.sides, screen.cursor);
    let how = screen.zoom.map(|_| format!(" · zoomed, {} shows all", screen.desk.keys().name(Action::ZoomFit)));
    let how = how.unwrap_or_default();
    screen.desk.holds = cursor.is_some();
    let hits = &mut screen.hits;
    hits.plots.clear();
    screen.desk.draw(frame, &heading, |buffer, area, desk| {
        let mut blocks = vec![words(contract_section(comparison, text_width(area.width)))];
        blocks.extend(sides.iter().zip(&comparison.sides).filter_map(|(side, summary)| picture(side, summary, &how)));
        let half = text_width(area.width / 2);
        let tables = if deltas_width(sides.len()) <= half { half } else { text_width(area.width) };
        let mut sections = figure_sections(comparison, tables, text_width(area.width));
        sections.push(contract_rest(comparison, text_width(area.width)));
        blocks.extend(side_by_side(sections, area.width));
        let all = blocks.iter().map(|block| usize::from(block.height)).sum();
        let shown = usize::from(area.height);
        let top = desk.top.min(usize::saturating_sub(all, shown));
        let mut at = 0;
        for block in &blocks {
            let rows = at..at + usize::from(block.height);
            at = rows.end;
            if rows.end > top && rows.start < top + shown {
                show(buffer, area, block, (rows.start, top), &desk.theme, &Time { axis: &axis, cursor });
                hits.plots.extend(plot(block, area, (rows.start, top), &axis));
            }
        }
        Extent { all, shown }
    });
}

/// The columns for text in a panel that is as wide as the screen.
fn text_width(width: u16) -> usize {
    usize::from(width.saturating_sub(3))
}

fn words<'a>(section: Section) -> Block<'a> {
    Block { height: height(&section), panels: vec![(Panel::Words(section), u16::MAX)] }
}

fn height(section: &Section) -> u16 {
    num::cells(section.lines.len() + usize::from(section.head.is_some())).saturating_add(2)
}

fn picture<'a>(side: &'a Side, summary: &SideSummary, how: &str) -> Option<Block<'a>> {
    let sample = side.typical()?;
    let bars = bars(&sample.trace);
    let title = format!("{}  {}{how}", side.letter, side_line(summary));
    let height = num::cells(bars.len().max(1)).saturating_add(3);
    Some(Block { height, panels: vec![(Panel::Picture { title, sample, bars }, u16::MAX)] })
}

/// Neighbours share a row where their text has room beside each other.
fn side_by_side<'a>(sections: Vec<Section>, width: u16) -> Vec<Block<'a>> {
    let mut rows: Vec<Vec<(Section, u16)>> = Vec::new();
    for section in sections {
        let texts = section.lines.iter().chain(&section.head);
        let widest = texts.map(|line| line.width()).max().unwrap_or(0).max(section.title.width() + 3);
        let needed = num::cells(widest).saturating_add(3);
        match rows.last_mut() {
            Some(row) if row.iter().map(|(_, taken)| taken).sum::<u16>().saturating_add(needed) <= width => {
                row.push((section, needed));
            }
            _ => rows.push(vec![(section, needed)]),
        }
    }
    rows.into_iter()
        .map(|row| {
            let height = row.iter().map(|(section, _)| height(section)).max().unwrap_or(0);
            let taken: u16 = row.iter().map(|(_, needed)| needed).fold(0, |a, b| a.saturating_add(*b));
            let spare = width.saturating_sub(taken) / num::cells(row.len()).max(1);
            let panels = row.into_iter().map(|(section, needed)| (Panel::Words(section), needed + spare)).collect();
            Block { height, panels }
        })
        .collect()
}

/// Draws a block whose first row is `start` on the page, of which `top` is the first row shown. It
/// is drawn beside the screen first, for it may be seen in part only.
fn show(
    buffer: &mut Buffer,
    area: Rect,
    block: &Block<'_>,
    (start, top): (usize, usize),
    theme: &Theme,
    time: &Time<'_>,
) {
    let mut sheet = Buffer::empty(Rect { x: 0, y: 0, width: area.width, height: block.height });
    let mut x = 0;
    for (i, (panel, width)) in block.panels.iter().enumerate() {
        let rest = area.width.saturating_sub(x);
        let width = if i + 1 == block.panels.len() { rest } else { rest.min(*width) };
        let mut pen = Pen::new(&mut sheet, Rect { x, y: 0, width, height: block.height }, theme);
        match panel {
            Panel::Words(section) => text(&mut pen, section),
            Panel::Picture { title, sample, bars } => waterfall(&mut pen, title, sample, bars, time),
        }
        x = x.saturating_add(width);
    }
    for y in 0..block.height {
        let Some(row) = (start + usize::from(y)).checked_sub(top).filter(|row| *row < usize::from(area.height)) else {
            continue;
        };
        for x in 0..area.width {
            let to = Position { x: area.x + x, y: area.y + num::cells(row) };
            if let (Some(from), Some(cell)) = (sheet.cell((x, y)), buffer.cell_mut(to)) {
                cell.clone_from(from);
            }
        }
    }
}

fn text(pen: &mut Pen<'_>, section: &Section) {
    let mut inner = pen.frame(&section.title, false);
    let heads = section.head.iter().map(|head| (head, Role::Quiet));
    let lines = section.lines.iter().map(|line| (line, if line.starts_with('!') { Role::Warn } else { Role::Text }));
    for (y, (line, role)) in (0..).zip(heads.chain(lines)) {
        // Rows of tables are indented already.
        let x = u16::from(!line.starts_with([' ', '!']));
        inner.text(x, y, line, role);
    }
}

/// What all pictures share.
struct Time<'a> {
    axis: &'a Axis,
    cursor: Option<Micros>,
}

/// Where the columns of a picture are that have a moment, of what is seen of it.
fn plot(block: &Block<'_>, area: Rect, (start, top): (usize, usize), axis: &Axis) -> Option<(Rect, Scale)> {
    let Some((Panel::Picture { .. }, _)) = block.panels.first() else { return None };
    let scale = scale_of(axis.clone(), area.width);
    let first = start.saturating_sub(top);
    let seen = usize::from(block.height) - top.saturating_sub(start);
    let rows = seen.min(usize::from(area.height) - first);
    let x = area.x.saturating_add(1 + label_width(area.width.saturating_sub(2)));
    let plot = Rect { x, y: area.y + num::cells(first), width: scale.columns, height: num::cells(rows) };
    Some((plot, scale))
}

/// The waterfall of one request; the scale is the line below it.
fn waterfall(pen: &mut Pen<'_>, title: &str, sample: &Sample, bars: &[Bar], time: &Time<'_>) {
    let (width, height) = (pen.width(), pen.height());
    let scale: Scale = scale_of(time.axis.clone(), width);
    let label = label_width(width.saturating_sub(2));
    let moment = Moment { now: sample.trace.now(), running: false, stalls: sample.stalls.clone() };
    let mut inner = pen.frame(title, false);
    let beyond = inner.width().saturating_sub(label);
    labels::milestones(&mut inner.part(label, 0, beyond, 1), &sample.trace.milestones, &scale);
    for (y, bar) in (1..).zip(bars) {
        let room = label.saturating_sub(2);
        inner.text_within(1, y, room, phases::label(bar, room), Role::Quiet);
        bar::draw(&mut inner.part(label, y, beyond, 1), bar, &moment, &scale);
    }
    if bars.is_empty() {
        inner.text(1, 1, "no times: there is nothing to draw", Role::Quiet);
    }
    if let Some(column) = time.cursor.and_then(|at| scale.column(at)) {
        let line = inner.theme().glyphs.cursor;
        let rows = 1..inner.height();
        rows.for_each(|y| inner.cell_if_blank(label.saturating_add(column), y, line, Role::Cursor));
    }
    ticks(&mut pen.part(1, height.saturating_sub(1), width.saturating_sub(2), 1), &scale, label, MARGIN);
}
