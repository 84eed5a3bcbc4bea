//! Several JSON records in one file: a list, or one after the other.

use std::{fmt, io::Read};

use serde::{
    Deserializer,
    de::{DeserializeSeed, IgnoredAny, SeqAccess, Visitor},
};
use serde_json::Value;

/// What is done with the records of a file. No more than one is held at a time.
pub(in crate::capture) trait Taker {
    /// Whether the next one is wanted; asked once for each.
    fn wants_next(&mut self) -> bool;
    /// Takes one that was wanted.
    fn take(&mut self, record: Value);
}

/// Picks one record: the n-th from 1, or the only one.
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
}

impl Taker for Pick {
    fn wants_next(&mut self) -> bool {
        self.count += 1;
        self.entry.map_or(self.count == 1, |entry| entry == self.count)
    }

    fn take(&mut self, record: Value) {
        self.found = Some(record);
    }
}

/// Takes every record.
pub(in crate::capture) struct Each<F: FnMut(Value)>(pub(in crate::capture) F);

impl<F: FnMut(Value)> Taker for Each<F> {
    fn wants_next(&mut self) -> bool {
        true
    }

    fn take(&mut self, record: Value) {
        (self.0)(record);
    }
}

/// Reads a file of records to its end.
pub(in crate::capture) fn read_records(
    input: impl Read,
    is_list: bool,
    taker: &mut impl Taker,
) -> serde_json::Result<()> {
    let mut deserializer = serde_json::Deserializer::from_reader(input);
    if is_list {
        return (&mut deserializer).deserialize_seq(ListVisitor(taker));
    }
    // One after the other, by lines or not.
    for record in deserializer.into_iter::<Value>() {
        let record = record?;
        if taker.wants_next() {
            taker.take(record);
        }
    }
    Ok(())
}

struct ListVisitor<'t, T>(&'t mut T);

impl<'de, T: Taker> Visitor<'de> for ListVisitor<'_, T> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a list of records")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<(), A::Error> {
        while seq.next_element_seed(Next(self.0))?.is_some() {}
        Ok(())
    }
}

struct Next<'t, T>(&'t mut T);

impl<'de, T: Taker> DeserializeSeed<'de> for Next<'_, T> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        if self.0.wants_next() {
            self.0.take(serde::Deserialize::deserialize(deserializer)?);
            return Ok(());
        }
        deserializer.deserialize_ignored_any(IgnoredAny).map(drop)
    }
}
