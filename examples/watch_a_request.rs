//! Sends a request and prints each milestone as it happens, then the whole report.
//!
//!     cargo run --example watch_a_request           # the demo server, no key, no network
//!     API_KEY=… cargo run --example watch_a_request -- https://…/v1/chat/completions
//!
//! The request runs on a thread of its own, so whatever is done with an observation here delays no
//! stamp. Inside a runtime, `feed.next().await` takes the place of `feed.blocking_next()`.

use std::{env, error::Error};

use streamfall::{
    report::{PlainOptions, milestone_line, plain_summary},
    source::{
        demo::{Server, scenario},
        live::{
            self, Bytes, Method, Order, ProxyChoice, Request, Url,
            header::{AUTHORIZATION, CONTENT_TYPE, HeaderValue},
        },
    },
    trace::Recording,
    wire::sanitize_line,
};

const BODY: &str = r#"{"model":"gpt-4.1","stream":true,"stream_options":{"include_usage":true},
    "messages":[{"role":"user","content":"Why is the sea salty?"}]}"#;

fn main() -> Result<(), Box<dyn Error>> {
    // Answers every request with one scenario, until it is dropped.
    let demo = Server::start(&scenario("normal")?, 1.0, 0)?;
    let (url, proxy) = match env::args().nth(1) {
        Some(url) => (url, ProxyChoice::System),
        None => (format!("http://{}/v1/chat/completions", demo.address()), ProxyChoice::Direct),
    };

    let mut request = Request::new(Method::POST, Url::parse(&url)?);
    request.proxy = proxy;
    request.headers.insert(CONTENT_TYPE, HeaderValue::from_static("application/json"));
    if let Ok(key) = env::var("API_KEY") {
        request.headers.insert(AUTHORIZATION, format!("Bearer {key}").parse()?);
    }
    request.body = Some(Bytes::from_static(BODY.as_bytes()));

    // t0 is now.
    let order = Order::new(request);
    let header = order.header();
    let mut feed = live::start(order, header.clone())?;

    let mut recording = Recording::new(header);
    while let Some(observation) = feed.blocking_next() {
        let before = recording.latest().milestones;
        recording.push(observation);
        for milestone in recording.latest().milestones.new_since(&before) {
            println!("{}", milestone_line(&recording, milestone, false));
        }
    }
    // Why there was no connection, which timeout ran out. It may repeat what the network said.
    for sentence in feed.remarks().all() {
        eprintln!("{}", sanitize_line(&sentence));
    }
    print!("\n{}", plain_summary(&recording, &PlainOptions::default()));
    Ok(())
}
