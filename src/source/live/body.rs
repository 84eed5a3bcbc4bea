use std::{
    convert::Infallible,
    pin::Pin,
    task::{Context, Poll},
};

use bytes::Bytes;
use http_body::{Body, Frame, SizeHint};

use super::marks::{Mark, Marks};

/// The largest piece that is handed over at once, so that the last one marks the end of the
/// writing and not its beginning.
const PIECE: usize = 64 << 10;

/// A request body that marks when its first and its last piece are taken. Its length is exact, so
/// that the request carries `content-length` as any other client's would.
pub(super) struct MarkedBody {
    rest: Bytes,
    started: bool,
    marks: Marks,
}

impl MarkedBody {
    pub(super) const fn new(body: Bytes, marks: Marks) -> Self {
        Self { rest: body, started: false, marks }
    }
}

impl Body for MarkedBody {
    type Data = Bytes;
    type Error = Infallible;

    fn poll_frame(mut self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<Option<Result<Frame<Bytes>, Infallible>>> {
        if self.rest.is_empty() {
            return Poll::Ready(None);
        }
        if !self.started {
            self.started = true;
            self.marks.make(Mark::SendStarted);
        }
        let length = self.rest.len().min(PIECE);
        let piece = self.rest.split_to(length);
        if self.rest.is_empty() {
            self.marks.make(Mark::Sent);
        }
        Poll::Ready(Some(Ok(Frame::data(piece))))
    }

    fn is_end_stream(&self) -> bool {
        self.rest.is_empty()
    }

    fn size_hint(&self) -> SizeHint {
        SizeHint::with_exact(self.rest.len() as u64)
    }
}
