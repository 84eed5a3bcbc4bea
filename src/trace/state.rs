use std::sync::Arc;

use super::{
    Bursts, Counts, EventSeen, FirstOf, HeadersSeen, Observation, Stall, What, observation::BodyKind, stall::Stalls,
};
use crate::{
    dialect::{DialectId, Reported, RequestFacts, StreamError, reported_by_header},
    timeline::{
        CloseKind, Finish, Micros, Milestone, Milestones, NoteCode, Notes, Outcome, PhaseTime, Phases, Speed,
        SpeedInput, Tag, Usage,
    },
};

/// The fold of the observations so far: pure, without a clock.
#[expect(clippy::struct_excessive_bools, reason = "independent facts of one request")]
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Trace {
    /// The moments that happened.
    pub milestones: Milestones,
    /// The phases that are known.
    pub phases: Phases,
    /// The response headers.
    pub headers: Option<Arc<HeadersSeen>>,
    /// The dialect that the stream showed.
    pub dialect: Option<DialectId>,
    /// The model that the stream named, raw.
    pub model: Option<Box<str>>,
    /// How much of what came.
    pub counts: Counts,
    /// The first event with data: t3.
    pub first_event: Option<FirstOf>,
    /// The first effective event: t4.
    pub first_effective: Option<FirstOf>,
    /// The first event with visible text: t5.
    pub first_text: Option<FirstOf>,
    /// The first event whose visible text is not blank.
    pub first_nonblank_text: Option<FirstOf>,
    /// Token counts, as reported last.
    pub usage: Usage,
    /// What was odd.
    pub notes: Notes,
    /// What the provider says of its own phases, the latest value of each name and source.
    pub reported: Vec<Reported>,
    /// Visible characters.
    pub visible_chars: u64,
    /// UTF-8 bytes of visible text.
    pub text_bytes: u64,
    /// UTF-8 bytes of tool calls: names and input.
    pub tool_bytes: u64,
    /// UTF-8 bytes of reasoning text that came before the first visible text.
    pub reasoning_bytes_before_text: u64,
    /// UTF-8 bytes of tool calls that came before the first visible text.
    pub tool_bytes_before_text: u64,
    /// Distinct reads that brought visible text.
    pub text_reads: u32,
    /// When visible text came last.
    pub last_text: Option<Micros>,
    /// When anything effective came last.
    pub last_effective: Option<Micros>,
    /// When an event came last.
    pub last_event: Option<Micros>,
    /// Whether reasoning text came.
    pub reasoning_seen: bool,
    /// Whether something says that reasoning happens out of sight: the request asked for it, or the
    /// stream shows it.
    pub reasoning_sign: bool,
    /// Whether the stream itself shows it: a reasoning item, an opaque or empty block.
    pub reasoning_item_seen: bool,
    /// The finish reason that came last; of several choices the worst.
    pub finish: Option<Finish>,
    /// How many of several choices have come and not finished.
    pub open_choices: u32,
    /// Whether the dialect's end marker came.
    pub end_marker: bool,
    /// When the stream said that it is done: the end marker, else the last finish reason.
    pub terminal_at: Option<Micros>,
    /// The first error inside the stream.
    pub error: Option<StreamError>,
    /// When it came: inside an event, or in lines between them.
    pub error_at: Option<Micros>,
    /// How the body ended, or the wait for it.
    pub close: Option<CloseKind>,
    /// When; t6 only where there was a body.
    pub closed_at: Option<Micros>,
    /// What the body is, when it is no event stream.
    pub not_a_stream: Option<BodyKind>,
    /// A message found in a body that is no event stream, raw.
    pub body_message: Option<Box<str>>,
    /// Whether events came without times.
    pub untimed: bool,
    /// Whether a record stated figures by itself, without the events behind them.
    pub stated: bool,
    /// A visible output speed that a record stated by itself.
    pub stated_visible_output_tps: Option<f64>,
    /// An outcome that the source stated by itself: see [`Trace::leaves_open`].
    pub stated_outcome: Option<Outcome>,
    stalls: Stalls,
    bursts: Bursts,
    last_text_read: Option<u32>,
    now: Micros,
}

impl Trace {
    /// Nothing has happened yet.
    pub fn new(request: &RequestFacts) -> Self {
        Self { reasoning_sign: request.asks_for_reasoning(), ..Self::default() }
    }

    /// Takes in the next observation.
    pub fn apply(&mut self, observation: &Observation) {
        let at = observation.at;
        if at.is_some_and(|at| at < self.now) && matches!(observation.what, What::Event(_) | What::Heartbeat { .. }) {
            self.notes.add(NoteCode::OrderBroken);
        }
        self.now = self.now.max(at.unwrap_or_default());
        match &observation.what {
            What::Received => self.mark(Milestone::T0, at),
            What::UpstreamStarted => self.mark(Milestone::T1, at),
            What::Phase { phase, duration } => self.phases.set(*phase, PhaseTime { duration: *duration, end: at }),
            What::Headers(headers) => {
                self.mark(Milestone::T2, at);
                // Beside these a capture may hold lines that say the same; an earlier one is replaced.
                let said = headers.headers.iter().flat_map(|(name, value)| reported_by_header(name, value));
                said.for_each(|reported| self.report(&reported));
                self.headers = Some(Arc::clone(headers));
            }
            // That none was found never replaces one that was.
            What::Dialect(DialectId::Generic) => _ = self.dialect.get_or_insert(DialectId::Generic),
            What::Dialect(dialect) => self.dialect = Some(*dialect),
            What::Event(event) => self.event(at, event),
            What::Heartbeat { read } => {
                self.counts.comments += 1;
                self.counts.reads = self.counts.reads.max(read.saturating_add(1));
            }
            What::Stray { error, .. } => {
                self.notes.add(NoteCode::StrayLines);
                self.keep_error(at, error.as_deref());
            }
            What::NotAStream { body, message } => {
                self.not_a_stream = Some(*body);
                self.body_message.clone_from(message);
            }
            What::Reported(reported) => self.report(reported),
            What::Note(code) => self.notes.add(*code),
            What::Closed { how, reads, bytes } => self.closed(at, *how, *reads, *bytes),
            What::Finished => self.finished(at),
            stated => self.stated(at, stated),
        }
    }

    /// The latest offset seen.
    pub const fn now(&self) -> Micros {
        self.now
    }

    /// The speeds so far.
    pub fn speed(&self) -> Speed {
        Speed::of(&SpeedInput {
            milestones: self.milestones,
            outcome: self.outcome(),
            end_not_stated: self.stated && self.close.is_none(),
            untimed: self.untimed,
            usage: self.usage,
            reasoning_seen: self.reasoning_seen,
            reasoning_sign: self.reasoning_sign,
            visible_chars: self.visible_chars,
            // A record that states its figures holds no bytes to weigh the tokens against.
            content_bytes: if self.counts.events == 0 { u64::MAX } else { self.text_bytes + self.tool_bytes },
            text_reads: self.text_reads,
            last_text: self.last_text,
        })
    }

    /// How long the connection stayed open after the stream said that it is done.
    pub fn close_lag(&self) -> Option<Micros> {
        self.milestones.get(Milestone::T6)?.since(self.terminal_at?)
    }

    /// The close lag over a tenth of the visible window, or of the whole where no text came (definitions.md).
    pub fn long_close_lag(&self) -> Option<Micros> {
        let window =
            [Milestone::T5, Milestone::T0].into_iter().find_map(|m| self.milestones.between(m, Milestone::T6))?;
        self.close_lag().filter(|lag| lag.0.saturating_mul(10) > window.0)
    }

    /// The silences inside the generation: after the first text, or, where none came, after the
    /// first effective output. In order of time.
    pub fn stalls(&self) -> impl Iterator<Item = Stall> + '_ {
        let with_text = self.first_text.is_some();
        self.stalls.as_slice().iter().copied().filter(move |stall| stall.after_text == with_text)
    }

    /// How the effective events came: in a flow or in bursts.
    pub const fn bursts(&self) -> Bursts {
        self.bursts
    }

    /// What a record says of itself, without the events behind it.
    fn stated(&mut self, at: Option<Micros>, stated: &What) {
        self.stated = true;
        match stated {
            What::Stated(milestone) => self.mark(*milestone, at),
            What::StatedSpeed(tps) => {
                self.stated_visible_output_tps = Some(*tps);
                if Speed::is_beyond_any_model(*tps) {
                    self.notes.add(NoteCode::ImplausibleNumber);
                }
            }
            What::StatedUsage(usage) => self.take_usage(**usage),
            What::StatedFinish(finish) => self.finish = Some(*finish),
            What::StatedOutcome(outcome) => self.stated_outcome = Some(*outcome),
            _ => {}
        }
    }

    pub(super) fn mark(&mut self, milestone: Milestone, at: Option<Micros>) {
        if let Some(at) = at {
            self.milestones.set_first(milestone, at);
        }
    }

    fn event(&mut self, at: Option<Micros>, event: &EventSeen) {
        let index = self.counts.events;
        let ended_before = self.end_marker;
        self.count(event);
        self.untimed |= at.is_none();
        self.last_event = at.or(self.last_event);
        let first = FirstOf { index, tag: event.tag, at };
        if !event.flags.empty && self.first_event.is_none() {
            self.first_event = Some(first);
            self.mark(Milestone::T3, at);
        }
        if event.also.iter().any(Tag::is_effective) {
            self.effective(first, event);
        }
        if event.also.iter().any(Tag::is_visible) {
            self.visible(first, event);
        }
        self.reasoning_sign |= event.flags.hidden_reasoning;
        self.reasoning_item_seen |= event.flags.hidden_reasoning;
        if event.flags.end_marker {
            self.end_marker = true;
            self.terminal_at = at.or(self.terminal_at);
        }
        if ended_before && !event.flags.end_marker {
            self.notes.add(NoteCode::DataAfterEnd);
        }
        if let Some(details) = &event.details {
            self.details(at, details);
        }
    }

    fn count(&mut self, event: &EventSeen) {
        self.counts.events += 1;
        self.counts.by_tag[event.tag as usize] += 1;
        // Captures are read from files: no number in one may be trusted to be small.
        self.counts.bytes = self.counts.bytes.saturating_add(event.bytes);
        self.counts.reads = self.counts.reads.max(event.read.saturating_add(1));
        if event.flags.unterminated {
            self.counts.unterminated += 1;
            self.notes.add(NoteCode::UnterminatedEvent);
        }
    }

    fn effective(&mut self, this: FirstOf, event: &EventSeen) {
        let tag = event.also.iter().find(|tag| tag.is_effective()).unwrap_or(this.tag);
        if self.first_effective.is_none() {
            self.first_effective = Some(FirstOf { tag, ..this });
            self.mark(Milestone::T4, this.at);
        } else if let (Some(at), Some(before)) = (this.at, self.last_effective)
            && let Some(length) = at.since(before)
        {
            self.stalls.note(Stall { start: before, length, after_text: self.first_text.is_some() });
        }
        if let Some(at) = this.at {
            self.bursts.note(at, self.milestones.get(Milestone::T1).unwrap_or_default());
        }
        self.last_effective = this.at.or(self.last_effective);
        self.reasoning_seen |= event.also.contains(Tag::Reasoning);
        self.tool_bytes += u64::from(event.tool_bytes);
        if self.first_text.is_none() {
            self.reasoning_bytes_before_text += u64::from(event.reasoning_bytes);
            self.tool_bytes_before_text += u64::from(event.tool_bytes);
        }
    }

    fn visible(&mut self, this: FirstOf, event: &EventSeen) {
        self.counts.text_deltas += 1;
        self.visible_chars += u64::from(event.chars);
        self.text_bytes += u64::from(event.text_bytes);
        if self.last_text_read != Some(event.read) {
            self.text_reads += 1;
            self.last_text_read = Some(event.read);
        }
        self.last_text = this.at.or(self.last_text);
        if self.first_text.is_none() {
            self.first_text = Some(this);
            self.mark(Milestone::T5, this.at);
            if event.flags.blank {
                self.notes.add(NoteCode::BlankTextFirst);
            }
        }
        if self.first_nonblank_text.is_none() && !event.flags.blank {
            self.first_nonblank_text = Some(this);
        }
    }

    fn details(&mut self, at: Option<Micros>, details: &super::Details) {
        if let Some(usage) = details.usage {
            self.take_usage(usage);
        }
        self.finishes(at, details);
        self.keep_error(at, details.error.as_ref());
        details.reported.iter().for_each(|reported| self.report(reported));
        details.notes.iter().for_each(|code| self.notes.add(*code));
        if let Some(model) = &details.model {
            self.model.get_or_insert_with(|| model.clone());
        }
    }

    /// Token counts stand as they were reported, however large.
    fn take_usage(&mut self, usage: Usage) {
        self.usage.replace_with(usage);
        if usage.is_beyond_any_model() {
            self.notes.add(NoteCode::ImplausibleNumber);
        }
    }

    fn report(&mut self, reported: &Reported) {
        match self.reported.iter_mut().find(|r| r.name == reported.name && r.source == reported.source) {
            Some(earlier) => earlier.duration = reported.duration,
            None => self.reported.push(reported.clone()),
        }
    }

    fn keep_error(&mut self, at: Option<Micros>, error: Option<&StreamError>) {
        if let (None, Some(error)) = (&self.error, error) {
            self.error = Some(error.clone());
            self.error_at = at;
        }
    }

    fn closed(&mut self, at: Option<Micros>, how: CloseKind, reads: u32, bytes: u64) {
        if self.headers.is_some() || self.counts.events > 0 {
            self.mark(Milestone::T6, at);
        }
        self.close = Some(how);
        self.closed_at = at;
        // A capture may leave the totals out: then what was counted stands.
        self.counts.reads = self.counts.reads.max(reads);
        self.counts.bytes = self.counts.bytes.max(bytes);
        self.note_the_end(how);
    }
}
