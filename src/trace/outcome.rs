use super::Trace;
use crate::timeline::{CloseKind, Finish, FinishKind, NoteCode, Outcome, Tag};

impl Trace {
    /// How the request ended; `None` while it runs, or when the capture was cut before the end.
    ///
    /// An error in the stream outweighs everything after headers; a terminal marker outweighs how
    /// the connection closed after it. Where no marker came, what the source states by itself stands.
    pub fn outcome(&self) -> Option<Outcome> {
        match self.seen_outcome() {
            None | Some(Outcome::Truncated) => self.stated_outcome.or(self.seen_outcome()),
            seen => seen,
        }
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
        if self.headers.as_ref().is_some_and(|headers| !(200..300).contains(&headers.status)) {
            return Some(Outcome::HttpError);
        }
        if self.has_stream_error() {
            return Some(Outcome::Error);
        }
        if let Some(finish) = self.whole_finish() {
            return Some(of_finish(finish.kind()));
        }
        if self.end_marker {
            return Some(Outcome::Completed);
        }
        match close {
            CloseKind::Cancelled => Some(Outcome::Cancelled),
            CloseKind::Timeout(_) => Some(Outcome::Timeout),
            CloseKind::Eof | CloseKind::Broken if self.not_a_stream.is_some() => Some(Outcome::NotAStream),
            _ => Some(Outcome::Truncated),
        }
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

    pub(super) fn has_stream_error(&self) -> bool {
        self.error.is_some()
            || self.counts.by_tag[Tag::Error as usize] > 0
            || self.finish.is_some_and(|finish| finish.kind() == FinishKind::Error)
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
