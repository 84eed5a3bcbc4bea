//! Several JSON records in one file: a list, or one after the other.

use std::{fmt, io::Read};

use serde::{
    Deserializer,
    de::{DeserializeSeed, IgnoredAny, SeqAccess, Visitor},
};
use serde_json::Value;

/// Picks one record: the n-th from 1, or the only one. Holds no more than one at a time.
#[derive(Debug)]
pub(in crate::capture) struct Pick {
    pub(in crate::capture) entry: Option<usize>,
    pub(in crate::capture) count: usize,
    pub(in crate::capture) found: Option<Value>,
}

impl Pick {
    pub(in crate::capture) const fn new(entry: Option<usize>) -> Self {
        Self { entry, count: 0, found: None }
    }

    fn wants_next(&mut self) -> bool {
        self.count += 1;
        self.entry.map_or(self.count == 1, |entry| entry == self.count)
    }

    /// Reads a file of records to its end.
    pub(in crate::capture) fn read(&mut self, input: impl Read, is_list: bool) -> serde_json::Result<()> {
        let mut deserializer = serde_json::Deserializer::from_reader(input);
        if is_list {
            return (&mut deserializer).deserialize_seq(ListVisitor(self));
        }
        // One after the other, by lines or not.
        for value in deserializer.into_iter::<Value>() {
            let value = value?;
            if self.wants_next() {
                self.found = Some(value);
            }
        }
        Ok(())
    }
}

struct ListVisitor<'p>(&'p mut Pick);

impl<'de> Visitor<'de> for ListVisitor<'_> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a list of records")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<(), A::Error> {
        while seq.next_element_seed(Next(self.0))?.is_some() {}
        Ok(())
    }
}

struct Next<'p>(&'p mut Pick);

impl<'de> DeserializeSeed<'de> for Next<'_> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        if self.0.wants_next() {
            self.0.found = Some(serde::Deserialize::deserialize(deserializer)?);
            return Ok(());
        }
        deserializer.deserialize_ignored_any(IgnoredAny).map(drop)
    }
}
