//! What the system and other crates say of a fault, in plain words and with what to do.

use std::io::{self, ErrorKind};

/// The faults that users meet: why it cannot be read, why it cannot be written.
const FAULTS: &[(ErrorKind, &str, &str)] = &[
    (
        ErrorKind::NotFound,
        "there is no such file or folder; check the path",
        "there is no such folder; make it first, or name another",
    ),
    (
        ErrorKind::PermissionDenied,
        "permission denied; ask its owner, or read a copy",
        "permission denied; name a place that you may write to",
    ),
    (ErrorKind::IsADirectory, "it is a folder; name a file", "it is a folder; name a file in it"),
    (
        ErrorKind::NotADirectory,
        "it is no folder, or a part of its path is none; check the path",
        "a part of its path is no folder; check the path",
    ),
    (
        ErrorKind::AlreadyExists,
        "something else is there; check the path",
        "something else is there; name another place",
    ),
    (ErrorKind::InvalidData, "it is no UTF-8 text; is it the right file?", "it is no UTF-8 text"),
    (ErrorKind::InvalidFilename, "no file can have this name; check it", "no file can have this name; give another"),
    (ErrorKind::StorageFull, "the disk is full; make room on it", "the disk is full; make room, or name another place"),
    (
        ErrorKind::QuotaExceeded,
        "your share of the disk is used up",
        "your share of the disk is used up; make room, or name another place",
    ),
    (ErrorKind::ReadOnlyFilesystem, "the disk is read-only", "the disk is read-only; name another place"),
];

/// Why something cannot be read, and what to do.
pub fn read_words(error: &io::Error) -> String {
    let known = FAULTS.iter().find(|(kind, ..)| *kind == error.kind());
    known.map_or_else(|| system_words(error), |(_, words, _)| (*words).to_owned())
}

/// Why something cannot be written, and what to do.
pub fn write_words(error: &io::Error) -> String {
    let known = FAULTS.iter().find(|(kind, ..)| *kind == error.kind());
    known.map_or_else(|| system_words(error), |(.., words)| (*words).to_owned())
}

/// Whether the machine is at fault and not the place that was named.
pub fn is_machines_fault(error: &io::Error) -> bool {
    !matches!(
        error.kind(),
        ErrorKind::NotFound
            | ErrorKind::PermissionDenied
            | ErrorKind::IsADirectory
            | ErrorKind::NotADirectory
            | ErrorKind::AlreadyExists
            | ErrorKind::InvalidFilename
            | ErrorKind::ReadOnlyFilesystem
            | ErrorKind::InvalidInput
    )
}

/// The system's words without the error number.
pub fn system_words(error: &io::Error) -> String {
    let text = error.to_string();
    match text.rfind(" (os error") {
        Some(cut) => text[..cut].to_owned(),
        None => text,
    }
}

/// What serde calls the types, and what a user calls them.
const TYPES: &[(&str, &str)] = &[
    ("f64", "a number"),
    ("floating", "a number"),
    ("integer", "a number"),
    ("u16", "a whole number from 0 up"),
    ("u64", "a whole number from 0 up"),
    ("usize", "a whole number from 0 up"),
    ("a string", "text in quotes"),
    ("string", "text"),
    ("a boolean", "true or false"),
    ("boolean", "true or false"),
    ("a sequence", "a list"),
    ("sequence", "a list"),
    ("a map", "a table"),
    ("map", "a table"),
    ("struct", "a table"),
    ("unit", "nothing"),
    ("null", "nothing"),
];

/// What serde says of a value, on one line: the type that is wanted and the one that is there, never
/// the value itself, which is nobody's business.
pub fn serde_words(message: &str) -> String {
    let line = message.lines().next().unwrap_or_default();
    let plain = |word: &str| {
        let word = word.trim_matches('`');
        let short = word.split(' ').next().unwrap_or_default();
        let known = TYPES.iter().find(|(known, _)| *known == word || *known == short);
        known.map_or_else(|| word.replace('`', "'"), |(_, plain)| (*plain).to_owned())
    };
    let of_type = line.strip_prefix("invalid type: ").or_else(|| line.strip_prefix("invalid value: "));
    match of_type.and_then(|rest| rest.rsplit_once(", expected ")) {
        Some((found, expected)) => {
            let found = found.split([' ', '`', '"']).next().unwrap_or_default();
            format!("expected {}, found {}", plain(expected), plain(found))
        }
        None => line.replace('`', "'"),
    }
}

/// What is wrong with a JSON text and where.
pub fn json_words(error: &serde_json::Error) -> String {
    let place = format!("line {}, column {}", error.line(), error.column());
    if error.is_eof() { format!("is cut at {place}") } else { format!("is no valid JSON at {place}") }
}

#[cfg(test)]
mod tests {
    use std::io;

    use super::{ErrorKind, is_machines_fault, read_words, serde_words, write_words};

    #[test]
    fn a_fault_of_the_system_says_what_to_do() {
        let missing = io::Error::from(ErrorKind::NotFound);
        assert_eq!(read_words(&missing), "there is no such file or folder; check the path");
        assert_eq!(write_words(&missing), "there is no such folder; make it first, or name another");
        assert!(!is_machines_fault(&missing) && is_machines_fault(&ErrorKind::StorageFull.into()));
        // A number that no table knows keeps the system's words and loses the number.
        #[cfg(target_os = "linux")]
        assert_eq!(read_words(&io::Error::from_raw_os_error(5)), "Input/output error");
    }

    #[test]
    fn a_value_is_not_repeated_and_types_have_plain_names() {
        for (message, words) in [
            ("invalid type: string \"SECRET, expected x\", expected a sequence", "expected a list, found text"),
            ("invalid type: integer `1`, expected a string", "expected text in quotes, found a number"),
            ("invalid value: integer `-1`, expected u64", "expected a whole number from 0 up, found a number"),
            ("invalid type: map, expected f64\nin `x`", "expected a number, found a table"),
            ("invalid type: boolean `true`, expected struct Part", "expected a table, found true or false"),
            ("unknown field `colour`, expected `color`", "unknown field 'colour', expected 'color'"),
        ] {
            assert_eq!(serde_words(message), words, "{message}");
        }
    }
}
