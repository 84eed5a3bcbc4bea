use std::{
    future::Future,
    net::{IpAddr, SocketAddr},
    pin::Pin,
    task::{Context, Poll},
};

use reqwest::dns::{Addrs, Name, Resolve, Resolving};
use tower::{Layer, Service};

use super::{
    Family,
    marks::{Mark, Marks},
};

/// Resolves names as the system does and marks when. Not asked for hosts that are addresses.
pub(super) struct Resolver {
    /// Where the marks go.
    pub marks: Marks,
    /// The only kind of address wanted.
    pub family: Option<Family>,
    /// The host that is looked up elsewhere, and where.
    pub elsewhere: Option<(String, Vec<String>)>,
}

impl Resolve for Resolver {
    fn resolve(&self, name: Name) -> Resolving {
        let (marks, family) = (self.marks.clone(), self.family);
        let names = match &self.elsewhere {
            Some((host, names)) if host == name.as_str() => names.clone(),
            _ => vec![name.as_str().to_owned()],
        };
        Box::pin(async move {
            let found = if let Some(addresses) = addresses(&names) {
                addresses
            } else {
                marks.make(Mark::DnsStarted);
                let mut found = Vec::new();
                for name in &names {
                    found.extend(tokio::net::lookup_host((bare(name), 0)).await?);
                }
                marks.make(Mark::DnsEnded);
                found
            };
            let found = Family::sift(family, found.into_iter());
            if found.is_empty() {
                let kind = family.map_or("IP", Family::word);
                return Err(format!("it has no {kind} address").into());
            }
            Ok(Box::new(found.into_iter()) as Addrs)
        })
    }
}

/// The addresses, if there is no name among them.
fn addresses(names: &[String]) -> Option<Vec<SocketAddr>> {
    names.iter().map(|name| Some(SocketAddr::new(bare(name).parse::<IpAddr>().ok()?, 0))).collect()
}

/// A host without the brackets of an IPv6 address.
fn bare(host: &str) -> &str {
    host.trim_start_matches('[').trim_end_matches(']')
}

/// Marks when a new connection is wanted and when it is there. Not asked for a pooled connection.
#[derive(Clone)]
pub(super) struct ConnectLayer(pub Marks);

impl<S> Layer<S> for ConnectLayer {
    type Service = Connect<S>;

    fn layer(&self, inner: S) -> Connect<S> {
        Connect { inner, marks: self.0.clone() }
    }
}

/// The service that [`ConnectLayer`] puts around the client's own.
#[derive(Clone)]
pub(super) struct Connect<S> {
    inner: S,
    marks: Marks,
}

// The request type of reqwest's connector has no public name, hence `R`.
impl<S, R> Service<R> for Connect<S>
where
    S: Service<R>,
    S::Response: 'static,
    S::Error: 'static,
    S::Future: Send + 'static,
{
    type Response = S::Response;
    type Error = S::Error;
    type Future = Pin<Box<dyn Future<Output = Result<S::Response, S::Error>> + Send>>;

    fn poll_ready(&mut self, cx: &mut Context<'_>) -> Poll<Result<(), S::Error>> {
        self.inner.poll_ready(cx)
    }

    fn call(&mut self, request: R) -> Self::Future {
        self.marks.make(Mark::ConnectStarted);
        let connecting = self.inner.call(request);
        let marks = self.marks.clone();
        Box::pin(async move {
            let connection = connecting.await?;
            marks.make(Mark::Connected);
            Ok(connection)
        })
    }
}
