use super::Observation;
use crate::{dialect::Hints, timeline::Micros};

/// The largest event that is kept, unless the user says otherwise.
pub const LARGEST_EVENT: usize = 64 << 20;

/// How a body is to be read.
#[derive(Clone, Debug)]
pub struct IntakeOptions {
    /// What is known of the dialect.
    pub hints: Hints,
    /// The response's content type, as sent.
    pub content_type: Option<String>,
    /// The response's content encoding, as sent.
    pub content_encoding: Option<String>,
    /// The response's status.
    pub status: Option<u16>,
    /// Whether observations carry the content of events.
    pub keep_content: bool,
    /// The largest event that is kept, in bytes.
    pub largest_event: usize,
}

impl Default for IntakeOptions {
    fn default() -> Self {
        Self {
            hints: Hints::default(),
            content_type: None,
            content_encoding: None,
            status: None,
            keep_content: false,
            largest_event: LARGEST_EVENT,
        }
    }
}

/// Turns the reads of one response body into observations: decompression, framing, tagging.
pub struct Intake {
    options: IntakeOptions,
}

impl Intake {
    /// For a new body.
    pub fn new(options: IntakeOptions) -> Self {
        Self { options }
    }

    /// Takes one read of the body, stamped when it returned. Reads are counted here.
    pub fn read(&mut self, at: Option<Micros>, bytes: &[u8], sink: &mut dyn FnMut(Observation)) {
        let _ = (at, bytes, sink, &self.options);
    }

    /// The body ended: what is still open is given, unterminated. The caller then gives the
    /// [`What::Closed`](super::What::Closed), with [`Intake::totals`].
    pub fn end(&mut self, at: Option<Micros>, sink: &mut dyn FnMut(Observation)) {
        let _ = (at, sink);
    }

    /// Reads and bytes of the body so far, for the close.
    pub fn totals(&self) -> (u32, u64) {
        (0, 0)
    }
}
