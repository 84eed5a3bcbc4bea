use std::fmt;

use bytes::Bytes;
use reqwest::{
    Method, Url,
    header::{HeaderMap, HeaderValue, USER_AGENT},
};

use super::{ProxyChoice, Redirects, Timeouts, Way};

/// One request, ready to be sent as often as one likes.
///
/// It holds credentials, so its `Debug` form shows only where it goes and how large it is.
#[derive(Clone)]
pub struct Request {
    /// The method.
    pub method: Method,
    /// Where to; may carry credentials in its query or before its host.
    pub url: Url,
    /// The headers as the user gave them, over those of [`Request::new`].
    pub headers: HeaderMap,
    /// The body, if there is one.
    pub body: Option<Bytes>,
    /// Which HTTP versions may be spoken.
    pub version: HttpVersion,
    /// Whether any certificate is taken.
    pub insecure: bool,
    /// Which proxy to use.
    pub proxy: ProxyChoice,
    /// How the connection is made otherwise than by default.
    pub way: Way,
    /// Whether redirects are followed; `None` shows them.
    pub redirects: Option<Redirects>,
    /// How long to wait for what.
    pub timeouts: Timeouts,
}

/// Which HTTP versions may be spoken.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum HttpVersion {
    /// What the server picks of 2 and 1.1 over TLS; 1.1 without it.
    #[default]
    Any,
    /// 1.1 only.
    Http1,
    /// 2 from the first byte, without asking.
    Http2PriorKnowledge,
}

impl Request {
    /// A request without a body that says who sends it, with everything else as by default.
    pub fn new(method: Method, url: Url) -> Self {
        let agent = HeaderValue::from_static(concat!("streamfall/", env!("CARGO_PKG_VERSION")));
        Self {
            method,
            url,
            headers: HeaderMap::from_iter([(USER_AGENT, agent)]),
            body: None,
            version: HttpVersion::default(),
            insecure: false,
            proxy: ProxyChoice::default(),
            way: Way::default(),
            redirects: None,
            timeouts: Timeouts::default(),
        }
    }

    /// Host and port, the only part of the URL that is ever shown.
    pub fn place(&self) -> String {
        place(&self.url)
    }

    /// Host and port of the proxy that the connection goes to, if it goes to one.
    pub fn proxy_place(&self) -> Option<String> {
        self.proxy.on_the_way_to(&self.url).map(|proxy| place(&proxy))
    }
}

impl fmt::Debug for Request {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let body = self.body.as_ref().map_or(0, Bytes::len);
        write!(f, "{} to {}, {} headers, {body} bytes", self.method, self.place(), self.headers.len())
    }
}

/// Host and port of a URL.
fn place(url: &Url) -> String {
    let host = url.host_str().unwrap_or("?");
    url.port_or_known_default().map_or_else(|| host.to_owned(), |port| format!("{host}:{port}"))
}

#[cfg(test)]
mod tests {
    use super::{Method, Request, Url};

    #[test]
    fn a_request_never_shows_its_credentials() {
        let url = Url::parse("https://user:CANARY@api.example.com/v1/CANARY?key=CANARY").expect("a URL");
        let mut request = Request::new(Method::POST, url);
        request.headers.insert("authorization", "Bearer CANARY".parse().expect("a value"));
        request.body = Some("CANARY".into());
        assert_eq!(format!("{request:?}"), "POST to api.example.com:443, 2 headers, 6 bytes");
    }
}
