//! What a file is, told from its first bytes and never from its name.

use serde::de::IgnoredAny;

use crate::capture::gateway_fields;

/// How much of a file is looked at.
pub(in crate::capture) const HEAD: usize = 64 << 10;

/// What a file is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::capture) enum FileKind {
    /// A capture of our own.
    Capture,
    /// An HTTP archive.
    Har,
    /// A gateway's timing records: one, a list, or one a line.
    Gateway,
    /// A body: an event stream, NDJSON, or what came instead.
    Body,
    /// An event stream with a time before each line.
    Stamped,
    /// A record as `--json` prints it.
    Record,
    /// Nothing that can be read, with the reason.
    Unreadable(&'static str),
}

/// Tells what a file is from its first bytes.
pub(in crate::capture) fn sniff(head: &[u8]) -> FileKind {
    let start = head.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(head).trim_ascii_start();
    match start.first() {
        None => FileKind::Unreadable("it is empty; was anything written to it?"),
        Some(b'{') => object(start),
        Some(b'[') => list(start),
        Some(b'<') => FileKind::Body,
        Some(_) => text(head, start),
    }
}

/// A JSON object: whose, its keys tell.
fn object(start: &[u8]) -> FileKind {
    let keys = keys_of(start);
    let has = |key: &str| keys.iter().any(|known| known == key);
    if has("streamfall") {
        return FileKind::Capture;
    }
    if has("log") {
        return FileKind::Har;
    }
    if has("schema") && has("timing") && has("milestones_ms") {
        return FileKind::Record;
    }
    if keys.iter().any(|key| gateway_fields::is_telling(key)) { FileKind::Gateway } else { FileKind::Body }
}

/// A JSON list: of records, or a body that came in one piece.
fn list(start: &[u8]) -> FileKind {
    let first = start[1..].trim_ascii_start();
    let telling = first.first() == Some(&b'{') && keys_of(first).iter().any(|key| gateway_fields::is_telling(key));
    if telling { FileKind::Gateway } else { FileKind::Body }
}

/// What PowerShell's `>` writes, among others.
const UTF16: &str = "it is UTF-16 text; save it as UTF-8, as curl -o does";

const NONE_OF_THESE: &str =
    "it is none of what can be read: a capture, a HAR, an event stream, NDJSON, a gateway timing record";

fn text(head: &[u8], start: &[u8]) -> FileKind {
    const MAGIC: &[(&[u8], &str)] = &[
        (b"\x1f\x8b", "it is compressed with gzip; unpack it first"),
        (b"\x28\xb5\x2f\xfd", "it is compressed with zstd; unpack it first"),
        (b"PK\x03\x04", "it is a zip archive; unpack it first"),
        (b"\xff\xfe", UTF16),
        (b"\xfe\xff", UTF16),
    ];
    if let Some((_, why)) = MAGIC.iter().find(|(magic, _)| head.starts_with(magic)) {
        return FileKind::Unreadable(why);
    }
    if head.starts_with(&[0]) && memchr::memmem::find(head, b":event-type").is_some() {
        return FileKind::Body;
    }
    let mut lines = start.split(|byte| matches!(byte, b'\n' | b'\r')).map(<[u8]>::trim_ascii);
    if lines.clone().find(|line| !line.is_empty()).and_then(stamp).is_some_and(|(_, rest)| is_body_line(rest)) {
        return FileKind::Stamped;
    }
    // In binary data a colon stands at the start of some line sooner or later.
    let is_binary = memchr::memchr(0, head).is_some();
    if lines.any(|line| is_field(line) && !(is_binary && line.first() == Some(&b':'))) {
        return FileKind::Body;
    }
    FileKind::Unreadable(NONE_OF_THESE)
}

/// Whether a line is a field of an event stream, or a comment.
fn is_field(line: &[u8]) -> bool {
    const FIELDS: &[&[u8]] = &[b"data", b"event", b"id", b"retry"];
    line.first() == Some(&b':')
        || FIELDS.iter().any(|field| line.strip_prefix(*field).is_some_and(|rest| rest.is_empty() || rest[0] == b':'))
}

/// Whether what follows a time can be a line of a body.
fn is_body_line(line: &[u8]) -> bool {
    line.is_empty() || line.first() == Some(&b'{') || is_field(line)
}

/// The time before a line, as `ts '%.s'` writes it, in microseconds, and the rest of the line.
pub(in crate::capture) fn stamp(line: &[u8]) -> Option<(u64, &[u8])> {
    let digits = line.iter().take_while(|byte| byte.is_ascii_digit()).count();
    if !(1..=12).contains(&digits) {
        return None;
    }
    let whole: u64 = std::str::from_utf8(&line[..digits]).ok()?.parse().ok()?;
    let mut rest = &line[digits..];
    let mut micros = whole.checked_mul(1_000_000)?;
    if let Some(after) = rest.strip_prefix(b".") {
        let places = after.iter().take_while(|byte| byte.is_ascii_digit()).count();
        let mut worth = 100_000;
        for digit in after.iter().take(places.min(6)) {
            micros += u64::from(digit - b'0') * worth;
            worth /= 10;
        }
        rest = &after[places..];
    }
    match rest.first() {
        None => Some((micros, rest)),
        Some(b' ' | b'\t') => Some((micros, &rest[1..])),
        Some(_) => None,
    }
}

/// The keys of the object at the start of `text`, as far as `text` reaches. Values are skipped.
fn keys_of(text: &[u8]) -> Vec<String> {
    struct Keys<'k>(&'k mut Vec<String>);
    impl<'de> serde::de::Visitor<'de> for Keys<'_> {
        type Value = ();

        fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
            f.write_str("an object")
        }

        fn visit_map<A: serde::de::MapAccess<'de>>(self, mut map: A) -> Result<(), A::Error> {
            while let Some(key) = map.next_key::<String>()? {
                self.0.push(key);
                map.next_value::<IgnoredAny>()?;
            }
            Ok(())
        }
    }
    let mut keys = Vec::new();
    let mut deserializer = serde_json::Deserializer::from_slice(text);
    // A text that is cut ends in an error; the keys before it are known.
    let _ = serde::Deserializer::deserialize_map(&mut deserializer, Keys(&mut keys));
    keys
}

#[cfg(test)]
mod tests {
    use super::{FileKind, sniff, stamp};

    #[test]
    fn content_tells_what_a_file_is() {
        for (text, want) in [
            ("{\"streamfall\":1,\"content\":\"none\"}\n", FileKind::Capture),
            ("{\"log\":{\"version\":\"1.2\",\"entr", FileKind::Har),
            ("  {\n \"upstream_headers_ms\": 6100 }", FileKind::Gateway),
            ("{\"id\":1,\"other\":{\"timing\":{\"first_response_ms\":1}}}", FileKind::Gateway),
            ("[\n {\"note\":\"x\",\"startTime\":1,\"endTime\":2}]", FileKind::Gateway),
            ("[{\"candidates\":[]}]", FileKind::Body),
            ("{\"id\":\"x\",\"choices\":[]}", FileKind::Body),
            ("{\"model\":\"a\",\"done\":false}\n{\"done\":true}\n", FileKind::Body),
            (": hello\n", FileKind::Body),
            ("\u{feff}data: x\n\n", FileKind::Body),
            ("{bad}\ndata: x\n", FileKind::Body),
            ("1767323045.301 data: {}\n", FileKind::Stamped),
            ("0.5 {\"a\":1}\n", FileKind::Stamped),
            ("<!doctype html>", FileKind::Body),
        ] {
            assert_eq!(sniff(text.as_bytes()), want, "{text}");
        }
        for text in ["", " \n", "hello world", "\u{1f}\u{8b}", "1767323045.301 hello", "\0\n:\0", "data :\0"] {
            assert!(matches!(sniff(text.as_bytes()), FileKind::Unreadable(_)), "{text}");
        }
    }

    #[test]
    fn a_stamp_is_seconds_with_any_places() {
        assert_eq!(stamp(b"1767323045.3014567 data: x"), Some((1_767_323_045_301_456, &b"data: x"[..])));
        assert_eq!(stamp(b"12 "), Some((12_000_000, &b""[..])));
        assert_eq!(stamp(b"0.5"), Some((500_000, &b""[..])));
        assert_eq!(stamp(b"12:00 data"), None);
        assert_eq!(stamp(b"data: 1.5 x"), None);
    }
}
