use super::{
    BodyKind, Observation, What,
    body::{self, Framing},
    witness::Witness,
};
use crate::{
    dialect::{DialectId, Hints, error_in_json},
    timeline::{CloseKind, Micros, NoteCode},
    wire::{Decompressor, Frame, NdjsonFramer, SseFramer},
};

/// The largest event that is kept, unless the user says otherwise.
pub const LARGEST_EVENT: usize = 64 << 20;

/// How a body is to be read.
#[derive(Clone, Debug)]
pub struct IntakeOptions {
    /// What is known of the dialect.
    pub hints: Hints,
    /// The response's content type, as sent.
    pub content_type: Option<String>,
    /// The response's content encoding, as sent.
    pub content_encoding: Option<String>,
    /// The response's status; `None` when the body comes without headers, as from a file.
    pub status: Option<u16>,
    /// Whether observations carry the content of events.
    pub keep_content: bool,
    /// The largest event that is kept, in bytes.
    pub largest_event: usize,
}

impl Default for IntakeOptions {
    fn default() -> Self {
        Self {
            hints: Hints::default(),
            content_type: None,
            content_encoding: None,
            status: None,
            keep_content: false,
            largest_event: LARGEST_EVENT,
        }
    }
}

type Sink<'a> = dyn FnMut(Observation) + 'a;

/// Turns the reads of one response body into observations: decompression, framing, tagging.
pub struct Intake {
    media_type: String,
    has_headers: bool,
    decompressor: Option<Decompressor>,
    /// Set when the content encoding cannot be undone.
    undecodable: bool,
    framer: Framer,
    witness: Witness,
    largest_event: usize,
    /// The first bytes, for the message of a body that is no stream.
    start: Vec<u8>,
    /// Stray text before any event: a body that is no stream, if no event follows.
    stray: Option<(Moment, String)>,
    /// Notes that are due with the first read.
    notes: Vec<NoteCode>,
    reads: u32,
    bytes: u64,
}

/// The stamp and index of a read.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Moment {
    pub(super) at: Option<Micros>,
    pub(super) read: u32,
}

enum Framer {
    /// Not decided yet: the reads so far, with their moments.
    Undecided(Vec<(Moment, Vec<u8>)>),
    Sse(SseFramer),
    Ndjson(NdjsonFramer),
    /// No stream: nothing is framed.
    None,
}

impl Intake {
    /// For a new body.
    pub fn new(options: IntakeOptions) -> Self {
        let media_type = body::media_type(options.content_type.as_deref().unwrap_or_default());
        let ok = options.status.is_none_or(|status| (200..300).contains(&status));
        let mut notes = Vec::new();
        let decompressor = match Decompressor::new(options.content_encoding.as_deref().unwrap_or_default()) {
            Ok(Some(decompressor)) => {
                notes.push(NoteCode::Compressed);
                Some(decompressor)
            }
            Ok(None) => None,
            Err(_) => {
                notes.push(NoteCode::UndecodableBody);
                None
            }
        };
        let undecodable = notes.contains(&NoteCode::UndecodableBody);
        Self {
            has_headers: options.status.is_some(),
            framer: if ok && !undecodable { Framer::Undecided(Vec::new()) } else { Framer::None },
            undecodable,
            decompressor,
            witness: Witness::new(options.hints, options.keep_content),
            largest_event: options.largest_event,
            start: Vec::new(),
            stray: None,
            media_type,
            notes,
            reads: 0,
            bytes: 0,
        }
    }

    /// Takes one read of the body, stamped when it returned. Reads are counted here.
    pub fn read(&mut self, at: Option<Micros>, bytes: &[u8], sink: &mut dyn FnMut(Observation)) {
        if bytes.is_empty() {
            return;
        }
        let moment = Moment { at, read: self.reads };
        self.reads = self.reads.saturating_add(1);
        self.give_notes(at, sink);
        let Some(mut decompressor) = self.decompressor.take() else {
            return self.decoded(moment, bytes, sink);
        };
        let result = decompressor.feed(bytes, &mut |piece| self.decoded(moment, piece, sink));
        if result.is_ok() {
            self.decompressor = Some(decompressor);
        } else {
            self.undecodable = true;
            self.framer = Framer::None;
            sink(Observation { at, what: What::Note(NoteCode::UndecodableBody) });
        }
    }

    /// The body ended, and this is how: [`Intake::end`], then the [`What::Closed`] with the totals.
    pub fn close(&mut self, at: Option<Micros>, how: CloseKind, sink: &mut dyn FnMut(Observation)) {
        self.end(at, sink);
        let (reads, bytes) = self.totals();
        sink(Observation { at, what: What::Closed { how, reads, bytes } });
    }

    /// What is still open is given, unterminated; then that no dialect was found, if none was; and if
    /// the body was no stream, what it is. For who has something to add before the [`What::Closed`],
    /// which is then given with [`Intake::totals`].
    pub fn end(&mut self, at: Option<Micros>, sink: &mut dyn FnMut(Observation)) {
        self.give_notes(at, sink);
        let moment = Moment { at, read: self.reads.saturating_sub(1) };
        if let Framer::Undecided(_) = self.framer
            && self.whole_json_line()
        {
            self.decide(Framing::Ndjson, at, sink);
        }
        let mut framer = std::mem::replace(&mut self.framer, Framer::None);
        match &mut framer {
            Framer::Sse(sse) => sse.finish(&mut |frame| self.frame(moment, frame, sink)),
            Framer::Ndjson(ndjson) => ndjson.finish(&mut |frame| self.frame(moment, frame, sink)),
            Framer::Undecided(_) | Framer::None => {}
        }
        if self.witness.events() > 0 && self.witness.dialect().is_none() {
            sink(Observation { at, what: What::Dialect(DialectId::Generic) });
        }
        if self.witness.events() == 0 && self.witness.comments() == 0 && !self.empty_stream() {
            self.no_stream(at, sink);
        }
    }

    /// Reads and bytes of the body so far, for the close.
    pub const fn totals(&self) -> (u32, u64) {
        (self.reads, self.bytes)
    }

    /// The dialect, once the stream has shown it.
    pub fn dialect(&self) -> Option<DialectId> {
        self.witness.dialect()
    }

    fn give_notes(&mut self, at: Option<Micros>, sink: &mut Sink<'_>) {
        for code in self.notes.drain(..) {
            sink(Observation { at, what: What::Note(code) });
        }
    }

    /// One line that is a whole JSON object of a dialect we know is a stream of one event.
    fn whole_json_line(&self) -> bool {
        body::is_ndjson(&self.media_type) && self.start.trim_ascii().first() == Some(&b'{')
    }

    fn decoded(&mut self, moment: Moment, bytes: &[u8], sink: &mut Sink<'_>) {
        self.bytes += bytes.len() as u64;
        if self.witness.events() == 0 && self.start.len() < body::KEPT {
            let room = body::KEPT - self.start.len();
            self.start.extend_from_slice(&bytes[..bytes.len().min(room)]);
        }
        if let Framer::Undecided(held) = &mut self.framer {
            held.push((moment, bytes.to_vec()));
            let decided = body::framing(&self.start, &self.media_type);
            let full = (self.start.len() >= body::KEPT).then(|| body::framing_of_long_start(&self.start));
            if let Some(framing) = decided.or(full) {
                self.decide(framing, moment.at, sink);
            }
        } else {
            self.framed(moment, bytes, sink);
        }
    }

    /// The framing is known: what was held goes through it, with the moments it came at.
    fn decide(&mut self, framing: Framing, at: Option<Micros>, sink: &mut Sink<'_>) {
        let framer = match framing {
            Framing::Sse => Framer::Sse(SseFramer::new(self.largest_event)),
            Framing::Ndjson => Framer::Ndjson(NdjsonFramer::new(self.largest_event)),
            Framing::None => Framer::None,
        };
        let Framer::Undecided(held) = std::mem::replace(&mut self.framer, framer) else { return };
        if self.has_headers && !body::is_expected(framing, &self.media_type) {
            sink(Observation { at, what: What::Note(NoteCode::ContentTypeUnexpected) });
        }
        for (moment, bytes) in held {
            self.framed(moment, &bytes, sink);
        }
    }

    fn framed(&mut self, moment: Moment, bytes: &[u8], sink: &mut Sink<'_>) {
        let mut framer = std::mem::replace(&mut self.framer, Framer::None);
        match &mut framer {
            Framer::Sse(sse) => sse.feed(bytes, &mut |frame| self.frame(moment, frame, sink)),
            Framer::Ndjson(ndjson) => ndjson.feed(bytes, &mut |frame| self.frame(moment, frame, sink)),
            Framer::Undecided(_) | Framer::None => {}
        }
        self.framer = framer;
    }

    fn frame(&mut self, moment: Moment, frame: Frame<'_>, sink: &mut Sink<'_>) {
        if let Frame::Stray(text) = frame {
            if self.witness.events() == 0 {
                let (_, held) = self.stray.get_or_insert_with(|| (moment, String::new()));
                if held.len() < body::KEPT {
                    held.extend([text, "\n"]);
                }
                return;
            }
            return self.witness.frame(moment, frame, sink);
        }
        if matches!(frame, Frame::Event(_) | Frame::Oversized { .. })
            && let Some((held_at, text)) = self.stray.take()
        {
            self.witness.frame(held_at, Frame::Stray(&text), sink);
        }
        self.witness.frame(moment, frame, sink);
    }

    /// Whether the headers promise a stream and nothing came against it: one that was cut before its first event.
    fn empty_stream(&self) -> bool {
        !self.undecodable
            && self.stray.is_none()
            && body::promises_stream(&self.media_type)
            && body::kind(&self.start, &self.media_type) == BodyKind::Empty
    }

    /// The body held no event: says what it is, with the message that a JSON error has.
    fn no_stream(&mut self, at: Option<Micros>, sink: &mut Sink<'_>) {
        let body = if self.undecodable { BodyKind::Binary } else { body::kind(&self.start, &self.media_type) };
        let text = String::from_utf8_lossy(&self.start);
        let message = match body {
            BodyKind::Json | BodyKind::JsonArray => error_in_json(&text).map(|error| error.message),
            BodyKind::Text => {
                text.lines().map(str::trim).find(|line| !line.is_empty()).map(|line| line.chars().take(200).collect())
            }
            _ => None,
        };
        sink(Observation { at, what: What::NotAStream { body, message: message.filter(|text| !text.is_empty()) } });
    }
}
