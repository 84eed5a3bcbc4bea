//! `streamfall man`: the manual pages, made from the same definitions as `--help`.

use std::{
    fs,
    io::{self, Write},
    path::{Path, PathBuf},
};

use clap::{Command, CommandFactory};
use clap_mangen::Man;

use super::{Cli, Exit, Failure, input, session, shown::shown, stdout::Stdout};
use crate::capture::{CaptureError, WholeFile};

const EXAMPLES: &str = "\
Examples:
  streamfall man | man -l -
  streamfall man report | man -l -
  streamfall man --out-dir ~/.local/share/man/man1";

/// The foot of every page: which program, and which manual it is in.
const SOURCE: &str = concat!("streamfall ", env!("CARGO_PKG_VERSION"));
const MANUAL: &str = "Streamfall Manual";

/// Arguments of `streamfall man`.
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct ManArgs {
    /// Only the page of one command
    command: Option<String>,
    /// Write streamfall.1, and streamfall-COMMAND.1 for each command, into this folder
    #[arg(long, value_name = "DIR", conflicts_with = "command")]
    out_dir: Option<PathBuf>,
}

/// Runs `streamfall man`.
///
/// # Errors
/// When there is no such command, or standard output or the folder cannot be written.
pub fn run(args: &ManArgs) -> Result<Exit, Failure> {
    let mut program = in_full(Cli::command());
    program.build();
    if let Some(folder) = &args.out_dir {
        write_all(&program, folder)?;
        return Ok(Exit::Completed);
    }
    let page = match &args.command {
        None => rendered(|page| whole(&program, page))?,
        Some(name) => {
            let command = listed(&program).find(|command| command.get_name() == name).ok_or_else(|| {
                let names: Vec<_> = listed(&program).map(Command::get_name).collect();
                Failure::new(
                    Exit::Usage,
                    format!("there is no command {}; the commands are {}", shown(name), names.join(", ")),
                )
            })?;
            rendered(|page| one(command, page))?
        }
    };
    Stdout::default().print(&page).map_err(|error| session::internal("cannot write to standard output", &error))?;
    Ok(Exit::Completed)
}

/// The program with the text of every flag: those that the short help leaves out would have none on a page.
fn in_full(command: Command) -> Command {
    command.mut_args(|flag| flag.hide_short_help(false)).mut_subcommands(in_full)
}

/// A page as text.
fn rendered(write: impl FnOnce(&mut Vec<u8>) -> io::Result<()>) -> Result<String, Failure> {
    let mut page = Vec::new();
    write(&mut page).map_err(|error| session::internal("cannot make the page", &error))?;
    Ok(String::from_utf8_lossy(&page).into_owned())
}

/// Every page as a file of its own, named as `man` looks for it.
fn write_all(program: &Command, folder: &Path) -> Result<(), Failure> {
    fs::create_dir_all(folder)
        .map_err(|source| input::refused(&CaptureError::Write { name: format!("'{}'", folder.display()), source }))?;
    let write = |command: &Command, page: String| {
        let path = folder.join(format!("{}.1", page_name(command)));
        WholeFile::put(&path, page.as_bytes(), true, false).map_err(|error| input::refused(&error))
    };
    write(program, rendered(|page| whole(program, page))?)?;
    listed(program).try_for_each(|command| write(command, rendered(|page| one(command, page))?))
}

/// What a page is called: `streamfall`, `streamfall-curl`.
fn page_name(command: &Command) -> &str {
    command.get_display_name().unwrap_or(command.get_name())
}

/// A page of this program, with its foot.
fn page_of(command: &Command) -> Man {
    // A date would make each build differ; an empty one would be left out, and what follows shift.
    Man::new(command.clone()).date(" ").source(SOURCE).manual(MANUAL)
}

/// The commands that are shown.
fn listed(program: &Command) -> impl Iterator<Item = &Command> {
    program.get_subcommands().filter(|command| !command.is_hide_set() && command.get_name() != "help")
}

/// The page of the program: every command with its flags.
fn whole(program: &Command, page: &mut impl Write) -> io::Result<()> {
    let man = page_of(program);
    head(&man, page)?;
    man.render_options_section(page)?;
    writeln!(page, ".SH COMMANDS")?;
    for command in listed(program) {
        let title = page_name(command).replace('-', " ");
        writeln!(page, ".SS {title}")?;
        let man = Man::new(command.clone());
        let mut part = Vec::new();
        man.render_synopsis_section(&mut part)?;
        man.render_description_section(&mut part)?;
        man.render_options_section(&mut part)?;
        subcommands(command, &mut part)?;
        after(command, &mut part)?;
        page.write_all(paragraphs(&String::from_utf8_lossy(&part)).as_bytes())?;
    }
    after(program, page)
}

/// The page of one command.
fn one(command: &Command, page: &mut impl Write) -> io::Result<()> {
    let man = page_of(command);
    head(&man, page)?;
    man.render_options_section(page)?;
    subcommands(command, page)?;
    after(command, page)?;
    writeln!(page, ".SH SEE ALSO\n.BR streamfall (1)")
}

/// What a command is told by a word of its own, as `config init`.
fn subcommands(command: &Command, page: &mut impl Write) -> io::Result<()> {
    for (i, word) in listed(command).enumerate() {
        if i == 0 {
            writeln!(page, ".SH COMMANDS")?;
        }
        let about = word.get_about().map(ToString::to_string).unwrap_or_default();
        writeln!(page, ".TP\n\\fB{}\\fR\n{}", plain(word.get_name()), plain(&about))?;
    }
    Ok(())
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
