//! The JSON Schema of a capture's lines, made from the types and held against `docs/capture.schema.json`.
//!
//! After a change of the format, `UPDATE_SCHEMA=1 cargo test --lib capture::schema` writes the file anew.

use std::collections::BTreeSet;

use serde_json::{Map, Value, json};

use super::{
    encode::{self, Is, VERSION},
    json::Json,
    safe::{
        SafeHeader, SafeLine, Summary, header_names,
        words::{HTTP_VERSIONS, MEDIA_TYPES, METHODS, OTHER},
    },
};
use crate::{
    dialect::{DialectId, EFFORTS, EventName, Reported, RequestFacts, StreamError},
    timeline::{
        CloseKind, CloseWord, ConnectStage, Finish, Micros, Milestone, NoteCode, Outcome, Phase, Tag, TimeoutKind,
        Usage,
    },
    trace::{
        BodyKind, Content, ContentKind, Details, EventSeen, Flags, Header, HeadersSeen, Observation, SourceKind, What,
    },
};

const FILE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/docs/capture.schema.json");

fn object(required: &[&str], properties: &Value) -> Value {
    json!({"type": "object", "properties": properties, "required": required})
}

fn words<T: Copy>(all: &[T], word: fn(T) -> &'static str) -> Value {
    json!({"enum": all.iter().map(|one| word(*one)).collect::<Vec<_>>()})
}

fn or_other(all: &[&str]) -> Value {
    let mut all = all.to_vec();
    all.push(OTHER);
    json!({"enum": all})
}

fn count() -> Value {
    json!({"type": "integer", "minimum": 0})
}

fn micros(what: &str) -> Value {
    json!({"type": "integer", "minimum": 0, "description": format!("{what}, in microseconds")})
}

fn usage() -> Value {
    let counts = ["input_tokens", "cached_input_tokens", "output_tokens", "reasoning_tokens"];
    let mut properties: Map<String, Value> = counts.iter().map(|name| ((*name).to_owned(), count())).collect();
    properties.insert("reasoning_in_output".to_owned(), json!({"type": "boolean"}));
    object(&[], &Value::Object(properties))
}

fn reported() -> Map<String, Value> {
    let name = json!({"type": "string", "pattern": "^[A-Za-z][A-Za-z0-9._-]{0,31}$"});
    let source = json!({"type": "string", "pattern": "^[A-Za-z][A-Za-z0-9._-]{0,63}$"});
    [("name", name), ("us", micros("how long")), ("source", source)]
        .map(|(key, value)| (key.to_owned(), value))
        .into_iter()
        .collect()
}

fn model() -> Value {
    json!({
        "type": "string", "description": "the id of a public model; a fine-tune is cut to its base: ft:gpt-4o:…",
        "anyOf": [{"not": {"pattern": "^ft:"}}, {"pattern": "^ft:[^:]+:…$"}],
    })
}

fn error() -> Value {
    json!({"type": "string", "description": "an error code that the dialect tables know, else \"other\""})
}

fn raw(keys: &[&str]) -> Value {
    let properties: Map<String, Value> =
        keys.iter().map(|key| ((*key).to_owned(), json!({"type": "string"}))).collect();
    let mut raw = object(&[], &Value::Object(properties));
    raw["description"] = json!("content: only in a full capture");
    raw
}

fn header() -> Value {
    let time = json!({"type": "string", "format": "date-time"});
    let fact = json!({"type": "boolean"});
    let number = json!({"type": "number"});
    let request = object(
        &[],
        &json!({
            "dialect": words(DialectId::ALL, DialectId::word),
            "provider": {"type": "string", "description": "a known public provider, else \"other\""},
            "model": model(),
            "method": {"enum": METHODS},
            "streaming": fact, "reasoning_effort": or_other(EFFORTS), "tools": count(),
            "max_output_tokens": count(), "temperature": number, "top_p": number,
            "body_bytes": count(), "usage_requested": fact,
        }),
    );
    object(
        &["streamfall", "content"],
        &json!({
            "streamfall": {"const": VERSION},
            "content": words(ContentKind::ALL, ContentKind::word),
            "id": {"type": "string", "format": "uuid"},
            "started_at": time, "expires_at": time, "request_ids": {"const": true},
            "request": request, "raw": raw(&["model"]),
        }),
    )
}

fn event() -> Value {
    let tag = words(Tag::ALL, Tag::word);
    let yes = json!({"const": true});
    object(
        &["read", "name", "tag", "bytes"],
        &json!({
            "read": count(), "name": {"type": "string", "description": "an event name that the dialect tables know, else \"other\""}, "tag": tag,
            "also": {"type": "array", "items": tag, "description": "everything it carries; the tag alone when absent"},
            "bytes": count(), "chars": count(),
            "text_bytes": {"type": "integer", "minimum": 0, "description": "as chars when absent"},
            "reasoning_bytes": count(), "tool_bytes": count(),
            "empty": yes, "unterminated": yes, "blank": yes, "hidden_reasoning": yes, "end_marker": yes,
            "usage": usage(), "finish": words(Finish::ALL, Finish::word),
            "open_choices": {"type": "integer", "minimum": 0, "description": "of several choices, how many came and have not finished; where one begins or finishes"},
            "error": error(),
            "reported": {"type": "array", "items": object(&["name", "us", "source"], &Value::Object(reported()))},
            "notes": {"type": "array", "items": words(NoteCode::ALL, NoteCode::word)},
            "model": model(), "raw": raw(&["name", "model", "message", "event", "data", "shown"]),
        }),
    )
}

fn headers() -> Value {
    let kept: Map<String, Value> = header_names().map(|name| (name.to_owned(), json!({"type": "string"}))).collect();
    object(
        &["status"],
        &json!({
            "status": count(), "http": {"enum": HTTP_VERSIONS}, "content_type": or_other(MEDIA_TYPES),
            "headers": object(&[], &Value::Object(kept)), "reused": {"type": "boolean"},
        }),
    )
}

/// The fields of one kind of line beside `at` and `is`.
fn line(is: Is) -> Value {
    match is {
        Is::Received | Is::UpstreamStarted => object(&[], &json!({})),
        Is::Phase => {
            object(&["phase", "us"], &json!({"phase": words(Phase::ALL, Phase::word), "us": micros("how long")}))
        }
        Is::Headers => headers(),
        Is::Dialect => object(&["dialect"], &json!({"dialect": words(DialectId::ALL, DialectId::word)})),
        Is::Event => event(),
        Is::Heartbeat => object(&["read"], &json!({"read": count()})),
        Is::Stray => object(&["read"], &json!({"read": count(), "error": error(), "raw": raw(&["message"])})),
        Is::NotAStream => {
            object(&["body"], &json!({"body": words(BodyKind::ALL, BodyKind::word), "raw": raw(&["message"])}))
        }
        Is::Reported => object(&["name", "us", "source"], &Value::Object(reported())),
        Is::Note => object(&["note"], &json!({"note": words(NoteCode::ALL, NoteCode::word)})),
        Is::Closed => object(
            &["how"],
            &json!({
                "how": words(CloseWord::ALL, CloseWord::word), "stage": words(ConnectStage::ALL, ConnectStage::word),
                "timeout": words(TimeoutKind::ALL, TimeoutKind::word), "reads": count(), "bytes": count(),
            }),
        ),
        Is::Finished => object(&[], &json!({"outcome": words(Outcome::ALL, Outcome::word), "usage": usage()})),
        Is::Stated => object(&["milestone"], &json!({"milestone": words(Milestone::ALL, Milestone::word)})),
        Is::StatedSpeed => object(&["visible_output_tps"], &json!({"visible_output_tps": {"type": "number"}})),
        Is::StatedUsage => object(&["usage"], &json!({"usage": usage()})),
        Is::StatedFinish => object(&["finish"], &json!({"finish": words(Finish::ALL, Finish::word)})),
        Is::StatedOutcome => object(&["outcome"], &json!({"outcome": words(Outcome::ALL, Outcome::word)})),
    }
}

fn schema() -> Value {
    let mut definitions = Map::new();
    definitions.insert("header".to_owned(), header());
    for is in Is::ALL {
        let mut line = line(*is);
        let mut properties = Map::new();
        properties.insert("at".to_owned(), micros("when, from t0; absent when the source gives no time"));
        properties.insert("is".to_owned(), json!({"const": is.word()}));
        properties.extend(line["properties"].as_object().cloned().unwrap_or_default());
        line["properties"] = Value::Object(properties);
        if let Some(required) = line["required"].as_array_mut() {
            required.insert(0, json!("is"));
        }
        definitions.insert(is.word().to_owned(), line);
    }
    let refs: Vec<Value> = definitions.keys().map(|name| json!({"$ref": format!("#/$defs/{name}")})).collect();
    json!({
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "One line of a streamfall capture",
        "description": "A capture is JSON Lines: the header, then one observation a line. A safe capture (content \"none\") has no other fields than these and no raw; a reader skips fields and kinds of lines that it does not know.",
        "oneOf": refs,
        "$defs": definitions,
    })
}

#[test]
fn the_schema_in_the_docs_is_that_of_the_types() {
    let made = format!("{:#}\n", schema());
    if std::env::var_os("UPDATE_SCHEMA").is_some() {
        std::fs::write(FILE, &made).expect("written");
    }
    let documented = std::fs::read_to_string(FILE).expect("docs/capture.schema.json");
    assert!(documented == made, "docs/capture.schema.json is not that of the types: UPDATE_SCHEMA=1 writes it anew");
}

/// One observation of every kind, with everything in it.
fn one_of_each() -> Vec<What> {
    let usage = Usage {
        input_tokens: Some(1),
        cached_input_tokens: Some(2),
        output_tokens: Some(3),
        reasoning_tokens: Some(4),
        reasoning_in_output: Some(true),
    };
    let reported = Reported { name: "queue".into(), duration: Micros(1), source: "x_groq.usage".into() };
    let error = StreamError { code: OTHER, message: "m".into() };
    let details = Details {
        usage: Some(usage),
        finish: Some(Finish::Stop),
        open_choices: Some(1),
        error: Some(error.clone()),
        reported: vec![reported.clone()],
        notes: vec![NoteCode::Compressed],
        model: Some("gpt-5.1".into()),
    };
    let flags = Flags { empty: true, unterminated: true, blank: true, hidden_reasoning: true, end_marker: true };
    let headers = HeadersSeen {
        status: 200,
        http_version: Some("2".into()),
        content_type: Some("text/event-stream".into()),
        headers: [("server".into(), "nginx".into())].into(),
        connection_reused: Some(true),
    };
    let event = EventSeen {
        read: 1,
        name: EventName::of("x"),
        tag: Tag::Text,
        also: [Tag::Text, Tag::Usage].into_iter().collect(),
        flags,
        bytes: 1,
        chars: 1,
        text_bytes: 2,
        reasoning_bytes: 1,
        tool_bytes: 1,
        details: Some(Box::new(details)),
        content: Some(Box::new(Content { event: "e".into(), data: "d".into(), shown: "s".into() })),
    };
    vec![
        What::Received,
        What::UpstreamStarted,
        What::Phase { phase: Phase::Dns, duration: Micros(1) },
        What::Headers(std::sync::Arc::new(headers)),
        What::Dialect(DialectId::Generic),
        What::Event(event),
        What::Heartbeat { read: 1 },
        What::Stray { read: 1, error: Some(Box::new(error)) },
        What::NotAStream { body: BodyKind::Html, message: Some("m".into()) },
        What::Reported(reported),
        What::Note(NoteCode::Compressed),
        What::Closed { how: CloseKind::Timeout(TimeoutKind::Idle), reads: 1, bytes: 1 },
        What::Finished,
        What::Stated(Milestone::T3),
        What::StatedSpeed(1.0),
        What::StatedUsage(Box::new(usage)),
        What::StatedFinish(Finish::Stop),
        What::StatedOutcome(Outcome::Completed),
    ]
}

/// The paths of all fields of a value, `usage.output_tokens`, absent ones too; list items as their list.
fn paths(json: &Json<'_>, path: &str, found: &mut BTreeSet<String>) {
    match json {
        Json::Object(entries) => {
            for (key, value) in entries {
                let inner = if path.is_empty() { key.to_string() } else { format!("{path}.{key}") };
                found.insert(inner.clone());
                // What headers may be called is a list of its own.
                if key != "headers" {
                    paths(value, &inner, found);
                }
            }
        }
        Json::Array(items) => items.iter().for_each(|item| paths(item, path, found)),
        _ => {}
    }
}

/// The same of a schema.
fn schema_paths(schema: &Value, path: &str, found: &mut BTreeSet<String>) {
    if let Some(properties) = schema.get("properties").and_then(Value::as_object) {
        for (key, value) in properties {
            let inner = if path.is_empty() { key.clone() } else { format!("{path}.{key}") };
            found.insert(inner.clone());
            if key != "headers" {
                schema_paths(value, &inner, found);
            }
        }
    }
    if let Some(items) = schema.get("items") {
        schema_paths(items, path, found);
    }
}

#[test]
fn every_field_that_can_be_written_is_in_the_schema_and_the_other_way_round() {
    let schema = schema();
    let mut kinds = BTreeSet::new();
    for what in one_of_each() {
        let observation = Observation { at: Some(Micros(1)), what };
        let safe = SafeLine::of(&observation, Summary { outcome: None, usage: full_usage(&observation) }, false);
        let json = encode::line(&safe, encode::raw_of(&observation));
        let Json::Object(entries) = &json else { panic!("an object") };
        let Some((_, Json::Str(is))) = entries.iter().find(|(key, _)| key == "is") else { panic!("an is") };
        let (mut written, mut documented) = (BTreeSet::new(), BTreeSet::new());
        paths(&json, "", &mut written);
        if encode::raw_of(&observation) == Json::Null {
            written.remove("raw");
        }
        schema_paths(&schema["$defs"][is.as_ref()], "", &mut documented);
        assert_eq!(written, documented, "{is}");
        kinds.insert(is.to_string());
    }
    let header = Header::new(SourceKind::Live, RequestFacts { model: Some("m".into()), ..RequestFacts::default() });
    let safe = SafeHeader::of(&header);
    let (mut written, mut documented) = (BTreeSet::new(), BTreeSet::new());
    paths(&encode::header(&safe, ContentKind::Full, encode::raw_of_header(&header)), "", &mut written);
    schema_paths(&schema["$defs"]["header"], "", &mut documented);
    assert_eq!(written, documented);
    kinds.insert("header".to_owned());
    let defined: BTreeSet<String> = schema["$defs"].as_object().expect("kinds").keys().cloned().collect();
    assert_eq!(kinds, defined);
}

/// Counts for the summary of the last line, so that all its fields are there.
fn full_usage(observation: &Observation) -> Usage {
    let counts = Usage { output_tokens: Some(1), ..Usage::default() };
    if matches!(observation.what, What::Finished) { counts } else { Usage::default() }
}
