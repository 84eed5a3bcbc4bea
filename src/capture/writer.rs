use std::{
    fs::{self, File, OpenOptions},
    io::{self, Write},
    path::Path,
};

use super::{
    encode,
    error::CaptureError,
    json::Json,
    safe::{SafeHeader, SafeLine, Summary},
    whole_file::{There, beside, create_new, quoted},
};
use crate::trace::{ContentKind, Header, Observation, Trace};

/// Writes a capture as it happens: each observation is on its way to the disk before the next one
/// comes, so that a crash loses at most the line being written.
pub struct Writer<W: Write = File> {
    out: W,
    name: String,
    content: ContentKind,
    request_ids: bool,
    /// For the summary in the last line.
    trace: Trace,
    line: Vec<u8>,
}

impl Writer<File> {
    /// Starts a capture in a new file, which only its owner may read: even metadata reveals how
    /// someone works. An existing file is replaced only with `force`, and then at once and as a
    /// whole: it is never half of each. A pipe is written to.
    ///
    /// # Errors
    /// When the file exists and is not to be replaced, when something else stands there (a folder, a
    /// link), or when it cannot be made or written.
    pub fn create(path: &Path, header: &Header, content: ContentKind, force: bool) -> Result<Self, CaptureError> {
        let name = quoted(path);
        let failed = |source: io::Error| match source.kind() {
            io::ErrorKind::AlreadyExists => CaptureError::Exists { name: quoted(path) },
            _ => CaptureError::Write { name: quoted(path), source },
        };
        let at_once = match There::at(path) {
            There::Other(what) => return Err(CaptureError::NotAFile { name, what }),
            There::Stream => Some(OpenOptions::new().write(true).open(path)),
            There::File | There::Nothing if force => None,
            There::File | There::Nothing => Some(create_new(path, true)),
        };
        if let Some(file) = at_once {
            return Self::start(file.map_err(failed)?, name, header, content);
        }
        let beside = beside(path);
        let file = create_new(&beside, true).map_err(failed)?;
        let writer = Self::start(file, name.clone(), header, content);
        let placed = writer.and_then(|writer| match fs::rename(&beside, path) {
            Ok(()) => Ok(writer),
            Err(source) => Err(CaptureError::Write { name, source }),
        });
        if placed.is_err() {
            let _ = fs::remove_file(&beside);
        }
        placed
    }
}

impl<W: Write> Writer<W> {
    /// Starts a capture in anything that takes bytes; `name` is for error sentences.
    ///
    /// # Errors
    /// When the header cannot be written.
    pub fn start(out: W, name: impl Into<String>, header: &Header, content: ContentKind) -> Result<Self, CaptureError> {
        let mut writer = Self {
            out,
            name: name.into(),
            content,
            request_ids: header.request_ids,
            trace: Trace::new(&header.request),
            line: Vec::new(),
        };
        let safe = SafeHeader::of(header);
        let raw = match content {
            ContentKind::None => Json::Null,
            ContentKind::Full => encode::raw_of_header(header),
        };
        writer.put(&encode::header(&safe, content, raw))?;
        Ok(writer)
    }

    /// Writes one observation and flushes it.
    ///
    /// # Errors
    /// When it cannot be written. What was written before stays readable.
    pub fn write(&mut self, observation: &Observation) -> Result<(), CaptureError> {
        self.trace.apply(observation);
        let summary = Summary { outcome: self.trace.outcome(), usage: self.trace.usage };
        let safe = SafeLine::of(observation, summary, self.request_ids);
        let raw = match self.content {
            ContentKind::None => Json::Null,
            ContentKind::Full => encode::raw_of(observation),
        };
        self.put(&encode::line(&safe, raw))
    }

    /// Flushes what is left and gives the output back.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn finish(mut self) -> Result<W, CaptureError> {
        match self.out.flush() {
            Ok(()) => Ok(self.out),
            Err(source) => Err(CaptureError::Write { name: self.name, source }),
        }
    }

    fn put(&mut self, json: &Json<'_>) -> Result<(), CaptureError> {
        self.line.clear();
        let written = serde_json::to_writer(&mut self.line, json).map_err(io::Error::from).and_then(|()| {
            self.line.push(b'\n');
            self.out.write_all(&self.line)?;
            self.out.flush()
        });
        written.map_err(|source| CaptureError::Write { name: self.name.clone(), source })
    }
}
