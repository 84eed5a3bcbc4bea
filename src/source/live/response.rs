use std::sync::Arc;

use reqwest::{
    Response, Version,
    header::{CONTENT_ENCODING, CONTENT_TYPE, HeaderName},
};

use crate::{
    dialect::{Hints, Reported},
    timeline::Micros,
    trace::{HeadersSeen, IntakeOptions, LARGEST_EVENT, Observation, What},
};

/// t2: the response headers, reduced to what may be kept, and what the provider says in them of
/// its own phases.
pub(super) fn observe(response: &Response, reused: bool, at: Micros, sink: &mut dyn FnMut(Observation)) {
    let mut seen = HeadersSeen {
        status: response.status().as_u16(),
        http_version: Some(version(response.version()).into()),
        content_type: text(response, &CONTENT_TYPE).map(|value| media_type(&value).into()),
        connection_reused: Some(reused),
        ..HeadersSeen::default()
    };
    let mut reported = Vec::new();
    for (name, value) in response.headers() {
        let Ok(value) = value.to_str() else { continue };
        if let Some(kept) = kept_header(name.as_str(), value) {
            seen.headers.insert(name.as_str().into(), kept.into());
        }
        reported.extend(reported_by_header(name.as_str(), value));
    }
    sink(Observation { at: Some(at), what: What::Headers(Arc::new(seen)) });
    for phase in reported {
        sink(Observation { at: Some(at), what: What::Reported(phase) });
    }
}

/// How the body is to be read.
pub(super) fn intake_options(response: &Response, hints: Hints, keep_content: bool) -> IntakeOptions {
    IntakeOptions {
        hints,
        content_type: text(response, &CONTENT_TYPE),
        content_encoding: text(response, &CONTENT_ENCODING),
        status: Some(response.status().as_u16()),
        keep_content,
        largest_event: LARGEST_EVENT,
    }
}

fn text(response: &Response, name: &HeaderName) -> Option<String> {
    Some(String::from_utf8_lossy(response.headers().get(name)?.as_bytes()).into_owned())
}

fn media_type(value: &str) -> String {
    value.split(';').next().unwrap_or_default().trim().to_ascii_lowercase()
}

fn version(version: Version) -> &'static str {
    match version {
        Version::HTTP_09 => "0.9",
        Version::HTTP_10 => "1.0",
        Version::HTTP_2 => "2",
        Version::HTTP_3 => "3",
        _ => "1.1",
    }
}

/// Until the dialects room has its table of headers.
fn kept_header(name: &str, value: &str) -> Option<String> {
    let numeric = ["retry-after", "openai-processing-ms", "x-envoy-upstream-service-time"].contains(&name);
    (numeric && value.parse::<f64>().is_ok()).then(|| value.to_owned())
}

fn reported_by_header(_: &str, _: &str) -> Vec<Reported> {
    Vec::new()
}
