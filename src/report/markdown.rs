//! The report as Markdown, for a ticket.

use std::fmt::Write;

use super::{
    plain::picture,
    sheet,
    table::{Mark, Table},
};
use crate::{
    trace::{Recording, Thresholds, diagnose},
    wire::sanitize_line,
};

/// How many characters a line of the text picture has.
const WIDTH: usize = 80;

/// The report as Markdown: a line about the request, the bars as text, and the tables that say
/// where the time went.
pub fn markdown(recording: &Recording, thresholds: &Thresholds) -> String {
    let trace = recording.latest();
    let mut out = format!("## Streamfall: {}\n\n", text(&sheet::heading(recording)));
    for warning in sheet::warnings(trace) {
        let _ = writeln!(out, "> {}\n", text(&warning));
    }
    for (name, value) in sheet::key_figures(trace) {
        let _ = writeln!(out, "- {name}: **{}**", text(&value));
    }
    out.push('\n');
    waterfall(&mut out, recording, thresholds);
    for table in sheet::all(recording, thresholds).iter().filter(|table| !table.rows.is_empty()) {
        section(&mut out, table);
    }
    let _ = writeln!(
        out,
        "Made by streamfall {}: times, sizes and counts, nothing of prompt or answer.",
        env!("CARGO_PKG_VERSION")
    );
    out
}

/// The picture of the plain report in a code block, where every character is as wide as another.
fn waterfall(out: &mut String, recording: &Recording, thresholds: &Thresholds) {
    let diagnosis = diagnose(recording.latest(), thresholds, None);
    let lines = picture(recording, &diagnosis, false, WIDTH);
    if !lines.is_empty() {
        let _ = writeln!(out, "```text\n{}\n```\n", lines.join("\n"));
    }
}

fn section(out: &mut String, table: &Table) {
    let _ = writeln!(out, "### {}\n", table.title);
    let line = |cells: &mut dyn Iterator<Item = String>| format!("| {} |", cells.collect::<Vec<_>>().join(" | "));
    let _ = writeln!(out, "{}", line(&mut table.columns.iter().map(|column| text(column.head))));
    let rule = |number: bool| if number { "---:" } else { "---" }.to_owned();
    let _ = writeln!(out, "{}", line(&mut table.columns.iter().map(|column| rule(column.number))));
    for row in &table.rows {
        let strong = |cell: &String| match (row.mark, cell.is_empty()) {
            (Mark::Strong, false) => format!("**{}**", text(cell)),
            _ => text(cell),
        };
        let _ = writeln!(out, "{}", line(&mut row.cells.iter().map(strong)));
    }
    out.push('\n');
}

/// Text as it may stand in a line of Markdown: harmless, and with nothing that is markup there.
fn text(raw: &str) -> String {
    let mut out = String::with_capacity(raw.len());
    for c in sanitize_line(raw).chars() {
        if matches!(c, '\\' | '`' | '*' | '[' | ']' | '<' | '>' | '|' | '#' | '!' | '~' | '&') {
            out.push('\\');
        }
        out.push(c);
    }
    out
}

#[cfg(test)]
mod tests {
    use super::text;

    #[test]
    fn nothing_in_a_cell_is_markup() {
        assert_eq!(text("a|b <img src=x> ![x](y) `c`\u{1b}"), "a\\|b \\<img src=x\\> \\!\\[x\\](y) \\`c\\`␛");
    }
}
