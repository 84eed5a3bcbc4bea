//! Finds the end of each event in the byte stream, and hands one complete block at a time to
//! eventsource-stream.
//!
//! Raw, that parser panics on a byte-order mark, stops at one invalid byte, drops comments and an
//! event left open at the end, and parses an open line anew at every read. Fed like this it sees
//! whole, valid, LF-only blocks and stays linear, and every event belongs to the read that
//! completed it. Line rules: WHATWG HTML, "Parsing an event stream".

use memchr::memchr2;

use super::{Frame, block::Block};
use crate::timeline::NoteCode;

const BYTE_ORDER_MARK: &[u8] = b"\xEF\xBB\xBF";

/// Splits one body into frames. Bytes may come in any cut.
#[derive(Debug)]
pub struct SseFramer {
    block: Block,
    /// Bytes of a byte-order mark seen so far; `None` once the start is behind.
    start: Option<usize>,
    /// The last byte was a CR: an LF that follows belongs to it.
    after_cr: bool,
}

impl SseFramer {
    /// For a new body. An event larger than `largest_event` bytes is not kept.
    pub fn new(largest_event: usize) -> Self {
        Self { block: Block::new(largest_event), start: Some(0), after_cr: false }
    }

    /// Takes the next bytes and gives every frame that they complete.
    pub fn feed(&mut self, bytes: &[u8], sink: &mut dyn FnMut(Frame<'_>)) {
        let mut rest = self.strip_mark(bytes, sink);
        if self.after_cr && !rest.is_empty() {
            self.after_cr = false;
            rest = rest.strip_prefix(b"\n").unwrap_or(rest);
        }
        while let Some(end) = memchr2(b'\n', b'\r', rest) {
            let crlf = rest[end] == b'\r' && rest.get(end + 1) == Some(&b'\n');
            self.after_cr = rest[end] == b'\r' && end + 1 == rest.len();
            self.block.extend(&rest[..end]);
            self.block.end_line(sink);
            rest = &rest[end + 1 + usize::from(crlf)..];
        }
        self.block.extend(rest);
    }

    /// The body has ended: gives what is still open, unterminated.
    pub fn finish(&mut self, sink: &mut dyn FnMut(Frame<'_>)) {
        if let Some(seen) = self.start.take() {
            self.block.extend(&BYTE_ORDER_MARK[..seen]);
        }
        self.block.end_body(sink);
    }

    /// Drops one leading byte-order mark, which may come in pieces.
    fn strip_mark<'a>(&mut self, bytes: &'a [u8], sink: &mut dyn FnMut(Frame<'_>)) -> &'a [u8] {
        let Some(seen) = self.start else { return bytes };
        let missing = &BYTE_ORDER_MARK[seen..];
        let same = bytes.iter().zip(missing).take_while(|(a, b)| a == b).count();
        if same == missing.len() {
            self.start = None;
            sink(Frame::Note(NoteCode::ByteOrderMark));
            return &bytes[same..];
        }
        if same == bytes.len() {
            self.start = Some(seen + same);
            return &[];
        }
        self.start = None;
        self.block.extend(&BYTE_ORDER_MARK[..seen]);
        bytes
    }
}
