use super::{
    WIDTH,
    text::{self, GLUE, cut, left, right, wrap},
};
use crate::{
    report::{number::ms_cell, words},
    timeline::{CloseKind, Micros, Milestone, gaps},
    trace::{FirstOf, Recording, Trace},
};

/// The table of milestones with the gaps before them and what each was set by.
pub(super) fn section(recording: &Recording, width: usize) -> Vec<String> {
    let mut lines = vec![format!("{}{}{}   set by", left("Milestones", 16), right("at ms", 12), right("gap ms", 12))];
    for milestone in Milestone::ALL {
        let (row, set_by) = row(recording, *milestone, true);
        lines.extend(wrap(&row, &set_by, width).iter().map(|line| line.trim_end().to_owned()));
    }
    let trace = recording.latest();
    if trace.origin_bounds() == Some(None) {
        lines.push("The record contradicts itself: no place is left for a wait for headers this long.".to_owned());
    }
    if let Some((before, after)) = trace.milestones.broken_order() {
        lines.push(format!("Out of order: {before} is later than {after}."));
    }
    lines
}

/// One milestone as it happens: its moment, the gap before it, and what it was set by, in 80 columns.
/// Which gap is the widest is not known before the end, so none is marked.
pub fn milestone_line(recording: &Recording, milestone: Milestone, ascii: bool) -> String {
    let (row, set_by) = row(recording, milestone, false);
    let line = cut(format!("{row}{set_by}").trim_end(), WIDTH);
    if ascii { text::ascii(&line) } else { line }
}

/// A row of the table and what set the milestone. An absent one says why.
fn row(recording: &Recording, milestone: Milestone, mark_widest: bool) -> (String, String) {
    let trace = recording.latest();
    let name = left(&format!("{milestone} {}", milestone.label()), 16);
    let Some(at) = trace.milestones.get(milestone) else {
        let place = left(&right(&bounds(trace, milestone), 12), 24);
        return (format!("{name}{place}   "), absent(recording, milestone));
    };
    let gap = gaps(&trace.milestones).into_iter().find(|gap| gap.to == milestone);
    let length = gap.map_or_else(String::new, |gap| ms_cell(gap.length));
    let mark = if mark_widest && gap.is_some_and(|gap| gap.widest) { " ◀" } else { "  " };
    (format!("{name}{}{}{mark} ", right(&ms_cell(at), 12), right(&length, 12)), set_by(recording, milestone))
}

/// Where an absent milestone lies, if that is known.
pub(in crate::report) fn bounds(trace: &Trace, milestone: Milestone) -> String {
    let bounds = trace.origin_bounds().flatten();
    let pair = match (milestone, bounds) {
        (Milestone::T1, Some(bounds)) => bounds.t1,
        (Milestone::T2, Some(bounds)) => bounds.t2,
        _ => return "—".to_owned(),
    };
    let short = |at: Micros| ms_cell(at);
    format!("{}–{}", short(pair.0), short(pair.1))
}

/// What set a milestone, in a few words.
pub(in crate::report) fn set_by(recording: &Recording, milestone: Milestone) -> String {
    let trace = recording.latest();
    match milestone {
        Milestone::T0 | Milestone::T7 => String::new(),
        Milestone::T1 => match trace.headers.as_ref().and_then(|headers| headers.connection_reused) {
            Some(true) => "connection reused".to_owned(),
            Some(false) => "new connection".to_owned(),
            None => String::new(),
        },
        Milestone::T2 => {
            trace.headers.as_ref().map_or_else(String::new, |headers| format!("status {}", headers.status))
        }
        Milestone::T3 => event(recording, trace.first_event),
        Milestone::T4 => event(recording, trace.first_effective),
        Milestone::T5 => first_text(recording),
        Milestone::T6 => trace.close.map_or("", close_words).to_owned(),
    }
}

/// The event with its index, tag and name.
fn event(recording: &Recording, first: Option<FirstOf>) -> String {
    let Some(first) = first else { return String::new() };
    let name = usize::try_from(first.index)
        .ok()
        .and_then(|index| recording.event(index))
        .map(|(_, event)| words::event_name(&event.name));
    format!("#{} {} {}", first.index, first.tag, name.unwrap_or_default()).trim_end().to_owned()
}

/// The first text, and the first that is not blank where that is another.
fn first_text(recording: &Recording) -> String {
    let trace = recording.latest();
    let first = event(recording, trace.first_text);
    match (trace.first_text, trace.first_nonblank_text) {
        (Some(blank), Some(text)) if blank.index != text.index => {
            let at = text.at.map_or_else(String::new, |at| format!(" at {}", ms_cell(at)));
            format!("{first} (blank; first word #{}{at})", text.index)
        }
        _ => first,
    }
}

/// Why a milestone is absent, in a few words.
pub(in crate::report) fn absent(recording: &Recording, milestone: Milestone) -> String {
    let trace = recording.latest();
    let event_came =
        |first: Option<FirstOf>| first.filter(|_| trace.untimed).map(|first| event(recording, Some(first)));
    let came = match milestone {
        Milestone::T3 => event_came(trace.first_event),
        Milestone::T4 => event_came(trace.first_effective),
        Milestone::T5 => event_came(trace.first_text),
        _ => None,
    };
    if let Some(came) = came {
        return format!("{came}, no{GLUE}event{GLUE}times");
    }
    if let Some(unknown) = trace.events_unknown().filter(|_| (Milestone::T3..=Milestone::T5).contains(&milestone)) {
        return unknown.to_owned();
    }
    let between = trace.origin_bounds().flatten().is_some();
    let no_answer = trace.close.is_some() && trace.milestones.get(Milestone::T1).is_some();
    match milestone {
        Milestone::T1 | Milestone::T2 if between => "between; only the wait is known",
        Milestone::T2 if no_answer => "no headers came",
        Milestone::T3 => "no event",
        Milestone::T4 => "no effective output",
        Milestone::T5 => "no visible text",
        Milestone::T6 if trace.untimed => "no event times",
        Milestone::T6 => "no close seen",
        _ => "not known",
    }
    .to_owned()
}

const fn close_words(close: CloseKind) -> &'static str {
    match close {
        CloseKind::Eof => "end of the body",
        CloseKind::Broken => "connection broke",
        CloseKind::ConnectFailed(_) => "no connection",
        CloseKind::Timeout(_) => "timeout",
        CloseKind::Cancelled => "cancelled",
    }
}
