//! Starts a client as a process of its own and waits for what it leaves.

use std::{
    env, fs,
    io::{self, Read, Write},
    path::{Path, PathBuf},
    process::{Command, Stdio},
    thread,
    time::{Duration, Instant},
};

use portable_pty::{CommandBuilder, PtySize, native_pty_system};

use super::arrivals::{self, Arrival};

/// How long a client may take beyond its stream.
const PATIENCE: Duration = Duration::from_secs(120);

/// Who reads the stream.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Client {
    /// Streamfall, drawing.
    Screen,
    /// A bare loop over the same HTTP client.
    Bare,
    /// A blocking socket.
    Blocking,
    /// `curl -N`, read through a pipe.
    Curl,
    /// Python's httpx.
    Httpx,
    /// OpenAI's Python client.
    OpenAi,
}

impl Client {
    /// All of them, the floor and the limit first.
    pub const ALL: [Self; 6] = [Self::Screen, Self::Bare, Self::Blocking, Self::Curl, Self::Httpx, Self::OpenAi];

    /// As it stands in a table.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Screen => "Streamfall, screen drawing",
            Self::Bare => "bare reqwest loop (the floor)",
            Self::Blocking => "blocking socket (the limit)",
            Self::Curl => "`curl -N`, through a pipe",
            Self::Httpx => "Python httpx",
            Self::OpenAi => "Python openai",
        }
    }

    /// Whether it can be started here.
    pub fn is_here(self) -> bool {
        let answers = |command: &mut Command| {
            command.stdout(Stdio::null()).stderr(Stdio::null()).status().is_ok_and(|status| status.success())
        };
        match self {
            Self::Screen | Self::Bare | Self::Blocking => true,
            Self::Curl => answers(Command::new("curl").arg("--version")),
            Self::Httpx => answers(Command::new(python()).args(["-c", "import httpx"])),
            Self::OpenAi => answers(Command::new(python()).args(["-c", "import openai"])),
        }
    }

    /// Reads a stream to its end. Gives the arrivals and, from Streamfall, its milestones.
    pub fn read(self, url: &str) -> io::Result<(Vec<Arrival>, Vec<u64>)> {
        let folder = tempfile::tempdir()?;
        let out = folder.path().join("arrivals");
        match self {
            Self::Screen => on_a_terminal(&["screen", url, &out.to_string_lossy()], &out)?,
            Self::Bare => finish(myself()?.arg("bare").arg(url).arg(&out))?,
            Self::Blocking => finish(myself()?.arg("blocking").arg(url).arg(&out))?,
            Self::Curl => {
                let mut curl = Command::new("curl");
                curl.args(["-sN", "--noproxy", "*", "-d", super::clients::BODY]).arg(url).stdout(Stdio::piped());
                let mut curl = curl.spawn()?;
                let body = curl.stdout.take().ok_or_else(|| io::Error::other("no pipe"))?;
                finish(myself()?.arg("pipe").arg(&out).stdin(body))?;
                curl.wait()?;
            }
            Self::Httpx => finish(script().arg("httpx").arg(url).arg(&out))?,
            Self::OpenAi => finish(script().arg("openai").arg(url).arg(&out))?,
        }
        arrivals::load(&out)
    }
}

fn myself() -> io::Result<Command> {
    env::current_exe().map(Command::new)
}

/// The interpreter: `PYTHON` in the environment, for one in a virtual environment.
fn python() -> PathBuf {
    env::var_os("PYTHON").map_or_else(|| "python3".into(), PathBuf::from)
}

fn script() -> Command {
    let mut command = Command::new(python());
    command.arg(Path::new(env!("CARGO_MANIFEST_DIR")).join("benches/accuracy/clients.py"));
    command
}

fn finish(command: &mut Command) -> io::Result<()> {
    let status = command.status()?;
    if status.success() { Ok(()) } else { Err(io::Error::other(format!("{command:?}: {status}"))) }
}

/// Runs a role of this program on a terminal of 200×60, which is read as fast as it is written,
/// and leaves it with `q` once `out` is there.
fn on_a_terminal(args: &[&str], out: &Path) -> io::Result<()> {
    let mut command = CommandBuilder::new(env::current_exe()?);
    command.args(args);
    let mut terminal = Terminal::start(command)?;
    let started = Instant::now();
    while !fs::exists(out)? {
        if started.elapsed() > PATIENCE || terminal.has_ended() {
            return Err(io::Error::other(format!("{args:?} left nothing")));
        }
        thread::sleep(Duration::from_millis(20));
    }
    terminal.quit()
}

/// A program on a terminal.
pub struct Terminal {
    child: Box<dyn portable_pty::Child + Send + Sync>,
    keys: Box<dyn Write + Send>,
    /// Keeps the terminal open.
    _master: Box<dyn portable_pty::MasterPty + Send>,
    /// When each piece of the picture came, and how many bytes it had.
    drawn: std::sync::mpsc::Receiver<(Instant, usize)>,
}

impl Terminal {
    /// Starts a program on a terminal of 200×60.
    pub fn start(mut command: CommandBuilder) -> io::Result<Self> {
        let size = PtySize { rows: 60, cols: 200, pixel_width: 0, pixel_height: 0 };
        let pair = native_pty_system().openpty(size).map_err(io::Error::other)?;
        command.env("TERM", "xterm-256color");
        command.env("COLORTERM", "truecolor");
        let child = pair.slave.spawn_command(command).map_err(io::Error::other)?;
        let mut picture = pair.master.try_clone_reader().map_err(io::Error::other)?;
        let keys = pair.master.take_writer().map_err(io::Error::other)?;
        let (sender, drawn) = std::sync::mpsc::channel();
        thread::spawn(move || {
            let mut buffer = vec![0; 64 << 10];
            while let Ok(length @ 1..) = picture.read(&mut buffer) {
                let _ = sender.send((Instant::now(), length));
            }
        });
        Ok(Self { child, keys, _master: pair.master, drawn })
    }

    /// The process.
    pub fn process(&self) -> Option<u32> {
        self.child.process_id()
    }

    /// What was drawn since the last call.
    pub fn drawn(&self) -> Vec<(Instant, usize)> {
        self.drawn.try_iter().collect()
    }

    /// Types.
    pub fn press(&mut self, keys: &str) -> io::Result<()> {
        self.keys.write_all(keys.as_bytes())?;
        self.keys.flush()
    }

    fn has_ended(&mut self) -> bool {
        !matches!(self.child.try_wait(), Ok(None))
    }

    /// Leaves the program as a user does.
    pub fn quit(mut self) -> io::Result<()> {
        self.press("q")?;
        let status = self.child.wait()?;
        // 130: the request still ran, and was cancelled.
        let is_fine = status.success() || status.exit_code() == 130;
        if is_fine { Ok(()) } else { Err(io::Error::other(status.to_string())) }
    }
}
