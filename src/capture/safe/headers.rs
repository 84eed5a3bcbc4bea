//! Which response headers may be kept, and in which shape.

use std::collections::BTreeMap;

use super::words::{HttpVersion, MediaType, MetricName};
use crate::trace::HeadersSeen;

/// What a header's value must look like to be kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Shape {
    /// A count, or a duration as a plain number.
    Number,
    /// A duration like `6m0s`, `12ms`, `1.5s`, or a plain number.
    Duration,
    /// `server-timing`: the names of its metrics and their durations, without descriptions.
    ServerTiming,
    /// `cf-ray`: only the three letters of the place.
    Place,
    /// One of these words.
    Word(&'static [&'static str]),
    /// A request id, when they are kept at all.
    RequestId,
}

const ENCODINGS: Shape = Shape::Word(&["identity", "gzip", "br", "zstd", "deflate", "chunked"]);
const SERVERS: Shape = Shape::Word(&[
    "cloudflare",
    "nginx",
    "envoy",
    "istio-envoy",
    "uvicorn",
    "gunicorn",
    "caddy",
    "openresty",
    "kestrel",
    "gws",
    "esf",
    "scaffolding on httpserver2",
    "akamaighost",
    "cloudfront",
    "awselb/2.0",
    "vercel",
    "railway-edge",
]);

/// The allow-list. What has no entry is not kept.
static ALLOWED: &[(&str, Shape)] = &[
    // What servers and proxies say of their own time (definitions.md, "What the provider says of itself").
    ("server-timing", Shape::ServerTiming),
    ("openai-processing-ms", Shape::Number),
    ("x-envoy-upstream-service-time", Shape::Number),
    ("x-litellm-overhead-duration-ms", Shape::Number),
    ("x-litellm-response-duration-ms", Shape::Number),
    ("x-litellm-attempted-retries", Shape::Number),
    ("x-compute-time", Shape::Number),
    ("x-inference-time", Shape::Number),
    ("x-queue-time", Shape::Number),
    ("x-validation-time", Shape::Number),
    ("x-total-time", Shape::Number),
    ("x-time-per-token", Shape::Number),
    ("x-prompt-tokens", Shape::Number),
    ("x-generated-tokens", Shape::Number),
    ("x-runtime", Shape::Number),
    ("x-response-time", Shape::Duration),
    ("x-groq-processing-ms", Shape::Number),
    ("x-ms-processing-time-ms", Shape::Number),
    ("fireworks-server-time-to-first-token", Shape::Number),
    ("fireworks-server-processing-time", Shape::Number),
    ("fireworks-prompt-tokens", Shape::Number),
    ("fireworks-cached-prompt-tokens", Shape::Number),
    ("fireworks-tokenizer-queue-duration", Shape::Number),
    ("fireworks-tokenizer-duration", Shape::Number),
    ("fireworks-prefill-queue-duration", Shape::Number),
    ("fireworks-prefill-duration", Shape::Number),
    ("fireworks-generation-queue-duration", Shape::Number),
    ("fireworks-generation-duration", Shape::Number),
    // Limits: why a 429 came and when it ends.
    ("retry-after", Shape::Number),
    ("retry-after-ms", Shape::Number),
    ("x-ratelimit-limit-requests", Shape::Number),
    ("x-ratelimit-limit-tokens", Shape::Number),
    ("x-ratelimit-remaining-requests", Shape::Number),
    ("x-ratelimit-remaining-tokens", Shape::Number),
    ("x-ratelimit-reset-requests", Shape::Duration),
    ("x-ratelimit-reset-tokens", Shape::Duration),
    ("anthropic-ratelimit-requests-limit", Shape::Number),
    ("anthropic-ratelimit-requests-remaining", Shape::Number),
    ("anthropic-ratelimit-tokens-limit", Shape::Number),
    ("anthropic-ratelimit-tokens-remaining", Shape::Number),
    ("anthropic-ratelimit-input-tokens-remaining", Shape::Number),
    ("anthropic-ratelimit-output-tokens-remaining", Shape::Number),
    // The way the body came, and who stands in between.
    ("age", Shape::Number),
    ("content-encoding", ENCODINGS),
    ("transfer-encoding", ENCODINGS),
    ("x-accel-buffering", Shape::Word(&["yes", "no"])),
    ("server", SERVERS),
    ("cf-ray", Shape::Place),
    ("cf-cache-status", Shape::Word(&["dynamic", "hit", "miss", "bypass", "expired", "none", "unknown"])),
    // Only on demand.
    ("x-request-id", Shape::RequestId),
    ("request-id", Shape::RequestId),
    ("apim-request-id", Shape::RequestId),
    ("x-ms-request-id", Shape::RequestId),
    ("x-groq-request-id", Shape::RequestId),
    ("x-generation-id", Shape::RequestId),
];

/// The form of a header that may be kept, if it may: the name in lower case and the checked value.
/// Keeping it again changes nothing.
pub(in crate::capture) fn kept(name: &str, value: &str, request_ids: bool) -> Option<(&'static str, String)> {
    let lower = name.to_ascii_lowercase();
    let (name, shape) = ALLOWED.iter().find(|(allowed, _)| *allowed == lower)?;
    let value = value.trim();
    let kept = match shape {
        Shape::Number => is_number(value).then(|| value.to_owned()),
        Shape::Duration => is_duration(value).then(|| value.to_owned()),
        Shape::ServerTiming => server_timing(value),
        Shape::Place => place(value),
        Shape::Word(words) => {
            let lower = value.to_ascii_lowercase();
            words.contains(&lower.as_str()).then_some(lower)
        }
        Shape::RequestId => (request_ids && is_request_id(value)).then(|| value.to_owned()),
    }?;
    Some((name, kept))
}

/// Every header name that may be kept, for the schema.
#[cfg(test)]
pub(in crate::capture) fn names() -> impl Iterator<Item = &'static str> {
    ALLOWED.iter().map(|(name, _)| *name)
}

/// Response headers reduced to what may be kept, in memory as on disk: so that a live request and
/// its replay show the same. Request ids only when `request_ids` says so.
pub fn headers_seen<'h>(
    status: u16,
    http_version: Option<&str>,
    headers: impl IntoIterator<Item = (&'h str, &'h str)>,
    request_ids: bool,
    connection_reused: Option<bool>,
) -> HeadersSeen {
    let mut seen = HeadersSeen {
        status,
        http_version: http_version.and_then(HttpVersion::of).map(|version| version.as_str().into()),
        content_type: None,
        headers: BTreeMap::new(),
        connection_reused,
    };
    for (name, value) in headers {
        if name.eq_ignore_ascii_case("content-type") {
            seen.content_type = Some(MediaType::of(value).as_str().into());
        } else if let Some((name, value)) = kept(name, value, request_ids) {
            let earlier = seen.headers.entry(name.into()).or_default();
            // Several `server-timing` lines are one list; of anything else the last line counts.
            *earlier = match name {
                "server-timing" if !earlier.is_empty() => format!("{earlier}, {value}").into(),
                _ => value.into(),
            };
        }
    }
    seen
}

/// Digits with at most one dot: no exponent, no sign, and not long enough for a key.
fn is_number(value: &str) -> bool {
    (1..=20).contains(&value.len())
        && value.bytes().all(|b| b.is_ascii_digit() || b == b'.')
        && value.bytes().any(|b| b.is_ascii_digit())
        && value.bytes().filter(|b| *b == b'.').count() <= 1
}

/// Numbers with units: `1h2m3.5s`, `12ms`.
fn is_duration(value: &str) -> bool {
    let mut rest = value;
    let mut parts = 0;
    while !rest.is_empty() && parts < 5 {
        let digits = rest.len() - rest.trim_start_matches(|c: char| c.is_ascii_digit() || c == '.').len();
        if !is_number(&rest[..digits]) {
            return false;
        }
        rest = &rest[digits..];
        let unit = ["ms", "us", "ns", "d", "h", "m", "s"].iter().find(|unit| rest.starts_with(**unit));
        rest = match unit {
            Some(unit) => &rest[unit.len()..],
            None if rest.is_empty() => rest,
            None => return false,
        };
        parts += 1;
    }
    parts > 0 && rest.is_empty()
}

/// The metrics with their durations: `name;dur=1.2, other`. Descriptions are left out.
fn server_timing(value: &str) -> Option<String> {
    const MOST: usize = 16;
    let metrics: Vec<String> = value.split(',').filter_map(server_timing_metric).take(MOST).collect();
    (!metrics.is_empty()).then(|| metrics.join(", "))
}

fn server_timing_metric(metric: &str) -> Option<String> {
    let mut parts = metric.split(';').map(str::trim);
    let name = parts.next().filter(|name| !name.is_empty())?;
    let dur = parts.find_map(|part| {
        let (key, value) = part.split_once('=')?;
        let value = value.trim().trim_matches('"');
        (key.trim().eq_ignore_ascii_case("dur") && is_number(value)).then(|| value.to_owned())
    })?;
    Some(format!("{};dur={dur}", MetricName::of(name).as_str()))
}

/// The place of a `cf-ray`, which is its last part of three letters.
fn place(value: &str) -> Option<String> {
    let place = value.rsplit('-').next().unwrap_or(value);
    (place.len() == 3 && place.bytes().all(|b| b.is_ascii_uppercase())).then(|| place.to_owned())
}

fn is_request_id(value: &str) -> bool {
    (1..=64).contains(&value.len()) && value.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'-' || b == b'_')
}

#[cfg(test)]
mod tests {
    use super::{headers_seen, kept};

    fn value(name: &str, value: &str) -> Option<String> {
        kept(name, value, false).map(|(_, value)| value)
    }

    #[test]
    fn a_value_that_has_not_its_shape_is_not_kept() {
        assert_eq!(value("OpenAI-Processing-Ms", "187"), Some("187".into()));
        assert_eq!(value("openai-processing-ms", "187; jane@example.com"), None);
        assert_eq!(value("openai-processing-ms", "123456789012345678901"), None);
        assert_eq!(value("set-cookie", "a=b"), None);
        assert_eq!(value("x-request-id", "req_1"), None);
        assert_eq!(kept("x-request-id", "req_1", true), Some(("x-request-id", "req_1".into())));
        assert_eq!(value("cf-ray", "8f1a2b3c4d5e6f70-FRA"), Some("FRA".into()));
        assert_eq!(value("cf-ray", "8f1a2b3c4d5e6f70"), None);
        assert_eq!(value("x-ratelimit-reset-tokens", "1h6m0.5s"), Some("1h6m0.5s".into()));
        assert_eq!(value("x-ratelimit-reset-tokens", "tomorrow"), None);
        assert_eq!(value("server", "Cloudflare"), Some("cloudflare".into()));
        assert_eq!(value("server", "jane's box"), None);
    }

    #[test]
    fn server_timing_loses_its_descriptions() {
        assert_eq!(
            value("server-timing", r#"db;desc="jane@example.com";dur=5.5, miss, a b c;dur=1"#),
            Some("db;dur=5.5, other;dur=1".into())
        );
    }

    #[test]
    fn keeping_again_changes_nothing() {
        for (name, raw) in [("cf-ray", "8f-FRA"), ("server-timing", "x;dur=\"2\";desc=y"), ("server", "NGINX")] {
            let once = value(name, raw).expect("kept");
            assert_eq!(value(name, &once), Some(once));
        }
    }

    #[test]
    fn headers_are_reduced_before_anything_sees_them() {
        let headers = [
            ("Content-Type", "text/event-stream; charset=utf-8"),
            ("authorization", "Bearer x"),
            ("Server-Timing", "db;dur=1"),
            ("server-timing", "who;dur=2"),
        ];
        let seen = headers_seen(200, Some("HTTP/2.0"), headers, false, Some(false));
        assert_eq!(seen.content_type.as_deref(), Some("text/event-stream"));
        assert_eq!(seen.http_version.as_deref(), Some("2"));
        let kept: Vec<_> = seen.headers.iter().map(|(name, value)| (&**name, &**value)).collect();
        assert_eq!(kept, [("server-timing", "db;dur=1, other;dur=2")]);
    }
}
