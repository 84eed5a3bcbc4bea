use super::texts;
use crate::{timeline::Micros, trace::Recording};

/// The least time a column's value is taken over.
const LEAST: Micros = Micros::from_millis(250);

/// The rate of visible text over time, one value a column of the shared scale.
#[derive(Clone, Debug, PartialEq)]
pub struct RateColumns {
    /// Characters per second in each column; `None` where nothing came.
    pub values: Vec<Option<f64>>,
    /// The time that each value is taken over, ending with its column.
    pub window: Micros,
}

/// The rate in `width` columns between two moments, over the first `count` observations.
///
/// A value is taken over the time of its column, and over the quarter of a second before its right
/// edge where columns are shorter; it is `None` where no visible text came in that time.
pub fn rate_columns(recording: &Recording, count: usize, start: Micros, end: Micros, width: usize) -> RateColumns {
    let span = end.0.saturating_sub(start.0).max(1);
    let column = span / (width.max(1) as u64);
    let window = Micros(column.max(LEAST.0));
    let mut texts: Vec<(u64, u32)> = texts(recording, count, end).map(|(at, event)| (at.0, event.chars)).collect();
    texts.reverse();
    let (mut first, mut next, mut chars) = (0, 0, 0_u64);
    let values = (1..=width as u64).map(|i| {
        let right = start.0 + span * i / width as u64;
        while let Some((_, more)) = texts.get(next).filter(|(at, _)| *at < right || (*at == right && right == end.0)) {
            chars += u64::from(*more);
            next += 1;
        }
        while let Some((_, less)) = texts.get(first).filter(|(at, _)| first < next && *at + window.0 < right) {
            chars -= u64::from(*less);
            first += 1;
        }
        (first < next).then(|| chars as f64 / window.as_secs())
    });
    RateColumns { values: values.collect(), window }
}

#[cfg(test)]
mod tests {
    use super::{Micros, rate_columns};
    use crate::{timeline::Tag, trace::sample::Sample};

    #[test]
    fn one_value_a_column_and_silences_are_absent() {
        // 10 characters at 1 000, 1 100, … 1 900 ms and 30 at 5 500 ms.
        let recording = Sample::new()
            .flow(Tag::Text, 1_000.0, 1_900.0, 10, 10)
            .flow(Tag::Reasoning, 3_000.0, 3_900.0, 10, 10)
            .event(5_500.0, Tag::Text, 30)
            .build();
        let columns = rate_columns(&recording, usize::MAX, Micros(0), Micros::from_millis(6_000), 6);
        assert_eq!(columns.window, Micros::from_millis(1_000));
        assert_eq!(columns.values, [None, Some(100.0), None, None, None, Some(30.0)]);
        assert_eq!(rate_columns(&recording, 0, Micros(0), Micros(0), 3).values, [None, None, None]);
    }

    #[test]
    fn narrow_columns_do_not_turn_deltas_into_silences() {
        let recording = Sample::new().flow(Tag::Text, 0.0, 990.0, 100, 4).build();
        let columns = rate_columns(&recording, usize::MAX, Micros(0), Micros::from_millis(1_000), 200);
        assert!(columns.values.iter().all(Option::is_some));
        // 25 deltas of 4 in 250 ms.
        let last = columns.values[199].expect("a rate");
        assert!((last - 400.0).abs() < 17.0, "{last}");
    }
}
