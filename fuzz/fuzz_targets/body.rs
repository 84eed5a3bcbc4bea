//! Any bytes in any cut: nothing panics, and the cut changes nothing but arrival times.
#![no_main]

use libfuzzer_sys::fuzz_target;
use streamfall::trace::{EventSeen, Intake, IntakeOptions, Observation, Trace, What};

/// Content types that lead the intake down its different paths.
const TYPES: [&str; 4] = ["text/event-stream", "application/x-ndjson", "application/json", ""];

fuzz_target!(|data: &[u8]| {
    let Some((&[kind, cut], body)) = data.split_first_chunk::<2>() else { return };
    let options = || IntakeOptions {
        content_type: Some(TYPES[usize::from(kind) % TYPES.len()].into()),
        status: Some(200),
        keep_content: true,
        largest_event: 4 << 10,
        ..IntakeOptions::default()
    };
    let whole = observe(options(), std::iter::once(body));
    let pieces = observe(options(), body.chunks(usize::from(cut % 31) + 1));
    assert_eq!(without_reads(&whole), without_reads(&pieces));
    let mut trace = Trace::default();
    whole.iter().for_each(|observation| trace.apply(observation));
    let speed = trace.speed();
    assert!(speed.visible_output_tps.is_err() || speed.visible_output_tps.is_ok_and(f64::is_finite));
    let _ = (trace.outcome(), trace.outcome_reason());
});

fn observe<'a>(options: IntakeOptions, reads: impl Iterator<Item = &'a [u8]>) -> Vec<Observation> {
    let mut seen = Vec::new();
    let mut intake = Intake::new(options);
    reads.for_each(|read| intake.read(None, read, &mut |o| seen.push(o)));
    intake.end(None, &mut |o| seen.push(o));
    seen
}

/// What was seen, less which read brought it.
fn without_reads(observations: &[Observation]) -> Vec<What> {
    let strip = |what: &What| match what {
        What::Event(event) => What::Event(EventSeen { read: 0, ..event.clone() }),
        What::Heartbeat { .. } => What::Heartbeat { read: 0 },
        What::Stray { error, .. } => What::Stray { read: 0, error: error.clone() },
        other => other.clone(),
    };
    observations.iter().map(|observation| strip(&observation.what)).collect()
}
