use ratatui::{Frame, buffer::Buffer, layout::Rect};

use super::{
    SeriesScreen,
    row::{COLUMNS, Row},
};
use crate::{
    report::{Axis, compare::percentile_method, decimal, grouped, ms_cell, seconds},
    timeline::{Micros, Milestone, Outcome},
    tui::{
        desk::{Extent, Heading},
        draw::HitMap,
        num,
        panels::{bar, waterfall::ticks},
        pen::Pen,
        scale::Scale,
        theme::{Role, Theme},
        view::{self, Mood},
    },
};

/// Rows of the sample panel: three percentiles, the outcomes, its frame and its head.
const SAMPLE_ROWS: u16 = 7;

/// The fewest columns that a picture of the time is drawn in.
const PICTURE: u16 = 12;

/// Where the columns of the table are.
struct Table {
    name: u16,
    outcome: u16,
    cell: u16,
    /// Where the picture starts, and its scale, when there is room for one.
    picture: Option<(u16, Scale)>,
}

impl Table {
    fn new(width: u16, end: Micros) -> Self {
        let (name, outcome, cell) = match width {
            0..=75 => (5, 10, 7),
            76..=109 => (6, 13, 7),
            _ => (7, 14, 10),
        };
        let from = name + outcome + cell * 6 + 2;
        let columns = width.saturating_sub(from + 1);
        let scale = Scale { axis: Axis::new(Micros::ZERO, end), columns };
        Self { name, outcome, cell, picture: (columns >= PICTURE).then_some((from, scale)) }
    }

    /// The right edge of a column of figures.
    fn edge(&self, column: usize) -> u16 {
        self.name + self.outcome + self.cell * (num::cells(column) + 1)
    }

    fn figure(&self, value: f64, column: usize) -> String {
        let at = Micros::from_ms(value).unwrap_or_default();
        match at.0 {
            _ if column >= COLUMNS.len() => decimal(value),
            _ if self.cell > 7 => ms_cell(at),
            us if us < 9_999_500 => grouped((us + 500) / 1_000),
            _ => seconds(at),
        }
    }

    fn head(&self, pen: &mut Pen<'_>) {
        for (column, milestone) in COLUMNS.iter().enumerate() {
            pen.text_right(self.edge(column), 0, milestone.word(), Role::Quiet);
        }
        pen.text_right(self.edge(COLUMNS.len()), 0, "tok/s", Role::Quiet);
    }
}

/// Draws the screen.
pub fn draw(screen: &mut SeriesScreen<'_>, frame: &mut Frame<'_>) {
    let running = screen.running_row();
    let clock = running.as_ref().map(|row| view::clock(row.end)).unwrap_or_default();
    let heading = Heading { about: screen.about.clone(), state: state_word(screen), place: clock };
    let longest = screen.rows.iter().map(|row| row.end).max().unwrap_or_default();
    let end = running.as_ref().map_or(longest, |row| longest.max(Axis::growing_end(row.end)));
    screen.desk.over = screen.running.is_none() && screen.due.is_none();
    if screen.follows {
        screen.desk.top = usize::MAX;
    }
    screen.desk.holds = screen.selected.is_some();
    let (rows, sample, selected) = (&screen.rows, &screen.sample, screen.selected);
    let hits = &mut screen.hits;
    screen.desk.draw(frame, &heading, |buffer, area, desk| {
        let below = SAMPLE_ROWS.min(area.height / 2);
        let above = Rect { height: area.height - below, ..area };
        let table = Table::new(area.width.saturating_sub(2), end);
        let shown = Shown { ended: rows, running: running.as_ref(), selected };
        let extent = requests(buffer, above, &desk.theme, &table, &shown, desk.top, hits);
        let area = Rect { y: area.y + above.height, height: below, ..area };
        statistics(&mut Pen::new(buffer, area, &desk.theme), &table, sample);
        extent
    });
}

fn state_word(screen: &SeriesScreen<'_>) -> (String, Mood) {
    let (index, warmup) = (screen.index(), screen.plan.warmup);
    if screen.cancelled {
        return ("CANCELLED".to_owned(), Mood::Bad);
    }
    if screen.running.is_none() && screen.due.is_none() {
        return (format!("DONE {}", grouped(u64::from(index.saturating_sub(warmup)))), Mood::Good);
    }
    let place = if index < warmup {
        format!("WARM-UP {}/{warmup}", index + 1)
    } else {
        format!("REQUEST {}/{}", index - warmup + 1, screen.plan.count)
    };
    if screen.due.is_some() { (format!("PAUSE, THEN {place}"), Mood::Paused) } else { (place, Mood::Running) }
}

/// The rows of the table.
struct Shown<'a> {
    ended: &'a [Row],
    running: Option<&'a Row>,
    selected: Option<usize>,
}

/// The table. Gives how many rows it has.
fn requests(
    buffer: &mut Buffer,
    area: Rect,
    theme: &Theme,
    table: &Table,
    Shown { ended, running, selected }: &Shown<'_>,
    top: usize,
    hits: &mut HitMap,
) -> Extent {
    let mut pen = Pen::new(buffer, area, theme);
    let (width, bottom) = (pen.width(), pen.height().saturating_sub(1));
    let mut inner = pen.frame("Requests · ms from t0", false);
    let shown = usize::from(inner.height().saturating_sub(1));
    let all = ended.len() + usize::from(running.is_some());
    let top = top.min(all.saturating_sub(shown));
    inner.text_right(table.name.saturating_sub(2), 0, "#", Role::Quiet);
    inner.text(table.name, 0, "outcome", Role::Quiet);
    table.head(&mut inner);
    if let Some((x, scale)) = &table.picture {
        ticks(&mut inner.part(*x, 0, u16::MAX, 1), scale, 0, 0);
    }
    let inside = inner.area();
    hits.rows = Some((Rect { y: inside.y + 1, height: inside.height.saturating_sub(1), ..inside }, top));
    let rows = ended.iter().chain(*running).enumerate();
    for (y, (index, row)) in (1..).zip(rows.skip(top).take(shown)) {
        request(&mut inner, y, table, row);
        if *selected == Some(index) {
            inner.tint(0, y, inside.width, Role::Selected);
        }
    }
    if all == 0 {
        inner.text(1, 1, "nothing yet", Role::Quiet);
    }
    if let Some(row) = selected.and_then(|index| ended.iter().chain(*running).nth(index)) {
        pen.title(2, bottom, &row.more(), width.saturating_sub(4));
    }
    Extent { all, shown }
}

fn request(pen: &mut Pen<'_>, y: u16, table: &Table, row: &Row) {
    let text = if row.warm_up { Role::Quiet } else { Role::Text };
    let role = match row.outcome {
        None => Role::Focused,
        Some(_) if row.warm_up => Role::Quiet,
        Some(Outcome::Completed | Outcome::Incomplete) => Role::Good,
        Some(_) => Role::Bad,
    };
    pen.text_right(table.name.saturating_sub(2), y, &row.name, text);
    let outcome = row.word().replace('_', " ");
    let outcome = if row.warm_up && row.outcome == Some(Outcome::Completed) { "warm-up".to_owned() } else { outcome };
    pen.text_within(table.name, y, table.outcome, &outcome, role);
    for column in 0..=COLUMNS.len() {
        let waits = row.next.is_some_and(|next| COLUMNS.get(column).is_some_and(|shown| *shown == soonest(next)));
        let (words, role) = match row.value(column) {
            Some(value) => (table.figure(value, column), text),
            // What comes next grows with the clock.
            None if waits => (format!("{}…", table.figure(row.end.as_ms(), column)), Role::Focused),
            None if row.runs => continue,
            None => ("—".to_owned(), Role::Quiet),
        };
        pen.text_right(table.edge(column), y, &words, role);
    }
    let Some((x, scale)) = &table.picture else { return };
    let mut part = pen.part(*x, y, scale.columns, 1);
    bar::overview(&mut part, &row.bars, scale, row.runs);
}

/// The milestone with a column that is waited for.
fn soonest(next: Milestone) -> Milestone {
    next.max(COLUMNS[0])
}

/// p50, p95 and p99 under the columns, then the outcomes.
fn statistics(pen: &mut Pen<'_>, table: &Table, sample: &super::Sample) {
    let method = percentile_method();
    let method = method.trim_start_matches("Percentiles: ").trim_end_matches('.');
    let (width, bottom) = (pen.width(), pen.height().saturating_sub(1));
    {
        let mut inner = pen.frame("Sample", false);
        table.head(&mut inner);
        percentile(&mut inner, 1, table, "p50", &sample.columns.map(|figure| figure.p50));
        percentile(&mut inner, 2, table, "p95", &sample.columns.map(|figure| figure.p95));
        percentile(&mut inner, 3, table, "p99", &sample.columns.map(|figure| figure.p99));
        let mut x = 1;
        for (word, (count, failed)) in &sample.outcomes {
            let words = format!("{} {}", word.replace('_', " "), grouped(u64::from(*count)));
            x += inner.text(x, 4, &words, if *failed { Role::Bad } else { Role::Good }) + 3;
        }
    }
    pen.title(2, bottom, method, width.saturating_sub(4));
}

fn percentile(pen: &mut Pen<'_>, y: u16, table: &Table, name: &str, values: &[Option<f64>; 6]) {
    // A name is three columns, and none touches the frame.
    pen.text_right(table.name.saturating_sub(2).max(4), y, name, Role::Title);
    for (column, value) in values.iter().enumerate() {
        let words = value.map_or_else(|| "—".to_owned(), |value| table.figure(value, column));
        pen.text_right(table.edge(column), y, &words, if value.is_some() { Role::Text } else { Role::Quiet });
    }
}
