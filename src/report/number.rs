//! Numbers as people read them.

use crate::timeline::Micros;

/// The thin space that groups thousands.
const THIN: char = '\u{2009}';

/// What took time, but less than a tenth of a millisecond would show: it is not nothing.
const TINY: &str = "<0.1";

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
    match time.0 {
        1..50 => format!("{TINY} ms"),
        us if us < 10_000 => format!("{:.1} ms", time.as_ms()),
        us if us < 10_000_000 => format!("{} ms", grouped((us + 500) / 1_000)),
        _ => format!("{:.2} s", time.as_secs()),
    }
}

/// A moment for a column: milliseconds with one decimal and grouped thousands.
pub fn ms_cell(time: Micros) -> String {
    if (1..50).contains(&time.0) {
        return TINY.to_owned();
    }
    let tenths = (time.0 + 50) / 100;
    format!("{}.{}", grouped(tenths / 10), tenths % 10)
}

#[cfg(test)]
mod tests {
    use super::{Micros, duration, grouped, ms_cell};

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
    }
}
