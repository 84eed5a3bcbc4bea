//! What went wrong with the network, as one sentence without URL, query or credentials.

use std::{error::Error, io, time::Duration};

use super::{Request, Timeouts, tls_words::tls_words};
use crate::{
    timeline::{ConnectStage, Micros, TimeoutKind},
    wire::system_words,
};

/// The innermost cause of an error. The outer ones of the HTTP client repeat the URL, the
/// innermost says what happened.
pub fn cause(error: &(dyn Error + 'static)) -> String {
    let mut inner = error;
    loop {
        let io = inner.downcast_ref::<io::Error>();
        if let Some(words) = io.and_then(|io| kind_words(io.kind())) {
            return words.to_owned();
        }
        // What an error of the system was made of stands inside it, not below it.
        let inside = io.and_then(io::Error::get_ref).map(|inside| inside as &(dyn Error + 'static));
        match inside.or_else(|| inner.source()) {
            Some(below) => inner = below,
            None => return words(inner),
        }
    }
}

/// What the innermost error says.
fn words(inner: &(dyn Error + 'static)) -> String {
    if let Some(tls) = inner.downcast_ref::<rustls::Error>() {
        return tls_words(tls);
    }
    if let Some(io) = inner.downcast_ref::<io::Error>() {
        return system_words(io);
    }
    // An error of the client itself, with nothing below it, may still name the URL.
    if inner.is::<reqwest::Error>() {
        return "the HTTP client refused it".to_owned();
    }
    let words = inner.to_string();
    let plain = CLIENT_WORDS.iter().find(|(theirs, _)| *theirs == words).map(|(_, plain)| (*plain).to_owned());
    plain.unwrap_or_else(|| words.strip_prefix(LOOKUP).unwrap_or(&words).to_owned())
}

/// What the system's resolver says before its reason.
const LOOKUP: &str = "failed to lookup address information: ";

const fn kind_words(kind: io::ErrorKind) -> Option<&'static str> {
    match kind {
        io::ErrorKind::ConnectionRefused => Some("connection refused"),
        io::ErrorKind::ConnectionReset => Some("connection reset by the other side"),
        io::ErrorKind::UnexpectedEof => Some("connection closed by the other side"),
        io::ErrorKind::TimedOut => Some("the system gave up waiting"),
        _ => None,
    }
}

/// What the HTTP client says, and what it means.
const CLIENT_WORDS: &[(&str, &str)] = &[
    ("invalid HTTP version parsed", "what it said is no HTTP"),
    ("invalid HTTP status-code parsed", "what it said is no HTTP"),
    ("connection closed before message completed", "it closed the connection before the headers were whole"),
    ("message head is too large", "its headers are too large"),
    ("connection error detected: frame with invalid size", "what it said is no HTTP/2"),
    ("Invalid chunk size line: missing size digit", "the length of a chunk cannot be read"),
    ("tunnel error: unsuccessful", "it refused to make a tunnel"),
    ("tunnel error: proxy authorization required", "it wants a name and a password (curl's -U)"),
];

/// No headers came.
pub(super) fn before_headers(stage: ConnectStage, request: &Request, cause: &str) -> String {
    let place = request.place();
    let place = place.as_str();
    if let (ConnectStage::Connect, Some(socket)) = (stage, &request.way.unix_socket) {
        return format!("cannot connect to the Unix socket '{}': {cause}; check its path", socket.display());
    }
    match stage {
        ConnectStage::Dns => {
            let proxy = request.proxy_place();
            let (of, place) = proxy.as_deref().map_or(("", place), |proxy| ("of the proxy ", proxy));
            let host = place.rsplit_once(':').map_or(place, |(host, _)| host);
            format!("cannot resolve the name {of}'{host}' ({cause}); check its spelling and the network")
        }
        ConnectStage::Connect => {
            let to = request.proxy_place().map_or_else(|| place.to_owned(), |proxy| format!("the proxy {proxy}"));
            format!("cannot connect to {to}: {cause}; check host, port and proxy")
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

    use super::{super::ProxyChoice, ConnectStage, Request, TimeoutKind, Timeouts, before_headers, cause, io, timeout};

    #[test]
    fn a_fault_of_tls_is_found_inside_one_of_the_system() {
        let inner = rustls::Error::InvalidCertificate(rustls::CertificateError::UnknownIssuer);
        let error = io::Error::other(io::Error::new(io::ErrorKind::InvalidData, inner));
        assert!(cause(&error).starts_with("its certificate is from an authority"), "{}", cause(&error));
        assert_eq!(
            cause(&rustls::Error::InvalidCertificate(rustls::CertificateError::Expired)),
            "its certificate has expired"
        );
    }

    #[test]
    fn sentences_name_the_place_and_the_way_out() {
        let mut request = Request::new(Method::GET, Url::parse("https://api.example.com/").expect("a URL"));
        request.proxy = ProxyChoice::Direct;
        assert_eq!(
            before_headers(ConnectStage::Dns, &request, "no such host"),
            "cannot resolve the name 'api.example.com' (no such host); check its spelling and the network"
        );
        request.proxy = ProxyChoice::Url("http://proxy.example:3128".to_owned());
        assert_eq!(
            before_headers(ConnectStage::Dns, &request, "no such host"),
            "cannot resolve the name of the proxy 'proxy.example' (no such host); check its spelling and the network"
        );
        assert_eq!(
            timeout(TimeoutKind::Connect, &Timeouts::default(), "api.example.com:443"),
            "no connection to api.example.com:443 within 30 s; --connect-timeout gives it longer"
        );
    }
}
