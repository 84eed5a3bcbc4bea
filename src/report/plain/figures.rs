use super::text::{left, right};
use crate::{
    capture::safe_reported,
    report::{
        number::{duration, grouped, ms_cell},
        record::Spacing,
    },
    timeline::{Micros, Speed},
    trace::{Recording, Trace},
};

/// UTF-8 bytes that one token is taken to have while no count is known.
const BYTES_PER_TOKEN: f64 = 4.0;

/// Speeds, usage, and what the provider says of itself.
pub(super) fn section(recording: &Recording) -> Vec<String> {
    let trace = recording.latest();
    let mut lines = vec!["Speed".to_owned()];
    lines.extend(speeds(trace, &trace.speed()));
    lines.extend(spacing(recording));
    lines.extend(usage(trace));
    lines.extend(reported(trace));
    lines
}

fn line(name: &str, value: &str, unit: &str, how: &str) -> String {
    format!("  {}{} {}   {how}", left(name, 14), right(value, 10), left(unit, 7)).trim_end().to_owned()
}

fn speeds(trace: &Trace, speed: &Speed) -> Vec<String> {
    let mut lines = Vec::new();
    match (speed.visible_output_tps, trace.stated_visible_output_tps) {
        (_, Some(stated)) => lines.push(line("visible", &rate(stated), "tok/s", "as the record states it")),
        (Ok(tps), None) => lines.push(line("visible", &rate(tps), "tok/s", &over_window(speed))),
        (Err(reason), None) => lines.push(line("visible", "—", "", reason.explain())),
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
            |tokens| format!("with {} reasoning tokens, spent before the text", grouped(tokens)),
        );
        lines.push(line("all tokens", &rate(total), "tok/s", &reasoning));
    }
    if let (Some(tps), Some(lag)) = (speed.to_last_text_tps, long_lag(trace, speed)) {
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
            line("inter-token", &format!("{ms:.1}"), "ms", &how)
        }
        Err(reason) => line("inter-token", "—", "", reason.explain()),
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

/// The close lag when it is over a tenth of the visible window.
fn long_lag(trace: &Trace, speed: &Speed) -> Option<Micros> {
    let window = speed.visible_window?;
    trace.close_lag().filter(|lag| lag.0.saturating_mul(10) > window.0)
}

fn rate(value: f64) -> String {
    if value < 100.0 {
        return format!("{value:.1}");
    }
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a rate of a hundred or more")]
    let whole = value.round() as u64;
    grouped(whole)
}

fn spacing(recording: &Recording) -> Option<String> {
    let spacing = Spacing::of(recording);
    let cell = |value: f64| Micros::from_ms(value).map_or_else(String::new, ms_cell);
    let mut parts = vec![format!("p50 {}", cell(spacing.p50?))];
    parts.extend(spacing.p95.map(|value| format!("p95 {}", cell(value))));
    parts.extend(spacing.max.map(|value| format!("max {} ms", cell(value))));
    Some(format!("  {}{}", left("event spacing", 17), parts.join(" · ")))
}

fn usage(trace: &Trace) -> Vec<String> {
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
    let said = if parts.is_empty() { "— none reported".to_owned() } else { parts.join(" · ") };
    let counts = &trace.counts;
    let mut stream = vec![count(counts.events, "event"), count(u64::from(counts.reads), "read")];
    stream.push(count(counts.bytes, "byte"));
    if counts.heartbeats() > 0 {
        stream.push(count(counts.heartbeats(), "heartbeat"));
    }
    let mut lines = vec![format!("  {}{said}", left("usage", 17))];
    if counts.events > 0 || counts.reads > 0 {
        lines.push(format!("  {}{}", left("stream", 17), stream.join(" · ")));
    }
    lines
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
