//! The first row: what the request is, and at the right the state with its clock.

use crate::{
    dialect::DialectId,
    trace::{ContentKind, SourceKind},
    tui::{
        pen::Pen,
        state::State,
        theme::Role,
        view::{self, Mood},
    },
};

/// Draws the row of one request.
pub fn draw(pen: &mut Pen<'_>, state: &State) {
    row(pen, &request_words(state), &view::state_word(state), &place(state));
}

/// Draws the row from its words: what is shown, the state, the place in it.
pub fn row(pen: &mut Pen<'_>, about: &[String], (word, mood): &(String, Mood), place: &str) {
    let [nw, ne, ..] = pen.theme().glyphs.corners;
    let line = pen.theme().glyphs.lines[0];
    let width = pen.width();
    for x in 0..width {
        pen.cell(x, 0, line, Role::Border);
    }
    pen.cell(0, 0, nw, Role::Border);
    pen.cell(width.saturating_sub(1), 0, ne, Role::Border);
    let role = match mood {
        Mood::Running => Role::Focused,
        Mood::Paused => Role::Warn,
        Mood::Good => Role::Good,
        Mood::Bad => Role::Bad,
    };
    let state = if place.is_empty() { 0 } else { pen.measure(place) + 1 } + pen.measure(word);
    let taken = state + 4;
    let left = width.saturating_sub(taken);
    let x = 2 + pen.title(2, 0, "streamfall", left.saturating_sub(2)) + 1;
    let words = about.join(" · ");
    if !words.is_empty() && x + 6 < left {
        pen.title_as(x + 3, 0, &words, left.saturating_sub(x + 5), Role::Text);
    }
    pen.cell(left, 0, " ", Role::Text);
    let used = pen.text(left + 1, 0, word, role);
    (used..=state).for_each(|x| pen.cell(left + 1 + x, 0, " ", Role::Text));
    pen.text(left + 2 + used, 0, place, Role::Text);
}

/// The clock, or how far a recording without times has got.
fn place(state: &State) -> String {
    if state.is_untimed() {
        return format!("event {}/{}", state.events(), state.recording().event_count());
    }
    view::clock(state.now())
}

/// Method and host, dialect, model, status, protocol: what is known.
pub fn request_words(state: &State) -> Vec<String> {
    let header = &state.recording().header;
    let trace = state.view();
    let request = &header.request;
    // That the host was none of the public ones tells nobody anything.
    let provider = request.provider.as_deref().filter(|provider| *provider != "other");
    let host = header.host.as_deref().or(provider);
    let to: Vec<&str> = request.method.as_deref().into_iter().chain(host).collect();
    let dialect = trace.dialect.or(request.dialect);
    let mut words = Vec::new();
    // First, for a narrow title is cut at its end and this must be seen.
    if header.content == ContentKind::Full {
        words.push("FULL CONTENT".to_owned());
    }
    words.extend((!to.is_empty()).then(|| to.join(" ")));
    words.extend(dialect.map(|dialect| dialect.word().to_owned()));
    words.extend(trace.model.as_deref().or(request.model.as_deref()).map(str::to_owned));
    if let Some(headers) = &trace.headers {
        words.push(headers.status.to_string());
        words.extend(headers.http_version.as_deref().map(|version| format!("h{}", version.trim_end_matches(".0"))));
    }
    let unknown = dialect.is_none_or(|dialect| dialect == DialectId::Generic);
    if trace.headers.is_none() && to.is_empty() && unknown && header.source != SourceKind::Live {
        words.push(header.source.word().to_owned());
    }
    words
}
