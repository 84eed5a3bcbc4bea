//! The clients beside Streamfall: each does nothing but read and stamp.

use std::{
    error::Error,
    io::{self, Read, Write},
    net::TcpStream,
    path::Path,
};

use super::{
    arrivals::{self, Reads},
    clock,
};

/// What a request asks for.
pub const BODY: &str = r#"{"model":"gpt-5.1","stream":true,"messages":[]}"#;

/// The limit: a blocking socket of the standard library.
pub fn blocking(url: &str, out: &Path) -> Result<(), Box<dyn Error>> {
    let rest = url.strip_prefix("http://").ok_or("not http")?;
    let (host, path) = rest.split_once('/').ok_or("no path")?;
    let mut stream = TcpStream::connect(host)?;
    let length = BODY.len();
    write!(
        stream,
        "POST /{path} HTTP/1.1\r\nhost: {host}\r\ncontent-type: application/json\r\ncontent-length: {length}\r\n\r\n{BODY}"
    )?;
    read_all(&mut stream, out)
}

/// What comes through a pipe on standard input.
pub fn pipe(out: &Path) -> Result<(), Box<dyn Error>> {
    read_all(&mut io::stdin().lock(), out)
}

fn read_all(input: &mut dyn Read, out: &Path) -> Result<(), Box<dyn Error>> {
    let mut reads = Reads::default();
    let mut buffer = vec![0; 64 << 10];
    loop {
        let length = input.read(&mut buffer)?;
        let stamp = clock::now();
        if length == 0 {
            break;
        }
        reads.push(stamp, &buffer[..length]);
    }
    Ok(arrivals::save(out, &reads.arrivals(), &[])?)
}

/// The floor: the same HTTP client as Streamfall's in a loop on a current-thread runtime, with nothing else running.
pub fn bare(url: &str, out: &Path) -> Result<(), Box<dyn Error>> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    runtime.block_on(async {
        let _ = rustls::crypto::ring::default_provider().install_default();
        let client = reqwest::Client::builder().no_proxy().build()?;
        let request = client.post(url).header("content-type", "application/json").body(BODY);
        let mut response = request.send().await?;
        let mut reads = Reads::default();
        while let Some(bytes) = response.chunk().await? {
            reads.push(clock::now(), &bytes);
        }
        Ok(arrivals::save(out, &reads.arrivals(), &[])?)
    })
}
