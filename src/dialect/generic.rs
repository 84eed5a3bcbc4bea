//! A stream nobody recognised: every event is unknown but errors, `[DONE]` and pings.

use super::{Dialect, DialectId, EventName, Reading, Spec};
use crate::{timeline::Tag, wire::Event};

pub(super) static SPEC: Spec = Spec {
    id: DialectId::Generic,
    make: || Box::new(Generic),
    recognises: |_| false,
    paths: &[],
    end_marker: None,
    has_finish: false,
    event_names: &["message", "ping", "error", "done", "[DONE]"],
};

struct Generic;

impl Dialect for Generic {
    fn read(&mut self, event: &Event<'_>, out: &mut Reading) {
        let tag = match (event.name, event.data) {
            (_, "[DONE]") => Tag::End,
            ("error", _) => Tag::Error,
            ("ping", _) => Tag::Heartbeat,
            _ => Tag::Unknown,
        };
        out.tags.insert(tag);
        out.end_marker = tag == Tag::End;
        out.name = (tag == Tag::End).then_some(EventName::Known("[DONE]"));
    }
}
