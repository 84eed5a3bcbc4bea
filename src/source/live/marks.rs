use std::{sync::Arc, time::Instant};

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

/// Where the hooks leave their marks. Each is stamped when it is made.
#[derive(Clone, Debug)]
pub(super) struct Marks {
    clock: Clock,
    made: Arc<mpsc::UnboundedSender<(Mark, Micros)>>,
}

impl Marks {
    pub(super) fn new(clock: Clock) -> (Self, mpsc::UnboundedReceiver<(Mark, Micros)>) {
        let (made, marks) = mpsc::unbounded_channel();
        (Self { clock, made: Arc::new(made) }, marks)
    }

    pub(super) fn make(&self, mark: Mark) {
        let _ = self.made.send((mark, self.clock.now()));
    }
}
