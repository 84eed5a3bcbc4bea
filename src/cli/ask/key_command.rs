//! The program that prints the key. It may wait for a person, but not for ever, and print no flood.

use std::{
    io::{self, Read},
    process::{Child, ChildStdout, Command, ExitStatus, Stdio},
    sync::mpsc,
    thread,
    time::{Duration, Instant},
};

use super::{Exit, Failure, usage};
use crate::wire::read_words;

/// How long a person may take for a passphrase.
const PATIENCE: Duration = Duration::from_secs(60);

/// No key and nothing that comes with it is longer.
const MOST_BYTES: u64 = 64 * 1024;

/// How often to look whether a program that has closed its output has ended too.
const LOOK: Duration = Duration::from_millis(5);

/// The first line of what the program prints, within a minute, or `max_time` where that is shorter.
///
/// # Errors
/// When it cannot be run, prints too much or nothing, fails, or takes too long: then it is killed.
pub fn first_line(words: &[String], max_time: Option<Duration>) -> Result<String, Failure> {
    let [program, arguments @ ..] = words else {
        return Err(usage("ask: key_command is empty; name the program that prints the key".to_owned()));
    };
    let limit = max_time.map_or(PATIENCE, |longest| longest.min(PATIENCE));
    let deadline = Instant::now() + limit;
    let mut child = Command::new(program)
        .args(arguments)
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .spawn()
        .map_err(|error| usage(format!("ask: cannot run key_command '{program}': {}", read_words(&error))))?;
    let ended = end(&mut child, deadline);
    if !matches!(ended, Ended::Itself(..)) {
        // It may have ended meanwhile.
        let _ = child.kill();
        let _ = child.wait();
    }
    match ended {
        Ended::Itself(output, status) => {
            let first = String::from_utf8(output).ok().and_then(|text| text.lines().next().map(str::to_owned));
            first
                .filter(|key| status.success() && !key.trim().is_empty())
                .ok_or_else(|| usage(format!("ask: key_command '{program}' gave no key ({status}); try it by itself")))
        }
        Ended::TooLong => {
            Err(usage(format!("ask: key_command '{program}' printed more than 64 KiB; it must print the key and end")))
        }
        Ended::TooLate => {
            let hint = if limit < PATIENCE { "--max-time gives it longer" } else { "try it by itself" };
            let seconds = limit.as_secs_f64();
            let sentence = format!("ask: key_command '{program}' did not end within {seconds} s; {hint}");
            Err(Failure::new(Exit::Timeout, sentence))
        }
    }
}

/// How the program ended.
enum Ended {
    /// By itself, with what it printed.
    Itself(Vec<u8>, ExitStatus),
    /// Not at all: it printed too much.
    TooLong,
    /// Not at all: its time ran out.
    TooLate,
}

/// Waits for the end of the program, of its output or of its time.
fn end(child: &mut Child, deadline: Instant) -> Ended {
    let output = child.stdout.take().map(read_beside);
    let left = deadline.saturating_duration_since(Instant::now());
    let read = output.map_or(Ok(Ok(Vec::new())), |output| output.recv_timeout(left));
    let bytes = match read {
        Ok(Ok(bytes)) if bytes.len() as u64 > MOST_BYTES => return Ended::TooLong,
        Ok(read) => read.unwrap_or_default(),
        Err(_) => return Ended::TooLate,
    };
    loop {
        match child.try_wait() {
            Ok(Some(status)) => return Ended::Itself(bytes, status),
            Ok(None) if Instant::now() < deadline => thread::sleep(LOOK),
            _ => return Ended::TooLate,
        }
    }
}

/// Reads the output on a thread of its own: what the program has started may hold it open for ever, and
/// then the thread is left behind.
fn read_beside(output: ChildStdout) -> mpsc::Receiver<io::Result<Vec<u8>>> {
    let (send, read) = mpsc::channel();
    thread::spawn(move || {
        let mut bytes = Vec::new();
        let done = output.take(MOST_BYTES + 1).read_to_end(&mut bytes).map(|_| bytes);
        let _ = send.send(done);
    });
    read
}

#[cfg(all(test, unix))]
mod tests {
    use std::time::Duration;

    use super::{Exit, first_line};

    fn of(command: &[&str], ms: Option<u64>) -> Result<String, (Exit, String)> {
        let words: Vec<_> = command.iter().map(|word| (*word).to_owned()).collect();
        first_line(&words, ms.map(Duration::from_millis)).map_err(|failure| (failure.exit, failure.sentence))
    }

    #[test]
    fn the_first_line_is_the_key_of_a_program_that_succeeds() {
        assert_eq!(of(&["printf", "one\\ntwo\\n"], None), Ok("one".to_owned()));
        for (script, why) in [("echo k; exit 3", "exit status: 3"), ("echo", "exit status: 0")] {
            let sentence = format!("ask: key_command 'sh' gave no key ({why}); try it by itself");
            assert_eq!(of(&["sh", "-c", script], None), Err((Exit::Usage, sentence)));
        }
    }

    #[test]
    fn a_program_without_an_end_is_given_up() {
        let late = |program: &str| {
            let why = "did not end within 0.05 s; --max-time gives it longer";
            Err((Exit::Timeout, format!("ask: key_command '{program}' {why}")))
        };
        assert_eq!(of(&["sleep", "1000"], Some(50)), late("sleep"));
        assert_eq!(of(&["sh", "-c", "echo k; exec >&-; exec sleep 1000"], Some(50)), late("sh"));
        assert_eq!(of(&["sh", "-c", "sleep 3 & exec sleep 1000"], Some(50)), late("sh"));
        let flood = "ask: key_command 'yes' printed more than 64 KiB; it must print the key and end";
        assert_eq!(of(&["yes", "k"], None), Err((Exit::Usage, flood.to_owned())));
    }
}
