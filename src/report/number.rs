//! Numbers as people read them. Every place rounds here, half up and from whole microseconds, so
//! that the same time never shows two ways.

use crate::timeline::Micros;

/// The thin space that groups thousands.
const THIN: char = '\u{2009}';

/// What took time, but less than a tenth of a millisecond would show: it is not nothing.
const TINY: &str = "<0.1";

/// From so many tenths of a unit a second on, tenths say nothing more.
const WHOLE_RATE: u64 = 1_000;

/// A whole number with its thousands set apart by a thin space.
pub fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut out = String::with_capacity(digits.len() + digits.len() / 3 * THIN.len_utf8());
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            out.push(THIN);
        }
        out.push(digit);
    }
    out
}

/// A duration for a label: milliseconds below 10 s (whole ones, tenths below 10 ms), then seconds
/// with two decimals.
pub fn duration(time: Micros) -> String {
    if (1..50).contains(&time.0) {
        return format!("{TINY} ms");
    }
    match (in_units(time, 100), in_units(time, 1_000), in_units(time, 10_000)) {
        (tenths, ..) if tenths < 100 => format!("{} ms", with_tenth(tenths)),
        (_, ms, _) if ms < 10_000 => format!("{} ms", grouped(ms)),
        (.., hundredths) => format!("{}.{:02} s", grouped(hundredths / 100), hundredths % 100),
    }
}

/// A duration where a heading gives milliseconds as the unit: one in seconds says so itself.
pub fn bare_duration(time: Micros) -> String {
    let words = duration(time);
    words.strip_suffix(" ms").map_or(words.clone(), str::to_owned)
}

/// A moment for a column: milliseconds with one decimal and grouped thousands.
pub fn ms_cell(time: Micros) -> String {
    if (1..50).contains(&time.0) { TINY.to_owned() } else { with_tenth(in_units(time, 100)) }
}

/// Seconds with one decimal, for a wait that is watched as it grows.
pub fn seconds(time: Micros) -> String {
    format!("{} s", with_tenth(in_units(time, 100_000)))
}

/// A figure that is no single time with one decimal: a mean, a rate in a table. What is milliseconds
/// rounds as [`ms_cell`] does.
pub fn decimal(value: f64) -> String {
    // Three decimals are what a record holds: microseconds, where the value is milliseconds.
    let tenths = in_units(Micros(whole(value.abs() * 1_000.0)), 100);
    if tenths == 0 && value > 0.0 {
        return TINY.to_owned();
    }
    let sign = if value < 0.0 && tenths > 0 { "−" } else { "" };
    format!("{sign}{}", with_tenth(tenths))
}

/// Something a second: one decimal, and none from a hundred on.
pub fn rate(value: f64) -> String {
    if whole(value * 10.0) < WHOLE_RATE { decimal(value) } else { grouped(whole(value)) }
}

/// How many units a time has, rounded half up.
const fn in_units(time: Micros, unit: u64) -> u64 {
    time.0.saturating_add(unit / 2) / unit
}

fn with_tenth(tenths: u64) -> String {
    format!("{}.{}", grouped(tenths / 10), tenths % 10)
}

/// The nearest whole number; what is no number is 0.
fn whole(value: f64) -> u64 {
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "saturates; negative is 0")]
    {
        value.round() as u64
    }
}

#[cfg(test)]
mod tests {
    use super::{Micros, bare_duration, decimal, duration, grouped, ms_cell, rate, seconds};

    #[test]
    fn numbers_read_as_the_screen_wants_them() {
        assert_eq!(grouped(1_234_567), "1\u{2009}234\u{2009}567");
        assert_eq!(grouped(999), "999");
        assert_eq!(duration(Micros(3_140)), "3.1 ms");
        assert_eq!(duration(Micros(2_590_400)), "2\u{2009}590 ms");
        assert_eq!(duration(Micros(10_190_300)), "10.19 s");
        assert_eq!(ms_cell(Micros(8_700_049)), "8\u{2009}700.0");
        assert_eq!(
            (ms_cell(Micros(50)), ms_cell(Micros(49)), ms_cell(Micros(0))),
            ("0.1".into(), "<0.1".into(), "0.0".into())
        );
        assert_eq!((duration(Micros(49)), duration(Micros(0))), ("<0.1 ms".into(), "0.0 ms".into()));
        assert_eq!((seconds(Micros(2_349_999)), seconds(Micros(2_350_000))), ("2.3 s".into(), "2.4 s".into()));
        assert_eq!((rate(99.94), rate(99.96), rate(1_234.5)), ("99.9".into(), "100".into(), "1\u{2009}235".into()));
        assert_eq!(
            (decimal(-4_605.04), decimal(0.04), decimal(-0.04)),
            ("−4\u{2009}605.0".into(), "<0.1".into(), "0.0".into())
        );
    }

    #[test]
    fn what_lies_halfway_rounds_up_everywhere() {
        // 3.15 and 10.185 have no exact binary form: formatted as such they would round down.
        for (us, cell) in [(3_150, "3.2"), (2_050, "2.1"), (8_450, "8.5"), (1_349, "1.3")] {
            assert_eq!(ms_cell(Micros(us)), cell);
            assert_eq!(duration(Micros(us)), format!("{cell} ms"));
            assert_eq!(decimal(us as f64 / 1_000.0), cell);
        }
        assert_eq!((bare_duration(Micros(42_500)), bare_duration(Micros(10_185_000))), ("43".into(), "10.19 s".into()));
        assert_eq!(duration(Micros(10_185_000)), "10.19 s");
        assert_eq!(duration(Micros(10_184_999)), "10.18 s");
    }

    #[test]
    fn a_unit_ends_where_its_rounded_value_does() {
        assert_eq!((duration(Micros(9_949)), duration(Micros(9_950))), ("9.9 ms".into(), "10 ms".into()));
        assert_eq!(duration(Micros(9_999_499)), "9\u{2009}999 ms");
        assert_eq!(duration(Micros(9_999_500)), "10.00 s");
        assert_eq!(duration(Micros(1_234_567_890)), "1\u{2009}234.57 s");
    }
}
