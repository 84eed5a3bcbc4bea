use super::word_enum;

word_enum! {
    /// What one event is, by what it carries. Declared in order of precedence: when an event
    /// qualifies for several, the first that fits is its primary tag.
    pub enum Tag {
        /// An error inside the stream.
        Error = "error",
        /// Non-empty text a user can render, audio transcripts included.
        Text = "text",
        /// Non-empty refusal text.
        Refusal = "refusal",
        /// A tool call: its announcement, its arguments, its input.
        Tool = "tool",
        /// Non-empty reasoning, thinking or reasoning-summary text.
        Reasoning = "reasoning",
        /// Audio or image bytes.
        Media = "media",
        /// The terminal marker: a finish reason, `message_stop`, `[DONE]`.
        End = "end",
        /// Token counts and nothing effective.
        Usage = "usage",
        /// A ping event; comment lines are counted as heartbeats beside the events.
        Heartbeat = "heartbeat",
        /// Created, in progress, role only, a part opened without content, signatures, restatements.
        Envelope = "envelope",
        /// Not understood; kept, counted and shown.
        Unknown = "unknown",
    }
}

impl Tag {
    /// Whether it is content or an action: whether it can be t4.
    pub const fn is_effective(self) -> bool {
        matches!(self, Self::Text | Self::Refusal | Self::Reasoning | Self::Tool | Self::Media)
    }

    /// Whether a user can read it: whether it can be t5.
    pub const fn is_visible(self) -> bool {
        matches!(self, Self::Text | Self::Refusal)
    }
}

/// What else an event carries, its primary tag included.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TagSet(u16);

impl TagSet {
    /// Adds a tag.
    pub fn insert(&mut self, tag: Tag) {
        self.0 |= 1 << tag as u16;
    }

    /// Whether the tag is in the set.
    pub const fn contains(self, tag: Tag) -> bool {
        self.0 & (1 << tag as u16) != 0
    }

    /// The members, in order of precedence.
    pub fn iter(self) -> impl Iterator<Item = Tag> {
        let mut rest = self.0;
        std::iter::from_fn(move || {
            let first = Tag::ALL.get(rest.trailing_zeros() as usize).copied();
            rest &= rest.wrapping_sub(1);
            first
        })
    }

    /// The first that fits by precedence; [`Tag::Unknown`] when nothing does.
    pub fn primary(self) -> Tag {
        self.iter().next().unwrap_or(Tag::Unknown)
    }
}

impl FromIterator<Tag> for TagSet {
    fn from_iter<I: IntoIterator<Item = Tag>>(tags: I) -> Self {
        let mut set = Self::default();
        tags.into_iter().for_each(|tag| set.insert(tag));
        set
    }
}

#[cfg(test)]
mod tests {
    use super::{Tag, TagSet};

    #[test]
    fn the_first_that_fits_is_primary() {
        let set: TagSet = [Tag::Usage, Tag::Reasoning, Tag::Text].into_iter().collect();
        assert_eq!(set.primary(), Tag::Text);
        assert_eq!(TagSet::default().primary(), Tag::Unknown);
    }

    #[test]
    fn only_text_and_refusal_are_visible_and_all_content_is_effective() {
        let effective: Vec<_> = Tag::ALL.iter().filter(|t| t.is_effective()).map(|t| t.word()).collect();
        assert_eq!(effective, ["text", "refusal", "tool", "reasoning", "media"]);
        let visible: Vec<_> = Tag::ALL.iter().filter(|t| t.is_visible()).map(|t| t.word()).collect();
        assert_eq!(visible, ["text", "refusal"]);
    }
}
