use std::time::{Duration, Instant};

use reqwest::{Client, Response};
use tokio::sync::mpsc::UnboundedReceiver;

use super::{
    Request, client,
    connection::Connection,
    deadlines::Progress,
    failure,
    marks::{Clock, Mark, Marks},
    redirect, response,
    secrets::Secrets,
};
use crate::{
    dialect::{Hints, RequestFacts, request_facts},
    source::{Outbox, Remark},
    timeline::{CloseKind, ConnectStage, Micros, Phase, PhaseTime, Tag, TimeoutKind},
    trace::{Header, Intake, Observation, SourceKind, What},
};

/// An order to send a request.
#[derive(Clone, Debug)]
pub struct Order {
    /// What to send.
    pub request: Request,
    /// What it asks for, without its content.
    pub facts: RequestFacts,
    /// t0: when the order was accepted.
    pub accepted: Instant,
    /// What was done here before it could be sent, each with its end from t0: obtaining the
    /// credential, reading the body from a file or stdin.
    pub local: Vec<(Phase, PhaseTime)>,
    /// Whether the observations carry the content of events, for a screen or a full capture.
    pub keep_content: bool,
}

impl Order {
    /// An order that is accepted now, with the facts that the request itself tells.
    pub fn new(request: Request) -> Self {
        let body = request.body.as_deref().unwrap_or_default();
        let facts = request_facts(request.method.as_str(), &request.url, body);
        Self { facts, request, accepted: Instant::now(), local: Vec::new(), keep_content: false }
    }

    /// What is known of the request before it is sent.
    pub fn header(&self) -> Header {
        let mut header = Header::new(SourceKind::Live, self.facts.clone());
        header.started_at = wall_clock_of(self.accepted);
        header.host = Some(self.request.place());
        header
    }
}

fn wall_clock_of(moment: Instant) -> Option<jiff::Timestamp> {
    jiff::Timestamp::now().checked_sub(jiff::SignedDuration::try_from(moment.elapsed()).ok()?).ok()
}

/// The client of an earlier request, with the hooks in it: its connections are used again.
#[derive(Debug, Default)]
pub(super) struct Kept(Option<(Client, Marks)>);

/// Sends one request, with the client that is kept if there is one, and hands over what happens.
pub(super) async fn run(order: Order, outbox: Outbox, request_ids: bool, kept: &mut Kept) {
    let clock = Clock(order.accepted);
    let (marks, made) = match &kept.0 {
        Some((_, marks)) => (marks.clone(), marks.turn_to(clock)),
        None => Marks::new(clock),
    };
    let hints = Hints { dialect: order.facts.dialect, path: Some(order.request.url.path().to_owned()) };
    let ready = order.local.iter().filter_map(|(_, time)| time.end).max().unwrap_or_default();
    let mut drive = Drive {
        clock,
        outbox,
        made,
        connection: Connection::default(),
        progress: Progress { ready, ..Progress::default() },
        secrets: Secrets::of(&order.request),
        request: order.request,
        hints,
        keep_content: order.keep_content,
        request_ids,
    };
    drive.send(Some(Micros::ZERO), What::Received);
    for (phase, PhaseTime { duration, end }) in order.local {
        drive.send(end, What::Phase { phase, duration });
    }
    let end = match drive.headers(&marks, kept).await {
        Ok(response) => drive.body(response).await,
        Err(how) => End { how, reads: 0, bytes: 0 },
    };
    let End { how, reads, bytes } = end;
    drive.send_now(What::Closed { how, reads, bytes });
    drive.send_now(What::Finished);
    drive.outbox.flush().await;
}

/// How the body ended and how much of it there was.
struct End {
    how: CloseKind,
    reads: u32,
    bytes: u64,
}

/// One request under way.
struct Drive {
    clock: Clock,
    outbox: Outbox,
    made: UnboundedReceiver<(Mark, Micros)>,
    connection: Connection,
    progress: Progress,
    request: Request,
    hints: Hints,
    keep_content: bool,
    request_ids: bool,
    secrets: Secrets,
}

impl Drive {
    fn send(&mut self, at: Option<Micros>, what: What) {
        self.outbox.send(Observation { at, what });
    }

    fn send_now(&mut self, what: What) {
        self.send(Some(self.clock.now()), what);
    }

    /// From the order to the headers of the answer that is read, over every redirect that is followed.
    async fn headers(&mut self, marks: &Marks, kept: &mut Kept) -> Result<Response, CloseKind> {
        let first = self.request.url.clone();
        let (mut hops, mut since) = (0, self.progress.ready);
        let mut of_hop;
        let mut kept = kept;
        loop {
            let (response, at) = self.answer(marks, kept).await?;
            let next = redirect::next(&self.request, &first, hops, response.status(), response.headers());
            let Some(next) = next.map_err(|why| self.refuse(why))? else {
                self.connection.headers(at, &mut |observation| self.outbox.send(observation));
                let reused = self.connection.reused();
                let sink = &mut |observation| self.outbox.send(observation);
                response::observe(&response, self.request_ids, reused, at, sink);
                self.progress.last_byte = Some(at);
                return Ok(response);
            };
            hops += 1;
            let took = at.since(since).unwrap_or_default();
            self.outbox.remark(Remark::Note(failure::hop(
                hops,
                response.status().as_u16(),
                took,
                &self.request,
                &next,
            )));
            // A kept client is for the place where its first request goes.
            of_hop = Kept::default();
            kept = &mut of_hop;
            self.connection.redirected(at, &mut |observation| self.outbox.send(observation));
            self.progress.next_hop(at);
            (self.request, since) = (next, at);
        }
    }

    /// One request and the headers that answer it, with the moment they came.
    async fn answer(&mut self, marks: &Marks, kept: &mut Kept) -> Result<(Response, Micros), CloseKind> {
        let to = self.request.way.destination(&self.request.url).map_err(|why| self.refuse(why))?;
        let client = match &kept.0 {
            Some((client, _)) => client.clone(),
            None => client::client(&self.request, &to, marks).map_err(|why| self.refuse(why))?,
        };
        kept.0 = Some((client.clone(), marks.clone()));
        let request = client::prepare(&self.request, &to, &client, marks).map_err(|why| self.refuse(why))?;
        let handed_over = self.clock.now();
        let mut sending = std::pin::pin!(client.execute(request));
        let answer = loop {
            let deadline = self.request.timeouts.next(&self.progress);
            tokio::select! {
                biased;
                Some((mark, at)) = self.made.recv() => self.mark(mark, at),
                () = self.outbox.cancelled() => return Err(CloseKind::Cancelled),
                answer = &mut sending => break answer,
                kind = due(self.clock, deadline) => return Err(self.timeout(kind)),
            }
        };
        let at = self.clock.now();
        while let Ok((mark, at)) = self.made.try_recv() {
            self.mark(mark, at);
        }
        let response = answer.map_err(|error| {
            let stage = self.connection.stage();
            let cause = failure::cause(&error);
            self.outbox.remark(Remark::Fault(failure::before_headers(stage, &self.request, &cause)));
            CloseKind::ConnectFailed(stage)
        })?;
        self.connection.begin(handed_over, &mut |observation| self.outbox.send(observation));
        Ok((response, at))
    }

    /// Nothing can be sent, and this is why.
    fn refuse(&self, sentence: String) -> CloseKind {
        self.outbox.remark(Remark::Fault(sentence));
        CloseKind::ConnectFailed(ConnectStage::Request)
    }

    fn mark(&mut self, mark: Mark, at: Micros) {
        self.connection.mark(mark, at, &mut |observation| self.outbox.send(observation));
        self.progress.started = self.progress.started.or(Some(at));
        self.progress.connected = self.connection.is_up();
    }

    /// From the headers to the end of the body, which is read to its end whatever is in it.
    async fn body(&mut self, mut response: Response) -> End {
        let mut intake = Intake::new(response::intake_options(&response, self.hints.clone(), self.keep_content));
        let how = loop {
            let deadline = self.request.timeouts.next(&self.progress);
            tokio::select! {
                biased;
                () = self.outbox.cancelled() => break CloseKind::Cancelled,
                read = response.chunk() => {
                    let at = self.clock.now();
                    match read {
                        Ok(Some(bytes)) => self.read(at, &bytes, &mut intake),
                        Ok(None) => break CloseKind::Eof,
                        Err(error) => {
                            self.outbox.remark(Remark::Fault(failure::in_body(&self.request.place(), &error)));
                            break CloseKind::Broken;
                        }
                    }
                    // A body that never pauses must not starve its deadline.
                    if let Some((due, kind)) = self.request.timeouts.next(&self.progress) && due <= at {
                        break self.timeout(kind);
                    }
                }
                kind = due(self.clock, deadline) => break self.timeout(kind),
            }
        };
        let at = self.clock.now();
        intake.end(Some(at), &mut |mut observation| {
            self.secrets.mask(&mut observation);
            self.outbox.send(observation);
        });
        let (reads, bytes) = intake.totals();
        End { how, reads, bytes }
    }

    fn read(&mut self, at: Micros, bytes: &[u8], intake: &mut Intake) {
        self.progress.last_byte = Some(at);
        let (outbox, progress, secrets) = (&mut self.outbox, &mut self.progress, &self.secrets);
        intake.read(Some(at), bytes, &mut |mut observation| {
            secrets.mask(&mut observation);
            progress.output |= ends_the_wait_for_output(&observation.what);
            outbox.send(observation);
        });
    }

    fn timeout(&mut self, kind: TimeoutKind) -> CloseKind {
        self.outbox.remark(Remark::Fault(failure::timeout(kind, &self.request.timeouts, &self.request.place())));
        CloseKind::Timeout(kind)
    }
}

/// Whether this is effective output, or the word that none will come.
fn ends_the_wait_for_output(what: &What) -> bool {
    match what {
        What::Event(event) => event.also.iter().any(|tag| tag.is_effective() || matches!(tag, Tag::Error | Tag::End)),
        What::NotAStream { .. } => true,
        _ => false,
    }
}

/// Resolves when a deadline has come; never without one.
async fn due(clock: Clock, deadline: Option<(Micros, TimeoutKind)>) -> TimeoutKind {
    let Some((at, kind)) = deadline else { return std::future::pending().await };
    let left = at.since(clock.now()).map_or(Duration::ZERO, Micros::duration);
    tokio::time::sleep(left).await;
    kind
}
