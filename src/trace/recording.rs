use std::sync::Arc;

use super::{Observation, Trace, What};
use crate::{
    dialect::RequestFacts,
    timeline::{Micros, word_enum},
};

/// How many observations lie between two kept states of the fold: a seek folds at most this many.
const CHECKPOINT_EVERY: usize = 1_024;

word_enum! {
    /// Where the observations come from.
    pub enum SourceKind {
        /// A request that was sent.
        Live = "live",
        /// A capture of our own.
        Capture = "capture",
        /// An HTTP archive.
        Har = "har",
        /// A raw body, SSE or NDJSON.
        Sse = "sse",
        /// A gateway's timing record.
        Gateway = "gateway",
    }
}

word_enum! {
    /// How much a capture holds.
    pub enum ContentKind {
        /// Metadata only, made by an allow-list.
        None = "none",
        /// The event data too.
        Full = "full",
    }
}

/// What is known of a request beside its observations.
#[derive(Clone, Debug, PartialEq)]
pub struct Header {
    /// Random.
    pub id: String,
    /// Wall clock at t0, if known.
    pub started_at: Option<jiff::Timestamp>,
    /// Where the observations come from.
    pub source: SourceKind,
    /// How much of the content is there.
    pub content: ContentKind,
    /// When the capture may be removed, if it says so.
    pub expires_at: Option<jiff::Timestamp>,
    /// Whether the observations hold the provider's request ids: only on demand.
    pub request_ids: bool,
    /// What the request asked for.
    pub request: RequestFacts,
    /// The host it went to, for the screen only: never written, never in a record.
    pub host: Option<String>,
}

impl Header {
    /// A header with a new id.
    pub fn new(source: SourceKind, request: RequestFacts) -> Self {
        Self {
            id: uuid::Uuid::new_v4().to_string(),
            started_at: None,
            source,
            content: ContentKind::None,
            expires_at: None,
            request_ids: false,
            request,
            host: None,
        }
    }
}

/// All observations of one request and the fold of them, also as it was after any of them.
#[derive(Clone, Debug)]
pub struct Recording {
    /// What is known beside the observations.
    pub header: Arc<Header>,
    observations: Vec<Observation>,
    /// For each event in order, which observation it is.
    events: Vec<u32>,
    /// The fold after every so many observations, from none on.
    checkpoints: Vec<Trace>,
    latest: Trace,
}

impl Recording {
    /// An empty one.
    pub fn new(header: Header) -> Self {
        let latest = Trace::new(&header.request);
        Self {
            header: Arc::new(header),
            observations: Vec::new(),
            events: Vec::new(),
            checkpoints: vec![latest.clone()],
            latest,
        }
    }

    /// Takes in the next observation.
    pub fn push(&mut self, observation: Observation) {
        if matches!(observation.what, What::Event(_)) {
            self.events.push(u32::try_from(self.observations.len()).unwrap_or(u32::MAX));
        }
        self.latest.apply(&observation);
        self.observations.push(observation);
        if self.observations.len().is_multiple_of(CHECKPOINT_EVERY) {
            self.checkpoints.push(self.latest.clone());
        }
    }

    /// The observations, in order.
    pub fn observations(&self) -> &[Observation] {
        &self.observations
    }

    /// The fold of all of them.
    pub const fn latest(&self) -> &Trace {
        &self.latest
    }

    /// The fold of the first `count`, capped at all of them. Costs at most one checkpoint distance.
    pub fn at(&self, count: usize) -> Trace {
        let count = count.min(self.observations.len());
        if count == self.observations.len() {
            return self.latest.clone();
        }
        let checkpoint = count / CHECKPOINT_EVERY;
        let mut trace = self.checkpoints[checkpoint].clone();
        self.observations[checkpoint * CHECKPOINT_EVERY..count].iter().for_each(|observation| trace.apply(observation));
        trace
    }

    /// The last kept state of the fold that has at most `most` observations and none at `moment` or
    /// later: how many it has, and itself.
    pub fn kept_before(&self, moment: Micros, most: usize) -> (usize, &Trace) {
        let near = &self.checkpoints[..=(most / CHECKPOINT_EVERY).min(self.checkpoints.len() - 1)];
        let block = near.partition_point(|trace| trace.now() < moment).saturating_sub(1);
        (block * CHECKPOINT_EVERY, &near[block])
    }

    /// How many observations had happened at a moment, those at that very moment included.
    /// Observations without a time count with the one before them.
    pub fn count_at(&self, moment: Micros) -> usize {
        let block = self.checkpoints.partition_point(|trace| trace.now() <= moment).saturating_sub(1);
        let start = block * CHECKPOINT_EVERY;
        let rest = self.observations[start..].iter().take_while(|o| o.at.is_none_or(|at| at <= moment)).count();
        start + rest
    }

    /// How many events there are.
    pub fn event_count(&self) -> usize {
        self.events.len()
    }

    /// How many events are among the first `count` observations.
    pub fn events_in(&self, count: usize) -> usize {
        self.events.partition_point(|position| (*position as usize) < count)
    }

    /// An event by its index, with its time.
    pub fn event(&self, index: usize) -> Option<(Option<Micros>, &super::EventSeen)> {
        let observation = self.observations.get(*self.events.get(index)? as usize)?;
        match &observation.what {
            What::Event(event) => Some((observation.at, event)),
            _ => None,
        }
    }

    /// Which observation an event is: the count of observations just after it is this plus one.
    pub fn event_position(&self, index: usize) -> Option<usize> {
        self.events.get(index).map(|position| *position as usize)
    }
}
