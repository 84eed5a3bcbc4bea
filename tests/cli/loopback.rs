//! A loopback server that plays one answer by hand, and the built program against it.

use std::{
    io::{BufRead, BufReader, Read, Write},
    net::{TcpListener, TcpStream},
    path::Path,
    process::{Child, Command, Output, Stdio},
    thread::JoinHandle,
};

use serde_json::Value;

/// What the server saw of the one request it answers.
#[derive(Debug, Default)]
pub struct Seen {
    /// The request line and the headers, lower case.
    pub head: String,
    /// The body.
    pub body: Vec<u8>,
}

/// A server that takes one request and then does what it is told with the connection.
pub struct Loopback<T> {
    port: u16,
    thread: JoinHandle<T>,
}

impl<T: Send + 'static> Loopback<T> {
    /// Answers one request.
    pub fn answering(answer: impl FnOnce(Seen, &mut TcpStream) -> T + Send + 'static) -> Self {
        Self::accepting(move |mut stream| {
            let seen = read_request(&stream);
            answer(seen, &mut stream)
        })
    }

    /// Takes one connection and reads nothing.
    pub fn accepting(answer: impl FnOnce(TcpStream) -> T + Send + 'static) -> Self {
        let listener = TcpListener::bind(("127.0.0.1", 0)).expect("a port");
        let port = listener.local_addr().expect("an address").port();
        let thread = std::thread::spawn(move || answer(listener.accept().expect("a connection").0));
        Self { port, thread }
    }

    /// The address with a path.
    pub fn url(&self, path: &str) -> String {
        format!("http://127.0.0.1:{}{path}", self.port)
    }

    /// The same over TLS, which this server does not speak.
    pub fn tls_url(&self) -> String {
        format!("https://127.0.0.1:{}/", self.port)
    }

    /// What the answer gave when it was done.
    pub fn done(self) -> T {
        self.thread.join().expect("the server ran to its end")
    }
}

fn read_request(stream: &TcpStream) -> Seen {
    let mut reader = BufReader::new(stream);
    let mut seen = Seen::default();
    loop {
        let mut line = String::new();
        let length = reader.read_line(&mut line).expect("a request");
        if length == 0 || line == "\r\n" {
            break;
        }
        seen.head.push_str(&line.to_ascii_lowercase());
    }
    let length = seen.head.lines().find_map(|line| line.strip_prefix("content-length: ")?.trim().parse().ok());
    seen.body = vec![0; length.unwrap_or(0)];
    reader.read_exact(&mut seen.body).expect("the body");
    seen
}

/// The head of a response whose body ends with the connection.
pub fn head(status: &str, headers: &str) -> String {
    format!("HTTP/1.1 {status}\r\nConnection: close\r\n{headers}\r\n")
}

/// The head of an event stream.
pub fn stream_head() -> String {
    head("200 OK", "Content-Type: text/event-stream\r\n")
}

/// Waits until the client has closed the connection.
pub fn wait_for_close(stream: &mut TcpStream) {
    let mut rest = Vec::new();
    // A reset is a close too.
    let _ = stream.read_to_end(&mut rest);
}

/// Sends heartbeats until the client has closed the connection.
pub fn heartbeats_until_close(stream: &mut TcpStream) {
    while stream.write_all(b": ping\n\n").is_ok() {
        // The pace, not a wait for anything.
        std::thread::sleep(std::time::Duration::from_millis(10));
    }
}

/// The built program, without the environment's proxies.
pub fn streamfall(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_streamfall"));
    for proxy in ["http_proxy", "https_proxy", "all_proxy", "HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY"] {
        command.env_remove(proxy);
    }
    // Nobody's own configuration may change a test.
    command.env("STREAMFALL_CONFIG", "");
    command.args(arguments).stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

/// How the program ended, with its outputs.
pub struct Ran {
    pub code: Option<i32>,
    pub stdout: String,
    pub stderr: String,
}

impl Ran {
    fn of(output: Output) -> Self {
        Self {
            code: output.status.code(),
            stdout: String::from_utf8(output.stdout).expect("UTF-8"),
            stderr: String::from_utf8(output.stderr).expect("UTF-8"),
        }
    }

    /// The record on standard output.
    pub fn record(&self) -> Value {
        serde_json::from_str(&self.stdout).unwrap_or_else(|_| panic!("a record, not {}{}", self.stdout, self.stderr))
    }
}

/// Runs it to its end.
pub fn run(arguments: &[&str]) -> Ran {
    Ran::of(streamfall(arguments).output().expect("the program runs"))
}

/// Waits for one that was started.
pub fn wait(child: Child) -> Ran {
    Ran::of(child.wait_with_output().expect("the program ends"))
}

/// Reads the program's output up to a line that starts so.
pub fn read_until(child: &mut Child, start: &str) {
    let mut stdout = BufReader::new(child.stdout.as_mut().expect("piped"));
    let mut line = String::new();
    while !line.starts_with(start) {
        line.clear();
        assert!(stdout.read_line(&mut line).expect("a line") > 0, "no line starts with {start}");
    }
}

/// The lines of a capture, each of them JSON.
pub fn capture_lines(path: &Path) -> Vec<Value> {
    let text = std::fs::read_to_string(path).expect("a capture");
    assert!(text.ends_with('\n'), "the last line is whole");
    text.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect()
}
