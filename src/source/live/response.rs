use std::sync::Arc;

use reqwest::{
    Response, Version,
    header::{CONTENT_ENCODING, CONTENT_TYPE, HeaderName},
};

use crate::{
    capture::headers_seen,
    dialect::{Hints, reported_by_header},
    timeline::Micros,
    trace::{IntakeOptions, LARGEST_EVENT, Observation, What},
};

/// t2: the response headers, reduced to what may be kept, and what the provider says in them of
/// its own phases.
pub(super) fn observe(
    response: &Response,
    request_ids: bool,
    reused: bool,
    at: Micros,
    sink: &mut dyn FnMut(Observation),
) {
    let readable = || response.headers().iter().filter_map(|(name, value)| Some((name.as_str(), value.to_str().ok()?)));
    let status = response.status().as_u16();
    let seen = headers_seen(status, Some(version(response.version())), readable(), request_ids, Some(reused));
    sink(Observation { at: Some(at), what: What::Headers(Arc::new(seen)) });
    for reported in readable().flat_map(|(name, value)| reported_by_header(name, value)) {
        sink(Observation { at: Some(at), what: What::Reported(reported) });
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

fn version(version: Version) -> &'static str {
    match version {
        Version::HTTP_09 => "0.9",
        Version::HTTP_10 => "1.0",
        Version::HTTP_2 => "2",
        Version::HTTP_3 => "3",
        _ => "1.1",
    }
}
