use std::path::Path;

use jiff::Timestamp;

use super::{error::CaptureError, writer::Writer};
use crate::trace::{ContentKind, Recording};

/// Writes a customer-safe capture of a recording, whatever it was read from. Request ids go too.
///
/// # Errors
/// When it cannot be written.
pub fn redact(
    recording: &Recording,
    path: &Path,
    expires_at: Option<Timestamp>,
    force: bool,
) -> Result<(), CaptureError> {
    let mut header = (*recording.header).clone();
    header.request_ids = false;
    header.expires_at = expires_at.or(header.expires_at);
    let mut writer = Writer::create(path, &header, ContentKind::None, force)?;
    recording.observations().iter().try_for_each(|observation| writer.write(observation))?;
    writer.finish().map(drop)
}
