//! What one event holds, gathered while its data is walked, and settled into a [`Reading`].

use super::{
    Reading, Reported, StreamError,
    json::{Scalar, Sink},
    meaning::{Content, Meaning, Unit},
    memory::{ItemKey, Memory},
    table::Node,
    tokens::Tokens,
    words::{self, ItemIs},
};
use crate::timeline::{Finish, Micros, Tag};

/// The worst rank an error code can have.
const NO_CODE: u8 = u8::MAX;

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
    /// The payload's `object`.
    pub(super) object: String,
    /// Whether marks stand for halves of surrogate pairs.
    pub(super) marked: bool,
    pub(super) halves_alone: u32,
    segment: Segment,
    part: Part,
    choices: u64,
}

/// What a payload can call itself, in any dialect.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Says {
    Error,
    Ping,
}

impl Says {
    fn of(kind: &str) -> Option<Self> {
        match kind {
            "error" => Some(Self::Error),
            "ping" | "keepalive" | "heartbeat" => Some(Self::Ping),
            _ => None,
        }
    }
}

/// An error in the making.
#[derive(Debug, Default)]
pub(super) struct Problem {
    pub(super) message: String,
    code: Option<(u8, &'static str)>,
}

impl Problem {
    fn code(&mut self, rank: u8, word: &str) {
        let rank = if word.starts_with(|c: char| c.is_ascii_digit()) { NO_CODE } else { rank };
        if let Some(code) = words::known_error_code(word)
            && self.code.is_none_or(|(best, _)| rank < best)
        {
            self.code = Some((rank, code));
        }
    }

    fn message(&mut self, text: &str) {
        if self.message.is_empty() {
            self.message.push_str(text);
        }
    }

    /// With what another says where this one is silent.
    pub(super) fn or(self, other: Self) -> Self {
        let message = if self.message.is_empty() { other.message } else { self.message };
        Self { message, code: self.code.or(other.code) }
    }

    /// As an error, with this code where none is known.
    pub(super) fn into_error(self, code: &'static str) -> StreamError {
        StreamError { code: self.code.map_or(code, |(_, code)| code), message: self.message.into() }
    }
}

/// What belongs to one choice, or to the item that the event is about.
#[derive(Debug, Default)]
struct Segment {
    item: ItemKey,
    finish: Option<Finish>,
    added: u8,
    whole: [String; Content::ALL.len()],
    reasoning: String,
    reasoning_rank: u8,
    item_is: Option<ItemIs>,
    announced: bool,
    item_is_again: Option<ItemIs>,
    name_again: String,
    /// Where the content of this segment starts in the reading.
    from: [usize; 3],
    touched: bool,
}

/// An object whose content depends on its own type.
#[derive(Debug, Default)]
struct Part {
    kind: Option<Content>,
    /// Whether it states a type, known or not; one without is text.
    has_type: bool,
    is_result: bool,
    text: String,
}

impl Gathered {
    /// Empties it and keeps its memory.
    pub(super) fn clear(&mut self) {
        let Self { mut finishes, mut object, mut segment, mut part, .. } = std::mem::take(self);
        finishes.clear();
        object.clear();
        segment.clear();
        segment.from = [0; 3];
        part.clear();
        *self = Self { finishes, object, segment, part, ..Self::default() };
    }
}

impl Segment {
    fn clear(&mut self) {
        if self.touched {
            self.whole.iter_mut().for_each(String::clear);
            self.reasoning.clear();
            self.name_again.clear();
            self.touched = false;
        }
        self.item = None;
        self.finish = None;
        self.added = 0;
        self.reasoning_rank = 0;
        self.item_is = None;
        self.announced = false;
        self.item_is_again = None;
    }
}

impl Part {
    fn clear(&mut self) {
        self.kind = None;
        self.has_type = false;
        self.is_result = false;
        self.text.clear();
    }

    /// The content that a part of a type holds; a type that is not listed holds none.
    fn of_type(kind: &str) -> Option<Content> {
        match kind {
            "text" | "output_text" | "answer" | "transcript" | "output_audio" => Some(Content::Text),
            "reasoning_text" | "summary_text" | "reasoning" | "thinking" | "thought" => Some(Content::Reasoning),
            "refusal" => Some(Content::Refusal),
            "function_call" => Some(Content::Tool),
            _ => None,
        }
    }
}

/// Gathers one event.
pub(super) struct Gather<'a> {
    pub(super) of: &'a mut Gathered,
    pub(super) memory: &'a mut Memory,
    pub(super) out: &'a mut Reading,
}

impl Gather<'_> {
    fn add(&mut self, content: Content, text: &str) {
        if text.is_empty() {
            return;
        }
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
            Meaning::ToolNameAgain => {
                of.segment.touched = true;
                of.segment.name_again.push_str(text);
            }
            Meaning::ItemType => of.segment.item_is = Some(words::item(text)),
            Meaning::ItemTypeAgain if of.segment.item_is_again != Some(ItemIs::ToolCall) => {
                of.segment.item_is_again = Some(words::item(text));
            }
            Meaning::Item => of.segment.item = of.segment.item.or(Some(key_of(text))),
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
            Meaning::Blocked if words::finish(text).is_some() => of.segment.finish = Some(Finish::ContentFilter),
            Meaning::Model if !text.is_empty() && !self.memory.model_given && self.out.model.is_none() => {
                self.out.model = Some(text.to_owned());
            }
            Meaning::Object => {
                of.says = of.says.or(Says::of(text));
                of.object.replace_range(.., text);
            }
            Meaning::Type => of.says = of.says.or(Says::of(text)),
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
            Meaning::Item | Meaning::Index => of.segment.item = Some(index(value)),
            Meaning::ErrorCode(rank) if value != 0.0 => of.error.get_or_insert_default().code(rank, &value.to_string()),
            Meaning::FlatCode => of.flat.code(0, &value.to_string()),
            _ => {}
        }
    }

    fn took(&mut self, node: &Node, unit: Unit, value: f64) {
        let ms = match unit {
            Unit::Seconds => value * 1_000.0,
            Unit::Millis => value,
            Unit::Nanos => value / 1_000_000.0,
        };
        if let (Some(duration), Some((name, source))) = (Micros::from_ms(ms), &node.report) {
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
        let choice = self.of.segment.item.unwrap_or(self.of.choices);
        self.of.choices += 1;
        self.of.segment.item = Some(choice);
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
            self.of.finishes.push((item.unwrap_or(0), finish));
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
        let texts = [&mut self.out.text, &mut self.out.reasoning, &mut self.out.tool];
        if self.of.marked || !self.memory.halves.is_empty() {
            for (kind, (text, from)) in (0..).zip(texts.into_iter().zip(self.of.segment.from)) {
                self.of.halves_alone += self.memory.halves.join((kind, item.unwrap_or(0)), text, from);
            }
        }
        self.of.segment.from = [self.out.text.len(), self.out.reasoning.len(), self.out.tool.len()];
    }
}

impl Segment {
    fn whole(&mut self, content: Content, text: &str) {
        self.touched = true;
        // Of media only that it came is of interest, and it can be large.
        let text = if content == Content::Media && !text.is_empty() { "." } else { text };
        self.whole[content as usize].push_str(text);
    }

    /// Of several fields with the same reasoning, the lowest rank that is not empty counts.
    fn reasoning(&mut self, rank: u8, text: &str) {
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
