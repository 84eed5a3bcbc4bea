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
    /// Starts a capture in a new file, which only its owner may read. An existing file is replaced
    /// only with `force`, and then at once and as a whole: it is never half of each.
    ///
    /// # Errors
    /// When the file exists and is not to be replaced, when something stands there that is no plain
    /// file (a device, a pipe, a link), or when it cannot be made or written.
    pub fn create(path: &Path, header: &Header, content: ContentKind, force: bool) -> Result<Self, CaptureError> {
        let name = quoted(path);
        if !force {
            let file = create_new(path).map_err(|source| match source.kind() {
                io::ErrorKind::AlreadyExists => CaptureError::Exists { name: name.clone() },
                _ => CaptureError::Write { name: name.clone(), source },
            })?;
            return Self::start(file, name, header, content);
        }
        if fs::symlink_metadata(path).is_ok_and(|there| !there.is_file()) {
            return Err(CaptureError::NotAFile { name });
        }
        let beside = path.with_file_name(format!(".streamfall-{}.part", uuid::Uuid::new_v4()));
        let file = create_new(&beside).map_err(|source| CaptureError::Write { name: name.clone(), source })?;
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

/// A path as it stands in a sentence.
pub(super) fn quoted(path: &Path) -> String {
    format!("'{}'", path.display())
}

/// A new file that only its owner may read: even metadata reveals how someone works.
fn create_new(path: &Path) -> io::Result<File> {
    let mut options = OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options.open(path)
}
