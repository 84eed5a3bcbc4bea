use std::{
    io::{self, IsTerminal},
    path::PathBuf,
};

use clap::builder::FalseyValueParser;

use super::{Exit, Failure, LookArgs, sample_files, session, stdout::Stdout};
use crate::{
    report::{
        PlainOptions,
        compare::{By, compare, comparison_markdown, comparison_plain, sides},
    },
    trace::Thresholds,
    tui::{self, Leaving},
};

const EXAMPLES: &str = "\
Examples:
  streamfall compare before.jsonl after.jsonl
  streamfall compare gateway.jsonl#1 gateway.jsonl#7";

/// Set traces side by side under their contract.
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct CompareArgs {
    /// Captures, HTTP archives, timing records, or records that --json printed (one or one a line);
    /// FILE#N takes the N-th of several
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// What makes a side
    #[arg(long, value_name = "WHAT", default_value = "file", value_parser = by)]
    by: By,
    /// Print the comparison as JSON
    #[arg(long, conflicts_with = "markdown")]
    json: bool,
    /// Print the comparison as Markdown
    #[arg(long)]
    markdown: bool,
    /// No full screen: print the comparison as text
    #[arg(long, env = "STREAMFALL_PLAIN", hide_env = true, value_parser = FalseyValueParser::new())]
    plain: bool,
    #[command(flatten)]
    look: LookArgs,
}

fn by(word: &str) -> Result<By, String> {
    By::from_word(word).ok_or_else(|| "give one of file, model, route".to_owned())
}

/// Compares what the files hold.
///
/// # Errors
/// When a file cannot be read, or there is nothing to compare with.
pub fn run(args: &CompareArgs) -> Result<Exit, Failure> {
    let thresholds = Thresholds::default();
    let sides = sides(sample_files::read(&args.files, &thresholds)?, args.by);
    if sides.len() < 2 && sides.iter().all(|side| side.samples.len() < 2) {
        return Err(Failure::new(
            Exit::Usage,
            "there is one request only; name two files at least, or one with several requests",
        ));
    }
    let comparison = compare(&sides, args.by);
    if args.has_screen() {
        let options = tui::Options { thresholds: thresholds.clone(), ..args.look.screen() };
        let leaving = tui::run_comparison(&comparison, &sides, &options)
            .map_err(|error| session::internal("the full screen failed (--plain does without it)", &error))?;
        if leaving == Leaving::TerminalGone {
            return Ok(Exit::Cancelled);
        }
    }
    let options = PlainOptions { ascii: args.look.ascii, thresholds, ..PlainOptions::default() };
    let text = match (args.json, args.markdown) {
        (true, _) => format!("{}\n", comparison.to_json()),
        (_, true) => comparison_markdown(&comparison, &sides, &options),
        _ => comparison_plain(&comparison, &sides, &options),
    };
    Stdout::default().print(&text).map_err(|error| session::internal("cannot write to standard output", &error))?;
    Ok(Exit::Completed)
}

impl CompareArgs {
    /// Whether there is a terminal to draw on and nothing else was asked for.
    fn has_screen(&self) -> bool {
        let text = self.json || self.markdown || self.plain;
        !text && io::stdout().is_terminal() && tui::suits_terminal()
    }
}
