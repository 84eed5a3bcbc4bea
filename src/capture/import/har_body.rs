//! Takes the bodies out of an archive while it is read, so that none is ever held as text.
//!
//! ```text
//! file ──▶ BodyTap ──▶ JSON reader: the archive with empty bodies
//!             └──────▶ Intake: each body, piece by piece
//! ```

use std::{
    cell::RefCell,
    collections::BTreeMap,
    io::{self, Read},
    rc::Rc,
};

use super::{base64_pieces::Base64Pieces, json_string::Unescape};
use crate::{
    dialect::{DialectId, Hints},
    trace::{Intake, IntakeOptions, Observation},
};

/// Where bodies stand, and what is needed to read them.
const BODY: &[&str] = &["log", "entries", "response", "content", "text"];
const URL: &[&str] = &["log", "entries", "request", "url"];
const STATUS: &[&str] = &["log", "entries", "response", "status"];
const MEDIA_TYPE: &[&str] = &["log", "entries", "response", "content", "mimeType"];
const ENTRY_DEPTH: usize = 3;

/// How much of a value other than a body is looked at.
const LONGEST_VALUE: usize = 4 << 10;

/// A body that was read.
#[derive(Debug, Default)]
pub(super) struct Body {
    pub observations: Vec<Observation>,
    pub reads: u32,
    pub bytes: u64,
}

/// The bodies of entries that the JSON reader has not come to yet, by their number from 1.
pub(super) type Bodies = Rc<RefCell<BTreeMap<usize, Body>>>;

/// Passes an archive on with empty bodies.
pub(super) struct BodyTap<R> {
    input: R,
    bodies: Bodies,
    only: Option<usize>,
    keep_content: bool,
    lexer: Lexer,
    read: Vec<u8>,
    /// What is to be passed on.
    out: Vec<u8>,
    given: usize,
    open: Option<Open>,
}

/// Follows the nesting of a JSON text.
#[derive(Default)]
struct Lexer {
    /// Objects and lists that are open: the key that is current, or none for a list.
    path: Vec<Level>,
    /// The string that is being read, and whether it is a key.
    string: Option<bool>,
    /// Whether the next byte is escaped.
    escaped: bool,
    /// The text of the key or value that is being read, as far as it matters.
    text: Vec<u8>,
    entry: usize,
    url: String,
    status: Option<u16>,
    media_type: Option<String>,
}

enum Level {
    Object { key: String, expects_key: bool },
    List,
}

/// A body that is being read.
struct Open {
    intake: Intake,
    unescape: Unescape,
    base64: Base64Pieces,
    body: Body,
}

impl Lexer {
    fn is_at(&self, wanted: &[&str]) -> bool {
        let mut keys = self.path.iter().filter_map(|level| match level {
            Level::Object { key, .. } => Some(key.as_str()),
            Level::List => None,
        });
        wanted.iter().all(|key| keys.next() == Some(key)) && keys.next().is_none()
    }

    fn expects_key(&self) -> bool {
        matches!(self.path.last(), Some(Level::Object { expects_key: true, .. }))
    }

    /// A byte outside strings.
    fn structure(&mut self, byte: u8) {
        match byte {
            b'{' => {
                let in_list = matches!(self.path.last(), Some(Level::List));
                self.path.push(Level::Object { key: String::new(), expects_key: true });
                if in_list && self.path.len() == ENTRY_DEPTH + 1 && self.under_entries() {
                    self.entry += 1;
                    (self.url, self.status, self.media_type) = (String::new(), None, None);
                }
            }
            b'[' => self.path.push(Level::List),
            b'}' | b']' => {
                self.value_ends();
                self.path.pop();
            }
            b',' => {
                self.value_ends();
                if let Some(Level::Object { expects_key, .. }) = self.path.last_mut() {
                    *expects_key = true;
                }
            }
            b':' => {
                if let Some(Level::Object { expects_key, .. }) = self.path.last_mut() {
                    *expects_key = false;
                }
                self.text.clear();
            }
            byte if byte.is_ascii_digit() && self.text.len() < LONGEST_VALUE => self.text.push(byte),
            _ => {}
        }
    }

    fn under_entries(&self) -> bool {
        let keys: Vec<&str> = self.path[..ENTRY_DEPTH]
            .iter()
            .filter_map(|level| match level {
                Level::Object { key, .. } => Some(key.as_str()),
                Level::List => None,
            })
            .collect();
        keys == BODY[..2]
    }

    /// A string other than a body is at its end.
    fn string_ends(&mut self, is_key: bool) {
        let mut plain = Vec::new();
        let mut unescape = Unescape::default();
        unescape.piece(&std::mem::take(&mut self.text), &mut plain);
        unescape.end(&mut plain);
        let text = String::from_utf8_lossy(&plain).into_owned();
        if is_key {
            if let Some(Level::Object { key, .. }) = self.path.last_mut() {
                *key = text;
            }
        } else if self.is_at(URL) {
            self.url = text;
        } else if self.is_at(MEDIA_TYPE) {
            self.media_type = Some(text);
        }
    }

    /// A number is at its end, if one was read.
    fn value_ends(&mut self) {
        if !self.text.is_empty() && self.is_at(STATUS) {
            self.status = std::str::from_utf8(&self.text).ok().and_then(|digits| digits.parse().ok());
        }
        self.text.clear();
    }

    fn options(&self, keep_content: bool) -> IntakeOptions {
        let path = url::Url::parse(&self.url).ok().map(|url| url.path().to_owned());
        let content_type = self.media_type.clone().filter(|media_type| !media_type.is_empty());
        // Where the media type is not at hand, nothing is to be said of its fitting the body.
        let is_known = |status: &u16| content_type.is_some() || !(200..300).contains(status);
        IntakeOptions {
            hints: Hints { dialect: path.as_deref().and_then(DialectId::of_path), path },
            status: self.status.filter(is_known),
            content_type,
            keep_content,
            ..IntakeOptions::default()
        }
    }
}

impl<R: Read> BodyTap<R> {
    pub(super) fn new(input: R, only: Option<usize>, keep_content: bool, bodies: Bodies) -> Self {
        Self {
            input,
            bodies,
            only,
            keep_content,
            lexer: Lexer::default(),
            read: vec![0; 64 << 10],
            out: Vec::new(),
            given: 0,
            open: None,
        }
    }

    /// Takes a piece of the file.
    fn piece(&mut self, mut piece: &[u8]) {
        while let Some(first) = piece.first() {
            let Some(is_key) = self.lexer.string else {
                self.out.push(*first);
                piece = &piece[1..];
                self.outside(*first);
                continue;
            };
            let length = self.inside(piece);
            let (inner, rest) = piece.split_at(length);
            self.string_piece(inner);
            piece = rest;
            if let Some(rest) = piece.strip_prefix(b"\"").filter(|_| !self.lexer.escaped) {
                piece = rest;
                self.close(is_key);
            }
        }
    }

    /// A byte that is in no string.
    fn outside(&mut self, byte: u8) {
        if byte != b'"' {
            return self.lexer.structure(byte);
        }
        let is_key = self.lexer.expects_key();
        self.lexer.string = Some(is_key);
        self.lexer.text.clear();
        let wanted = self.only.is_none_or(|only| only == self.lexer.entry);
        if !is_key && wanted && self.lexer.is_at(BODY) {
            self.open = Some(Open {
                intake: Intake::new(self.lexer.options(self.keep_content)),
                unescape: Unescape::default(),
                base64: Base64Pieces::default(),
                body: Body::default(),
            });
        }
    }

    /// How much of a piece lies inside the open string: up to its quote.
    fn inside(&mut self, piece: &[u8]) -> usize {
        let mut at = 0;
        while at < piece.len() {
            if self.lexer.escaped {
                self.lexer.escaped = false;
                at += 1;
                continue;
            }
            match memchr::memchr2(b'"', b'\\', &piece[at..]) {
                Some(found) if piece[at + found] == b'\\' => {
                    self.lexer.escaped = true;
                    at += found + 1;
                }
                Some(found) => return at + found,
                None => return piece.len(),
            }
        }
        piece.len()
    }

    fn string_piece(&mut self, inner: &[u8]) {
        let Some(open) = &mut self.open else {
            self.out.extend_from_slice(inner);
            let room = LONGEST_VALUE.saturating_sub(self.lexer.text.len());
            self.lexer.text.extend_from_slice(&inner[..inner.len().min(room)]);
            return;
        };
        let mut text = Vec::with_capacity(inner.len());
        open.unescape.piece(inner, &mut text);
        open.take(&text);
    }

    fn close(&mut self, is_key: bool) {
        self.out.push(b'"');
        self.lexer.string = None;
        match self.open.take() {
            Some(open) => {
                self.bodies.borrow_mut().insert(self.lexer.entry, open.end());
                self.lexer.text.clear();
            }
            None => self.lexer.string_ends(is_key),
        }
    }
}

impl Open {
    fn take(&mut self, text: &[u8]) {
        let Self { intake, base64, body, .. } = self;
        base64.piece(text, &mut |bytes| intake.read(None, bytes, &mut |seen| body.observations.push(seen)));
    }

    fn end(mut self) -> Body {
        let mut text = Vec::new();
        self.unescape.end(&mut text);
        self.take(&text);
        let Self { mut intake, mut base64, mut body, .. } = self;
        base64.end(&mut |bytes| intake.read(None, bytes, &mut |seen| body.observations.push(seen)));
        (body.reads, body.bytes) = intake.totals();
        if body.bytes > 0 {
            intake.end(None, &mut |seen| body.observations.push(seen));
        }
        body
    }
}

impl<R: Read> Read for BodyTap<R> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        while self.given == self.out.len() {
            self.out.clear();
            self.given = 0;
            let mut read = std::mem::take(&mut self.read);
            let length = self.input.read(&mut read);
            if let Ok(length) = length {
                self.piece(&read[..length]);
            }
            self.read = read;
            if length? == 0 {
                return Ok(0);
            }
        }
        let length = into.len().min(self.out.len() - self.given);
        into[..length].copy_from_slice(&self.out[self.given..self.given + length]);
        self.given += length;
        Ok(length)
    }
}
