//! Which bars of the waterfall are drawn where there is not room for all.

use crate::report::{Bar, BarKind};

/// The bars that are drawn, in order of time.
#[derive(Clone, Debug, Default)]
pub struct Shown {
    /// One a row.
    pub bars: Vec<Bar>,
    /// How many found no row.
    pub left_out: usize,
}

/// As many bars as there are rows. With `fold` the steps of the connection share one; what is left
/// out then is what took the least time, never the last bar, for that may be running.
pub fn fit(bars: Vec<Bar>, rows: usize, fold: bool) -> Shown {
    let mut bars = if fold { folded(bars) } else { bars };
    let mut left_out = 0;
    while bars.len() > rows.max(1) {
        let length = |bar: &Bar| bar.end.and_then(|end| end.since(bar.start)).unwrap_or_default();
        let Some(least) = (0..bars.len() - 1).min_by_key(|i| length(&bars[*i])) else { break };
        bars.remove(least);
        left_out += 1;
    }
    Shown { bars, left_out }
}

/// DNS, connect and TLS as one bar.
fn folded(bars: Vec<Bar>) -> Vec<Bar> {
    let is_step = |bar: &Bar| matches!(bar.kind, BarKind::Dns | BarKind::Connect | BarKind::Tls);
    let mut out: Vec<Bar> = Vec::with_capacity(bars.len());
    for bar in bars {
        match out.last_mut() {
            Some(before) if is_step(before) && is_step(&bar) => {
                before.kind = BarKind::Connect;
                "connect".clone_into(&mut before.label);
                before.end = bar.end;
                before.widest |= bar.widest;
            }
            _ => out.push(bar),
        }
    }
    out
}

/// The label of a bar as it fits into some columns.
pub fn label(bar: &Bar, room: u16) -> &str {
    let short = [("reasoning+tool", "reason+tool"), ("tool+reasoning", "tool+reason"), ("headers wait", "headers")];
    let long = bar.label.as_str();
    if long.len() <= usize::from(room) {
        return long;
    }
    short.into_iter().find(|(label, _)| *label == long).map_or(long, |(_, short)| short)
}

#[cfg(test)]
mod tests {
    use super::{Bar, fit};
    use crate::{report::bars, timeline::Micros, tui::samples};

    fn shown(rows: usize, fold: bool) -> (Vec<(String, u64)>, usize) {
        let shown = fit(bars(samples::reasoning().latest()), rows, fold);
        let length = |bar: &Bar| bar.length(Micros::ZERO).0 / 1_000;
        (shown.bars.iter().map(|bar| (bar.label.clone(), length(bar))).collect(), shown.left_out)
    }

    #[test]
    fn the_steps_of_the_connection_share_a_row_before_any_phase_is_left_out() {
        let (all, left_out) = shown(10, false);
        assert_eq!((all.len(), left_out), (10, 0));
        let (folded, left_out) = shown(8, true);
        assert_eq!((folded.len(), left_out), (8, 0));
        // 9 ms, 29 ms and 43 ms.
        assert_eq!(folded[1], ("connect".to_owned(), 81));
    }

    #[test]
    fn what_took_least_goes_first_and_the_last_stays() {
        let (few, left_out) = shown(3, true);
        let names: Vec<&str> = few.iter().map(|(name, _)| name.as_str()).collect();
        assert_eq!((names, left_out), (vec!["metadata", "reasoning+tool", "finishing"], 5));
        assert_eq!(shown(0, true).0.len(), 1);
    }
}
