//! HTTP/2: many small frames must not pile up unread, or the connection is closed under them.

use std::{convert::Infallible, net::SocketAddr};

use bytes::Bytes;
use futures_util::stream;
use http_body_util::StreamBody;
use hyper::{Response, body::Frame, server::conn::http2, service::service_fn};
use hyper_util::rt::{TokioExecutor, TokioIo};

use crate::loopback::run;

/// More frames of this size than h2 takes unread with its own window.
const FRAMES: usize = 30_000;
const FRAME: &[u8] = b"data: 1234567890\n\n";

/// Sends one long stream of small frames over HTTP/2 without TLS.
fn serve() -> SocketAddr {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a runtime");
    let listener = runtime.block_on(tokio::net::TcpListener::bind(("127.0.0.1", 0))).expect("a port");
    let address = listener.local_addr().expect("an address");
    std::thread::spawn(move || {
        runtime.block_on(async {
            let (socket, _) = listener.accept().await.expect("a connection");
            let answer = service_fn(|_| async {
                let frames = (0..FRAMES).map(|_| Ok::<_, Infallible>(Frame::data(Bytes::from_static(FRAME))));
                let mut response = Response::new(StreamBody::new(stream::iter(frames)));
                response.headers_mut().insert("content-type", "text/event-stream".parse().expect("a value"));
                Ok::<_, Infallible>(response)
            });
            let _ = http2::Builder::new(TokioExecutor::new()).serve_connection(TokioIo::new(socket), answer).await;
        });
    });
    address
}

#[test]
fn a_flood_of_small_frames_is_taken_whole() {
    let ran = run(&["curl", "--http2-prior-knowledge", "--json", &format!("http://{}/", serve())]);
    let record = ran.record();
    assert_eq!(record["response"]["http_version"], "2", "{}", ran.stderr);
    assert_eq!(record["events"]["total"], FRAMES, "{}", ran.stderr);
    assert_eq!(record["events"]["bytes"], FRAMES * FRAME.len());
}
