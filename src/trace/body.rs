//! What a body is, told from its first bytes and its content type.

use super::BodyKind;

/// How much of a body that is no stream is kept, for the message in it.
pub(super) const KEPT: usize = 64 << 10;

const EVENT_STREAM: &str = "text/event-stream";

const BYTE_ORDER_MARK: &[u8] = b"\xEF\xBB\xBF";

/// How a body is framed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Framing {
    Sse,
    Ndjson,
    /// Not a stream: it is only drained.
    None,
}

/// The media type of a content-type header: lower case, without parameters.
pub(super) fn media_type(content_type: &str) -> String {
    content_type.split(';').next().unwrap_or_default().trim().to_ascii_lowercase()
}

/// Whether a media type promises newline-delimited JSON.
pub(super) fn is_ndjson(media_type: &str) -> bool {
    matches!(
        media_type,
        "application/x-ndjson"
            | "application/ndjson"
            | "application/jsonl"
            | "application/x-jsonlines"
            | "application/json-lines"
    )
}

/// Whether a media type promises a stream of events.
pub(super) fn promises_stream(media_type: &str) -> bool {
    media_type == EVENT_STREAM || is_ndjson(media_type)
}

/// Whether a framing is what the content type promised.
pub(super) fn is_expected(framing: Framing, media_type: &str) -> bool {
    match framing {
        Framing::Sse => media_type == EVENT_STREAM,
        Framing::Ndjson => is_ndjson(media_type),
        Framing::None => true,
    }
}

/// Decides the framing from the bytes so far; `None` when more are needed to tell.
///
/// An event stream starts with a field or a comment. What starts with a brace is NDJSON when its
/// first line is a whole object and the type or a second line says that there are more.
pub(super) fn framing(bytes: &[u8], media_type: &str) -> Option<Framing> {
    if media_type == "application/vnd.amazon.eventstream" {
        return Some(Framing::None);
    }
    if BYTE_ORDER_MARK.starts_with(bytes) {
        // What follows a mark decides, not the first part of it.
        return None;
    }
    let start = bytes.strip_prefix(BYTE_ORDER_MARK).unwrap_or(bytes).trim_ascii_start();
    match start.first()? {
        b'{' => json_lines(start, media_type),
        b'[' | b'<' | 0 => Some(Framing::None),
        _ => Some(Framing::Sse),
    }
}

/// The framing of what could not be told from all that is kept: blank lines say nothing yet, and a
/// first line that is longer is JSON of no known end.
pub(super) fn framing_of_long_start(bytes: &[u8]) -> Framing {
    if bytes.trim_ascii_start().is_empty() { Framing::Sse } else { Framing::None }
}

fn json_lines(start: &[u8], media_type: &str) -> Option<Framing> {
    let end = memchr::memchr(b'\n', start)?;
    let first_is_whole = serde_json::from_slice::<serde::de::IgnoredAny>(&start[..end]).is_ok();
    if !first_is_whole {
        // A JSON document over several lines; in an event stream it would be stray lines.
        return Some(if media_type == EVENT_STREAM { Framing::Sse } else { Framing::None });
    }
    match start[end..].trim_ascii_start().first() {
        _ if is_ndjson(media_type) => Some(Framing::Ndjson),
        Some(b'{') => Some(Framing::Ndjson),
        Some(_) => Some(Framing::Sse),
        None => None,
    }
}

/// What a body is that turned out to be no stream.
pub(super) fn kind(start: &[u8], media_type: &str) -> BodyKind {
    let text = start.strip_prefix(BYTE_ORDER_MARK).unwrap_or(start).trim_ascii_start();
    let lower: Vec<u8> = text.iter().take(256).map(u8::to_ascii_lowercase).collect();
    match text.first() {
        _ if media_type == "application/vnd.amazon.eventstream" => BodyKind::AwsEventStream,
        _ if memchr::memmem::find(start, b":event-type").is_some() && start.first() == Some(&0) => {
            BodyKind::AwsEventStream
        }
        None => BodyKind::Empty,
        Some(b'{') => BodyKind::Json,
        Some(b'[') => BodyKind::JsonArray,
        Some(b'<') if [&b"<!doctype html"[..], b"<html"].iter().any(|tag| lower.starts_with(tag)) => BodyKind::Html,
        _ if media_type == "text/html" => BodyKind::Html,
        _ if start.iter().take(1_024).any(|byte| *byte < 9) => BodyKind::Binary,
        _ => BodyKind::Text,
    }
}

#[cfg(test)]
mod tests {
    use super::{BodyKind, Framing, framing, kind};

    #[test]
    fn first_bytes_tell_the_framing() {
        for (bytes, media_type, want) in [
            (&b"data: x"[..], "", Some(Framing::Sse)),
            (b": ping", "text/html", Some(Framing::Sse)),
            (b"\xEF\xBB\xBFdata", "", Some(Framing::Sse)),
            (b"\xEF\xBB", "", None),
            (b"\xEF\xBB\xBF[", "", Some(Framing::None)),
            (b"  ", "", None),
            (b"{\"a\":1}", "", None),
            (b"{\"a\":1}\n", "application/x-ndjson", Some(Framing::Ndjson)),
            (b"{\"a\":1}\n{", "", Some(Framing::Ndjson)),
            (b"{\n \"a\": 1}", "application/json", Some(Framing::None)),
            (b"[{", "application/json", Some(Framing::None)),
            (b"<html>", "text/event-stream", Some(Framing::None)),
            (b"data: x", "application/vnd.amazon.eventstream", Some(Framing::None)),
        ] {
            assert_eq!(framing(bytes, media_type), want, "{}", String::from_utf8_lossy(bytes));
        }
    }

    #[test]
    fn a_body_that_is_no_stream_is_named() {
        for (bytes, media_type, want) in [
            (&b""[..], "text/event-stream", BodyKind::Empty),
            (b" \n", "", BodyKind::Empty),
            (b"{\"error\":{}}", "text/event-stream", BodyKind::Json),
            (b"[{}]", "application/json", BodyKind::JsonArray),
            (b"<!DOCTYPE HTML><p>", "", BodyKind::Html),
            (b"\0\0\0\x42\0\0\0\x10abcd\x0b:event-type", "", BodyKind::AwsEventStream),
            (b"\x01\x02\x03", "", BodyKind::Binary),
            (b"Bad gateway", "text/plain", BodyKind::Text),
        ] {
            assert_eq!(kind(bytes, media_type), want, "{}", String::from_utf8_lossy(bytes));
        }
    }
}
