use super::{Needs, Reached};
use crate::report::Record;

/// One figure that sides are compared by.
pub struct Figure {
    /// Its key in the record.
    pub name: &'static str,
    /// The words on screen.
    pub label: &'static str,
    /// Its unit.
    pub unit: &'static str,
    /// Whether more is better.
    pub more_is_better: bool,
    /// Whether sides are ranked by it: what a user of the answer feels.
    pub ranked: bool,
    /// What a request must have come to for it to count.
    pub needs: Needs,
    /// Its value in one request.
    pub of: fn(&Record) -> Option<f64>,
}

/// The figures, in the order in which they are shown.
pub static FIGURES: [Figure; 8] = [
    moment("upstream_headers_ms", "time to headers (t1 → t2)", false, |record| record.timing.upstream_headers_ms),
    moment("first_sse_event_ms", "first event", false, |record| record.timing.first_sse_event_ms),
    moment("first_response_ms", "first effective", true, |record| record.timing.first_response_ms),
    moment("first_text_delta_ms", "first visible text", true, |record| record.timing.first_text_delta_ms),
    whole("upstream_done_ms", "end to end", true, |record| record.timing.upstream_done_ms),
    whole("total_handler_ms", "total handler", false, |record| record.timing.total_handler_ms),
    whole("inter_token_ms", "inter-token", false, |record| record.speed.inter_token_ms),
    Figure {
        name: "visible_output_tps",
        label: "visible speed",
        unit: "tok/s",
        more_is_better: true,
        ranked: true,
        needs: Needs::Answer,
        of: |record| record.timing.visible_output_tps,
    },
];

impl Figure {
    /// What a request adds to the figure of its sample.
    pub fn reached(&self, record: &Record) -> Reached {
        Reached::of(record.outcome, self.needs, (self.of)(record))
    }
}

const fn moment(name: &'static str, label: &'static str, ranked: bool, of: fn(&Record) -> Option<f64>) -> Figure {
    Figure { name, label, unit: "ms", more_is_better: false, ranked, needs: Needs::Stream, of }
}

const fn whole(name: &'static str, label: &'static str, ranked: bool, of: fn(&Record) -> Option<f64>) -> Figure {
    Figure { needs: Needs::Answer, ..moment(name, label, ranked, of) }
}
