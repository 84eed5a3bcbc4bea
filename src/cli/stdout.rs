use std::{
    io::{self, ErrorKind, Write},
    path::Path,
};

/// Whether a path that was named for output is standard output.
pub fn is_stdout(path: &Path) -> bool {
    ["-", "/dev/stdout", "/dev/fd/1"].iter().any(|name| path.as_os_str() == *name)
}

/// Standard output that goes silent when its reader has gone, as `head` does.
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
            Err(error) if error.kind() == ErrorKind::BrokenPipe => {
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
