//! The channel between the network thread and the one that shows.
//!
//! It is bounded, and it can neither block the sender nor lose anything: what does not fit waits
//! on the sender's side, in order, until there is room.

use std::{
    collections::VecDeque,
    sync::{Arc, Mutex, PoisonError},
};

use tokio::sync::{
    mpsc::{self, error::TrySendError},
    watch,
};

use crate::trace::{Header, Observation};

/// Room between the threads. The receiver drains it before each draw, so it fills only when the
/// receiving thread stands still.
const ROOM: usize = 4_096;

/// The receiving end: the observations of one request, as they happen.
pub struct Feed {
    /// What is known of the request beside its observations.
    pub header: Header,
    observations: mpsc::Receiver<Observation>,
    cancel: watch::Sender<bool>,
    remarks: Remarks,
}

/// What the source has to say in sentences: why there was no connection, which timeout ran out.
/// Raw, may repeat what the network said: sanitise before showing. Never written.
#[derive(Clone, Debug, Default)]
pub struct Remarks(Arc<Mutex<Vec<Remark>>>);

/// One sentence of a source.
#[derive(Clone, Debug)]
pub enum Remark {
    /// Why the request failed.
    Fault(String),
    /// What else there is to know of it: a redirect that was followed.
    Note(String),
}

impl Remarks {
    /// The sentences so far.
    pub fn all(&self) -> Vec<String> {
        let text = |remark: &Remark| match remark {
            Remark::Fault(text) | Remark::Note(text) => text.clone(),
        };
        self.0.lock().unwrap_or_else(PoisonError::into_inner).iter().map(text).collect()
    }

    /// Whether one of them says why the request failed.
    pub fn tell_of_a_fault(&self) -> bool {
        let remarks = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        remarks.iter().any(|remark| matches!(remark, Remark::Fault(_)))
    }

    fn add(&self, remark: Remark) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).push(remark);
    }
}

/// The sending end, on the network thread.
pub struct Outbox {
    observations: mpsc::Sender<Observation>,
    waiting: VecDeque<Observation>,
    cancel: watch::Receiver<bool>,
    remarks: Remarks,
}

/// Both ends for one request.
pub fn feed(header: Header) -> (Feed, Outbox) {
    let (sender, receiver) = mpsc::channel(ROOM);
    let (cancel, cancelled) = watch::channel(false);
    let remarks = Remarks::default();
    (
        Feed { header, observations: receiver, cancel, remarks: remarks.clone() },
        Outbox { observations: sender, waiting: VecDeque::new(), cancel: cancelled, remarks },
    )
}

impl Feed {
    /// The next observation; `None` when the source has ended.
    pub async fn next(&mut self) -> Option<Observation> {
        self.observations.recv().await
    }

    /// The next observation, for a thread that has no runtime; `None` when the source has ended.
    ///
    /// # Panics
    /// Inside an asynchronous task: there it is [`Feed::next`].
    pub fn blocking_next(&mut self) -> Option<Observation> {
        self.observations.blocking_recv()
    }

    /// The next observation if one is there already.
    pub fn try_next(&mut self) -> Option<Observation> {
        self.observations.try_recv().ok()
    }

    /// Whether the source has ended and everything was taken.
    pub fn is_over(&self) -> bool {
        self.observations.is_closed() && self.observations.is_empty()
    }

    /// Where the source's sentences can be read, also after the feed is gone.
    pub fn remarks(&self) -> Remarks {
        self.remarks.clone()
    }

    /// Asks the source to end the request. It answers with a close and then ends.
    pub fn cancel(&self) {
        let _ = self.cancel.send(true);
    }
}

impl Outbox {
    /// Hands an observation over. Never waits and never drops.
    pub fn send(&mut self, observation: Observation) {
        self.waiting.push_back(observation);
        while let Some(next) = self.waiting.pop_front() {
            match self.observations.try_send(next) {
                Ok(()) => {}
                Err(TrySendError::Full(next)) => {
                    self.waiting.push_front(next);
                    return;
                }
                // Nobody listens any more: the request goes on to its end without them.
                Err(TrySendError::Closed(_)) => self.waiting.clear(),
            }
        }
    }

    /// Says something in a sentence, before the observation that it explains.
    pub fn remark(&self, remark: Remark) {
        self.remarks.add(remark);
    }

    /// Hands over what waits as room comes, until the receiving side asks for the end of the
    /// request. Stands in a `select!` beside whatever the source waits for.
    pub async fn cancelled(&mut self) {
        loop {
            tokio::select! {
                biased;
                asked = self.cancel.wait_for(|cancelled| *cancelled) => {
                    if asked.is_err() {
                        std::future::pending::<()>().await;
                    }
                    return;
                }
                permit = self.observations.reserve(), if !self.waiting.is_empty() => {
                    hand_over(permit, &mut self.waiting);
                }
            }
        }
    }

    /// Hands over everything that still waits. The last call before the outbox is dropped.
    pub async fn flush(&mut self) {
        while !self.waiting.is_empty() {
            hand_over(self.observations.reserve().await, &mut self.waiting);
        }
    }
}

fn hand_over(
    permit: Result<mpsc::Permit<'_, Observation>, mpsc::error::SendError<()>>,
    waiting: &mut VecDeque<Observation>,
) {
    match permit {
        Ok(permit) => {
            if let Some(next) = waiting.pop_front() {
                permit.send(next);
            }
        }
        // Nobody listens any more.
        Err(_) => waiting.clear(),
    }
}

#[cfg(test)]
mod tests {
    use super::{ROOM, feed};
    use crate::{
        dialect::RequestFacts,
        timeline::Micros,
        trace::{Header, Observation, SourceKind, What},
    };

    #[tokio::test]
    async fn a_receiver_that_stands_still_neither_blocks_nor_loses() {
        let count = ROOM * 3 + 7;
        let (mut feed, mut outbox) = feed(Header::new(SourceKind::Live, RequestFacts::default()));
        for i in 0..count {
            outbox.send(Observation { at: Some(Micros(i as u64)), what: What::Heartbeat { read: 0 } });
        }
        let receive = async {
            let mut got = Vec::new();
            while let Some(observation) = feed.next().await {
                got.push(observation.at.expect("a time").0);
            }
            got
        };
        let send = async move { outbox.flush().await };
        let (got, ()) = tokio::join!(receive, send);
        assert_eq!(got, (0..count as u64).collect::<Vec<_>>());
    }
}
