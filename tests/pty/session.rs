//! A program in a pseudo terminal.

use std::{
    io::{Read, Write},
    num::NonZero,
    sync::{Arc, Condvar, Mutex},
    time::{Duration, Instant},
};

use portable_pty::{Child, CommandBuilder, MasterPty, NativePtySystem, PtySize, PtySystem};
use rustix::process::{Pid, Signal, kill_process};

/// Long enough for any machine; nothing waits for it unless it fails.
pub const PATIENCE: Duration = Duration::from_secs(60);

/// What the terminal has received.
pub struct Received {
    pub screen: vt100::Parser,
    pub raw: Vec<u8>,
    pub ended: bool,
}

fn cells(count: u16) -> NonZero<u16> {
    NonZero::new(count).expect("a size")
}

/// A program in a pseudo terminal.
pub struct Session {
    pub child: Box<dyn Child + Send + Sync>,
    pub master: Box<dyn MasterPty + Send>,
    pub keys: Box<dyn Write + Send>,
    pub received: Arc<(Mutex<Received>, Condvar)>,
    before: String,
}

impl Session {
    pub fn start(size: (u16, u16), arguments: &[&str], variables: &[(&str, &str)]) -> Self {
        let mut command = CommandBuilder::new(env!("CARGO_BIN_EXE_streamfall"));
        command.args(arguments);
        Self::command(size, command, variables)
    }

    pub fn command((cols, rows): (u16, u16), mut command: CommandBuilder, variables: &[(&str, &str)]) -> Self {
        command.env_clear();
        for (name, value) in
            [("TERM", "xterm-256color"), ("COLORTERM", "truecolor"), ("LANG", "C.UTF-8"), ("PATH", "/usr/bin:/bin")]
        {
            command.env(name, value);
        }
        for (name, value) in variables {
            command.env(name, value);
        }
        let size = PtySize { rows, cols, pixel_width: 0, pixel_height: 0 };
        let pair = NativePtySystem::default().openpty(size).expect("a pseudo terminal");
        let before = format!("{:?}", pair.master.get_termios());
        let child = pair.slave.spawn_command(command).expect("the program starts");
        drop(pair.slave);
        let received =
            Received { screen: vt100::Parser::new(cells(rows), cells(cols), 0), raw: Vec::new(), ended: false };
        let received = Arc::new((Mutex::new(received), Condvar::new()));
        let mut output = pair.master.try_clone_reader().expect("a reader");
        let shared = Arc::clone(&received);
        std::thread::spawn(move || {
            let mut buffer = [0; 4_096];
            loop {
                let count = output.read(&mut buffer).unwrap_or(0);
                let mut received = shared.0.lock().expect("no test thread panicked");
                received.screen.process(&buffer[..count]);
                received.raw.extend_from_slice(&buffer[..count]);
                received.ended |= count == 0;
                shared.1.notify_all();
                if received.ended {
                    return;
                }
            }
        });
        let keys = pair.master.take_writer().expect("a writer");
        Self { child, master: pair.master, keys, received, before }
    }

    /// Lets a stopped program go on, again and again until it does: a signal that comes before the
    /// stop is lost.
    pub fn goes_on(&self, what: &str, wish: impl Fn(&Received) -> bool) {
        let deadline = Instant::now() + PATIENCE;
        let mut received = self.received.0.lock().expect("no test thread panicked");
        while !wish(&received) {
            assert!(Instant::now() < deadline, "never came: {what}\n{}", received.screen.screen().contents());
            self.signal(Signal::CONT);
            let pause = Duration::from_millis(100);
            received = self.received.1.wait_timeout(received, pause).expect("no test thread panicked").0;
        }
    }

    pub fn press(&mut self, keys: &str) {
        self.keys.write_all(keys.as_bytes()).and_then(|()| self.keys.flush()).expect("keys are taken");
    }

    /// Waits until what was received is as wished.
    pub fn until(&self, what: &str, wish: impl Fn(&Received) -> bool) {
        let deadline = Instant::now() + PATIENCE;
        let mut received = self.received.0.lock().expect("no test thread panicked");
        while !wish(&received) {
            let left = deadline.saturating_duration_since(Instant::now());
            assert!(!left.is_zero(), "never came: {what}\n{}", received.screen.screen().contents());
            received = self.received.1.wait_timeout(received, left).expect("no test thread panicked").0;
        }
    }

    /// Waits until the screen shows a text.
    pub fn shows(&self, text: &str) {
        self.until(text, |received| received.screen.screen().contents().contains(text));
    }

    pub fn resize(&self, cols: u16, rows: u16) {
        let size = PtySize { rows, cols, pixel_width: 0, pixel_height: 0 };
        self.received.0.lock().expect("no test thread panicked").screen.screen_mut().set_size(cells(rows), cells(cols));
        self.master.resize(size).expect("resized");
    }

    pub fn signal(&self, signal: Signal) {
        let pid = self.child.process_id().and_then(|pid| i32::try_from(pid).ok()).and_then(Pid::from_raw);
        kill_process(pid.expect("a process"), signal).expect("the signal is sent");
    }

    pub fn raw_count(&self) -> usize {
        self.received.0.lock().expect("no test thread panicked").raw.len()
    }

    /// Waits for the end. Gives the exit code and everything that was written, and proves that the
    /// terminal is as it was.
    pub fn ends(mut self) -> (u32, String) {
        self.until("the end", |received| received.ended);
        let code = self.child.wait().expect("the program ended").exit_code();
        assert_eq!(format!("{:?}", self.master.get_termios()), self.before, "the terminal's mode");
        let received = self.received.0.lock().expect("no test thread panicked");
        let screen = received.screen.screen();
        assert!(!screen.alternate_screen(), "the alternate screen was left");
        assert!(!screen.hide_cursor(), "the cursor is back");
        assert!(!screen.bracketed_paste(), "pasted text is plain again");
        assert_eq!(screen.mouse_protocol_mode(), vt100::MouseProtocolMode::None, "the mouse is free");
        (code, String::from_utf8_lossy(&received.raw).into_owned())
    }
}
