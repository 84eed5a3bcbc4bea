use std::{fmt, io};

use super::{encode::VERSION, json::Json};
use crate::wire::{read_words, write_words};

/// Why a line of a capture cannot be read: the field, what should stand there, what does.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FieldError {
    /// The path of the field inside the line, `usage.output_tokens`.
    pub field: String,
    /// What should stand there, in words.
    pub expected: String,
    /// What stands there, as JSON and cut; `None` when nothing does.
    pub found: Option<String>,
}

impl FieldError {
    pub(super) fn new(field: impl Into<String>, expected: impl Into<String>, found: Option<&Json<'_>>) -> Self {
        Self { field: field.into(), expected: expected.into(), found: found.map(Json::shown) }
    }

    /// The same inside an outer field.
    pub(super) fn inside(mut self, outer: &str) -> Self {
        self.field = format!("{outer}.{}", self.field);
        self
    }
}

impl fmt::Display for FieldError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "expected \"{}\" {}, found {}", self.field, self.expected, self.found.as_deref().unwrap_or("nothing"))
    }
}

/// Why a file cannot be read, written or saved. `Display` is one sentence without the program's name
/// that names the file; it holds raw text of the file, so it is to be sanitised before it is shown.
#[derive(Debug, thiserror::Error)]
pub enum CaptureError {
    /// The file cannot be opened or read.
    #[error("cannot read {name}: {}", read_words(.source))]
    Read {
        /// The file, quoted, or `standard input`.
        name: String,
        /// What the system said.
        source: io::Error,
    },
    /// The file cannot be made or written.
    #[error("cannot write {name}: {}", write_words(.source))]
    Write {
        /// The file, quoted.
        name: String,
        /// What the system said.
        source: io::Error,
    },
    /// The file is there already.
    #[error("cannot write {name}: it exists already; use --force to overwrite it")]
    Exists {
        /// The file, quoted.
        name: String,
    },
    /// What is there is no plain file, so it is not replaced.
    #[error("cannot write {name}: {what} is there; name another file")]
    NotAFile {
        /// The path, quoted.
        name: String,
        /// What is there.
        what: &'static str,
    },
    /// A field of a line is not what it should be.
    #[error("cannot read capture {name}, line {line}: {problem}")]
    Field {
        /// The file.
        name: String,
        /// The line, from 1.
        line: u64,
        /// The field.
        problem: FieldError,
    },
    /// A line is no JSON object.
    #[error(
        "cannot read capture {name}, line {line}: not a JSON object ({problem}); cut the file before it to read what stands there"
    )]
    NotJson {
        /// The file.
        name: String,
        /// The line, from 1.
        line: u64,
        /// What the parser said.
        problem: String,
    },
    /// A line is longer than the cap.
    #[error("cannot read capture {name}, line {line}: longer than {} MiB; take the line out", .most >> 20)]
    LineTooLong {
        /// The file.
        name: String,
        /// The line, from 1.
        line: u64,
        /// The cap, in bytes.
        most: usize,
    },
    /// The capture has a version that is not known.
    #[error("cannot read capture {name}: {}", version_words(*.version))]
    Version {
        /// The file.
        name: String,
        /// Its version.
        version: u64,
    },
    /// The file holds several and none was chosen.
    #[error("cannot read {name}: {what}; choose one with --entry N")]
    Ambiguous {
        /// The file.
        name: String,
        /// How many there are.
        what: String,
        /// What there is to choose from, a line each.
        list: Vec<String>,
        /// Their numbers, from 1.
        entries: Vec<usize>,
    },
    /// The file is none of the inputs.
    #[error("cannot read {name}: {why}")]
    NotAnInput {
        /// The file.
        name: String,
        /// What it is or what is wrong with it, and what to do.
        why: String,
    },
}

/// What a version that is not known means, and what to do.
fn version_words(version: u64) -> String {
    let known = format!("this streamfall reads version {VERSION}");
    if version > VERSION {
        format!("its format version is {version} and {known}; get a newer streamfall")
    } else {
        format!("there is no format version {version}, and {known}; record it anew, or mend its first line")
    }
}

#[cfg(test)]
mod tests {
    use super::{CaptureError, FieldError, Json};

    #[test]
    fn a_wrong_field_is_one_sentence() {
        let problem = FieldError::new("at", "in microseconds", Some(&Json::from("abc")));
        let error = CaptureError::Field { name: "'x.jsonl'".into(), line: 14, problem };
        assert_eq!(
            error.to_string(),
            r#"cannot read capture 'x.jsonl', line 14: expected "at" in microseconds, found "abc""#
        );
        assert_eq!(
            FieldError::new("b", "as a word", None).inside("a").to_string(),
            r#"expected "a.b" as a word, found nothing"#
        );
    }
}
