//! `streamfall completions`: what a shell needs to complete commands and flags.

use std::collections::BTreeSet;

use clap::{Command, CommandFactory};
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
    let script = without_hidden(&String::from_utf8_lossy(&script), &hidden(&Cli::command()));
    Stdout::default().print(&script).map_err(|error| session::internal("cannot write to standard output", &error))?;
    Ok(Exit::Completed)
}

/// The flags that no help shows: they carry what the configuration says.
fn hidden(command: &Command) -> BTreeSet<String> {
    let of = |command: &Command| {
        command
            .get_arguments()
            .filter(|flag| flag.is_hide_set())
            .filter_map(|flag| flag.get_long())
            .map(str::to_owned)
            .collect()
    };
    command.get_subcommands().map(hidden).fold(of(command), |mut all: BTreeSet<_>, more| {
        all.extend(more);
        all
    })
}

/// A script that offers no hidden flag: bash names all flags in one line, other shells each on its own.
fn without_hidden(script: &str, hidden: &BTreeSet<String>) -> String {
    let mut text = String::with_capacity(script.len());
    for line in script.lines() {
        let offered: Vec<_> = hidden.iter().filter(|flag| line.contains(flag.as_str())).collect();
        if offered.is_empty() || line.trim_end().ends_with(')') && !line.contains("CompletionResult") {
            text.extend([line, "\n"]);
        } else if line.trim_start().starts_with("opts=") {
            let rest = offered.iter().fold(line.to_owned(), |line, flag| line.replace(&format!(" --{flag}"), ""));
            text.extend([rest.as_str(), "\n"]);
        }
    }
    text
}
