//! Arguments and commands: one file per command, wiring the other rooms together.
//!
//! Here, and only here, an error becomes a sentence and an exit code.

mod ask;
mod assertions;
mod compare;
mod completions;
mod config;
mod curl;
mod demo;
mod exit;
mod explain;
mod input;
mod keeper;
mod look;
mod man;
mod misunderstood;
mod numbers;
#[cfg(feature = "otlp")]
mod otlp;
mod output;
mod progress;
mod prune;
mod redact;
mod repeat;
mod replay;
mod report;
mod sample_files;
mod session;
mod shown;
mod signals;
mod stdout;
mod timeouts;
mod verify;
mod version;

use std::{io::Write, process::ExitCode};

use clap::{Command as Program, CommandFactory, FromArgMatches, Parser, Subcommand, error::ErrorKind};

pub use assertions::JudgeArgs;
pub use exit::{Exit, Failure};
pub use look::{LookArgs, When};
pub use output::{OutputArgs, Show};
pub use repeat::RepeatArgs;
pub use timeouts::TimeoutArgs;

use crate::wire::sanitize_line;

/// The help of the program: every command on one screen.
const TEMPLATE: &str = "{about}

Usage: {usage}

Commands:
{subcommands}

Options:
{options}{after-help}";

const EXAMPLE: &str = "Example: streamfall demo        (each command: -h in short, --help in full)";

/// What each exit code means; a part of the help and of the man page.
const EXIT_CODES: &str = "\
Exit codes:
  0    the request completed (a length limit or a pause counts: the stream ended by its own word)
  1    a fault of this program, or of the machine: a full disk
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
#[command(name = "streamfall", version, long_version = version::LONG, max_term_width = 80, after_help = EXAMPLE, after_long_help = EXIT_CODES)]
#[command(help_template = TEMPLATE, disable_help_subcommand = true)]
pub struct Cli {
    #[command(subcommand)]
    command: Command,
    /// The configuration file
    ///
    /// Flags go before `STREAMFALL_*` variables, those before this file, this file before the defaults.
    #[arg(long, value_name = "FILE", global = true, hide_short_help = true)]
    config: Option<std::path::PathBuf>,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Play a built-in scenario through the real client; needs no key
    Demo(demo::DemoArgs),
    /// Send one request given in curl's own words
    Curl(curl::CurlArgs),
    /// Ask a known provider; the request is built for you
    Ask(Box<ask::AskArgs>),
    /// Show a capture, an archive, a stream or a record again
    Replay(replay::ReplayArgs),
    /// Make a customer-safe capture of any of these
    Redact(redact::RedactArgs),
    /// Prove that a capture is customer-safe, or name what is not
    Verify(verify::VerifyArgs),
    /// Remove captures past their own expiry, and nothing else
    Prune(prune::PruneArgs),
    /// Set traces side by side under their contract
    Compare(compare::CompareArgs),
    /// Write a recording as a page, a picture or for another tool
    Report(report::ReportArgs),
    /// Make, find or show the configuration file
    Config(config::ConfigArgs),
    /// Print the completions for a shell
    Completions(completions::CompletionsArgs),
    /// Print the manual page
    Man(man::ManArgs),
}

/// Runs the program: parses the arguments, runs the command, tells what went wrong.
pub fn main() -> ExitCode {
    let (program, fault) = match config::with_defaults(Cli::command()) {
        Ok(program) => (program, None),
        Err(failure) => (Cli::command(), Some(failure)),
    };
    let program = taking_negative_numbers(program);
    let matches = program.clone().try_get_matches();
    let cli = match matches.and_then(|matches| Cli::from_arg_matches(&matches)) {
        Ok(cli) => cli,
        Err(error) => return misunderstood(&error, &program),
    };
    // A configuration that cannot be read must not keep anybody from making or finding it.
    if let Some(failure) = fault.filter(|_| !matches!(cli.command, Command::Config(_))) {
        complain(&failure.sentence);
        return failure.exit.into();
    }
    let done = match cli.command {
        Command::Demo(args) => demo::run(&args),
        Command::Curl(args) => curl::run(&args),
        Command::Ask(args) => ask::run(&args),
        Command::Replay(args) => replay::run(&args),
        Command::Redact(args) => redact::run(&args),
        Command::Verify(args) => verify::run(&args),
        Command::Prune(args) => prune::run(&args),
        Command::Compare(args) => compare::run(&args),
        Command::Report(args) => report::run(&args),
        Command::Config(args) => config::run(&args),
        Command::Completions(args) => completions::run(&args),
        Command::Man(args) => man::run(&args),
    };
    match done {
        Ok(exit) => exit.into(),
        Err(failure) => {
            complain(&failure.sentence);
            failure.exit.into()
        }
    }
}

/// The same program, in which a number with a minus before it is a value and no flag: whoever reads
/// the value says what is allowed.
fn taking_negative_numbers(program: Program) -> Program {
    let is_option = |argument: &clap::Arg| argument.get_long().is_some() && argument.get_action().takes_values();
    program
        .mut_args(|argument| if is_option(&argument) { argument.allow_negative_numbers(true) } else { argument })
        .mut_subcommands(taking_negative_numbers)
}

/// Help and version, or what is wrong with the arguments.
fn misunderstood(error: &clap::Error, program: &Program) -> ExitCode {
    if error.use_stderr() && error.kind() != ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand {
        let arguments = std::env::args_os().skip(1).map(|word| word.to_string_lossy().into_owned()).collect();
        complain(&misunderstood::sentence(error, &misunderstood::Place::of(program, arguments)));
        return Exit::Usage.into();
    }
    if error.use_stderr() {
        let _ = error.print();
        return Exit::Usage.into();
    }
    match error.print().and_then(|()| std::io::stdout().flush()) {
        Err(error) if !stdout::reader_has_gone(&error) => {
            let failure = session::internal("cannot write to standard output", &error);
            complain(&failure.sentence);
            failure.exit.into()
        }
        _ => Exit::Completed.into(),
    }
}

/// Says one sentence on stderr; nothing without one. Whatever the network put into it is made harmless.
fn complain(sentence: &str) {
    if sentence.is_empty() {
        return;
    }
    // Nobody may be reading stderr; that is no reason to fail.
    let _ = writeln!(std::io::stderr(), "streamfall: {}", sanitize_line(sentence));
}
