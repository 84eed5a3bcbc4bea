use reqwest::{
    Client, NoProxy, Proxy,
    header::{ACCEPT_ENCODING, HeaderMap, HeaderValue, USER_AGENT},
    redirect,
};

use super::{
    HttpVersion, ProxyChoice, Request,
    body::MarkedBody,
    connector::{ConnectLayer, Resolver},
    marks::Marks,
    tls::{self, Trust},
};

/// The window for a whole HTTP/2 connection. h2 closes a connection on which many small frames
/// wait unread, and half of this window is what it allows them (its `too_many_data_frames`).
const H2_CONNECTION_WINDOW: u32 = 64 << 20;

/// Why a request cannot even be tried, in one sentence.
pub(super) type Refusal = String;

/// A client for one request, with its hooks. One client a request ties each mark to its request.
pub(super) fn client(request: &Request, marks: &Marks) -> Result<Client, Refusal> {
    tls::provider();
    let builder = Client::builder()
        .redirect(redirect::Policy::none())
        .retry(reqwest::retry::never())
        .http2_initial_connection_window_size(H2_CONNECTION_WINDOW)
        .dns_resolver(Resolver(marks.clone()))
        .connector_layer(ConnectLayer(marks.clone()));
    let builder = match request.version {
        HttpVersion::Any => builder,
        HttpVersion::Http1 => builder.http1_only(),
        HttpVersion::Http2PriorKnowledge => builder.http2_prior_knowledge(),
    };
    let builder = match &request.proxy {
        ProxyChoice::System => builder,
        ProxyChoice::Direct => builder.no_proxy(),
        ProxyChoice::Url(proxy) => builder.proxy(explicit_proxy(proxy)?),
    };
    let trust = match (request.insecure, request.url.scheme()) {
        (true, _) => Trust::Anyone,
        (false, "https") => Trust::System,
        // Reading the roots takes tens of milliseconds, and a plain request has no certificate.
        (false, _) => Trust::SystemIfNeeded,
    };
    let config = tls::config(trust, request.version == HttpVersion::Http1, marks)
        .map_err(|error| format!("cannot read the system's certificates ({error}); set SSL_CERT_FILE to a bundle"))?;
    builder
        .tls_backend_preconfigured(config)
        .build()
        .map_err(|error| format!("cannot set up the HTTP client: {}", super::failure::cause(&error)))
}

/// The request as the client takes it.
pub(super) fn prepare(request: &Request, client: &Client, marks: &Marks) -> Result<reqwest::Request, Refusal> {
    let mut builder = client.request(request.method.clone(), request.url.clone()).headers(headers(request));
    if let Some(body) = request.body.clone() {
        builder = builder.body(reqwest::Body::wrap(MarkedBody::new(body, marks.clone())));
    }
    builder.build().map_err(|error| format!("cannot build the request: {}", super::failure::cause(&error)))
}

/// The user's headers, but for the encoding: a compressor holds bytes back, so none is asked for.
fn headers(request: &Request) -> HeaderMap {
    let mut headers = request.headers.clone();
    headers.insert(ACCEPT_ENCODING, HeaderValue::from_static("identity"));
    if !headers.contains_key(USER_AGENT) {
        headers.insert(USER_AGENT, HeaderValue::from_static(concat!("streamfall/", env!("CARGO_PKG_VERSION"))));
    }
    headers
}

/// The proxy that the user named. Hosts that the environment takes out of proxying stay out, as with curl.
fn explicit_proxy(address: &str) -> Result<Proxy, Refusal> {
    Proxy::all(address)
        .map(|proxy| proxy.no_proxy(NoProxy::from_env()))
        .map_err(|_| "cannot use the proxy given with -x: its address cannot be understood".to_owned())
}
