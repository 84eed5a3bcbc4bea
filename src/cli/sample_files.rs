//! The requests that the files of a comparison hold.

use std::{
    collections::HashSet,
    fs::File,
    io::{self, BufReader, Read},
    path::{Path, PathBuf},
};

use serde_json::Value;

use super::{Exit, Failure, complain, input::past_expiry};
use crate::{
    capture::{CaptureError, Input, LoadOptions, load, load_each_from, load_from},
    report::{Record, compare::Sample, record::SCHEMA},
    trace::{Recording, Thresholds},
    wire::{json_words, read_words, serde_words},
};

/// How much of a file is looked at to tell records from everything else.
const HEAD: u64 = 256;

/// What one argument names.
struct Source {
    input: Input,
    /// Which of several entries or records is meant, from 1.
    entry: Option<usize>,
}

/// Reads every file: its name, and the requests in it.
///
/// # Errors
/// When a file cannot be read or holds no request.
pub fn read(arguments: &[PathBuf], thresholds: &Thresholds) -> Result<Vec<(String, Vec<Sample>)>, Failure> {
    let names = names(arguments);
    let sources = arguments.iter().map(|argument| Source::of(argument));
    sources.zip(names).map(|(source, name)| Ok((name, source.samples(thresholds)?))).collect()
}

/// The files' own names where they tell them apart, else the paths as given.
fn names(paths: &[PathBuf]) -> Vec<String> {
    let short = |path: &PathBuf| match Input::of(path) {
        Input::Stdin => "standard input".to_owned(),
        Input::File(_) => path.file_name().unwrap_or(path.as_os_str()).to_string_lossy().into_owned(),
    };
    let distinct: HashSet<String> = paths.iter().map(short).collect();
    let long = |path: &PathBuf| path.display().to_string();
    paths.iter().map(|path| if distinct.len() == paths.len() { short(path) } else { long(path) }).collect()
}

impl Source {
    /// `FILE#N` is the N-th request of a file, unless a file has that very name.
    fn of(argument: &Path) -> Self {
        let numbered = || {
            let (file, number) = argument.to_str()?.rsplit_once('#')?;
            let entry = number.parse().ok().filter(|entry| *entry > 0)?;
            Some(Self { input: Input::of(Path::new(file)), entry: Some(entry) })
        };
        let literal = || Self { input: Input::of(argument), entry: None };
        if argument.exists() { literal() } else { numbered().unwrap_or_else(literal) }
    }

    /// The requests that are meant.
    fn samples(&self, thresholds: &Thresholds) -> Result<Vec<Sample>, Failure> {
        let (head, bytes) = self.open()?;
        let is_record = String::from_utf8_lossy(&head).trim_start().starts_with("{\"schema\"");
        let bytes = head.as_slice().chain(bytes);
        if is_record {
            return self.records(bytes);
        }
        let loaded = self.recordings(bytes).map_err(|error| usage(error.to_string()))?;
        let mut samples = Vec::new();
        let mut refused = Refused::default();
        for recording in loaded {
            match recording {
                Ok(recording) => {
                    past_expiry(&self.input.name(), &recording).iter().for_each(|sentence| complain(sentence));
                    samples.push(Sample::of(&recording, thresholds));
                }
                Err(error) => refused.push(error.to_string()),
            }
        }
        refused.unless_all(samples)
    }

    fn open(&self) -> Result<(Vec<u8>, Box<dyn Read>), Failure> {
        let unreadable = |error: io::Error| usage(format!("cannot read {}: {}", self.input.name(), read_words(&error)));
        let mut bytes: Box<dyn Read> = match &self.input {
            Input::Stdin => Box::new(io::stdin()),
            Input::File(path) => Box::new(File::open(path).map_err(unreadable)?),
        };
        let mut head = Vec::new();
        bytes.as_mut().take(HEAD).read_to_end(&mut head).map_err(unreadable)?;
        Ok((head, bytes))
    }

    /// What is no record of this program: each request with its fault, if it has one.
    fn recordings(&self, bytes: impl Read) -> Result<Vec<Result<Recording, CaptureError>>, CaptureError> {
        let name = self.input.name();
        if self.entry.is_some() {
            let options = LoadOptions { entry: self.entry, keep_content: false };
            return load_from(&name, bytes, &options).map(|recording| vec![Ok(recording)]);
        }
        match load_each_from(&name, bytes) {
            // An archive: each of its streams is read on its own, from the start.
            Err(CaptureError::Ambiguous { entries, .. }) if self.input != Input::Stdin => {
                let one = |entry| load(&self.input, &LoadOptions { entry: Some(entry), keep_content: false });
                Ok(entries.into_iter().map(one).collect())
            }
            loaded => loaded,
        }
    }

    /// Records as `--json` prints them, one after the other.
    fn records(&self, bytes: impl Read) -> Result<Vec<Sample>, Failure> {
        let mut samples = Vec::new();
        let mut refused = Refused::default();
        let mut count = 0;
        let values = serde_json::Deserializer::from_reader(BufReader::new(bytes)).into_iter::<Value>();
        for value in values {
            count += 1;
            let is_meant = self.entry.is_none_or(|entry| entry == count);
            // Where the JSON itself is broken, nothing that follows can be told apart.
            let broken = value.is_err();
            match value
                .map_err(|error| format!("it {}; print it anew with --json", json_words(&error)))
                .and_then(record)
            {
                Ok(sample) if is_meant => samples.push(sample),
                Err(why) if is_meant || broken => {
                    refused.push(format!("cannot read {}, record {count}: {why}", self.input.name()));
                }
                _ => {}
            }
        }
        if let Some(entry) = self.entry.filter(|entry| *entry > count) {
            let name = self.input.name();
            return Err(usage(format!(
                "cannot read {name}: there is no entry {entry}; it holds {count} records, counted from 1"
            )));
        }
        refused.unless_all(samples)
    }
}

/// One record as a request.
fn record(value: Value) -> Result<Sample, String> {
    match value.get("schema").and_then(Value::as_str) {
        Some(SCHEMA) => {}
        Some(other) => return Err(format!("it is a '{other}', and only '{SCHEMA}' can be compared")),
        None => return Err("it does not say its schema; print it anew with --json".to_owned()),
    }
    let refused = |error: serde_json::Error| format!("{}; print it anew with --json", serde_words(&error.to_string()));
    serde_json::from_value::<Record>(value).map(Sample::from).map_err(refused)
}

/// What could not be read of a file, a sentence each.
#[derive(Default)]
struct Refused(Vec<String>);

impl Refused {
    fn push(&mut self, sentence: String) {
        self.0.push(sentence);
    }

    /// The requests that could be read, with a word on the others; a failure when there is none.
    fn unless_all(self, samples: Vec<Sample>) -> Result<Vec<Sample>, Failure> {
        match (samples.is_empty(), self.0.into_iter()) {
            (true, mut sentences) => Err(usage(
                sentences.next().unwrap_or_else(|| "a file holds no request; was anything written to it?".to_owned()),
            )),
            (false, sentences) => {
                sentences.for_each(|sentence| complain(&format!("{sentence}; it is left out")));
                Ok(samples)
            }
        }
    }
}

fn usage(sentence: String) -> Failure {
    Failure::new(Exit::Usage, sentence)
}
