use super::text::join_parts;
use crate::{
    capture::{safe_headers, safe_request},
    report::{number::duration, record::is_complete, words},
    timeline::Milestone,
    trace::{Recording, SourceKind},
};

/// What was asked of whom, and how it ended.
pub(super) fn head(recording: &Recording, width: usize) -> Vec<String> {
    let mut lines = join_parts(&asked(recording), width);
    lines.extend(join_parts(&ended(recording), width));
    lines
}

fn asked(recording: &Recording) -> Vec<String> {
    let trace = recording.latest();
    let facts = safe_request(&recording.header.request);
    let mut parts = vec!["streamfall".to_owned()];
    // That the host is none of the public ones tells nobody anything.
    let provider = facts.provider.filter(|provider| provider != "other");
    let to: Vec<String> = [facts.method, provider].into_iter().flatten().collect();
    if !to.is_empty() {
        parts.push(to.join(" "));
    }
    parts.extend(trace.dialect.or(facts.dialect).map(|dialect| dialect.word().to_owned()));
    parts.extend(words::model(recording));
    if let Some(headers) = trace.headers.as_deref().map(safe_headers) {
        parts.push(headers.status.to_string());
        parts.extend(headers.http_version.as_deref().map(|version| format!("HTTP/{version}")));
    }
    parts
}

fn ended(recording: &Recording) -> Vec<String> {
    let trace = recording.latest();
    let mut parts = vec![words::outcome(trace)];
    let end = trace.milestones.get(Milestone::T7).or(trace.milestones.get(Milestone::T6));
    let since = if trace.lacks_origin() { "from its first line" } else { "in all" };
    parts.extend(end.map(|end| format!("{} {since}", duration(end))));
    parts.push(
        match recording.header.source {
            SourceKind::Live => "live",
            SourceKind::Capture => "from a capture",
            SourceKind::Har => "from a HAR",
            SourceKind::Sse => "from a raw stream",
            SourceKind::Gateway => "from a gateway record",
        }
        .to_owned(),
    );
    if !is_complete(recording) {
        parts.push(
            if recording.latest().untimed { "no event times" } else { "the file does not hold all of it" }.to_owned(),
        );
    }
    parts.extend(recording.header.started_at.map(|at| format!("{at:.0}")));
    parts
}
