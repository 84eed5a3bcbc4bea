//! The words that several panels share: the state at the top right, what is pending, the speed.

use super::{
    num,
    state::{Course, Source, State},
};
use crate::{
    report::{ending_sentence, grouped, rate as figure, seconds},
    timeline::{Micros, Milestone, Outcome, Tag},
    trace::{Rate, TokenSource, Trace, rate},
};

/// What kind of state it is, for its colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mood {
    /// It goes on.
    Running,
    /// It waits for the user.
    Paused,
    /// It went well.
    Good,
    /// It did not.
    Bad,
}

/// The word for the state, always at the same place.
pub fn state_word(state: &State) -> (String, Mood) {
    match state.course() {
        Course::Live if state.source == Source::Cancelling => ("CANCELLING".to_owned(), Mood::Bad),
        Course::Live if state.is_open() && state.view().is_done() => (done_word(state.view(), "closing"), Mood::Good),
        Course::Live if state.is_open() => ("LIVE".to_owned(), Mood::Running),
        Course::Live => ended_word(state.view()),
        Course::Steered(_) if state.is_open() => {
            let behind = state.recording().event_count().saturating_sub(state.events());
            (format!("PAUSED +{}", grouped(behind as u64)), Mood::Paused)
        }
        Course::Steered(playback) if playback.is_playing() => {
            (format!("REPLAY {}", times(playback.speed())), Mood::Running)
        }
        Course::Steered(playback) if playback.is_at_end(state.recording()) => ended_word(state.view()),
        Course::Steered(playback) => (format!("PAUSED {}", times(playback.speed())), Mood::Paused),
    }
}

fn done_word(trace: &Trace, why: &str) -> String {
    match trace.outcome() {
        Some(outcome) => format!("DONE {outcome}"),
        None => format!("DONE {why}"),
    }
}

fn ended_word(trace: &Trace) -> (String, Mood) {
    match trace.outcome() {
        // A record that states its milestones has no close and no outcome of its own.
        None if trace.milestones.get(Milestone::T7).or(trace.milestones.get(Milestone::T6)).is_some() => {
            ("DONE".to_owned(), Mood::Good)
        }
        None => ("CUT".to_owned(), Mood::Bad),
        Some(outcome @ (Outcome::Completed | Outcome::Incomplete)) => (format!("DONE {outcome}"), Mood::Good),
        Some(Outcome::HttpError) => {
            let status = trace.headers.as_ref().map(|headers| format!(" {}", headers.status)).unwrap_or_default();
            (format!("HTTP ERROR{status}"), Mood::Bad)
        }
        Some(outcome) => (outcome.word().replace('_', " ").to_uppercase(), Mood::Bad),
    }
}

/// A speed as the user sets it: `4×`, `½×`.
fn times(speed: f64) -> String {
    if (speed - 0.5).abs() < f64::EPSILON { "½×".to_owned() } else { format!("{speed}×") }
}

/// The speed of a replay.
pub fn speed(state: &State) -> Option<String> {
    match state.course() {
        Course::Steered(playback) => Some(times(playback.speed())),
        Course::Live => None,
    }
}

/// A moment as a clock: `00:09.4`.
pub fn clock(at: Micros) -> String {
    let tenths = at.0 / 100_000;
    format!("{:02}:{:02}.{}", tenths / 600, tenths / 10 % 60, tenths % 10)
}

/// The milestone that comes next while the view runs.
pub fn next_milestone(state: &State) -> Option<Milestone> {
    if !state.is_running() || state.is_untimed() {
        return None;
    }
    let trace = state.view();
    let last = trace.milestones.present().map(|(milestone, _)| milestone).max();
    let next = last.map_or(0, |last| last as usize + 1);
    // A stream that is done waits for its close, whatever did not come.
    let next = if trace.is_done() && trace.close.is_none() { next.max(Milestone::T6 as usize) } else { next };
    // A record that states its milestones has no others to wait for.
    let latest = state.recording().latest();
    let comes = |milestone: &Milestone| !latest.stated || latest.milestones.get(*milestone).is_some();
    Milestone::ALL.iter().skip(next).copied().find(comes)
}

/// What the view waits for, with all that is known of the wait.
pub fn pending(state: &State) -> Option<String> {
    let next = next_milestone(state)?;
    let trace = state.view();
    if next == Milestone::T6
        && let Some(end) = trace.terminal_at.filter(|_| trace.is_done())
    {
        let waited = state.now().since(end).unwrap_or_default();
        return Some(format!("t6 pending: still open {} after the end of the stream", seconds(waited)));
    }
    let since = trace.milestones.present().filter(|(milestone, _)| *milestone < next).last();
    let mut parts = vec![match since {
        Some((from, at)) => {
            let waited = state.now().since(at).unwrap_or_default();
            format!("{next} pending: {} since {from}", seconds(waited))
        }
        None => format!("{next} pending"),
    }];
    parts.extend(wait_notes(trace, next, state.now()));
    Some(parts.join(", "))
}

fn wait_notes(trace: &Trace, next: Milestone, now: Micros) -> Vec<String> {
    let tag = |tag: Tag| trace.counts.by_tag[tag as usize];
    let count = |n: u64, one: &str, many: &str| match n {
        0 => None,
        1 => Some(format!("1 {one}")),
        n => Some(format!("{} {many}", grouped(n))),
    };
    let mut notes = Vec::new();
    match next {
        Milestone::T4 => {
            notes.extend(count(trace.counts.heartbeats(), "heartbeat", "heartbeats"));
            if trace.hides_reasoning() {
                notes.push("hidden reasoning".to_owned());
            } else if trace.reasoning_sign && !trace.reasoning_seen {
                notes.push("reasoning asked for".to_owned());
            }
        }
        Milestone::T5 => {
            notes.extend(count(tag(Tag::Reasoning), "reasoning event", "reasoning events"));
            notes.extend(count(tag(Tag::Tool), "tool event", "tool events"));
        }
        Milestone::T6 => {
            notes.extend(count(trace.visible_chars, "character", "characters"));
            let silent =
                trace.last_effective.and_then(|last| now.since(last)).filter(|s| *s >= Micros::from_millis(1_000));
            notes.extend(silent.map(|silent| format!("silent for {}", seconds(silent))));
        }
        _ => {}
    }
    notes
}

/// What is known of the visible rate: measured characters, and tokens as reported or estimated.
pub fn rate_words(state: &State) -> Vec<String> {
    let trace = state.view();
    let window = live_window(state);
    let so_far = || if is_flowing(state) { None } else { per_second(trace.visible_chars, window) };
    let live = live_rate(state).map(|rate| rate.chars_per_second);
    let mut words = Vec::new();
    if let Some(chars) = trace.speed().chars_per_second.or(live).or_else(so_far) {
        words.push(format!("{} char/s", figure(chars)));
    }
    words.extend(token_rate(state, window));
    words
}

/// Tokens a second: reported when they can be told, else by the provider's running counts, else
/// estimated and marked so.
pub fn token_rate(state: &State, window: Option<Micros>) -> Option<String> {
    let trace = state.view();
    if let Ok(tps) = trace.speed().visible_output_tps {
        return Some(format!("{} tok/s", figure(tps)));
    }
    let whole = |tps: f64| grouped(num::nearest(tps));
    if is_flowing(state) {
        let rate = live_rate(state)?;
        let tps = whole(rate.tokens_per_second);
        return Some(match rate.tokens_by {
            TokenSource::Provider => format!("{tps} tok/s reported so far"),
            TokenSource::Estimate(by) => format!("≈ {tps} tok/s ({})", by.name()),
        });
    }
    // The stream has said its end and its counts; only the close is waited for.
    let counted = trace.speed().visible_tokens.filter(|_| state.is_running());
    if let Some(tps) = counted.and_then(|tokens| per_second(tokens, window)) {
        return Some(format!("{} tok/s to last text", figure(tps)));
    }
    per_second(trace.text_bytes.div_ceil(4), window).map(|tps| format!("≈ {} tok/s (bytes/4)", whole(tps)))
}

/// Whether text may still come: once the stream has said its end, a sliding window would only show
/// how the rate of nothing falls.
fn is_flowing(state: &State) -> bool {
    state.is_running() && !state.view().is_done()
}

/// The rate over the sliding window, while text may come.
fn live_rate(state: &State) -> Option<Rate> {
    is_flowing(state).then(|| rate(state.recording(), state.horizon(), state.now())).flatten()
}

/// The time in which visible text came so far; `None` when it is too short to divide by.
pub fn live_window(state: &State) -> Option<Micros> {
    let trace = state.view();
    let first = trace.milestones.get(Milestone::T5)?;
    let end = trace
        .milestones
        .get(Milestone::T6)
        .unwrap_or_else(|| if trace.is_done() { trace.last_text.unwrap_or(first) } else { state.now() });
    end.since(first).filter(|window| *window >= Micros::from_millis(100) && trace.text_reads > 1)
}

fn per_second(count: u64, window: Option<Micros>) -> Option<f64> {
    window.filter(|_| count > 0).map(|window| count as f64 / window.as_secs())
}

/// Why there are no events.
pub fn no_events(state: &State) -> &'static str {
    match state.view().events_unknown() {
        _ if state.is_running() => "no event yet",
        Some("body not recorded") => "the body was not recorded",
        Some(_) => "the record holds no events",
        None => "no events came",
    }
}

/// What went wrong, in whole sentences; raw where they came from the stream.
pub fn explanations(state: &State) -> Vec<String> {
    let trace = state.view();
    let outcome = trace.outcome();
    if outcome == Some(Outcome::Cancelled) {
        return Vec::new();
    }
    let mut sentences = state.remarks.all();
    // A connection that broke has been explained by the source.
    if !state.remarks.tell_of_a_fault() || !matches!(outcome, Some(Outcome::Truncated | Outcome::NotAStream)) {
        sentences.extend(ending_sentence(trace));
    }
    sentences
}

/// How the view ended, in a few words; raw where they came from the stream.
pub fn ending(state: &State) -> Option<String> {
    let trace = state.view();
    let outcome = trace.outcome()?;
    let mut words = outcome.word().replace('_', " ");
    if let Some(reason) = trace.outcome_reason() {
        words = format!("{words} ({})", reason.replace('_', " "));
    }
    let message = trace.error.as_ref().map(|error| &error.message).or(trace.body_message.as_ref());
    if let Some(message) = message.filter(|message| !message.is_empty()) {
        words = format!("{words}: {message}");
    }
    if let Some(remark) = state.remarks.all().last() {
        words = format!("{words}: {remark}");
    }
    for (note, _) in trace.notes.iter() {
        words = format!("{words} · {}", note.word().replace('_', " "));
    }
    if let Some((from, to)) = trace.milestones.broken_order() {
        words = format!("{words} · {to} lies before {from}");
    }
    Some(words)
}
