//! How many events a second each stage takes: wire, wire and dialect, wire, dialect and trace; beside the parser behind
//! the splitter alone, `serde_json::Value`, and a scan for line ends.
//!
//! `cargo bench --bench throughput`; the table at the end has all stages side by side.

mod bodies;
mod cpu;
#[path = "../support/sample.rs"]
mod sample;
mod stages;
mod summary;
#[path = "../support/table.rs"]
mod table;

use bodies::Body;
use cpu::CpuTime;
use criterion::{Criterion, Throughput};
use stages::{READ, STAGES, wire};

/// The size of the long line.
const LONG_LINE: usize = 8 << 20;

fn main() {
    let mut criterion = Criterion::default().with_measurement(CpuTime).configure_from_args();
    let bodies = bodies::all();
    for body in &bodies {
        measure(&mut criterion, body);
    }
    measure_long_line(&mut criterion);
    criterion.final_summary();
    if !std::env::args().any(|arg| arg == "--profile-time") {
        println!("{}\n", table::machine());
        summary::print(&bodies);
    }
}

fn measure(criterion: &mut Criterion<CpuTime>, body: &Body) {
    let mut group = criterion.benchmark_group(body.name);
    group.throughput(Throughput::Elements(body.events));
    for (name, stage) in STAGES {
        group.bench_function(name, |b| b.iter(|| stage(body)));
    }
    group.finish();
}

fn measure_long_line(criterion: &mut Criterion<CpuTime>) {
    let line = long_line();
    let mut group = criterion.benchmark_group("long line");
    group.sample_size(20);
    group.bench_function("one read", |b| b.iter(|| wire(&line, line.len())));
    group.bench_function("many reads", |b| b.iter(|| wire(&line, READ)));
    group.finish();
}

fn long_line() -> Vec<u8> {
    let mut line = b"data: ".to_vec();
    line.resize(LONG_LINE, b'x');
    line.extend_from_slice(b"\n\n");
    line
}
