use std::collections::BTreeMap;

use serde::{Deserialize, Deserializer, Serialize, Serializer, ser::SerializeMap};

use crate::timeline::Tag;

/// Events by primary tag; every tag is there, with 0 when none came.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ByTag(pub [u64; Tag::ALL.len()]);

impl Serialize for ByTag {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(Tag::ALL.len()))?;
        for tag in Tag::ALL {
            map.serialize_entry(tag, &self.0[*tag as usize])?;
        }
        map.end()
    }
}

impl<'de> Deserialize<'de> for ByTag {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let mut counts = Self::default();
        for (word, count) in BTreeMap::<String, u64>::deserialize(deserializer)? {
            if let Some(tag) = Tag::from_word(&word) {
                counts.0[tag as usize] = count;
            }
        }
        Ok(counts)
    }
}
