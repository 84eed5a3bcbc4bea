//! Reads what a request left behind and prints some figures of its record, then the record as JSON.
//!
//!     cargo run --example read_a_capture            # the capture that stands below
//!     cargo run --example read_a_capture -- FILE    # a capture, HAR file, raw stream or timing record
//!
//! A figure that is not known is `None` in the record and `null` in the JSON, never 0.

use std::{env, path::Path, process::ExitCode};

use streamfall::{
    capture::{Input, LoadOptions, load, load_from},
    report::record,
    timeline::{NoRate, Outcome},
    trace::Recording,
    wire::sanitize_line,
};

/// A safe capture: one observation a line, times in microseconds from t0.
const CAPTURE: &str = r#"{"streamfall":1,"content":"none","request":{"provider":"openai","model":"gpt-4.1"}}
{"at":0,"is":"received"}
{"at":2000,"is":"upstream_started"}
{"at":1502000,"is":"headers","status":200,"content_type":"text/event-stream"}
{"at":1502000,"is":"reported","name":"processing","us":1410000,"source":"openai-processing-ms"}
{"at":1520000,"is":"event","read":0,"name":"message","tag":"envelope","bytes":160}
{"at":1700000,"is":"event","read":1,"name":"message","tag":"text","bytes":180,"chars":160}
{"at":3100000,"is":"event","read":2,"name":"message","tag":"text","bytes":180,"chars":160}
{"at":4600000,"is":"event","read":3,"name":"message","tag":"text","bytes":180,"chars":160}
{"at":4690000,"is":"event","read":4,"name":"message","tag":"usage","bytes":90,"usage":{"output_tokens":120,"reasoning_tokens":0}}
{"at":4690000,"is":"event","read":4,"name":"[DONE]","tag":"end","bytes":14,"end_marker":true}
{"at":4700000,"is":"closed","how":"eof","reads":5,"bytes":804}
{"at":4701000,"is":"finished"}
"#;

fn main() -> ExitCode {
    let options = LoadOptions::default();
    let loaded = match env::args().nth(1) {
        Some(file) => load(&Input::of(Path::new(&file)), &options),
        None => load_from("the capture below", CAPTURE.as_bytes(), &options),
    };
    match loaded {
        Ok(recording) => tell(&recording),
        // A whole sentence, with the line and the field where it can name them. It may quote the file.
        Err(error) => {
            eprintln!("{}", sanitize_line(&error.to_string()));
            return ExitCode::FAILURE;
        }
    }
    ExitCode::SUCCESS
}

fn tell(recording: &Recording) {
    let record = record(recording);
    println!("outcome          {}", record.outcome.map_or("not known", Outcome::word));
    println!("time to headers  {}", ms(record.timing.upstream_headers_ms));
    println!("to first event   {}", ms(record.timing.first_sse_event_ms));
    println!("to first text    {}", ms(record.timing.first_text_delta_ms));
    println!("end to end       {}", ms(record.timing.upstream_done_ms));
    match (record.speed.visible_output_tps, record.speed.visible_output_tps_reason) {
        (Some(tps), _) => println!("visible speed    {tps:.1} tok/s"),
        (None, reason) => println!("visible speed    — ({})", reason.map_or("not known", NoRate::explain)),
    }
    for gap in record.gaps.iter().filter(|gap| gap.widest) {
        println!("widest gap       {} to {}, {}", gap.from, gap.to, ms(Some(gap.ms)));
    }
    for finding in &record.diagnosis {
        println!("{:<17}{}, {}", finding.severity, finding.code, ms(finding.figure_ms));
    }
    println!("\n{}", record.to_json());
}

/// A time, or a dash for one that did not happen.
fn ms(time: Option<f64>) -> String {
    time.map_or_else(|| "—".to_owned(), |ms| format!("{ms:.1} ms"))
}
