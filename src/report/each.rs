//! Long JSON documents, written item by item.

use std::borrow::Cow;

use serde::{Serialize, Serializer};

use crate::wire::sanitize_json;

/// A JSON list that is written item by item, so that a long one is never held as a tree.
pub(super) struct Each<F>(pub F);

impl<F, I> Serialize for Each<F>
where
    F: Fn() -> I,
    I: Iterator<Item: Serialize>,
{
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq((self.0)())
    }
}

/// A document as text, with a line feed at its end, in which no character acts on a terminal. Empty
/// only if a value cannot be JSON, which none here is.
pub(super) fn text(document: &impl Serialize) -> String {
    let mut text = serde_json::to_string(document).unwrap_or_default();
    text.push('\n');
    match sanitize_json(&text) {
        Cow::Owned(clean) => clean,
        Cow::Borrowed(_) => text,
    }
}
