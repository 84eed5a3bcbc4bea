//! How many events a second each stage takes: wire, wire and dialect, wire, dialect and trace; beside the parser behind
//! the splitter alone, `serde_json::Value`, and a scan for line ends.
//!
//! `cargo bench --bench throughput`; the table at the end has the medians.

mod bodies;
mod cpu;
mod summary;
#[path = "../support/table.rs"]
mod table;

use std::{
    hint::black_box,
    pin::pin,
    task::{Context, Poll, Waker},
};

use bodies::Body;
use cpu::CpuTime;
use criterion::{Criterion, Throughput};
use eventsource_stream::EventStream;
use futures_util::{Stream, stream};
use streamfall::{
    dialect::{Classifier, Hints, Reading, RequestFacts},
    timeline::Micros,
    trace::{Intake, IntakeOptions, LARGEST_EVENT, Trace},
    wire::{Frame, SseFramer},
};

/// The size of a read: what fits into one segment.
const READ: usize = 1_460;

/// The size of the long line.
const LONG_LINE: usize = 8 << 20;

fn main() {
    let mut criterion = Criterion::default().with_measurement(CpuTime).configure_from_args();
    let bodies = bodies::all();
    for body in &bodies {
        stages(&mut criterion, body);
    }
    long_line(&mut criterion);
    criterion.final_summary();
    println!("{}\n", table::machine());
    summary::print(&bodies);
}

fn stages(criterion: &mut Criterion<CpuTime>, body: &Body) {
    let mut group = criterion.benchmark_group(body.name);
    group.throughput(Throughput::Elements(body.events));
    group.bench_function("wire", |b| b.iter(|| wire(&body.bytes, READ)));
    group.bench_function("wire+dialect", |b| b.iter(|| wire_and_dialect(&body.bytes)));
    group.bench_function("wire+dialect+trace", |b| b.iter(|| wire_dialect_and_trace(&body.bytes)));
    group.bench_function("eventsource-stream", |b| b.iter(|| body.blocks().map(parse).sum::<usize>()));
    group.bench_function("serde_json::Value", |b| b.iter(|| body.data().filter_map(value).count()));
    group.bench_function("memchr", |b| b.iter(|| memchr::memchr_iter(b'\n', black_box(&body.bytes)).count()));
    group.finish();
}

fn long_line(criterion: &mut Criterion<CpuTime>) {
    let mut line = b"data: ".to_vec();
    line.resize(LONG_LINE, b'x');
    line.extend_from_slice(b"\n\n");
    let mut group = criterion.benchmark_group("long line");
    group.sample_size(20);
    group.bench_function("one read", |b| b.iter(|| wire(&line, line.len())));
    group.bench_function("many reads", |b| b.iter(|| wire(&line, READ)));
    group.finish();
}

fn wire(bytes: &[u8], read: usize) -> u64 {
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
fn parse(block: &str) -> usize {
    let events = pin!(EventStream::new(stream::iter([Ok::<_, std::convert::Infallible>(black_box(block))])));
    match events.poll_next(&mut Context::from_waker(Waker::noop())) {
        Poll::Ready(Some(Ok(event))) => event.data.len(),
        _ => 0,
    }
}

fn value(data: &str) -> Option<serde_json::Value> {
    serde_json::from_str(black_box(data)).ok()
}
