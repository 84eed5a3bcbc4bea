use std::process::ExitCode;

use crate::timeline::Outcome;

/// The exit codes of the program (ux.md, "Exit codes").
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Exit {
    /// The request completed.
    Completed = 0,
    /// A fault of this program.
    Internal = 1,
    /// Wrong arguments, or input that cannot be read.
    Usage = 2,
    /// No connection.
    Connect = 3,
    /// An HTTP status that is no success.
    HttpStatus = 4,
    /// An error in the stream, a truncated stream, or no stream.
    Stream = 5,
    /// A timeout.
    Timeout = 6,
    /// An assertion did not hold.
    Assertion = 7,
    /// `verify` found something.
    NotSafe = 8,
    /// Cancelled by the user.
    Cancelled = 130,
}

impl Exit {
    /// What a request that ended like this exits with; one that was left before its end counts as cancelled.
    pub const fn of(outcome: Option<Outcome>) -> Self {
        match outcome {
            // A length limit or a pause is the stream's own, orderly end.
            Some(Outcome::Completed | Outcome::Incomplete) => Self::Completed,
            Some(Outcome::Error | Outcome::Truncated | Outcome::NotAStream) => Self::Stream,
            Some(Outcome::Timeout) => Self::Timeout,
            Some(Outcome::HttpError) => Self::HttpStatus,
            Some(Outcome::ConnectError) => Self::Connect,
            Some(Outcome::Cancelled) | None => Self::Cancelled,
        }
    }
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> Self {
        Self::from(exit as u8)
    }
}

/// Why a command could not do its work: one sentence that says what happened, to what, and what
/// to do; and the exit code that goes with it. The sentence is shown sanitised.
#[derive(Debug, thiserror::Error)]
#[error("{sentence}")]
pub struct Failure {
    /// The exit code.
    pub exit: Exit,
    /// The sentence, without the program's name; empty when it has been said.
    pub sentence: String,
}

impl Failure {
    /// A failure with its exit code.
    pub fn new(exit: Exit, sentence: impl Into<String>) -> Self {
        Self { exit, sentence: sentence.into() }
    }

    /// A failure of which everything has been said.
    pub const fn told(exit: Exit) -> Self {
        Self { exit, sentence: String::new() }
    }
}
