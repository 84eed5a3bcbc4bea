//! The live rate of visible text, before usage is known.
//!
//! Characters per second are measured. Tokens per second are estimated, with the estimator's name,
//! until the provider reports running counts; those replace the estimate. Pure over a recording,
//! how much of it has happened, and now.

mod estimator;

pub use estimator::Estimator;

use super::{EventSeen, Recording, What};
use crate::timeline::{Micros, Milestone, Tag};

/// The sliding window of the live rate: long enough that single deltas do not make it jump, short
/// enough that a slowdown shows within two seconds.
pub const RATE_WINDOW: Micros = Micros::from_millis(2_000);

/// The least time a rate is taken over, so that the first delta is no rate of thousands.
const LEAST: Micros = Micros::from_millis(250);

/// Where a token rate comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TokenSource {
    /// Running counts of the provider.
    Provider,
    /// An estimate, to be marked `≈` with the estimator's name.
    Estimate(Estimator),
}

/// The rate of visible text over the last [`RATE_WINDOW`].
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rate {
    /// Visible characters per second, measured.
    pub chars_per_second: f64,
    /// Tokens per second.
    pub tokens_per_second: f64,
    /// What the tokens were counted by.
    pub tokens_by: TokenSource,
}

/// The rate at `now`, over the first `count` observations. `None` before the first text, in the
/// first quarter of a second after it, and while no text came for a whole window: a silence is
/// absent, not 0. Once the body is closed the speeds of [`Trace::speed`](super::Trace::speed) stand instead.
pub fn rate(recording: &Recording, count: usize, now: Micros) -> Option<Rate> {
    let start = first_text(recording, now)?.max(now.since(RATE_WINDOW).unwrap_or_default());
    let length = now.since(start).filter(|length| *length >= LEAST)?;
    let window: Vec<_> = texts(recording, count, now).take_while(|(at, _)| *at >= start).collect();
    if window.is_empty() {
        return None;
    }
    let per_second = |amount: f64| amount / length.as_secs();
    let chars: u64 = window.iter().map(|(_, event)| u64::from(event.chars)).sum();
    let (tokens_per_second, tokens_by) = if let Some(tps) = running_counts(recording, count, start, now) {
        (tps, TokenSource::Provider)
    } else {
        let (tokens, by) = estimator::tokens(window.iter().rev().map(|(_, event)| *event));
        (per_second(tokens), TokenSource::Estimate(by))
    };
    Some(Rate { chars_per_second: per_second(chars as f64), tokens_per_second, tokens_by })
}

/// When visible text came first, if that was by `now`.
fn first_text(recording: &Recording, now: Micros) -> Option<Micros> {
    recording.latest().milestones.get(Milestone::T5).filter(|t5| *t5 <= now)
}

/// The events with visible text up to `now`, the latest first.
fn texts(recording: &Recording, count: usize, now: Micros) -> impl Iterator<Item = (Micros, &EventSeen)> {
    events(recording, count, now).filter(|(_, event)| event.also.iter().any(Tag::is_visible))
}

/// The events up to `now`, the latest first.
fn events(recording: &Recording, count: usize, now: Micros) -> impl Iterator<Item = (Micros, &EventSeen)> {
    let observations = recording.observations();
    observations[..count.min(observations.len())].iter().rev().filter_map(move |observation| {
        let at = observation.at.filter(|at| *at <= now)?;
        match &observation.what {
            What::Event(event) => Some((at, event)),
            _ => None,
        }
    })
}

/// Tokens per second by the provider's own running counts: from the last count before the window
/// (but not before the first text) to the last one in it.
fn running_counts(recording: &Recording, count: usize, start: Micros, now: Micros) -> Option<f64> {
    let first = first_text(recording, now)?;
    let counted = |(at, event): (Micros, &EventSeen)| Some((at, event.details.as_ref()?.usage?.output_tokens?));
    let since = |start| events(recording, count, now).take_while(move |(at, _)| *at >= start).filter_map(counted);
    // Most streams have no count in the window: nothing before it is looked at then.
    let (until, last) = since(start).next()?;
    let mut earliest = None;
    for (at, tokens) in since(first).skip(1) {
        earliest = Some((at, tokens));
        if at <= start {
            break;
        }
    }
    let (from, before) = earliest?;
    let length = until.since(from).filter(|length| *length >= LEAST)?;
    Some(last.checked_sub(before)? as f64 / length.as_secs())
}

#[cfg(test)]
mod tests {
    use super::{Estimator, Micros, Rate, TokenSource, rate};
    use crate::{
        timeline::{Tag, Usage},
        trace::{Recording, sample::Sample},
    };

    fn at(recording: &Recording, ms: u64) -> Option<Rate> {
        let now = Micros::from_millis(ms);
        rate(recording, recording.count_at(now), now)
    }

    /// 12 characters every 100 ms from 1 to 4 s, then nothing, then 12 more at 9 s.
    fn stream() -> Recording {
        Sample::new()
            .bare()
            .started(0.0)
            .headers(100.0, 200)
            .flow(Tag::Text, 1_000.0, 4_000.0, 31, 12)
            .event(9_000.0, Tag::Text, 12)
            .build()
    }

    #[test]
    fn the_rate_is_over_the_window_and_silences_have_none() {
        let recording = stream();
        assert_eq!(at(&recording, 900), None);
        assert_eq!(at(&recording, 1_200), None, "too soon after the first text");
        // From 1 000 to 2 000 ms came 11 deltas of 12.
        assert!((at(&recording, 2_000).expect("a rate").chars_per_second - 132.0).abs() < 1e-9);
        // The window from 2 000 to 4 000 ms holds 21 deltas.
        let rate = at(&recording, 4_000).expect("a rate");
        assert!((rate.chars_per_second - 126.0).abs() < 1e-9);
        assert_eq!(rate.tokens_by, TokenSource::Estimate(Estimator::BytesPerToken));
        assert!((rate.tokens_per_second - 31.5).abs() < 1e-9, "a quarter of its bytes");
        assert_eq!(at(&recording, 6_001), None, "a silence as long as the window");
        // Later observations do not change what was.
        assert_eq!(at(&recording, 4_000), super::rate(&recording, usize::MAX, Micros::from_millis(4_000)));
    }

    #[test]
    fn running_counts_of_the_provider_replace_the_estimate() {
        let usage = |output| Usage { output_tokens: Some(output), ..Usage::default() };
        let sample = Sample::new().bare().started(0.0).headers(100.0, 200).flow(Tag::Text, 1_000.0, 2_000.0, 11, 12);
        let once = sample.usage(2_000.0, usage(40));
        assert!(matches!(at(&once.build(), 2_000).expect("a rate").tokens_by, TokenSource::Estimate(_)));
        let sample = Sample::new()
            .bare()
            .started(0.0)
            .headers(100.0, 200)
            .event(1_000.0, Tag::Text, 12)
            .usage(1_000.0, usage(500));
        let counted = sample.flow(Tag::Text, 1_100.0, 2_000.0, 10, 12).usage(2_000.0, usage(550)).build();
        let rate = at(&counted, 2_000).expect("a rate");
        assert_eq!(rate.tokens_by, TokenSource::Provider);
        assert!((rate.tokens_per_second - 50.0).abs() < 1e-9);
    }
}
