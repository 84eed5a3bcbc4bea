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
    /// Its value in one request.
    pub of: fn(&Record) -> Option<f64>,
}

/// The figures, in the order in which they are shown.
pub static FIGURES: [Figure; 8] = [
    time("upstream_headers_ms", "time to headers (t1 → t2)", false, |record| record.timing.upstream_headers_ms),
    time("first_sse_event_ms", "first event", false, |record| record.timing.first_sse_event_ms),
    time("first_response_ms", "first effective", true, |record| record.timing.first_response_ms),
    time("first_text_delta_ms", "first visible text", true, |record| record.timing.first_text_delta_ms),
    time("upstream_done_ms", "end to end", true, |record| record.timing.upstream_done_ms),
    time("total_handler_ms", "total handler", false, |record| record.timing.total_handler_ms),
    time("inter_token_ms", "inter-token", false, |record| record.speed.inter_token_ms),
    Figure {
        name: "visible_output_tps",
        label: "visible speed",
        unit: "tok/s",
        more_is_better: true,
        ranked: true,
        of: |record| record.timing.visible_output_tps,
    },
];

const fn time(name: &'static str, label: &'static str, ranked: bool, of: fn(&Record) -> Option<f64>) -> Figure {
    Figure { name, label, unit: "ms", more_is_better: false, ranked, of }
}
