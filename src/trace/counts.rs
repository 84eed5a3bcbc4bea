use crate::timeline::{Micros, Tag};

/// How many of each kind came.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Events, one left open at the end included.
    pub events: u64,
    /// Comment lines.
    pub comments: u64,
    /// Reads of the body: those that brought something while it runs, all of them once it is closed.
    pub reads: u32,
    /// Bytes of the body.
    pub bytes: u64,
    /// Events that carry visible text.
    pub text_deltas: u64,
    /// Events left open at the end of the body.
    pub unterminated: u64,
    /// Events by primary tag, in the order of [`Tag::ALL`].
    pub by_tag: [u64; Tag::ALL.len()],
}

impl Counts {
    /// Comment lines and ping events.
    pub const fn heartbeats(&self) -> u64 {
        self.comments + self.by_tag[Tag::Heartbeat as usize]
    }
}

/// The event that was the first of its kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FirstOf {
    /// Its index over the events, from 0.
    pub index: u64,
    /// Its primary tag.
    pub tag: Tag,
    /// When it came, if the source says so.
    pub at: Option<Micros>,
}
