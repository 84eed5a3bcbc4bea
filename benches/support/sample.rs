//! Measured values and their percentiles.

/// Measured values, sorted.
#[derive(Clone, Debug, Default)]
pub struct Sample(Vec<f64>);

impl Sample {
    /// Of any values.
    pub fn new(values: impl IntoIterator<Item = f64>) -> Self {
        let mut values: Vec<f64> = values.into_iter().collect();
        values.sort_by(f64::total_cmp);
        Self(values)
    }

    /// The smallest value that at least `percent` of all do not exceed (nearest rank); `None` when there are none.
    pub fn percentile(&self, percent: usize) -> Option<f64> {
        let rank = (self.0.len() * percent).div_ceil(100).max(1);
        self.0.get(rank - 1).copied()
    }

    /// The value in the middle.
    pub fn median(&self) -> Option<f64> {
        self.percentile(50)
    }
}
