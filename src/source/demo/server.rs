use std::{
    convert::Infallible,
    io,
    net::{Ipv4Addr, SocketAddr},
    sync::Arc,
    thread,
};

use bytes::Bytes;
use futures_util::{Stream, stream};
use http_body::Frame;
use http_body_util::{BodyExt, StreamBody};
use hyper::{
    HeaderMap, Request, Response, StatusCode,
    body::Incoming,
    header::{CACHE_CONTROL, CONTENT_TYPE, HeaderName, HeaderValue},
    server::conn::http1,
    service::service_fn,
};
use hyper_util::rt::TokioIo;
use tokio::{net::TcpListener, sync::oneshot, task::JoinSet, time::Instant};

use super::{Scenario, ScenarioError, scenario::EndHow, script::Script};
use crate::wire::system_words;

/// A loopback server that answers every request with one scenario. It ends when it is dropped.
pub struct Server {
    address: SocketAddr,
    stop: Option<oneshot::Sender<()>>,
    thread: Option<thread::JoinHandle<()>>,
}

/// What every request gets.
struct Play {
    status: StatusCode,
    headers: HeaderMap,
    script: Script,
}

/// Why a server cannot start.
#[derive(Debug, thiserror::Error)]
pub enum ServerError {
    /// The scenario cannot be played.
    #[error(transparent)]
    Scenario(#[from] ScenarioError),
    /// No port, no thread.
    #[error("the demo server cannot listen on 127.0.0.1: {}; give another --port, or none", system_words(.0))]
    Listen(#[from] io::Error),
}

impl Server {
    /// Starts serving a scenario at a speed on a thread of its own; port 0 takes any free one.
    ///
    /// # Errors
    /// When the scenario contradicts itself or the port is not to be had.
    pub fn start(scenario: &Scenario, speed: f64, port: u16) -> Result<Self, ServerError> {
        let play = Arc::new(Play::new(scenario, speed)?);
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
        let listener = runtime.block_on(TcpListener::bind((Ipv4Addr::LOCALHOST, port)))?;
        let address = listener.local_addr()?;
        let (stop, stopped) = oneshot::channel();
        let thread = thread::Builder::new().name("demo server".to_owned()).spawn(move || {
            runtime.block_on(async {
                tokio::select! {
                    () = serve(listener, play) => {}
                    _ = stopped => {}
                }
            });
        })?;
        Ok(Self { address, stop: Some(stop), thread: Some(thread) })
    }

    /// Where it listens.
    pub const fn address(&self) -> SocketAddr {
        self.address
    }

    /// Serves until the process ends.
    pub fn wait(mut self) {
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        if let Some(stop) = self.stop.take() {
            let _ = stop.send(());
        }
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

impl Play {
    fn new(scenario: &Scenario, speed: f64) -> Result<Self, ScenarioError> {
        let status = scenario.response.status;
        let mut headers = HeaderMap::new();
        headers.insert(CONTENT_TYPE, HeaderValue::from_static("text/event-stream"));
        headers.insert(CACHE_CONTROL, HeaderValue::from_static("no-cache"));
        for (name, value) in &scenario.response.headers {
            let bad = || ScenarioError::Header(name.clone());
            let header = HeaderName::try_from(name.as_str()).map_err(|_| bad())?;
            headers.insert(header, HeaderValue::try_from(value.as_str()).map_err(|_| bad())?);
        }
        Ok(Self {
            status: StatusCode::from_u16(status).map_err(|_| ScenarioError::Status(status))?,
            headers,
            script: scenario.script(speed)?,
        })
    }
}

/// Takes connections for ever; dropping this future ends them all.
async fn serve(listener: TcpListener, play: Arc<Play>) {
    let mut connections = JoinSet::new();
    loop {
        tokio::select! {
            accepted = listener.accept() => {
                // A connection that failed before it was taken is the client's affair.
                let Ok((socket, _)) = accepted else { continue };
                let _ = socket.set_nodelay(true);
                let play = Arc::clone(&play);
                let service = service_fn(move |request| answer(request, Arc::clone(&play)));
                connections.spawn(http1::Builder::new().serve_connection(TokioIo::new(socket), service));
            }
            Some(_) = connections.join_next() => {}
        }
    }
}

async fn answer(
    request: Request<Incoming>,
    play: Arc<Play>,
) -> Result<Response<StreamBody<impl Stream<Item = Result<Frame<Bytes>, Dropped>>>>, Infallible> {
    // A request that breaks off gets an answer that nobody reads.
    let _ = request.into_body().collect().await;
    let received = Instant::now();
    tokio::time::sleep_until(received + play.script.head).await;
    let mut response = Response::new(StreamBody::new(body(Arc::clone(&play), received)));
    *response.status_mut() = play.status;
    *response.headers_mut() = play.headers.clone();
    Ok(response)
}

/// The connection is dropped inside the body, because the scenario says so.
#[derive(Debug, thiserror::Error)]
#[error("dropped, as the scenario wants it")]
struct Dropped;

/// The writes, each at its own time from the request, so that delays do not add up.
fn body(play: Arc<Play>, received: Instant) -> impl Stream<Item = Result<Frame<Bytes>, Dropped>> {
    stream::unfold(Some(0), move |next: Option<usize>| {
        let play = Arc::clone(&play);
        async move {
            let index = next?;
            if let Some((at, bytes)) = play.script.writes.get(index) {
                tokio::time::sleep_until(received + *at).await;
                return Some((Ok(Frame::data(bytes.clone())), Some(index + 1)));
            }
            tokio::time::sleep_until(received + play.script.end).await;
            (play.script.how == EndHow::Break).then_some((Err(Dropped), None))
        }
    })
}
