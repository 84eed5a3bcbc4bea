//! Most events of an answer are the one before with other words in one string of the same JSON.
//! Such an event is known without parsing it.

use std::ops::Range;

use super::{EventName, Reading, meaning::Content};
use crate::{timeline::TagSet, wire::Event};

/// How often in a row a mould may be cast in vain: some streams change a second place in every
/// event, a number or padding.
const MOST_IN_VAIN: u8 = 8;

/// An event that says one piece of content and nothing else, without that piece.
#[derive(Debug, Default)]
pub(super) struct Mould {
    /// Which kind of content; `None` while there is no such event.
    content: Option<Content>,
    /// The `event:` field.
    field: String,
    /// What the event is called.
    name: Option<EventName>,
    before: String,
    after: String,
    in_vain: u8,
}

/// The content of one event, in pieces that stand somewhere in memory.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) enum Pieces {
    #[default]
    None,
    /// One, at these addresses.
    One(Content, Range<usize>),
    Many,
}

impl Pieces {
    /// Takes in another.
    pub(super) fn note(&mut self, content: Content, text: &str) {
        let start = text.as_ptr().addr();
        *self = if *self == Self::None { Self::One(content, start..start + text.len()) } else { Self::Many };
    }
}

impl Mould {
    /// The piece of content in an event that is otherwise the same, and the event's name.
    ///
    /// A piece without quote, backslash and control character leaves the JSON around it what it
    /// was, so that parsing it would come to the same places.
    pub(super) fn fit<'a>(&mut self, event: &Event<'a>) -> Option<(Content, &'a str, Option<EventName>)> {
        let content = self.content?;
        let piece = event.data.strip_prefix(self.before.as_str())?.strip_suffix(self.after.as_str())?;
        let odd = piece.bytes().filter(|byte| *byte < b' ' || matches!(byte, b'"' | b'\\')).count();
        if piece.is_empty() || odd > 0 || event.name != self.field {
            return None;
        }
        self.in_vain = 0;
        Some((content, piece, self.name.clone()))
    }

    /// Takes the mould of an event that was parsed, if it said one piece of content and nothing
    /// else. It holds for the rest of the stream, for what is remembered of an event like this one
    /// is only that its content came.
    pub(super) fn cast(&mut self, event: &Event<'_>, pieces: &Pieces, said: &Reading) {
        let Pieces::One(content, at) = pieces else { return };
        let only = TagSet::from_iter([content.tag()]);
        let says_more = said.hidden_reasoning
            || said.model.is_some()
            || !(said.tool_name.is_empty() && said.reported.is_empty() && said.notes.is_empty());
        if says_more || said.tags != only {
            return;
        }
        if self.in_vain == MOST_IN_VAIN {
            self.content = None;
            return;
        }
        // What was unescaped or put together stands elsewhere in memory.
        let Some(start) = at.start.checked_sub(event.data.as_ptr().addr()) else { return };
        let parts = (event.data.get(..start), event.data.get(start + at.len()..));
        let (Some(before), Some(after)) = parts else { return };
        event.name.clone_into(&mut self.field);
        before.clone_into(&mut self.before);
        after.clone_into(&mut self.after);
        self.name.clone_from(&said.name);
        self.content = Some(*content);
        self.in_vain += 1;
    }
}
