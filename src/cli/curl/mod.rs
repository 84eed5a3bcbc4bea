//! `streamfall curl`: one request in curl's own words, so that a line pasted from API docs or from
//! "Copy as cURL" works with `streamfall` put before it.

mod address;
mod build;
mod data;
mod flags;
mod headers;
mod line;
mod network;
mod paste;
mod words;

use std::time::Instant;

use clap::{CommandFactory, FromArgMatches, Parser};

use paste::Pasted;

use super::{
    Exit, Failure, OutputArgs, RepeatArgs, TimeoutArgs, complain, config, misunderstood, repeat, session,
    taking_negative_numbers,
};
use crate::{dialect::request_hints, source::live};

/// Arguments of `streamfall curl`: curl's, in any order, and this program's own among them.
#[derive(Debug, clap::Args)]
#[command(after_help = help(false), after_long_help = help(true), disable_help_flag = true, override_usage = "streamfall curl URL [curl's options] [options]")]
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
    /// The configuration file
    #[arg(long, value_name = "FILE", hide_short_help = true)]
    config: Option<std::path::PathBuf>,
}

/// What stands below the usage: curl's options, and this program's own in short or in full.
fn help(in_full: bool) -> String {
    let mut own = OwnFlags::command().help_template("{options}").term_width(80);
    let own = if in_full { own.render_long_help() } else { own.render_help() };
    format!("{}This program's own:\n{own}{EXAMPLE}", flags::help())
}

const EXAMPLE: &str = "
`streamfall curl -` reads a pasted line; --json before data is curl's own.
Example: streamfall curl -N https://api.example.com/v1 -H \"x-key: $KEY\" -d @q";

/// Runs `streamfall curl`.
///
/// # Errors
/// When the line cannot be understood or honoured, a file cannot be read, or the request cannot be sent.
pub fn run(args: &CurlArgs) -> Result<Exit, Failure> {
    if let Some(asked) = args.words.iter().find(|word| *word == "--help" || *word == "-h") {
        return show_help(asked == "--help");
    }
    let mut line = line::parse(curl_words(&args.words)).map_err(usage)?;
    let pasted = match line.urls.as_slice() {
        [whole] if whole == "-" => paste::read_stdin().map_err(usage)?,
        [whole] if whole.trim_start().starts_with("curl ") => paste::parse(whole).map_err(usage)?,
        _ => Pasted::default(),
    };
    if !pasted.words.is_empty() {
        line.splice(line::parse(&pasted.words).map_err(usage)?);
    }
    let own = own_flags(&line.own)?;
    line.urls.iter().for_each(|url| live::get_ready(url));
    // t0: the order is understood. Reading the body comes after it, so that it is timed.
    let accepted = Instant::now();
    let built = build::build(&line, &pasted.variables, accepted, own.timeouts.timeouts()).map_err(usage)?;
    pasted.notes.iter().chain(&built.notes).for_each(|note| complain(note));
    let order = session::order(built.request, accepted, built.local, &own.output);
    for hint in request_hints(&order.facts, &order.request.url) {
        complain(&format!("hint: {hint}"));
    }
    repeat::run(order, &own.output, &own.repeat)
}

/// This program's own flags, with the defaults of the configuration.
fn own_flags(words: &[String]) -> Result<OwnFlags, Failure> {
    let command = taking_negative_numbers(config::with_defaults(OwnFlags::command())?);
    let matches = command.clone().try_get_matches_from(words);
    matches.and_then(|matches| OwnFlags::from_arg_matches(&matches)).map_err(|error| {
        let place = misunderstood::Place::new("streamfall curl", &command, words.to_vec());
        usage(misunderstood::sentence(&error, &place))
    })
}

/// The words without a `curl` before them.
fn curl_words(words: &[String]) -> &[String] {
    match words {
        [first, rest @ ..] if first == "curl" => rest,
        all => all,
    }
}

fn show_help(in_full: bool) -> Result<Exit, Failure> {
    let mut program = super::Cli::command();
    program.build();
    let render = if in_full { clap::Command::render_long_help } else { clap::Command::render_help };
    let help = program.find_subcommand_mut("curl").map(render);
    let text = help.map_or_else(String::new, |help| help.to_string());
    super::stdout::Stdout::default()
        .print(&text)
        .map_err(|error| session::internal("cannot write to standard output", &error))?;
    Ok(Exit::Completed)
}

fn usage(sentence: String) -> Failure {
    Failure::new(Exit::Usage, sentence)
}
