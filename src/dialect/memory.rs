use std::collections::HashSet;

use super::{halves::Halves, meaning::Content};
use crate::timeline::NoteCode;

/// An item, choice or block that content belongs to; `None` when the event does not say.
pub(super) type ItemKey = Option<u64>;

/// Stands for a tool call's announcement among the kinds of content.
const ANNOUNCEMENT: u8 = 7;

/// What must be remembered between the events of one stream.
#[derive(Debug, Default)]
pub(super) struct Memory {
    pub(super) halves: Halves,
    pub(super) model_given: bool,
    pub(super) output_tokens: Option<u64>,
    seen: HashSet<(u8, ItemKey)>,
    latest: Option<(u8, ItemKey)>,
    seen_kinds: u8,
    finished: Vec<u64>,
    many_choices: bool,
    think: ThinkTag,
    cumulative: Cumulative,
}

impl Memory {
    /// Content of an item came.
    pub(super) fn came(&mut self, content: Content, item: ItemKey) {
        let place = (content as u8, item);
        if self.latest != Some(place) {
            self.latest = Some(place);
            self.seen.insert(place);
            self.seen_kinds |= 1 << content as u8;
        }
    }

    /// Whether content of an item came before; of any item, where the item is not known.
    pub(super) fn has(&self, content: Content, item: ItemKey) -> bool {
        match item {
            None => self.seen_kinds & (1 << content as u8) != 0,
            Some(_) => self.seen.contains(&(content as u8, item)) || self.seen.contains(&(content as u8, None)),
        }
    }

    /// A tool call was announced.
    pub(super) fn announced(&mut self, item: ItemKey) {
        self.seen.insert((ANNOUNCEMENT, item));
    }

    /// Whether the tool call of an item was announced before; of any item, where it is not known.
    pub(super) fn was_announced(&self, item: ItemKey) -> bool {
        match item {
            None => self.seen.iter().any(|(kind, _)| *kind == ANNOUNCEMENT),
            Some(_) => self.seen.contains(&(ANNOUNCEMENT, item)),
        }
    }

    /// A choice finished: notes when it did so before.
    pub(super) fn finished(&mut self, choice: u64, notes: &mut Vec<NoteCode>) {
        if self.finished.contains(&choice) {
            notes.push(NoteCode::FinishTwice);
        } else {
            self.finished.push(choice);
        }
    }

    /// A choice came: notes the first that is not the only one.
    pub(super) fn choice(&mut self, choice: u64, notes: &mut Vec<NoteCode>) {
        if choice > 0 && !self.many_choices {
            self.many_choices = true;
            notes.push(NoteCode::MoreThanOneChoice);
        }
    }

    /// Looks at an event's visible text.
    pub(super) fn text(&mut self, text: &str, notes: &mut Vec<NoteCode>) {
        if self.think.ends_in(text) {
            notes.push(NoteCode::ThinkTagsInText);
        }
        if self.cumulative.suspect(text) {
            notes.push(NoteCode::CumulativeDeltasSuspected);
        }
    }
}

/// Finds `<think>`, also when it is cut over deltas.
#[derive(Debug, Default)]
struct ThinkTag {
    matched: usize,
}

impl ThinkTag {
    const TAG: &'static [u8] = b"<think>";

    /// Whether the tag is completed in this text.
    fn ends_in(&mut self, text: &str) -> bool {
        let bytes = text.as_bytes();
        let start = if self.matched > 0 { Some(0) } else { memchr::memchr(b'<', bytes) };
        let mut found = false;
        for byte in start.map_or(&[][..], |start| &bytes[start..]) {
            // Only the first byte of the tag is a bracket, so a mismatch can only start anew there.
            self.matched = match () {
                () if *byte == Self::TAG[self.matched] => self.matched + 1,
                () => usize::from(*byte == Self::TAG[0]),
            };
            if self.matched == Self::TAG.len() {
                found = true;
                self.matched = 0;
            }
        }
        found
    }
}

/// Watches whether each delta begins with the whole one before: text that is sent anew each time
/// instead of what was added. The first delta that does not ends the watch.
#[derive(Debug, Default)]
enum Cumulative {
    #[default]
    Start,
    Watch {
        before: String,
        times: u32,
    },
    Over,
}

impl Cumulative {
    /// Growing deltas in a row, after the first, before they are suspected.
    const ENOUGH: u32 = 3;

    /// Whether this text makes it enough.
    fn suspect(&mut self, text: &str) -> bool {
        if text.is_empty() {
            return false;
        }
        match self {
            Self::Start => {
                *self = Self::Watch { before: text.to_owned(), times: 0 };
                false
            }
            Self::Watch { before, times } if text.len() > before.len() && text.starts_with(before.as_str()) => {
                before.replace_range(.., text);
                *times += 1;
                let enough = *times == Self::ENOUGH;
                if enough {
                    *self = Self::Over;
                }
                enough
            }
            Self::Watch { .. } | Self::Over => {
                *self = Self::Over;
                false
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Content, Memory};
    use crate::timeline::NoteCode;

    fn notes(texts: &[&str]) -> Vec<NoteCode> {
        let mut notes = Vec::new();
        let mut memory = Memory::default();
        for text in texts {
            memory.text(text, &mut notes);
        }
        notes
    }

    #[test]
    fn think_tags_are_found_whole_or_cut() {
        for (texts, want) in [
            (&["a <think> b"][..], 1),
            (&["<th", "ink", ">"], 1),
            (&["<<think>"], 1),
            (&["<thin", "<think>"], 1),
            (&["<thin k>", "think>"], 0),
            (&["<think><think>", "x"], 1),
        ] {
            assert_eq!(notes(texts), vec![NoteCode::ThinkTagsInText; want], "{texts:?}");
        }
    }

    #[test]
    fn deltas_that_repeat_all_before_them_are_suspected_once() {
        assert_eq!(notes(&["a", "ab", "abc", "abcd", "abcde"]), [NoteCode::CumulativeDeltasSuspected]);
        assert_eq!(notes(&["a", "ab", "abc"]), []);
        assert_eq!(notes(&["ha", "ha", "ha", "ha"]), []);
        assert_eq!(notes(&["a", "ab", "", "abc", "abcd"]), [NoteCode::CumulativeDeltasSuspected]);
    }

    #[test]
    fn an_item_is_seen_by_its_kind_and_key() {
        let mut memory = Memory::default();
        memory.came(Content::Text, Some(1));
        assert!(memory.has(Content::Text, Some(1)) && memory.has(Content::Text, None));
        assert!(!memory.has(Content::Text, Some(2)) && !memory.has(Content::Tool, None));
        memory.came(Content::Text, None);
        assert!(memory.has(Content::Text, Some(2)));
    }
}
