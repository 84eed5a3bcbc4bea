//! The one horizontal scale that everything with a moment shares.

use super::num;
use crate::{report::Axis, timeline::Micros};

/// A time axis laid over a number of columns.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Scale {
    /// The axis.
    pub axis: Axis,
    /// How many columns it has.
    pub columns: u16,
}

impl Scale {
    /// Where a moment lies, in columns from the left; negative or beyond the last for one outside.
    pub fn position(&self, at: Micros) -> f64 {
        self.axis.position(at) * f64::from(self.columns)
    }

    /// The column of a moment; `None` when it is outside. The right edge belongs to the last column.
    pub fn column(&self, at: Micros) -> Option<u16> {
        (at >= self.axis.start && at <= self.axis.end && self.columns > 0)
            .then(|| num::cells(self.axis.column(at, usize::from(self.columns))))
    }

    /// The moment at the left edge of a column.
    pub fn moment(&self, column: u16) -> Micros {
        let span = u128::from(self.axis.end.0.saturating_sub(self.axis.start.0));
        let part = span * u128::from(column) / u128::from(self.columns.max(1));
        self.axis.start.plus(Micros(u64::try_from(part).unwrap_or(u64::MAX)))
    }

    /// How long a column is, in seconds.
    pub fn column_secs(&self) -> f64 {
        Micros(self.axis.end.0.saturating_sub(self.axis.start.0)).as_secs() / f64::from(self.columns.max(1))
    }
}

/// The least round value that is not below a value: 1, 1.5, 2, 3, 4, 5, 6 or 8 × 10ⁿ, so that a scale
/// moves in steps while what it shows grows. What is not above zero has none and is 0.
pub fn round_above(value: f64) -> f64 {
    if value <= 0.0 || !value.is_finite() {
        return 0.0;
    }
    let power = 10_f64.powf(value.log10().floor());
    let steps = [1.0, 1.5, 2.0, 3.0, 4.0, 5.0, 6.0, 8.0].map(|step| step * power);
    steps.into_iter().find(|step| *step >= value).unwrap_or(10.0 * power)
}

#[cfg(test)]
mod tests {
    use super::{Axis, Micros, Scale, round_above};

    #[test]
    fn the_top_of_a_scale_is_round() {
        let tops = [1.0, 1.2, 276.0, 300.0, 301.0, 582.4, 913.0, 1_000.0, 57_013.0].map(round_above);
        let words = tops.map(|top| format!("{top}")).join(" ");
        assert_eq!(words, "1 1.5 300 300 400 600 1000 1000 60000");
        assert!([0.0, -1.0, f64::NAN, f64::INFINITY].map(round_above).iter().all(|top| *top <= 0.0));
    }

    #[test]
    fn moments_and_columns_agree_at_the_edges() {
        let scale = Scale { axis: Axis::new(Micros(0), Micros(10_000_000)), columns: 100 };
        assert_eq!(scale.column(Micros(0)), Some(0));
        assert_eq!(scale.column(Micros(99_999)), Some(0));
        assert_eq!(scale.column(Micros(100_000)), Some(1));
        assert_eq!(scale.column(Micros(10_000_000)), Some(99));
        assert_eq!(scale.column(Micros(10_000_001)), None);
        assert_eq!(scale.moment(1), Micros(100_000));
        let none = Scale { columns: 0, ..scale };
        assert_eq!((none.column(Micros(0)), none.moment(3).0 > 0), (None, true));
    }
}
