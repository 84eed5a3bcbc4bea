//! The medians of a run, side by side.

use std::{env, fs, path::PathBuf};

use super::{
    bodies::Body,
    table::{figure, table},
};

/// What stands in the table, in its order.
const STAGES: [&str; 6] =
    ["wire", "wire+dialect", "wire+dialect+trace", "eventsource-stream", "serde_json::Value", "memchr"];

/// Prints what the run has measured.
pub fn print(bodies: &[Body]) {
    let mut rows = Vec::new();
    for body in bodies {
        let wire = median_ns(body.name, STAGES[0]);
        for stage in STAGES {
            let Some(ns) = median_ns(body.name, stage) else { continue };
            rows.push(vec![
                format!("{}: {stage}", body.name),
                figure(Some(body.events as f64 / ns * 1e6)),
                figure(Some(body.bytes.len() as f64 / ns * 1e3)),
                figure(wire.map(|wire| wire / ns)),
            ]);
        }
    }
    table(&["stage", "1,000 events/s", "MB/s", "× wire"], &rows);
    if let (Some(one), Some(many)) = (median_ns("long line", "one read"), median_ns("long line", "many reads")) {
        println!(
            "8 MiB in one line: {} ms in one read, {} ms in reads of 1,460 bytes, × {}",
            figure(Some(one / 1e6)),
            figure(Some(many / 1e6)),
            figure(Some(many / one))
        );
    }
}

/// The median of one iteration, from where criterion leaves it.
fn median_ns(group: &str, stage: &str) -> Option<f64> {
    let home = env::var_os("CRITERION_HOME").map_or_else(
        || env::var_os("CARGO_TARGET_DIR").map_or_else(|| "target".into(), PathBuf::from).join("criterion"),
        PathBuf::from,
    );
    let folder = home.join(group).join(stage.replace("::", "__"));
    let text = fs::read_to_string(folder.join("new/estimates.json")).ok()?;
    let estimates: serde_json::Value = serde_json::from_str(&text).ok()?;
    estimates["median"]["point_estimate"].as_f64()
}
