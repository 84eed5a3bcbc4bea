//! What response headers say of the provider's own time.

use std::sync::Arc;

use super::{Reported, meaning::Unit, metrics::is_metric_name};
use crate::timeline::Micros;

/// Headers that hold one duration: their name, what was timed, and the unit.
const HEADERS: &[(&str, &str, Unit)] = &[
    ("openai-processing-ms", "processing", Unit::Millis),
    ("x-envoy-upstream-service-time", "upstream_service", Unit::Millis),
    ("x-litellm-overhead-duration-ms", "gateway_overhead", Unit::Millis),
    ("x-litellm-response-duration-ms", "gateway_total", Unit::Millis),
    ("x-groq-processing-ms", "processing", Unit::Millis),
    ("x-ms-processing-time-ms", "processing", Unit::Millis),
    ("fireworks-server-time-to-first-token", "ttft", Unit::Seconds),
    ("fireworks-server-processing-time", "total", Unit::Seconds),
    ("fireworks-prefill-queue-duration", "queue", Unit::Seconds),
    ("fireworks-prefill-duration", "prompt", Unit::Seconds),
    ("fireworks-generation-queue-duration", "generation_queue", Unit::Seconds),
    ("fireworks-generation-duration", "decode", Unit::Seconds),
    ("fireworks-tokenizer-queue-duration", "tokenizer_queue", Unit::Seconds),
    ("fireworks-tokenizer-duration", "tokenizer", Unit::Seconds),
    // Hugging Face's text-generation-inference
    ("x-compute-time", "compute", Unit::Seconds),
    ("x-total-time", "total", Unit::Millis),
    ("x-validation-time", "validation", Unit::Millis),
    ("x-queue-time", "queue", Unit::Millis),
    ("x-inference-time", "inference", Unit::Millis),
    ("x-time-per-token", "time_per_token", Unit::Millis),
    // Rack's convention
    ("x-runtime", "processing", Unit::Seconds),
];

/// The durations that a response header reports; none for a header that reports none, or whose
/// value is not what its table entry says.
pub fn reported_by_header(name: &str, value: &str) -> Vec<Reported> {
    if name.eq_ignore_ascii_case("server-timing") {
        return server_timing(value);
    }
    let known = HEADERS.iter().find(|(known, ..)| name.eq_ignore_ascii_case(known));
    known.and_then(|(source, name, unit)| report(name, value, *unit, source)).into_iter().collect()
}

fn report(name: &str, value: &str, unit: Unit, source: &str) -> Option<Reported> {
    let duration = unit.duration(value.trim().parse().ok()?)?;
    Some(Reported { name: Arc::from(name), duration, source: Arc::from(source) })
}

/// The most metrics of one `server-timing` header that are read.
const MOST_METRICS: usize = 32;

/// Every metric with a duration: `name;dur=1.2;desc="…", name2;dur=3` (W3C Server Timing).
fn server_timing(value: &str) -> Vec<Reported> {
    let metrics = outside_quotes(value, ',').into_iter().take(MOST_METRICS);
    metrics
        .filter_map(|metric| {
            let mut params = outside_quotes(metric, ';').into_iter().map(str::trim);
            let name = params.next().filter(|name| is_token(name))?;
            let dur = params.find_map(|param| {
                let (key, value) = param.split_once('=')?;
                key.trim().eq_ignore_ascii_case("dur").then(|| value.trim().trim_matches('"'))
            })?;
            report(if is_metric_name(name) { name } else { "other" }, dur, Unit::Millis, "server-timing")
        })
        .collect()
}

/// The pieces of a text between separators that do not stand in a quoted string.
fn outside_quotes(text: &str, separator: char) -> Vec<&str> {
    let mut quoted = false;
    let mut escaped = false;
    text.split(|c| {
        let splits = c == separator && !quoted;
        quoted ^= c == '"' && !escaped;
        escaped = quoted && c == '\\' && !escaped;
        splits
    })
    .collect()
}

/// A short name of plain characters, so that it can be shown as it is.
fn is_token(name: &str) -> bool {
    (1..=48).contains(&name.len()) && name.bytes().all(|b| b.is_ascii_alphanumeric() || b"-_.".contains(&b))
}

impl Unit {
    /// So many of this unit, if that is a time.
    pub(super) fn duration(self, value: f64) -> Option<Micros> {
        Micros::from_ms(match self {
            Self::Seconds => value * 1_000.0,
            Self::Millis => value,
            Self::Nanos => value / 1_000_000.0,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::reported_by_header;

    fn reported(name: &str, value: &str) -> Vec<(String, u64)> {
        let reports = reported_by_header(name, value);
        assert!(reports.iter().all(|report| name.eq_ignore_ascii_case(&report.source)));
        reports.into_iter().map(|report| (report.name.to_string(), report.duration.0)).collect()
    }

    #[test]
    fn known_headers_give_their_duration_in_their_unit() {
        assert_eq!(reported("OpenAI-Processing-Ms", "187"), [("processing".to_owned(), 187_000)]);
        assert_eq!(reported("fireworks-server-time-to-first-token", "0.25"), [("ttft".to_owned(), 250_000)]);
        assert_eq!(reported("x-inference-time", " 1.5 "), [("inference".to_owned(), 1_500)]);
        for (name, value) in
            [("openai-processing-ms", "soon"), ("x-queue-time", "-1"), ("x-queue-time", "NaN"), ("date", "5")]
        {
            assert_eq!(reported_by_header(name, value), [], "{name}: {value}");
        }
    }

    #[test]
    fn server_timing_gives_every_metric_with_a_duration() {
        let value = r#"cache;desc="hit, rate=1;dur=9", db;dur=53.2, app;desc="a \" b";dur="47", x;DUR=1, bad name;dur=2, n;dur=z"#;
        let want = [("db".to_owned(), 53_200), ("app".to_owned(), 47_000), ("x".to_owned(), 1_000)];
        assert_eq!(reported("Server-Timing", value), want);
    }
}
