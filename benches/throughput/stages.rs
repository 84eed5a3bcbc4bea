//! The stages that are compared.

use std::{
    hint::black_box,
    pin::pin,
    task::{Context, Poll, Waker},
};

use eventsource_stream::EventStream;
use futures_util::{Stream, stream};
use streamfall::{
    dialect::{Classifier, Hints, Reading, RequestFacts},
    timeline::Micros,
    trace::{Intake, IntakeOptions, LARGEST_EVENT, Trace},
    wire::{Frame, SseFramer},
};

use super::bodies::Body;

/// The size of a read: what fits into one segment.
pub const READ: usize = 1_460;

/// A stage: what it does with a whole body. What it gives keeps the work from being optimised away.
pub type Stage = fn(&Body) -> u64;

/// Every stage, the one that the others are compared with first.
pub const STAGES: [(&str, Stage); 7] = [
    ("wire", |body| wire(&body.bytes, READ)),
    ("wire+dialect", |body| wire_and_dialect(&body.bytes)),
    ("wire+dialect+trace", |body| wire_dialect_and_trace(&body.bytes)),
    ("wire+serde_json::IgnoredAny", |body| wire_and_skip(&body.bytes)),
    ("eventsource-stream alone, whole blocks", |body| body.blocks().map(parse).sum()),
    ("serde_json::Value of each data", |body| body.data().filter_map(value).count() as u64),
    ("memchr, line ends", |body| memchr::memchr_iter(b'\n', black_box(&body.bytes)).count() as u64),
];

/// Framing alone, in reads of a size.
pub fn wire(bytes: &[u8], read: usize) -> u64 {
    let mut framer = SseFramer::new(LARGEST_EVENT);
    let mut seen = 0;
    for read in black_box(bytes).chunks(read) {
        framer.feed(read, &mut |frame| {
            if let Frame::Event(event) = frame {
                seen += event.data.len() as u64;
            }
        });
    }
    seen
}

fn wire_and_dialect(bytes: &[u8]) -> u64 {
    let mut framer = SseFramer::new(LARGEST_EVENT);
    let mut classifier = Classifier::new(Hints::default());
    let mut reading = Reading::default();
    let mut seen = 0;
    for read in black_box(bytes).chunks(READ) {
        framer.feed(read, &mut |frame| {
            if let Frame::Event(event) = frame {
                classifier.read(&event, &mut reading);
                seen += u64::from(reading.chars);
            }
        });
    }
    seen
}

/// The floor of any reading with this JSON parser: every byte is looked at, nothing is kept.
fn wire_and_skip(bytes: &[u8]) -> u64 {
    let mut framer = SseFramer::new(LARGEST_EVENT);
    let mut seen = 0;
    for read in black_box(bytes).chunks(READ) {
        framer.feed(read, &mut |frame| {
            if let Frame::Event(event) = frame {
                seen += u64::from(serde_json::from_str::<serde::de::IgnoredAny>(event.data).is_ok());
            }
        });
    }
    seen
}

fn wire_dialect_and_trace(bytes: &[u8]) -> u64 {
    let options = IntakeOptions { content_type: Some("text/event-stream".to_owned()), ..IntakeOptions::default() };
    let mut intake = Intake::new(options);
    let mut trace = Trace::new(&RequestFacts::default());
    let mut sink = |observation| trace.apply(&observation);
    let mut at = Micros::ZERO;
    for read in black_box(bytes).chunks(READ) {
        at = at.plus(Micros(1_000));
        intake.read(Some(at), read, &mut sink);
    }
    intake.end(Some(at), &mut sink);
    trace.visible_chars
}

/// One whole block through the parser, as the splitter hands it over.
fn parse(block: &str) -> u64 {
    let events = pin!(EventStream::new(stream::iter([Ok::<_, std::convert::Infallible>(black_box(block))])));
    match events.poll_next(&mut Context::from_waker(Waker::noop())) {
        Poll::Ready(Some(Ok(event))) => event.data.len() as u64,
        _ => 0,
    }
}

fn value(data: &str) -> Option<serde_json::Value> {
    serde_json::from_str(black_box(data)).ok()
}
