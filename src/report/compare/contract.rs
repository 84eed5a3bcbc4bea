use serde::Serialize;

use super::{Distribution, Side};
use crate::report::Record;

/// How far two medians of tokens or bytes may lie apart and still be called alike.
const ALIKE: f64 = 0.05;

/// A fact of the contract that is not the same on all sides.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Difference {
    /// Its key.
    pub field: &'static str,
    /// What it is on each side; `null` where it is not stated.
    pub values: Vec<Option<String>>,
    /// Whether it makes the figures incomparable.
    pub incomparable: bool,
}

/// One fact of the contract.
struct Field {
    name: &'static str,
    /// What depends on it: whether a difference makes the figures incomparable.
    breaks: bool,
    of: fn(&Record) -> Option<String>,
}

/// The facts that are the same or not. Model, output limit, streaming mode and concurrency make
/// figures incomparable, and so does the prompt, which is told by its size (see [`SIZES`]).
static FIELDS: [Field; 17] = [
    Field { name: "model", breaks: true, of: |r| r.contract.model.clone() },
    Field { name: "route", breaks: false, of: |r| r.contract.route.clone() },
    Field { name: "streaming", breaks: true, of: |r| word(r.contract.streaming) },
    Field { name: "reasoning_effort", breaks: false, of: |r| r.contract.reasoning_effort.clone() },
    Field { name: "tools", breaks: false, of: |r| word(r.contract.tools) },
    Field { name: "region", breaks: false, of: |r| r.contract.region.clone() },
    Field { name: "network_path", breaks: false, of: |r| r.contract.network_path.clone() },
    Field { name: "concurrency", breaks: true, of: |r| word(r.contract.concurrency) },
    Field { name: "arrival_rate", breaks: true, of: |r| word(r.contract.arrival_rate) },
    Field { name: "temperature", breaks: false, of: |r| word(r.contract.temperature) },
    Field { name: "top_p", breaks: false, of: |r| word(r.contract.top_p) },
    Field { name: "max_output_tokens", breaks: true, of: |r| word(r.contract.max_output_tokens) },
    Field { name: "warm_up", breaks: false, of: |r| word(r.contract.warm_up) },
    Field { name: "retries", breaks: false, of: |r| word(r.contract.retries) },
    Field { name: "excluded_failures", breaks: false, of: |r| word(r.contract.excluded_failures) },
    Field { name: "connection_reused", breaks: false, of: |r| word(r.timing.connection_reused) },
    Field { name: "source", breaks: false, of: |r| Some(r.source.word().to_owned()) },
];

/// A size that is compared by its median.
struct Size {
    name: &'static str,
    breaks: bool,
    of: fn(&Record) -> Option<u64>,
}

/// The sizes. The prompt itself is never stored: that the input tokens differ is the sign that it
/// does, and the bytes of the request where no tokens are reported.
static SIZES: [Size; 3] = [
    Size { name: "input_tokens", breaks: true, of: |r| r.contract.input_tokens },
    Size { name: "body_bytes", breaks: true, of: |r| r.request.body_bytes },
    Size { name: "output_tokens", breaks: false, of: |r| r.contract.output_tokens },
];

fn word<T: ToString>(value: Option<T>) -> Option<String> {
    value.map(|value| value.to_string())
}

/// What differs between the sides, and what no side states.
pub(super) fn differences(sides: &[Side]) -> (Vec<Difference>, Vec<&'static str>) {
    let (mut differences, mut unknown) = (Vec::new(), Vec::new());
    for field in &FIELDS {
        let values: Vec<_> = sides.iter().map(|side| stated(side, field)).collect();
        if values.iter().all(Option::is_none) {
            unknown.push(field.name);
        } else if differs(&values) {
            differences.push(Difference { field: field.name, values, incomparable: field.breaks });
        }
    }
    let tokens_known = medians(sides, &SIZES[0]).iter().all(Option::is_some);
    for size in SIZES.iter().filter(|size| size.name != "body_bytes" || !tokens_known) {
        let medians = medians(sides, size);
        if medians.iter().all(Option::is_none) {
            unknown.push(size.name);
        } else if apart(&medians) {
            let values = sides.iter().map(|side| range(side, size)).collect();
            differences.push(Difference { field: size.name, values, incomparable: size.breaks });
        }
    }
    let counts: Vec<_> = sides.iter().map(|side| Some(side.samples.len().to_string())).collect();
    if differs(&counts) {
        differences.push(Difference { field: "sample_size", values: counts, incomparable: false });
    }
    differences.sort_by_key(|difference| !difference.incomparable);
    (differences, unknown)
}

/// The one value of a side; several are joined, for a side that is mixed differs from any other.
fn stated(side: &Side, field: &Field) -> Option<String> {
    let mut values: Vec<String> = Vec::new();
    for sample in &side.samples {
        let value = (field.of)(&sample.record).unwrap_or_else(|| "not stated".to_owned());
        if !values.contains(&value) {
            values.push(value);
        }
    }
    match values.as_slice() {
        [one] if one == "not stated" => None,
        values => Some(values.join(", ")),
    }
}

fn differs(values: &[Option<String>]) -> bool {
    values.windows(2).any(|pair| pair[0] != pair[1]) || values.iter().flatten().any(|value| value.contains(", "))
}

fn distribution(side: &Side, measure: &Size) -> Distribution {
    Distribution::of(side.samples.iter().filter_map(|sample| (measure.of)(&sample.record)).map(|n| n as f64))
}

fn medians(sides: &[Side], size: &Size) -> Vec<Option<f64>> {
    sides.iter().map(|side| distribution(side, size).typical()).collect()
}

/// Whether some are known and others not, or two lie further apart than is alike.
fn apart(medians: &[Option<f64>]) -> bool {
    let known: Vec<f64> = medians.iter().flatten().copied().collect();
    let low = known.iter().copied().fold(f64::INFINITY, f64::min);
    let high = known.iter().copied().fold(0.0, f64::max);
    known.len() < medians.len() || high - low > ALIKE * high
}

fn range(side: &Side, measure: &Size) -> Option<String> {
    let distribution = distribution(side, measure);
    let (low, high) = (distribution.min?, distribution.max?);
    Some(if distribution.n == 1 || high <= low { format!("{low:.0}") } else { format!("{low:.0} to {high:.0}") })
}
