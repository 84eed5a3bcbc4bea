use std::{borrow::Cow, collections::HashSet, io::BufRead};

use super::{
    decode::{self, Decoder, Line},
    encode::{self, VERSION},
    error::{CaptureError, FieldError},
    json::Json,
    lines::{LONGEST, Lines, Next},
    object::Object,
    reader::parse,
    safe::{SafeHeader, SafeLine},
};
use crate::trace::ContentKind;

/// One thing in a capture that is not on the allow-list. The field's name can be raw text of the
/// file; the value is never given, for it may be what must not be shown.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// The line, from 1.
    pub line: u64,
    /// The path of the field, `headers.x-user`; empty for the whole line.
    pub field: String,
    /// Why it may not be there.
    pub reason: &'static str,
}

const NOT_LISTED: &str = "not a field that a safe capture may hold";
const TWICE: &str = "given twice";
const NOT_JSON: &str = "not a JSON object";
const WRONG_TYPE: &str = "not of the type it should be";
const MISSING: &str = "missing";
const CUT: &str = "cut in the middle, so it cannot be proved";
const UNKNOWN: &str = "a kind of line that this program does not know";
const HOLDS_CONTENT: &str = "holds content";

/// Why a value is not on the list, by the last part of its field's name.
const REASONS: &[(&str, &str)] = &[
    ("name", "not a name that the dialect tables know"),
    ("model", "not the id of a public model, or a fine-tune that is not cut to its base"),
    ("error", "not an error code that the dialect tables know"),
    ("provider", "not a known provider"),
    ("method", "not an HTTP method"),
    ("reasoning_effort", "not a known reasoning effort"),
    ("content_type", "not a known media type"),
    ("http", "not an HTTP version"),
    ("id", "not a random id"),
    ("source", "not the path of a reported duration"),
    ("content", "the capture says that it holds content"),
    ("raw", HOLDS_CONTENT),
];

/// Holds a capture that someone else may have written against the allow-list. Gives every finding
/// to `sink` and returns how many lines there are.
///
/// Each line is read, made safe by the same types that the writer uses, and compared with what
/// stands in the file: so this list and the writer's cannot drift apart.
///
/// # Errors
/// When the file cannot be read or is no capture of a known version.
pub fn verify<R: BufRead>(name: &str, input: R, sink: &mut dyn FnMut(Finding)) -> Result<u64, CaptureError> {
    let mut lines = Lines::new(input);
    let mut decoder = Decoder::default();
    let mut request_ids = false;
    let mut count = 0;
    loop {
        let (text, number, ended) = match lines.next() {
            Ok(Next::Line { text, number, ended }) => (text, number, ended),
            Ok(Next::TooLong { number }) => {
                return Err(CaptureError::LineTooLong { name: name.to_owned(), line: number, most: LONGEST });
            }
            Ok(Next::End) if count == 0 => return Err(not_a_capture(name)),
            Ok(Next::End) => return Ok(count),
            Err(source) => return Err(CaptureError::Read { name: name.to_owned(), source }),
        };
        count = number;
        let json = parse(text).ok();
        let Some(entries) = json.as_ref().and_then(Object::of).map(Object::entries) else {
            if number == 1 {
                return Err(not_a_capture(name));
            }
            if !text.trim_ascii().is_empty() {
                sink(Finding { line: number, field: String::new(), reason: if ended { NOT_JSON } else { CUT } });
            }
            continue;
        };
        let mut check = Check { line: number, sink };
        if number == 1 {
            request_ids = check.header(name, entries)?;
            decoder.request_ids = request_ids;
        } else {
            check.line(&mut decoder, entries, request_ids);
        }
    }
}

fn not_a_capture(name: &str) -> CaptureError {
    CaptureError::NotAnInput {
        name: name.to_owned(),
        why: "it is no streamfall capture; `streamfall redact` makes one of a full capture, a HAR or a raw stream"
            .to_owned(),
    }
}

type Entry<'j> = (Cow<'j, str>, Json<'j>);
type Entries<'j> = [Entry<'j>];

/// The fields that were found wrong, and what was tried in their place.
#[derive(Default)]
struct Wrong(Vec<(String, usize)>);

impl Wrong {
    fn has(&self, key: &str) -> bool {
        self.0.iter().any(|(wrong, _)| wrong == key)
    }

    /// What to try next in the place of a field: a number, or a word of one of the vocabularies.
    fn next_for(&mut self, key: &str) -> Option<Json<'static>> {
        const WORDS: &[&str] = &[
            "received",
            "eof",
            "t0",
            "stop",
            "auth",
            "generic",
            "text",
            "json",
            "compressed",
            "dns",
            "idle",
            "none",
            "completed",
        ];
        if !self.has(key) {
            self.0.push((key.to_owned(), 0));
            return Some(Json::Uint(0));
        }
        let (_, tried) = self.0.iter_mut().find(|(wrong, _)| wrong == key)?;
        *tried += 1;
        WORDS.get(*tried - 1).map(|word| Json::from(*word))
    }
}

struct Check<'s> {
    line: u64,
    sink: &'s mut dyn FnMut(Finding),
}

impl Check<'_> {
    fn found(&mut self, field: &str, reason: &'static str) {
        (self.sink)(Finding { line: self.line, field: field.to_owned(), reason });
    }

    /// Whether request ids were asked for.
    fn header(&mut self, name: &str, entries: &Entries<'_>) -> Result<bool, CaptureError> {
        match entries.iter().find(|(key, _)| key == "streamfall") {
            Some((_, Json::Uint(VERSION))) => {}
            Some((_, Json::Uint(version))) => {
                return Err(CaptureError::Version { name: name.to_owned(), version: *version });
            }
            _ => return Err(not_a_capture(name)),
        }
        let Some((header, entries)) = self.read(entries, decode::header) else { return Ok(false) };
        let safe = SafeHeader::of(&header);
        self.compare("", &entries, &encode::header(&safe, ContentKind::None, Json::Null));
        Ok(header.request_ids)
    }

    fn line(&mut self, decoder: &mut Decoder, entries: &Entries<'_>, request_ids: bool) {
        match self.read(entries, |fields| decoder.line(fields)) {
            Some((Line::Known(observation, summary), entries)) => {
                let safe = SafeLine::of(&observation, summary, request_ids);
                self.compare("", &entries, &encode::line(&safe, Json::Null));
            }
            Some((Line::Unknown, _)) => self.found("is", UNKNOWN),
            None => {}
        }
    }

    /// Reads the fields. One of a wrong type is a finding; something harmless takes its place, so that
    /// the rest of the line is read and looked at too. Gives the fields that are still to be compared.
    fn read<'e, T>(
        &mut self,
        entries: &Entries<'e>,
        mut read: impl FnMut(Object<'_, '_>) -> Result<T, FieldError>,
    ) -> Option<(T, Vec<Entry<'e>>)> {
        let mut json = Json::Object(entries.to_vec());
        let mut wrong = Wrong::default();
        loop {
            let read = read(Object::of(&json)?);
            let Json::Object(mut left) = json else { return None };
            let problem = match read {
                Ok(value) => {
                    left.retain(|(key, _)| !wrong.has(key));
                    return Some((value, left));
                }
                Err(problem) => problem,
            };
            let key = problem.field.split('.').next().unwrap_or_default();
            if !wrong.has(key) {
                let reason = if problem.found.is_some() { WRONG_TYPE } else { MISSING };
                self.found(&problem.field, reason);
            }
            match wrong.next_for(key) {
                Some(harmless) => {
                    left.retain(|(name, _)| name != key);
                    left.push((Cow::Owned(key.to_owned()), harmless));
                }
                // It may be left out, or nothing can be told of the rest.
                None if left.iter().any(|(name, _)| name == key) => left.retain(|(name, _)| name != key),
                None => return None,
            }
            json = Json::Object(left);
        }
    }

    /// Compares what stands in the file with what may stand there.
    fn compare(&mut self, path: &str, entries: &Entries<'_>, allowed: &Json<'_>) {
        let allowed = match allowed {
            Json::Object(allowed) => allowed.as_slice(),
            _ => &[],
        };
        let mut seen = HashSet::new();
        for (key, value) in entries {
            let field = if path.is_empty() { key.to_string() } else { format!("{path}.{key}") };
            if !seen.insert(key) {
                self.found(&field, TWICE);
            } else if let Some((_, may)) = allowed.iter().find(|(name, _)| name == key) {
                self.value(&field, value, may);
            } else {
                self.found(&field, NOT_LISTED);
            }
        }
    }

    fn value(&mut self, field: &str, value: &Json<'_>, may: &Json<'_>) {
        match (value, may) {
            (Json::Object(_), _) if field == "raw" => self.found(field, HOLDS_CONTENT),
            (Json::Object(entries), Json::Object(_) | Json::Null) => self.compare(field, entries, may),
            (Json::Array(items), Json::Array(allowed)) if items.len() == allowed.len() => {
                for (item, allowed) in items.iter().zip(allowed) {
                    self.value(field, item, allowed);
                }
            }
            _ if same(value, may) => {}
            (_, Json::Null) if value.is_nothing() => {}
            _ => self.found(field, reason(field)),
        }
    }
}

/// Why the value of a field is not on the list.
fn reason(field: &str) -> &'static str {
    if field.starts_with("headers.") {
        return "not a value in the shape that this header must have";
    }
    let last = field.rsplit('.').next().unwrap_or(field);
    REASONS.iter().find(|(name, _)| *name == last).map_or("not a value that a safe capture may hold", |(_, why)| why)
}

/// Whether two values say the same, numbers and moments in another form included.
fn same(value: &Json<'_>, may: &Json<'_>) -> bool {
    match (value, may) {
        (Json::Uint(a), Json::Float(b)) => (*a as f64 - b).abs() < f64::EPSILON,
        (Json::Int(a), Json::Float(b)) => (*a as f64 - b).abs() < f64::EPSILON,
        (Json::Str(a), Json::Str(b)) => a == b || same_moment(a, b),
        _ => value == may,
    }
}

fn same_moment(a: &str, b: &str) -> bool {
    let plain = a.bytes().all(|byte| byte.is_ascii_digit() || b"TZtz:.+-".contains(&byte));
    let moment = |text: &str| text.parse::<jiff::Timestamp>().ok();
    plain && moment(a).is_some_and(|at| Some(at) == moment(b))
}
