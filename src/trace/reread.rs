use super::{Content, EventSeen, Observation, intake::Moment, witness::Witness};
use crate::{
    dialect::Hints,
    timeline::Micros,
    wire::{Event, Frame},
};

/// Reads kept events again with the dialect tables of today, so that a better table gives an old
/// full capture new tags.
pub struct Reread(Witness);

impl Reread {
    /// For the events of one stream, to be given in order.
    pub fn new(hints: Hints, keep_content: bool) -> Self {
        Self(Witness::new(hints, keep_content))
    }

    /// Reads one event again. Its dialect goes to `sink` before it, when it is the first to show one.
    pub fn event(&mut self, at: Option<Micros>, seen: &EventSeen, kept: &Content, sink: &mut dyn FnMut(Observation)) {
        let event =
            Event { name: &kept.event, data: &kept.data, bytes: seen.bytes, unterminated: seen.flags.unterminated };
        self.0.frame(Moment { at, read: seen.read }, Frame::Event(event), sink);
    }
}
