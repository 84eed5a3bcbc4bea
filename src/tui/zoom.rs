//! The part of the time that is shown, and what the keys make of it.

use super::keys::Action;
use crate::timeline::Micros;

/// A start and an end.
pub type Window = (Micros, Micros);

/// The least time that is shown, in microseconds.
const NARROWEST: u64 = 1_000;

/// The part that an action makes of the one that is shown; `None` is all of the time, which is
/// `end` long. Zooming in keeps the cursor where there is one.
pub fn zoomed(shown: Option<Window>, end: Micros, cursor: Option<Micros>, action: Action) -> Option<Window> {
    let (start, stop) = shown.unwrap_or((Micros::ZERO, end));
    let length = stop.since(start).unwrap_or_default();
    let middle = Micros(start.0.midpoint(stop.0));
    let pan = Micros(length.0 / 5);
    let (centre, wanted) = match action {
        Action::ZoomIn => (cursor.unwrap_or(middle), Micros((length.0 / 2).max(NARROWEST))),
        Action::ZoomOut => (middle, Micros(length.0.saturating_mul(2))),
        Action::PanLeft => (Micros(middle.0.saturating_sub(pan.0)), length),
        Action::PanRight => (middle.plus(pan), length),
        _ => (middle, end),
    };
    (wanted < end).then(|| window(centre, wanted, end))
}

/// A window of a length around a moment, moved so that it lies within the whole.
pub fn window(centre: Micros, length: Micros, end: Micros) -> Window {
    let latest = end.0.saturating_sub(length.0);
    let start = centre.0.saturating_sub(length.0 / 2).min(latest);
    (Micros(start), Micros(start).plus(length))
}
