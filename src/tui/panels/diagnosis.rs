//! The diagnosis: each row of the table in its fixed order, then what the stream itself shows, then
//! where to look next.

use crate::{
    report::duration,
    trace::{Finding, Row, RowState, Severity},
    tui::{
        num,
        pen::Pen,
        state::{Panel, State},
        text::wrap,
        theme::Role,
    },
};

/// One line: at the left, at the right, and how it looks.
struct Line {
    left: String,
    figure: String,
    word: String,
    role: Role,
    /// How little it says: what stands highest goes first.
    rank: u8,
}

/// The number that the local phases share.
const LOCAL: u8 = 6;

/// Columns for the word that says how a row came out.
const WORD: u16 = 6;

/// Draws the panel.
pub fn draw(pen: &mut Pen<'_>, state: &State) {
    let focused = state.focus == Panel::Diagnosis;
    let mut inner = pen.frame("Diagnosis", focused);
    let width = inner.width();
    if state.is_untimed() || state.view().milestones.present().next().is_none() {
        let words = if state.is_untimed() { "no event times" } else { "nothing has happened yet" };
        inner.text(1, 0, words, Role::Quiet);
        return;
    }
    let lines = lines(state, usize::from(width.saturating_sub(2)));
    let all = lines.len();
    let (lines, top) = if focused {
        let end = all.saturating_sub(usize::from(inner.height()));
        (lines, state.diagnosis_top.min(end))
    } else {
        (most_telling(lines, usize::from(inner.height())), 0)
    };
    let words_at = width.saturating_sub(1);
    for (y, line) in (0..inner.height()).zip(lines.iter().skip(top)) {
        let figure_end = if line.word.is_empty() { words_at } else { words_at.saturating_sub(WORD + 1) };
        let room = figure_end.saturating_sub(inner.measure(&line.figure) + 2);
        let name_role = if line.role == Role::Quiet { Role::Quiet } else { Role::Text };
        let name_role = if line.figure.is_empty() && line.word.is_empty() { line.role } else { name_role };
        inner.text_within(1, y, room, &line.left, name_role);
        inner.text_right(figure_end, y, &line.figure, name_role);
        inner.text_right(words_at, y, &line.word, line.role);
    }
    let below = all.saturating_sub(top + usize::from(inner.height()));
    if below > 0 {
        let more = format!(" {} more ", num::cells(below));
        let (width, height) = (pen.width(), pen.height());
        pen.text_right(width.saturating_sub(2), height.saturating_sub(1), &more, Role::Quiet);
    }
}

/// What is left when there is room for few lines: still in order, without what says least.
fn most_telling(mut lines: Vec<Line>, room: usize) -> Vec<Line> {
    while lines.len() > room {
        let Some(least) = (0..lines.len()).max_by_key(|i| lines[*i].rank) else { break };
        lines.remove(least);
    }
    lines
}

fn lines(state: &State, width: usize) -> Vec<Line> {
    let diagnosis = state.diagnosis();
    let absent = |row: &Row| row.state == RowState::Absent;
    let local: Vec<&Row> = diagnosis.rows.iter().filter(|row| row.number == LOCAL).collect();
    // What is not there at all needs one line, not three.
    let fold = local.iter().all(|row| absent(row));
    let shown = diagnosis.rows.iter().filter(|row| !fold || row.number != LOCAL);
    let mut lines: Vec<Line> = shown.map(|row| row_line(row, &diagnosis.findings)).collect();
    if fold {
        lines.push(Line {
            left: format!("{LOCAL} local phases"),
            figure: String::new(),
            word: "absent".to_owned(),
            role: Role::Quiet,
            rank: 3,
        });
    }
    let of_row = |finding: &&Finding| diagnosis.rows.iter().any(|row| row.code == finding.code);
    for finding in diagnosis.findings.iter().filter(|finding| !of_row(finding)) {
        lines.push(Line {
            left: finding.code.word().replace('_', " "),
            figure: finding.figure.map(duration).unwrap_or_default(),
            word: String::new(),
            role: role(finding.severity),
            rank: u8::from(finding.severity == Severity::Note),
        });
    }
    if let Some(first) = diagnosis.findings.first().filter(|finding| finding.severity == Severity::Primary) {
        let texts = [format!("look at: {}", first.code.layer()), format!("next: {}", first.code.next_check())];
        for text in texts.iter().flat_map(|text| wrap(text, width, "  ")) {
            lines.push(Line { left: text, figure: String::new(), word: String::new(), role: Role::Quiet, rank: 4 });
        }
    }
    lines
}

fn row_line(row: &Row, findings: &[Finding]) -> Line {
    let severity = findings.iter().find(|finding| finding.code == row.code).map(|finding| finding.severity);
    let figure = match (row.figure, row.tps) {
        (_, Some(tps)) => format!("{tps:.1} tok/s"),
        (Some(figure), _) => {
            let words = duration(figure);
            let least = if row.at_least { "≥ " } else { "" };
            format!("{least}{}", words.strip_suffix(" ms").unwrap_or(&words))
        }
        _ => String::new(),
    };
    let (word, role, rank) = match row.state {
        // The one to look at first stands out without colour too.
        RowState::Slow if severity == Some(Severity::Primary) => ("SLOW".to_owned(), Role::Bad, 0),
        RowState::Slow => ("slow".to_owned(), Role::Warn, 0),
        RowState::Normal => ("normal".to_owned(), Role::Text, 2),
        RowState::Absent => ("absent".to_owned(), Role::Quiet, 3),
    };
    Line { left: format!("{} {}", row.number, row.label), figure, word, role, rank }
}

const fn role(severity: Severity) -> Role {
    match severity {
        Severity::Primary => Role::Bad,
        Severity::Secondary => Role::Warn,
        Severity::Note => Role::Text,
    }
}
