//! Sees each frame once and says what it was: the one place where a frame becomes an observation.

use super::{Content, Details, EventSeen, Flags, Observation, What, intake::Moment};
use crate::{
    dialect::{Classifier, DialectId, EventName, Hints, Reading, error_in_json},
    timeline::{NoteCode, Tag, TagSet},
    wire::{Event, Frame},
};

pub(super) struct Witness {
    classifier: Classifier,
    dialect: Option<DialectId>,
    reading: Reading,
    model_given: bool,
    keep_content: bool,
    events: u64,
    comments: u64,
}

impl Witness {
    pub(super) fn new(hints: Hints, keep_content: bool) -> Self {
        Self {
            classifier: Classifier::new(hints),
            dialect: None,
            reading: Reading::default(),
            model_given: false,
            keep_content,
            events: 0,
            comments: 0,
        }
    }

    pub(super) const fn events(&self) -> u64 {
        self.events
    }

    pub(super) const fn comments(&self) -> u64 {
        self.comments
    }

    pub(super) const fn dialect(&self) -> Option<DialectId> {
        self.dialect
    }

    pub(super) fn frame(&mut self, moment: Moment, frame: Frame<'_>, sink: &mut dyn FnMut(Observation)) {
        let what = match frame {
            Frame::Comment => {
                self.comments += 1;
                What::Heartbeat { read: moment.read }
            }
            Frame::Note(code) => What::Note(code),
            Frame::Stray(text) => What::Stray { read: moment.read, error: error_in_json(text).map(Box::new) },
            Frame::Oversized { bytes } => self.oversized(moment, bytes),
            Frame::Event(event) => self.event(moment, &event, sink),
        };
        sink(Observation { at: moment.at, what });
    }

    fn event(&mut self, moment: Moment, event: &Event<'_>, sink: &mut dyn FnMut(Observation)) -> What {
        self.events += 1;
        self.classifier.read(event, &mut self.reading);
        let dialect = self.classifier.dialect();
        if let Some(found) = dialect.filter(|_| dialect != self.dialect) {
            self.dialect = dialect;
            sink(Observation { at: moment.at, what: What::Dialect(found) });
        }
        let reading = &mut self.reading;
        let name = reading.name.take().unwrap_or(EventName::MESSAGE);
        // Most dialects name the model in every event: the first says it all.
        let model = reading.model.take().filter(|_| !self.model_given);
        self.model_given |= model.is_some();
        let flags = Flags {
            empty: event.data.is_empty(),
            unterminated: event.unterminated,
            blank: !reading.text.is_empty() && reading.text.trim().is_empty(),
            hidden_reasoning: reading.hidden_reasoning,
            end_marker: reading.end_marker,
        };
        What::Event(EventSeen {
            read: moment.read,
            name,
            tag: reading.tags.primary(),
            also: reading.tags,
            flags,
            bytes: event.bytes,
            chars: reading.chars,
            text_bytes: length(&reading.text),
            reasoning_bytes: length(&reading.reasoning),
            tool_bytes: length(&reading.tool).saturating_add(names_length(&reading.tool_name)),
            details: details(reading, model),
            content: self.keep_content.then(|| Box::new(content(event, &self.reading))),
        })
    }

    fn oversized(&mut self, moment: Moment, bytes: u64) -> What {
        self.events += 1;
        What::Event(EventSeen {
            read: moment.read,
            name: EventName::MESSAGE,
            tag: Tag::Unknown,
            also: TagSet::default(),
            flags: Flags::default(),
            bytes,
            chars: 0,
            text_bytes: 0,
            reasoning_bytes: 0,
            tool_bytes: 0,
            details: Some(Box::new(Details { notes: vec![NoteCode::OversizedEvent], ..Details::default() })),
            content: None,
        })
    }
}

fn length(text: &str) -> u32 {
    u32::try_from(text.len()).unwrap_or(u32::MAX)
}

/// The bytes of the names that stand joined in a reading.
fn names_length(joined: &str) -> u32 {
    joined.split(", ").map(length).sum()
}

fn details(reading: &mut Reading, model: Option<String>) -> Option<Box<Details>> {
    let Reading { usage, finish, open_choices, error, reported, notes, .. } = &*reading;
    let is_plain = usage.is_none() && finish.is_none() && error.is_none() && reported.is_empty() && notes.is_empty();
    if is_plain && open_choices.is_none() && model.is_none() {
        return None;
    }
    Some(Box::new(Details {
        usage: reading.usage.take(),
        finish: reading.finish.take(),
        open_choices: reading.open_choices.take(),
        error: reading.error.take(),
        reported: reading.reported.drain(..).collect(),
        notes: reading.notes.drain(..).collect(),
        model: model.map(String::into_boxed_str),
    }))
}

fn content(event: &Event<'_>, reading: &Reading) -> Content {
    let shown = [&reading.text, &reading.tool, &reading.tool_name, &reading.reasoning]
        .into_iter()
        .find(|text| !text.is_empty());
    Content {
        event: event.name.into(),
        data: event.data.into(),
        shown: shown.map(String::as_str).unwrap_or_default().into(),
    }
}
