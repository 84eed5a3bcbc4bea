use super::text::{join_parts, left, right, wrap};
use crate::{
    capture::safe_reported,
    report::{
        number::{decimal, duration, grouped, ms_cell, rate},
        record::Spacing,
    },
    timeline::{Micros, Speed},
    trace::{Recording, Trace},
};

/// UTF-8 bytes that one token is taken to have while no count is known.
const BYTES_PER_TOKEN: f64 = 4.0;

/// Speeds, usage, and what the provider says of itself.
pub(super) fn section(recording: &Recording, width: usize) -> Vec<String> {
    let trace = recording.latest();
    let mut lines = vec!["Speed".to_owned()];
    lines.extend(speeds(trace, &trace.speed()).into_iter().flat_map(|line| line.wrapped(width)));
    lines.extend(spacing(recording));
    lines.extend(usage(trace, width));
    lines.extend(reported(trace));
    lines
}

/// A figure, and in words how it came about.
struct Line {
    figure: String,
    how: String,
}

impl Line {
    fn wrapped(self, width: usize) -> Vec<String> {
        wrap(&self.figure, &self.how, width).iter().map(|line| line.trim_end().to_owned()).collect()
    }
}

fn line(name: &str, value: &str, unit: &str, how: &str) -> Line {
    let figure = format!("  {}{} {}   ", left(name, 14), right(value, 10), left(unit, 7));
    Line { figure, how: how.to_owned() }
}

fn speeds(trace: &Trace, speed: &Speed) -> Vec<Line> {
    let mut lines = Vec::new();
    match (speed.visible_output_tps, trace.stated_visible_output_tps) {
        (_, Some(stated)) => lines.push(line("visible", &rate(stated), "tok/s", "as the record states it")),
        (Ok(tps), None) => lines.push(line("visible", &rate(tps), "tok/s", &over_window(speed))),
        (Err(reason), None) => lines.push(line("visible", "—", "", reason.explain_after(trace.outcome()))),
    }
    if let (Err(_), Some(window), Some(_), None) =
        (speed.visible_output_tps, speed.visible_window, speed.chars_per_second, trace.stated_visible_output_tps)
    {
        let estimate = trace.text_bytes as f64 / BYTES_PER_TOKEN / window.as_secs();
        lines.push(line("", &format!("≈ {}", rate(estimate)), "tok/s", "estimated, bytes ÷ 4"));
    }
    if let Some(total) = speed.total_output_tps.filter(|total| differs(*total, speed)) {
        let reasoning = trace.usage.reasoning_tokens.map_or_else(
            || "all output tokens over the same window".to_owned(),
            |tokens| format!("{} of them reasoning, spent before t5", grouped(tokens)),
        );
        lines.push(line("all tokens", &rate(total), "tok/s", &reasoning));
    }
    if let (Some(tps), Some(lag)) = (speed.to_last_text_tps, trace.long_close_lag()) {
        lines.push(line(
            "to last text",
            &rate(tps),
            "tok/s",
            &format!("the close came {} after the end", duration(lag)),
        ));
    }
    lines.push(match speed.inter_token_ms {
        Ok((ms, from)) => {
            let how = format!("from {} to t6, per output token", from.word());
            line("inter-token", &decimal(ms), "ms", &how)
        }
        Err(reason) => line("inter-token", "—", "", reason.explain_after(trace.outcome())),
    });
    if let Some(chars) = speed.chars_per_second {
        lines.push(line("characters", &rate(chars), "char/s", &format!("{} visible", grouped(trace.visible_chars))));
    }
    lines
}

fn over_window(speed: &Speed) -> String {
    match (speed.visible_tokens, speed.visible_window) {
        (Some(tokens), Some(window)) => format!("{} tokens in {}, t5 to t6", grouped(tokens), duration(window)),
        _ => String::new(),
    }
}

fn differs(total: f64, speed: &Speed) -> bool {
    speed.visible_output_tps.map_or(true, |visible| (visible - total).abs() > 0.05)
}

fn spacing(recording: &Recording) -> Option<String> {
    let spacing = Spacing::of(recording);
    let cell = |value: f64| Micros::from_ms(value).map_or_else(String::new, ms_cell);
    let mut parts = vec![format!("p50 {}", cell(spacing.p50?))];
    parts.extend(spacing.p95.map(|value| format!("p95 {}", cell(value))));
    parts.extend(spacing.max.map(|value| format!("max {} ms", cell(value))));
    Some(format!("  {}{}", left("event spacing", 17), parts.join(" · ")))
}

fn usage(trace: &Trace, width: usize) -> Vec<String> {
    let usage = trace.usage;
    let inside = match usage.reasoning_in_output {
        Some(true) => " (inside output)",
        Some(false) => " (beside output)",
        None => "",
    };
    let parts: Vec<String> = [
        usage.input_tokens.map(|n| format!("input {}", grouped(n))),
        usage.cached_input_tokens.map(|n| format!("cached {}", grouped(n))),
        usage.output_tokens.map(|n| format!("output {}", grouped(n))),
        usage.reasoning_tokens.map(|n| format!("reasoning {}{inside}", grouped(n))),
    ]
    .into_iter()
    .flatten()
    .collect();
    let none = vec!["— none reported".to_owned()];
    let counts = &trace.counts;
    let mut stream = vec![count(counts.events, "event"), count(u64::from(counts.reads), "read")];
    stream.push(count(counts.bytes, "byte"));
    if counts.heartbeats() > 0 {
        stream.push(count(counts.heartbeats(), "heartbeat"));
    }
    let mut lines = named("usage", if parts.is_empty() { &none } else { &parts }, width);
    if counts.events > 0 || counts.reads > 0 {
        lines.extend(named("stream", &stream, width));
    }
    lines
}

/// Parts after a name, broken between parts.
fn named(name: &str, parts: &[String], width: usize) -> Vec<String> {
    const REACH: usize = 19;
    let lines = join_parts(parts, width - REACH).into_iter().enumerate();
    let head = |first| if first { format!("  {name}") } else { String::new() };
    lines.map(|(i, parts)| format!("{}{parts}", left(&head(i == 0), REACH))).collect()
}

/// A count with its noun.
fn count(number: u64, noun: &str) -> String {
    format!("{} {noun}{}", grouped(number), if number == 1 { "" } else { "s" })
}

/// What the provider says of its own phases: beside the wall clock, never in it.
fn reported(trace: &Trace) -> Vec<String> {
    let row = |reported: crate::dialect::Reported| {
        format!("  {}{} ms   {}", left(&reported.name, 24), right(&ms_cell(reported.duration), 10), reported.source)
    };
    let mut lines: Vec<String> = trace.reported.iter().map(safe_reported).map(row).collect();
    if !lines.is_empty() {
        lines.insert(0, "\nReported by provider".to_owned());
    }
    lines
}
