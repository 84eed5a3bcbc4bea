use std::collections::HashSet;

use super::{choices::Choices, halves::Halves, meaning::Content};
use crate::timeline::NoteCode;

/// What an item, choice or block is known by. Events of one item may name it by its index, its
/// id, or both; some name none.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct ItemKey {
    pub(super) index: Option<u64>,
    pub(super) id: Option<u64>,
}

impl ItemKey {
    /// Each key by itself, with its sort.
    fn keys(self) -> impl Iterator<Item = (u8, u64)> {
        [(BY_INDEX, self.index), (BY_ID, self.id)].into_iter().filter_map(|(sort, key)| Some((sort, key?)))
    }

    /// The sorts of key that it has.
    fn sorts(self) -> u8 {
        self.keys().fold(0, |sorts, (sort, _)| sorts | sort)
    }
}

const BY_INDEX: u8 = 1;
const BY_ID: u8 = 2;
const BY_NOTHING: u8 = 4;

/// Stands for a tool call's announcement among the kinds of content.
const ANNOUNCEMENT: u8 = 5;

/// What must be remembered between the events of one stream.
#[derive(Debug, Default)]
pub(super) struct Memory {
    pub(super) halves: Halves,
    pub(super) model_given: bool,
    pub(super) output_tokens: Option<u64>,
    /// What came, by sort of key and key.
    seen: HashSet<(u8, u8, u64)>,
    /// By which sorts of key each kind of content came.
    sorts: [u8; Content::ALL.len() + 1],
    latest: Option<(Content, ItemKey)>,
    pub(super) choices: Choices,
    think: ThinkTag,
    cumulative: Cumulative,
}

impl Memory {
    /// Content of an item came.
    pub(super) fn came(&mut self, content: Content, item: ItemKey) {
        if self.latest != Some((content, item)) {
            self.latest = Some((content, item));
            self.mark(content as u8, item);
        }
    }

    /// Whether content of an item came before: of any item, where it cannot be told which.
    pub(super) fn has(&self, content: Content, item: ItemKey) -> bool {
        self.is_marked(content as u8, item)
    }

    /// A tool call was announced.
    pub(super) fn announced(&mut self, item: ItemKey) {
        self.mark(ANNOUNCEMENT, item);
    }

    /// Whether the tool call of an item was announced before, likewise.
    pub(super) fn was_announced(&self, item: ItemKey) -> bool {
        self.is_marked(ANNOUNCEMENT, item)
    }

    fn mark(&mut self, what: u8, item: ItemKey) {
        self.seen.extend(item.keys().map(|(sort, key)| (what, sort, key)));
        self.sorts[usize::from(what)] |= if item.sorts() == 0 { BY_NOTHING } else { item.sorts() };
    }

    fn is_marked(&self, what: u8, item: ItemKey) -> bool {
        let sorts = self.sorts[usize::from(what)];
        let comparable = sorts & BY_NOTHING == 0 && sorts & item.sorts() != 0;
        if comparable { item.keys().any(|(sort, key)| self.seen.contains(&(what, sort, key))) } else { sorts != 0 }
    }

    /// A choice finished: notes when it did so before.
    pub(super) fn finished(&mut self, choice: u64, notes: &mut Vec<NoteCode>) {
        if !self.choices.finished(choice) {
            notes.push(NoteCode::FinishTwice);
        }
    }

    /// A choice came: notes the first that is not the only one.
    pub(super) fn choice(&mut self, choice: u64, notes: &mut Vec<NoteCode>) {
        if self.choices.came(choice) {
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
                text.clone_into(before);
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
    use super::{Content, ItemKey, Memory};
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
    fn an_item_is_seen_by_its_kind_and_any_of_its_keys() {
        let key = |index, id| ItemKey { index, id };
        let none = ItemKey::default();
        let mut memory = Memory::default();
        assert!(!memory.has(Content::Text, none));
        memory.came(Content::Text, key(Some(1), Some(77)));
        for item in [key(Some(1), None), key(None, Some(77)), key(Some(9), Some(77)), none] {
            assert!(memory.has(Content::Text, item), "{item:?}");
        }
        assert!(!memory.has(Content::Text, key(Some(2), None)));
        assert!(!memory.has(Content::Tool, none));
        memory.came(Content::Tool, key(None, Some(5)));
        assert!(memory.has(Content::Tool, key(Some(3), None)), "an index cannot be compared with an id");
        memory.came(Content::Text, none);
        assert!(memory.has(Content::Text, key(Some(2), None)), "it may have been that one");
    }
}
