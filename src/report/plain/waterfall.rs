use super::text::left;
use crate::{
    report::{
        Axis, Bar, BarKind,
        arrivals::arrivals,
        bars,
        number::duration,
        scale::{label_row, milestone_labels},
    },
    timeline::{Micros, Milestones},
    trace::{Diagnosis, Recording, Stall},
};

/// Columns of the words at the left.
const LABEL: usize = 15;

/// What one waterfall in text is drawn from.
pub struct Waterfall<'a> {
    /// The bars.
    pub bars: &'a [Bar],
    /// The milestones above them.
    pub milestones: &'a Milestones,
    /// The silences inside generation that are to be marked.
    pub stalls: &'a [Stall],
    /// The scale.
    pub axis: &'a Axis,
    /// Where a running bar ends.
    pub now: Micros,
    /// Whether to draw with ASCII only.
    pub ascii: bool,
    /// Columns of the labels and the scale.
    pub width: usize,
    /// Columns beyond the scale, for words that have no room on it.
    pub margin: usize,
}

/// The waterfall of the report: milestones, bars, arrivals, the axis.
pub fn section(recording: &Recording, diagnosis: &Diagnosis, ascii: bool, width: usize) -> Vec<String> {
    let trace = recording.latest();
    let bars = bars(trace);
    let end = trace.milestones.present().map(|(_, at)| at).max().unwrap_or_default().max(trace.now());
    let latest = bars.iter().map(|bar| bar.end.unwrap_or(end).plus(bar.slack.unwrap_or_default())).max();
    let end = end.max(latest.unwrap_or_default());
    if bars.is_empty() || end == Micros::ZERO {
        return Vec::new();
    }
    let axis = Axis::new(Micros::ZERO, end);
    let mut picture = Waterfall {
        bars: &bars,
        milestones: &trace.milestones,
        stalls: &diagnosis.stalls,
        axis: &axis,
        now: end,
        ascii,
        width,
        margin: 0,
    };
    picture.reserve(margin(&picture));
    let mut lines = waterfall(&picture);
    lines.extend(strips(recording, &axis, ascii, picture.width));
    lines.push(axis_row(&axis, picture.width));
    lines
}

impl Waterfall<'_> {
    /// Takes columns from the scale for words at the right of it.
    pub fn reserve(&mut self, columns: usize) {
        self.width -= columns;
        self.margin += columns;
    }
}

/// The columns that the words need which have no room on the scale; never the half of it.
pub fn margin(picture: &Waterfall<'_>) -> usize {
    let plot = picture.width - LABEL;
    let needed = picture.bars.iter().filter_map(|bar| {
        let mut cells = vec![' '; plot];
        let drawn = fill(bar, picture, &mut cells, plot);
        let words = Words::of(bar, picture);
        place(&words, &cells, &drawn).is_none().then(|| words.after.chars().count() + 1)
    });
    needed.filter(|columns| columns * 2 < plot).max().unwrap_or(0)
}

/// The milestones' row and the bars, without the axis.
pub fn waterfall(picture: &Waterfall<'_>) -> Vec<String> {
    let plot = picture.width - LABEL;
    let labels = milestone_labels(picture.milestones, picture.axis, plot);
    let mut lines = vec![format!("{}{}", " ".repeat(LABEL), label_row(&labels))];
    lines.extend(picture.bars.iter().map(|bar| bar_row(bar, picture, plot)));
    lines
}

/// The ticks below the picture.
pub fn axis_row(axis: &Axis, width: usize) -> String {
    let plot = width - LABEL;
    format!("{}{}", " ".repeat(LABEL), label_row(&axis.tick_labels(plot)))
}

fn bar_row(bar: &Bar, picture: &Waterfall<'_>, plot: usize) -> String {
    let mut cells = vec![' '; plot + picture.margin];
    let drawn = fill(bar, picture, &mut cells, plot);
    if let Some((start, text)) = place(&Words::of(bar, picture), &cells, &drawn) {
        write(&mut cells, start, &text);
    }
    let row: String = cells.into_iter().collect();
    format!("{}{}", left(&bar.label, LABEL), row.trim_end())
}

fn write(cells: &mut [char], start: usize, text: &str) {
    cells.iter_mut().skip(start).zip(text.chars()).for_each(|(cell, c)| *cell = c);
}

/// What is said of a bar: its length, and whether it is the widest.
struct Words {
    /// As it stands at the right of the bar.
    after: String,
    /// As it stands at the left.
    before: String,
}

impl Words {
    fn of(bar: &Bar, picture: &Waterfall<'_>) -> Self {
        let mut words = duration(bar.length(picture.now));
        if bar.end.is_none() {
            // The source does not hold its end.
            words = format!("{} {words}", if picture.ascii { ">=" } else { "≥" });
        }
        if bar.slack.is_some() {
            words = format!("{words}, origin not known");
        }
        if bar.widest {
            return Self { after: format!("{words}  ◀ widest"), before: format!("widest ▶  {words}") };
        }
        Self { after: words.clone(), before: words }
    }
}

/// Where a bar's words stand: right of it, else left of it, else inside, where no silence is drawn.
fn place(words: &Words, cells: &[char], drawn: &Drawn) -> Option<(usize, String)> {
    let Drawn { first, last, stalled } = *drawn;
    let length = words.after.chars().count();
    if last + 2 + length <= cells.len() {
        return Some((last + 2, words.after.clone()));
    }
    if first > length {
        return Some((first - 1 - length, words.before.clone()));
    }
    let inside = format!(" {} ", words.after);
    let start = clear_stretch(&cells[first..=last], inside.chars().count()).filter(|_| !stalled)?;
    Some((first + start, inside))
}

/// Where words of a length fit into a bar without covering a mark: the middle, else the first place.
fn clear_stretch(bar: &[char], length: usize) -> Option<usize> {
    let middle = bar.len().checked_sub(length)? / 2;
    // Its ends may be hatched; what most of it is made of stands in the middle.
    let glyph = bar[bar.len() / 2];
    let is_clear = |start: &usize| bar[*start..*start + length].iter().all(|cell| *cell == glyph);
    std::iter::once(middle).chain(0..=bar.len() - length).find(is_clear)
}

/// The cells that a bar takes.
struct Drawn {
    first: usize,
    last: usize,
    /// Whether a silence is drawn in it.
    stalled: bool,
}

/// Fills the cells of a bar on a scale of so many cells, from the first on.
fn fill(bar: &Bar, picture: &Waterfall<'_>, cells: &mut [char], width: usize) -> Drawn {
    let cells = &mut cells[..width];
    let end = bar.end.unwrap_or(picture.now);
    let first = picture.axis.column(bar.start, width);
    let place = |at| picture.axis.position(at).clamp(0.0, 1.0) * width as f64;
    let reach = place(end.plus(bar.slack.unwrap_or_default()));
    let span = reach - place(bar.start);
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "clamped to 0..=width")]
    let full = if span < 1.0 { first } else { (reach as usize).max(first) };
    let part = if full == first { span } else { reach - full as f64 };
    let last = draw_solid(bar, picture.ascii, cells, first, full, part);
    if bar.slack.is_some() {
        hatch(bar, end, picture, cells, first, last);
    }
    let can_stall = matches!(bar.kind, BarKind::Generating | BarKind::Tool | BarKind::Reasoning);
    let stalled = can_stall && mark_stalls(bar, end, picture, cells);
    if bar.end.is_none() {
        cells[last] = if picture.ascii { '>' } else { '▶' };
    }
    Drawn { first, last, stalled }
}

/// Draws from the first cell to the full ones and the part after them. A non-zero bar is never invisible.
fn draw_solid(bar: &Bar, ascii: bool, cells: &mut [char], first: usize, full: usize, part: f64) -> usize {
    let width = cells.len();
    let glyph = glyph(bar.kind, ascii);
    for cell in &mut cells[first..full.min(width)] {
        *cell = glyph;
    }
    if let (Some(share), true) = (bar.tool_share, ascii) {
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a share of a row")]
        let tool = ((full - first) as f64 * share) as usize;
        cells[full - tool..full].fill('t');
    }
    if full >= width {
        return width - 1;
    }
    let partial = match (ascii, glyph) {
        (false, '█') => eighth(part, full == first),
        _ if full == first || part >= 0.5 => Some(glyph),
        _ => None,
    };
    match partial {
        Some(partial) => {
            cells[full] = partial;
            full
        }
        None => full.saturating_sub(1).max(first),
    }
}

/// A block of so many eighths; at least one where it must be seen.
fn eighth(part: f64, must_show: bool) -> Option<char> {
    const EIGHTHS: [char; 8] = ['▏', '▎', '▍', '▌', '▋', '▊', '▉', '█'];
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "clamped to 0..=8")]
    let eighths = (part * 8.0).round().clamp(0.0, 8.0) as usize;
    let eighths = if must_show { eighths.max(1) } else { eighths };
    eighths.checked_sub(1).map(|i| EIGHTHS[i])
}

/// Marks at both ends where a bar of unknown origin may begin and end.
fn hatch(bar: &Bar, end: Micros, picture: &Waterfall<'_>, cells: &mut [char], first: usize, last: usize) {
    let mark = if picture.ascii { '/' } else { '╱' };
    let width = cells.len();
    let slack = bar.slack.unwrap_or_default();
    let begun = picture.axis.column(bar.start.plus(slack), width).max(first);
    let ended = picture.axis.column(end, width).min(last);
    let unsure = (first..=begun).chain(ended..=last);
    unsure.for_each(|i| cells[i] = mark);
}

/// Opens the bar where a silence is, with its length inside where that fits. True where one is.
fn mark_stalls(bar: &Bar, end: Micros, picture: &Waterfall<'_>, cells: &mut [char]) -> bool {
    let width = cells.len();
    let (edge, inside) = if picture.ascii { ('!', '!') } else { ('┊', ' ') };
    let mut any = false;
    for stall in picture.stalls {
        let stop = stall.start.plus(stall.length).min(end);
        if stall.start < bar.start || stop > end || stall.start >= stop {
            continue;
        }
        let (from, to) = (picture.axis.column(stall.start, width), picture.axis.column(stop, width));
        cells[from..=to].fill(inside);
        (cells[from], cells[to]) = (edge, edge);
        let length = duration(stall.length);
        let words = [format!(" {length} silent "), format!(" {length} ")];
        if let Some(words) = words.iter().find(|words| to - from > words.chars().count()) {
            write(cells, from + 1 + (to - from - 1 - words.chars().count()) / 2, words);
        }
        any = true;
    }
    any
}

const fn glyph(kind: BarKind, ascii: bool) -> char {
    match (kind, ascii) {
        (BarKind::Metadata | BarKind::Hidden, false) => '░',
        (BarKind::Reasoning | BarKind::Tool, false) => '▒',
        (_, false) => '█',
        (BarKind::Local | BarKind::Finishing, true) => '.',
        (BarKind::Dns, true) => 'd',
        (BarKind::Connect, true) => 'c',
        (BarKind::Tls, true) => 's',
        (BarKind::Wait, true) => 'w',
        (BarKind::Metadata | BarKind::Hidden, true) => '-',
        (BarKind::Reasoning, true) => 'r',
        (BarKind::Tool, true) => 't',
        (BarKind::Generating, true) => '#',
    }
}

/// The arrivals by tag: eight levels of how many came in a column, heartbeats as single dots.
fn strips(recording: &Recording, axis: &Axis, ascii: bool, width: usize) -> Vec<String> {
    const LEVELS: [char; 8] = ['▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'];
    const ASCII_LEVELS: [char; 8] = ['.', ':', '-', '=', '+', 'o', '*', '@'];
    let plot = width - LABEL;
    let rows = arrivals(recording, usize::MAX, axis, plot);
    let most = rows.iter().flat_map(|row| &row.columns).copied().max().unwrap_or(0).max(1);
    let levels = if ascii { ASCII_LEVELS } else { LEVELS };
    let mut lines: Vec<String> = Vec::new();
    for row in &rows {
        let cell = |count: &u32| match (*count, row.tag) {
            (0, _) => ' ',
            (_, crate::timeline::Tag::Heartbeat) => {
                if ascii {
                    '.'
                } else {
                    '·'
                }
            }
            (count, _) => levels[((count - 1) * 8 / most).min(7) as usize],
        };
        let strip: String = row.columns.iter().map(cell).collect();
        lines.push(format!("{}{}", left(row.tag.word(), LABEL), strip.trim_end()));
    }
    if !lines.is_empty() {
        lines.insert(0, if ascii { "- arrivals -" } else { "─ arrivals ─" }.to_owned());
    }
    lines
}
