use std::{
    collections::HashSet,
    fs::File,
    io::{self, BufReader, IsTerminal, Read},
    path::{Path, PathBuf},
};

use clap::builder::FalseyValueParser;

use super::{Exit, Failure, LookArgs, complain, input::past_expiry, session, stdout::Stdout};
use crate::{
    capture::{CaptureError, Input, LoadOptions, load, load_from},
    report::{
        PlainOptions, Record,
        compare::{By, Sample, compare, comparison_markdown, comparison_plain, sides},
        record::SCHEMA,
    },
    trace::Thresholds,
    tui::{self, Leaving},
    wire::{json_words, read_words, serde_words},
};

/// How much of a file is looked at to tell records from everything else.
const HEAD: u64 = 256;

/// Set traces side by side under their contract.
#[derive(Debug, clap::Args)]
#[command(after_help = "Example: streamfall compare before.jsonl after.jsonl")]
pub struct CompareArgs {
    /// Captures, HTTP archives, timing records, or records that --json printed (one or one a line)
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
    let names = names(&args.files);
    let mut files = Vec::new();
    for (path, name) in args.files.iter().zip(names) {
        files.push((name, samples(path, &thresholds)?));
    }
    let sides = sides(files, args.by);
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
            return Ok(Exit::Completed);
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

/// The files' own names where they tell them apart, else the paths as given.
fn names(paths: &[PathBuf]) -> Vec<String> {
    let short = |path: &PathBuf| match Input::of(path) {
        Input::Stdin => "standard input".to_owned(),
        Input::File(_) => file_name(path),
    };
    let distinct: HashSet<String> = paths.iter().map(short).collect();
    let long = |path: &PathBuf| path.display().to_string();
    paths.iter().map(|path| if distinct.len() == paths.len() { short(path) } else { long(path) }).collect()
}

fn file_name(path: &Path) -> String {
    path.file_name().unwrap_or(path.as_os_str()).to_string_lossy().into_owned()
}

/// Every request in a file.
fn samples(path: &Path, thresholds: &Thresholds) -> Result<Vec<Sample>, Failure> {
    let input = Input::of(path);
    let unreadable = |error: io::Error| usage(format!("cannot read {}: {}", input.name(), read_words(&error)));
    let mut head = Vec::new();
    let mut bytes: Box<dyn Read> = match &input {
        Input::Stdin => Box::new(io::stdin()),
        Input::File(path) => Box::new(File::open(path).map_err(unreadable)?),
    };
    bytes.as_mut().take(HEAD).read_to_end(&mut head).map_err(unreadable)?;
    let is_record = String::from_utf8_lossy(&head).trim_start().starts_with("{\"schema\"");
    let bytes = head.as_slice().chain(bytes);
    if is_record {
        return records(&input, bytes);
    }
    match load_from(&input.name(), bytes, &LoadOptions::default()) {
        Ok(recording) => {
            past_expiry(&input.name(), &recording).iter().for_each(|sentence| complain(sentence));
            Ok(vec![Sample::of(&recording, thresholds)])
        }
        Err(CaptureError::Ambiguous { entries, .. }) if input != Input::Stdin => {
            let one = |entry| load(&input, &LoadOptions { entry: Some(entry), keep_content: false });
            let loaded =
                entries.into_iter().map(|entry| one(entry).map(|recording| Sample::of(&recording, thresholds)));
            loaded.collect::<Result<_, _>>().map_err(|error| usage(error.to_string()))
        }
        Err(error) => Err(usage(error.to_string())),
    }
}

/// Records as `--json` prints them, one after the other.
fn records(input: &Input, bytes: impl Read) -> Result<Vec<Sample>, Failure> {
    let mut samples = Vec::new();
    let values = serde_json::Deserializer::from_reader(BufReader::new(bytes)).into_iter::<serde_json::Value>();
    for (i, value) in values.enumerate() {
        let refused = |why: String| usage(format!("cannot read {}, record {}: {why}", input.name(), i + 1));
        let value = value.map_err(|error| refused(format!("it {}; print it anew with --json", json_words(&error))))?;
        match value.get("schema").and_then(serde_json::Value::as_str) {
            Some(SCHEMA) => {}
            Some(other) => return Err(refused(format!("it is a '{other}', and only '{SCHEMA}' can be compared"))),
            None => return Err(refused("it does not say its schema; print it anew with --json".to_owned())),
        }
        let record: Record = serde_json::from_value(value)
            .map_err(|error| refused(format!("{}; print it anew with --json", serde_words(&error.to_string()))))?;
        samples.push(Sample::from(record));
    }
    Ok(samples)
}

fn usage(sentence: String) -> Failure {
    Failure::new(Exit::Usage, sentence)
}
