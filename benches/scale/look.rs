//! Loads one capture, opens it on a screen of 200×60 and does what a user does.

use std::{error::Error, fs, hint::black_box, path::Path, time::Instant};

use streamfall::{
    capture::{Input, LoadOptions, load},
    timeline::Micros,
    tui::Offscreen,
};

use super::{capture::scramble, sample::Sample};

/// How many moments are sought.
const SEEKS: u64 = 200;

/// Prints each of the figures on a line.
pub fn look(path: &Path) -> Result<(), Box<dyn Error>> {
    let before = resident()?;
    let (load_ms, recording) = timed(|| load(&Input::File(path.to_owned()), &LoadOptions::default()));
    let recording = recording?;
    let loaded = resident()?;
    let events = recording.event_count() as f64;
    let end = recording.latest().now();
    let (open_ms, mut screen) = timed(|| Offscreen::new(recording, 200, 60));
    let opened = resident()?;
    screen.draw();
    let (mut seeks, mut frames) = (Vec::new(), Vec::new());
    for i in 0..SEEKS {
        let to = Micros(scramble(i) % end.0.max(1));
        seeks.push(timed(|| screen.seek(to)).0);
        frames.push(timed(|| screen.draw()).0);
    }
    screen.seek(end);
    let (by_tag, by_name) = (timed(|| screen.filter("tag:tool")), timed(|| screen.filter("delta !args")));
    black_box((by_tag.1, by_name.1));
    let (seeks, frames) = (Sample::new(seeks), Sample::new(frames));
    let figures = [
        Some(load_ms),
        Some((loaded - before) / events),
        Some((opened - before) / events),
        Some(open_ms),
        seeks.median(),
        seeks.percentile(100),
        frames.median(),
        frames.percentile(100),
        Some(by_tag.0),
        Some(by_name.0),
    ];
    figures.into_iter().flatten().for_each(|figure| println!("{figure}"));
    Ok(())
}

fn timed<T>(work: impl FnOnce() -> T) -> (f64, T) {
    let started = Instant::now();
    let done = work();
    (started.elapsed().as_secs_f64() * 1_000.0, done)
}

/// Memory of this process that is in use, in bytes.
fn resident() -> Result<f64, Box<dyn Error>> {
    let status = fs::read_to_string("/proc/self/status")?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:")).ok_or("no VmRSS")?;
    Ok(line.trim().trim_end_matches(" kB").trim().parse::<f64>()? * 1_024.0)
}
