use std::fmt::Write;

use super::{
    Comparison, Distribution, FIGURES, Side, Standing,
    plain::{comparison_plain, failures_count, percentile_method, signed},
    sections::side_line,
};
use crate::report::{PlainOptions, decimal};

/// The comparison as Markdown: what differs, the picture, the figures, the order or why there is none.
pub fn comparison_markdown(comparison: &Comparison, sides: &[Side], options: &PlainOptions) -> String {
    let mut out = format!("## Comparison by {}\n\n", comparison.by);
    for side in &comparison.sides {
        let _ = writeln!(out, "- **{}** {}", side.letter, cell(&side_line(side)));
    }
    contract(&mut out, comparison);
    picture(&mut out, comparison, sides, options);
    figures(&mut out, comparison);
    ranking(&mut out, comparison);
    out
}

/// What stands out, then the whole contract as a table.
fn contract(out: &mut String, comparison: &Comparison) {
    out.push_str("\n### Contract\n\n");
    if comparison.differences.is_empty() {
        out.push_str("Nothing that is stated differs.\n\n");
    }
    head(out, "Fact", comparison.sides.iter().map(|side| side.letter.clone()).chain([String::new()]), "---");
    let standing_out = comparison.differences.iter();
    let rest = comparison.contract.iter().filter(|fact| !fact.stands_out() && fact.standing != Standing::NotStated);
    for fact in standing_out.chain(rest) {
        let name = if fact.incomparable { format!("**{}**", fact.name()) } else { fact.name() };
        let values = fact.values.iter().map(|value| cell(value.as_deref().unwrap_or("not stated")));
        let standing = match fact.standing {
            Standing::Unknown => "not known to be the same",
            Standing::Own => "",
            standing => standing.word(),
        };
        row(out, &name, values.chain([standing.to_owned()]));
    }
    if !comparison.not_stated.is_empty() {
        let _ = writeln!(out, "\nNot stated: {}.", comparison.not_stated.join(", ").replace('_', " "));
    }
}

/// The waterfalls of the plain report, in a code block.
fn picture(out: &mut String, comparison: &Comparison, sides: &[Side], options: &PlainOptions) {
    let plain = comparison_plain(comparison, sides, options);
    let picture =
        plain.split("\n\nGaps, ms").next().and_then(|above| above.find("\n\nA ").map(|start| &above[start + 2..]));
    if let Some(picture) = picture {
        let _ = writeln!(out, "\n### One scale\n\n```text\n{picture}\n```");
    }
}

fn figures(out: &mut String, comparison: &Comparison) {
    out.push_str("\n### Figures\n\n");
    let letters: Vec<&str> = comparison.sides.iter().map(|side| side.letter.as_str()).collect();
    let deltas = letters.iter().skip(1).map(|letter| format!("{letter} − {}", letters[0]));
    head(out, "ms, median or only value", letters.iter().map(|l| (*l).to_owned()).chain(deltas), "---:");
    for gap in &comparison.gaps {
        let name = format!("{} → {} {}", gap.from, gap.to, gap.to.label());
        values(out, &name, &gap.sides.iter().map(Distribution::typical).collect::<Vec<_>>());
    }
    for figure in &FIGURES {
        let typical: Vec<_> =
            comparison.sides.iter().map(|s| s.figures.get(figure.name).and_then(Distribution::typical)).collect();
        let unit = if figure.unit == "ms" { String::new() } else { format!(", {}", figure.unit) };
        values(out, &format!("{}{unit}", figure.label), &typical);
    }
    let samples: Vec<_> = comparison.sides.iter().filter(|side| side.requests > 1).collect();
    for side in &samples {
        let _ = writeln!(out, "\n**{}** {}\n", side.letter, cell(&side.name));
        head(out, "", ["n", "min", "p50", "p95", "p99", "max"].map(str::to_owned).into_iter(), "---:");
        for figure in &FIGURES {
            let d = side.figures.get(figure.name).copied().unwrap_or_default();
            let shown = [d.min, d.p50, d.p95, d.p99, d.max].map(|value| value.map_or_else(|| "—".to_owned(), decimal));
            let cells = std::iter::once(format!("{}/{}", d.n, side.requests)).chain(shown);
            row(out, &format!("{}, {}", figure.label, figure.unit), cells);
        }
    }
    if !samples.is_empty() {
        let failures = samples.iter().find_map(|side| failures_count(side)).unwrap_or_default();
        let _ = writeln!(out, "\n{}", format!("{} {failures}", percentile_method()).trim_end());
    }
}

fn ranking(out: &mut String, comparison: &Comparison) {
    let ranking = &comparison.ranking;
    let _ = writeln!(out, "\n### {}\n", if ranking.on { "Ranking, best first" } else { "No ranking" });
    for reason in &ranking.reasons {
        let _ = writeln!(out, "- {}", cell(reason));
    }
    for order in &ranking.orders {
        let _ = writeln!(out, "- {}: {}", cell(order.figure), cell(&order.words()));
    }
    for words in ranking.legend() {
        let _ = writeln!(out, "\n{}", cell(words));
    }
}

fn head(out: &mut String, first: &str, columns: impl Iterator<Item = String>, align: &str) {
    let columns: Vec<String> = columns.collect();
    row(out, first, columns.iter().cloned());
    row(out, "---", columns.iter().map(|_| align.to_owned()));
}

fn row(out: &mut String, first: &str, cells: impl Iterator<Item = String>) {
    let cells: Vec<String> = std::iter::once(first.to_owned()).chain(cells).collect();
    let _ = writeln!(out, "| {} |", cells.join(" | "));
}

fn values(out: &mut String, name: &str, typical: &[Option<f64>]) {
    let first = typical.first().copied().flatten();
    let shown = typical.iter().map(|value| value.map_or_else(|| "—".to_owned(), decimal));
    let deltas = typical.iter().skip(1).map(|value| match (first, value) {
        (Some(first), Some(value)) => signed(value - first),
        _ => String::new(),
    });
    row(out, name, shown.chain(deltas));
}

/// Text that cannot break a table or become markup.
fn cell(text: &str) -> String {
    let mut out = String::new();
    for c in text.chars() {
        if matches!(c, '|' | '*' | '_' | '`' | '<' | '>' | '[' | ']' | '\\' | '#' | '~') {
            out.push('\\');
        }
        out.push(c);
    }
    out
}
