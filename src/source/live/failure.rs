//! What went wrong with the network, as one sentence without URL, query or credentials.

use std::{error::Error, io, time::Duration};

use super::{Request, Timeouts};
use crate::{
    timeline::{ConnectStage, Micros, TimeoutKind},
    wire::system_words,
};

/// The innermost cause of an error. The outer ones of the HTTP client repeat the URL, the
/// innermost says what happened.
pub fn cause(error: &(dyn Error + 'static)) -> String {
    let mut inner = error;
    while let Some(source) = inner.source() {
        inner = source;
    }
    if let Some(io) = inner.downcast_ref::<io::Error>() {
        return io_words(io);
    }
    // An error of the client itself, with nothing below it, may still name the URL.
    inner
        .downcast_ref::<reqwest::Error>()
        .map_or_else(|| inner.to_string(), |_| "the HTTP client refused it".to_owned())
}

fn io_words(error: &io::Error) -> String {
    match error.kind() {
        io::ErrorKind::ConnectionRefused => "connection refused".to_owned(),
        io::ErrorKind::ConnectionReset => "connection reset by the other side".to_owned(),
        io::ErrorKind::UnexpectedEof => "connection closed by the other side".to_owned(),
        io::ErrorKind::TimedOut => "the system gave up waiting".to_owned(),
        _ => {
            let words = system_words(error);
            words.strip_prefix("failed to lookup address information: ").map_or(words.clone(), str::to_owned)
        }
    }
}

/// No headers came.
pub(super) fn before_headers(stage: ConnectStage, request: &Request, cause: &str) -> String {
    let place = request.place();
    let place = place.as_str();
    if let (ConnectStage::Connect, Some(socket)) = (stage, &request.way.unix_socket) {
        return format!("cannot connect to the Unix socket '{}': {cause}; check its path", socket.display());
    }
    match stage {
        ConnectStage::Dns => {
            let host = place.rsplit_once(':').map_or(place, |(host, _)| host);
            format!("cannot resolve the name '{host}' ({cause}); check its spelling and the network")
        }
        ConnectStage::Connect => {
            format!("cannot connect to {}: {cause}; check host, port and proxy", request.first_hop())
        }
        ConnectStage::Tls => {
            format!("no TLS session with {place}: {cause}; check the certificate, or http:// for https://")
        }
        ConnectStage::Request => {
            format!("{place} gave no HTTP answer: {cause}; check that it speaks HTTP, and http:// or https://")
        }
    }
}

/// The body broke off.
pub(super) fn in_body(place: &str, error: &reqwest::Error) -> String {
    let cause = cause(error);
    if cause.contains("too_many_data_frames") || cause.contains("detected excessive load") {
        return format!(
            "the HTTP/2 connection to {place} was closed because too many small frames waited unread \
             (too_many_data_frames); try again with --http1.1"
        );
    }
    format!("the connection to {place} broke inside the body: {cause}; the server or a proxy cut it, so send it again")
}

/// A redirect was followed.
pub(super) fn hop(count: u32, status: u16, took: Micros, from: &Request, to: &Request) -> String {
    let (from, to) = (from.place(), to.place());
    format!("redirect {count}: {from} answered {status} after {:.1} ms, on to {to}", took.as_ms())
}

/// A timeout ran out.
pub(super) fn timeout(kind: TimeoutKind, timeouts: &Timeouts, place: &str) -> String {
    let (what, length, flag) = match kind {
        TimeoutKind::Connect => ("no connection to", timeouts.connect, "--connect-timeout"),
        TimeoutKind::Headers => ("no response headers from", timeouts.headers, "--header-timeout"),
        TimeoutKind::FirstOutput => ("no effective output from", timeouts.first_output, "--first-output-timeout"),
        TimeoutKind::Idle => ("not a byte from", timeouts.idle, "--idle-timeout"),
        TimeoutKind::Total => ("no end of the response from", timeouts.total, "--max-time"),
    };
    format!("{what} {place} within {} s; {flag} gives it longer", length.unwrap_or(Duration::ZERO).as_secs_f64())
}

#[cfg(test)]
mod tests {
    use reqwest::{Method, Url};

    use super::{ConnectStage, Request, TimeoutKind, Timeouts, before_headers, timeout};

    #[test]
    fn sentences_name_the_place_and_the_way_out() {
        let request = Request::new(Method::GET, Url::parse("https://api.example.com/").expect("a URL"));
        assert_eq!(
            before_headers(ConnectStage::Dns, &request, "no such host"),
            "cannot resolve the name 'api.example.com' (no such host); check its spelling and the network"
        );
        assert_eq!(
            timeout(TimeoutKind::Connect, &Timeouts::default(), "api.example.com:443"),
            "no connection to api.example.com:443 within 30 s; --connect-timeout gives it longer"
        );
    }
}
