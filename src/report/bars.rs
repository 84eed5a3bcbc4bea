use crate::{
    timeline::{CloseKind, ConnectStage, Micros, Milestone, Phase, TimeoutKind, gaps, word_enum},
    trace::{BodyKind, Trace},
};

word_enum! {
    /// What a bar of the waterfall shows; each has its colour and glyph in ux.md, "Visual language".
    pub enum BarKind {
        /// Local phases, t0 → t1.
        Local = "local",
        /// Name resolution.
        Dns = "dns",
        /// TCP connect.
        Connect = "connect",
        /// TLS handshake, or connect and TLS together.
        Tls = "tls",
        /// Writing the request, waiting for headers, then for the first event.
        Wait = "wait",
        /// Only metadata: t3 → t4; a body whose events are not known.
        Metadata = "metadata",
        /// Reasoning that happens out of sight.
        Hidden = "hidden",
        /// Reasoning text.
        Reasoning = "reasoning",
        /// A tool call or another action.
        Tool = "tool",
        /// Visible text.
        Generating = "generating",
        /// After the answer: the terminal marker → t6 where the close came late, and t6 → t7.
        Finishing = "finishing",
    }
}

/// One bar of the waterfall.
#[derive(Clone, Debug, PartialEq)]
pub struct Bar {
    /// The word at its left.
    pub label: String,
    /// What it shows.
    pub kind: BarKind,
    /// Where it starts; for an unknown origin, where it starts at the earliest.
    pub start: Micros,
    /// Where it ends; for an unknown origin, where it ends at the earliest; `None` while it runs.
    pub end: Option<Micros>,
    /// How much later than `start` it may really lie: the origin is unknown, draw it hatched.
    pub slack: Option<Micros>,
    /// Whether it is in the widest gap of the request.
    pub widest: bool,
    /// The share of tool input in what fills it, for the bar between t4 and t5; the rest is reasoning.
    pub tool_share: Option<f64>,
}

impl Bar {
    fn new(kind: BarKind, label: impl Into<String>, start: Micros, end: Option<Micros>) -> Self {
        Self { label: label.into(), kind, start, end, slack: None, widest: false, tool_share: None }
    }

    /// How long it is, with `now` as the end of one that runs.
    pub fn length(&self, now: Micros) -> Micros {
        self.end.unwrap_or(now).since(self.start).unwrap_or_default()
    }
}

/// The bars of a trace, in order of time. The last may be running (`end: None`) when the request is
/// not finished. Phases of no length are left out.
pub fn bars(trace: &Trace) -> Vec<Bar> {
    let mut bars = Vec::new();
    local(trace, &mut bars);
    connection(trace, &mut bars);
    stream(trace, &mut bars);
    bars.retain(|bar| bar.end.is_none_or(|end| end > bar.start));
    mark_widest(trace, &mut bars);
    bars
}

/// From this length on a local phase is told by its name.
const NAMED_LOCAL: Micros = Micros::from_millis(10);

fn local(trace: &Trace, bars: &mut Vec<Bar>) {
    let at = |m| trace.milestones.get(m);
    if let (Some(t0), Some(t1)) = (at(Milestone::T0), at(Milestone::T1)) {
        // What took long and is known by name has a bar of its own; the rest is told as one.
        let mut rest = t0;
        for (phase, time) in trace.phases.present().filter(|(phase, _)| Phase::LOCAL.contains(phase)) {
            let Some(end) = time.end.filter(|_| time.duration >= NAMED_LOCAL) else { continue };
            let start = end.since(time.duration).unwrap_or(t0);
            if start.since(rest).is_some_and(|before| before >= NAMED_LOCAL) {
                bars.push(Bar::new(BarKind::Local, "local", rest, Some(start)));
            }
            bars.push(Bar::new(BarKind::Local, phase.label(), start, Some(end)));
            rest = rest.max(end);
        }
        bars.push(Bar::new(BarKind::Local, "local", rest, Some(t1)));
        return;
    }
    let mut start = Micros::ZERO;
    for phase in Phase::LOCAL {
        if let Some(duration) = trace.phases.duration(phase) {
            bars.push(Bar::new(BarKind::Local, phase.label(), start, Some(start.plus(duration))));
            start = start.plus(duration);
        }
    }
}

/// DNS, connect, TLS and the wait; or the one stated wait with its slack.
fn connection(trace: &Trace, bars: &mut Vec<Bar>) {
    if let (Some(Some(bounds)), Some(wait)) = (trace.origin_bounds(), trace.phases.duration(Phase::UpstreamHeaders)) {
        let mut bar = Bar::new(BarKind::Wait, "headers", bounds.t1.0, Some(bounds.t1.0.plus(wait)));
        bar.slack = bounds.t1.1.since(bounds.t1.0);
        bars.push(bar);
        return;
    }
    let Some(t1) = trace.milestones.get(Milestone::T1) else { return };
    let t2 = trace.milestones.get(Milestone::T2);
    let mut start = t1;
    for (phase, kind) in [
        (Phase::Redirect, BarKind::Wait),
        (Phase::Dns, BarKind::Dns),
        (Phase::Connect, BarKind::Connect),
        (Phase::Tls, BarKind::Tls),
        (Phase::ConnectTls, BarKind::Tls),
    ] {
        if let Some(time) = trace.phases.get(phase) {
            let end = time.end.unwrap_or_else(|| start.plus(time.duration));
            let begin = end.since(time.duration).unwrap_or(start);
            bars.push(Bar::new(kind, phase.label(), begin, Some(end)));
            start = start.max(end);
        }
    }
    let end = t2.or(trace.closed_at);
    let (kind, label) = match trace.close {
        Some(CloseKind::ConnectFailed(ConnectStage::Dns)) => (BarKind::Dns, Phase::Dns.label()),
        Some(CloseKind::ConnectFailed(ConnectStage::Connect) | CloseKind::Timeout(TimeoutKind::Connect)) => {
            (BarKind::Connect, Phase::Connect.label())
        }
        Some(CloseKind::ConnectFailed(ConnectStage::Tls)) => (BarKind::Tls, Phase::Tls.label()),
        _ => (BarKind::Wait, "wait"),
    };
    bars.push(Bar::new(kind, label, start, end));
}

fn stream(trace: &Trace, bars: &mut Vec<Bar>) {
    let at = |m| trace.milestones.get(m);
    // A record may state the end of the handler and not of the body.
    let closed = at(Milestone::T6).or(at(Milestone::T7));
    if let (Some(_), Some(start), None) = (trace.events_unknown(), at(Milestone::T2), at(Milestone::T3)) {
        // What filled the body, and when, the source does not tell.
        bars.push(Bar::new(BarKind::Metadata, "body", start, closed));
        return finishing(trace, bars);
    }
    if let Some(t2) = at(Milestone::T2) {
        let end = [Milestone::T3, Milestone::T4, Milestone::T5].iter().find_map(|m| at(*m)).or(closed);
        // Once it is over, nothing is called an event that did not come.
        let none_came = trace.close.is_some() && trace.first_event.is_none();
        let body = trace.not_a_stream.filter(|body| *body != BodyKind::Empty);
        let label = match (none_came, body) {
            (false, _) => "first event",
            (true, Some(_)) => "body",
            (true, None) => "no event",
        };
        bars.push(Bar::new(BarKind::Wait, label, t2, end));
    }
    if let Some(t3) = at(Milestone::T3) {
        let end = at(Milestone::T4).or(closed);
        let (kind, label) =
            if trace.hides_reasoning() { (BarKind::Hidden, "hidden") } else { (BarKind::Metadata, "metadata") };
        bars.push(Bar::new(kind, label, t3, end));
    }
    if let Some(t4) = at(Milestone::T4) {
        let end = at(Milestone::T5).or(closed);
        bars.push(action(trace, t4, end));
    }
    if let Some(t5) = at(Milestone::T5) {
        bars.push(Bar::new(BarKind::Generating, "generating", t5, closed));
    }
    held_open(trace, bars);
    finishing(trace, bars);
}

/// The shortest close lag with a bar of its own.
const HELD_OPEN: Micros = Micros::from_millis(50);

/// What came after the terminal marker is no part of the bar before it, where it took long.
fn held_open(trace: &Trace, bars: &mut Vec<Bar>) {
    let lag = trace.long_close_lag().filter(|lag| *lag >= HELD_OPEN);
    let (Some(_), Some(terminal), Some(t6)) = (lag, trace.terminal_at, trace.milestones.get(Milestone::T6)) else {
        return;
    };
    if let Some(last) = bars.last_mut().filter(|bar| bar.end == Some(t6)) {
        last.end = Some(terminal.max(last.start));
        bars.push(Bar::new(BarKind::Finishing, "held open", terminal, Some(t6)));
    }
}

fn finishing(trace: &Trace, bars: &mut Vec<Bar>) {
    if let (Some(t6), Some(t7)) = (trace.milestones.get(Milestone::T6), trace.milestones.get(Milestone::T7)) {
        bars.push(Bar::new(BarKind::Finishing, "finishing", t6, Some(t7)));
    }
}

/// The bar from t4 to t5, by what fills it.
fn action(trace: &Trace, t4: Micros, end: Option<Micros>) -> Bar {
    let (reasoning, tool) = (trace.reasoning_bytes_before_text, trace.tool_bytes_before_text);
    let first_is_tool = trace.first_effective.is_some_and(|first| first.tag == crate::timeline::Tag::Tool);
    let (kind, label) = match (reasoning, tool) {
        (0, _) if first_is_tool || tool > 0 => (BarKind::Tool, "tool"),
        (0, 0) if !trace.reasoning_seen => (BarKind::Tool, "action"),
        (_, 0) => (BarKind::Reasoning, "reasoning"),
        (r, t) if r >= t => (BarKind::Reasoning, "reasoning+tool"),
        _ => (BarKind::Tool, "tool+reasoning"),
    };
    let mut bar = Bar::new(kind, label, t4, end);
    bar.tool_share = (reasoning > 0 && tool > 0).then(|| tool as f64 / (reasoning + tool) as f64);
    bar
}

/// Marks the longest bar that lies in the widest gap.
fn mark_widest(trace: &Trace, bars: &mut [Bar]) {
    let Some(gap) = gaps(&trace.milestones).into_iter().find(|gap| gap.widest) else { return };
    let (Some(from), Some(to)) = (trace.milestones.get(gap.from), trace.milestones.get(gap.to)) else { return };
    let inside = bars.iter_mut().filter(|bar| bar.start < to && bar.end.is_none_or(|end| end > from));
    if let Some(bar) = inside.max_by_key(|bar| bar.length(to)) {
        bar.widest = true;
    }
}

#[cfg(test)]
mod tests {
    use super::bars;
    use crate::{
        timeline::{Finish, Phase, Tag},
        trace::sample::Sample,
    };

    #[test]
    fn a_local_phase_that_took_long_has_a_bar_of_its_own() {
        // The key took 600 ms, the body 3 ms; the network began at 605 ms.
        let recording = Sample::new()
            .phase(600.0, Phase::Auth, 600.0)
            .phase(604.0, Phase::BodyRead, 3.0)
            .started(605.0)
            .headers(900.0, 200)
            .done(900.0);
        let found: Vec<_> = bars(recording.latest())
            .into_iter()
            .map(|bar| (bar.label.clone(), bar.start.0, bar.end.map(|end| end.0)))
            .collect();
        assert_eq!(found[0], ("auth".to_owned(), 0, Some(600_000)));
        assert_eq!(found[1], ("local".to_owned(), 600_000, Some(605_000)));
        assert_eq!(found[2].0, "wait");
    }

    /// Text from 300 ms to 1 200 ms, the terminal marker, and the close so much later.
    fn closed_after(lag: f64) -> Vec<(String, u64, Option<u64>, bool)> {
        let recording = Sample::new()
            .started(1.0)
            .headers(200.0, 200)
            .flow(Tag::Text, 300.0, 1_200.0, 10, 5)
            .finish(1_210.0, Finish::Stop)
            .done(1_210.0 + lag);
        let rows = bars(recording.latest()).into_iter().skip(3).filter(|bar| bar.label != "finishing");
        rows.map(|bar| (bar.label, bar.start.0, bar.end.map(|end| end.0), bar.widest)).collect()
    }

    #[test]
    fn a_connection_held_open_after_the_end_has_a_bar_of_its_own() {
        // 4 000 of 4 910 ms; the widest gap is t5 to t6, and most of it is the hold.
        assert_eq!(
            closed_after(4_000.0),
            [
                ("generating".to_owned(), 300_000, Some(1_210_000), false),
                ("held open".to_owned(), 1_210_000, Some(5_210_000), true),
            ]
        );
        // 90 of 1 000 ms are under a tenth.
        assert_eq!(closed_after(90.0), [("generating".to_owned(), 300_000, Some(1_300_000), true)]);
        // 150 of 1 060 ms are over a tenth; the longer part is the widest.
        let ends: Vec<_> = closed_after(150.0).into_iter().map(|(label, _, _, widest)| (label, widest)).collect();
        assert_eq!(ends, [("generating".to_owned(), true), ("held open".to_owned(), false)]);
    }
}
