//! How far each milestone and each gap is from what the server did.

use std::io;

use super::{
    contest::Client,
    sample::Sample,
    server::{MILESTONES, Server},
    table::{figure, table},
};

const NAMES: [&str; 5] = ["t2 headers", "t3 first event", "t4 effective", "t5 visible text", "t6 closed"];

/// So many requests, each on a screen of its own.
pub fn measure(server: &Server, runs: usize) -> io::Result<()> {
    let mut errors: [Vec<f64>; 5] = Default::default();
    let mut gaps: [Vec<f64>; 4] = Default::default();
    for _ in 0..runs {
        let (_, seen) = Client::Screen.read(&server.milestones())?;
        let written = server.last_milestones();
        if seen.len() != NAMES.len() || written.len() != NAMES.len() {
            return Err(io::Error::other(format!("saw {seen:?} of {written:?}")));
        }
        let late: Vec<f64> = seen.iter().zip(&written).map(|(a, b)| (*a as f64 - *b as f64) / 1_000.0).collect();
        errors.iter_mut().zip(&late).for_each(|(all, one)| all.push(*one));
        gaps.iter_mut().zip(late.windows(2)).for_each(|(all, pair)| all.push((pair[1] - pair[0]).abs()));
    }
    println!("### Milestones, {runs} requests\n");
    println!("Error in µs against the server's own clock: of a moment, how late; of a gap, how far off either way.\n");
    let planned = |i: usize| figure(Some(MILESTONES[i] as f64 / 1e6));
    let mut rows: Vec<Vec<String>> =
        errors.into_iter().enumerate().map(|(i, error)| row(NAMES[i].to_owned(), planned(i), error)).collect();
    rows.extend(gaps.into_iter().enumerate().map(|(i, error)| {
        let name = format!("{} → {}", &NAMES[i][..2], &NAMES[i + 1][..2]);
        row(name, figure(Some((MILESTONES[i + 1] - MILESTONES[i]) as f64 / 1e6)), error)
    }));
    table(&["of", "planned, ms", "p50", "p90", "p99", "max"], &rows);
    Ok(())
}

fn row(name: String, planned: String, error: Vec<f64>) -> Vec<String> {
    let sample = Sample::new(error);
    let mut cells = vec![name, planned];
    cells.extend([50, 90, 99, 100].map(|percent| figure(sample.percentile(percent))));
    cells
}
