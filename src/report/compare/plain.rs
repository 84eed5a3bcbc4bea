use super::{
    Comparison, METHOD, Minimum, Side, SideSummary,
    sections::{contract_rest, contract_section, figure_sections, percentile_table, side_line},
};
use crate::{
    report::{
        Axis, PlainOptions, bars, decimal, grouped,
        plain::{Waterfall, ascii_text, axis_row, left, margin, waterfall, wrap},
    },
    timeline::Micros,
};

/// The comparison as text, ending with a line feed.
pub fn comparison_plain(comparison: &Comparison, sides: &[Side], options: &PlainOptions) -> String {
    let width = options.width.max(60);
    let mut contract = contract_section(comparison, width).into_lines();
    contract.extend(contract_rest(comparison, width).lines);
    let mut sections = vec![heads(comparison, width), contract, pictures(sides, options, width)];
    sections.extend(figure_sections(comparison, width, width).into_iter().map(super::Section::into_lines));
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
    lines.extend(percentile_table(&summary, options.width.max(60)));
    lines.extend([String::new(), percentile_method()]);
    lines.extend(failures_count(&summary).into_iter().flat_map(|sentence| wrap("", sentence, options.width.max(60))));
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
        lines.extend(wrap(&format!("  {}  ", side.letter), &side_line(side), width));
    }
    lines
}

/// The end of the one scale on which the sides are drawn.
pub fn common_end(sides: &[Side]) -> Micros {
    let ends = sides.iter().filter_map(Side::typical).map(|sample| {
        let bars = bars(&sample.trace);
        let ends = bars.iter().map(|bar| bar.end.unwrap_or(bar.start).plus(bar.slack.unwrap_or_default()));
        ends.max().unwrap_or_default().max(sample.trace.now())
    });
    ends.max().unwrap_or_default()
}

/// One under the other on one scale.
fn pictures(sides: &[Side], options: &PlainOptions, width: usize) -> Vec<String> {
    let drawn: Vec<_> = sides.iter().filter_map(|side| Some((side, side.typical()?))).collect();
    let axis = Axis::new(Micros::ZERO, common_end(sides));
    let bars: Vec<_> = drawn.iter().map(|(_, sample)| bars(&sample.trace)).collect();
    let mut pictures: Vec<_> = drawn
        .iter()
        .zip(&bars)
        .map(|((_, sample), bars)| Waterfall {
            bars,
            milestones: &sample.trace.milestones,
            stalls: &sample.stalls,
            axis: &axis,
            now: sample.trace.now(),
            ascii: options.ascii,
            width,
            margin: 0,
        })
        .collect();
    // One scale for all, so one margin.
    let beyond = pictures.iter().map(margin).max().unwrap_or(0);
    pictures.iter_mut().for_each(|picture| picture.reserve(beyond));
    let mut lines = Vec::new();
    for ((side, _), picture) in drawn.iter().zip(pictures) {
        let mut rows = waterfall(&picture);
        let which = if side.shown().count() == 1 { "" } else { " (median)" };
        let head = left(&format!("{}{which}", side.letter), 12);
        if let Some(first) = rows.first_mut() {
            first.replace_range(..12, &head);
        }
        lines.extend(rows);
        lines.push(String::new());
    }
    lines.push(axis_row(&axis, width - beyond));
    lines
}

/// How percentiles are taken.
pub fn percentile_method() -> String {
    let Minimum { p50, p95, p99, .. } = Minimum::FIXED;
    format!("Percentiles: {METHOD}; p50 from {p50} values, p95 from {p95}, p99 from {p99}.")
}

/// How failures count in the percentiles of a sample that has any.
pub(super) fn failures_count(side: &SideSummary) -> Option<&'static str> {
    (side.failed > 0).then_some("A request that failed counts as worse than every value: n is how many have one.")
}

/// A distance with its sign.
pub(super) fn signed(value: f64) -> String {
    // A distance too small to show has no sign.
    let value = if value.abs() < 0.05 { 0.0 } else { value };
    let distance = decimal(value);
    if value > 0.0 { format!("+{distance}") } else { distance }
}
