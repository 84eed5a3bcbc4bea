//! Arguments and commands: one file per command, wiring the other rooms together.
//!
//! Here, and only here, an error becomes a sentence and an exit code.

mod exit;
mod output;

use std::process::ExitCode;

use clap::{Parser, Subcommand};

pub use exit::{Exit, Failure};
pub use output::OutputArgs;

/// Shows where the time of one streaming AI-API request goes.
#[derive(Debug, Parser)]
#[command(name = "streamfall", version, max_term_width = 100)]
pub struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {}

/// Runs the program: parses the arguments, runs the command, tells what went wrong.
pub fn main() -> ExitCode {
    let cli = Cli::parse();
    match cli.command {}
}
