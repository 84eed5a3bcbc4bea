//! `streamfall curl`: one request in curl's own words, so that a line pasted from API docs or from
//! "Copy as cURL" works with `streamfall` put before it.

mod build;
mod data;
mod flags;
mod line;

use std::time::Instant;

use clap::{CommandFactory, Parser};

use super::{Exit, Failure, OutputArgs, RepeatArgs, TimeoutArgs, complain, repeat, session};
use crate::{dialect::request_hints, source::live};

/// Arguments of `streamfall curl`: curl's, in any order, and this program's own among them.
#[derive(Debug, clap::Args)]
#[command(after_help = help(), disable_help_flag = true, override_usage = "streamfall curl URL [curl's options] [options]")]
pub struct CurlArgs {
    #[arg(trailing_var_arg = true, allow_hyphen_values = true, hide = true)]
    words: Vec<String>,
}

/// The program's own flags, which may stand anywhere among curl's.
#[derive(Debug, Parser)]
#[command(no_binary_name = true, disable_help_flag = true)]
pub(super) struct OwnFlags {
    #[command(flatten)]
    output: OutputArgs,
    #[command(flatten)]
    timeouts: TimeoutArgs,
    #[command(flatten)]
    repeat: RepeatArgs,
}

fn help() -> String {
    let own = OwnFlags::command().help_template("{options}").term_width(100).render_help();
    format!("curl's options that are understood:\n{}\n{own}", flags::help())
}

/// Runs `streamfall curl`.
///
/// # Errors
/// When the line cannot be understood or honoured, a file cannot be read, or the request cannot be sent.
pub fn run(args: &CurlArgs) -> Result<Exit, Failure> {
    if args.words.iter().any(|word| word == "--help" || word == "-h") {
        return show_help();
    }
    let line = line::parse(&args.words).map_err(usage)?;
    let own = OwnFlags::try_parse_from(&line.own).map_err(|error| usage(one_sentence(&error)))?;
    line.urls.iter().for_each(|url| live::get_ready(url));
    // t0: the order is understood. Reading the body comes after it, so that it is timed.
    let accepted = Instant::now();
    let built = build::build(&line, accepted, own.timeouts.timeouts()).map_err(usage)?;
    built.notes.iter().for_each(|note| complain(note));
    let order = session::order(built.request, accepted, built.body_read, &own.output);
    for hint in request_hints(&order.facts, &order.request.url) {
        complain(&format!("hint: {hint}"));
    }
    repeat::run(order, &own.output, &own.repeat)
}

fn show_help() -> Result<Exit, Failure> {
    let mut program = super::Cli::command();
    program.build();
    let help = program.find_subcommand_mut("curl").map(clap::Command::render_help);
    let text = help.map_or_else(String::new, |help| help.to_string());
    super::stdout::Stdout::default()
        .print(&text)
        .map_err(|error| Failure::new(Exit::Internal, format!("cannot write to standard output: {error}")))?;
    Ok(Exit::Completed)
}

fn usage(sentence: String) -> Failure {
    Failure::new(Exit::Usage, sentence)
}

/// The first line of clap's complaint, without its prefix.
fn one_sentence(error: &clap::Error) -> String {
    let text = error.to_string();
    let first = text.lines().next().unwrap_or_default();
    first.strip_prefix("error: ").unwrap_or(first).to_owned()
}
