use crate::timeline::NoteCode;

/// One dispatched event.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Event<'a> {
    /// The `event:` field; empty when the stream gave none, always for NDJSON.
    pub name: &'a str,
    /// The data lines joined by LF, or the NDJSON line.
    pub data: &'a str,
    /// Size of the block in bytes, each line end counted as one and comments left out.
    pub bytes: u64,
    /// Whether the body ended before the event did.
    pub unterminated: bool,
}

/// One thing that the framing found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Frame<'a> {
    /// A dispatched event.
    Event(Event<'a>),
    /// A comment line: a heartbeat on the transport.
    Comment,
    /// Lines that are no field of an event stream, one block of them, joined by LF.
    Stray(&'a str),
    /// An event larger than the cap; its data was dropped as it came.
    Oversized {
        /// Its size so far when it ended.
        bytes: u64,
    },
    /// Something odd about the bytes.
    Note(NoteCode),
}
