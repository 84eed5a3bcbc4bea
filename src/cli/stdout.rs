use std::{
    io::{self, ErrorKind, Write},
    path::Path,
};

/// Whether a path that was named for output is standard output.
pub fn is_stdout(path: &Path) -> bool {
    ["-", "/dev/stdout", "/dev/fd/1"].iter().any(|name| path.as_os_str() == *name)
}

/// Whether writing to standard output failed because nobody is there to read: the other end of its
/// pipe is closed, or its terminal has vanished.
pub fn reader_has_gone(error: &io::Error) -> bool {
    error.kind() == ErrorKind::BrokenPipe || terminal_vanished(error)
}

/// A terminal that vanished says EIO, and is no longer known as one, only as a device. A disk that says
/// EIO is broken, which is a fault to tell.
#[cfg(unix)]
fn terminal_vanished(error: &io::Error) -> bool {
    use std::{
        fs::File,
        os::{fd::AsFd, unix::fs::FileTypeExt},
    };
    let is_device = || {
        let file = io::stdout().as_fd().try_clone_to_owned().map(File::from);
        file.and_then(|file| file.metadata()).is_ok_and(|metadata| metadata.file_type().is_char_device())
    };
    error.raw_os_error() == Some(rustix::io::Errno::IO.raw_os_error()) && is_device()
}

#[cfg(not(unix))]
const fn terminal_vanished(_: &io::Error) -> bool {
    false
}

/// Standard output that goes silent when its reader has gone, as `head` does and a terminal that is closed.
#[derive(Debug, Default)]
pub struct Stdout {
    gone: bool,
}

impl Stdout {
    /// Writes a text and flushes it.
    ///
    /// # Errors
    /// Whatever the system says but that the reader has gone.
    pub fn print(&mut self, text: &str) -> io::Result<()> {
        if self.gone {
            return Ok(());
        }
        let mut out = io::stdout().lock();
        match out.write_all(text.as_bytes()).and_then(|()| out.flush()) {
            Err(error) if reader_has_gone(&error) => {
                self.gone = true;
                Ok(())
            }
            done => done,
        }
    }

    /// Whether the reader has gone.
    pub const fn is_gone(&self) -> bool {
        self.gone
    }
}
