//! How fast it was, each figure with its name; an absent one with its reason.

use crate::{
    report::{duration, grouped},
    timeline::{Micros, Milestone, NoRate},
    tui::{pen::Pen, state::State, theme::Role, view},
};

/// The least close lag that is shown.
const CLOSE_LAG: Micros = Micros::from_millis(50);

/// Draws the lines that there is room for, the most telling first.
pub fn draw(pen: &mut Pen<'_>, state: &State) {
    for (y, (figure, words)) in (0..pen.height()).zip(lines(state)) {
        let role = if figure == "—" { Role::Quiet } else { Role::Title };
        let used = pen.text(1, y, &figure, role);
        let words_role = if figure == "—" { Role::Quiet } else { Role::Text };
        pen.text_within(used + 2, y, pen.width().saturating_sub(used + 2), &words, words_role);
    }
}

/// The visible speed: as measured, or as it stands, or why there is none.
fn visible(state: &State, tps: Result<f64, NoRate>) -> Vec<(String, String)> {
    let reason = match tps {
        Ok(tps) => return vec![(format!("{tps:.1}"), "tok/s visible".to_owned())],
        Err(reason) => reason,
    };
    let mut lines = Vec::new();
    let live = view::token_rate(state, view::live_window(state));
    if let Some((figure, rest)) = live.as_deref().and_then(|words| words.split_once(" tok/s")) {
        lines.push((figure.to_owned(), format!("tok/s{rest}")));
    }
    if !state.is_running() {
        lines.push(("—".to_owned(), reason.explain().to_owned()));
    } else if state.view().milestones.get(Milestone::T5).is_none() {
        lines.push(("—".to_owned(), "no visible text yet".to_owned()));
    }
    lines
}

fn lines(state: &State) -> Vec<(String, String)> {
    let trace = state.view();
    let speed = trace.speed();
    let mut lines = Vec::new();
    match trace.stated_visible_output_tps {
        Some(tps) => lines.push((format!("{tps:.1}"), "tok/s as stated".to_owned())),
        None => lines.extend(visible(state, speed.visible_output_tps)),
    }
    let lag = trace.close_lag().zip(speed.visible_window);
    if lag.is_some_and(|(lag, window)| lag.0 > window.0 / 10)
        && let Some(tps) = speed.to_last_text_tps
    {
        lines.push((format!("{tps:.1}"), "tok/s to the last text".to_owned()));
    }
    if let Some(tps) = speed.total_output_tps.filter(|tps| speed.visible_output_tps != Ok(*tps)) {
        lines.push((format!("{tps:.0}"), "tok/s all tokens".to_owned()));
    }
    if let Ok((ms, from)) = speed.inter_token_ms {
        lines.push((format!("{ms:.1}"), format!("ms inter-token ({})", from.word())));
    }
    let usage = trace.usage;
    if let Some(output) = usage.output_tokens {
        let reasoning = usage.reasoning_tokens.map(|n| format!(", {} reasoning", grouped(n))).unwrap_or_default();
        lines.push((grouped(output), format!("tokens out{reasoning}")));
    }
    if let Some(chars) = speed.chars_per_second {
        lines.push((format!("{chars:.0}"), "char/s".to_owned()));
    }
    if let Some(lag) = trace.close_lag().filter(|lag| *lag >= CLOSE_LAG) {
        lines.push((duration(lag), "close lag".to_owned()));
    }
    for reported in &trace.reported {
        lines.push((duration(reported.duration), format!("{} (by provider)", reported.name)));
    }
    lines
}
