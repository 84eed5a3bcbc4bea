//! A file that is there as a whole or not at all.

use std::{
    fs::{self, File, OpenOptions},
    io::{self, BufWriter, ErrorKind, Write},
    path::{Path, PathBuf},
};

use super::error::CaptureError;

/// Writes a file beside its place and puts it there when it is whole, so that a full disk leaves
/// nothing behind. A pipe or a terminal is written to as it comes.
#[derive(Debug)]
pub struct WholeFile {
    out: BufWriter<File>,
    name: String,
    /// What is still to be put in place.
    part: Option<Part>,
}

#[derive(Debug)]
struct Part {
    at: PathBuf,
    place: PathBuf,
    force: bool,
}

impl WholeFile {
    /// Starts a file; one that is there already is replaced only with `force`. Only its owner may
    /// read one that is private.
    ///
    /// # Errors
    /// When a file is there and is not to be replaced, when something else is there that is none, or
    /// when nothing can be written there.
    pub fn create(path: &Path, force: bool, private: bool) -> Result<Self, CaptureError> {
        let name = quoted(path);
        let failed = |source| CaptureError::Write { name: quoted(path), source };
        let (file, part) = match There::at(path) {
            There::Stream => (OpenOptions::new().write(true).open(path).map_err(failed)?, None),
            There::Other(what) => return Err(CaptureError::NotAFile { name, what }),
            There::File if !force => return Err(CaptureError::Exists { name }),
            There::File | There::Nothing => {
                let at = beside(path);
                let file = create_new(&at, private).map_err(failed)?;
                (file, Some(Part { at, place: path.to_owned(), force }))
            }
        };
        Ok(Self { out: BufWriter::new(file), name, part })
    }

    /// Writes a file that is in memory, as [`create`](Self::create) and [`finish`](Self::finish) do.
    ///
    /// # Errors
    /// As these.
    pub fn put(path: &Path, content: &[u8], force: bool, private: bool) -> Result<(), CaptureError> {
        let mut file = Self::create(path, force, private)?;
        match file.write_all(content) {
            Ok(()) => file.finish(),
            Err(source) => Err(CaptureError::Write { name: quoted(path), source }),
        }
    }

    /// Writes what is left and puts the file in its place.
    ///
    /// # Errors
    /// When it cannot be written, or another file was put there meanwhile. Nothing is left behind.
    pub fn finish(mut self) -> Result<(), CaptureError> {
        let done = self.out.flush().and_then(|()| match &self.part {
            Some(part) => part.put(),
            None => Ok(()),
        });
        match done {
            Ok(()) => {
                self.part = None;
                Ok(())
            }
            Err(source) if source.kind() == ErrorKind::AlreadyExists => {
                Err(CaptureError::Exists { name: self.name.clone() })
            }
            Err(source) => Err(CaptureError::Write { name: self.name.clone(), source }),
        }
    }

    /// How the file is called in a sentence.
    pub fn name(&self) -> &str {
        &self.name
    }
}

impl Write for WholeFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.out.write(bytes)
    }

    /// Does nothing: nobody reads the file before it is whole.
    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl Drop for WholeFile {
    fn drop(&mut self) {
        if let Some(part) = &self.part {
            let _ = fs::remove_file(&part.at);
        }
    }
}

impl Part {
    fn put(&self) -> io::Result<()> {
        if self.force {
            return fs::rename(&self.at, &self.place);
        }
        // A second name for the file, unlike a new one, never takes the place of another file.
        match fs::hard_link(&self.at, &self.place) {
            Ok(()) => {
                let _ = fs::remove_file(&self.at);
                Ok(())
            }
            Err(error) if error.kind() == ErrorKind::AlreadyExists => Err(error),
            // Not every file system has second names.
            Err(_) if fs::symlink_metadata(&self.place).is_ok() => Err(ErrorKind::AlreadyExists.into()),
            Err(_) => fs::rename(&self.at, &self.place),
        }
    }
}

/// What stands at a path.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum There {
    /// Nothing that can be seen.
    Nothing,
    /// A plain file.
    File,
    /// A pipe or a terminal, which is written to and never replaced.
    Stream,
    /// What is neither.
    Other(&'static str),
}

impl There {
    pub(super) fn at(path: &Path) -> Self {
        let Ok(there) = fs::symlink_metadata(path) else { return Self::Nothing };
        let target = fs::metadata(path).unwrap_or_else(|_| there.clone());
        if is_stream(&target) {
            Self::Stream
        } else if target.is_dir() {
            Self::Other("a folder")
        } else if there.is_symlink() {
            Self::Other("a link")
        } else if there.is_file() {
            Self::File
        } else {
            Self::Other("a device or a socket")
        }
    }
}

#[cfg(unix)]
fn is_stream(there: &fs::Metadata) -> bool {
    use std::os::unix::fs::FileTypeExt;
    there.file_type().is_fifo() || there.file_type().is_char_device()
}

#[cfg(not(unix))]
const fn is_stream(_: &fs::Metadata) -> bool {
    false
}

/// A path as it stands in a sentence.
pub(super) fn quoted(path: &Path) -> String {
    format!("'{}'", path.display())
}

/// A name for a file that is on its way to a path, in the same folder.
pub(super) fn beside(path: &Path) -> PathBuf {
    path.with_file_name(format!(".streamfall-{}.part", uuid::Uuid::new_v4()))
}

/// A new file. Only its owner may read one that is private.
pub(super) fn create_new(path: &Path, private: bool) -> io::Result<File> {
    let mut options = OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    if private {
        std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    }
    #[cfg(not(unix))]
    let _ = private;
    options.open(path)
}

#[cfg(test)]
mod tests {
    use std::{fs, io::Write, path::Path};

    use super::{CaptureError, There, WholeFile};

    fn names(folder: &Path) -> Vec<String> {
        let mut names: Vec<_> = fs::read_dir(folder)
            .expect("a folder")
            .map(|entry| entry.expect("an entry").file_name().to_string_lossy().into_owned())
            .collect();
        names.sort();
        names
    }

    #[test]
    fn it_stands_in_its_place_only_when_it_is_whole() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("out.md");
        let mut file = WholeFile::create(&path, false, false).expect("created");
        file.write_all(b"half").expect("written");
        assert!(!path.exists());
        drop(file);
        assert!(names(folder.path()).is_empty(), "nothing is left behind");
        let mut file = WholeFile::create(&path, false, false).expect("created");
        file.write_all(b"whole").expect("written");
        file.finish().expect("finished");
        assert_eq!(
            (fs::read_to_string(&path).expect("read").as_str(), names(folder.path())),
            ("whole", vec!["out.md".to_owned()])
        );
    }

    #[test]
    fn another_file_is_replaced_only_by_force_even_if_it_came_meanwhile() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("out.md");
        let late = WholeFile::create(&path, false, false).expect("created");
        fs::write(&path, "precious").expect("written");
        assert!(matches!(late.finish(), Err(CaptureError::Exists { .. })));
        assert!(matches!(WholeFile::create(&path, false, false), Err(CaptureError::Exists { .. })));
        assert_eq!(fs::read_to_string(&path).expect("read"), "precious");
        let mut file = WholeFile::create(&path, true, false).expect("created");
        file.write_all(b"new").expect("written");
        assert_eq!(fs::read_to_string(&path).expect("read"), "precious");
        file.finish().expect("finished");
        assert_eq!((fs::read_to_string(&path).expect("read").as_str(), names(folder.path()).len()), ("new", 1));
        assert!(matches!(WholeFile::create(folder.path(), true, false), Err(CaptureError::NotAFile { .. })));
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn a_full_device_is_written_to_and_never_replaced() {
        let path = Path::new("/dev/full");
        assert_eq!(There::at(path), There::Stream);
        let mut file = WholeFile::create(path, false, false).expect("opened");
        file.write_all(b"x").expect("buffered");
        let sentence = file.finish().expect_err("full").to_string();
        assert_eq!(sentence, "cannot write '/dev/full': the disk is full; make room, or name another place");
        assert_eq!(There::at(path), There::Stream, "it is still there");
    }
}
