//! The report as one HTML page: nothing from outside, no script, no content of the request.

use std::fmt::Write;

use super::{
    palette::{page_variables, picture_css},
    picture::{self, Width},
    sheet,
    table::{Mark, Table},
    words,
    xml::escape,
};
use crate::trace::{Recording, Thresholds};

const STYLE: &str = include_str!("html.css");

/// From so many columns on, a table is scrolled sideways on a telephone rather than squeezed.
const MANY_COLUMNS: usize = 5;

/// A cell of more characters than these is a sentence, which wants room.
const LONG_CELL: usize = 40;

/// The page; `thresholds` say what counts as slow and as a stall. Fits a telephone, a screen in light or dark, and paper.
pub fn html(recording: &Recording, thresholds: &Thresholds) -> String {
    let heading = sheet::heading(recording);
    let mut page = String::with_capacity(64 << 10);
    let _ = write!(
        page,
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <meta name=\"color-scheme\" content=\"light dark\">\n\
         <meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'\">\n\
         <meta name=\"generator\" content=\"streamfall {}\">\n<title>Streamfall: {}</title>\n\
         <style>{}{}{}{STYLE}</style>\n</head>\n<body>\n<main>\n",
        env!("CARGO_PKG_VERSION"),
        escape(&heading),
        page_variables(),
        picture::fonts(),
        picture_css(),
    );
    top(&mut page, recording);
    waterfall(&mut page, recording, thresholds);
    let tables = sheet::all(recording, thresholds);
    for group in tables.chunk_by(|a, b| a.half == b.half) {
        page.push_str(if group[0].half { "<div class=\"halves\">\n" } else { "" });
        group.iter().for_each(|table| section(&mut page, table));
        page.push_str(if group[0].half { "</div>\n" } else { "" });
    }
    let _ = write!(
        page,
        "</main>\n<footer><p>Made by streamfall {} from {}. It holds times, sizes and counts, and nothing of the \
         prompt or the answer.</p></footer>\n</body>\n</html>\n",
        env!("CARGO_PKG_VERSION"),
        sheet::source(recording.header.source)
    );
    page
}

/// What it is, how it ended, and the figures that are asked for first.
fn top(page: &mut String, recording: &Recording) {
    let trace = recording.latest();
    let _ = write!(
        page,
        "<header>\n<p class=\"brand\">Streamfall report</p>\n<h1>{}</h1>\n<p class=\"outcome {}\">{}</p>\n",
        escape(&sheet::request(recording)),
        tone(trace.outcome()),
        escape(&words::outcome(trace)),
    );
    if let Some(at) = recording.header.started_at {
        let _ = writeln!(page, "<p class=\"when\">Started <time datetime=\"{at:.3}\">{at:.3}</time></p>");
    }
    for warning in sheet::warnings(trace) {
        let _ = writeln!(page, "<p class=\"warning\"><strong>Note.</strong> {}</p>", escape(&warning));
    }
    page.push_str("<dl class=\"figures\">\n");
    for (name, value) in sheet::key_figures(trace) {
        let _ = writeln!(page, "<div><dt>{name}</dt><dd>{}</dd></div>", escape(&value));
    }
    page.push_str("</dl>\n</header>\n");
}

const fn tone(outcome: Option<crate::timeline::Outcome>) -> &'static str {
    use crate::timeline::Outcome;
    match outcome {
        Some(Outcome::Completed) => "good",
        None | Some(Outcome::Incomplete | Outcome::Cancelled) => "warn",
        Some(_) => "bad",
    }
}

/// The picture twice, of which the page shows the one that fits; or why there is none.
fn waterfall(page: &mut String, recording: &Recording, thresholds: &Thresholds) {
    page.push_str("<section aria-labelledby=\"waterfall\">\n<h2 id=\"waterfall\">Waterfall</h2>\n");
    if let Some(why) = picture::nothing(recording.latest()) {
        let _ = writeln!(page, "<p class=\"empty\">{}</p>\n</section>", escape(&why));
        return;
    }
    let _ = writeln!(
        page,
        "<figure>\n<div class=\"wide\">{}</div>\n<div class=\"narrow\">{}</div>\n\
         <figcaption>{}</figcaption>\n</figure>\n</section>",
        picture::inline(recording, thresholds, Width::Wide, "wide"),
        picture::inline(recording, thresholds, Width::Narrow, "narrow"),
        picture::legend(recording.latest(), thresholds),
    );
}

fn section(page: &mut String, table: &Table) {
    let id: String = table.title.to_ascii_lowercase().replace(' ', "-");
    let _ = writeln!(page, "<section aria-labelledby=\"{id}\">\n<h2 id=\"{id}\">{}</h2>", escape(table.title));
    if !table.note.is_empty() {
        let _ = writeln!(page, "<p class=\"note\">{}</p>", escape(table.note));
    }
    if table.rows.is_empty() {
        let _ = writeln!(page, "<p class=\"empty\">{}</p>\n</section>", escape(table.empty));
        return;
    }
    // A group, not a region: the section around it is the landmark already.
    let is_long = |cell: &String| cell.chars().count() > LONG_CELL;
    let class = match table.columns.len() {
        MANY_COLUMNS.. if table.rows.iter().flat_map(|row| &row.cells).any(is_long) => " class=\"many long\"",
        MANY_COLUMNS.. => " class=\"many\"",
        _ => "",
    };
    let _ = write!(
        page,
        "<div class=\"scroll\" tabindex=\"0\" role=\"group\" aria-labelledby=\"{id}\"><table{class}>\n<thead><tr>"
    );
    for column in &table.columns {
        let class = if column.number { " class=\"number\"" } else { "" };
        let _ = write!(page, "<th scope=\"col\"{class}>{}</th>", escape(column.head));
    }
    page.push_str("</tr></thead>\n<tbody>\n");
    for row in &table.rows {
        page.push_str(match row.mark {
            Mark::None => "<tr>",
            Mark::Strong => "<tr class=\"strong\">",
            Mark::Quiet => "<tr class=\"quiet\">",
        });
        for (i, (cell, column)) in row.cells.iter().zip(&table.columns).enumerate() {
            let class = if column.number { " class=\"number\"" } else { "" };
            let _ = if i == 0 {
                write!(page, "<th scope=\"row\"{class}>{}</th>", escape(cell))
            } else {
                write!(page, "<td{class}>{}</td>", escape(cell))
            };
        }
        page.push_str("</tr>\n");
    }
    page.push_str("</tbody>\n</table></div>\n</section>\n");
}
