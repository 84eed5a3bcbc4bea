use serde::Serialize;

use super::Reached;
use crate::report::record::percentile;

/// How percentiles are taken: linear interpolation between the closest ranks, numpy's default.
pub const METHOD: &str = "linear";

/// The fewest requests a percentile is taken of; with fewer it would say more than was seen, and is
/// absent.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Minimum {
    /// For the median.
    pub p50: usize,
    /// For p25 and p75, the spread that a ranking is held against.
    pub quartiles: usize,
    /// For p95: one value in twenty lies above it.
    pub p95: usize,
    /// For p99: one in a hundred.
    pub p99: usize,
}

impl Minimum {
    /// The minima that hold.
    pub const FIXED: Self = Self { p50: 2, quartiles: 5, p95: 20, p99: 100 };
}

/// What is known of one figure over a sample. A request that failed before the figure is in it, as
/// worse than every value: a percentile that lies among those is absent. One that was answered
/// without the figure is not in it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct Distribution {
    /// How many requests have the figure.
    pub n: usize,
    /// How many failed before it.
    pub failed: usize,
    /// The smallest value.
    pub min: Option<f64>,
    /// The 25th percentile; absent below [`Minimum::quartiles`] requests.
    pub p25: Option<f64>,
    /// The median; absent below [`Minimum::p50`].
    pub p50: Option<f64>,
    /// The 75th percentile; absent below [`Minimum::quartiles`].
    pub p75: Option<f64>,
    /// The 95th percentile; absent below [`Minimum::p95`].
    pub p95: Option<f64>,
    /// The 99th percentile; absent below [`Minimum::p99`].
    pub p99: Option<f64>,
    /// The largest value.
    pub max: Option<f64>,
}

impl Distribution {
    /// Of some values.
    pub fn of(values: impl IntoIterator<Item = f64>) -> Self {
        Self::of_sample(values.into_iter().map(Reached::Value), false)
    }

    /// Of what every request of a sample has of one figure.
    pub fn of_sample(sample: impl IntoIterator<Item = Reached>, more_is_better: bool) -> Self {
        let worst = if more_is_better { f64::NEG_INFINITY } else { f64::INFINITY };
        let rank = |reached| match reached {
            Reached::Value(value) => Some(value),
            Reached::Failed => Some(worst),
            Reached::Absent => None,
        };
        let mut ranked: Vec<f64> = sample.into_iter().filter_map(rank).collect();
        ranked.sort_by(f64::total_cmp);
        let at =
            |q, least| percentile(&ranked, q).filter(|value| ranked.len() >= least && value.is_finite()).map(rounded);
        let values = || ranked.iter().copied().filter(|value| value.is_finite());
        let (least, n) = (Minimum::FIXED, values().count());
        Self {
            n,
            failed: ranked.len() - n,
            min: values().next().map(rounded),
            p25: at(0.25, least.quartiles),
            p50: at(0.5, least.p50),
            p75: at(0.75, least.quartiles),
            p95: at(0.95, least.p95),
            p99: at(0.99, least.p99),
            max: values().next_back().map(rounded),
        }
    }

    /// The value to compare by: the median, or the only one.
    pub fn typical(&self) -> Option<f64> {
        self.p50.or(self.min.filter(|_| self.n + self.failed == 1))
    }

    /// Whether the middle halves of two samples, p25 to p75, have something in common. A quartile
    /// that is absent has no bound.
    pub fn overlaps(&self, other: &Self) -> bool {
        let low = |d: &Self| d.p25.unwrap_or(f64::NEG_INFINITY);
        let high = |d: &Self| d.p75.unwrap_or(f64::INFINITY);
        low(self) <= high(other) && low(other) <= high(self)
    }
}

fn rounded(value: f64) -> f64 {
    (value * 1_000.0).round() / 1_000.0
}
