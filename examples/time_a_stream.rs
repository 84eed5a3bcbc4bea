//! Times a stream that your own HTTP client reads: arrivals in, milestones and a diagnosis out.
//!
//!     cargo run --example time_a_stream
//!
//! Two rules make the figures right: read a clock the moment a read returns, before anything looks
//! at the bytes; and hand over every read as it came, for a read is what arrived, not an event.

use std::sync::Arc;

use streamfall::{
    capture::headers_seen,
    dialect::RequestFacts,
    report::{duration, ms_cell},
    timeline::{CloseKind, Micros, NoRate},
    trace::{Header, Intake, IntakeOptions, Observation, Recording, SourceKind, Thresholds, What, diagnose},
};

/// What a client might read: milliseconds from t0, and bytes. `Micros::from(t0.elapsed())` is such a time.
const READS: &[(u64, &str)] = &[
    (310, "data: {\"choices\":[{\"delta\":{\"role\":\"assistant\",\"content\":\"\"}}]}\n\n"),
    (1_400, ": keep-alive\n\n"),
    // Two events in one read, the second of them cut: the rest comes with the next read.
    (
        2_900,
        "data: {\"choices\":[{\"delta\":{\"content\":\"Rivers carry \"}}]}\n\ndata: {\"choices\":[{\"delta\":{\"con",
    ),
    (3_200, "tent\":\"salt into it.\"}}]}\n\n"),
    (3_490, "data: {\"choices\":[{\"delta\":{},\"finish_reason\":\"stop\"}]}\n\n"),
    (3_495, "data: {\"choices\":[],\"usage\":{\"prompt_tokens\":9,\"completion_tokens\":12}}\n\ndata: [DONE]\n\n"),
];

fn main() {
    let ms = |ms| Some(Micros::from_millis(ms));
    let mut recording = Recording::new(Header::new(SourceKind::Live, RequestFacts::default()));

    // What happens before the body: the order to send, the first network work, the headers. Of
    // those only what is allow-listed is kept; a cookie can never get in.
    let came = [("content-type", "text/event-stream"), ("set-cookie", "session=…")];
    recording.push(Observation { at: ms(0), what: What::Received });
    recording.push(Observation { at: ms(4), what: What::UpstreamStarted });
    let headers = headers_seen(200, Some("2"), came, false, None);
    recording.push(Observation { at: ms(240), what: What::Headers(Arc::new(headers)) });

    // The body: decompression, framing, and what each event means. The dialect is found by itself.
    let mut intake = Intake::new(IntakeOptions {
        status: Some(200),
        content_type: Some("text/event-stream".to_owned()),
        ..IntakeOptions::default()
    });
    for (at, bytes) in READS {
        intake.read(ms(*at), bytes.as_bytes(), &mut |seen| recording.push(seen));
    }
    intake.close(ms(3_500), CloseKind::Eof, &mut |seen| recording.push(seen));
    recording.push(Observation { at: ms(3_501), what: What::Finished });

    // The trace is the fold of all that. It can be asked at any time, also while the stream runs.
    let trace = recording.latest();
    for (milestone, at) in trace.milestones.present() {
        println!("{milestone} {:<13}{:>9} ms", milestone.label(), ms_cell(at));
    }
    match trace.speed().visible_output_tps {
        Ok(tps) => println!("visible {tps:.1} tok/s"),
        Err(why) => println!("visible — ({})", NoRate::explain(why)),
    }
    for finding in diagnose(trace, &Thresholds::default(), None).findings {
        let length = finding.figure.map_or_else(|| "—".to_owned(), duration);
        println!("{}: {}, {length}", finding.severity, finding.code.symptom());
        println!("  look at {}; {}", finding.code.layer(), finding.code.next_check());
    }
}
