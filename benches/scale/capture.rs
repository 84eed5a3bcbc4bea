//! A long safe capture, written by the program's own writer.

use std::{error::Error, path::Path};

use streamfall::{
    capture::Writer,
    dialect::{DialectId, EventName, RequestFacts},
    timeline::{CloseKind, Micros, Tag},
    trace::{ContentKind, EventSeen, Flags, Header, HeadersSeen, Observation, SourceKind, What},
};

/// Each kind of event, with its share of a hundred.
const KINDS: [(Tag, &str, u64); 4] = [
    (Tag::Envelope, "response.content_part.added", 2),
    (Tag::Reasoning, "response.reasoning_summary_text.delta", 18),
    (Tag::Tool, "response.function_call_arguments.delta", 10),
    (Tag::Text, "response.output_text.delta", 70),
];

/// Writes so many events, two or three a read, a heartbeat after every thousandth.
pub fn write(path: &Path, events: u64) -> Result<(), Box<dyn Error>> {
    let request = RequestFacts { dialect: Some(DialectId::OpenAiResponses), ..RequestFacts::default() };
    let header = Header::new(SourceKind::Live, request);
    let mut writer = Writer::create(path, &header, ContentKind::None, true)?;
    let mut put = |at: u64, what| writer.write(&Observation { at: Some(Micros(at)), what });
    put(0, What::Received)?;
    put(3_000, What::UpstreamStarted)?;
    put(240_000, What::Headers(HeadersSeen { status: 200, ..HeadersSeen::default() }.into()))?;
    let mut at = 300_000;
    let mut read = 0;
    for i in 0..events {
        let chance = scramble(i);
        if chance.is_multiple_of(5) || chance % 5 < 2 {
            at += 500 + chance / 7 % 3_000;
            read += 1;
        }
        put(at, What::Event(event(read, chance)))?;
        if i % 1_000 == 999 {
            put(at, What::Heartbeat { read })?;
        }
    }
    put(at + 900, What::Closed { how: CloseKind::Eof, reads: read + 1, bytes: events * 190 })?;
    put(at + 1_000, What::Finished)?;
    writer.finish()?;
    Ok(())
}

fn event(read: u32, chance: u64) -> EventSeen {
    let mut place = chance / 11 % 100;
    let (tag, name, _) = *KINDS
        .iter()
        .find(|(_, _, share)| {
            let here = place < *share;
            place = place.wrapping_sub(*share);
            here
        })
        .unwrap_or(&KINDS[3]);
    let size = u32::try_from(2 + chance / 13 % 9).unwrap_or_default();
    let if_tag = |wanted| if tag == wanted { size } else { 0 };
    EventSeen {
        read,
        name: EventName::of(name),
        tag,
        also: [tag].into_iter().collect(),
        flags: Flags::default(),
        bytes: u64::from(180 + size),
        chars: if_tag(Tag::Text),
        text_bytes: if_tag(Tag::Text),
        reasoning_bytes: if_tag(Tag::Reasoning),
        tool_bytes: if_tag(Tag::Tool),
        details: None,
        content: None,
    }
}

/// A number without a pattern, the same in every run (splitmix64).
pub fn scramble(seed: u64) -> u64 {
    let mut z = seed.wrapping_add(1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}
