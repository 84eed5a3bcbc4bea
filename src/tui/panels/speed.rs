//! How fast it was, each figure with its name; an absent one with its reason.

use crate::{
    report::{decimal, duration, grouped, rate, seconds},
    timeline::{Micros, Milestone, NoRate},
    trace::{RATE_WINDOW, Trace},
    tui::{pen::Pen, state::State, theme::Role, view},
};

/// The least close lag that is shown.
const CLOSE_LAG: Micros = Micros::from_millis(50);

/// A figure and what it is.
type Line = (String, String);

/// Draws the lines that there is room for, the most telling first, from a row on. Gives how far they
/// can be scrolled.
pub fn draw(pen: &mut Pen<'_>, state: &State, top: usize) -> usize {
    let lines = lines(state, usize::from(pen.width().saturating_sub(2)));
    let scrolls = lines.len().saturating_sub(usize::from(pen.height()));
    for (y, (figure, words)) in (0..pen.height()).zip(lines.iter().skip(top.min(scrolls))) {
        let role = if figure == "—" { Role::Quiet } else { Role::Title };
        let used = pen.text(1, y, figure, role);
        let words_role = if figure == "—" { Role::Quiet } else { Role::Text };
        pen.text_within(used + 2, y, pen.width().saturating_sub(used + 3), words, words_role);
    }
    scrolls
}

/// The visible speed: as measured, or as it stands, or why there is none.
fn visible(state: &State, tps: Result<f64, NoRate>) -> Vec<Line> {
    let reason = match tps {
        Ok(tps) => return vec![(rate(tps), "tok/s visible".to_owned())],
        Err(reason) => reason,
    };
    let mut lines = Vec::new();
    let live = view::token_rate(state, view::live_window(state));
    if let Some((figure, rest)) = live.as_deref().and_then(|words| words.split_once(" tok/s")) {
        lines.push((figure.to_owned(), format!("tok/s{rest}")));
    }
    let unknown = state.view().events_unknown().filter(|_| reason == NoRate::NoVisibleText);
    if !state.is_running() {
        let words = unknown.unwrap_or_else(|| reason.explain_after(state.view().outcome()));
        lines.push(("—".to_owned(), words.to_owned()));
    } else if lines.is_empty() {
        lines.push(("—".to_owned(), waits_for(state)));
    }
    lines
}

/// Why there is no rate at the moment.
fn waits_for(state: &State) -> String {
    let trace = state.view();
    let silent = trace.last_text.and_then(|last| state.now().since(last)).filter(|silent| *silent >= RATE_WINDOW);
    match (trace.milestones.get(Milestone::T5), silent) {
        (None, _) => "no visible text yet".to_owned(),
        (Some(_), Some(silent)) => format!("no text for {}", seconds(silent)),
        (Some(_), None) => "too early for a rate".to_owned(),
    }
}

fn lines(state: &State, width: usize) -> Vec<Line> {
    let trace = state.view();
    let speed = trace.speed();
    let mut lines = match trace.stated_visible_output_tps {
        Some(tps) => vec![(rate(tps), "tok/s as stated".to_owned())],
        None => visible(state, speed.visible_output_tps),
    };
    let lag = trace.close_lag().filter(|lag| *lag >= CLOSE_LAG);
    let lag_line = lag.map(|lag| (duration(lag), "close lag".to_owned()));
    let is_long = trace.long_close_lag().is_some();
    if is_long {
        lines.extend(speed.to_last_text_tps.map(|tps| (rate(tps), "tok/s to last text".to_owned())));
        lines.extend(lag_line.clone());
    }
    if let Some(tps) = speed.total_output_tps.filter(|tps| speed.visible_output_tps != Ok(*tps)) {
        lines.push((rate(tps), "tok/s all tokens".to_owned()));
    }
    if let Ok((ms, from)) = speed.inter_token_ms {
        let words = [format!("ms inter-token ({})", from.word()), format!("ms/token ({})", from.word())];
        let figure = decimal(ms);
        let fits = |words: &&String| figure.chars().count() + 1 + words.len() <= width;
        let words = words.iter().find(fits).unwrap_or(&words[1]).clone();
        lines.push((figure, words));
    }
    lines.extend(tokens(trace, width));
    if let Some(chars) = speed.chars_per_second {
        lines.push((rate(chars), "char/s".to_owned()));
    }
    lines.extend(lag_line.filter(|_| !is_long));
    for reported in &trace.reported {
        lines.push((duration(reported.duration), format!("stated {}", reported.name)));
    }
    lines
}

/// The tokens as reported: on one line, shorter where there is less room, else on two.
fn tokens(trace: &Trace, width: usize) -> Vec<Line> {
    let usage = trace.usage;
    let Some(output) = usage.output_tokens else { return Vec::new() };
    let unit = if output == 1 { "token" } else { "tokens" };
    let out = grouped(output);
    let far = if trace.has_final_counts() { "" } else { " so far" };
    let all = format!("{unit} out{far}");
    let Some(reasoning) = usage.reasoning_tokens.map(grouped) else { return vec![(out, all)] };
    let short = format!("out{far}, {reasoning} reasoning");
    let fits = |words: &str| out.chars().count() + 1 + words.chars().count() <= width;
    let long = format!("{unit} {short}");
    match [long, short].into_iter().find(|words| fits(words)) {
        Some(words) => vec![(out, words)],
        None => vec![(out, all), (reasoning, "reasoning tokens".to_owned())],
    }
}
