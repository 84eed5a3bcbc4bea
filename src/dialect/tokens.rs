use super::{meaning::Count, table::ReasoningTokens};
use crate::timeline::Usage;

/// The token counts that one event states.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Tokens {
    input: Option<u64>,
    cached: Option<u64>,
    output: Option<u64>,
    reasoning: Option<u64>,
    total: Option<u64>,
    provisional: bool,
    conflict: bool,
}

impl Tokens {
    /// Takes a count; a fraction or a negative number is none. Two that differ are a conflict,
    /// and the later one stands.
    pub(super) fn state(&mut self, count: Count, value: f64) {
        if value < 0.0 || value.fract() != 0.0 || value >= 9_007_199_254_740_992.0 {
            return;
        }
        let place = match count {
            Count::Input => &mut self.input,
            Count::Cached => &mut self.cached,
            Count::Output => &mut self.output,
            Count::ProvisionalOutput => {
                self.provisional = true;
                &mut self.output
            }
            Count::Reasoning => &mut self.reasoning,
            Count::Total => &mut self.total,
        };
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "checked to be a whole count")]
        let value = value as u64;
        self.conflict |= place.is_some_and(|earlier| earlier != value);
        *place = Some(value);
    }

    /// The usage that the counts amount to, if any was stated.
    pub(super) fn usage(self, rule: ReasoningTokens) -> Option<Usage> {
        let usage = Usage {
            input_tokens: self.input,
            cached_input_tokens: self.cached,
            output_tokens: self.output,
            reasoning_tokens: self.reasoning,
            reasoning_in_output: None,
        };
        let inside = match rule {
            ReasoningTokens::Inside => true,
            ReasoningTokens::Beside => false,
            ReasoningTokens::ByTotal => !self.adds_up_beside(),
        };
        (!usage.is_empty()).then(|| Usage { reasoning_in_output: usage.reasoning_tokens.map(|_| inside), ..usage })
    }

    /// Whether the counts contradict each other, or the output count that came before.
    pub(super) fn conflict(self, usage: Usage, output_before: Option<u64>) -> bool {
        let too_much_reasoning = usage.reasoning_in_output == Some(true)
            && usage.output_tokens.is_some()
            && usage.reasoning_tokens > usage.output_tokens;
        let fewer_than_before =
            !self.provisional && usage.output_tokens.is_some() && usage.output_tokens < output_before;
        self.conflict || too_much_reasoning || fewer_than_before
    }

    /// The output count, if it is one that a later one may not undercut.
    pub(super) fn firm_output(self) -> Option<u64> {
        self.output.filter(|_| !self.provisional)
    }

    /// xAI's chat: the total is prompt, completion and reasoning together.
    fn adds_up_beside(self) -> bool {
        let (Some(input), Some(output), Some(reasoning), Some(total)) =
            (self.input, self.output, self.reasoning, self.total)
        else {
            return false;
        };
        reasoning > 0 && total == input.saturating_add(output).saturating_add(reasoning)
    }
}

#[cfg(test)]
mod tests {
    use super::{Count, ReasoningTokens, Tokens};

    fn tokens(counts: &[(Count, f64)]) -> Tokens {
        let mut tokens = Tokens::default();
        for (count, value) in counts {
            tokens.state(*count, *value);
        }
        tokens
    }

    #[test]
    fn the_total_tells_whether_reasoning_is_counted_beside_the_output() {
        let inside = [(Count::Input, 10.0), (Count::Output, 50.0), (Count::Reasoning, 40.0), (Count::Total, 60.0)];
        let beside = [(Count::Input, 10.0), (Count::Output, 50.0), (Count::Reasoning, 40.0), (Count::Total, 100.0)];
        let rule = ReasoningTokens::ByTotal;
        assert_eq!(tokens(&inside).usage(rule).and_then(|u| u.reasoning_in_output), Some(true));
        assert_eq!(tokens(&beside).usage(rule).and_then(|u| u.reasoning_in_output), Some(false));
        assert_eq!(tokens(&inside[..3]).usage(rule).and_then(|u| u.reasoning_in_output), Some(true));
        assert_eq!(tokens(&inside[..2]).usage(rule).and_then(|u| u.reasoning_in_output), None);
        assert_eq!(tokens(&[(Count::Total, 5.0)]).usage(rule), None);
    }

    #[test]
    fn contradictions_are_seen() {
        let rule = ReasoningTokens::Inside;
        let conflict = |counts: &[(Count, f64)], before| {
            let tokens = tokens(counts);
            tokens.conflict(tokens.usage(rule).expect("counts"), before)
        };
        assert!(conflict(&[(Count::Output, 3.0), (Count::Output, 4.0)], None));
        assert!(conflict(&[(Count::Output, 3.0)], Some(4)));
        assert!(conflict(&[(Count::Output, 3.0), (Count::Reasoning, 4.0)], None));
        assert!(!conflict(&[(Count::Output, 3.0), (Count::Output, 3.0)], Some(3)));
        assert!(!conflict(&[(Count::ProvisionalOutput, 3.0)], Some(4)));
    }

    #[test]
    fn what_is_no_count_is_none() {
        assert_eq!(tokens(&[(Count::Output, -1.0), (Count::Input, 1.5)]).usage(ReasoningTokens::Inside), None);
        assert_eq!(
            tokens(&[(Count::Output, 0.0)]).usage(ReasoningTokens::Inside).and_then(|u| u.output_tokens),
            Some(0)
        );
    }
}
