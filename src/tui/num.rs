//! The few conversions between time, counts and cells, in one place so that none can overflow.

/// A count as cells: what is beyond the largest screen is cut.
pub fn cells(count: usize) -> u16 {
    u16::try_from(count).unwrap_or(u16::MAX)
}

/// A whole number of cells below a position, from 0.
pub fn floor(position: f64) -> u16 {
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "clamped to the range of u16")]
    {
        position.floor().clamp(0.0, f64::from(u16::MAX)) as u16
    }
}

/// The nearest whole number, from 0; what is no number is 0.
pub fn nearest(value: f64) -> u64 {
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "clamped to 0..2^53")]
    {
        value.round().clamp(0.0, 9_007_199_254_740_992.0) as u64
    }
}

#[cfg(test)]
mod tests {
    use super::{cells, floor, nearest};

    #[test]
    fn nothing_overflows() {
        assert_eq!((cells(70_000), cells(7)), (u16::MAX, 7));
        assert_eq!((floor(-3.0), floor(2.9), floor(1e9), floor(f64::NAN)), (0, 2, u16::MAX, 0));
        assert_eq!((nearest(-1.0), nearest(2.5), nearest(f64::NAN)), (0, 3, 0));
    }
}
