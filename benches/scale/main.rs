//! What the length of a capture costs: loading, memory, seeking, drawing, filtering; and loading beside `jq -c .`.
//!
//! `cargo bench --bench scale -- --sizes 10000,100000,1000000,10000000 --rounds 5`. Each load has a process of its own.

mod capture;
mod look;
#[path = "../support/sample.rs"]
mod sample;
#[path = "../support/table.rs"]
mod table;

use std::{
    env,
    error::Error,
    fs,
    path::Path,
    process::{Command, Stdio},
    time::Instant,
};

use sample::Sample;
use table::{figure, table};

/// What a child process measures, in the order in which it prints it.
const FIGURES: [&str; 10] = [
    "load, ms",
    "memory of the recording, bytes an event",
    "memory with the screen's index, bytes an event",
    "open on the screen, ms",
    "seek, median, ms",
    "seek, slowest of 200, ms",
    "frame 200×60, median, ms",
    "frame 200×60, slowest of 200, ms",
    "filter `tag:tool`, ms",
    "filter `delta !args`, ms",
];

/// The largest capture that `jq` has to read too.
const JQ_UP_TO: u64 = 1_000_000;

fn main() -> Result<(), Box<dyn Error>> {
    let args: Vec<String> = env::args().skip(1).filter(|arg| arg != "--bench").collect();
    let args: Vec<&str> = args.iter().map(String::as_str).collect();
    if let ["look", path] = args[..] {
        return look::look(Path::new(path));
    }
    let (mut sizes, mut rounds) = (vec![10_000, 100_000, 1_000_000, 10_000_000], 5);
    for pair in args.chunks(2) {
        match *pair {
            ["--sizes", list] => sizes = list.split(',').map(str::parse).collect::<Result<_, _>>()?,
            ["--rounds", number] => rounds = number.parse()?,
            _ => return Err(format!("what is {pair:?}?").into()),
        }
    }
    println!("{}\n", table::machine());
    measure(&sizes, rounds)
}

/// All there is to know about one size.
struct Column {
    events: u64,
    medians: Vec<Option<f64>>,
    megabytes: f64,
    jq: Option<f64>,
    /// The median of the rounds' ratios.
    jq_ratio: Option<f64>,
}

fn measure(sizes: &[u64], rounds: usize) -> Result<(), Box<dyn Error>> {
    let folder = tempfile::tempdir()?;
    let mut columns = Vec::new();
    for events in sizes {
        let path = folder.path().join(format!("{events}.jsonl"));
        capture::write(&path, *events)?;
        columns.push(column(&path, *events, rounds)?);
        fs::remove_file(&path)?;
    }
    print(&columns);
    Ok(())
}

fn column(path: &Path, events: u64, rounds: usize) -> Result<Column, Box<dyn Error>> {
    let mut runs: Vec<Vec<f64>> = Vec::new();
    let mut jqs = Vec::new();
    for _ in 0..rounds {
        runs.push(child(path)?);
        if events <= JQ_UP_TO {
            jqs.extend(jq(path));
        }
    }
    let over_runs = |i: usize| Sample::new(runs.iter().map(|run| run[i])).median();
    Ok(Column {
        events,
        medians: (0..FIGURES.len()).map(over_runs).collect(),
        megabytes: fs::metadata(path)?.len() as f64 / 1e6,
        jq_ratio: Sample::new(jqs.iter().zip(&runs).map(|(jq, run)| jq / run[0])).median(),
        jq: Sample::new(jqs).median(),
    })
}

/// Measures in a process of its own, so that its memory is its own.
fn child(path: &Path) -> Result<Vec<f64>, Box<dyn Error>> {
    let output = Command::new(env::current_exe()?).arg("look").arg(path).stderr(Stdio::inherit()).output()?;
    let figures: Vec<f64> = String::from_utf8(output.stdout)?.lines().map(str::parse).collect::<Result<_, _>>()?;
    if figures.len() == FIGURES.len() { Ok(figures) } else { Err("a measurement failed".into()) }
}

/// How long jq takes to read the file, in milliseconds; `None` where there is no jq.
fn jq(path: &Path) -> Option<f64> {
    let started = Instant::now();
    let status = Command::new("jq").args(["-c", "."]).arg(path).stdout(Stdio::null()).status().ok()?;
    status.success().then(|| started.elapsed().as_secs_f64() * 1_000.0)
}

fn print(columns: &[Column]) {
    let sizes: Vec<String> = columns.iter().map(|column| format!("{} events", column.events)).collect();
    let mut heading = vec!["figure"];
    heading.extend(sizes.iter().map(String::as_str));
    heading.push("growth");
    let row = |name: &str, of: &dyn Fn(&Column) -> Option<f64>| {
        let mut cells = vec![name.to_owned()];
        cells.extend(columns.iter().map(|column| figure(of(column))));
        cells.push(growth(columns, of));
        cells
    };
    let mut rows = vec![row("file, MB", &|column| Some(column.megabytes))];
    rows.extend(FIGURES.iter().enumerate().map(|(i, name)| row(name, &|column| column.medians[i])));
    rows.push(row("`jq -c .`, ms", &|column| column.jq));
    rows.push(row("`jq -c .` ÷ load", &|column| column.jq_ratio));
    table(&heading, &rows);
}

/// The power of the number of events with which a figure grows over the last two sizes.
fn growth(columns: &[Column], of: &dyn Fn(&Column) -> Option<f64>) -> String {
    let known: Vec<(f64, f64)> =
        columns.iter().filter_map(|column| Some((column.events as f64, of(column)?))).collect();
    match known[..] {
        [.., (few, small), (many, large)] if small > 0.0 && large > 0.0 => {
            format!("n^{:.1}", (large / small).ln() / (many / few).ln())
        }
        _ => "—".to_owned(),
    }
}
