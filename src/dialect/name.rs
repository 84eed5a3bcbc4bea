use std::{
    collections::{HashMap, HashSet},
    sync::{Arc, LazyLock},
};

use super::{common, spec::DIALECTS};

/// How many unknown event names of a stream are kept once; beyond that each event holds its own.
const MOST_NAMES: usize = 256;

/// The name of an event: a word of the dialect tables, or what the stream said.
///
/// Only known names may stand in a safe capture, so the difference is kept in the type. A name is
/// two words wide, for a recording keeps millions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EventName(Kept);

#[derive(Clone, Debug, PartialEq, Eq)]
enum Kept {
    /// Points into a table.
    Known(&'static &'static str),
    Other(Arc<Box<str>>),
}

impl EventName {
    /// What an event without a name is called.
    pub const MESSAGE: Self = Self(Kept::Known(&"message"));

    /// The mark that ends the streams of OpenAI and all who took it over.
    pub const DONE: Self = Self(Kept::Known(&"[DONE]"));

    /// A name, looked up in the dialect tables.
    pub fn of(name: &str) -> Self {
        Self(VOCABULARY.get(name).map_or_else(|| Kept::Other(Arc::new(name.into())), Kept::Known))
    }

    /// The name, if a dialect table lists it.
    pub const fn known(&self) -> Option<&'static str> {
        match self.0 {
            Kept::Known(name) => Some(name),
            Kept::Other(_) => None,
        }
    }

    /// The name as text; raw from the stream when it is not a known one: sanitise before showing.
    pub fn as_str(&self) -> &str {
        match &self.0 {
            Kept::Known(name) => name,
            Kept::Other(name) => name,
        }
    }
}

/// Every name that some dialect lists: the closed vocabulary of safe captures.
static VOCABULARY: LazyLock<HashSet<&'static str>> = LazyLock::new(|| {
    let rows = DIALECTS.iter().flat_map(|spec| spec.table.rows).chain(common::ROWS).map(|row| row.name);
    let others = DIALECTS.iter().flat_map(|spec| spec.names).chain(common::NAMES).copied();
    rows.filter(|name| !name.contains('*')).chain(others).collect()
});

/// The names of one stream, each kept once: most events are called as the one before.
#[derive(Debug)]
pub struct Names {
    last: EventName,
    seen: HashMap<Box<str>, EventName>,
}

impl Default for Names {
    fn default() -> Self {
        Self { last: EventName::MESSAGE, seen: HashMap::new() }
    }
}

impl Names {
    /// The name, as it was kept when it came first.
    pub fn of(&mut self, name: &str) -> EventName {
        if self.last.as_str() != name {
            self.last = self.seen.get(name).cloned().unwrap_or_else(|| EventName::of(name));
            if self.seen.len() < MOST_NAMES && !self.seen.contains_key(name) {
                self.seen.insert(name.into(), self.last.clone());
            }
        }
        self.last.clone()
    }
}

#[cfg(test)]
mod tests {
    use super::{EventName, Kept, Names};

    #[test]
    fn a_name_is_small_and_an_unknown_one_is_kept_once() {
        assert_eq!(size_of::<EventName>(), 16);
        let mut names = Names::default();
        let (first, other, again) = (names.of("odd"), names.of("ping"), names.of("odd"));
        assert_eq!(other.known(), Some("ping"));
        assert_eq!((first.known(), first.as_str()), (None, "odd"));
        let (Kept::Other(first), Kept::Other(again)) = (&first.0, &again.0) else { panic!("both are unknown") };
        assert!(std::sync::Arc::ptr_eq(first, again));
        assert_eq!(EventName::of("message"), EventName::MESSAGE);
    }
}
