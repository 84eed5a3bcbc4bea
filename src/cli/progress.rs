//! A line on stderr that tells how long work takes, where somebody looks on.

use std::{
    convert::Infallible,
    io::{self, IsTerminal, Write},
    path::Path,
    sync::mpsc::{self, RecvTimeoutError, Sender},
    thread::{self, JoinHandle},
    time::{Duration, Instant},
};

use crate::wire::sanitize_line;

/// Work that is done sooner than this is not spoken of.
const PATIENCE: Duration = Duration::from_millis(500);
/// How often the line is written anew.
const PACE: Duration = Duration::from_millis(200);

/// The line, while the work goes on. It is taken away when this is dropped.
pub struct Progress(Option<(Sender<Infallible>, JoinHandle<()>)>);

impl Progress {
    /// Begins to tell of some work; silent unless stderr is a terminal.
    pub fn start(what: String) -> Self {
        if !io::stderr().is_terminal() {
            return Self(None);
        }
        let (sender, end) = mpsc::channel();
        Self(Some((sender, thread::spawn(move || tell(&what, &end, &mut io::stderr())))))
    }

    /// The same for reading a file, with its size.
    pub fn reading(file: &Path, name: &str) -> Self {
        let size = std::fs::metadata(file).map(|data| format!(", {} MB", data.len() >> 20)).unwrap_or_default();
        Self::start(format!("reading {name}{size}"))
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        if let Some((sender, thread)) = self.0.take() {
            drop(sender);
            let _ = thread.join();
        }
    }
}

/// Writes the line until the other end is gone, then takes it away.
fn tell(what: &str, end: &mpsc::Receiver<Infallible>, out: &mut impl Write) {
    let began = Instant::now();
    let mut wait = PATIENCE;
    let mut shown = false;
    loop {
        match end.recv_timeout(wait) {
            Ok(never) => match never {},
            Err(RecvTimeoutError::Timeout) => {
                // Nobody may be reading stderr; that is no reason to fail.
                let _ = write!(out, "\r\x1B[K{}", line(what, began.elapsed()));
                let _ = out.flush();
                (shown, wait) = (true, PACE);
            }
            Err(RecvTimeoutError::Disconnected) => break,
        }
    }
    if shown {
        let _ = write!(out, "\r\x1B[K");
        let _ = out.flush();
    }
}

fn line(what: &str, since: Duration) -> String {
    format!("streamfall: {} … {} s", sanitize_line(what), since.as_secs())
}

#[cfg(test)]
mod tests {
    use super::{Duration, line, mpsc, tell};

    #[test]
    fn the_line_says_what_is_done_and_for_how_long() {
        assert_eq!(line("reading 'a\u{1b}[2J', 40 MB", Duration::from_millis(3_900)).chars().next(), Some('s'));
        assert!(line("x", Duration::from_secs(3)).ends_with("x … 3 s"));
        assert!(!line("a\u{1b}[2J", Duration::ZERO).contains('\u{1b}'));
    }

    #[test]
    fn short_work_leaves_nothing_behind() {
        let (sender, end) = mpsc::channel();
        drop(sender);
        let mut out = Vec::new();
        tell("work", &end, &mut out);
        assert!(out.is_empty());
    }
}
