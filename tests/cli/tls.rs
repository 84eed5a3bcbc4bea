//! TLS: its phase is told from the connect, and a certificate that nobody vouches for is refused.

use std::{io::Write, net::TcpStream, sync::Arc};

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
        // A client that refuses the certificate reads none of this.
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
}
