//! The stages in turn, round after round: their ratios are free of what else the machine did.

use std::{hint::black_box, time::Duration};

use criterion::measurement::Measurement;

use super::{
    LONG_LINE,
    bodies::Body,
    cpu::CpuTime,
    sample::Sample,
    stages::{READ, STAGES, wire},
    table::{figure, table},
};

/// How often each stage is run.
const ROUNDS: usize = 60;

/// Measures and prints.
pub fn print(bodies: &[Body]) {
    let mut rows = Vec::new();
    for body in bodies {
        let stages = STAGES.map(|(_, stage)| move || stage(body));
        let runs = in_turn(&stages.each_ref().map(|stage| stage as &dyn Fn() -> u64));
        for (i, (name, _)) in STAGES.iter().enumerate() {
            let seconds = Sample::new(runs.iter().map(|round| round[i])).median();
            let ratio = Sample::new(runs.iter().map(|round| round[0] / round[i])).median();
            rows.push(vec![
                format!("{}: {name}", body.name),
                figure(seconds.map(|seconds| body.events as f64 / seconds / 1e3)),
                figure(seconds.map(|seconds| body.bytes.len() as f64 / seconds / 1e6)),
                figure(ratio),
            ]);
        }
    }
    println!("{ROUNDS} rounds of all stages in turn; medians, and the median of the rounds' ratios.\n");
    table(&["stage", "1,000 events/s", "MB/s", "× wire"], &rows);
    long_line();
}

fn long_line() {
    let line = super::long_line();
    let runs = in_turn(&[&|| wire(&line, line.len()), &|| wire(&line, READ)]);
    let median = |of: &dyn Fn(&Vec<f64>) -> f64| figure(Sample::new(runs.iter().map(of)).median());
    println!(
        "{} MiB in one line: {} ms in one read, {} ms in reads of {READ} bytes, × {}",
        LONG_LINE >> 20,
        median(&|round| round[0] * 1e3),
        median(&|round| round[1] * 1e3),
        median(&|round| round[1] / round[0])
    );
}

/// Processor seconds of each in each round.
fn in_turn(work: &[&dyn Fn() -> u64]) -> Vec<Vec<f64>> {
    let timed = |work: &&dyn Fn() -> u64| {
        let start = CpuTime.start();
        black_box(work());
        CpuTime.end(start).max(Duration::from_nanos(1)).as_secs_f64()
    };
    (0..ROUNDS).map(|_| work.iter().map(timed).collect()).collect()
}
