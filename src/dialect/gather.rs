//! What one event holds, gathered while its data is walked, and settled into a [`Reading`].

use super::{
    Reading, Reported,
    json::{Scalar, Sink},
    meaning::{Content, Meaning, Unit},
    memory::{ItemKey, Memory},
    mould::Pieces,
    problem::{Problem, Says},
    segment::{Part, Segment},
    table::Node,
    tokens::Tokens,
    words::{self, ItemIs},
};
use crate::timeline::{Finish, Tag};

/// What is gathered of one event. Used again for every event.
#[derive(Debug, Default)]
pub(super) struct Gathered {
    /// Whether anything stood where the dialect's table has a place.
    pub(super) known: bool,
    pub(super) tokens: Tokens,
    pub(super) finishes: Vec<(u64, Finish)>,
    pub(super) error: Option<Problem>,
    /// What the error would be, if the event is one for another reason.
    pub(super) flat: Problem,
    /// What the payload calls itself.
    pub(super) says: Option<Says>,
    pub(super) done: bool,
    /// How the payload says that the whole went.
    pub(super) status: Option<Finish>,
    /// The payload's `object`.
    pub(super) object: String,
    /// Whether marks stand for halves of surrogate pairs.
    pub(super) marked: bool,
    pub(super) halves_alone: u32,
    pub(super) pieces: Pieces,
    segment: Segment,
    part: Part,
    choices: u64,
}

impl Gathered {
    /// Empties it and keeps its memory.
    pub(super) fn clear(&mut self) {
        let Self {
            known,
            tokens,
            finishes,
            error,
            flat,
            says,
            done,
            status,
            object,
            marked,
            halves_alone,
            pieces,
            segment,
            part,
            choices,
        } = self;
        (*known, *tokens, *error, *says, *done, *status) = Default::default();
        (*marked, *halves_alone, *pieces, *choices) = Default::default();
        finishes.clear();
        flat.clear();
        object.clear();
        segment.clear();
        segment.from = [0; 3];
        part.clear();
    }
}

/// Gathers one event.
pub(super) struct Gather<'a> {
    pub(super) of: &'a mut Gathered,
    pub(super) memory: &'a mut Memory,
    pub(super) out: &'a mut Reading,
}

impl Gather<'_> {
    /// A piece of content came.
    pub(super) fn add(&mut self, content: Content, text: &str) {
        if text.is_empty() {
            return;
        }
        self.of.pieces.note(content, text);
        self.of.segment.added |= 1 << content as u8;
        self.out.tags.insert(content.tag());
        match content {
            Content::Text | Content::Refusal => self.out.text.push_str(text),
            Content::Reasoning => self.out.reasoning.push_str(text),
            Content::Tool => self.out.tool.push_str(text),
            Content::Media => {}
        }
    }

    fn announce(&mut self, name: &str) {
        self.of.segment.announced = true;
        if !self.out.tool_name.is_empty() && !name.is_empty() {
            self.out.tool_name.push_str(", ");
        }
        self.out.tool_name.push_str(name);
    }

    fn text(&mut self, meaning: Meaning, text: &str) {
        let of = &mut *self.of;
        match meaning {
            Meaning::Delta(content) => self.add(content, text),
            Meaning::Whole(content) => of.segment.whole(content, text),
            Meaning::Reasoning(rank) => of.segment.reasoning(rank, text),
            Meaning::ToolName | Meaning::Announces if text.is_empty() => {}
            Meaning::ToolName => self.announce(text),
            Meaning::Announces => self.announce(""),
            Meaning::ToolNameAgain => of.segment.name_again(text),
            Meaning::ItemType => of.segment.item_is = Some(words::item(text)),
            Meaning::ItemTypeAgain if of.segment.item_is_again != Some(ItemIs::ToolCall) => {
                of.segment.item_is_again = Some(words::item(text));
            }
            Meaning::Item => of.segment.item.id = Some(key_of(text)),
            Meaning::Hidden => self.out.hidden_reasoning |= !text.is_empty(),
            Meaning::PartType => {
                of.part.has_type = true;
                of.part.kind = of.part.kind.or(Part::of_type(text));
            }
            Meaning::PartText => of.part.text.push_str(text),
            Meaning::PartTool => {
                of.part.kind = Some(Content::Tool);
                of.part.text.push_str(text);
            }
            Meaning::PartResult => of.part.is_result |= !text.is_empty(),
            Meaning::Finish => of.segment.finish = words::finish(text).or(of.segment.finish),
            Meaning::CutShort => {
                let reason = words::finish(text).map(|reason| match reason {
                    Finish::Other => Finish::Incomplete,
                    known => known,
                });
                of.segment.finish = reason.or(of.segment.finish);
            }
            // A word that no table knows says nothing against the event's own kind.
            Meaning::Status => of.status = words::finish(text).filter(|status| *status != Finish::Other),
            Meaning::Blocked if words::finish(text).is_some() => of.segment.finish = Some(Finish::ContentFilter),
            Meaning::Model if !text.is_empty() && !self.memory.model_given && self.out.model.is_none() => {
                self.out.model = Some(text.to_owned());
            }
            Meaning::Object => {
                of.says = of.says.or(Says::of(text));
                text.clone_into(&mut of.object);
            }
            Meaning::Type => {
                of.says = of.says.or(Says::of(text));
                // Servers that write a flat error put its class here.
                if text.ends_with("Error") || text.ends_with("_error") {
                    of.flat.code(1, text);
                }
            }
            Meaning::Error | Meaning::ErrorMessage if !text.is_empty() => {
                of.error.get_or_insert_default().message(text);
            }
            Meaning::ErrorCode(rank) if !text.is_empty() => of.error.get_or_insert_default().code(rank, text),
            Meaning::FlatMessage => of.flat.message(text),
            Meaning::FlatCode => of.flat.code(0, text),
            _ => {}
        }
    }

    fn number(&mut self, node: &Node, meaning: Meaning, value: f64) {
        let of = &mut *self.of;
        match meaning {
            Meaning::Tokens(count) => of.tokens.state(count, value),
            Meaning::Took(_, unit) => self.took(node, unit, value),
            Meaning::Item | Meaning::Index => of.segment.item.index = Some(index(value)),
            Meaning::ErrorCode(rank) if value != 0.0 => of.error.get_or_insert_default().code(rank, &value.to_string()),
            Meaning::FlatCode => of.flat.code(0, &value.to_string()),
            _ => {}
        }
    }

    fn took(&mut self, node: &Node, unit: Unit, value: f64) {
        if let (Some(duration), Some((name, source))) = (unit.duration(value), &node.report) {
            self.out.reported.push(Reported { name: name.clone(), duration, source: source.clone() });
        }
    }

    fn end_part(&mut self, again: bool) {
        let mut part = std::mem::take(&mut self.of.part);
        let content = part.kind.or((!part.has_type).then_some(Content::Text));
        if let Some(content) = content.filter(|_| !part.is_result) {
            if again {
                self.of.segment.whole(content, &part.text);
            } else {
                if content == Content::Tool {
                    self.announce("");
                }
                self.add(content, &part.text);
            }
        }
        part.clear();
        self.of.part = part;
    }

    fn end_choice(&mut self) {
        let choice = self.of.segment.item.index.unwrap_or(self.of.choices);
        self.of.choices += 1;
        self.of.segment.item.index = Some(choice);
        self.memory.choice(choice, &mut self.out.notes);
        self.end_segment();
    }

    /// Everything of one choice or item is there: decides what of it counts.
    pub(super) fn end_segment(&mut self) {
        let item = self.of.segment.item;
        if !self.of.segment.reasoning.is_empty() {
            let text = std::mem::take(&mut self.of.segment.reasoning);
            self.add(Content::Reasoning, &text);
            self.of.segment.reasoning = text;
        }
        if self.of.segment.touched {
            self.count_whole(item);
        }
        self.count_announcements(item);
        let added = self.of.segment.added;
        if added != 0 {
            Content::ALL.into_iter().filter(|c| added & (1 << *c as u8) != 0).for_each(|c| self.memory.came(c, item));
        }
        self.join_halves(item);
        if let Some(finish) = self.of.segment.finish {
            self.of.finishes.push((item.index.unwrap_or(0), finish));
        }
        self.of.segment.clear();
    }

    /// A restatement counts when nothing of its kind came before, in this event or an earlier one.
    fn count_whole(&mut self, item: ItemKey) {
        let before = self.of.segment.added;
        for content in Content::ALL {
            let text = std::mem::take(&mut self.of.segment.whole[content as usize]);
            if before & (1 << content as u8) == 0 && !self.memory.has(content, item) {
                self.add(content, &text);
            }
            self.of.segment.whole[content as usize] = text;
        }
    }

    fn count_announcements(&mut self, item: ItemKey) {
        let segment = &self.of.segment;
        self.out.hidden_reasoning |= segment.item_is == Some(ItemIs::Reasoning);
        // A name alone announces a call, unless the item is known to be something else.
        let call = match segment.item_is {
            Some(is) => is == ItemIs::ToolCall,
            None => segment.announced,
        };
        let call_again = match segment.item_is_again {
            Some(is) => is == ItemIs::ToolCall,
            None => !segment.name_again.is_empty(),
        };
        if call {
            self.out.tags.insert(Tag::Tool);
            self.memory.announced(item);
        } else if call_again && !self.memory.was_announced(item) {
            self.out.tags.insert(Tag::Tool);
            self.memory.announced(item);
            let name = std::mem::take(&mut self.of.segment.name_again);
            self.out.tool_name.push_str(&name);
            self.of.segment.name_again = name;
        }
    }

    fn join_halves(&mut self, item: ItemKey) {
        let channel = item.index.or(item.id).unwrap_or(0);
        let texts = [&mut self.out.text, &mut self.out.reasoning, &mut self.out.tool];
        if self.of.marked || !self.memory.halves.is_empty() {
            for (kind, (text, from)) in (0..).zip(texts.into_iter().zip(self.of.segment.from)) {
                self.of.halves_alone += self.memory.halves.join((kind, channel), text, from);
            }
        }
        self.of.segment.from = [self.out.text.len(), self.out.reasoning.len(), self.out.tool.len()];
    }
}

impl Sink for Gather<'_> {
    fn value(&mut self, node: &Node, value: Scalar<'_>) {
        let Some(meaning) = node.meaning else { return };
        self.of.known |= !matches!(meaning, Meaning::Type | Meaning::FlatMessage | Meaning::FlatCode | Meaning::Error);
        match (value, meaning) {
            (Scalar::Str(text), _) => self.text(meaning, text),
            (Scalar::Number(value), _) => self.number(node, meaning, value),
            (Scalar::Bool(true), Meaning::PartThought) => self.of.part.kind = Some(Content::Reasoning),
            (Scalar::Bool(true), Meaning::Done) => self.of.done = true,
            (Scalar::Bool(true), Meaning::Error) => _ = self.of.error.get_or_insert_default(),
            (Scalar::Bool(_) | Scalar::Null, _) => {}
        }
    }

    fn open(&mut self, node: &Node) {
        self.of.known |= node.meaning.is_some_and(|meaning| !matches!(meaning, Meaning::Error));
        if let Some(Meaning::Part | Meaning::PartAgain) = node.meaning {
            self.of.part.clear();
        }
    }

    fn close(&mut self, node: &Node, empty: bool) {
        match node.meaning {
            Some(Meaning::Choice) => self.end_choice(),
            Some(Meaning::Part) => self.end_part(false),
            Some(Meaning::PartAgain) => self.end_part(true),
            Some(Meaning::Error) if !empty => _ = self.of.error.get_or_insert_default(),
            Some(Meaning::PartResult) => self.of.part.is_result |= !empty,
            Some(Meaning::Announces) if !empty => self.announce(""),
            _ => {}
        }
    }
}

/// An index as a key; what is no index is the first.
fn index(value: f64) -> u64 {
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "saturates, and any value will do")]
    {
        value as u64
    }
}

/// An id as a key (FNV-1a).
fn key_of(id: &str) -> u64 {
    id.bytes().fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
}
