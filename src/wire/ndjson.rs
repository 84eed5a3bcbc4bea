//! Newline-delimited JSON, as Ollama streams: each line that is not blank is an event.

use super::{Event, Frame, block::decode};

/// Splits NDJSON: each line that is not blank is an event without a name.
#[derive(Debug)]
pub struct NdjsonFramer {
    line: Vec<u8>,
    bytes: u64,
    largest_event: usize,
}

impl NdjsonFramer {
    /// For a new body. A line larger than `largest_event` bytes is not kept.
    pub const fn new(largest_event: usize) -> Self {
        Self { line: Vec::new(), bytes: 0, largest_event }
    }

    /// Takes the next bytes and gives every line that they complete.
    pub fn feed(&mut self, bytes: &[u8], sink: &mut dyn FnMut(Frame<'_>)) {
        let mut rest = bytes;
        while let Some(end) = memchr::memchr(b'\n', rest) {
            self.extend(&rest[..end], 1);
            self.end_line(false, sink);
            rest = &rest[end + 1..];
        }
        self.extend(rest, 0);
    }

    /// The body has ended. A last line without a line end is whole in NDJSON.
    pub fn finish(&mut self, sink: &mut dyn FnMut(Frame<'_>)) {
        let whole = serde_json::from_slice::<serde::de::IgnoredAny>(&self.line).is_ok();
        self.end_line(!whole, sink);
    }

    fn extend(&mut self, bytes: &[u8], line_end: u64) {
        self.bytes += bytes.len() as u64 + line_end;
        if self.bytes <= self.largest_event as u64 {
            self.line.extend_from_slice(bytes);
        }
    }

    fn end_line(&mut self, unterminated: bool, sink: &mut dyn FnMut(Frame<'_>)) {
        let bytes = std::mem::take(&mut self.bytes);
        if bytes > self.largest_event as u64 {
            sink(Frame::Oversized { bytes });
        } else if !self.line.trim_ascii().is_empty() {
            let data = decode(&self.line, sink);
            sink(Frame::Event(Event { name: "", data: data.trim(), bytes, unterminated }));
        }
        self.line.clear();
    }
}
