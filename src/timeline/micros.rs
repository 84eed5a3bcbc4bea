use std::time::Duration;

use serde::{Deserialize, Serialize};

/// A moment or a duration in whole microseconds.
///
/// A moment counts from t0 on the one monotonic clock of its request. Captures store it as is;
/// screens and records show milliseconds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Micros(pub u64);

impl Micros {
    /// t0 itself, or no time at all.
    pub const ZERO: Self = Self(0);

    /// From whole milliseconds.
    pub const fn from_millis(ms: u64) -> Self {
        Self(ms * 1_000)
    }

    /// From fractional milliseconds, rounded to the nearest microsecond; `None` for what is no
    /// time: negative, not finite, or beyond what a microsecond count can hold exactly.
    pub fn from_ms(ms: f64) -> Option<Self> {
        let us = (ms * 1_000.0).round();
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "checked to lie in 0..2^53")]
        (us.is_finite() && (0.0..9_007_199_254_740_992.0).contains(&us)).then_some(Self(us as u64))
    }

    /// In milliseconds, exact to the microsecond.
    pub fn as_ms(self) -> f64 {
        self.0 as f64 / 1_000.0
    }

    /// In seconds.
    pub fn as_secs(self) -> f64 {
        self.0 as f64 / 1_000_000.0
    }

    /// The time from `earlier` to `self`; `None` when `earlier` is later.
    pub fn since(self, earlier: Self) -> Option<Self> {
        self.0.checked_sub(earlier.0).map(Self)
    }

    /// The sum, capped at the largest count.
    pub fn plus(self, other: Self) -> Self {
        Self(self.0.saturating_add(other.0))
    }

    /// As a standard duration.
    pub const fn duration(self) -> Duration {
        Duration::from_micros(self.0)
    }
}

impl From<Duration> for Micros {
    fn from(duration: Duration) -> Self {
        Self(u64::try_from(duration.as_micros()).unwrap_or(u64::MAX))
    }
}

#[cfg(test)]
mod tests {
    use super::Micros;

    #[test]
    fn milliseconds_round_to_the_nearest_microsecond_and_refuse_what_is_no_time() {
        assert_eq!(Micros::from_ms(0.0004), Some(Micros(0)));
        assert_eq!(Micros::from_ms(6_100.0), Some(Micros(6_100_000)));
        assert_eq!(Micros::from_ms(12.3456), Some(Micros(12_346)));
        assert_eq!(Micros::from_ms(-0.1), None);
        assert_eq!(Micros::from_ms(f64::NAN), None);
        assert_eq!(Micros::from_ms(f64::INFINITY), None);
    }
}
