//! The facts of the contract that one request states, in the order of definitions.md, "Comparing".

use crate::report::Record;

/// One fact.
pub(super) struct Field {
    pub name: &'static str,
    /// What depends on it: whether a difference makes the figures incomparable.
    pub breaks: bool,
    pub of: fn(&Record) -> Option<String>,
}

/// The facts that are the same or not. Model, output limit, streaming mode and concurrency make
/// figures incomparable, and so does the prompt, which is told by its size (see [`SIZES`]).
pub(super) static FIELDS: [Field; 17] = [
    Field { name: "model", breaks: true, of: |r| r.contract.model.clone() },
    Field { name: "route", breaks: false, of: |r| r.contract.route.clone() },
    Field { name: "streaming", breaks: true, of: |r| word(r.contract.streaming) },
    Field { name: "reasoning_effort", breaks: false, of: |r| r.contract.reasoning_effort.clone() },
    Field { name: "tools", breaks: false, of: |r| word(r.contract.tools) },
    Field { name: "region", breaks: false, of: |r| r.contract.region.clone() },
    Field { name: "network_path", breaks: false, of: |r| r.contract.network_path.clone() },
    Field { name: "connection_reused", breaks: false, of: |r| word(r.timing.connection_reused) },
    Field { name: "concurrency", breaks: true, of: |r| word(r.contract.concurrency) },
    Field { name: "arrival_rate", breaks: true, of: |r| word(r.contract.arrival_rate) },
    Field { name: "temperature", breaks: false, of: |r| word(r.contract.temperature) },
    Field { name: "top_p", breaks: false, of: |r| word(r.contract.top_p) },
    Field { name: "max_output_tokens", breaks: true, of: |r| word(r.contract.max_output_tokens) },
    Field { name: "source", breaks: false, of: |r| Some(r.source.word().to_owned()) },
    Field { name: "warm_up", breaks: false, of: |r| word(r.contract.warm_up) },
    Field { name: "retries", breaks: false, of: |r| word(r.contract.retries) },
    Field { name: "excluded_failures", breaks: false, of: |r| word(r.contract.excluded_failures) },
];

/// A size that is compared by its median.
pub(super) struct Size {
    pub name: &'static str,
    pub breaks: bool,
    pub of: fn(&Record) -> Option<u64>,
}

/// The sizes. The prompt itself is never stored: that the input tokens differ is the sign that it
/// does, and the bytes of the request where no tokens are reported.
pub(super) static SIZES: [Size; 3] = [
    Size { name: "input_tokens", breaks: true, of: |r| r.contract.input_tokens },
    Size { name: "body_bytes", breaks: true, of: |r| r.request.body_bytes },
    Size { name: "output_tokens", breaks: false, of: |r| r.contract.output_tokens },
];

fn word<T: ToString>(value: Option<T>) -> Option<String> {
    value.map(|value| value.to_string())
}
