//! The server: writes events on a schedule, with the moment of the write inside each.
//!
//! It lives in a thread of the measuring process; every client is a process of its own.

use std::{
    io::{self, BufRead, BufReader, Write},
    net::{Shutdown, SocketAddr, TcpListener, TcpStream},
    sync::{Arc, Mutex, PoisonError},
    thread,
    time::Duration,
};

use super::clock;

/// The wait before the first event, so that every client has settled.
const SETTLE: u64 = 200_000_000;

/// Where the milestones lie after the request came, in nanoseconds: headers, first event, first reasoning, first
/// text, close.
pub const MILESTONES: [u64; 5] = [20_000_000, 35_000_000, 55_000_000, 80_000_000, 110_000_000];

/// A server on a port of its own.
pub struct Server {
    /// Where it listens.
    pub address: SocketAddr,
    stamps: Arc<Mutex<Vec<u64>>>,
}

impl Server {
    /// Starts it.
    pub fn start() -> io::Result<Self> {
        let listener = TcpListener::bind(("127.0.0.1", 0))?;
        let address = listener.local_addr()?;
        let stamps = Arc::new(Mutex::new(Vec::new()));
        let kept = Arc::clone(&stamps);
        thread::spawn(move || {
            for stream in listener.incoming().map_while(Result::ok) {
                // A client that has gone away is no concern of the next one.
                let _ = serve(stream, &kept);
            }
        });
        Ok(Self { address, stamps })
    }

    /// A stream of so many events, so many a second.
    pub fn stream(&self, rate: u32, count: u32) -> String {
        format!("http://{}/rate/{rate}/{count}/v1/chat/completions", self.address)
    }

    /// A stream with [`MILESTONES`].
    pub fn milestones(&self) -> String {
        format!("http://{}/milestones/v1/chat/completions", self.address)
    }

    /// A response whose body never comes.
    pub fn silence(&self) -> String {
        format!("http://{}/silence/v1/chat/completions", self.address)
    }

    /// The moments at which the last milestones were written.
    pub fn last_milestones(&self) -> Vec<u64> {
        self.stamps.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }
}

fn serve(mut stream: TcpStream, stamps: &Mutex<Vec<u64>>) -> io::Result<()> {
    stream.set_nodelay(true)?;
    let target = read_request(&stream)?;
    let asked = clock::now();
    let mut parts = target.split('/').skip(1);
    match (parts.next(), parts.next(), parts.next()) {
        (Some("rate"), Some(rate), Some(count)) => {
            write_headers(&mut stream)?;
            at_a_rate(&mut stream, asked, number(rate)?, number(count)?)?;
        }
        (Some("milestones"), ..) => {
            let written = milestones(&mut stream, asked)?;
            *stamps.lock().unwrap_or_else(PoisonError::into_inner) = written;
        }
        _ => {
            write_headers(&mut stream)?;
            // Until the client goes away.
            io::copy(&mut stream, &mut io::sink())?;
        }
    }
    stream.shutdown(Shutdown::Write)
}

fn number(text: &str) -> io::Result<u64> {
    text.parse().map_err(io::Error::other)
}

/// Reads a request to its end and gives its target.
fn read_request(stream: &TcpStream) -> io::Result<String> {
    let mut reader = BufReader::new(stream);
    let mut target = String::new();
    let mut body = 0;
    loop {
        let mut line = String::new();
        if reader.read_line(&mut line)? == 0 || line.trim().is_empty() {
            break;
        }
        if target.is_empty() {
            line.split(' ').nth(1).unwrap_or_default().clone_into(&mut target);
        } else if let Some((name, value)) = line.split_once(':')
            && name.eq_ignore_ascii_case("content-length")
        {
            body = number(value.trim())?;
        }
    }
    io::copy(&mut io::Read::take(reader, body), &mut io::sink())?;
    Ok(target)
}

fn write_headers(stream: &mut TcpStream) -> io::Result<()> {
    stream.write_all(
        b"HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\ntransfer-encoding: chunked\r\nconnection: close\r\n\r\n",
    )
}

fn at_a_rate(stream: &mut TcpStream, asked: u64, rate: u64, count: u64) -> io::Result<()> {
    for i in 0..count {
        sleep_until(asked + SETTLE + i * 1_000_000_000 / rate);
        write_event(stream, r#"{"content":" word"}"#, "null")?;
    }
    end(stream)
}

fn milestones(stream: &mut TcpStream, asked: u64) -> io::Result<Vec<u64>> {
    let [headers, first, reasoning, text, close] = MILESTONES.map(|after| asked + after);
    let mut written = Vec::new();
    sleep_until(headers);
    written.push(clock::now());
    write_headers(stream)?;
    for (at, delta) in [
        (first, r#"{"role":"assistant","content":""}"#),
        (reasoning, r#"{"reasoning_content":"so"}"#),
        (text, r#"{"content":" word"}"#),
    ] {
        sleep_until(at);
        written.push(write_event(stream, delta, "null")?);
    }
    write_event(stream, "{}", r#""stop""#)?;
    write_chunk(stream, "data: [DONE]\n\n")?;
    sleep_until(close);
    written.push(clock::now());
    stream.write_all(b"0\r\n\r\n")?;
    Ok(written)
}

fn end(stream: &mut TcpStream) -> io::Result<()> {
    write_event(stream, "{}", r#""stop""#)?;
    write_chunk(stream, "data: [DONE]\n\n")?;
    stream.write_all(b"0\r\n\r\n")
}

/// Writes one event with the moment just before the write, and gives that moment.
fn write_event(stream: &mut TcpStream, delta: &str, finish: &str) -> io::Result<u64> {
    let sent = clock::now();
    let event = format!(
        "data: {{\"id\":\"chatcmpl-1\",\"object\":\"chat.completion.chunk\",\"created\":1767225600,\"model\":\"gpt-5.1\",\
         \"choices\":[{{\"index\":0,\"delta\":{delta},\"finish_reason\":{finish}}}],\"sent_ns\":{sent}}}\n\n"
    );
    write_chunk(stream, &event)?;
    Ok(sent)
}

/// One chunk in one write: one segment on the wire.
fn write_chunk(stream: &mut TcpStream, text: &str) -> io::Result<()> {
    stream.write_all(format!("{:x}\r\n{text}\r\n", text.len()).as_bytes())
}

fn sleep_until(moment: u64) {
    thread::sleep(Duration::from_nanos(moment.saturating_sub(clock::now())));
}
