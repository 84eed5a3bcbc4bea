use super::{Micros, Milestone, Milestones, Outcome, Usage, word_enum};

/// The shortest window that is divided by: stamps are good to about a millisecond, so a shorter
/// one would carry an error of more than a tenth.
const SHORTEST_WINDOW: Micros = Micros::from_millis(10);

word_enum! {
    /// Why a rate is absent.
    pub enum NoRate {
        /// The source gives no times for its events.
        NoEventTimes = "no_event_times",
        /// No visible text came.
        NoVisibleText = "no_visible_text",
        /// The request did not end with a terminal marker.
        NotCompleted = "not_completed",
        /// The source does not say how the request ended.
        NotStated = "not_stated",
        /// The provider reported no token counts.
        NoUsage = "no_usage",
        /// Reasoning tokens are in the count and the provider does not say how many.
        ReasoningTokensNotSplit = "reasoning_tokens_not_split",
        /// All text came in one read.
        SingleRead = "single_read",
        /// The window is too short to divide by.
        WindowTooShort = "window_too_short",
    }
}

impl NoRate {
    /// The reason in a few words, for the screen.
    pub const fn explain(self) -> &'static str {
        match self {
            Self::NoEventTimes => "no event times",
            Self::NoVisibleText => "no visible text",
            Self::NotCompleted => "not completed",
            Self::NotStated => "the end is not stated",
            Self::NoUsage => "no usage reported",
            Self::ReasoningTokensNotSplit => "reasoning tokens not split",
            Self::SingleRead => "all text in one read",
            Self::WindowTooShort => "window too short",
        }
    }

    /// The same after a request that ended so; where its end is in no source, nothing says that it
    /// was not completed.
    pub fn explain_after(self, outcome: Option<Outcome>) -> &'static str {
        if self == Self::NotCompleted && outcome.is_none() { "the end is not known" } else { self.explain() }
    }
}

/// From which milestone the inter-token latency counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum InterTokenFrom {
    /// From the first effective output, over all output tokens.
    Effective,
    /// From the first visible text, over the visible tokens.
    Visible,
}

impl InterTokenFrom {
    /// The milestone's name.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Effective => "t4",
            Self::Visible => "t5",
        }
    }
}

/// What the speeds are computed from.
#[expect(clippy::struct_excessive_bools, reason = "independent facts of one request")]
#[derive(Clone, Copy, Debug, Default)]
pub struct SpeedInput {
    /// The moments of the request.
    pub milestones: Milestones,
    /// How it ended; `None` while it runs.
    pub outcome: Option<Outcome>,
    /// Whether it is over and its source does not say how it ended, as of a gateway's timing record.
    pub end_not_stated: bool,
    /// Whether events have no times.
    pub untimed: bool,
    /// Token counts, as reported.
    pub usage: Usage,
    /// Whether reasoning text came.
    pub reasoning_seen: bool,
    /// Whether something says that reasoning is hidden: an item, an opaque block, the request.
    pub reasoning_sign: bool,
    /// Visible characters (Unicode scalar values).
    pub visible_chars: u64,
    /// UTF-8 bytes of visible text and tool input together.
    pub content_bytes: u64,
    /// Distinct reads that brought visible text.
    pub text_reads: u32,
    /// When the last visible text came.
    pub last_text: Option<Micros>,
}

/// The speeds of definitions.md. An absent figure is `None` or says why; none is ever infinite.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Speed {
    /// Visible tokens per second of the visible window.
    pub visible_output_tps: Result<f64, NoRate>,
    /// Output tokens less the reasoning inside them.
    pub visible_tokens: Option<u64>,
    /// t6 − t5.
    pub visible_window: Option<Micros>,
    /// All output tokens, reasoning included, over the same window.
    pub total_output_tps: Option<f64>,
    /// Visible tokens over the time from the first to the last text.
    pub to_last_text_tps: Option<f64>,
    /// Milliseconds per output token after the first.
    pub inter_token_ms: Option<(f64, InterTokenFrom)>,
    /// Visible characters per second of the visible window.
    pub chars_per_second: Option<f64>,
}

impl Speed {
    /// Whether so many tokens a second are more than any model gives.
    pub fn is_beyond_any_model(tps: f64) -> bool {
        tps > 1_000_000.0
    }

    /// Computes every speed that the input allows.
    pub fn of(input: &SpeedInput) -> Self {
        let visible_window = input.milestones.between(Milestone::T5, Milestone::T6);
        let visible_tokens = input.visible_tokens();
        let window = input.rate_window(visible_window);
        let per_second = |count: u64, window: Micros| count as f64 / window.as_secs();
        let to_last_text = input
            .last_text
            .zip(input.milestones.get(Milestone::T5))
            .and_then(|(last, first)| last.since(first))
            .filter(|length| *length >= SHORTEST_WINDOW && input.text_reads > 1);
        Self {
            visible_output_tps: window.and_then(|w| visible_tokens.map(|tokens| per_second(tokens, w))),
            visible_tokens: visible_tokens.ok(),
            visible_window,
            total_output_tps: window.ok().zip(input.all_tokens()).map(|(w, tokens)| per_second(tokens, w)),
            to_last_text_tps: to_last_text
                .zip(visible_tokens.ok())
                .filter(|_| window.is_ok())
                .map(|(length, tokens)| per_second(tokens, length)),
            inter_token_ms: input.inter_token(visible_tokens.ok()),
            chars_per_second: window
                .ok()
                .filter(|_| input.visible_chars > 0)
                .map(|w| per_second(input.visible_chars, w)),
        }
    }
}

impl SpeedInput {
    /// The window a rate may be divided by, or why there is none.
    fn rate_window(&self, visible_window: Option<Micros>) -> Result<Micros, NoRate> {
        if self.untimed {
            return Err(NoRate::NoEventTimes);
        }
        if self.milestones.get(Milestone::T5).is_none() {
            return Err(NoRate::NoVisibleText);
        }
        if !matches!(self.outcome, Some(Outcome::Completed | Outcome::Incomplete)) {
            let unknown = self.outcome.is_none() && self.end_not_stated;
            return Err(if unknown { NoRate::NotStated } else { NoRate::NotCompleted });
        }
        let window = visible_window.ok_or(NoRate::NotCompleted)?;
        if self.text_reads == 1 {
            return Err(NoRate::SingleRead);
        }
        if window < SHORTEST_WINDOW {
            return Err(NoRate::WindowTooShort);
        }
        Ok(window)
    }

    /// The tokens a user could see, or why they cannot be told (record.md, `visible_tokens`).
    fn visible_tokens(&self) -> Result<u64, NoRate> {
        let output = self.usage.output_tokens.ok_or(NoRate::NoUsage)?;
        if self.usage.reasoning_in_output == Some(false) {
            return Ok(output);
        }
        match self.usage.reasoning_tokens {
            // Reasoning text came, so a reported 0 is no split.
            Some(0) if self.reasoning_seen => Err(NoRate::ReasoningTokensNotSplit),
            Some(reasoning) => output.checked_sub(reasoning).ok_or(NoRate::ReasoningTokensNotSplit),
            // A token is at least one byte: more of them than bytes is a sign of hidden reasoning.
            None if self.reasoning_seen || self.reasoning_sign || output > self.content_bytes => {
                Err(NoRate::ReasoningTokensNotSplit)
            }
            None => Ok(output),
        }
    }

    /// All output tokens, reasoning included.
    fn all_tokens(&self) -> Option<u64> {
        let output = self.usage.output_tokens?;
        let beside = self.usage.reasoning_tokens.filter(|_| self.usage.reasoning_in_output == Some(false));
        Some(output.saturating_add(beside.unwrap_or(0)))
    }

    /// (end to end − first token) ÷ (output tokens − 1). From the first effective output when all
    /// tokens came after it; from the first visible text when hidden ones came before.
    fn inter_token(&self, visible_tokens: Option<u64>) -> Option<(f64, InterTokenFrom)> {
        if self.untimed || !matches!(self.outcome, Some(Outcome::Completed | Outcome::Incomplete)) {
            return None;
        }
        let hidden = !self.reasoning_seen
            && (self.reasoning_sign || self.usage.reasoning_tokens.is_some_and(|tokens| tokens > 0));
        let unexplained = self.usage.reasoning_tokens.is_none()
            && !self.reasoning_seen
            && self.usage.output_tokens.is_some_and(|output| output > self.content_bytes);
        let (from, tokens, which) = if hidden || unexplained {
            (Milestone::T5, visible_tokens?, InterTokenFrom::Visible)
        } else {
            (Milestone::T4, self.all_tokens()?, InterTokenFrom::Effective)
        };
        let length = self.milestones.between(from, Milestone::T6)?;
        let steps = tokens.checked_sub(1).filter(|steps| *steps > 0)?;
        (length >= SHORTEST_WINDOW
            && (self.text_reads != 1 || self.milestones.get(Milestone::T5) > self.milestones.get(Milestone::T4)))
        .then(|| (length.as_ms() / steps as f64, which))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// 10 reasoning chunks, then text from 1,100 to 1,450 ms; 1,000 tokens of which 960 reasoning.
    fn reasoning_stream() -> SpeedInput {
        let mut milestones = Milestones::default();
        for (milestone, ms) in
            [(Milestone::T0, 0), (Milestone::T4, 100), (Milestone::T5, 1_100), (Milestone::T6, 1_450)]
        {
            milestones.set_first(milestone, Micros::from_millis(ms));
        }
        SpeedInput {
            milestones,
            outcome: Some(Outcome::Completed),
            usage: Usage { output_tokens: Some(1_000), reasoning_tokens: Some(960), ..Usage::default() },
            reasoning_seen: true,
            visible_chars: 160,
            content_bytes: 160,
            text_reads: 4,
            last_text: Some(Micros::from_millis(1_400)),
            ..SpeedInput::default()
        }
    }

    fn near(got: f64, want: f64) -> bool {
        (got - want).abs() < 0.05
    }

    #[test]
    fn reported_reasoning_is_taken_out_of_the_visible_rate() {
        let speed = Speed::of(&reasoning_stream());
        assert_eq!(speed.visible_tokens, Some(40));
        assert!(near(speed.visible_output_tps.expect("a rate"), 114.29));
        assert!(near(speed.total_output_tps.expect("a rate"), 2_857.14));
        assert!(near(speed.to_last_text_tps.expect("a rate"), 133.33));
        assert!(near(speed.chars_per_second.expect("a rate"), 457.14));
        let (ms, from) = speed.inter_token_ms.expect("a latency");
        assert!(near(ms, 1.351) && from == InterTokenFrom::Effective);
    }

    #[test]
    fn reasoning_that_is_not_split_leaves_no_visible_rate() {
        let mut input = reasoning_stream();
        for reported in [None, Some(0), Some(1_001)] {
            input.usage.reasoning_tokens = reported;
            assert_eq!(Speed::of(&input).visible_output_tps, Err(NoRate::ReasoningTokensNotSplit));
        }
    }

    #[test]
    fn reasoning_counted_outside_is_not_taken_out() {
        let input = SpeedInput {
            usage: Usage {
                output_tokens: Some(70),
                reasoning_tokens: Some(930),
                reasoning_in_output: Some(false),
                ..Usage::default()
            },
            ..reasoning_stream()
        };
        let speed = Speed::of(&input);
        assert!(near(speed.visible_output_tps.expect("a rate"), 200.0));
        assert!(near(speed.total_output_tps.expect("a rate"), 2_857.14));
    }

    #[test]
    fn more_tokens_than_bytes_is_a_sign_of_hidden_reasoning() {
        let mut input = SpeedInput { reasoning_seen: false, ..reasoning_stream() };
        input.usage = Usage { output_tokens: Some(161), ..Usage::default() };
        assert_eq!(Speed::of(&input).visible_output_tps, Err(NoRate::ReasoningTokensNotSplit));
        input.usage.output_tokens = Some(160);
        assert!(near(Speed::of(&input).visible_output_tps.expect("a rate"), 457.14));
    }

    #[test]
    fn every_absence_has_its_reason() {
        let base = reasoning_stream();
        let reason = |input: SpeedInput| Speed::of(&input).visible_output_tps.expect_err("no rate");
        assert_eq!(reason(SpeedInput { untimed: true, ..base }), NoRate::NoEventTimes);
        assert_eq!(reason(SpeedInput { usage: Usage::default(), ..base }), NoRate::NoUsage);
        assert_eq!(reason(SpeedInput { text_reads: 1, ..base }), NoRate::SingleRead);
        assert_eq!(reason(SpeedInput { outcome: Some(Outcome::Cancelled), ..base }), NoRate::NotCompleted);
        let open = SpeedInput { outcome: None, ..base };
        assert_eq!(reason(open), NoRate::NotCompleted);
        assert_eq!(reason(SpeedInput { end_not_stated: true, ..open }), NoRate::NotStated);
        assert_eq!(
            reason(SpeedInput { end_not_stated: true, outcome: Some(Outcome::Cancelled), ..base }),
            NoRate::NotCompleted
        );
        let mut tool_only = Milestones::default();
        tool_only.set_first(Milestone::T4, Micros(1));
        assert_eq!(reason(SpeedInput { milestones: tool_only, ..base }), NoRate::NoVisibleText);
        let mut burst = Milestones::default();
        burst.set_first(Milestone::T5, Micros::from_millis(300));
        burst.set_first(Milestone::T6, Micros::from_millis(309));
        assert_eq!(reason(SpeedInput { milestones: burst, ..base }), NoRate::WindowTooShort);
    }
}
