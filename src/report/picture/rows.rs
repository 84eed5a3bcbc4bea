//! One row for each bar of the waterfall.

use std::fmt::Write;

use super::{
    frame::{Anchor, Frame, text_width},
    marks,
};
use crate::{
    report::{Bar, BarKind, duration},
    timeline::Micros,
    trace::{Stall, Trace},
};

const ROW: f64 = 26.0;
const BAR: f64 = 16.0;
/// The narrowest bar that is drawn: a phase that has a length is never invisible.
const NARROWEST: f64 = 1.5;

pub(super) fn bars(frame: &mut Frame<'_>, trace: &Trace, bars: &[Bar], stalls: &[Stall]) {
    let before = std::mem::take(&mut frame.body);
    for bar in bars {
        let middle = frame.y + ROW / 2.0;
        frame.label(middle, &bar.label);
        row(frame, trace, bar, middle, stalls);
        frame.y += ROW;
    }
    let rows = std::mem::replace(&mut frame.body, before);
    marks::lines(frame, trace);
    frame.body.push_str(&rows);
}

fn row(frame: &mut Frame<'_>, trace: &Trace, bar: &Bar, middle: f64, stalls: &[Stall]) {
    let end = bar.end.unwrap_or(trace.now());
    let (x, top) = (frame.x(bar.start), middle - BAR / 2.0);
    let width = (frame.x(end.plus(bar.slack.unwrap_or_default())) - x).max(NARROWEST);
    let _ = write!(frame.body, "<g>");
    match bar.slack {
        Some(slack) => unknown_origin(frame, bar, slack, top),
        None => known(frame, bar, (x, top), width),
    }
    let stalls: Vec<_> = stalls.iter().filter(|stall| lies_in(stall, bar, end)).collect();
    for stall in &stalls {
        silence(frame, stall, top);
    }
    length_label(frame, bar, (x, middle), width, end, stalls.is_empty());
    frame.body.push_str("</g>");
}

/// Filled, or for reasoning and tool input together stacked by their share.
fn known(frame: &mut Frame<'_>, bar: &Bar, (x, top): (f64, f64), width: f64) {
    let class = |kind: BarKind| format!("sf-{kind}");
    let round = if width > 6.0 { " rx=\"2\"" } else { "" };
    match bar.tool_share {
        Some(share) => {
            let tool = BAR * share.clamp(0.1, 0.9);
            frame.rect((x, top), (width, BAR - tool), &class(BarKind::Reasoning), "");
            frame.rect((x, top + BAR - tool), (width, tool), &class(BarKind::Tool), "");
        }
        None if bar.kind == BarKind::Hidden => {
            frame.rect((x, top), (width, BAR), "sf-hidden sf-reasoning-line", " rx=\"2\" stroke-dasharray=\"4 2\"");
        }
        None => frame.rect((x, top), (width, BAR), &class(bar.kind), round),
    }
    if bar.end.is_none() {
        let (edge, middle) = (x + width, top + BAR / 2.0);
        let _ = write!(
            frame.body,
            "<path d=\"M{edge:.1} {top:.1}l7 {half:.1}l-7 {half:.1}z\" class=\"{}\"/>",
            class(bar.kind),
            half = middle - top
        );
    }
}

/// The true length is known, its place is not: filled where it must be, hatched where it can be.
fn unknown_origin(frame: &mut Frame<'_>, bar: &Bar, slack: Micros, top: f64) {
    let end = bar.end.unwrap_or(bar.start);
    let (from, to) = (frame.x(bar.start), frame.x(end.plus(slack)));
    let (sure_from, sure_to) = (bar.start.plus(slack), end);
    let pattern = format!("{}-hatch-{}", frame.id, bar.kind);
    let _ = write!(
        frame.definitions,
        "<pattern id=\"{pattern}\" width=\"6\" height=\"6\" patternUnits=\"userSpaceOnUse\" \
         patternTransform=\"rotate(45)\"><path d=\"M0 0V6\" class=\"sf-{}-line\" stroke-width=\"4\"/></pattern>",
        bar.kind
    );
    let line = format!("sf-{}-line", bar.kind);
    frame.rect((from, top), ((to - from).max(NARROWEST), BAR), &line, format_args!(" fill=\"url(#{pattern})\""));
    if sure_from < sure_to {
        let (a, b) = (frame.x(sure_from), frame.x(sure_to));
        frame.rect((a, top), (b - a, BAR), &format!("sf-{}", bar.kind), "");
    }
}

fn lies_in(stall: &Stall, bar: &Bar, end: Micros) -> bool {
    let generation = matches!(bar.kind, BarKind::Generating | BarKind::Reasoning | BarKind::Tool | BarKind::Hidden);
    generation && stall.start >= bar.start && stall.start < end
}

/// A silence: outlined over the bar, with the page showing through and its length in words.
fn silence(frame: &mut Frame<'_>, stall: &Stall, top: f64) {
    let (from, to) = (frame.x(stall.start), frame.x(stall.start.plus(stall.length)));
    frame.rect((from, top - 1.0), (to - from, BAR + 2.0), "sf-paper sf-bad-line", " stroke-dasharray=\"3 2\"");
    let words = [format!("stall {}", duration(stall.length)), duration(stall.length)];
    if let Some(words) = words.iter().find(|words| text_width(words) + 6.0 < to - from) {
        frame.text(f64::midpoint(from, to), top + 12.0, Anchor::Middle, "sf-bad sf-small", words);
    }
}

/// The duration: inside its bar when it fits and nothing else stands there, else right of it, else
/// left of it.
fn length_label(frame: &mut Frame<'_>, bar: &Bar, (x, middle): (f64, f64), width: f64, end: Micros, clear: bool) {
    let length = duration(end.since(bar.start).unwrap_or_default());
    let words = match (bar.slack, bar.end) {
        (Some(slack), _) => format!("{length}, start unknown within {}", duration(slack)),
        (None, None) => format!("{length} so far"),
        (None, Some(_)) => length,
    };
    let mark = if bar.widest { " ◀ widest" } else { "" };
    let whole = format!("{words}{mark}");
    let y = middle + 4.0;
    let inside = clear && bar.slack.is_none();
    if inside && text_width(&words) + 12.0 < width {
        frame.text(x + width - 6.0, y, Anchor::End, &format!("sf-{}-ink", bar.kind), &words);
        if bar.widest {
            beside(frame, (x, y), width, "◀ widest");
        }
    } else {
        beside(frame, (x, y), width, &whole);
    }
}

fn beside(frame: &mut Frame<'_>, (x, y): (f64, f64), width: f64, words: &str) {
    let after = x + width + 8.0;
    if after + text_width(words) < frame.width {
        frame.text(after, y, Anchor::Start, "sf-ink sf-halo", words);
    } else if x - 8.0 - text_width(words) > frame.left {
        frame.text(x - 8.0, y, Anchor::End, "sf-ink sf-halo", words);
    } else {
        // Neither side has room: over the bar's end.
        frame.text(frame.width - 4.0, y, Anchor::End, "sf-ink sf-halo", words);
    }
}
