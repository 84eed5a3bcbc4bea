//! Lines and headers from JSON. What a newer program may have added is skipped; what is there and
//! wrong is named.

use std::{collections::BTreeMap, sync::Arc};

use super::{
    encode::Is,
    error::FieldError,
    json::Json,
    object::{Object, needed},
    safe::{ErrorWord, OTHER, Summary, kept, safe_headers, safe_reported},
};
use crate::{
    dialect::{DialectId, EventName, Names, Reported, RequestFacts, StreamError},
    timeline::{
        CloseKind, CloseWord, ConnectStage, Finish, Milestone, NoteCode, Outcome, Phase, Tag, TagSet, TimeoutKind,
        Usage,
    },
    trace::{
        BodyKind, Content, ContentKind, Details, EventSeen, Flags, Header, HeadersSeen, Observation, SourceKind, What,
    },
};

type Result<T> = std::result::Result<T, FieldError>;

/// What a line says.
pub(super) enum Line {
    /// An observation and, with the last, its summary.
    Known(Observation, Summary),
    /// Something that a newer program writes.
    Unknown,
}

/// Reads the header. The version was looked at before.
pub(super) fn header(fields: Object<'_, '_>) -> Result<Header> {
    let content = needed(fields.word("content", ContentKind::from_word)?, "content", "as \"none\" or \"full\"")?;
    let mut request = match fields.object("request")? {
        Some(facts) => request(facts).map_err(|problem| problem.inside("request"))?,
        None => RequestFacts::default(),
    };
    if let Some(raw) = fields.object("raw")? {
        request.model = raw.text("model")?.map(str::to_owned).or(request.model);
    }
    let mut header = Header::new(SourceKind::Capture, request);
    // An id of another shape could be anything: it is replaced.
    if let Some(id) = fields.text("id")?.filter(|id| uuid::Uuid::try_parse(id).is_ok()) {
        id.clone_into(&mut header.id);
    }
    header.content = content;
    header.started_at = fields.time("started_at")?;
    header.expires_at = fields.time("expires_at")?;
    header.request_ids = fields.bool("request_ids")?.unwrap_or(false);
    Ok(header)
}

fn request(facts: Object<'_, '_>) -> Result<RequestFacts> {
    let text = |key| facts.text(key).map(|text| text.map(str::to_owned));
    Ok(RequestFacts {
        dialect: facts.word("dialect", DialectId::from_word)?,
        provider: text("provider")?,
        model: text("model")?,
        method: text("method")?,
        streaming: facts.bool("streaming")?,
        reasoning_effort: text("reasoning_effort")?,
        tools: facts.u32("tools")?,
        max_output_tokens: facts.u64("max_output_tokens")?,
        temperature: facts.f64("temperature")?,
        top_p: facts.f64("top_p")?,
        body_bytes: facts.u64("body_bytes")?,
        usage_requested: facts.bool("usage_requested")?,
    })
}

/// Reads lines; keeps what repeats from line to line once.
#[derive(Default)]
pub(super) struct Decoder {
    pub(super) names: Names,
    /// Whether the header says that request ids are in the file: else none is taken from it.
    pub(super) request_ids: bool,
}

impl Decoder {
    /// Reads one observation.
    pub(super) fn line(&mut self, fields: Object<'_, '_>) -> Result<Line> {
        let at = fields.micros("at")?;
        let is = needed(fields.text("is")?, "is", "as a word")?;
        let Some(is) = Is::from_word(is) else { return Ok(Line::Unknown) };
        let raw = fields.object("raw")?;
        let mut summary = Summary::default();
        let what = match is {
            Is::Received => What::Received,
            Is::UpstreamStarted => What::UpstreamStarted,
            Is::Phase => What::Phase {
                phase: word(fields, "phase", Phase::from_word)?,
                duration: needed(fields.micros("us")?, "us", "in microseconds")?,
            },
            Is::Headers => What::Headers(Arc::new(headers(fields, self.request_ids)?)),
            Is::Dialect => What::Dialect(word(fields, "dialect", DialectId::from_word)?),
            Is::Event => What::Event(self.event(fields, raw)?),
            Is::Heartbeat => What::Heartbeat { read: number(fields, "read")? },
            Is::Stray => What::Stray { read: number(fields, "read")?, error: error(fields, raw)?.map(Box::new) },
            Is::NotAStream => What::NotAStream {
                body: word(fields, "body", BodyKind::from_word)?,
                message: raw_text(raw, "message")?.map(Into::into),
            },
            Is::Reported => What::Reported(reported(fields)?),
            Is::Note => What::Note(word(fields, "note", NoteCode::from_word)?),
            Is::Closed => What::Closed {
                how: close(fields)?,
                reads: fields.u64("reads")?.map_or(Ok(0), |_| number(fields, "reads"))?,
                bytes: fields.u64("bytes")?.unwrap_or(0),
            },
            Is::Finished => {
                summary.outcome = fields.word("outcome", Outcome::from_word)?;
                summary.usage = usage(fields)?.unwrap_or_default();
                What::Finished
            }
            Is::Stated => What::Stated(word(fields, "milestone", Milestone::from_word)?),
            Is::StatedSpeed => {
                What::StatedSpeed(needed(fields.f64("visible_output_tps")?, "visible_output_tps", "as a number")?)
            }
            Is::StatedUsage => What::StatedUsage(Box::new(usage(fields)?.unwrap_or_default())),
            Is::StatedFinish => What::StatedFinish(word(fields, "finish", Finish::from_word)?),
            Is::StatedOutcome => What::StatedOutcome(word(fields, "outcome", Outcome::from_word)?),
        };
        Ok(Line::Known(Observation { at, what }, summary))
    }

    fn event(&mut self, fields: Object<'_, '_>, raw: Option<Object<'_, '_>>) -> Result<EventSeen> {
        let tag = word(fields, "tag", Tag::from_word)?;
        let chars = fields.u32("chars")?.unwrap_or(0);
        let flag = |key| fields.bool(key).map(Option::unwrap_or_default);
        Ok(EventSeen {
            read: number(fields, "read")?,
            name: self.name(fields, raw)?,
            tag,
            also: also(fields, tag)?,
            flags: Flags {
                empty: flag("empty")?,
                unterminated: flag("unterminated")?,
                blank: flag("blank")?,
                hidden_reasoning: flag("hidden_reasoning")?,
                end_marker: flag("end_marker")?,
            },
            bytes: needed(fields.u64("bytes")?, "bytes", "as a whole number")?,
            chars,
            text_bytes: fields.u32("text_bytes")?.unwrap_or(chars),
            reasoning_bytes: fields.u32("reasoning_bytes")?.unwrap_or(0),
            tool_bytes: fields.u32("tool_bytes")?.unwrap_or(0),
            details: details(fields, raw)?,
            content: content(raw)?,
        })
    }

    /// The name: in full as the stream said it, else as a safe capture has it.
    fn name(&mut self, fields: Object<'_, '_>, raw: Option<Object<'_, '_>>) -> Result<EventName> {
        let safe = fields.text("name")?.unwrap_or(OTHER);
        Ok(self.names.of(raw_text(raw, "name")?.unwrap_or(safe)))
    }
}

fn word<T>(fields: Object<'_, '_>, key: &str, from_word: fn(&str) -> Option<T>) -> Result<T> {
    needed(fields.word(key, from_word)?, key, "as one of the known words")
}

fn number(fields: Object<'_, '_>, key: &str) -> Result<u32> {
    needed(fields.u32(key)?, key, "as a whole number")
}

fn raw_text<'j>(raw: Option<Object<'j, '_>>, key: &str) -> Result<Option<&'j str>> {
    raw.map_or(Ok(None), |raw| raw.text(key).map_err(|problem| problem.inside("raw")))
}

fn headers(fields: Object<'_, '_>, request_ids: bool) -> Result<HeadersSeen> {
    let mut headers = BTreeMap::new();
    for (name, value) in fields.object("headers")?.map(Object::entries).unwrap_or_default() {
        let Json::Str(value) = value else {
            return Err(FieldError::new(format!("headers.{name}"), "as text", Some(value)));
        };
        // A file that another program wrote gets no further into memory than our own would.
        if let Some((name, value)) = kept(name, value, request_ids) {
            headers.insert(name.into(), value.into());
        }
    }
    let status = number(fields, "status")?;
    let seen = HeadersSeen {
        status: u16::try_from(status)
            .map_err(|_| FieldError::new("status", "as an HTTP status", fields.get("status")))?,
        http_version: fields.text("http")?.map(Into::into),
        content_type: fields.text("content_type")?.map(Into::into),
        headers,
        connection_reused: fields.bool("reused")?,
    };
    Ok(safe_headers(&seen))
}

fn also(fields: Object<'_, '_>, tag: Tag) -> Result<TagSet> {
    if fields.get("also").is_none() {
        return Ok([tag].into_iter().collect());
    }
    words(fields, "also", Tag::from_word).map(|tags| tags.into_iter().collect())
}

fn words<T>(fields: Object<'_, '_>, key: &str, from_word: fn(&str) -> Option<T>) -> Result<Vec<T>> {
    let item = |item: &Json<'_>| match item {
        Json::Str(text) => from_word(text),
        _ => None,
    };
    fields
        .array(key)?
        .iter()
        .map(|value| item(value).ok_or_else(|| FieldError::new(key, "as a list of known words", Some(value))))
        .collect()
}

fn details(fields: Object<'_, '_>, raw: Option<Object<'_, '_>>) -> Result<Option<Box<Details>>> {
    let mut all = Vec::new();
    for item in fields.array("reported")? {
        let one = Object::of(item).ok_or_else(|| FieldError::new("reported", "as a list of objects", Some(item)))?;
        all.push(reported(one).map_err(|problem| problem.inside("reported"))?);
    }
    let details = Details {
        usage: usage(fields)?,
        finish: fields.word("finish", Finish::from_word)?,
        open_choices: fields.u32("open_choices")?,
        error: error(fields, raw)?,
        reported: all,
        notes: words(fields, "notes", NoteCode::from_word)?,
        model: raw_text(raw, "model")?.or(fields.text("model")?).map(Into::into),
    };
    Ok((details != Details::default()).then(|| Box::new(details)))
}

fn error(fields: Object<'_, '_>, raw: Option<Object<'_, '_>>) -> Result<Option<StreamError>> {
    let Some(code) = fields.text("error")? else { return Ok(None) };
    let message = raw_text(raw, "message")?.unwrap_or_default().into();
    Ok(Some(StreamError { code: ErrorWord::of(code).word(), message }))
}

fn reported(fields: Object<'_, '_>) -> Result<Reported> {
    Ok(safe_reported(&Reported {
        name: needed(fields.text("name")?, "name", "as text")?.into(),
        duration: needed(fields.micros("us")?, "us", "in microseconds")?,
        source: needed(fields.text("source")?, "source", "as text")?.into(),
    }))
}

fn usage(fields: Object<'_, '_>) -> Result<Option<Usage>> {
    let read = |counts: Object<'_, '_>| {
        Ok(Usage {
            input_tokens: counts.u64("input_tokens")?,
            cached_input_tokens: counts.u64("cached_input_tokens")?,
            output_tokens: counts.u64("output_tokens")?,
            reasoning_tokens: counts.u64("reasoning_tokens")?,
            reasoning_in_output: counts.bool("reasoning_in_output")?,
        })
    };
    fields
        .object("usage")?
        .map(|counts| read(counts).map_err(|problem: FieldError| problem.inside("usage")))
        .transpose()
}

fn close(fields: Object<'_, '_>) -> Result<CloseKind> {
    Ok(match word(fields, "how", CloseWord::from_word)? {
        CloseWord::Eof => CloseKind::Eof,
        CloseWord::Broken => CloseKind::Broken,
        CloseWord::Cancelled => CloseKind::Cancelled,
        CloseWord::ConnectFailed => CloseKind::ConnectFailed(word(fields, "stage", ConnectStage::from_word)?),
        CloseWord::Timeout => CloseKind::Timeout(word(fields, "timeout", TimeoutKind::from_word)?),
    })
}

fn content(raw: Option<Object<'_, '_>>) -> Result<Option<Box<Content>>> {
    let Some(data) = raw_text(raw, "data")? else { return Ok(None) };
    Ok(Some(Box::new(Content {
        event: raw_text(raw, "event")?.unwrap_or_default().into(),
        data: data.into(),
        shown: raw_text(raw, "shown")?.unwrap_or_default().into(),
    })))
}
