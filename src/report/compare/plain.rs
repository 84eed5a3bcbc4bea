use super::{Comparison, Distribution, FIGURES, METHOD, Minimum, Side, SideSummary, figures::Figure};
use crate::{
    report::{
        Axis, PlainOptions, bars, grouped,
        plain::{Waterfall, ascii_text, axis_row, left, right, waterfall, wrap},
    },
    timeline::Micros,
};

/// Columns of a row's name.
const NAME: usize = 22;
/// Columns of a value.
const CELL: usize = 12;
/// Columns of a row's name and of a value where a whole distribution stands in a row.
const WIDE: (usize, usize) = (26, 9);

/// The comparison as text, ending with a line feed.
pub fn comparison_plain(comparison: &Comparison, sides: &[Side], options: &PlainOptions) -> String {
    let width = options.width.max(60);
    let sections = [
        heads(comparison, width),
        contract(comparison, width),
        pictures(sides, options, width),
        gaps(comparison, width),
        figures(comparison, width),
        percentiles(comparison),
        ranking(comparison, width),
    ];
    let sections: Vec<String> =
        sections.into_iter().filter(|lines| !lines.is_empty()).map(|lines| lines.join("\n")).collect();
    let text = format!("{}\n", sections.join("\n\n"));
    if options.ascii { ascii_text(&text) } else { text }
}

/// One sample as text: outcomes and percentiles, for requests that were repeated.
pub fn sample_plain(side: &Side, options: &PlainOptions) -> String {
    let summary = super::build::summary(side);
    let mut lines = vec![format!("{} · {}", requests(&summary), outcomes(&summary))];
    lines.push(String::new());
    lines.extend(table(&summary));
    lines.extend([String::new(), method()]);
    let text = format!("{}\n", lines.join("\n"));
    if options.ascii { ascii_text(&text) } else { text }
}

pub(super) fn requests(side: &SideSummary) -> String {
    format!("{} request{}", grouped(side.requests as u64), if side.requests == 1 { "" } else { "s" })
}

pub(super) fn outcomes(side: &SideSummary) -> String {
    side.outcomes.iter().map(|(word, count)| format!("{word} {count}")).collect::<Vec<_>>().join(", ")
}

fn heads(comparison: &Comparison, width: usize) -> Vec<String> {
    let mut lines = vec![format!("Comparison by {}", comparison.by)];
    for side in &comparison.sides {
        let text = format!("{} · {} · {}", side.name, requests(side), outcomes(side));
        lines.extend(wrap(&format!("  {}  ", side.letter), &text, width));
    }
    lines
}

/// What differs stands above the figures.
fn contract(comparison: &Comparison, width: usize) -> Vec<String> {
    let mut lines = vec!["Contract".to_owned()];
    for difference in &comparison.differences {
        let values: Vec<String> = comparison
            .sides
            .iter()
            .zip(&difference.values)
            .map(|(side, value)| format!("{} {}", side.letter, value.as_deref().unwrap_or("not stated")))
            .collect();
        let mark = if difference.incomparable { "! " } else { "  " };
        let name = left(&format!("{mark}{}", difference.field.replace('_', " ")), NAME);
        lines.extend(wrap(&name, &values.join(" · "), width));
    }
    if comparison.differences.is_empty() {
        lines.push("  nothing that is stated differs".to_owned());
    }
    if !comparison.not_stated.is_empty() {
        let unknown: Vec<String> = comparison.not_stated.iter().map(|name| name.replace('_', " ")).collect();
        lines.extend(wrap(&left("  not stated", NAME), &unknown.join(", "), width));
    }
    lines
}

/// One under the other on one scale.
fn pictures(sides: &[Side], options: &PlainOptions, width: usize) -> Vec<String> {
    let drawn: Vec<_> = sides.iter().filter_map(|side| Some((side, side.typical()?))).collect();
    let ends = drawn.iter().map(|(_, sample)| {
        let bars = bars(&sample.trace);
        let ends = bars.iter().map(|bar| bar.end.unwrap_or(bar.start).plus(bar.slack.unwrap_or_default()));
        ends.max().unwrap_or_default().max(sample.trace.now())
    });
    let axis = Axis::new(Micros::ZERO, ends.max().unwrap_or_default());
    let mut lines = Vec::new();
    for (side, sample) in drawn {
        let bars = bars(&sample.trace);
        let picture = Waterfall {
            bars: &bars,
            milestones: &sample.trace.milestones,
            stalls: &sample.stalls,
            axis: &axis,
            now: sample.trace.now(),
            ascii: options.ascii,
            width,
        };
        let mut rows = waterfall(&picture);
        let which = if side.samples.len() == 1 { String::new() } else { " (median)".to_owned() };
        let head = left(&format!("{}{which}", side.letter), 12);
        if let Some(first) = rows.first_mut() {
            first.replace_range(..12, &head);
        }
        lines.extend(rows);
        lines.push(String::new());
    }
    lines.push(axis_row(&axis, width));
    lines
}

/// The typical value of each side, and with two or three sides how far each is from the first.
fn rows(comparison: &Comparison, width: usize, title: &str, rows: &[(String, Vec<Distribution>)]) -> Vec<String> {
    let letters: Vec<&str> = comparison.sides.iter().map(|side| side.letter.as_str()).collect();
    let with_delta = letters.len() > 1 && NAME + CELL * (2 * letters.len() - 1) <= width;
    let mut head = left(title, NAME);
    head.extend(letters.iter().map(|letter| right(letter, CELL)));
    if with_delta {
        head.extend(letters[1..].iter().map(|letter| right(&format!("{letter} − {}", letters[0]), CELL)));
    }
    let mut lines = vec![head];
    for (name, values) in rows {
        let typical: Vec<Option<f64>> = values.iter().map(Distribution::typical).collect();
        let mut line = left(&format!("  {name}"), NAME);
        line.extend(typical.iter().map(|value| right(&value.map_or_else(|| "—".to_owned(), number), CELL)));
        if with_delta {
            for value in &typical[1..] {
                let delta = typical[0].zip(*value).map_or_else(String::new, |(first, value)| signed(value - first));
                line.push_str(&right(&delta, CELL));
            }
        }
        lines.push(line.trim_end().to_owned());
    }
    lines
}

fn gaps(comparison: &Comparison, width: usize) -> Vec<String> {
    let gaps: Vec<_> = comparison
        .gaps
        .iter()
        .map(|gap| (format!("{} → {} {}", gap.from, gap.to, gap.to.label()), gap.sides.clone()))
        .collect();
    if gaps.is_empty() { Vec::new() } else { rows(comparison, width, "Gaps, ms", &gaps) }
}

fn figures(comparison: &Comparison, width: usize) -> Vec<String> {
    let of = |figure: &Figure| {
        let values = comparison.sides.iter().map(|side| side.figures.get(figure.name).copied().unwrap_or_default());
        (figure.label.to_owned(), values.collect::<Vec<_>>())
    };
    let (times, speeds): (Vec<_>, Vec<_>) = FIGURES.iter().partition(|figure| figure.unit == "ms");
    let times: Vec<_> = times.into_iter().map(of).collect();
    let speeds: Vec<_> = speeds.into_iter().map(of).collect();
    let mut lines = rows(comparison, width, "Times, ms", &times);
    lines.push(String::new());
    lines.extend(rows(comparison, width, "Speed, tok/s", &speeds));
    lines
}

/// The percentiles of every side that is a sample.
fn percentiles(comparison: &Comparison) -> Vec<String> {
    let mut lines = Vec::new();
    for side in comparison.sides.iter().filter(|side| side.requests > 1) {
        lines.push(format!("{}  {}", side.letter, side.name));
        lines.extend(table(side));
        lines.push(String::new());
    }
    if !lines.is_empty() {
        lines.push(method());
    }
    lines
}

fn table(side: &SideSummary) -> Vec<String> {
    let (name, cell) = WIDE;
    let mut head = left("", name);
    head.extend(["n", "min", "p50", "p95", "p99", "max"].iter().map(|title| right(title, cell)));
    let mut lines = vec![head];
    for figure in &FIGURES {
        let d = side.figures.get(figure.name).copied().unwrap_or_default();
        let mut line = left(&format!("  {} {}", figure.label, figure.unit), name);
        line.push_str(&right(&format!("{}/{}", d.n, side.requests), cell));
        for value in [d.min, d.p50, d.p95, d.p99, d.max] {
            line.push_str(&right(&value.map_or_else(|| "—".to_owned(), number), cell));
        }
        lines.push(line);
    }
    lines
}

fn method() -> String {
    let Minimum { p50, p95, p99 } = Minimum::FIXED;
    format!("Percentiles: {METHOD}; p50 from {p50} values, p95 from {p95}, p99 from {p99}.")
}

fn ranking(comparison: &Comparison, width: usize) -> Vec<String> {
    let ranking = &comparison.ranking;
    let mut lines = vec![if ranking.on { "Ranking, best first" } else { "No ranking" }.to_owned()];
    for reason in &ranking.reasons {
        lines.extend(wrap("  ", reason, width));
    }
    for order in &ranking.orders {
        let label = FIGURES.iter().find(|figure| figure.name == order.figure).map_or(order.figure, |f| f.label);
        lines.push(format!("{}{}", left(&format!("  {label}"), NAME), order.letters.join(" · ")));
    }
    lines
}

/// A value with one decimal and grouped thousands.
pub(super) fn number(value: f64) -> String {
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a rounded magnitude")]
    let tenths = (value.abs() * 10.0).round() as u64;
    let sign = if value < 0.0 && tenths > 0 { "−" } else { "" };
    format!("{sign}{}.{}", grouped(tenths / 10), tenths % 10)
}

/// The same with its sign.
pub(super) fn signed(value: f64) -> String {
    let number = number(value);
    if value > 0.0 { format!("+{number}") } else { number }
}
