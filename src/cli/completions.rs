//! `streamfall completions`: what a shell needs to complete commands and flags.

use clap::CommandFactory;
use clap_complete::Shell;

use super::{Cli, Exit, Failure, session, stdout::Stdout};

const EXAMPLES: &str = "\
Examples:
  streamfall completions bash > ~/.local/share/bash-completion/completions/streamfall
  streamfall completions zsh > ~/.zfunc/_streamfall
  streamfall completions fish > ~/.config/fish/completions/streamfall.fish";

/// Arguments of `streamfall completions`.
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct CompletionsArgs {
    /// The shell
    #[arg(value_enum)]
    shell: Shell,
}

/// Runs `streamfall completions`.
///
/// # Errors
/// When standard output cannot be written.
pub fn run(args: &CompletionsArgs) -> Result<Exit, Failure> {
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut Cli::command(), "streamfall", &mut script);
    Stdout::default()
        .print(&String::from_utf8_lossy(&script))
        .map_err(|error| session::internal("cannot write to standard output", &error))?;
    Ok(Exit::Completed)
}
