use serde::Serialize;

use crate::report::record::percentile;

/// How percentiles are taken: linear interpolation between the closest ranks, numpy's default.
pub const METHOD: &str = "linear";

/// The fewest values a percentile is taken of; with fewer it would say more than was seen, and is
/// absent.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Minimum {
    /// For the median.
    pub p50: usize,
    /// For p95: one value in twenty lies above it.
    pub p95: usize,
    /// For p99: one in a hundred.
    pub p99: usize,
}

impl Minimum {
    /// The minima that hold.
    pub const FIXED: Self = Self { p50: 2, p95: 20, p99: 100 };
}

/// What is known of one figure over a sample. Absent values are not in it; `n` says how many were there.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct Distribution {
    /// How many requests have the figure.
    pub n: usize,
    /// The smallest.
    pub min: Option<f64>,
    /// The median; absent below [`Minimum::p50`] values.
    pub p50: Option<f64>,
    /// The 95th percentile; absent below [`Minimum::p95`] values.
    pub p95: Option<f64>,
    /// The 99th percentile; absent below [`Minimum::p99`] values.
    pub p99: Option<f64>,
    /// The largest.
    pub max: Option<f64>,
}

impl Distribution {
    /// Of some values.
    pub fn of(values: impl IntoIterator<Item = f64>) -> Self {
        let mut sorted: Vec<f64> = values.into_iter().collect();
        sorted.sort_by(f64::total_cmp);
        let at = |q, least| percentile(&sorted, q).filter(|_| sorted.len() >= least).map(rounded);
        Self {
            n: sorted.len(),
            min: sorted.first().copied().map(rounded),
            p50: at(0.5, Minimum::FIXED.p50),
            p95: at(0.95, Minimum::FIXED.p95),
            p99: at(0.99, Minimum::FIXED.p99),
            max: sorted.last().copied().map(rounded),
        }
    }

    /// The value to compare by: the median, or the only one.
    pub fn typical(&self) -> Option<f64> {
        self.p50.or(self.min.filter(|_| self.n == 1))
    }
}

fn rounded(value: f64) -> f64 {
    (value * 1_000.0).round() / 1_000.0
}
