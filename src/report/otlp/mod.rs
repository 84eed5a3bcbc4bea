//! One request as one OpenTelemetry trace, in the message types of the official crate.
//!
//! The root span follows the semantic conventions for generative AI client inference; what they
//! have no name for stands under `streamfall.`. Nothing of prompt or answer is in it: the strings
//! are those that a safe capture may hold.

mod request;
mod spans;
mod values;

use opentelemetry_proto::tonic::{
    collector::trace::v1::ExportTraceServiceRequest,
    common::v1::InstrumentationScope,
    resource::v1::Resource,
    trace::v1::{ResourceSpans, ScopeSpans},
};
use prost::Message as _;

use crate::trace::{Recording, Thresholds};

/// The trace as the body of an OTLP/HTTP request in protobuf. A recording that does not know its
/// wall clock is set to start at `started`. The same recording gives the same ids, so a receiver
/// that gets it twice can tell.
pub fn otlp(recording: &Recording, thresholds: &Thresholds, started: jiff::Timestamp) -> Vec<u8> {
    let version = env!("CARGO_PKG_VERSION").to_owned();
    let resource = Resource {
        attributes: vec![
            values::text("service.name", "streamfall"),
            values::text("service.version", env!("CARGO_PKG_VERSION")),
        ],
        ..Resource::default()
    };
    let scope = InstrumentationScope { name: "streamfall".to_owned(), version, ..InstrumentationScope::default() };
    let spans = spans::of(recording, thresholds, recording.header.started_at.unwrap_or(started));
    let scope_spans = vec![ScopeSpans { scope: Some(scope), spans, ..ScopeSpans::default() }];
    let resource_spans = vec![ResourceSpans { resource: Some(resource), scope_spans, ..ResourceSpans::default() }];
    ExportTraceServiceRequest { resource_spans }.encode_to_vec()
}
