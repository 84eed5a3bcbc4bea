use std::{
    sync::{Arc, Mutex, PoisonError},
    time::Instant,
};

use tokio::sync::mpsc;

use crate::timeline::Micros;

/// The one clock of a request: it counts from t0.
#[derive(Clone, Copy, Debug)]
pub(super) struct Clock(pub Instant);

impl Clock {
    pub(super) fn now(self) -> Micros {
        self.0.elapsed().into()
    }
}

/// A moment on the way to the response headers, as the hooks in the HTTP client see it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Mark {
    /// A new connection is wanted.
    ConnectStarted,
    /// A name is being resolved.
    DnsStarted,
    /// The name is resolved.
    DnsEnded,
    /// The transport is up: TLS writes its first message.
    TransportUp,
    /// The connection can be used.
    Connected,
    /// The client asks for the first piece of the request body.
    SendStarted,
    /// The client has taken the last piece of the request body.
    Sent,
}

/// Where the hooks leave their marks. Each is stamped when it is made, on the clock of the request
/// that is under way: a client that is used again has one request at a time.
#[derive(Clone, Debug)]
pub(super) struct Marks(Arc<Mutex<Target>>);

#[derive(Debug)]
struct Target {
    clock: Clock,
    made: mpsc::UnboundedSender<(Mark, Micros)>,
}

impl Marks {
    pub(super) fn new(clock: Clock) -> (Self, mpsc::UnboundedReceiver<(Mark, Micros)>) {
        let (made, marks) = mpsc::unbounded_channel();
        (Self(Arc::new(Mutex::new(Target { clock, made }))), marks)
    }

    /// From now on the marks belong to another request.
    pub(super) fn turn_to(&self, clock: Clock) -> mpsc::UnboundedReceiver<(Mark, Micros)> {
        let (made, marks) = mpsc::unbounded_channel();
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = Target { clock, made };
        marks
    }

    pub(super) fn make(&self, mark: Mark) {
        let target = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let _ = target.made.send((mark, target.clock.now()));
    }
}
