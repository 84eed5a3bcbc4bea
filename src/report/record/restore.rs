use std::sync::Arc;

use super::Record;
use crate::{
    dialect::{EventName, RequestFacts},
    timeline::{Micros, Milestone, Phase, Tag, Usage},
    trace::{EventSeen, FindingCode, Flags, HeadersSeen, Observation, Trace, What},
};

impl Record {
    /// A trace that has this record's milestones, phases and usage, so that it draws like the
    /// request did. The events themselves are not in a record.
    pub fn to_trace(&self) -> Trace {
        let facts = RequestFacts { reasoning_effort: self.request.reasoning_effort.clone(), ..RequestFacts::default() };
        let mut trace = Trace::new(&facts);
        self.observations().into_iter().for_each(|observation| trace.apply(&observation));
        trace.terminal_at = self.terminal_at();
        trace
    }

    /// Where the terminal marker came, which only the finding about a late close tells.
    fn terminal_at(&self) -> Option<Micros> {
        let late = self.diagnosis.iter().find(|finding| finding.code == FindingCode::CloseLag)?;
        Micros::from_ms(self.milestones_ms.t6? - late.figure_ms?)
    }

    fn observations(&self) -> Vec<Observation> {
        let at = |ms: Option<f64>| ms.and_then(Micros::from_ms);
        let (m, mut all) = (&self.milestones_ms, Vec::new());
        let mut add = |at: Option<Micros>, what: What| all.push(Observation { at, what });
        let mut mark = |ms: Option<f64>, what: What| {
            if let Some(at) = at(ms) {
                add(Some(at), what);
            }
        };
        mark(m.t0, What::Received);
        mark(m.t1, What::UpstreamStarted);
        if let Some(status) = self.response.status {
            mark(m.t2, What::Headers(Arc::new(HeadersSeen { status, ..HeadersSeen::default() })));
        }
        mark(m.t2, What::Stated(Milestone::T2));
        mark(m.t3, What::Stated(Milestone::T3));
        mark(m.t4, self.first_effective());
        mark(m.t4, What::Stated(Milestone::T4));
        mark(m.t5, What::Stated(Milestone::T5));
        mark(m.t6, What::Stated(Milestone::T6));
        mark(m.t7, What::Stated(Milestone::T7));
        for (phase, ms) in self.phases() {
            if let Some(duration) = at(ms) {
                add(None, What::Phase { phase, duration });
            }
        }
        add(None, What::StatedUsage(Box::new(self.usage_counts())));
        all
    }

    fn phases(&self) -> [(Phase, Option<f64>); 11] {
        let timing = &self.timing;
        [
            (Phase::Auth, timing.auth_ms),
            (Phase::Distribution, timing.distribution_ms),
            (Phase::BodyRead, timing.body_read_ms),
            (Phase::Redirect, timing.redirect_ms),
            (Phase::Dns, timing.dns_ms),
            (Phase::Connect, timing.connect_ms),
            (Phase::Tls, timing.tls_ms),
            (Phase::ConnectTls, timing.connect_tls_ms),
            (Phase::Send, timing.send_ms),
            (Phase::Wait, timing.wait_ms),
            (Phase::UpstreamHeaders, timing.upstream_headers_ms),
        ]
    }

    const fn usage_counts(&self) -> Usage {
        Usage {
            input_tokens: self.usage.input_tokens,
            cached_input_tokens: self.usage.cached_input_tokens,
            output_tokens: self.usage.output_tokens,
            reasoning_tokens: self.usage.reasoning_tokens,
            reasoning_in_output: self.usage.reasoning_in_output,
        }
    }

    /// The event that was t4, so that what follows it has its colour.
    fn first_effective(&self) -> What {
        // An event would also be t3, so where that is absent the milestone is only stated.
        let tag = self.events.first_effective_tag.filter(|_| self.milestones_ms.t3.is_some());
        let Some(tag) = tag else { return What::Stated(Milestone::T4) };
        What::Event(EventSeen {
            read: 0,
            name: EventName::MESSAGE,
            tag,
            also: [tag].into_iter().collect(),
            flags: Flags::default(),
            bytes: 0,
            chars: 0,
            text_bytes: 0,
            reasoning_bytes: u32::from(tag == Tag::Reasoning),
            tool_bytes: u32::from(tag == Tag::Tool),
            details: None,
            content: None,
        })
    }
}
