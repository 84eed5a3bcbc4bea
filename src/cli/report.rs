//! `streamfall report`: one recording as a page, a picture, a record, or for another tool.

use std::path::{Path, PathBuf};

use super::{
    Exit, Failure, JudgeArgs, Show, complain,
    input::{self, InputArgs},
    session,
    stdout::{Stdout, is_stdout},
};
use crate::{capture::WholeFile, report, trace::Recording};

const EXAMPLES: &str = "\
Examples:
  streamfall report slow.jsonl -o slow.html
  streamfall report slow.har --entry 3 -o waterfall.svg
  streamfall report slow.jsonl --format md | pbcopy";

/// Arguments of `streamfall report`.
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct ReportArgs {
    /// A capture, a HAR, a raw stream, a timing record; `-` is stdin
    file: PathBuf,
    /// Where to write; its ending says the format
    ///
    /// Standard output without it. The endings are .html .svg .json .md .perfetto.json .har.
    #[arg(short, long, value_name = "OUT")]
    output: Option<PathBuf>,
    /// The format: html, svg, json, md, perfetto, har
    #[arg(long, value_enum, hide_possible_values = true)]
    format: Option<Format>,
    /// Overwrite OUT if it exists
    #[arg(long)]
    force: bool,
    #[command(flatten)]
    input: InputArgs,
    #[command(flatten)]
    judge: JudgeArgs,
}

/// What can be written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum Format {
    /// One self-contained page: waterfall, tables, diagnosis
    Html,
    /// The waterfall alone
    Svg,
    /// The record, as `--json` prints it
    Json,
    /// A summary for a ticket
    Md,
    /// A trace for ui.perfetto.dev or chrome://tracing
    Perfetto,
    /// An HTTP archive with the events' times; content only from a full capture
    Har,
}

/// Endings and the formats they mean, the longer first.
const ENDINGS: &[(&str, Format)] = &[
    (".perfetto.json", Format::Perfetto),
    (".trace.json", Format::Perfetto),
    (".html", Format::Html),
    (".htm", Format::Html),
    (".svg", Format::Svg),
    (".json", Format::Json),
    (".md", Format::Md),
    (".markdown", Format::Md),
    (".har", Format::Har),
];

impl Format {
    fn of(path: &Path) -> Option<Self> {
        let name = path.file_name()?.to_str()?.to_ascii_lowercase();
        ENDINGS.iter().find(|(ending, _)| name.ends_with(ending)).map(|(_, format)| *format)
    }

    fn write(self, recording: &Recording, judge: &JudgeArgs) -> String {
        let thresholds = judge.thresholds();
        match self {
            Self::Html => report::html(recording, &thresholds),
            Self::Svg => report::svg(recording, &thresholds),
            Self::Json => judge.record(recording).to_json() + "\n",
            Self::Md => report::markdown(recording, &thresholds),
            Self::Perfetto => report::perfetto(recording),
            Self::Har => report::har(recording),
        }
    }
}

/// Runs `streamfall report`.
///
/// # Errors
/// When the input cannot be read, the format is not known, or the output cannot be written.
pub fn run(args: &ReportArgs) -> Result<Exit, Failure> {
    let format = format(args)?;
    let recording = input::load(&args.file, &args.input, format == Format::Har)?;
    let remarks = input::remarks(&input::name(&args.file), &recording, Show::Record);
    remarks.iter().for_each(|sentence| complain(sentence));
    let text = format.write(&recording, &args.judge);
    match &args.output {
        Some(path) if !is_stdout(path) => {
            let has_content = format == Format::Har && report::holds_content(&recording);
            if has_content {
                complain(&format!("WARNING: '{}' holds every word of the answer", path.display()));
            }
            // A record is kept as a capture is: for its owner.
            let private = has_content || format == Format::Json;
            WholeFile::put(path, text.as_bytes(), args.force, private).map_err(|error| input::refused(&error))?;
        }
        _ => Stdout::default()
            .print(&text)
            .map_err(|error| session::internal("cannot write to standard output", &error))?,
    }
    Ok(args.judge.exit(&args.judge.record(&recording), Exit::Completed))
}

fn format(args: &ReportArgs) -> Result<Format, Failure> {
    let by_ending = || args.output.as_deref().and_then(Format::of);
    args.format.or_else(by_ending).ok_or_else(|| {
        let what = match args.output.as_deref() {
            Some(path) if !is_stdout(path) => format!("the ending of '{}' names no format", path.display()),
            _ => "nothing says which format to write".to_owned(),
        };
        let endings = "give -o OUT that ends in .html .svg .json .md .perfetto.json or .har, or --format";
        Failure::new(Exit::Usage, format!("report: {what}; {endings}"))
    })
}

#[cfg(test)]
mod tests {
    use super::{Format, Path};

    #[test]
    fn the_ending_says_the_format() {
        for (name, format) in [
            ("a/b.HTML", Some(Format::Html)),
            ("b.perfetto.json", Some(Format::Perfetto)),
            ("b.json", Some(Format::Json)),
            ("b.md", Some(Format::Md)),
            ("b.har", Some(Format::Har)),
            ("svg", None),
            ("b.pdf", None),
        ] {
            assert_eq!(Format::of(Path::new(name)), format, "{name}");
        }
    }
}
