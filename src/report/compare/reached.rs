use crate::timeline::Outcome;

/// What one request adds to a figure of its sample.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Reached {
    /// Its value.
    Value(f64),
    /// The request failed before it: worse than every value, however fast it failed.
    Failed,
    /// The request was answered and has no such value, or it is not known.
    Absent,
}

/// How far a request must have come for its value to mean what its name says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Needs {
    /// To a stream: what was seen of one stays true when it breaks later.
    Stream,
    /// To the end of its answer.
    Answer,
}

/// Whether a request failed. One that was cut at a limit was answered; of one whose end is not
/// stated nothing is known against it.
pub const fn has_failed(outcome: Option<Outcome>) -> bool {
    !matches!(outcome, None | Some(Outcome::Completed | Outcome::Incomplete))
}

impl Reached {
    /// What a request that ended so adds, with the value that was measured.
    pub fn of(outcome: Option<Outcome>, needs: Needs, value: Option<f64>) -> Self {
        let no_stream = matches!(outcome, Some(Outcome::HttpError | Outcome::ConnectError | Outcome::NotAStream));
        if !has_failed(outcome) {
            return value.map_or(Self::Absent, Self::Value);
        }
        value.filter(|_| needs == Needs::Stream && !no_stream).map_or(Self::Failed, Self::Value)
    }
}
