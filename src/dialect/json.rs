//! One pass over an event's data, along a tree of keys.
//!
//! Every type is accepted at every place; what is not in the tree is skipped unread. serde_json
//! refuses a string that holds half of an escaped surrogate pair, so such halves are first
//! replaced by private marks that [`Halves`] undoes.

use std::{borrow::Cow, fmt};

use serde::de::{
    DeserializeSeed, Deserializer, Error, IgnoredAny, MapAccess, SeqAccess, Visitor, value::MapAccessDeserializer,
};
use serde_json::Value;

use super::{
    meaning::{Content, Meaning},
    table::Node,
};

/// A value that is no object and no array.
#[derive(Clone, Copy, Debug)]
pub(super) enum Scalar<'a> {
    Str(&'a str),
    Number(f64),
    Bool(bool),
    Null,
}

/// Who is told what stands where.
pub(super) trait Sink {
    /// A scalar at a place that means something.
    fn value(&mut self, node: &Node, value: Scalar<'_>);
    /// An object or array begins at a place of the tree.
    fn open(&mut self, node: &Node);
    /// An object ends, with or without members.
    fn close(&mut self, node: &Node, empty: bool);
}

/// Follows the tree through the text; `false` when the text is not JSON.
pub(super) fn walk(text: &str, root: &Node, sink: &mut impl Sink) -> bool {
    let mut de = serde_json::Deserializer::from_str(text);
    Step { node: root, sink }.deserialize(&mut de).is_ok() && de.end().is_ok()
}

/// The string under a key of the outermost object, read no further than that.
pub(super) fn string_at<'a>(text: &'a str, key: &str) -> Option<Cow<'a, str>> {
    let mut found = None;
    let mut de = serde_json::Deserializer::from_str(text);
    // Leaving the object early is an error to serde_json, and of no interest.
    let _ = de.deserialize_map(StringAt { key, found: &mut found });
    found
}

struct Step<'n, 's, S> {
    node: &'n Node,
    sink: &'s mut S,
}

impl<'de, S: Sink> DeserializeSeed<'de> for Step<'_, '_, S> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl<S: Sink> Step<'_, '_, S> {
    fn scalar(self, value: Scalar<'_>) {
        if self.node.meaning.is_some() {
            self.sink.value(self.node, value);
        }
    }

    /// Whether a whole subtree is wanted as text: a tool's arguments.
    const fn wants_json(&self) -> bool {
        matches!(self.node.meaning, Some(Meaning::Delta(Content::Tool) | Meaning::Whole(Content::Tool)))
            && self.node.is_leaf()
    }
}

impl<'de, S: Sink> Visitor<'de> for Step<'_, '_, S> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("any JSON")
    }

    fn visit_bool<E: Error>(self, value: bool) -> Result<(), E> {
        self.scalar(Scalar::Bool(value));
        Ok(())
    }

    fn visit_i64<E: Error>(self, value: i64) -> Result<(), E> {
        self.visit_f64(value as f64)
    }

    fn visit_u64<E: Error>(self, value: u64) -> Result<(), E> {
        self.visit_f64(value as f64)
    }

    fn visit_f64<E: Error>(self, value: f64) -> Result<(), E> {
        self.scalar(Scalar::Number(value));
        Ok(())
    }

    fn visit_str<E: Error>(self, value: &str) -> Result<(), E> {
        self.scalar(Scalar::Str(value));
        Ok(())
    }

    fn visit_unit<E: Error>(self) -> Result<(), E> {
        self.scalar(Scalar::Null);
        Ok(())
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<(), A::Error> {
        if self.node.is_leaf() && self.node.meaning.is_none() {
            while seq.next_element::<IgnoredAny>()?.is_some() {}
            return Ok(());
        }
        self.sink.open(self.node);
        while seq.next_element_seed(Step { node: self.node, sink: &mut *self.sink })?.is_some() {}
        Ok(())
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<(), A::Error> {
        if self.wants_json() {
            let value: Value = serde::Deserialize::deserialize(MapAccessDeserializer::new(map))?;
            if value.as_object().is_some_and(|object| !object.is_empty()) {
                self.sink.value(self.node, Scalar::Str(&value.to_string()));
            }
            return Ok(());
        }
        self.sink.open(self.node);
        let mut empty = true;
        while let Some(child) = map.next_key_seed(Key(self.node))? {
            empty = false;
            match child {
                Some(node) => map.next_value_seed(Step { node, sink: &mut *self.sink })?,
                None => {
                    map.next_value::<IgnoredAny>()?;
                }
            }
        }
        self.sink.close(self.node, empty);
        Ok(())
    }
}

/// Finds what the tree has under the key that comes.
struct Key<'n>(&'n Node);

impl<'de, 'n> DeserializeSeed<'de> for Key<'n> {
    type Value = Option<&'n Node>;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Self::Value, D::Error> {
        deserializer.deserialize_identifier(self)
    }
}

impl<'n> Visitor<'_> for Key<'n> {
    type Value = Option<&'n Node>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a key")
    }

    fn visit_str<E: Error>(self, key: &str) -> Result<Self::Value, E> {
        Ok(self.0.child(key))
    }
}

struct StringAt<'k, 'f, 'de> {
    key: &'k str,
    found: &'f mut Option<Cow<'de, str>>,
}

impl<'de> Visitor<'de> for StringAt<'_, '_, 'de> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<(), A::Error> {
        while let Some(key) = map.next_key::<Cow<'de, str>>()? {
            if key == self.key {
                *self.found = map.next_value::<Text<'de>>()?.0;
                return Ok(());
            }
            map.next_value::<IgnoredAny>()?;
        }
        Ok(())
    }
}

/// A string, borrowed where it can be; anything else is none.
struct Text<'de>(Option<Cow<'de, str>>);

impl<'de> serde::Deserialize<'de> for Text<'de> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Any;
        impl<'de> Visitor<'de> for Any {
            type Value = Text<'de>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a string")
            }

            fn visit_borrowed_str<E: Error>(self, text: &'de str) -> Result<Self::Value, E> {
                Ok(Text(Some(Cow::Borrowed(text))))
            }

            fn visit_str<E: Error>(self, text: &str) -> Result<Self::Value, E> {
                Ok(Text(Some(Cow::Owned(text.to_owned()))))
            }
        }
        deserializer.deserialize_str(Any)
    }
}
