//! Reads any of the inputs as one recording.

use std::{
    fs::File,
    io::{self, BufReader, Cursor, Read},
    path::{Path, PathBuf},
};

use serde_json::Value;

use super::{
    error::CaptureError,
    import::{Archive, Each, FileKind, HEAD, Pick, read_body, read_records, read_stamped, record, sniff},
    reader::read_capture,
    whole_file::quoted,
};
use crate::{trace::Recording, wire::json_words};

/// What is wrong with a file of no records.
const NO_RECORD: &str = "it holds no record; was anything written to it?";

/// Where an input comes from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Input {
    /// A file.
    File(PathBuf),
    /// Standard input, `-` on the command line.
    Stdin,
}

/// How an input is to be read.
#[derive(Clone, Copy, Debug, Default)]
pub struct LoadOptions {
    /// Which of several entries or records is meant, from 1.
    pub entry: Option<usize>,
    /// Whether events keep their content, if the input has it.
    pub keep_content: bool,
}

impl Input {
    /// The input that an argument names.
    pub fn of(argument: &Path) -> Self {
        if argument.as_os_str() == "-" { Self::Stdin } else { Self::File(argument.to_owned()) }
    }

    /// How it is called in a sentence.
    pub fn name(&self) -> String {
        match self {
            Self::File(path) => quoted(path),
            Self::Stdin => "standard input".to_owned(),
        }
    }

    fn open(&self) -> Result<Box<dyn Read>, CaptureError> {
        match self {
            Self::Stdin => Ok(Box::new(io::stdin())),
            Self::File(path) => match File::open(path) {
                Ok(file) => Ok(Box::new(file)),
                Err(source) => Err(CaptureError::Read { name: self.name(), source }),
            },
        }
    }

    /// The input as lines, for `verify`.
    ///
    /// # Errors
    /// When it cannot be opened.
    pub fn lines(&self) -> Result<BufReader<Box<dyn Read>>, CaptureError> {
        self.open().map(BufReader::new)
    }
}

/// Reads a capture, an archive, a body or a timing record as one recording. What it is, its
/// content tells. The file is never held as a whole.
///
/// # Errors
/// When it cannot be read, is none of these, or holds several and none was chosen.
pub fn load(input: &Input, options: &LoadOptions) -> Result<Recording, CaptureError> {
    load_from(&input.name(), input.open()?, options)
}

/// The same from anything that gives bytes.
///
/// # Errors
/// As [`load`].
pub fn load_from(name: &str, input: impl Read, options: &LoadOptions) -> Result<Recording, CaptureError> {
    load_sniffed(name, Sniffed::of(name, input)?, options)
}

/// Every request of an input, in its order: each record of a file of timing records, one that cannot be read
/// with its fault; of anything else, what [`load_from`] gives.
///
/// # Errors
/// As [`load`], but not for a record alone.
pub fn load_each_from(name: &str, input: impl Read) -> Result<Vec<Result<Recording, CaptureError>>, CaptureError> {
    let sniffed = Sniffed::of(name, input)?;
    if !matches!(sniffed.kind, FileKind::Gateway) {
        return load_sniffed(name, sniffed, &LoadOptions::default()).map(|recording| vec![Ok(recording)]);
    }
    let mut all = Vec::new();
    read_records(sniffed.input, sniffed.is_list, &mut Each(|value: Value| all.push(record(&value))))
        .map_err(|error| bad_json(name, "timing record", error))?;
    let refused = |why: String| CaptureError::NotAnInput { name: name.to_owned(), why };
    if all.is_empty() {
        return Err(refused(NO_RECORD.to_owned()));
    }
    let several = all.len() > 1;
    let named = |number, why| if several { format!("record {number}: {why}") } else { why };
    Ok((1..).zip(all).map(|(number, record)| record.map_err(|why| refused(named(number, why)))).collect())
}

/// An input of which the beginning says what it is.
struct Sniffed<R> {
    kind: FileKind,
    is_list: bool,
    input: BufReader<R>,
}

impl Sniffed<()> {
    fn of<R: Read>(name: &str, mut input: R) -> Result<Sniffed<impl Read>, CaptureError> {
        let mut head = Vec::new();
        let failed = |source| CaptureError::Read { name: name.to_owned(), source };
        (&mut input).take(HEAD as u64).read_to_end(&mut head).map_err(failed)?;
        let kind = sniff(&head);
        let is_list = head.trim_ascii_start().first() == Some(&b'[');
        Ok(Sniffed { kind, is_list, input: BufReader::with_capacity(HEAD, Cursor::new(head).chain(input)) })
    }
}

fn load_sniffed<R: Read>(
    name: &str,
    Sniffed { kind, is_list, input }: Sniffed<R>,
    options: &LoadOptions,
) -> Result<Recording, CaptureError> {
    let failed = |source| CaptureError::Read { name: name.to_owned(), source };
    let refused = |why: String| CaptureError::NotAnInput { name: name.to_owned(), why };
    if options.entry.is_some() && !matches!(kind, FileKind::Har | FileKind::Gateway) {
        return Err(refused("it holds one request, so there is no entry to choose; leave the number out".to_owned()));
    }
    match kind {
        FileKind::Capture => read_capture(name, input, options.keep_content),
        FileKind::Har => har(name, input, options),
        FileKind::Gateway => gateway(name, input, is_list, options),
        FileKind::Body => read_body(input, options.keep_content).map_err(failed),
        FileKind::Stamped => read_stamped(input, options.keep_content).map_err(failed)?.map_err(|line| {
            refused(format!(
                "line {line} has no time before it, as `ts '%.s'` writes one; take the line out, or the times of all"
            ))
        }),
        FileKind::Record => {
            Err(refused("it is a record, which has no events to replay; `compare` takes it".to_owned()))
        }
        FileKind::Unreadable(why) => Err(refused(why.to_owned())),
    }
}

fn har(name: &str, input: impl Read, options: &LoadOptions) -> Result<Recording, CaptureError> {
    let refused = |why: String| CaptureError::NotAnInput { name: name.to_owned(), why };
    let mut archive = Archive::new(options.entry, options.keep_content);
    archive.read(input).map_err(|error| bad_json(name, "HTTP archive", error))?;
    match (archive.found.take(), options.entry) {
        (Some(recording), _) => Ok(recording),
        (None, _) if archive.count == 0 => {
            Err(refused("the archive has no entries; export it again when the request is in it".to_owned()))
        }
        (None, Some(entry)) => Err(refused(no_such(entry, archive.count, "entries"))),
        (None, None) => {
            let what = match (archive.candidates, archive.count) {
                (some, all) if some == all => format!("any of its {all} entries may be meant"),
                (some, all) => format!("{some} of its {all} entries may be meant"),
            };
            let (name, list) = (name.to_owned(), archive.listed());
            Err(CaptureError::Ambiguous { name, what, list, entries: archive.meant })
        }
    }
}

fn gateway(name: &str, input: impl Read, is_list: bool, options: &LoadOptions) -> Result<Recording, CaptureError> {
    let refused = |why: String| CaptureError::NotAnInput { name: name.to_owned(), why };
    let mut pick = Pick::new(options.entry);
    read_records(input, is_list, &mut pick).map_err(|error| bad_json(name, "timing record", error))?;
    match (pick.found, options.entry) {
        (None, Some(entry)) => Err(refused(no_such(entry, pick.count, "records"))),
        (None, None) => Err(refused(NO_RECORD.to_owned())),
        (Some(_), None) if pick.count > 1 => {
            let what = format!("it holds {} records, counted from 1", pick.count);
            Err(CaptureError::Ambiguous {
                name: name.to_owned(),
                what,
                list: Vec::new(),
                entries: (1..=pick.count).collect(),
            })
        }
        (Some(value), _) => record(&value).map_err(|why| {
            refused(if pick.count > 1 { format!("record {}: {why}", options.entry.unwrap_or(1)) } else { why })
        }),
    }
}

fn no_such(entry: usize, count: usize, what: &str) -> String {
    format!("there is no entry {entry}; it holds {count} {what}, counted from 1")
}

fn bad_json(name: &str, what: &str, error: serde_json::Error) -> CaptureError {
    if error.is_io() {
        return CaptureError::Read { name: name.to_owned(), source: error.into() };
    }
    let why = format!("the {what} {}; write it anew", json_words(&error));
    CaptureError::NotAnInput { name: name.to_owned(), why }
}
