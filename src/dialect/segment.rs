//! The content of one choice or item inside an event, before it is decided what of it counts.

use super::{meaning::Content, memory::ItemKey, words::ItemIs};
use crate::timeline::Finish;

/// What belongs to one choice, or to the item that the event is about.
#[derive(Debug, Default)]
pub(super) struct Segment {
    pub(super) item: ItemKey,
    pub(super) finish: Option<Finish>,
    pub(super) added: u8,
    pub(super) whole: [String; Content::ALL.len()],
    pub(super) reasoning: String,
    pub(super) reasoning_rank: u8,
    pub(super) item_is: Option<ItemIs>,
    pub(super) announced: bool,
    pub(super) item_is_again: Option<ItemIs>,
    pub(super) name_again: String,
    /// Where the content of this segment starts in the reading.
    pub(super) from: [usize; 3],
    /// Whether it holds a restatement or reasoning that is to be decided on.
    pub(super) touched: bool,
}

/// An object whose content depends on its own type.
#[derive(Debug, Default)]
pub(super) struct Part {
    pub(super) kind: Option<Content>,
    /// Whether it states a type, known or not; one without is text.
    pub(super) has_type: bool,
    pub(super) is_result: bool,
    pub(super) text: String,
}

impl Segment {
    /// Empties it and keeps its memory.
    pub(super) fn clear(&mut self) {
        if self.touched {
            self.whole.iter_mut().for_each(String::clear);
            self.reasoning.clear();
            self.name_again.clear();
            self.touched = false;
        }
        self.item = ItemKey::default();
        self.finish = None;
        self.added = 0;
        self.reasoning_rank = 0;
        self.item_is = None;
        self.announced = false;
        self.item_is_again = None;
    }

    /// A restatement came.
    pub(super) fn whole(&mut self, content: Content, text: &str) {
        self.touched = true;
        // Of media only that it came is of interest, and it can be large.
        let text = if content == Content::Media && !text.is_empty() { "." } else { text };
        self.whole[content as usize].push_str(text);
    }

    /// The name of a tool in a restatement came.
    pub(super) fn name_again(&mut self, name: &str) {
        self.touched = true;
        self.name_again.push_str(name);
    }

    /// Of several fields with the same reasoning, the lowest rank that is not empty counts.
    pub(super) fn reasoning(&mut self, rank: u8, text: &str) {
        if text.is_empty() || (!self.reasoning.is_empty() && rank > self.reasoning_rank) {
            return;
        }
        if rank < self.reasoning_rank {
            self.reasoning.clear();
        }
        self.touched = true;
        self.reasoning_rank = rank;
        self.reasoning.push_str(text);
    }
}

impl Part {
    /// Empties it and keeps its memory.
    pub(super) fn clear(&mut self) {
        self.kind = None;
        self.has_type = false;
        self.is_result = false;
        self.text.clear();
    }

    /// The content that a part of a type holds; a type that is not listed holds none.
    pub(super) fn of_type(kind: &str) -> Option<Content> {
        match kind {
            "text" | "output_text" | "answer" | "transcript" | "output_audio" => Some(Content::Text),
            "reasoning_text" | "summary_text" | "reasoning" | "thinking" | "thought" => Some(Content::Reasoning),
            "refusal" => Some(Content::Refusal),
            "function_call" => Some(Content::Tool),
            _ => None,
        }
    }
}
