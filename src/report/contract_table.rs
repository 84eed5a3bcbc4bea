//! The contract of one request as a table: what its record says, and what else must be alike.

use super::{
    grouped,
    record::{Record, TimeWindow, record},
    sheet,
    table::{Mark, Table},
};
use crate::trace::Recording;

/// A row: its name, and its value in a record.
type Row = (&'static str, fn(&Record) -> Option<String>);

/// The facts of definitions.md, "Comparing", in its order, then what a reader needs to place them.
const ROWS: [Row; 23] = [
    ("Model", |r| r.contract.model.clone()),
    ("Route", |r| r.contract.route.clone()),
    ("Input tokens", |r| r.contract.input_tokens.map(grouped)),
    ("Output tokens", |r| r.contract.output_tokens.map(grouped)),
    ("Streaming", |r| r.contract.streaming.map(yes_no)),
    ("Reasoning effort", |r| r.contract.reasoning_effort.clone()),
    ("Tools offered", |r| count(r.contract.tools)),
    ("Region", |r| r.contract.region.clone()),
    ("Network path", |r| r.contract.network_path.clone()),
    ("Concurrency", |r| count(r.contract.concurrency)),
    ("Arrival rate, requests/s", |r| r.contract.arrival_rate.map(|rate| rate.to_string())),
    ("Temperature", |r| r.contract.temperature.map(|value| value.to_string())),
    ("Top-p", |r| r.contract.top_p.map(|value| value.to_string())),
    ("Output limit, tokens", |r| r.contract.max_output_tokens.map(grouped)),
    ("Warm-up requests", |r| count(r.contract.warm_up)),
    ("Retries", |r| count(r.contract.retries)),
    ("Failures left out", |r| count(r.contract.excluded_failures)),
    ("Sample size", |r| count(r.contract.sample_size)),
    ("Time window", |r| window(&r.contract.time_window)),
    ("Percentile method", |r| r.contract.percentile_method.clone()),
    ("Source", |r| Some(sheet::source(r.source).to_owned())),
    ("Connection reused", |r| r.timing.connection_reused.map(yes_no)),
    ("Request body, bytes", |r| r.request.body_bytes.map(grouped)),
];

/// What must be the same for two requests to be compared.
pub(super) fn contract(recording: &Recording) -> Table {
    let mut table = Table::new("Contract", &["Fact", "Value"], "");
    table.note = "What must be the same before this request may be compared with another.";
    let record = record(recording);
    for (fact, value) in ROWS.iter().map(|(fact, of)| (fact, of(&record))) {
        let mark = if value.is_some() { Mark::None } else { Mark::Quiet };
        table.push([(*fact).to_owned(), value.unwrap_or_else(|| missing(fact, &record).to_owned())], mark);
    }
    table
}

/// What the request asks for, if it does.
const SETTINGS: [&str; 5] = ["Reasoning effort", "Tools offered", "Temperature", "Top-p", "Output limit, tokens"];

/// What only a sample has.
const OF_A_SAMPLE: [&str; 4] = ["Warm-up requests", "Retries", "Failures left out", "Percentile method"];

/// What stands for a fact that is not there: a request that was read sets what it sets.
fn missing(fact: &str, record: &Record) -> &'static str {
    if SETTINGS.contains(&fact) && record.request.body_bytes.is_some() {
        "not set"
    } else if OF_A_SAMPLE.contains(&fact) && record.contract.sample_size == Some(1) {
        "one request"
    } else {
        "unknown"
    }
}

fn count(count: Option<u32>) -> Option<String> {
    count.map(|count| grouped(count.into()))
}

fn window(window: &TimeWindow) -> Option<String> {
    let from = window.from.as_deref()?;
    Some(format!("{from} to {}", window.to.as_deref().unwrap_or("an unknown end")))
}

fn yes_no(yes: bool) -> String {
    if yes { "yes" } else { "no" }.to_owned()
}
