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
    let top = middle - BAR / 2.0;
    let drawn = Drawn::of(frame, trace, bar, stalls);
    let _ = write!(frame.body, "<g>");
    match bar.slack {
        Some(slack) => unknown_origin(frame, bar, slack, top),
        None => known(frame, bar, (drawn.x, top), drawn.width),
    }
    for stall in stalls.iter().filter(|stall| lies_in(stall, bar, drawn.end)) {
        silence(frame, stall, top);
    }
    for Spot { x, anchor, class, text } in drawn.spots(frame).into_iter().flatten() {
        frame.text(x, middle + 4.0, anchor, &class, &text);
    }
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

/// A text at its place.
struct Spot {
    x: f64,
    anchor: Anchor,
    class: String,
    text: String,
}

/// A bar as it is drawn, for what is said of it.
struct Drawn<'a> {
    bar: &'a Bar,
    end: Micros,
    /// Its left edge and its width.
    x: f64,
    width: f64,
    /// Whether nothing else stands in it.
    clear: bool,
}

impl<'a> Drawn<'a> {
    fn of(frame: &Frame<'_>, trace: &Trace, bar: &'a Bar, stalls: &[Stall]) -> Self {
        let end = bar.end.unwrap_or(trace.now());
        let x = frame.x(bar.start);
        let width = (frame.x(end.plus(bar.slack.unwrap_or_default())) - x).max(NARROWEST);
        let clear = bar.slack.is_none() && !stalls.iter().any(|stall| lies_in(stall, bar, end));
        Self { bar, end, x, width, clear }
    }

    /// The duration, at length and as short as it may be.
    fn lengths(&self) -> [String; 2] {
        let length = duration(self.end.since(self.bar.start).unwrap_or_default());
        let long = match (self.bar.slack, self.bar.end) {
            (Some(slack), _) => format!("{length}, start unknown within {}", duration(slack)),
            (None, None) => format!("{length} so far"),
            (None, Some(_)) => length.clone(),
        };
        [long, length]
    }

    /// What is said of the bar at its right.
    fn whole(&self, length: &str) -> String {
        if self.bar.widest { format!("{length} ◀ widest") } else { length.to_owned() }
    }

    /// Where everything stands that is said of the bar: the duration inside where it fits and nothing
    /// else stands there, else right of it, else left of it; `None` where there is no room.
    fn spots(&self, frame: &Frame<'_>) -> Option<Vec<Spot>> {
        self.lengths().iter().find_map(|length| self.spots_of(frame, length))
    }

    fn spots_of(&self, frame: &Frame<'_>, length: &str) -> Option<Vec<Spot>> {
        let whole = self.whole(length);
        let inside = |text: &str| {
            let class = format!("sf-{}-ink", self.bar.kind);
            let spot = Spot { x: self.x + self.width - 6.0, anchor: Anchor::End, class, text: text.to_owned() };
            (self.clear && text_width(text) + 12.0 < self.width).then_some(spot)
        };
        match (inside(length), self.bar.widest) {
            (Some(length), false) => return Some(vec![length]),
            (Some(length), true) => {
                if let Some(mark) = self.beside(frame, "◀ widest", "widest ▶") {
                    return Some(vec![length, mark]);
                }
            }
            (None, _) => {}
        }
        let before = if self.bar.widest { format!("widest ▶ {length}") } else { length.to_owned() };
        inside(&whole).or_else(|| self.beside(frame, &whole, &before)).map(|spot| vec![spot])
    }

    /// Text right of the bar, or in other words left of it.
    fn beside(&self, frame: &Frame<'_>, after: &str, before: &str) -> Option<Spot> {
        let right = self.x + self.width + APART;
        let left = self.x - APART;
        let (x, anchor, text) = if right + text_width(after) < frame.width {
            (right, Anchor::Start, after)
        } else if left - text_width(before) > frame.left {
            (left, Anchor::End, before)
        } else {
            return None;
        };
        Some(Spot { x, anchor, class: "sf-ink sf-halo".to_owned(), text: text.to_owned() })
    }
}

/// Between a bar and the text beside it.
const APART: f64 = 8.0;

/// How far the scale has to end before its place, so that there is room beside every bar. Never
/// more than two thirds of it.
pub(super) fn margin(frame: &Frame<'_>, trace: &Trace, bars: &[Bar], stalls: &[Stall]) -> f64 {
    let beyond = frame.width - frame.right - APART - 1.0;
    let needed = |bar| {
        let drawn = Drawn::of(frame, trace, bar, stalls);
        let [_, short] = drawn.lengths();
        drawn.spots(frame).is_none().then(|| text_width(&drawn.whole(&short)) - beyond)
    };
    let most = (frame.right - frame.left) * 2.0 / 3.0;
    bars.iter().filter_map(needed).filter(|pixels| *pixels < most).fold(0.0, f64::max)
}
