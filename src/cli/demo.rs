use std::{fmt::Write, fs, path::Path, time::Instant};

use bytes::Bytes;
use reqwest::{Method, Url};

use super::{
    Exit, Failure, OutputArgs, RepeatArgs, TimeoutArgs,
    numbers::{number, whole},
    repeat, session,
    stdout::Stdout,
};
use crate::{
    source::{
        demo::{self, Scenario, ScenarioError, Server, ServerError},
        live::{Order, ProxyChoice, Request},
    },
    wire::read_words,
};

/// Arguments of `streamfall demo`.
#[derive(Debug, clap::Args)]
#[command(after_help = "Example: streamfall demo stall --speed 4")]
pub struct DemoArgs {
    /// The scenario to play, or a scenario file of your own (*.toml)
    #[arg(default_value = demo::DEFAULT)]
    scenario: String,
    /// Name the built-in scenarios
    #[arg(long)]
    list: bool,
    /// Only serve the scenario, and print the command to try
    #[arg(long)]
    serve: bool,
    /// The port to serve on; any free one by default
    #[arg(long, value_name = "PORT", default_value_t = 0, value_parser = |text: &str| whole(text, &(0..=u16::MAX)))]
    port: u16,
    /// Play N times as fast
    #[arg(long, value_name = "N", default_value_t = 1.0, value_parser = |text: &str| number(text, 0.01..=1_000.0))]
    speed: f64,
    #[command(flatten)]
    output: OutputArgs,
    #[command(flatten)]
    timeouts: TimeoutArgs,
    #[command(flatten)]
    repeat: RepeatArgs,
}

/// Runs `streamfall demo`.
///
/// # Errors
/// When there is no such scenario, or it cannot be played.
pub fn run(args: &DemoArgs) -> Result<Exit, Failure> {
    if args.list {
        return list();
    }
    let scenario = load(&args.scenario)?;
    let server = Server::start(&scenario, args.speed, args.port)
        .map_err(|error| Failure::new(Exit::Usage, told(&args.scenario, &error)))?;
    if args.serve {
        print(&how_to_try(&scenario, &server))?;
        server.wait();
        return Ok(Exit::Completed);
    }
    repeat::run(order(args, &scenario, &server)?, &args.output, &args.repeat)
}

fn load(name: &str) -> Result<Scenario, Failure> {
    let is_file = Path::new(name).extension().is_some_and(|extension| extension == "toml");
    let scenario = if is_file {
        let text = fs::read_to_string(name).map_err(|error| {
            Failure::new(Exit::Usage, format!("cannot read scenario '{name}': {}", read_words(&error)))
        })?;
        Scenario::parse(&text)
    } else {
        demo::scenario(name)
    };
    scenario.map_err(|error| Failure::new(Exit::Usage, told(name, &error.into())))
}

/// Why a scenario cannot be played, in a sentence that names it once.
fn told(name: &str, error: &ServerError) -> String {
    match error {
        ServerError::Scenario(ScenarioError::Unknown { .. }) | ServerError::Listen(_) => error.to_string(),
        ServerError::Scenario(error) => format!("scenario '{name}': {error}"),
    }
}

fn list() -> Result<Exit, Failure> {
    let mut text = String::new();
    for name in demo::names() {
        let _ = writeln!(text, "{name:<18} {}", load(name)?.title);
    }
    print(&text)?;
    Ok(Exit::Completed)
}

fn order(args: &DemoArgs, scenario: &Scenario, server: &Server) -> Result<Order, Failure> {
    let accepted = Instant::now();
    let url = Url::parse(&url(scenario, server)).map_err(|error| {
        Failure::new(
            Exit::Usage,
            format!("scenario '{}': its path cannot be understood ({error}); begin it with a /", args.scenario),
        )
    })?;
    let mut request = Request::new(Method::POST, url);
    request
        .headers
        .insert(reqwest::header::CONTENT_TYPE, reqwest::header::HeaderValue::from_static("application/json"));
    request.body = Some(Bytes::from(scenario.request.body.clone()));
    // The server is on this machine; no proxy of the environment may stand between.
    request.proxy = ProxyChoice::Direct;
    request.timeouts = args.timeouts.timeouts();
    Ok(session::order(request, accepted, Vec::new(), &args.output))
}

fn url(scenario: &Scenario, server: &Server) -> String {
    format!("http://{}{}", server.address(), scenario.request.path)
}

fn how_to_try(scenario: &Scenario, server: &Server) -> String {
    let body = scenario.request.body.trim().replace('\'', r"'\''");
    format!(
        "serving on http://{}; in another terminal:\n\n  streamfall curl '{}' -H 'content-type: application/json' -d '{body}'\n\n\
         (curl -N shows the raw stream.) Ctrl-C ends it.\n",
        server.address(),
        url(scenario, server),
    )
}

fn print(text: &str) -> Result<(), Failure> {
    Stdout::default().print(text).map_err(|error| session::internal("cannot write to standard output", &error))
}
