//! JSON that keeps the order of keys and repeated keys, and borrows from the line it was read from.
//!
//! A map would let the second of two equal keys hide the first, and `verify` must see both.

use std::{borrow::Cow, fmt};

use serde::{
    Deserialize, Deserializer, Serialize, Serializer,
    de::{MapAccess, SeqAccess, Visitor},
    ser::{SerializeMap, SerializeSeq},
};

/// One JSON value.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Json<'a> {
    /// `null`; on writing, an absent field, which is left out.
    Null,
    Bool(bool),
    Uint(u64),
    Int(i64),
    Float(f64),
    Str(Cow<'a, str>),
    Array(Vec<Json<'a>>),
    Object(Vec<(Cow<'a, str>, Json<'a>)>),
}

impl Json<'_> {
    /// How the value reads in a sentence: long text is cut.
    pub(super) fn shown(&self) -> String {
        const LONGEST: usize = 40;
        let text = serde_json::to_string(self).unwrap_or_default();
        match text.char_indices().nth(LONGEST) {
            Some((cut, _)) => format!("{}…", &text[..cut]),
            None => text,
        }
    }

    /// Whether it says no more than that nothing is known or counted.
    pub(super) fn is_nothing(&self) -> bool {
        match self {
            Json::Null | Json::Bool(false) | Json::Uint(0) => true,
            Json::Array(items) => items.is_empty(),
            Json::Object(entries) => entries.is_empty(),
            _ => false,
        }
    }
}

impl<'a> From<&'a str> for Json<'a> {
    fn from(text: &'a str) -> Self {
        Json::Str(Cow::Borrowed(text))
    }
}

impl From<u64> for Json<'_> {
    fn from(number: u64) -> Self {
        Json::Uint(number)
    }
}

impl From<u32> for Json<'_> {
    fn from(number: u32) -> Self {
        Json::Uint(number.into())
    }
}

impl From<f64> for Json<'_> {
    fn from(number: f64) -> Self {
        if number.is_finite() { Json::Float(number) } else { Json::Null }
    }
}

impl From<bool> for Json<'_> {
    fn from(fact: bool) -> Self {
        Json::Bool(fact)
    }
}

impl<'a, T: Into<Json<'a>>> From<Option<T>> for Json<'a> {
    fn from(value: Option<T>) -> Self {
        value.map_or(Json::Null, Into::into)
    }
}

impl Serialize for Json<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Json::Null => serializer.serialize_unit(),
            Json::Bool(fact) => serializer.serialize_bool(*fact),
            Json::Uint(number) => serializer.serialize_u64(*number),
            Json::Int(number) => serializer.serialize_i64(*number),
            Json::Float(number) => serializer.serialize_f64(*number),
            Json::Str(text) => serializer.serialize_str(text),
            Json::Array(items) => {
                let mut seq = serializer.serialize_seq(Some(items.len()))?;
                items.iter().try_for_each(|item| seq.serialize_element(item))?;
                seq.end()
            }
            Json::Object(entries) => {
                let mut map = serializer.serialize_map(None)?;
                for (key, value) in entries.iter().filter(|(_, value)| *value != Json::Null) {
                    map.serialize_entry(key, value)?;
                }
                map.end()
            }
        }
    }
}

impl<'de: 'a, 'a> Deserialize<'de> for Json<'a> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(JsonVisitor)
    }
}

struct JsonVisitor;

impl<'de> Visitor<'de> for JsonVisitor {
    type Value = Json<'de>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("JSON")
    }

    fn visit_unit<E>(self) -> Result<Self::Value, E> {
        Ok(Json::Null)
    }

    fn visit_bool<E>(self, fact: bool) -> Result<Self::Value, E> {
        Ok(Json::Bool(fact))
    }

    fn visit_u64<E>(self, number: u64) -> Result<Self::Value, E> {
        Ok(Json::Uint(number))
    }

    fn visit_i64<E>(self, number: i64) -> Result<Self::Value, E> {
        Ok(u64::try_from(number).map_or(Json::Int(number), Json::Uint))
    }

    fn visit_f64<E>(self, number: f64) -> Result<Self::Value, E> {
        Ok(Json::Float(number))
    }

    fn visit_borrowed_str<E>(self, text: &'de str) -> Result<Self::Value, E> {
        Ok(Json::Str(Cow::Borrowed(text)))
    }

    fn visit_str<E>(self, text: &str) -> Result<Self::Value, E> {
        Ok(Json::Str(Cow::Owned(text.to_owned())))
    }

    fn visit_string<E>(self, text: String) -> Result<Self::Value, E> {
        Ok(Json::Str(Cow::Owned(text)))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<Self::Value, A::Error> {
        let mut items = Vec::new();
        while let Some(item) = seq.next_element()? {
            items.push(item);
        }
        Ok(Json::Array(items))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
        let mut entries = Vec::with_capacity(8);
        while let Some(Key(key)) = map.next_key()? {
            entries.push((key, map.next_value()?));
        }
        Ok(Json::Object(entries))
    }
}

/// A key, borrowed where it has no escapes (serde's own `Cow` always copies).
struct Key<'a>(Cow<'a, str>);

impl<'de: 'a, 'a> Deserialize<'de> for Key<'a> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct KeyVisitor;
        impl<'de> Visitor<'de> for KeyVisitor {
            type Value = Cow<'de, str>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a key")
            }

            fn visit_borrowed_str<E>(self, text: &'de str) -> Result<Self::Value, E> {
                Ok(Cow::Borrowed(text))
            }

            fn visit_str<E>(self, text: &str) -> Result<Self::Value, E> {
                Ok(Cow::Owned(text.to_owned()))
            }
        }
        deserializer.deserialize_str(KeyVisitor).map(Key)
    }
}

/// Builds an object in the order in which its fields are given.
#[derive(Default)]
pub(super) struct Fields<'a>(Vec<(Cow<'a, str>, Json<'a>)>);

impl<'a> Fields<'a> {
    pub(super) fn with(mut self, key: &'static str, value: impl Into<Json<'a>>) -> Self {
        self.0.push((Cow::Borrowed(key), value.into()));
        self
    }

    pub(super) fn build(self) -> Json<'a> {
        Json::Object(self.0)
    }

    /// The object, or nothing when every field is absent.
    pub(super) fn build_unless_empty(self) -> Json<'a> {
        if self.0.iter().all(|(_, value)| *value == Json::Null) { Json::Null } else { self.build() }
    }
}

#[cfg(test)]
mod tests {
    use std::borrow::Cow;

    use super::{Fields, Json};

    #[test]
    fn order_and_repeated_keys_are_kept_and_plain_text_is_borrowed() {
        let json: Json<'_> = serde_json::from_str(r#"{"b":1,"a":"x","a":-2,"c":[1.5,null]}"#).expect("JSON");
        let Json::Object(entries) = &json else { panic!("an object") };
        let keys: Vec<_> = entries.iter().map(|(key, _)| key.as_ref()).collect();
        assert_eq!(keys, ["b", "a", "a", "c"]);
        assert!(entries.iter().all(|(key, _)| matches!(key, Cow::Borrowed(_))));
        assert!(matches!(&entries[1].1, Json::Str(Cow::Borrowed("x"))));
        assert_eq!(entries[2].1, Json::Int(-2));
    }

    #[test]
    fn absent_fields_are_left_out_in_writing() {
        let json = Fields::default().with("a", None::<u64>).with("b", 2_u32).with("c", f64::NAN).build();
        assert_eq!(serde_json::to_string(&json).expect("JSON"), r#"{"b":2}"#);
        assert_eq!(Fields::default().with("a", None::<u64>).build_unless_empty(), Json::Null);
    }

    #[test]
    fn long_values_are_cut_in_sentences() {
        assert_eq!(Json::from("abc").shown(), "\"abc\"");
        assert_eq!(Json::from("x".repeat(100).as_str()).shown().chars().count(), 41);
    }
}
