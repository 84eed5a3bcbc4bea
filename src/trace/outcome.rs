use super::{Details, Trace};
use crate::timeline::{CloseKind, Finish, FinishKind, Micros, Milestone, NoteCode, Outcome, Tag};

impl Trace {
    /// How the request ended; `None` while it runs, or when the capture was cut before the end.
    ///
    /// An error in the stream outweighs everything after headers; a terminal marker outweighs how
    /// the connection closed after it. What the source states by itself stands where what was seen leaves it open.
    pub fn outcome(&self) -> Option<Outcome> {
        self.stated_outcome.filter(|stated| self.leaves_open(*stated)).or_else(|| self.seen_outcome())
    }

    /// Whether an outcome that a source only states may stand: where what was seen neither shows one
    /// by itself nor rules this one out. Sources may leave the events out that would show it.
    pub fn leaves_open(&self, stated: Outcome) -> bool {
        if let Some(shown) = self.shown_outcome() {
            return shown == stated;
        }
        let at_its_end = matches!(
            stated,
            Outcome::Completed | Outcome::Incomplete | Outcome::Error | Outcome::HttpError | Outcome::NotAStream
        );
        let by_close = match self.close {
            None => true,
            Some(CloseKind::Eof) => at_its_end && self.finish.is_none(),
            Some(_) => false,
        };
        let nothing_came = self.counts.events == 0 && self.counts.comments == 0;
        let by_what_came = match stated {
            Outcome::HttpError | Outcome::ConnectError => nothing_came && self.headers.is_none(),
            Outcome::NotAStream => nothing_came,
            Outcome::Completed | Outcome::Incomplete | Outcome::Error => self.not_a_stream.is_none(),
            Outcome::Truncated | Outcome::Cancelled | Outcome::Timeout => true,
        };
        by_close && by_what_came
    }

    /// How it ended by what was seen of it.
    fn seen_outcome(&self) -> Option<Outcome> {
        if let (None, Some(finish)) = (self.close, self.finish)
            && self.stated
        {
            return Some(of_finish(finish.kind()));
        }
        let close = self.close?;
        if let CloseKind::ConnectFailed(_) = close {
            return Some(Outcome::ConnectError);
        }
        Some(self.shown_outcome().unwrap_or(match close {
            CloseKind::Cancelled => Outcome::Cancelled,
            CloseKind::Timeout(_) => Outcome::Timeout,
            CloseKind::Eof | CloseKind::Broken if self.not_a_stream.is_some() => Outcome::NotAStream,
            _ => Outcome::Truncated,
        }))
    }

    /// What the answer shows by itself, however it was closed.
    fn shown_outcome(&self) -> Option<Outcome> {
        if self.headers.as_ref().is_some_and(|headers| !(200..300).contains(&headers.status)) {
            return Some(Outcome::HttpError);
        }
        if self.has_stream_error() {
            return Some(Outcome::Error);
        }
        let by_marker = self.end_marker.then_some(Outcome::Completed);
        self.whole_finish().map(|finish| of_finish(finish.kind())).or(by_marker)
    }

    /// Why it ended so, as a closed word: the finish reason, the error's code, which timeout, what
    /// the body is instead of a stream, the status.
    pub fn outcome_reason(&self) -> Option<String> {
        let word = match (self.outcome()?, self.close) {
            (Outcome::Error, _) => self.error.as_ref().map_or("error", |error| error.code),
            (Outcome::Completed | Outcome::Incomplete, _) => self.finish?.word(),
            (Outcome::Timeout, Some(CloseKind::Timeout(kind))) => kind.word(),
            (Outcome::ConnectError, Some(CloseKind::ConnectFailed(stage))) => stage.word(),
            (Outcome::HttpError, _) => return self.headers.as_ref().map(|headers| headers.status.to_string()),
            (Outcome::NotAStream, _) => self.not_a_stream?.word(),
            (Outcome::Truncated, Some(CloseKind::Broken)) => "connection_broken",
            _ => return None,
        };
        Some(word.to_owned())
    }

    /// Whether the stream said that it is done, so that what follows is only the close.
    pub const fn is_done(&self) -> bool {
        self.close.is_some() || self.end_marker
    }

    /// The finish reason, once it is that of the whole stream: one choice that finished says nothing
    /// of another that has not, but the end marker speaks for all.
    fn whole_finish(&self) -> Option<Finish> {
        self.finish.filter(|_| self.open_choices == 0 || self.end_marker)
    }

    /// Whether the token counts are the last: some providers count as they go, and what a stream that
    /// broke off said of its tokens is no sum.
    pub fn has_final_counts(&self) -> bool {
        let ended = matches!(self.outcome(), Some(Outcome::Completed | Outcome::Incomplete));
        self.stated || self.whole_finish().is_some() || self.end_marker || ended
    }

    pub(super) fn has_stream_error(&self) -> bool {
        self.error.is_some()
            || self.counts.by_tag[Tag::Error as usize] > 0
            || self.finish.is_some_and(|finish| finish.kind() == FinishKind::Error)
    }

    /// A choice may begin or finish. One whose reason comes again means the later; of several, the worst counts.
    pub(super) fn finishes(&mut self, at: Option<Micros>, details: &Details) {
        self.open_choices = details.open_choices.unwrap_or(self.open_choices);
        if let Some(finish) = details.finish {
            let before = self.finish.filter(|_| details.open_choices.is_some());
            self.finish = Some(before.map_or(finish, |before| before.worse(finish)));
        }
        if self.end_marker {
            return;
        }
        if self.open_choices > 0 {
            self.terminal_at = None;
        } else if details.finish.is_some() {
            self.terminal_at = at.or(self.terminal_at);
        }
    }

    /// Nothing more is to come: what was stated of the end either stands or is in conflict.
    pub(super) fn finished(&mut self, at: Option<Micros>) {
        self.mark(Milestone::T7, at);
        if self.stated_outcome.is_some_and(|stated| self.outcome() != Some(stated)) {
            self.notes.add(NoteCode::OutcomeConflict);
        }
    }

    /// Notes what the end of the body shows: a marker that is missing, a break after the end.
    pub(super) fn note_the_end(&mut self, how: CloseKind) {
        let spec = self.dialect.map(crate::dialect::DialectId::spec);
        if self.finish.is_some() && !self.end_marker && spec.is_some_and(|spec| spec.end_marker.is_some()) {
            self.notes.add(NoteCode::EndMarkerMissing);
        }
        if (self.finish.is_none() || self.open_choices > 0)
            && self.end_marker
            && !self.has_stream_error()
            && spec.is_some_and(|spec| spec.has_finish)
        {
            self.notes.add(NoteCode::FinishMissing);
        }
        if how == CloseKind::Broken && (self.whole_finish().is_some() || self.end_marker) {
            self.notes.add(NoteCode::ConnectionErrorAfterEnd);
        }
        let ended_well = matches!(self.outcome(), Some(Outcome::Completed | Outcome::Incomplete));
        if ended_well && self.visible_chars > 0 && self.speed().visible_tokens == Some(0) {
            self.notes.add(NoteCode::UsageConflict);
        }
        if self.first_text.is_some() && self.text_reads < 3 && !self.untimed {
            self.notes.add(NoteCode::FewTextReads);
        }
    }
}

const fn of_finish(kind: FinishKind) -> Outcome {
    match kind {
        FinishKind::Completed => Outcome::Completed,
        FinishKind::Incomplete => Outcome::Incomplete,
        FinishKind::Error => Outcome::Error,
    }
}
