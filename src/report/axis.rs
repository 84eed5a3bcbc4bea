use super::number::grouped;
use crate::timeline::Micros;

/// One mark on the time axis.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tick {
    /// Where.
    pub at: Micros,
    /// Its number, without the unit.
    pub label: String,
}

/// A time axis from `start` to `end` with round ticks. Shown in milliseconds up to 10 s, then in seconds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Axis {
    /// The left edge.
    pub start: Micros,
    /// The right edge; later than the left one.
    pub end: Micros,
    /// Three to eight marks at 1, 2 or 5 × 10ⁿ.
    pub ticks: Vec<Tick>,
    /// The unit of the labels, to be shown once.
    pub unit: &'static str,
}

impl Axis {
    /// An axis over a span; an empty span becomes one millisecond.
    pub fn new(start: Micros, end: Micros) -> Self {
        let end = Micros(end.0.max(start.0 + 1_000));
        let span = end.0 - start.0;
        let step = round_steps().find(|step| span / step <= 7).unwrap_or(u64::MAX);
        let in_seconds = end.0 > 10_000_000;
        let first = start.0.div_ceil(step) * step;
        let ticks = (0..8)
            .map(|i| first + i * step)
            .take_while(|at| *at <= end.0)
            .map(|at| Tick { at: Micros(at), label: label(at, in_seconds) })
            .collect();
        Self { start, end, ticks, unit: if in_seconds { "s" } else { "ms" } }
    }

    /// The end of a growing axis: the next round length above `now`, so that the scale grows in
    /// steps while a request runs and never jitters.
    pub fn growing_end(now: Micros) -> Micros {
        Micros(round_steps().find(|length| *length > now.0 && *length >= 1_000_000).unwrap_or(u64::MAX))
    }

    /// Where a moment lies between the edges, from 0 to 1 and beyond for moments outside.
    pub fn position(&self, at: Micros) -> f64 {
        (at.0 as f64 - self.start.0 as f64) / (self.end.0 - self.start.0) as f64
    }
}

/// 1, 2, 5, 10, 20, 50, … microseconds.
fn round_steps() -> impl Iterator<Item = u64> {
    (0..18).flat_map(|power| [1, 2, 5].map(|digit| digit * 10_u64.pow(power)))
}

fn label(at: u64, in_seconds: bool) -> String {
    if !in_seconds {
        return if at.is_multiple_of(1_000) { grouped(at / 1_000) } else { format!("{}", at as f64 / 1_000.0) };
    }
    if at.is_multiple_of(1_000_000) { grouped(at / 1_000_000) } else { format!("{}", at as f64 / 1_000_000.0) }
}

#[cfg(test)]
mod tests {
    use super::{Axis, Micros};

    #[test]
    fn ticks_are_few_and_round() {
        let axis = Axis::new(Micros(0), Micros::from_millis(10_200));
        assert_eq!(axis.unit, "s");
        let labels: Vec<_> = axis.ticks.iter().map(|t| t.label.as_str()).collect();
        assert_eq!(labels, ["0", "2", "4", "6", "8", "10"]);
        let axis = Axis::new(Micros::from_millis(430), Micros::from_millis(1_430));
        let labels: Vec<_> = axis.ticks.iter().map(|t| t.label.as_str()).collect();
        assert_eq!((axis.unit, labels), ("ms", vec!["600", "800", "1\u{2009}000", "1\u{2009}200", "1\u{2009}400"]));
    }

    #[test]
    fn a_growing_axis_moves_in_steps() {
        assert_eq!(Axis::growing_end(Micros(0)), Micros(1_000_000));
        assert_eq!(Axis::growing_end(Micros(1_999_999)), Micros(2_000_000));
        assert_eq!(Axis::growing_end(Micros(2_000_000)), Micros(5_000_000));
    }
}
