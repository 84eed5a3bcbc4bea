use std::borrow::Cow;

use super::{
    EventName, Names, Reading, StreamError,
    gather::{Gather, Gathered},
    halves, json,
    memory::Memory,
    mould::Mould,
    problem::Says,
    table::{Compiled, Is, Kind, Node},
};
use crate::{
    timeline::{Finish, FinishKind, NoteCode, Tag},
    wire::Event,
};

/// Reads the events of one stream by one dialect's table.
pub(super) struct Reader {
    table: &'static Compiled,
    memory: Memory,
    names: Names,
    gathered: Gathered,
    mould: Mould,
}

impl Reader {
    /// For a new stream.
    pub(super) fn new(table: &'static Compiled) -> Self {
        Self {
            table,
            memory: Memory::default(),
            names: Names::default(),
            gathered: Gathered::default(),
            mould: Mould::default(),
        }
    }

    /// Reads one event into `out`, which is empty. Never fails: what is not understood is
    /// [`Tag::Unknown`], what is odd is a note.
    pub(super) fn read(&mut self, event: &Event<'_>, out: &mut Reading) {
        // A half that waits may meet its second in any text.
        if self.memory.halves.is_empty()
            && let Some((content, piece, name)) = self.mould.fit(event)
        {
            Gather { of: &mut self.gathered, memory: &mut self.memory, out }.add(content, piece);
            out.name = name;
            self.visible(out);
        } else {
            self.parse(event, out);
            if !self.gathered.marked && self.memory.halves.is_empty() {
                self.mould.cast(event, &self.gathered.pieces, out);
            }
        }
    }

    fn parse(&mut self, event: &Event<'_>, out: &mut Reading) {
        self.gathered.clear();
        if is_end_mark(event.data) {
            out.name = self.name(event.name).or(Some(EventName::DONE));
            self.settle(Some(Is::End(None)), out);
            return;
        }
        let (kind, said) = self.kind(event);
        let is = kind.map(|kind| kind.is);
        if event.data.is_empty() {
            self.gathered.known = !self.table.is_generic;
        } else if !self.walk(event.data, kind.map_or(&self.table.any, |kind| &kind.node), out) {
            out.clear();
            self.gathered.clear();
            if is == Some(Is::Error) {
                self.gathered.flat.message.push_str(event.data);
            } else if !self.table.is_generic && is != Some(Is::Heartbeat) {
                out.notes.push(NoteCode::UnparsedData);
                out.tags.insert(Tag::Unknown);
                out.name = self.name(event.name);
                return;
            }
        }
        self.settle(is, out);
        let mut own = [event.name, said.as_deref().unwrap_or_default(), &self.gathered.object].into_iter();
        out.name = own.find(|name| !name.is_empty()).map(|name| self.names.of(name));
    }

    /// A name, if it is one.
    fn name(&mut self, name: &str) -> Option<EventName> {
        (!name.is_empty()).then(|| self.names.of(name))
    }

    /// The kind of an event, by its name or else by what its payload says it is.
    fn kind<'a>(&self, event: &Event<'a>) -> (Option<&'static Kind>, Option<Cow<'a, str>>) {
        let by_name = if event.name.is_empty() { None } else { self.table.kind(event.name) };
        if by_name.is_some() {
            return (by_name, None);
        }
        let said = self.table.type_key.and_then(|key| json::string_at(event.data, key));
        (said.as_deref().and_then(|said| self.table.kind(said)), said)
    }

    /// Gathers what the data holds; `false` when it is not JSON.
    fn walk(&mut self, data: &str, node: &Node, out: &mut Reading) -> bool {
        if json::walk(data, node, &mut Gather { of: &mut self.gathered, memory: &mut self.memory, out }) {
            return true;
        }
        let Some(marked) = halves::mark(data) else { return false };
        out.clear();
        self.gathered.clear();
        self.gathered.marked = true;
        json::walk(&marked, node, &mut Gather { of: &mut self.gathered, memory: &mut self.memory, out })
    }

    /// Draws together what was gathered.
    fn settle(&mut self, is: Option<Is>, out: &mut Reading) {
        Gather { of: &mut self.gathered, memory: &mut self.memory, out }.end_segment();
        self.settle_end(is, out);
        self.settle_usage(out);
        self.settle_error(is, out);
        self.settle_text(out);
        if self.gathered.says == Some(Says::Ping) || is == Some(Is::Heartbeat) {
            out.tags.insert(Tag::Heartbeat);
        }
        self.memory.model_given |= out.model.is_some();
        if out.tags.iter().next().is_none() {
            out.tags.insert(if is.is_some() || self.gathered.known { Tag::Envelope } else { Tag::Unknown });
        }
    }

    fn settle_end(&mut self, is: Option<Is>, out: &mut Reading) {
        let finishes = &mut self.gathered.finishes;
        if let Some(Is::Finish(finish) | Is::End(Some(finish))) = is
            && finishes.is_empty()
        {
            finishes.push((0, finish));
        }
        if let (Some(Is::End(_)), Some(status)) = (is, self.gathered.status) {
            finishes.iter_mut().for_each(|(_, finish)| *finish = finish.worse(status));
        }
        for (choice, finish) in finishes.drain(..) {
            self.memory.finished(choice, &mut out.notes);
            out.finish = Some(out.finish.map_or(finish, |other| other.worse(finish)));
        }
        out.open_choices = self.memory.choices.news();
        out.end_marker = self.gathered.done || matches!(is, Some(Is::End(_) | Is::Failure));
        if out.finish.is_some() || out.end_marker {
            out.tags.insert(Tag::End);
            let alone = self.memory.halves.end();
            out.notes.extend((0..alone).map(|_| NoteCode::LoneSurrogate));
        }
    }

    fn settle_usage(&mut self, out: &mut Reading) {
        let tokens = self.gathered.tokens;
        let Some(usage) = tokens.usage(self.table.reasoning_tokens) else { return };
        if tokens.conflict(usage, self.memory.output_tokens) {
            out.notes.push(NoteCode::UsageConflict);
        }
        self.memory.output_tokens = tokens.firm_output().or(self.memory.output_tokens);
        out.usage = Some(usage);
        out.tags.insert(Tag::Usage);
    }

    fn settle_error(&mut self, is: Option<Is>, out: &mut Reading) {
        let of = &mut self.gathered;
        let by_finish = out.finish.filter(|finish| finish.kind() == FinishKind::Error);
        if of.error.is_none()
            && of.says != Some(Says::Error)
            && by_finish.is_none()
            && !matches!(is, Some(Is::Error | Is::Failure))
        {
            return;
        }
        let stated = of.error.take().unwrap_or_default().or(std::mem::take(&mut of.flat));
        let mut error: StreamError = stated.into_error(by_finish.map_or("other", Finish::word));
        if of.marked {
            error.message = halves::unmark(&error.message).into();
        }
        out.error = Some(error);
        out.tags.insert(Tag::Error);
    }

    fn settle_text(&mut self, out: &mut Reading) {
        out.notes.extend((0..self.gathered.halves_alone).map(|_| NoteCode::LoneSurrogate));
        if self.gathered.marked {
            out.tool_name = halves::unmark(&out.tool_name);
            out.model = out.model.as_deref().map(halves::unmark);
        }
        self.visible(out);
    }

    /// Looks at the visible text.
    fn visible(&mut self, out: &mut Reading) {
        if !out.text.is_empty() {
            out.chars = u32::try_from(out.text.chars().count()).unwrap_or(u32::MAX);
            self.memory.text(&out.text, &mut out.notes);
        }
    }
}

/// The end mark of OpenAI and all who took it over, bare or as a JSON string.
fn is_end_mark(data: &str) -> bool {
    data.len() < 32 && matches!(data.trim_ascii(), "[DONE]" | "\"[DONE]\"")
}
