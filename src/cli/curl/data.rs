//! The body of a curl line: its pieces, read and joined as curl does.

use std::{
    fmt::Write,
    fs,
    io::{self, Read},
    time::Instant,
};

use super::{
    flags::{DataKind, Effect},
    line::Line,
};
use crate::{cli::session, timeline::PhaseTime, wire::read_words};

/// A body and where its bytes came from.
#[derive(Debug, Default)]
pub struct Data {
    /// The bytes; `None` when no data was given.
    pub bytes: Option<Vec<u8>>,
    /// Whether curl's `--json` was used.
    pub is_json: bool,
    /// How long reading files and standard input took; absent when nothing was read.
    pub read: Option<PhaseTime>,
}

/// Reads and joins the pieces. `&` stands between them, but for `--json`, which joins as it is.
///
/// # Errors
/// One sentence that names the file that cannot be read.
pub fn read(line: &Line, accepted: Instant) -> Result<Data, String> {
    let began = Instant::now();
    let mut data = Data::default();
    let mut from_outside = false;
    for (flag, value) in &line.options {
        let Effect::Data(kind) = flag.effect else { continue };
        let (piece, outside) = piece(kind, value)?;
        from_outside |= outside;
        data.is_json |= kind == DataKind::Json;
        match &mut data.bytes {
            None => data.bytes = Some(piece),
            Some(bytes) => {
                if kind != DataKind::Json {
                    bytes.push(b'&');
                }
                bytes.extend(piece);
            }
        }
    }
    data.read = from_outside.then(|| session::done_since(began, accepted));
    Ok(data)
}

/// One piece, and whether it came from a file or standard input.
fn piece(kind: DataKind, value: &str) -> Result<(Vec<u8>, bool), String> {
    let file = value.strip_prefix('@');
    match (kind, file) {
        (DataKind::Ascii, Some(file)) => {
            let mut bytes = read_file(file)?;
            bytes.retain(|byte| !matches!(byte, b'\r' | b'\n' | 0));
            Ok((bytes, true))
        }
        (DataKind::Binary | DataKind::Json, Some(file)) => Ok((read_file(file)?, true)),
        (DataKind::UrlEncode, _) => url_encoded(value),
        _ => Ok((value.as_bytes().to_vec(), false)),
    }
}

/// `content`, `=content`, `name=content`, `@file`, `name@file`. A `=` anywhere goes before an `@`, as in curl.
pub(super) fn url_encoded(value: &str) -> Result<(Vec<u8>, bool), String> {
    let named = |name: &str, content: String| if name.is_empty() { content } else { format!("{name}={content}") };
    if let Some((name, content)) = value.split_once('=') {
        return Ok((named(name, encode(content.as_bytes())).into_bytes(), false));
    }
    match value.split_once('@') {
        Some((name, file)) => Ok((named(name, encode(&read_file(file)?)).into_bytes(), true)),
        None => Ok((encode(value.as_bytes()).into_bytes(), false)),
    }
}

/// Everything but letters, digits and `-._~` becomes `%XX`, and a space `+`, as curl does it.
fn encode(bytes: &[u8]) -> String {
    let mut text = String::with_capacity(bytes.len());
    for byte in bytes {
        if byte.is_ascii_alphanumeric() || b"-._~".contains(byte) {
            text.push(char::from(*byte));
        } else if *byte == b' ' {
            text.push('+');
        } else {
            let _ = write!(text, "%{byte:02X}");
        }
    }
    text
}

/// What `%XX` stand for.
pub(super) fn percent_decoded(text: &str) -> String {
    let plus = text.replace('+', "%2B");
    let pair = format!("v={plus}");
    url::form_urlencoded::parse(pair.as_bytes()).next().map_or_else(String::new, |(_, value)| value.into_owned())
}

fn read_file(name: &str) -> Result<Vec<u8>, String> {
    if name == "-" {
        let mut bytes = Vec::new();
        io::stdin()
            .lock()
            .read_to_end(&mut bytes)
            .map_err(|error| format!("cannot read standard input: {}", read_words(&error)))?;
        return Ok(bytes);
    }
    fs::read(name).map_err(|error| format!("cannot read the request body from '{name}': {}", read_words(&error)))
}

#[cfg(test)]
mod tests {
    use std::{fs, time::Instant};

    use super::{super::line::parse, read};

    fn body(words: &[&str]) -> String {
        let words: Vec<_> = words.iter().map(|word| (*word).to_owned()).collect();
        let data = read(&parse(&words).expect("a line"), Instant::now()).expect("data");
        String::from_utf8(data.bytes.unwrap_or_default()).expect("UTF-8")
    }

    #[test]
    fn pieces_are_joined_as_curl_joins_them() {
        assert_eq!(body(&["-d", "a=1", "--data-raw", "@b"]), "a=1&@b");
        assert_eq!(body(&["--json", "{\"a\":", "--json", "[1]}"]), "{\"a\":[1]}");
        assert_eq!(body(&["--data-urlencode", "q=a b&c", "--data-urlencode", "ü*~"]), "q=a+b%26c&%C3%BC%2A~");
        assert_eq!(body(&["--data-urlencode", "a@b=c", "--data-urlencode", "=x y"]), "a@b=c&x+y");
    }

    #[test]
    fn files_are_read_and_only_plain_data_loses_its_line_ends() {
        let folder = tempfile::tempdir().expect("a folder");
        let file = folder.path().join("body");
        fs::write(&file, "{\r\n}\n").expect("written");
        let at = format!("@{}", file.display());
        assert_eq!(body(&["-d", &at]), "{}");
        assert_eq!(body(&["--data-binary", &at]), "{\r\n}\n");
    }

    #[test]
    fn a_file_that_is_not_there_is_named() {
        let line = parse(&["-d".to_owned(), "@no/such/file".to_owned()]).expect("a line");
        assert!(read(&line, Instant::now()).expect_err("refused").contains("'no/such/file'"));
    }
}
