use std::{io::Write, path::Path};

use jiff::Timestamp;

use super::{WholeFile, error::CaptureError, writer::Writer};
use crate::trace::{ContentKind, Header, Recording};

/// Writes a customer-safe capture of a recording, whatever it was read from. Request ids go too.
///
/// # Errors
/// When it cannot be written; then there is none.
pub fn redact(
    recording: &Recording,
    path: &Path,
    expires_at: Option<Timestamp>,
    force: bool,
) -> Result<(), CaptureError> {
    save(recording, &safe_header(recording, expires_at), ContentKind::None, path, force)
}

/// The same into anything that takes bytes; `name` is for error sentences.
///
/// # Errors
/// When it cannot be written.
pub fn redact_to(
    recording: &Recording,
    out: impl Write,
    name: &str,
    expires_at: Option<Timestamp>,
) -> Result<(), CaptureError> {
    write(recording, &safe_header(recording, expires_at), ContentKind::None, out, name).map(drop)
}

/// Writes a capture of a whole recording under a header, which only its owner may read.
///
/// # Errors
/// When it cannot be written; then there is none.
pub fn save(
    recording: &Recording,
    header: &Header,
    content: ContentKind,
    path: &Path,
    force: bool,
) -> Result<(), CaptureError> {
    let file = WholeFile::create(path, force, true)?;
    let name = file.name().to_owned();
    write(recording, header, content, file, &name)?.finish()
}

fn safe_header(recording: &Recording, expires_at: Option<Timestamp>) -> Header {
    let mut header = (*recording.header).clone();
    header.request_ids = false;
    header.expires_at = expires_at.or(header.expires_at);
    header
}

fn write<W: Write>(
    recording: &Recording,
    header: &Header,
    content: ContentKind,
    out: W,
    name: &str,
) -> Result<W, CaptureError> {
    let mut writer = Writer::start(out, name, header, content)?;
    recording.observations().iter().try_for_each(|observation| writer.write(observation))?;
    writer.finish()
}
