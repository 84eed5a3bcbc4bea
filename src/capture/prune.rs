use std::{
    fs::{self, File},
    io::{self, BufReader},
    path::{Path, PathBuf},
};

use jiff::Timestamp;

use super::{
    encode::VERSION,
    error::CaptureError,
    lines::{Lines, Next},
    object::Object,
    reader::parse,
    whole_file::quoted,
};

/// A capture that is past its own expiry.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Expired {
    /// Where it is.
    pub path: PathBuf,
    /// When it expired.
    pub expires_at: Timestamp,
}

/// Finds the captures of a directory that are past their own expiry: regular files that start with
/// the header of a capture which names a moment before `now`. Links are not followed; directories
/// are entered only when `recursive`. In order of path.
///
/// # Errors
/// When the directory cannot be read. A file that cannot be read is passed over: it is not known
/// to be ours.
pub fn expired(dir: &Path, recursive: bool, now: Timestamp) -> Result<Vec<Expired>, CaptureError> {
    let mut found = Vec::new();
    let mut left = vec![dir.to_path_buf()];
    while let Some(dir) = left.pop() {
        let failed = |source| CaptureError::Read { name: quoted(&dir), source };
        for entry in fs::read_dir(&dir).map_err(failed)? {
            let entry = entry.map_err(failed)?;
            let kind = entry.file_type().map_err(failed)?;
            let path = entry.path();
            if kind.is_dir() && recursive {
                left.push(path);
            } else if kind.is_file()
                && let Some(expires_at) = expiry_of(&path).filter(|at| *at <= now)
            {
                found.push(Expired { path, expires_at });
            }
        }
    }
    found.sort_by(|a, b| a.path.cmp(&b.path));
    Ok(found)
}

/// Removes one expired capture.
///
/// # Errors
/// When it cannot be removed.
pub fn remove(expired: &Expired) -> Result<(), CaptureError> {
    match fs::remove_file(&expired.path) {
        Ok(()) => Ok(()),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
        Err(source) => Err(CaptureError::Write { name: quoted(&expired.path), source }),
    }
}

/// The expiry that a file's header names, if the file is a capture and has one.
fn expiry_of(path: &Path) -> Option<Timestamp> {
    /// No header of ours is near this long.
    const LONGEST_HEADER: usize = 1 << 20;
    let mut lines = Lines::with_longest(BufReader::new(File::open(path).ok()?), LONGEST_HEADER);
    let Ok(Next::Line { text, .. }) = lines.next() else { return None };
    let json = parse(text).ok()?;
    let fields = Object::of(&json)?;
    let ours = fields.u64("streamfall").ok()? == Some(VERSION) && fields.text("content").ok()?.is_some();
    ours.then(|| fields.time("expires_at").ok().flatten()).flatten()
}
