//! No JSON, whatever its types, stops a stream: every value of every fixture's events is replaced
//! by values of other types, one at a time, and the event is still read as one event. And what an
//! event says depends neither on the order of its members nor on the shape of those before it.

use std::path::Path;

use serde_json::{Value, json};
use streamfall::{
    dialect::{Classifier, DialectId, Hints, Reading},
    wire::{Event, Frame, NdjsonFramer, SseFramer},
};

/// Name and data of every event of every fixture, with the dialect of its folder.
fn events() -> Vec<(DialectId, String, String)> {
    let mut events = Vec::new();
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures");
    for dialect in std::fs::read_dir(folder)
        .expect("the fixtures can be read")
        .map(|entry| entry.expect("the fixtures can be read").path())
        .filter(|path| path.is_dir())
    {
        let id = DialectId::from_word(&dialect.file_name().expect("the fixtures can be read").to_string_lossy())
            .expect("the fixtures can be read");
        for path in std::fs::read_dir(&dialect)
            .expect("the fixtures can be read")
            .map(|entry| entry.expect("the fixtures can be read").path())
        {
            let mut on = |frame: Frame<'_>| {
                if let Frame::Event(event) = frame {
                    events.push((id, event.name.to_owned(), event.data.to_owned()));
                }
            };
            let body = std::fs::read(&path).expect("the fixtures can be read");
            match path.extension().and_then(|extension| extension.to_str()) {
                Some("sse") => SseFramer::new(usize::MAX).feed(&body, &mut on),
                Some("ndjson") => NdjsonFramer::new(usize::MAX).feed(&body, &mut on),
                _ => {}
            }
        }
    }
    events
}

/// The paths of all values in a document.
fn pointers(value: &Value, at: &str, out: &mut Vec<String>) {
    out.push(at.to_owned());
    match value {
        Value::Object(members) => {
            for (key, member) in members {
                pointers(member, &format!("{at}/{}", key.replace('~', "~0").replace('/', "~1")), out);
            }
        }
        Value::Array(items) => {
            for (index, item) in items.iter().enumerate() {
                pointers(item, &format!("{at}/{index}"), out);
            }
        }
        _ => {}
    }
}

fn read(id: DialectId, name: &str, data: &str) -> Reading {
    let mut reading = Reading::default();
    let mut classifier = Classifier::new(Hints { dialect: Some(id), path: None });
    classifier.read(&Event { name, data, bytes: data.len() as u64, unterminated: false }, &mut reading);
    reading
}

#[test]
fn values_of_every_type_in_every_place_are_read() {
    let others = [
        json!(null),
        json!(true),
        json!(7),
        json!(-1.5),
        json!(""),
        json!("x"),
        json!([]),
        json!({}),
        json!([[{"text": "x"}]]),
    ];
    let mut read_events = 0;
    for (id, name, data) in events() {
        let Ok(value) = serde_json::from_str::<Value>(&data) else { continue };
        let mut places = Vec::new();
        pointers(&value, "", &mut places);
        for place in places {
            for other in &others {
                let mut changed = value.clone();
                *changed.pointer_mut(&place).expect("a place of it") = other.clone();
                let reading = read(id, &name, &changed.to_string());
                assert!(reading.tags.iter().next().is_some(), "{id} {place}: {changed}");
                assert!(reading.notes.iter().all(|note| note.word() != "unparsed_data"), "{id} {place}: {changed}");
                read_events += 1;
            }
        }
    }
    assert!(read_events > 10_000, "only {read_events}: where are the fixtures?");
}

#[test]
fn the_order_of_members_does_not_matter() {
    for (id, name, data) in events() {
        let Ok(Value::Object(members)) = serde_json::from_str::<Value>(&data) else { continue };
        let turned: serde_json::Map<_, _> = members.into_iter().rev().collect();
        let (given, turned) = (read(id, &name, &data), read(id, &name, &Value::Object(turned).to_string()));
        assert_eq!(given.tags, turned.tags, "{id}: {data}");
        assert_eq!(
            (&given.text, &given.reasoning, &given.tool),
            (&turned.text, &turned.reasoning, &turned.tool),
            "{data}"
        );
        assert_eq!((given.usage, given.finish, given.chars), (turned.usage, turned.finish, turned.chars), "{data}");
        assert_eq!(given.error, turned.error, "{data}");
    }
}

/// Strings as they may stand in JSON, and two that may not.
const STRINGS: [&str; 14] = [
    r#""word""#,
    r#"" two words""#,
    r#""naïve""#,
    r#""<th""#,
    r#""ink>""#,
    r#""""#,
    r#""line\nline""#,
    r#""\ud83d""#,
    r#""after half""#,
    r#""\ude80""#,
    r#""[DONE]""#,
    r#"" ""#,
    r#""cut"off""#,
    "\"tab\tbare\"",
];

/// One stream for each string in each event: the event with other strings in that place.
fn streams_of_one_shape(data: &str) -> Vec<Vec<String>> {
    let Ok(value) = serde_json::from_str::<Value>(data) else { return Vec::new() };
    let mut places = Vec::new();
    pointers(&value, "", &mut places);
    places.retain(|place| value.pointer(place).is_some_and(Value::is_string));
    let shape = |place: &String| {
        let mut changed = value.clone();
        *changed.pointer_mut(place).expect("a place of it") = json!("\u{1}");
        changed.to_string()
    };
    let filled = |shape: String| STRINGS.map(|string| shape.replace(r#""\u0001""#, string)).to_vec();
    places.iter().map(shape).map(filled).collect()
}

#[test]
fn an_event_like_the_one_before_says_what_it_would_say_in_another_shape() {
    let mut alike = 0;
    for (id, name, data) in events() {
        for stream in streams_of_one_shape(&data) {
            let hints = || Hints { dialect: Some(id), path: None };
            let (mut as_sent, mut padded) = (Classifier::new(hints()), Classifier::new(hints()));
            // No two events of the padded stream have the same space around their strings.
            for (blanks, data) in [&stream[..], &stream[..]].concat().into_iter().enumerate() {
                let read = |classifier: &mut Classifier, data: &str| {
                    let mut reading = Reading::default();
                    classifier.read(&Event { name: &name, data, bytes: 0, unterminated: false }, &mut reading);
                    // The message of an error that is no JSON is the data as it stands.
                    reading.error.iter_mut().for_each(|error| error.message = error.message.trim().into());
                    format!("{reading:?}")
                };
                let other = format!("{}{data}", " ".repeat(blanks + 1));
                assert_eq!(read(&mut as_sent, &data), read(&mut padded, &other), "{id}: {data}");
                alike += 1;
            }
        }
    }
    assert!(alike > 10_000, "only {alike}: where are the fixtures?");
}
