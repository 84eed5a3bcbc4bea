//! The diagnosis: each row of the table in its fixed order, then what the stream itself shows, then
//! where to look next.

use crate::{
    report::{bare_duration, out_of_sight, rate},
    trace::{Diagnosis, Finding, Row, RowState, Severity},
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
    /// What stands at the left where there is less room, the longest first.
    short: Vec<String>,
}

/// What a row of the table is called where there is little room, the longest first.
const SHORT: [(&str, &[&str]); 5] = [
    ("response", &["resp."]),
    ("metadata only", &["metadata"]),
    ("action to text", &["to text"]),
    ("generation", &["gen.", "gen"]),
    (BETWEEN_STALLS, &["gen. w/o stalls", "w/o stalls", "gen.", "gen"]),
];

/// What generation is called where its long silences are taken out of the speed.
const BETWEEN_STALLS: &str = "generation between stalls";

/// The number that the local phases share.
const LOCAL: u8 = 6;

/// Columns for the word that says how a row came out.
const WORD: u16 = 6;

/// Draws the panel. Gives how far it can be scrolled: only with the focus.
pub fn draw(pen: &mut Pen<'_>, state: &State) -> usize {
    let focused = state.focus == Panel::Diagnosis;
    let mut inner = pen.frame("Diagnosis ms", focused);
    let width = inner.width();
    if state.is_untimed() || state.view().milestones.present().next().is_none() {
        let words = match (state.is_untimed(), state.is_running()) {
            (true, _) => "no event times",
            (_, true) => "nothing has happened yet",
            (_, false) => "no times to judge",
        };
        inner.text(1, 0, words, Role::Quiet);
        return 0;
    }
    let lines = lines(state, usize::from(width.saturating_sub(2)));
    let all = lines.len();
    let end = if focused { all.saturating_sub(usize::from(inner.height())) } else { 0 };
    let top = state.panel_top.min(end);
    let lines = if focused { lines } else { most_telling(lines, usize::from(inner.height())) };
    let words_at = width.saturating_sub(1);
    for (y, line) in (0..inner.height()).zip(lines.iter().skip(top)) {
        draw_line(&mut inner.part(0, y, words_at, 1), line);
    }
    let below = all.saturating_sub(top + usize::from(inner.height()));
    pen.more(num::cells(below));
    end
}

fn draw_line(pen: &mut Pen<'_>, line: &Line) {
    let end = pen.width();
    let figure_end = if line.word.is_empty() { end } else { end.saturating_sub(WORD + 1) };
    let quiet = line.role == Role::Quiet;
    let role = if line.figure.is_empty() && line.word.is_empty() || quiet { line.role } else { Role::Text };
    let room = |pen: &Pen<'_>, figure: &str| match pen.measure(figure) {
        0 => figure_end.saturating_sub(1),
        used => figure_end.saturating_sub(used + 2),
    };
    let room = room(pen, &line.figure);
    let mut names = std::iter::once(&line.left).chain(&line.short);
    let fits = names.clone().find(|name| pen.measure(name) <= room);
    let left = fits.or(names.next_back()).unwrap_or(&line.left);
    pen.text_within(1, 0, room, left, role);
    pen.text_right(figure_end, 0, &line.figure, role);
    pen.text_right(end, 0, &line.word, line.role);
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
    let mut lines: Vec<Line> = shown.map(|row| row_line(row, &diagnosis)).collect();
    if fold {
        lines.push(Line {
            left: format!("{LOCAL} local phases"),
            figure: String::new(),
            word: "absent".to_owned(),
            role: Role::Quiet,
            rank: 3,
            short: Vec::new(),
        });
    }
    let of_row = |finding: &&Finding| diagnosis.rows.iter().any(|row| row.code == finding.code);
    for finding in diagnosis.findings.iter().filter(|finding| !of_row(finding)) {
        lines.push(Line {
            left: finding.code.word().replace('_', " "),
            figure: finding.figure.map(bare_duration).unwrap_or_default(),
            word: String::new(),
            role: role(finding.severity),
            rank: u8::from(finding.severity == Severity::Note),
            short: Vec::new(),
        });
    }
    if let Some(first) = diagnosis.findings.first().filter(|finding| finding.severity == Severity::Primary) {
        let look = [format!("look at: {}", first.code.layer()), format!("next: {}", first.code.next_check())];
        for text in out_of_sight(first).iter().chain(&look).flat_map(|text| wrap(text, width, "  ")) {
            let (figure, word) = (String::new(), String::new());
            lines.push(Line { left: text, figure, word, role: Role::Quiet, rank: 4, short: Vec::new() });
        }
    }
    lines
}

fn row_line(row: &Row, diagnosis: &Diagnosis) -> Line {
    // The speed that is judged.
    let figure = match (row.figure, row.tps_between_stalls.or(row.tps)) {
        (_, Some(tps)) => format!("{} tok/s", rate(tps)),
        (Some(figure), _) => format!("{}{}", if row.at_least { "≥ " } else { "" }, bare_duration(figure)),
        _ => String::new(),
    };
    let (role, rank) = match row.state {
        RowState::Slow if diagnosis.is_primary(row) => (Role::Bad, 0),
        RowState::Slow => (Role::Warn, 0),
        RowState::Normal => (Role::Text, 2),
        RowState::Absent => (Role::Quiet, 3),
    };
    let word = diagnosis.state_word(row).to_owned();
    let label = if row.tps_between_stalls.is_some() { BETWEEN_STALLS } else { row.label };
    let named = |name: &str| format!("{} {name}", row.number);
    let short = SHORT.iter().find(|(long, _)| *long == label).map_or(&[][..], |(_, short)| short);
    let short = short.iter().map(|name| named(name)).collect();
    Line { left: named(label), figure, word, role, rank, short }
}

const fn role(severity: Severity) -> Role {
    match severity {
        Severity::Primary => Role::Bad,
        Severity::Secondary => Role::Warn,
        Severity::Note => Role::Text,
    }
}
