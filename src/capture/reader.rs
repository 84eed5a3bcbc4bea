use std::io::BufRead;

use super::{
    decode::{self, Decoder, Line},
    encode::VERSION,
    error::{CaptureError, FieldError},
    json::Json,
    lines::{LONGEST, Lines, Next},
    object::Object,
    plain_event::plain_event,
    safe::Summary,
    stated::state,
};
use crate::{
    dialect::Hints,
    timeline::{Micros, NoteCode},
    trace::{ContentKind, Header, Observation, Recording, Reread, What},
};

/// Reads a capture of our own, one line at a time. A file that was cut anywhere after its header is
/// read up to the cut and noted as such.
///
/// # Errors
/// When the file cannot be read, is of an unknown version, or a line is not what it should be.
pub(super) fn read_capture<R: BufRead>(name: &str, input: R, keep_content: bool) -> Result<Recording, CaptureError> {
    let mut reader = Reader { name, lines: Lines::new(input) };
    let header = reader.header()?;
    let mut decoder = Decoder { request_ids: header.request_ids, ..Decoder::default() };
    let mut recording = Recorder::new(header, keep_content);
    let mut noted_late = false;
    while let Some(line) = reader.line(&mut decoder)? {
        // Nothing comes after t7; our own notes of a whole file do.
        let is_late = recording.finished && !matches!(line, Line::Known(Observation { what: What::Note(_), .. }, _));
        if is_late && !noted_late {
            recording.take(note(NoteCode::OrderBroken));
        }
        noted_late |= is_late;
        match line {
            Line::Known(observation, summary) => {
                if matches!(observation.what, What::Finished) {
                    recording.push_dialect();
                    state(&mut recording.recording, summary);
                }
                recording.take(observation);
            }
            Line::Unknown => recording.unknown += 1,
        }
    }
    Ok(recording.finish())
}

struct Reader<'n, R> {
    name: &'n str,
    lines: Lines<R>,
}

impl<R: BufRead> Reader<'_, R> {
    fn header(&mut self) -> Result<Header, CaptureError> {
        let name = self.name.to_owned();
        let line = match self.lines.next() {
            Ok(Next::Line { text, .. }) => parse(text),
            Ok(Next::TooLong { number }) => return Err(too_long(self.name, number)),
            Ok(Next::End) => Err("the file is empty".to_owned()),
            Err(source) => return Err(CaptureError::Read { name, source }),
        };
        let json = line.map_err(|problem| CaptureError::NotJson { name: name.clone(), line: 1, problem })?;
        let field = |problem| CaptureError::Field { name: name.clone(), line: 1, problem };
        let fields = Object::of(&json).ok_or_else(|| CaptureError::NotJson {
            name: name.clone(),
            line: 1,
            problem: "it is something else".to_owned(),
        })?;
        match fields.u64("streamfall").map_err(field)? {
            Some(VERSION) => decode::header(fields).map_err(field),
            Some(version) => Err(CaptureError::Version { name, version }),
            None => Err(field(FieldError::new("streamfall", "as the format's version", None))),
        }
    }

    /// The next line; `None` at the end, or at a last line that was cut in the middle.
    fn line(&mut self, decoder: &mut Decoder) -> Result<Option<Line>, CaptureError> {
        loop {
            let (text, number, ended) = match self.lines.next() {
                Ok(Next::Line { text, number, ended }) => (text, number, ended),
                Ok(Next::TooLong { number }) => return Err(too_long(self.name, number)),
                Ok(Next::End) => return Ok(None),
                Err(source) => return Err(CaptureError::Read { name: self.name.to_owned(), source }),
            };
            if let Some(observation) = plain_event(text, &mut decoder.names) {
                return Ok(Some(Line::Known(observation, Summary::default())));
            }
            if text.trim_ascii().is_empty() {
                continue;
            }
            let json = match parse(text) {
                Ok(json) => json,
                Err(_) if !ended => return Ok(None),
                Err(problem) => {
                    return Err(CaptureError::NotJson { name: self.name.to_owned(), line: number, problem });
                }
            };
            let fields = Object::of(&json).ok_or_else(|| CaptureError::NotJson {
                name: self.name.to_owned(),
                line: number,
                problem: format!("it is {}", json.shown()),
            })?;
            let field = |problem| CaptureError::Field { name: self.name.to_owned(), line: number, problem };
            return decoder.line(fields).map(Some).map_err(field);
        }
    }
}

/// One line as JSON, or what is wrong with it in a few words.
pub(super) fn parse(text: &[u8]) -> Result<Json<'_>, String> {
    serde_json::from_slice(text).map_err(|error| {
        let text = error.to_string();
        // "at line 1 column 7": the line is the file's, and told beside it.
        text.replacen("at line 1 column", "at column", 1)
    })
}

fn too_long(name: &str, line: u64) -> CaptureError {
    CaptureError::LineTooLong { name: name.to_owned(), line, most: LONGEST }
}

/// The latest moment of a capture that is believed: a month after t0. What is later is a fault of
/// whoever wrote the file, and would leave no room on the axis for anything else.
const LATEST: Micros = Micros(30 * 24 * 3_600 * 1_000_000);

const fn note(code: NoteCode) -> Observation {
    Observation { at: None, what: What::Note(code) }
}

/// Collects the observations, reads kept events again with today's tables, and notes what is missing.
struct Recorder {
    recording: Recording,
    reread: Option<Reread>,
    /// The dialect as the capture has it, held back until the next event is read again.
    dialect: Option<Observation>,
    keep_content: bool,
    unknown: u32,
    finished: bool,
    noted_cut: bool,
}

impl Recorder {
    fn new(header: Header, keep_content: bool) -> Self {
        let hints = Hints { dialect: header.request.dialect, path: None };
        let reread = (header.content == ContentKind::Full).then(|| Reread::new(hints, keep_content));
        Self {
            recording: Recording::new(header),
            reread,
            dialect: None,
            keep_content,
            unknown: 0,
            finished: false,
            noted_cut: false,
        }
    }

    fn take(&mut self, mut observation: Observation) {
        if observation.at > Some(LATEST) {
            observation.at = None;
            self.recording.push(note(NoteCode::ImplausibleTime));
        }
        match &mut observation.what {
            What::Finished => self.finished = true,
            What::Note(NoteCode::CaptureCut) => self.noted_cut = true,
            What::Phase { duration, .. } if *duration > LATEST => {
                return self.recording.push(note(NoteCode::ImplausibleTime));
            }
            What::Event(event) => {
                if let (Some(reread), Some(content)) = (&mut self.reread, &event.content) {
                    let mut again = Vec::with_capacity(2);
                    reread.event(observation.at, event, content, &mut |observation| again.push(observation));
                    return self.take_again(again);
                }
                if !self.keep_content {
                    event.content = None;
                }
            }
            _ => {}
        }
        self.push_dialect();
        if self.reread.is_some() && matches!(observation.what, What::Dialect(_)) {
            self.dialect = Some(observation);
        } else {
            self.recording.push(observation);
        }
    }

    /// Takes an event that was read again. It may show its dialect by itself; then that counts.
    fn take_again(&mut self, again: Vec<Observation>) {
        if again.iter().any(|observation| matches!(observation.what, What::Dialect(_))) {
            self.dialect = None;
        }
        self.push_dialect();
        again.into_iter().for_each(|observation| self.recording.push(observation));
    }

    fn push_dialect(&mut self) {
        if let Some(dialect) = self.dialect.take() {
            self.recording.push(dialect);
        }
    }

    fn finish(mut self) -> Recording {
        self.push_dialect();
        for _ in 0..self.unknown {
            self.recording.push(note(NoteCode::UnknownObservations));
        }
        if !self.finished && !self.noted_cut {
            self.recording.push(note(NoteCode::CaptureCut));
        }
        self.recording
    }
}
