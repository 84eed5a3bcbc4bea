//! How a dialect is written down: places and what stands there, events and what they are.
//!
//! A dialect is a [`Table`]. It is compiled once into trees of keys, which
//! [`json::walk`](super::json::walk) follows through an event's data in one pass.

use std::{collections::HashMap, sync::Arc};

use super::meaning::{Field, Meaning};
use crate::timeline::Finish;

/// What an event is when nothing in it says more.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Is {
    /// Metadata, openings, restatements.
    Envelope,
    /// A sign of life.
    Heartbeat,
    /// An error, whatever is in it.
    Error,
    /// An error that is also the end marker.
    Failure,
    /// A finish: for this reason, unless a field states one. The end marker is another event.
    Finish(Finish),
    /// The end marker, with this finish reason unless a field states one.
    End(Option<Finish>),
}

/// One event by name. A `*` in the name stands for any text.
#[derive(Clone, Copy, Debug)]
pub(super) struct Row {
    pub(super) name: &'static str,
    pub(super) is: Is,
    pub(super) fields: &'static [Field],
}

/// An event, what it is and what its fields mean.
pub(super) const fn row(name: &'static str, is: Is, fields: &'static [Field]) -> Row {
    Row { name, is, fields }
}

/// How reported reasoning tokens relate to reported output tokens.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ReasoningTokens {
    /// They are among the output tokens.
    Inside,
    /// They are counted beside them.
    Beside,
    /// Inside, unless the stated total only adds up when they are counted beside.
    ByTotal,
}

/// What the events of one dialect hold.
#[derive(Debug)]
pub(super) struct Table {
    /// The key under which a payload names its kind; `None` when all are of one kind.
    pub(super) type_key: Option<&'static str>,
    /// What every payload may hold, in a dialect without kinds.
    pub(super) fields: &'static [Field],
    /// The kinds.
    pub(super) rows: &'static [Row],
    /// How tokens are counted.
    pub(super) reasoning_tokens: ReasoningTokens,
}

/// A tree of keys: what stands where. The elements of an array stand where the array stands.
#[derive(Debug)]
pub(super) struct Node {
    pub(super) meaning: Option<Meaning>,
    /// For a reported duration, its name and its path.
    pub(super) report: Option<(Arc<str>, Arc<str>)>,
    keys: Vec<(&'static str, Node)>,
    /// At one of its [`places`] stands the number of each key, from 1.
    slots: Slots,
}

/// Places for keys: at least twice as many as any node has keys.
type Slots = [u8; 1 << SLOT_BITS];

const SLOT_BITS: u32 = 7;

/// Where a key can be, by its length and its ends: hardly one is compared in vain.
fn places(key: &str) -> impl Iterator<Item = usize> {
    let (first, last) = (key.as_bytes().first(), key.as_bytes().last());
    let mix = |byte: Option<&u8>, factor: usize| byte.map_or(0, |byte| usize::from(*byte) * factor);
    let slot = key.len() * 11 + mix(first, 5) + mix(last, 37);
    (0..1 << SLOT_BITS).map(move |step| (slot + step) % (1 << SLOT_BITS))
}

impl Default for Node {
    fn default() -> Self {
        Self { meaning: None, report: None, keys: Vec::new(), slots: [0; 1 << SLOT_BITS] }
    }
}

impl Node {
    /// A tree of fields; where two speak of one place, the later one holds.
    pub(super) fn new(groups: &[&[Field]]) -> Self {
        let mut root = Self::default();
        for group in groups {
            root.add("", group);
        }
        root
    }

    /// What stands under a key.
    pub(super) fn child(&self, key: &str) -> Option<&Self> {
        let numbers = places(key).map(|place| usize::from(self.slots[place])).take_while(|number| *number > 0);
        let mut here = numbers.map(|number| &self.keys[number - 1]);
        here.find(|(name, _)| *name == key).map(|(_, node)| node)
    }

    /// Whether nothing below is of interest.
    pub(super) const fn is_leaf(&self) -> bool {
        self.keys.is_empty()
    }

    fn add(&mut self, above: &str, fields: &[Field]) {
        for (path, meaning) in fields {
            let node = self.at(path);
            let full = if above.is_empty() { (*path).to_owned() } else { format!("{above}.{path}") };
            match meaning {
                Meaning::Within(inner) => node.add(&full, inner),
                meaning => {
                    node.meaning = Some(*meaning);
                    if let Meaning::Took(name, _) = meaning {
                        node.report = Some((Arc::from(*name), Arc::from(full.replace("[]", ""))));
                    }
                }
            }
        }
    }

    /// The node at a path, made where it is missing.
    fn at(&mut self, path: &'static str) -> &mut Self {
        let keys = path.split('.').map(|key| key.trim_end_matches("[]")).filter(|key| !key.is_empty());
        keys.fold(self, |here, key| {
            let place = here.keys.iter().position(|(name, _)| *name == key).unwrap_or_else(|| here.insert(key));
            &mut here.keys[place].1
        })
    }

    /// Adds a key; gives its place.
    fn insert(&mut self, key: &'static str) -> usize {
        self.keys.push((key, Self::default()));
        let free = places(key).find(|place| self.slots[*place] == 0);
        if let (Some(free), Ok(number)) = (free, u8::try_from(self.keys.len())) {
            self.slots[free] = number;
        }
        self.keys.len() - 1
    }
}

/// A row, ready to be read with.
#[derive(Debug)]
pub(super) struct Kind {
    pub(super) is: Is,
    pub(super) node: Node,
}

/// A table, ready to be read with.
#[derive(Debug)]
pub(super) struct Compiled {
    pub(super) type_key: Option<&'static str>,
    pub(super) reasoning_tokens: ReasoningTokens,
    /// Whether it knows no event of its own.
    pub(super) is_generic: bool,
    /// What an event of no known kind may hold.
    pub(super) any: Node,
    kinds: HashMap<&'static str, Kind>,
    /// The kinds whose name is a pattern, by its two halves.
    patterns: Vec<(&'static str, &'static str, Kind)>,
}

impl Compiled {
    /// From a table, what any event of any dialect may hold, and events that any stream may have.
    /// The dialect's own rows go before those.
    pub(super) fn new(table: &Table, common: &[Field], rows: &[Row]) -> Self {
        let mut kinds = HashMap::new();
        let mut patterns = Vec::new();
        for row in rows.iter().chain(table.rows) {
            let kind = Kind { is: row.is, node: Node::new(&[common, row.fields]) };
            match row.name.split_once('*') {
                Some((start, end)) => patterns.push((start, end, kind)),
                None => {
                    kinds.insert(row.name, kind);
                }
            }
        }
        Self {
            type_key: table.type_key,
            reasoning_tokens: table.reasoning_tokens,
            is_generic: table.fields.is_empty() && table.rows.is_empty(),
            any: Node::new(&[common, table.fields]),
            kinds,
            patterns,
        }
    }

    /// The kind with this name.
    pub(super) fn kind(&self, name: &str) -> Option<&Kind> {
        let by_pattern = || {
            let fits = |start: &str, end: &str| {
                name.len() >= start.len() + end.len() && name.starts_with(start) && name.ends_with(end)
            };
            self.patterns.iter().find(|(start, end, _)| fits(start, end)).map(|(_, _, kind)| kind)
        };
        self.kinds.get(name).or_else(by_pattern)
    }
}

#[cfg(test)]
mod tests {
    use super::Node;
    use crate::dialect::{metrics::is_metric_name, spec::DIALECTS};

    fn names(node: &Node, found: &mut Vec<String>) {
        found.extend(node.report.iter().flat_map(|(name, source)| [name.to_string(), source.to_string()]));
        node.keys.iter().for_each(|(_, inner)| names(inner, found));
    }

    #[test]
    fn every_duration_of_the_tables_keeps_its_name_and_source() {
        let mut found = Vec::new();
        for spec in DIALECTS {
            let rows = spec.table.rows.iter().map(|row| row.fields);
            rows.chain([spec.table.fields]).for_each(|fields| names(&Node::new(&[fields]), &mut found));
        }
        assert!(!found.is_empty());
        found.retain(|name| !is_metric_name(name));
        assert!(found.is_empty(), "shown as other: {found:?}");
    }
}
