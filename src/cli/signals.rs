//! What ends the program from outside.

use std::io;

/// A wish to end, from the keyboard or the system.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wish {
    /// Ctrl-C.
    Interrupt,
    /// The system or the terminal wants the program gone.
    Terminate,
}

/// The wishes to end, as they come. From the first call on they no longer end the process.
pub struct Wishes {
    #[cfg(unix)]
    signals: [(tokio::signal::unix::Signal, Wish); 3],
}

#[cfg(unix)]
impl Wishes {
    /// Starts to listen.
    ///
    /// # Errors
    /// When the system does not let it.
    pub fn listen() -> io::Result<Self> {
        use tokio::signal::unix::{SignalKind, signal};
        Ok(Self {
            signals: [
                (signal(SignalKind::interrupt())?, Wish::Interrupt),
                (signal(SignalKind::terminate())?, Wish::Terminate),
                (signal(SignalKind::hangup())?, Wish::Terminate),
            ],
        })
    }

    /// The next one.
    pub async fn next(&mut self) -> Wish {
        let [interrupt, terminate, hangup] = &mut self.signals;
        tokio::select! {
            _ = interrupt.0.recv() => interrupt.1,
            _ = terminate.0.recv() => terminate.1,
            _ = hangup.0.recv() => hangup.1,
        }
    }
}

#[cfg(not(unix))]
impl Wishes {
    /// Starts to listen.
    ///
    /// # Errors
    /// Never here.
    pub fn listen() -> io::Result<Self> {
        Ok(Self {})
    }

    /// The next one.
    pub async fn next(&mut self) -> Wish {
        if tokio::signal::ctrl_c().await.is_err() {
            std::future::pending::<()>().await;
        }
        Wish::Interrupt
    }
}
