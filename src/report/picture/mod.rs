//! The waterfall as SVG: alone for a ticket, or inside the HTML page.
//!
//! It draws what [`bars`](super::bars) says on the scale of [`Axis`](super::Axis), so it shows what
//! the screen shows. No script, nothing from outside, no content; text scales with the picture.

mod frame;
mod marks;
mod rows;
mod strips;

use std::fmt::Write;

use self::frame::Frame;
use super::{bars, duration, heading, palette::picture_css, xml::escape};
use crate::{
    timeline::gaps,
    trace::{Recording, Stall, Thresholds, Trace, diagnose},
};

/// How wide a picture is drawn; its text has the same size in both.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Width {
    /// For a page, paper or a ticket.
    Wide,
    /// For a telephone.
    Narrow,
}

/// The waterfall of a recording as an SVG file, with a title line of its own.
pub fn svg(recording: &Recording, thresholds: &Thresholds) -> String {
    let mut out = String::from("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
    out.push_str(&draw(recording, thresholds, Width::Wide, "sf", Some(&heading(recording))));
    out
}

/// The waterfall to be set into a page that has [`picture_css`] itself. `id` keeps the names inside
/// it apart from those of another picture on the page.
pub(super) fn inline(recording: &Recording, thresholds: &Thresholds, width: Width, id: &str) -> String {
    draw(recording, thresholds, width, id, None)
}

fn draw(recording: &Recording, thresholds: &Thresholds, width: Width, id: &str, title: Option<&str>) -> String {
    let trace = recording.latest();
    let mut frame = Frame::new(trace, width, id);
    if let Some(title) = title {
        frame.title(title);
    }
    let bars = bars(trace);
    let stalls = diagnose(trace, thresholds, None).stalls;
    if let Some(why) = nothing(trace) {
        frame.sentence(&why);
    } else {
        frame.right -= rows::margin(&frame, trace, &bars, &stalls);
        marks::milestones(&mut frame, trace);
        rows::bars(&mut frame, trace, &bars, &stalls);
    }
    strips::arrivals(&mut frame, recording);
    if !bars.is_empty() {
        marks::axis(&mut frame);
    }
    finish(frame, &describe(trace, &bars, &stalls), title.is_some())
}

/// Why there is nothing to draw; `None` when there is something.
pub(super) fn nothing(trace: &Trace) -> Option<String> {
    if !bars(trace).is_empty() {
        return None;
    }
    Some(match trace.counts.events {
        0 => "Nothing has happened yet: no milestone is known.".to_owned(),
        events if trace.untimed => {
            format!("{events} events, and the source has no times for them: there is no waterfall to draw.")
        }
        events => format!("{events} events and no duration to draw."),
    })
}

/// The picture in one sentence, for those who do not see it.
fn describe(trace: &Trace, bars: &[super::Bar], stalls: &[Stall]) -> String {
    if let Some(why) = nothing(trace) {
        return why;
    }
    let mut text = String::from("Time runs from left to right.");
    for bar in bars {
        let length = duration(bar.length(trace.now()));
        match bar.slack {
            Some(slack) => {
                let _ = write!(
                    text,
                    " {}: {length}, starting somewhere within {} after {}.",
                    bar.label,
                    duration(slack),
                    duration(bar.start)
                );
            }
            None => {
                let _ = write!(text, " {}: {length} from {}.", bar.label, duration(bar.start));
            }
        }
    }
    if let Some(gap) = gaps(&trace.milestones).into_iter().find(|gap| gap.widest) {
        let _ = write!(text, " Widest gap: {} to {}, {}.", gap.from, gap.to, duration(gap.length));
    }
    for stall in stalls {
        let _ = write!(text, " Stall of {} at {}.", duration(stall.length), duration(stall.start));
    }
    text
}

/// How to read the picture: only what is in it.
pub(super) fn legend(trace: &Trace, thresholds: &Thresholds) -> String {
    let bars = bars(trace);
    let mut words = vec!["Time runs from left to right, once, from t0."];
    if bars.iter().any(|bar| bar.slack.is_some()) {
        words.push("Hatched: the length is known, its place is not.");
    }
    if !diagnose(trace, thresholds, None).stalls.is_empty() {
        words.push("Dashed red: a stall.");
    }
    if trace.counts.events + trace.counts.comments > 0 && !trace.untimed {
        words.push("Below the bars: when events came, by tag.");
    }
    words.join(" ")
}

fn finish(frame: Frame<'_>, description: &str, alone: bool) -> String {
    let Frame { width, y: height, id, body, definitions, .. } = frame;
    let (style, size) = if alone {
        (
            format!("<style>{}{}</style>", fonts(), picture_css()),
            format!(" width=\"{width:.0}\" height=\"{height:.0}\""),
        )
    } else {
        (String::new(), String::new())
    };
    let paper = if alone { "<rect class=\"sf-paper\" width=\"100%\" height=\"100%\"/>" } else { "" };
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"sf\"{size} viewBox=\"0 0 {width:.0} {height:.0}\" role=\"img\" \
         aria-labelledby=\"{id}-title {id}-desc\"><title id=\"{id}-title\">Waterfall of one streaming request</title>\
         <desc id=\"{id}-desc\">{}</desc>{style}<defs>{definitions}</defs>{paper}{body}</svg>\n",
        escape(description)
    )
}

/// The type of the picture's text.
pub(super) fn fonts() -> &'static str {
    ".sf text{font:12px ui-sans-serif,system-ui,'Segoe UI',Roboto,'Helvetica Neue',Arial,sans-serif;\
     font-variant-numeric:tabular-nums}.sf .sf-small{font-size:11px}.sf .sf-strong{font-weight:600}\
     .sf .sf-grid{stroke-width:1}.sf .sf-moment{stroke-width:1;stroke-dasharray:2 3}"
}
