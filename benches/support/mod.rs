//! What the measuring programs share: samples and their percentiles, tables, the machine.

use std::fmt::Display;

/// Measured values, sorted.
#[derive(Clone, Debug, Default)]
pub struct Sample(Vec<f64>);

impl Sample {
    /// Of any values.
    pub fn new(values: impl IntoIterator<Item = f64>) -> Self {
        let mut values: Vec<f64> = values.into_iter().collect();
        values.sort_by(f64::total_cmp);
        Self(values)
    }

    /// The smallest value that at least `percent` of all do not exceed (nearest rank); `None` when there are none.
    pub fn percentile(&self, percent: usize) -> Option<f64> {
        let rank = (self.0.len() * percent).div_ceil(100).max(1);
        self.0.get(rank - 1).copied()
    }

    /// The value in the middle.
    pub fn median(&self) -> Option<f64> {
        self.percentile(50)
    }
}

/// A number with as many places as it deserves; a dash for none.
pub fn figure(value: Option<f64>) -> String {
    match value {
        None => "—".to_owned(),
        Some(value) if value.abs() >= 100.0 => format!("{value:.0}"),
        Some(value) if value.abs() >= 10.0 => format!("{value:.1}"),
        Some(value) => format!("{value:.2}"),
    }
}

/// Prints rows as a Markdown table, the first column to the left and figures to the right.
pub fn table(heading: &[&str], rows: &[Vec<String>]) {
    let line = |cells: &mut dyn Iterator<Item = &dyn Display>| {
        let cells: Vec<String> = cells.map(ToString::to_string).collect();
        println!("| {} |", cells.join(" | "));
    };
    line(&mut heading.iter().map(|cell| cell as &dyn Display));
    println!("|---|{}", "---:|".repeat(heading.len().saturating_sub(1)));
    for row in rows {
        line(&mut row.iter().map(|cell| cell as &dyn Display));
    }
    println!();
}

/// Processor, cores and system, for the head of the output.
pub fn machine() -> String {
    let read = |path| std::fs::read_to_string(path).unwrap_or_default();
    let cpu = read("/proc/cpuinfo");
    let model = cpu.lines().find_map(|line| line.strip_prefix("model name")?.split_once(':')).map_or("?", |(_, m)| m);
    let cores = std::thread::available_parallelism().map_or(0, usize::from);
    format!(
        "{} · {cores} cores · Linux {} · load {}",
        model.trim(),
        read("/proc/sys/kernel/osrelease").trim(),
        read("/proc/loadavg").split(' ').next().unwrap_or("?")
    )
}
