use super::{Outcome, word_enum};

word_enum! {
    /// Why a rate is absent.
    pub enum NoRate {
        /// The source gives no times for its events.
        NoEventTimes = "no_event_times",
        /// No visible text came.
        NoVisibleText = "no_visible_text",
        /// No effective output came.
        NoOutput = "no_effective_output",
        /// The request did not end with a terminal marker.
        NotCompleted = "not_completed",
        /// The source does not say how the request ended.
        NotStated = "not_stated",
        /// The provider reported no token counts.
        NoUsage = "no_usage",
        /// The provider counts no visible tokens.
        NoVisibleTokens = "no_visible_tokens",
        /// There are fewer than two tokens to have a time between them.
        TooFewTokens = "too_few_tokens",
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
            Self::NoOutput => "no effective output",
            Self::NotCompleted => "not completed",
            Self::NotStated => "the end is not stated",
            Self::NoUsage => "no usage reported",
            Self::NoVisibleTokens => "no visible tokens counted",
            Self::TooFewTokens => "fewer than two tokens",
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
