//! How figures are shown: tables, and the machine they were taken on.

use std::fmt::Display;

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
