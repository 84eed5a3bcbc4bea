use serde::{Deserialize, Serialize};

use crate::trace::{Recording, What};

/// Fewest spacings from which a p95 is taken: below that it would only be the largest.
const FEWEST_FOR_P95: usize = 20;

/// Event spacing: the time between neighbouring event arrivals. A transport figure, never called
/// inter-token latency. Events of one read share an arrival, so their spacing is 0.
///
/// Percentiles by linear interpolation between the closest ranks (see [`percentile`]). All absent
/// when events have no times or there are fewer than two spacings; p95 below twenty.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Spacing {
    /// The median, in milliseconds.
    pub p50: Option<f64>,
    /// The 95th percentile.
    pub p95: Option<f64>,
    /// The longest.
    pub max: Option<f64>,
}

impl Spacing {
    /// Over all events of a recording.
    pub fn of(recording: &Recording) -> Self {
        let arrivals: Option<Vec<_>> =
            recording.observations().iter().filter(|o| matches!(o.what, What::Event(_))).map(|o| o.at).collect();
        let Some(arrivals) = arrivals else { return Self::default() };
        let mut spacings: Vec<f64> =
            arrivals.windows(2).filter_map(|pair| Some(pair[1].since(pair[0])?.as_ms())).collect();
        if spacings.len() < 2 {
            return Self::default();
        }
        spacings.sort_by(f64::total_cmp);
        Self {
            p50: percentile(&spacings, 0.5),
            p95: percentile(&spacings, 0.95).filter(|_| spacings.len() >= FEWEST_FOR_P95),
            max: spacings.last().copied(),
        }
    }
}

/// A percentile of sorted values by linear interpolation between the closest ranks: the value at
/// position q · (n − 1). This is the default of numpy (`method="linear"`) and type 7 of Hyndman and
/// Fan. `None` for no values.
pub fn percentile(sorted: &[f64], q: f64) -> Option<f64> {
    let last = sorted.len().checked_sub(1)?;
    let position = q.clamp(0.0, 1.0) * last as f64;
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "clamped to 0..=last")]
    let below = position.floor() as usize;
    let part = position - below as f64;
    // On a rank there is nothing to interpolate; a neighbour that is infinite must not count there.
    let above = if part > 0.0 { (below + 1).min(last) } else { below };
    Some(sorted[below] + (sorted[above] - sorted[below]) * part)
}
