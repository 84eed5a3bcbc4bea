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
    head(&man, page)?;
    man.render_options_section(page)?;
    writeln!(page, ".SH COMMANDS")?;
    for command in listed(program) {
        let title = command.get_display_name().unwrap_or(command.get_name()).replace('-', " ");
        writeln!(page, ".SS {title}")?;
        let man = Man::new(command.clone());
        let mut part = Vec::new();
        man.render_synopsis_section(&mut part)?;
        man.render_description_section(&mut part)?;
        man.render_options_section(&mut part)?;
        after(command, &mut part)?;
        page.write_all(paragraphs(&String::from_utf8_lossy(&part)).as_bytes())?;
    }
    after(program, page)
}

/// The page of one command.
fn one(command: &Command, page: &mut impl Write) -> io::Result<()> {
    let man = Man::new(command.clone());
    head(&man, page)?;
    man.render_options_section(page)?;
    after(command, page)
}

fn head(man: &Man, page: &mut impl Write) -> io::Result<()> {
    man.render_title(page)?;
    man.render_name_section(page)?;
    man.render_synopsis_section(page)?;
    man.render_description_section(page)
}

/// Sections as paragraphs of another section, each with its title on a line of its own.
fn paragraphs(sections: &str) -> String {
    let mut text = String::with_capacity(sections.len());
    for line in sections.lines() {
        match line.strip_prefix(".SH ") {
            Some(title) => text.extend([".PP\n.B ", title, "\n.br\n"]),
            None => text.extend([line, "\n"]),
        }
    }
    text
}

/// What stands after a command's flags, line by line as it was written. A line that ends in a colon
/// before an indented one is a title.
fn after(command: &Command, page: &mut impl Write) -> io::Result<()> {
    let Some(help) = command.get_after_long_help().or(command.get_after_help()) else { return Ok(()) };
    let text = help.to_string();
    let (title, rest) = match text.split_once('\n') {
        Some((first, rest)) if first.ends_with(':') => (first.trim_end_matches(':'), rest),
        _ => ("Notes", text.as_str()),
    };
    writeln!(page, ".SH {}\n.nf", plain(&title.to_uppercase()))?;
    for line in rest.trim_end().lines() {
        writeln!(page, "{}", plain(line))?;
    }
    writeln!(page, ".fi")
}

/// Text in which nothing is an instruction to the typesetter.
fn plain(line: &str) -> String {
    let line = line.replace('\\', r"\e").replace('-', r"\-");
    if line.starts_with(['.', '\'']) { format!(r"\&{line}") } else { line }
}

#[cfg(test)]
mod tests {
    use super::{paragraphs, plain};

    #[test]
    fn text_is_no_instruction() {
        assert_eq!(plain(".TH x"), r"\&.TH x");
        assert_eq!(plain(r"  a\b -N"), r"  a\eb \-N");
    }

    #[test]
    fn sections_become_titled_paragraphs() {
        assert_eq!(paragraphs(".SH OPTIONS\n.TP\n"), ".PP\n.B OPTIONS\n.br\n.TP\n");
    }
}
