//! Numbers on the command line, with what is allowed in the words of the refusal.

use std::{fmt::Display, ops::RangeInclusive, str::FromStr};

/// A number of a range.
///
/// # Errors
/// What to give instead.
pub fn number(text: &str, range: RangeInclusive<f64>) -> Result<f64, String> {
    of_range(text, &range).ok_or_else(|| format!("give a number from {} to {}", range.start(), range.end()))
}

/// A whole number of a range.
///
/// # Errors
/// What to give instead.
pub fn whole<T: FromStr + PartialOrd + Display>(text: &str, range: &RangeInclusive<T>) -> Result<T, String> {
    of_range(text, range).ok_or_else(|| format!("give a whole number from {} to {}", range.start(), range.end()))
}

/// A whole number from a smallest one up.
///
/// # Errors
/// What to give instead.
pub fn whole_from<T: FromStr + PartialOrd + Display>(text: &str, least: &T) -> Result<T, String> {
    let number = text.parse().ok().filter(|number| number >= least);
    number.ok_or_else(|| format!("give a whole number from {least} up"))
}

/// A length of time in seconds, from 0 to a limit.
///
/// # Errors
/// What to give instead.
pub fn seconds(text: &str, most: f64) -> Result<f64, String> {
    of_range(text, &(0.0..=most)).ok_or_else(|| format!("give a number of seconds from 0 to {most}, such as 2.5"))
}

fn of_range<T: FromStr + PartialOrd>(text: &str, range: &RangeInclusive<T>) -> Option<T> {
    text.parse().ok().filter(|number| range.contains(number))
}

#[cfg(test)]
mod tests {
    use super::{number, seconds, whole, whole_from};

    #[test]
    fn a_number_out_of_range_says_the_range() {
        assert_eq!(number("0.5", 0.01..=1_000.0), Ok(0.5));
        for wrong in ["-1", "x", "nan", "inf", ""] {
            assert_eq!(number(wrong, 0.01..=1_000.0), Err("give a number from 0.01 to 1000".to_owned()), "{wrong}");
        }
        assert_eq!(whole("7", &(1..=100_000_u32)), Ok(7));
        for wrong in ["0", "-1", "1.5", "100001", "x"] {
            assert_eq!(
                whole(wrong, &(1..=100_000_u32)),
                Err("give a whole number from 1 to 100000".to_owned()),
                "{wrong}"
            );
        }
        assert_eq!(
            (whole_from("0", &1_u64), whole_from("9", &1_u64)),
            (Err("give a whole number from 1 up".to_owned()), Ok(9))
        );
        assert_eq!(seconds("-1", 60.0), Err("give a number of seconds from 0 to 60, such as 2.5".to_owned()));
    }
}
