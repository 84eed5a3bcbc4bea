use std::fmt::Write;

use crate::{
    report::ms_cell,
    timeline::{Micros, Milestone},
    trace::{EventSeen, Observation, Recording, Trace, What},
    wire::sanitize_line,
};

/// One line for every milestone that an observation brought, as it happens.
pub fn milestone_lines(before: &[Milestone], recording: &Recording, cause: &Observation) -> String {
    let trace = recording.latest();
    let mut lines = String::new();
    for (milestone, at) in trace.milestones.present().filter(|(milestone, _)| !before.contains(milestone)) {
        let _ = writeln!(lines, "{}", line(milestone, at, &remark(trace, milestone, cause)));
    }
    lines
}

fn line(milestone: Milestone, at: Micros, remark: &str) -> String {
    let text = format!("{milestone} {:<14}{:>12} ms   {remark}", milestone.label(), ms_cell(at));
    text.trim_end().to_owned()
}

/// What made the milestone, in a few words.
fn remark(trace: &Trace, milestone: Milestone, cause: &Observation) -> String {
    match (milestone, &cause.what) {
        (Milestone::T2, What::Headers(headers)) => {
            let mut words = vec![headers.status.to_string()];
            words.extend(headers.http_version.iter().map(|version| format!("HTTP/{version}")));
            words.extend(headers.content_type.iter().map(|kind| sanitize_line(kind).into_owned()));
            words.join(" · ")
        }
        (Milestone::T3, What::Event(event)) => name(event),
        (Milestone::T4, What::Event(_)) => {
            trace.first_effective.map_or_else(String::new, |first| first.tag.word().to_owned())
        }
        (Milestone::T6, _) => {
            let outcome = trace.outcome().map_or("", crate::timeline::Outcome::word).to_owned();
            trace.outcome_reason().map_or(outcome.clone(), |reason| format!("{outcome} ({reason})"))
        }
        _ => String::new(),
    }
}

fn name(event: &EventSeen) -> String {
    sanitize_line(event.name.as_str()).chars().take(60).collect()
}
