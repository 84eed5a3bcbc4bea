use std::{path::Path, sync::Arc};

use bytes::Bytes;
use reqwest::{
    Client, ClientBuilder,
    header::{ACCEPT_ENCODING, CONTENT_LENGTH, HOST, HeaderMap, HeaderValue},
    redirect,
};

use super::{
    HttpVersion, Request,
    body::MarkedBody,
    connector::{ConnectLayer, Resolver},
    marks::Marks,
    tls::{self, Trust},
    way::Destination,
};

/// The window for a whole HTTP/2 connection. h2 closes a connection on which many small frames
/// wait unread, and half of this window is what it allows them (its `too_many_data_frames`).
const H2_CONNECTION_WINDOW: u32 = 64 << 20;

/// Why a request cannot even be tried, in one sentence.
pub(super) type Refusal = String;

/// A client for one address, with its hooks. One client a request ties each mark to its request.
pub(super) fn client(request: &Request, to: &Destination, marks: &Marks) -> Result<Client, Refusal> {
    tls::provider();
    let resolver = Resolver {
        marks: marks.clone(),
        family: request.way.family,
        elsewhere: to.url.host_str().filter(|_| !to.lookup.is_empty()).map(|host| (host.to_owned(), to.lookup.clone())),
    };
    let builder = Client::builder()
        .redirect(redirect::Policy::none())
        .retry(reqwest::retry::never())
        .http2_initial_connection_window_size(H2_CONNECTION_WINDOW)
        .dns_resolver(resolver)
        .connector_layer(ConnectLayer(marks.clone()));
    let builder = match request.version {
        HttpVersion::Any => builder,
        HttpVersion::Http1 => builder.http1_only(),
        HttpVersion::Http2PriorKnowledge => builder.http2_prior_knowledge(),
    };
    let builder = request.proxy.of(builder)?;
    let trust = match (&request.way.roots, request.url.scheme()) {
        _ if request.insecure => Trust::Anyone,
        (Some(roots), _) => Trust::Only(Arc::clone(roots)),
        (None, "https") => Trust::System,
        // Reading the roots takes tens of milliseconds, and a plain request has no certificate.
        (None, _) => Trust::SystemIfNeeded,
    };
    let http1_only = request.version == HttpVersion::Http1;
    let config =
        tls::config(trust, request.way.identity.as_deref(), http1_only, marks).map_err(|error| error.to_string())?;
    over_unix_socket(builder, request.way.unix_socket.as_deref())?
        .tls_backend_preconfigured(config)
        .build()
        .map_err(|error| format!("cannot set up the HTTP client: {}", super::failure::cause(&error)))
}

#[cfg(unix)]
#[expect(clippy::unnecessary_wraps, reason = "elsewhere there are no Unix sockets")]
fn over_unix_socket(builder: ClientBuilder, socket: Option<&Path>) -> Result<ClientBuilder, Refusal> {
    Ok(match socket {
        Some(path) => builder.unix_socket(path),
        None => builder,
    })
}

#[cfg(not(unix))]
fn over_unix_socket(builder: ClientBuilder, socket: Option<&Path>) -> Result<ClientBuilder, Refusal> {
    match socket {
        Some(_) => Err("this system has no Unix sockets; leave --unix-socket out".to_owned()),
        None => Ok(builder),
    }
}

/// The request as the client takes it.
pub(super) fn prepare(
    request: &Request,
    to: &Destination,
    client: &Client,
    marks: &Marks,
) -> Result<reqwest::Request, Refusal> {
    let mut builder = client.request(request.method.clone(), to.url.clone()).headers(headers(request, to));
    if let Some(body) = request.body.clone() {
        builder = builder.body(reqwest::Body::wrap(MarkedBody::new(body, marks.clone())));
    }
    builder.build().map_err(|error| format!("cannot build the request: {}", super::failure::cause(&error)))
}

/// The user's headers, but for the encoding: a compressor holds bytes back, so none is asked for.
fn headers(request: &Request, to: &Destination) -> HeaderMap {
    let mut headers = request.headers.clone();
    headers.insert(ACCEPT_ENCODING, HeaderValue::from_static("identity"));
    if request.body.as_ref().is_some_and(Bytes::is_empty) {
        // The client leaves it out for a body without bytes; curl does not.
        headers.insert(CONTENT_LENGTH, HeaderValue::from_static("0"));
    }
    if let Some(host) = &to.host {
        headers.entry(HOST).or_insert_with(|| host.clone());
    }
    headers
}
