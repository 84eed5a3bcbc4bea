use super::{
    Comparison, Distribution, FIGURES, Fact, SideSummary, Standing,
    figures::Figure,
    plain::{failures_count, outcomes, percentile_method, requests, signed},
};
use crate::report::{
    decimal, grouped,
    plain::{join_parts, left, right, wrap},
};

/// The least columns of a row's name.
const NAME: usize = 22;
/// Columns of a value: as many as there is room for.
const CELLS: [usize; 2] = [12, 10];
/// Columns of what is known of a sample, from the count to the largest value; and where that has no
/// room, the count and the percentiles.
const WIDE: [usize; 6] = [8, 9, 9, 9, 9, 9];
const NARROW: [usize; 6] = [6, 0, 8, 8, 8, 0];

/// A part of a comparison as lines of text, for the plain report and the screen.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Section {
    /// Its heading.
    pub title: String,
    /// The headings of its columns; blank where the heading of the section may stand.
    pub head: Option<String>,
    /// Its lines; one that starts with `!` is an alarm.
    pub lines: Vec<String>,
}

impl Section {
    /// All of it as lines, the heading first.
    pub fn into_lines(self) -> Vec<String> {
        let columns = self.head.as_deref().and_then(|head| head.get(self.title.len()..));
        let first = columns.map_or(self.title.clone(), |columns| format!("{}{columns}", self.title));
        std::iter::once(first).chain(self.lines).collect()
    }
}

/// What differs between the sides or is not known to be the same: it stands above the figures.
pub fn contract_section(comparison: &Comparison, width: usize) -> Section {
    let mut lines = Vec::new();
    for fact in &comparison.differences {
        let mark = if fact.incomparable { "! " } else { "  " };
        lines.extend(wrap(&left(&format!("{mark}{}", fact.name()), NAME), &fact.by_side(&comparison.sides), width));
    }
    if comparison.differences.is_empty() {
        lines.push("  nothing that is stated differs".to_owned());
    }
    Section { title: "Contract".to_owned(), head: None, lines }
}

/// The rest of the contract: what each side has of its own, what is the same, what no side states.
pub fn contract_rest(comparison: &Comparison, width: usize) -> Section {
    let of = |standing| comparison.contract.iter().filter(move |fact| fact.standing == standing);
    let mut lines = Vec::new();
    for fact in of(Standing::Alike).chain(of(Standing::Own)) {
        lines.extend(wrap(&left(&format!("  {}", fact.name()), NAME), &fact.by_side(&comparison.sides), width));
    }
    let same: Vec<String> = of(Standing::Same)
        .filter_map(|fact| Some(format!("{} {}", fact.name(), fact.values.first()?.as_deref()?)))
        .collect();
    lines.extend(listing("  the same", &same, width));
    let silent: Vec<String> = of(Standing::NotStated).map(Fact::name).collect();
    lines.extend(listing("  not stated", &silent, width));
    Section { title: "The rest of the contract".to_owned(), head: None, lines }
}

/// Parts behind a name, broken between parts only.
fn listing(name: &str, parts: &[String], width: usize) -> Vec<String> {
    let lines = join_parts(parts, width.saturating_sub(NAME));
    let names = std::iter::once(name).chain(std::iter::repeat(""));
    lines.iter().zip(names).map(|(line, name)| format!("{}{line}", left(name, NAME))).collect()
}

/// The least columns that the tables take with the distance of each side from the first.
pub fn deltas_width(sides: usize) -> usize {
    name_width(FIGURES.iter().map(|figure| figure.label)) + CELLS[1] * (2 * sides).saturating_sub(1)
}

/// The figures, and what they come to: gaps, times, speed, percentiles, ranking. Tables are as wide
/// as `tables`, percentiles and sentences as `width`.
pub fn figure_sections(comparison: &Comparison, tables: usize, width: usize) -> Vec<Section> {
    let gaps = comparison.gaps.iter().map(|gap| {
        let label = format!("{} → {} {}", gap.from, gap.to, gap.to.label());
        (label, gap.sides.clone())
    });
    let of = |figure: &Figure| {
        let values = comparison.sides.iter().map(|side| side.figures.get(figure.name).copied().unwrap_or_default());
        (figure.label.to_owned(), values.collect())
    };
    let figures = |in_ms: bool| FIGURES.iter().filter(move |figure| (figure.unit == "ms") == in_ms).map(of).collect();
    let all: [(&str, Vec<Row>); 3] =
        [("Gaps, ms", gaps.collect()), ("Times, ms", figures(true)), ("Speed, tok/s", figures(false))];
    let mut sections = Vec::new();
    for (title, rows) in all.iter().filter(|(_, rows)| !rows.is_empty()) {
        sections.extend(table(comparison, tables, title, rows));
    }
    sections.extend(percentiles(comparison, width));
    sections.push(ranking(comparison, width));
    sections
}

/// A name and a value for each side.
type Row = (String, Vec<Distribution>);

/// The typical value of each side, and where there is room how far each is from the first. More
/// sides than have room stand below each other.
fn table(comparison: &Comparison, width: usize, title: &str, rows: &[Row]) -> Vec<Section> {
    let letters: Vec<&str> = comparison.sides.iter().map(|side| side.letter.as_str()).collect();
    let name = name_width(rows.iter().map(|(name, _)| name.as_str()));
    let columns = 2 * letters.len() - 1;
    let with_delta = CELLS.into_iter().find(|cell| letters.len() > 1 && name + cell * columns <= width);
    if let Some(cell) = with_delta {
        return vec![part(title, &letters, rows, 0..letters.len(), true, (name, cell))];
    }
    let cell = CELLS.into_iter().find(|cell| name + cell * letters.len() <= width).unwrap_or(CELLS[1]);
    let at_once = (width.saturating_sub(name) / cell).max(1);
    (0..letters.len())
        .step_by(at_once)
        .map(|from| part(title, &letters, rows, from..letters.len().min(from + at_once), false, (name, cell)))
        .collect()
}

/// The columns of the names, which are indented.
fn name_width<'a>(names: impl Iterator<Item = &'a str>) -> usize {
    names.map(|name| name.chars().count() + 2).fold(NAME, usize::max)
}

fn part(
    title: &str,
    letters: &[&str],
    rows: &[Row],
    sides: std::ops::Range<usize>,
    deltas: bool,
    (name_width, cell): (usize, usize),
) -> Section {
    let mut head = left("", name_width);
    head.extend(letters[sides.clone()].iter().map(|letter| right(letter, cell)));
    if deltas {
        head.extend(letters[1..].iter().map(|letter| right(&format!("{letter} − {}", letters[0]), cell)));
    }
    let line = |(name, values): &Row| {
        let typical: Vec<Option<f64>> = values.iter().map(Distribution::typical).collect();
        let mut line = left(&format!("  {name}"), name_width);
        line.extend(typical[sides.clone()].iter().map(|value| right(&value.map_or_else(absent, decimal), cell)));
        if deltas {
            for value in &typical[1..] {
                let delta = typical[0].zip(*value).map_or_else(String::new, |(first, value)| signed(value - first));
                line.push_str(&right(&delta, cell));
            }
        }
        line.trim_end().to_owned()
    };
    Section { title: title.to_owned(), head: Some(head), lines: rows.iter().map(line).collect() }
}

/// The percentiles of every side that is a sample.
fn percentiles(comparison: &Comparison, width: usize) -> Vec<Section> {
    let samples = comparison.sides.iter().filter(|side| side.requests > 1);
    let mut sections: Vec<Section> = samples
        .map(|side| Section {
            title: format!("{}  {}", side.letter, side.name),
            head: None,
            lines: percentile_table(side, width),
        })
        .collect();
    if let Some(last) = sections.last_mut() {
        last.lines.push(String::new());
        last.lines.extend(wrap("", &percentile_method(), width));
        let failures = comparison.sides.iter().find_map(failures_count);
        last.lines.extend(failures.into_iter().flat_map(|sentence| wrap("", sentence, width)));
    }
    sections
}

/// Every figure of a side over its sample; milliseconds unless a row says otherwise. With little
/// room the extremes go.
pub(super) fn percentile_table(side: &SideSummary, width: usize) -> Vec<String> {
    let name = name_width(FIGURES.iter().map(|figure| figure.label));
    let columns = if name + WIDE.iter().sum::<usize>() <= width { WIDE } else { NARROW };
    let row = |first: &str, cells: [String; 6]| {
        let shown = cells.iter().zip(columns).filter(|(_, width)| *width > 0);
        shown.fold(left(first, name), |line, (cell, width)| line + &right(cell, width))
    };
    let mut lines = vec![row("  ms", ["n", "min", "p50", "p95", "p99", "max"].map(str::to_owned))];
    for figure in &FIGURES {
        let d = side.figures.get(figure.name).copied().unwrap_or_default();
        let value = |value: Option<f64>| value.map_or_else(absent, decimal);
        let n = format!("{}/{}", d.n, side.requests);
        let unit = if figure.unit == "ms" { String::new() } else { format!(" {}", figure.unit) };
        let cells = [n, value(d.min), value(d.p50), value(d.p95), value(d.p99), value(d.max)];
        lines.push(row(&format!("  {}{unit}", figure.label), cells));
    }
    lines
}

fn absent() -> String {
    "—".to_owned()
}

fn ranking(comparison: &Comparison, width: usize) -> Section {
    let ranking = &comparison.ranking;
    let mut lines = Vec::new();
    for reason in &ranking.reasons {
        lines.extend(wrap("  ", reason, width));
    }
    for order in &ranking.orders {
        let label = FIGURES.iter().find(|figure| figure.name == order.figure).map_or(order.figure, |f| f.label);
        lines.push(format!("{}{}", left(&format!("  {label}"), NAME), order.words()));
    }
    for words in ranking.legend() {
        lines.extend(wrap("  ", words, width));
    }
    Section { title: if ranking.on { "Ranking, best first" } else { "No ranking" }.to_owned(), head: None, lines }
}

/// A side in one line: its name, how many requests it has, how they ended, and which of several is drawn.
pub fn side_line(side: &SideSummary) -> String {
    let line = format!("{} · {} · {}", side.name, requests(side), outcomes(side));
    let drawn = match side.requests - side.failed {
        _ if side.requests == 1 => return line,
        1 => "the one that was answered is drawn".to_owned(),
        0 => "none was answered, the median of all is drawn".to_owned(),
        answered if side.failed > 0 => format!("the median of the {} answered is drawn", grouped(answered as u64)),
        _ => "the median is drawn".to_owned(),
    };
    format!("{line} · {drawn}")
}
