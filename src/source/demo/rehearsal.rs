use std::sync::Arc;

use super::{Scenario, Server, scenario::EndHow};
use crate::{
    dialect::{Hints, request_facts},
    source::{
        Feed,
        live::{self, Order, ProxyChoice, Request},
    },
    timeline::{CloseKind, Micros},
    trace::{Header, HeadersSeen, Intake, IntakeOptions, Observation, Recording, SourceKind, What},
};

/// What a client without any delay of its own would record of a scenario: no clock and no network,
/// so that it is the same each time.
pub(crate) fn rehearse(scenario: &Scenario) -> Recording {
    let script = scenario.script(1.0).expect("a script");
    let url = reqwest::Url::parse(&format!("http://127.0.0.1{}", scenario.request.path)).expect("a path");
    let facts = request_facts("POST", &url, scenario.request.body.as_bytes());
    let hints = Hints { dialect: facts.dialect, path: Some(url.path().to_owned()) };
    let mut header = Header::new(SourceKind::Live, facts);
    header.host = Some("127.0.0.1".to_owned());
    let mut recording = Recording::new(header);
    let mut push = |at: Micros, what| recording.push(Observation { at: Some(at), what });
    push(Micros::ZERO, What::Received);
    push(Micros::ZERO, What::UpstreamStarted);
    let status = scenario.response.status;
    let http_version = Some("1.1".into());
    push(script.head.into(), What::Headers(Arc::new(HeadersSeen { status, http_version, ..HeadersSeen::default() })));
    let mut intake = Intake::new(IntakeOptions {
        hints,
        content_type: Some("text/event-stream".to_owned()),
        status: Some(status),
        keep_content: true,
        ..IntakeOptions::default()
    });
    for (at, bytes) in &script.writes {
        intake.read(Some((*at).into()), bytes, &mut |observation| recording.push(observation));
    }
    let end = script.end.into();
    let how = if script.how == EndHow::Break { CloseKind::Broken } else { CloseKind::Eof };
    intake.close(Some(end), how, &mut |observation| recording.push(observation));
    recording.push(Observation { at: Some(end), what: What::Finished });
    recording
}

/// The real client at the real loopback server of a scenario. The server ends with what is returned.
pub(crate) fn perform(scenario: &Scenario, speed: f64) -> (Server, Feed) {
    let server = Server::start(scenario, speed, 0).expect("a server");
    let url = reqwest::Url::parse(&format!("http://{}{}", server.address(), scenario.request.path)).expect("a path");
    let mut request = Request::new(reqwest::Method::POST, url);
    request.body = Some(scenario.request.body.clone().into());
    request.proxy = ProxyChoice::Direct;
    let order = Order { keep_content: true, ..Order::new(request) };
    let header = order.header();
    (server, live::start(order, header).expect("a thread"))
}
