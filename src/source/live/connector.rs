use std::{
    future::Future,
    pin::Pin,
    task::{Context, Poll},
};

use reqwest::dns::{Addrs, Name, Resolve, Resolving};
use tower::{Layer, Service};

use super::marks::{Mark, Marks};

/// Resolves names as the system does and marks when. Not asked for hosts that are addresses.
pub(super) struct Resolver(pub Marks);

impl Resolve for Resolver {
    fn resolve(&self, name: Name) -> Resolving {
        let marks = self.0.clone();
        Box::pin(async move {
            marks.make(Mark::DnsStarted);
            let found: Vec<_> = tokio::net::lookup_host((name.as_str(), 0)).await?.collect();
            marks.make(Mark::DnsEnded);
            Ok(Box::new(found.into_iter()) as Addrs)
        })
    }
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
