use std::{
    borrow::Cow,
    pin::pin,
    task::{Context, Poll, Waker},
};

use eventsource_stream::EventStream;
use futures_util::{Stream, stream};

use super::{Event, Frame};
use crate::timeline::NoteCode;

/// The lines of one event as they come, up to the blank line that dispatches it.
#[derive(Debug)]
pub(super) struct Block {
    /// Whole field lines, each with an LF, then the line that is open.
    text: Vec<u8>,
    /// Where the open line starts.
    line: usize,
    /// Lines that are no field, each with an LF.
    stray: Vec<u8>,
    has_data: bool,
    /// Bytes since the block began, comments left out. Each line end counts as one, for the LF of a
    /// CRLF may come when its event has been given.
    bytes: u64,
    /// Over the cap: what comes is counted and dropped. Holds the length of the open line.
    oversized: Option<usize>,
    largest: usize,
}

impl Block {
    pub(super) const fn new(largest: usize) -> Self {
        Self { text: Vec::new(), line: 0, stray: Vec::new(), has_data: false, bytes: 0, oversized: None, largest }
    }

    /// Adds bytes to the open line.
    pub(super) fn extend(&mut self, bytes: &[u8]) {
        self.bytes += bytes.len() as u64;
        if let Some(open) = &mut self.oversized {
            *open += bytes.len();
            return;
        }
        if self.text.len() + self.stray.len() + bytes.len() > self.largest {
            self.oversized = Some(self.text.len() - self.line + bytes.len());
            self.text = Vec::new();
            self.stray = Vec::new();
            return;
        }
        self.text.extend_from_slice(bytes);
    }

    /// The open line has ended.
    pub(super) fn end_line(&mut self, sink: &mut dyn FnMut(Frame<'_>)) {
        self.bytes += 1;
        let blank = self.oversized.map_or(self.text.len() == self.line, |open| open == 0);
        if blank {
            self.dispatch(false, sink);
        } else if let Some(open) = &mut self.oversized {
            *open = 0;
        } else {
            self.sort_line(sink);
        }
    }

    /// The body has ended.
    pub(super) fn end_body(&mut self, sink: &mut dyn FnMut(Frame<'_>)) {
        if self.text.len() > self.line && self.oversized.is_none() {
            self.sort_line(sink);
        }
        self.dispatch(true, sink);
    }

    /// Keeps a field line, gives a comment, puts anything else aside.
    fn sort_line(&mut self, sink: &mut dyn FnMut(Frame<'_>)) {
        let line = &self.text[self.line..];
        let name = &line[..memchr::memchr(b':', line).unwrap_or(line.len())];
        match name {
            b"" => {
                self.bytes = self.bytes.saturating_sub(line.len() as u64 + 1);
                sink(Frame::Comment);
                self.text.truncate(self.line);
            }
            b"data" | b"event" | b"id" | b"retry" => {
                self.has_data |= name == b"data";
                self.text.push(b'\n');
                self.line = self.text.len();
            }
            _ => {
                self.stray.extend_from_slice(line);
                self.stray.push(b'\n');
                self.text.truncate(self.line);
            }
        }
    }

    fn dispatch(&mut self, unterminated: bool, sink: &mut dyn FnMut(Frame<'_>)) {
        let bytes = std::mem::take(&mut self.bytes);
        if self.oversized.take().is_some() {
            sink(Frame::Oversized { bytes });
        }
        if !self.stray.is_empty() {
            let text = decode(&self.stray, sink);
            sink(Frame::Stray(text.trim_end_matches('\n')));
            self.stray.clear();
        }
        if std::mem::take(&mut self.has_data) {
            // The blank line that makes the parser dispatch.
            self.text.push(b'\n');
            let text = decode(&self.text, sink);
            if let Some(event) = parse(&text) {
                let name = if event.event == "message" && !names_itself(&text) { "" } else { &event.event };
                sink(Frame::Event(Event { name, data: &event.data, bytes, unterminated }));
            }
        }
        self.text.clear();
        self.line = 0;
    }
}

/// The parser calls an event without a name `message`; the wire tells whether it said so.
fn names_itself(block: &str) -> bool {
    block.lines().rev().find(|line| line.starts_with("event")).is_some_and(|line| line.ends_with("message"))
}

/// Bytes as text; what is not UTF-8 becomes U+FFFD and is noted.
pub(super) fn decode<'a>(bytes: &'a [u8], sink: &mut dyn FnMut(Frame<'_>)) -> Cow<'a, str> {
    // Nearly all text is valid, and checking that alone is much quicker.
    std::str::from_utf8(bytes).map_or_else(
        |_| {
            sink(Frame::Note(NoteCode::InvalidUtf8));
            Cow::Owned(String::from_utf8_lossy(bytes).into_owned())
        },
        Cow::Borrowed,
    )
}

/// One complete block through eventsource-stream. The stream is in memory, so one poll decides. It
/// goes in line by line, for the parser moves the rest of what it was given at every line end.
fn parse(block: &str) -> Option<eventsource_stream::Event> {
    let lines = block.split_inclusive('\n').map(Ok::<_, std::convert::Infallible>);
    let events = pin!(EventStream::new(stream::iter(lines)));
    match events.poll_next(&mut Context::from_waker(Waker::noop())) {
        Poll::Ready(Some(Ok(event))) => Some(event),
        _ => None,
    }
}
