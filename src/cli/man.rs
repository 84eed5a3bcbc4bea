//! `streamfall man`: the manual page, made from the same definitions as `--help`.

use std::io::{self, Write};

use clap::{Command, CommandFactory};
use clap_mangen::Man;

use super::{Cli, Exit, Failure, stdout::Stdout};

const EXAMPLES: &str = "\
Examples:
  streamfall man | man -l -
  streamfall man report | man -l -
  streamfall man > ~/.local/share/man/man1/streamfall.1";

/// Arguments of `streamfall man`.
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct ManArgs {
    /// Only the page of one command
    command: Option<String>,
}

/// Runs `streamfall man`.
///
/// # Errors
/// When there is no such command, or standard output cannot be written.
pub fn run(args: &ManArgs) -> Result<Exit, Failure> {
    let mut program = Cli::command();
    program.build();
    let mut page = Vec::new();
    let rendered = match &args.command {
        None => whole(&program, &mut page),
        Some(name) => {
            let command = program.find_subcommand(name).ok_or_else(|| {
                let names: Vec<_> = listed(&program).map(Command::get_name).collect();
                Failure::new(Exit::Usage, format!("there is no command '{name}'; there are {}", names.join(", ")))
            })?;
            one(command, &mut page)
        }
    };
    let text = String::from_utf8_lossy(&page);
    rendered
        .and_then(|()| Stdout::default().print(&text))
        .map_err(|error| Failure::new(Exit::Internal, format!("cannot write to standard output: {error}")))?;
    Ok(Exit::Completed)
}

/// The commands that are shown.
fn listed(program: &Command) -> impl Iterator<Item = &Command> {
    program.get_subcommands().filter(|command| !command.is_hide_set() && command.get_name() != "help")
}

/// The page of the program: every command with its flags.
fn whole(program: &Command, page: &mut impl Write) -> io::Result<()> {
    let man = Man::new(program.clone());
    man.render_title(page)?;
    man.render_name_section(page)?;
    man.render_synopsis_section(page)?;
    man.render_description_section(page)?;
    man.render_options_section(page)?;
    writeln!(page, ".SH COMMANDS")?;
    for command in listed(program) {
        let title = command.get_display_name().unwrap_or(command.get_name()).replace('-', " ");
        writeln!(page, ".SS {title}")?;
        let man = man_of(command);
        let mut part = Vec::new();
        man.render_synopsis_section(&mut part)?;
        man.render_description_section(&mut part)?;
        man.render_options_section(&mut part)?;
        man.render_extra_section(&mut part)?;
        // The sections of a command are paragraphs of its own section here.
        page.write_all(String::from_utf8_lossy(&part).replace(".SH ", ".PP\n.B ").as_bytes())?;
    }
    man.render_extra_section(page)?;
    man.render_version_section(page)
}

/// The page of one command.
fn one(command: &Command, page: &mut impl Write) -> io::Result<()> {
    man_of(command).render(page)
}

fn man_of(command: &Command) -> Man {
    Man::new(command.clone())
}
