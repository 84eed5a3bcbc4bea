//! TLS: its phase is told from the connect, and a certificate that nobody vouches for is refused.

use std::{
    io::{Read, Write},
    net::TcpStream,
    sync::Arc,
};

use base64::{Engine, prelude::BASE64_STANDARD};
use rustls::{
    ServerConfig, ServerConnection, StreamOwned,
    pki_types::{PrivateKeyDer, PrivatePkcs8KeyDer},
};

use crate::loopback::{Loopback, run, stream_head};

/// A certificate for localhost that signs itself, made for this test and used nowhere else.
const CERTIFICATE: &str = concat!(
    "MIIBnDCCAUGgAwIBAgIUbSu400G4Ri6vVlBTgNJF7uIvl8EwCgYIKoZIzj0EAwIwFDESMBAGA1UEAwwJbG9jYWxob3N0MCAXDTI2",
    "MTEzMDEzMDYyN1oYDzIxMjYxMTA2MTMwNjI3WjAUMRIwEAYDVQQDDAlsb2NhbGhvc3QwWTATBgcqhkjOPQIBBggqhkjOPQMBBwNC",
    "AARcnhGpXA9fjwH6Q24UgeJ98kzSoIFmUxMr7Gy3j81d1ZQd02OpNXLoGHzypVkGNdRp1Qg10acaCvWGyEWc0hAso28wbTAdBgNV",
    "HQ4EFgQU9HNVGowQBG9RzEK6UgGxhPiWwiMwHwYDVR0jBBgwFoAU9HNVGowQBG9RzEK6UgGxhPiWwiMwDwYDVR0TAQH/BAUwAwEB",
    "/zAaBgNVHREEEzARgglsb2NhbGhvc3SHBH8AAAEwCgYIKoZIzj0EAwIDSQAwRgIhANRIuE8IlxpuEfCPFBsqw3+4rxcLw69Ct3ab",
    "gIZ7K630AiEAsMh/5Pb9cNkly0lZFp4gPKqzr2tdqVpRnE9K2UY8eb0=",
);

/// Its key.
const KEY: &str = concat!(
    "MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgwMuudnLbj6Ghfpe+1XKLLD6PzsGx9oTENGhJ6UiGjiGhRANCAARc",
    "nhGpXA9fjwH6Q24UgeJ98kzSoIFmUxMr7Gy3j81d1ZQd02OpNXLoGHzypVkGNdRp1Qg10acaCvWGyEWc0hAs",
);

fn server() -> Loopback<()> {
    let bytes = |text| BASE64_STANDARD.decode(text).expect("base64");
    let key = PrivateKeyDer::Pkcs8(PrivatePkcs8KeyDer::from(bytes(KEY)));
    let provider = Arc::new(rustls::crypto::ring::default_provider());
    let mut config = ServerConfig::builder_with_provider(provider)
        .with_safe_default_protocol_versions()
        .expect("versions")
        .with_no_client_auth()
        .with_single_cert(vec![bytes(CERTIFICATE).into()], key)
        .expect("a pair");
    config.alpn_protocols = vec![b"http/1.1".to_vec()];
    Loopback::accepting(move |stream: TcpStream| {
        let session = ServerConnection::new(Arc::new(config)).expect("a session");
        let mut tls = StreamOwned::new(session, stream);
        // A client that refuses the certificate asks nothing; an answer before the question is refused too.
        let mut asked = Vec::new();
        while !asked.ends_with(b"\r\n\r\n") {
            let mut byte = [0];
            if tls.read_exact(&mut byte).is_err() {
                return;
            }
            asked.extend(byte);
        }
        let _ = tls.write_all(stream_head().as_bytes()).and_then(|()| tls.write_all(b"data: [DONE]\n\n"));
        tls.conn.send_close_notify();
        let _ = tls.flush();
        let _ = tls.conn.complete_io(&mut tls.sock);
    })
}

#[test]
fn a_handshake_is_a_phase_of_its_own() {
    let ran = run(&["curl", "-k", "--json", &server().tls_url()]);
    assert_eq!(ran.code, Some(0), "{}", ran.stderr);
    let timing = &ran.record()["timing"];
    assert!(timing["connect_ms"].is_number() && timing["tls_ms"].is_number(), "{timing}");
    assert!(timing["dns_ms"].is_null(), "an address needs no resolving");
}

#[test]
fn a_certificate_nobody_vouches_for_is_refused() {
    let ran = run(&["curl", "--json", &server().tls_url()]);
    assert_eq!(ran.code, Some(3), "{}", ran.stderr);
    assert_eq!(ran.record()["outcome_reason"], "tls");
    assert!(ran.stderr.contains("no TLS session with 127.0.0.1:"), "{}", ran.stderr);
    assert!(ran.stderr.contains("its certificate ") && !ran.stderr.contains("Error("), "{}", ran.stderr);
}

/// The certificate or the key as a PEM file.
fn pem(folder: &std::path::Path, name: &str, label: &str, base64: &str) -> String {
    let file = folder.join(name);
    std::fs::write(&file, format!("-----BEGIN {label}-----\n{base64}\n-----END {label}-----\n")).expect("written");
    file.to_str().expect("UTF-8").to_owned()
}

#[test]
fn a_given_authority_is_trusted_and_no_other() {
    let folder = tempfile::tempdir().expect("a folder");
    let certificate = pem(folder.path(), "cert.pem", "CERTIFICATE", CERTIFICATE);
    let key = pem(folder.path(), "key.pem", "PRIVATE KEY", KEY);
    let trusting = run(&["curl", "--json", &server().tls_url(), "--cacert", &certificate]);
    assert_eq!(trusting.code, Some(0), "{}", trusting.stderr);
    // A client certificate is read and held ready; this server asks for none.
    let both = ["--cert", &certificate, "--key", &key];
    let shown = run(&[&["curl", "--json", "-k", &server().tls_url()], &both[..]].concat());
    assert_eq!(shown.code, Some(0), "{}", shown.stderr);
    for (option, file, words) in [
        ("--cacert", key.as_str(), "there is no certificate in"),
        ("--cacert", "no-such-file", "cannot read 'no-such-file'"),
        ("--cert", certificate.as_str(), "there is no unencrypted PEM key in"),
    ] {
        let refused = run(&["curl", "https://127.0.0.1:9/", option, file]);
        assert_eq!(refused.code, Some(2), "{option} {file}");
        assert!(refused.stderr.contains(words), "{}", refused.stderr);
    }
}

#[test]
fn a_name_that_is_made_known_is_the_one_the_certificate_must_have() {
    let folder = tempfile::tempdir().expect("a folder");
    let certificate = pem(folder.path(), "cert.pem", "CERTIFICATE", CERTIFICATE);
    let to = |server: &Loopback<()>| server.tls_url().trim_start_matches("https://").trim_end_matches('/').to_owned();
    let of = |name: &str| {
        let server = server();
        let route = format!("{name}:443:{}", to(&server));
        run(&["curl", "--json", &format!("https://{name}/"), "--cacert", &certificate, "--connect-to", &route])
    };
    let known = of("localhost");
    assert_eq!(known.code, Some(0), "{}", known.stderr);
    assert_eq!(of("other.example").record()["outcome_reason"], "tls");
}

#[cfg(unix)]
#[test]
fn a_unix_socket_takes_the_place_of_the_network() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("socket");
    let listener = std::os::unix::net::UnixListener::bind(&path).expect("a socket");
    let server = std::thread::spawn(move || {
        let (mut stream, _) = listener.accept().expect("a connection");
        let mut head = Vec::new();
        while !head.ends_with(b"\r\n\r\n") {
            let mut byte = [0];
            stream.read_exact(&mut byte).expect("a byte");
            head.extend(byte);
        }
        stream.write_all(stream_head().as_bytes()).and_then(|()| stream.write_all(b"data: [DONE]\n\n")).expect("sent");
        String::from_utf8(head).expect("UTF-8")
    });
    let socket = path.to_str().expect("UTF-8");
    let ran = run(&["curl", "--json", "http://api.example/v1", "--unix-socket", socket]);
    assert_eq!(ran.code, Some(0), "{}", ran.stderr);
    assert!(ran.record()["timing"]["connect_ms"].is_number() && ran.record()["timing"]["dns_ms"].is_null());
    assert!(server.join().expect("served").to_lowercase().contains("host: api.example"));
    let absent = run(&["curl", "--json", "http://api.example/v1", "--unix-socket", "no/such/socket"]);
    assert_eq!(absent.code, Some(3));
    assert!(absent.stderr.contains("the Unix socket 'no/such/socket'"), "{}", absent.stderr);
}
