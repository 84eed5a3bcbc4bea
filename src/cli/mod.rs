//! Arguments and commands: one file per command, wiring the other rooms together.
//!
//! Here, and only here, an error becomes a sentence and an exit code.

mod curl;
mod demo;
mod exit;
mod explain;
mod keeper;
mod output;
mod session;
mod signals;
mod stdout;
mod timeouts;

use std::process::ExitCode;

use clap::{Parser, Subcommand};

pub use exit::{Exit, Failure};
pub use output::{OutputArgs, Show, When};
pub use timeouts::TimeoutArgs;

use crate::{dialect::RequestFacts, source::live::Request, wire::sanitize_line};

/// What each exit code means; a part of the help and of the man page.
const EXIT_CODES: &str = "\
Exit codes:
  0    the request completed (a length limit or a pause counts: the stream ended by its own word)
  1    a fault of this program
  2    wrong arguments, or input that cannot be read
  3    no connection
  4    an HTTP status that is no success
  5    an error in the stream, a truncated stream, or no stream
  6    a timeout
  7    an assertion did not hold
  8    `verify` found something
  130  cancelled";

/// Shows where the time of one streaming AI-API request goes.
#[derive(Debug, Parser)]
#[command(name = "streamfall", version, max_term_width = 100, after_help = EXIT_CODES)]
pub struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Play a built-in scenario through a loopback server and the real client; needs no key
    Demo(demo::DemoArgs),
    /// Send one request given in curl's own words
    Curl(curl::CurlArgs),
}

/// Runs the program: parses the arguments, runs the command, tells what went wrong.
pub fn main() -> ExitCode {
    let cli = Cli::parse();
    let done = match cli.command {
        Command::Demo(args) => demo::run(&args),
        Command::Curl(args) => curl::run(&args),
    };
    match done {
        Ok(exit) => exit.into(),
        Err(failure) => {
            complain(&failure.sentence);
            failure.exit.into()
        }
    }
}

/// What a request asks for, without its content.
fn request_facts(request: &Request) -> RequestFacts {
    RequestFacts { method: Some(request.method.to_string()), ..RequestFacts::default() }
}

/// What would make the request a better one, a sentence each.
fn request_hints(_: &Request) -> Vec<String> {
    Vec::new()
}

/// Says one sentence on stderr. Whatever the network put into it is made harmless.
fn complain(sentence: &str) {
    use std::io::Write;
    // Nobody may be reading stderr; that is no reason to fail.
    let _ = writeln!(std::io::stderr(), "streamfall: {}", sanitize_line(sentence));
}
