use std::collections::BTreeMap;

use super::Axis;
use crate::{
    timeline::Tag,
    trace::{Recording, What},
};

/// How many events of one tag came in each column of the shared time scale.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Arrivals {
    /// The tag; comment lines stand with ping events as heartbeats.
    pub tag: Tag,
    /// Per column, how many.
    pub columns: Vec<u32>,
}

/// The order of the rows: what only keeps the stream alive first, what a user reads last but for the end.
const ORDER: [Tag; 11] = [
    Tag::Heartbeat,
    Tag::Envelope,
    Tag::Reasoning,
    Tag::Tool,
    Tag::Media,
    Tag::Text,
    Tag::Refusal,
    Tag::Usage,
    Tag::End,
    Tag::Error,
    Tag::Unknown,
];

/// The arrivals of the first `count` observations over the axis, one row a tag that came. Events
/// without a time have no place.
pub fn arrivals(recording: &Recording, count: usize, axis: &Axis, width: usize) -> Vec<Arrivals> {
    let mut rows: BTreeMap<Tag, Vec<u32>> = BTreeMap::new();
    for observation in recording.observations().iter().take(count) {
        let tag = match &observation.what {
            What::Event(event) => event.tag,
            What::Heartbeat { .. } => Tag::Heartbeat,
            _ => continue,
        };
        let Some(at) = observation.at.filter(|at| (axis.start..=axis.end).contains(at)) else { continue };
        let columns = rows.entry(tag).or_insert_with(|| vec![0; width]);
        if let Some(cell) = columns.get_mut(axis.column(at, width)) {
            *cell += 1;
        }
    }
    ORDER.iter().filter_map(|tag| rows.remove(tag).map(|columns| Arrivals { tag: *tag, columns })).collect()
}
