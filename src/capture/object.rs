//! Typed access to the fields of one line, with errors that name the field.

use std::borrow::Cow;

use super::{error::FieldError, json::Json};
use crate::timeline::Micros;

/// The fields of a JSON object that is being read. The last of repeated keys counts.
#[derive(Clone, Copy, Debug)]
pub(super) struct Object<'j, 'a> {
    entries: &'j [(Cow<'a, str>, Json<'a>)],
}

type Result<T> = std::result::Result<T, FieldError>;

impl<'j, 'a> Object<'j, 'a> {
    /// The fields of a value, if it is an object.
    pub(super) fn of(json: &'j Json<'a>) -> Option<Self> {
        match json {
            Json::Object(entries) => Some(Self { entries }),
            _ => None,
        }
    }

    pub(super) const fn entries(self) -> &'j [(Cow<'a, str>, Json<'a>)] {
        self.entries
    }

    /// A field that is there and not null.
    pub(super) fn get(self, key: &str) -> Option<&'j Json<'a>> {
        self.entries.iter().rev().find(|(k, _)| k == key).map(|(_, value)| value).filter(|value| **value != Json::Null)
    }

    fn read<T>(self, key: &str, expected: &str, take: impl FnOnce(&'j Json<'a>) -> Option<T>) -> Result<Option<T>> {
        let Some(value) = self.get(key) else { return Ok(None) };
        take(value).map(Some).ok_or_else(|| FieldError::new(key, expected, Some(value)))
    }

    pub(super) fn micros(self, key: &str) -> Result<Option<Micros>> {
        self.read(key, "in microseconds", |value| match value {
            Json::Uint(us) => Some(Micros(*us)),
            _ => None,
        })
    }

    pub(super) fn u64(self, key: &str) -> Result<Option<u64>> {
        self.read(key, "as a whole number", |value| match value {
            Json::Uint(number) => Some(*number),
            _ => None,
        })
    }

    pub(super) fn u32(self, key: &str) -> Result<Option<u32>> {
        self.read(key, "as a whole number below 2^32", |value| match value {
            Json::Uint(number) => u32::try_from(*number).ok(),
            _ => None,
        })
    }

    pub(super) fn f64(self, key: &str) -> Result<Option<f64>> {
        self.read(key, "as a number", |value| match value {
            Json::Uint(number) => Some(*number as f64),
            Json::Int(number) => Some(*number as f64),
            Json::Float(number) => Some(*number),
            _ => None,
        })
    }

    pub(super) fn bool(self, key: &str) -> Result<Option<bool>> {
        self.read(key, "as true or false", |value| match value {
            Json::Bool(fact) => Some(*fact),
            _ => None,
        })
    }

    pub(super) fn text(self, key: &str) -> Result<Option<&'j str>> {
        self.read(key, "as text", |value| match value {
            Json::Str(text) => Some(text.as_ref()),
            _ => None,
        })
    }

    /// A word of a closed vocabulary.
    pub(super) fn word<T>(self, key: &str, from_word: fn(&str) -> Option<T>) -> Result<Option<T>> {
        self.read(key, "as one of the known words", |value| match value {
            Json::Str(text) => from_word(text),
            _ => None,
        })
    }

    pub(super) fn time(self, key: &str) -> Result<Option<jiff::Timestamp>> {
        self.read(key, "as a date and time like 2026-11-30T10:34:00Z", |value| match value {
            Json::Str(text) => text.parse().ok(),
            _ => None,
        })
    }

    pub(super) fn object(self, key: &str) -> Result<Option<Object<'j, 'a>>> {
        self.read(key, "as an object", Object::of)
    }

    pub(super) fn array(self, key: &str) -> Result<&'j [Json<'a>]> {
        let items = self.read(key, "as a list", |value| match value {
            Json::Array(items) => Some(items.as_slice()),
            _ => None,
        })?;
        Ok(items.unwrap_or_default())
    }
}

/// A field that must be there.
pub(super) fn needed<T>(value: Option<T>, key: &str, expected: &str) -> Result<T> {
    value.ok_or_else(|| FieldError::new(key, expected, None))
}
