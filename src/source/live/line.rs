use std::{io, thread};

use tokio::sync::mpsc;

use super::drive::{Kept, Order, run};
use crate::{
    source::{Feed, Outbox, feed},
    trace::Header,
};

/// A network thread of its own with one client: orders are sent one after the other, and a
/// connection that the server leaves open is used again.
pub struct Line(mpsc::UnboundedSender<(Order, Outbox, bool)>);

impl Line {
    /// Starts the thread. It ends with the last order after the line is dropped.
    ///
    /// # Errors
    /// When the system gives no thread or no runtime.
    pub fn open() -> io::Result<Self> {
        let (orders, mut wanted) = mpsc::unbounded_channel::<(Order, Outbox, bool)>();
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
        thread::Builder::new().name("network".to_owned()).spawn(move || {
            runtime.block_on(async {
                let mut kept = Kept::default();
                while let Some((order, outbox, request_ids)) = wanted.recv().await {
                    run(order, outbox, request_ids, &mut kept).await;
                }
            });
            // A name that is still being resolved must not hold the thread.
            runtime.shutdown_background();
        })?;
        Ok(Self(orders))
    }

    /// Sends a request as soon as the one before it has ended, and gives what happens, under a
    /// header made by [`Order::header`]. The connection settings are those of the first order.
    pub fn send(&self, order: Order, header: Header) -> Feed {
        let request_ids = header.request_ids;
        let (feed, outbox) = feed(header);
        // The thread ends only after this side is gone.
        let _ = self.0.send((order, outbox, request_ids));
        feed
    }
}

/// Sends one request on a thread and a connection of its own.
///
/// # Errors
/// When the system gives no thread or no runtime.
pub fn start(order: Order, header: Header) -> io::Result<Feed> {
    Line::open().map(|line| line.send(order, header))
}
