//! HTTP archives: finds the entry that is meant, holding one entry at a time.

use std::{
    fmt,
    io::{self, BufReader, Read},
};

use serde::{
    Deserializer,
    de::{DeserializeSeed, IgnoredAny, MapAccess, SeqAccess, Visitor},
};
use serde_json::Value;

use super::{
    har_body::{Bodies, BodyTap},
    har_entry::Entry,
};
use crate::trace::Recording;

/// How many entries a list shows.
const MOST_LISTED: usize = 40;

/// The entry of an archive that is meant: the n-th from 1; without a number the only event
/// stream, else the only call of a known API, else the only entry.
pub(in crate::capture) struct Archive {
    entry: Option<usize>,
    /// How many entries there are.
    pub(in crate::capture) count: usize,
    best: Rank,
    /// How many entries have the best rank.
    pub(in crate::capture) candidates: usize,
    /// The entry that is meant, while there is only one.
    pub(in crate::capture) found: Option<Recording>,
    keep_content: bool,
    bodies: Bodies,
    /// The first candidates, a line each, without anything private.
    listed: Vec<String>,
    /// The numbers of all candidates, from 1.
    pub(in crate::capture) meant: Vec<usize>,
}

/// How much an entry looks like what is wanted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Rank {
    Other,
    ApiCall,
    EventStream,
}

impl Archive {
    pub(in crate::capture) fn new(entry: Option<usize>, keep_content: bool) -> Self {
        Self {
            entry,
            count: 0,
            best: Rank::Other,
            candidates: 0,
            found: None,
            keep_content,
            bodies: Bodies::default(),
            listed: Vec::new(),
            meant: Vec::new(),
        }
    }

    /// Reads an archive to its end.
    pub(in crate::capture) fn read(&mut self, input: impl Read) -> serde_json::Result<()> {
        let input = without_mark(input).map_err(serde_json::Error::io)?;
        let tap = BodyTap::new(input, self.entry, self.keep_content, Bodies::clone(&self.bodies));
        let mut deserializer = serde_json::Deserializer::from_reader(BufReader::new(tap));
        let path = Path { keys: &["log", "entries"], archive: self };
        path.deserialize(&mut deserializer)
    }

    /// The candidates, a line each, with what chooses it and without anything private.
    pub(in crate::capture) fn listed(&self) -> Vec<String> {
        let more = self.meant.len() - self.listed.len();
        let more = (more > 0).then(|| format!("  … and {more} more"));
        self.listed.iter().cloned().chain(more).collect()
    }

    fn wants_next(&mut self) -> bool {
        self.count += 1;
        self.entry.is_none_or(|entry| entry == self.count)
    }

    fn take(&mut self, value: &Value) {
        let body = self.bodies.borrow_mut().remove(&self.count);
        let entry = Entry::of(value);
        if self.entry.is_some() {
            self.candidates = 1;
            self.found = Some(entry.recording(body, self.keep_content));
            return;
        }
        let rank = entry.rank();
        if self.candidates == 0 || rank > self.best {
            self.best = rank;
            self.candidates = 0;
            self.listed.clear();
            self.meant.clear();
        } else if rank < self.best {
            return;
        }
        self.candidates += 1;
        self.meant.push(self.count);
        if self.listed.len() < MOST_LISTED {
            self.listed.push(format!("  --entry {:<4} {}", self.count, entry.listed()));
        }
        self.found = (self.candidates == 1).then(|| entry.recording(body, self.keep_content));
    }
}

/// Goes down a path of keys and gives the entries of the list at its end to the archive.
struct Path<'a> {
    keys: &'static [&'static str],
    archive: &'a mut Archive,
}

impl<'de> DeserializeSeed<'de> for Path<'_> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        if self.keys.is_empty() { deserializer.deserialize_seq(self) } else { deserializer.deserialize_map(self) }
    }
}

impl<'de> Visitor<'de> for Path<'_> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if self.keys.is_empty() { "a list of entries" } else { "an object" })
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<(), A::Error> {
        let Some((wanted, rest)) = self.keys.split_first() else { return Ok(()) };
        while let Some(key) = map.next_key::<String>()? {
            if key == *wanted {
                map.next_value_seed(Path { keys: rest, archive: self.archive })?;
            } else {
                map.next_value::<IgnoredAny>()?;
            }
        }
        Ok(())
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<(), A::Error> {
        while seq.next_element_seed(NextEntry(self.archive))?.is_some() {}
        Ok(())
    }
}

struct NextEntry<'a>(&'a mut Archive);

impl<'de> DeserializeSeed<'de> for NextEntry<'_> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        if self.0.wants_next() {
            let value: Value = serde::Deserialize::deserialize(deserializer)?;
            self.0.take(&value);
            return Ok(());
        }
        deserializer.deserialize_ignored_any(IgnoredAny).map(drop)
    }
}

/// The same bytes without a leading byte-order mark, which HAR 1.2 tells readers to ignore.
fn without_mark(mut input: impl Read) -> io::Result<impl Read> {
    let mut start = Vec::with_capacity(3);
    Read::by_ref(&mut input).take(3).read_to_end(&mut start)?;
    if start == b"\xEF\xBB\xBF" {
        start.clear();
    }
    Ok(io::Cursor::new(start).chain(input))
}
