//! What an event says of itself being an error or a ping.

use super::{StreamError, words};

/// The worst rank an error code can have: a bare number.
const NUMBER: u8 = u8::MAX;

/// What a payload can call itself, in any dialect.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Says {
    Error,
    Ping,
}

impl Says {
    pub(super) fn of(kind: &str) -> Option<Self> {
        match kind {
            "error" => Some(Self::Error),
            "ping" | "keepalive" | "heartbeat" => Some(Self::Ping),
            _ => None,
        }
    }
}

/// An error in the making.
#[derive(Debug, Default)]
pub(super) struct Problem {
    pub(super) message: String,
    code: Option<(u8, &'static str)>,
}

impl Problem {
    /// Empties it and keeps its memory.
    pub(super) fn clear(&mut self) {
        self.message.clear();
        self.code = None;
    }

    pub(super) fn code(&mut self, rank: u8, word: &str) {
        let rank = if word.starts_with(|c: char| c.is_ascii_digit()) { NUMBER } else { rank };
        if let Some(code) = words::known_error_code(word)
            && self.code.is_none_or(|(best, _)| rank < best)
        {
            self.code = Some((rank, code));
        }
    }

    pub(super) fn message(&mut self, text: &str) {
        if self.message.is_empty() {
            self.message.push_str(text);
        }
    }

    /// With what another says where this one is silent.
    pub(super) fn or(self, other: Self) -> Self {
        let message = if self.message.is_empty() { other.message } else { self.message };
        Self { message, code: self.code.or(other.code) }
    }

    /// As an error, with this code where none is known.
    pub(super) fn into_error(self, code: &'static str) -> StreamError {
        StreamError { code: self.code.map_or(code, |(_, code)| code), message: self.message.into() }
    }
}
