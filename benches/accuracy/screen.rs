//! Streamfall itself: its own source, its own loop, drawing on the terminal that this process was started in.

use std::{
    error::Error,
    path::{Path, PathBuf},
    time::Instant,
};

use reqwest::{Method, Url};
use streamfall::{
    dialect::RequestFacts,
    source::{
        Feed,
        live::{self, Order, ProxyChoice, Request},
    },
    timeline::Milestone::{T2, T3, T4, T5, T6},
    trace::{Observation, Recording, Trace, What},
    tui::{self, ColorChoice, Host, Input, Options},
};

use super::{
    arrivals::{self, Arrival},
    clients, clock,
};

/// Shows a request until a key ends it; leaves the arrivals in a file as soon as the request has ended.
pub fn run(url: &str, out: &Path) -> Result<(), Box<dyn Error>> {
    let mut request = Request::new(Method::POST, Url::parse(url)?);
    request.body = Some(clients::BODY.into());
    request.proxy = ProxyChoice::Direct;
    let before = clock::now();
    let accepted = Instant::now();
    let origin = before.midpoint(clock::now());
    let order = Order { request, facts: RequestFacts::default(), accepted, local: Vec::new(), keep_content: true };
    let header = order.header();
    let feed = live::start(order, header)?;
    let mut host = Witness { origin, arrivals: Vec::new(), trace: Trace::default(), out: out.to_owned() };
    let options = Options { color: ColorChoice::Always, ascii: Some(false), ..Options::default() };
    let ended = tui::run(Input::Live(Box::new(feed)), &options, &mut host)?;
    let count = ended.recording.event_count();
    if count == 0 { Err("no event came".into()) } else { Ok(()) }
}

/// Notes what comes, as the capture would.
struct Witness {
    /// t0 on the shared clock.
    origin: u64,
    arrivals: Vec<Arrival>,
    trace: Trace,
    out: PathBuf,
}

impl Host for Witness {
    fn observed(&mut self, observation: &Observation) {
        self.trace.apply(observation);
        let Some(at) = observation.at else { return };
        let arrived = self.origin + at.0 * 1_000;
        match &observation.what {
            What::Event(event) => {
                let content = event.content.as_deref();
                if let Some(sent) = content.and_then(|content| arrivals::sent(content.data.as_bytes())) {
                    self.arrivals.push(Arrival { sent, arrived });
                }
            }
            What::Finished => {
                let reached = [T2, T3, T4, T5, T6].map(|milestone| self.trace.milestones.get(milestone));
                let moments: Vec<u64> = reached.into_iter().flatten().map(|at| self.origin + at.0 * 1_000).collect();
                // A measurement that cannot be kept shows as one that is missing.
                let _ = arrivals::save(&self.out, &self.arrivals, &moments);
            }
            _ => {}
        }
    }

    fn save(&mut self, _: &Recording) -> Result<String, String> {
        Err("nothing is saved here".to_owned())
    }

    fn resend(&mut self) -> Result<Feed, String> {
        Err("nothing is sent again here".to_owned())
    }
}
