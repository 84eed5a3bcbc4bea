use std::fmt::{Display, Write};

use super::{Width, escape};
use crate::{
    report::{Axis, bars},
    timeline::Micros,
    trace::Trace,
};

/// Where text stands relative to its point.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Anchor {
    Start,
    Middle,
    End,
}

/// The picture while it is drawn, from top to bottom.
pub(super) struct Frame<'a> {
    /// The whole width.
    pub width: f64,
    /// Where the time axis starts, and where it ends.
    pub left: f64,
    pub right: f64,
    /// How far down the drawing is.
    pub y: f64,
    /// Prefix of every id.
    pub id: &'a str,
    /// The time scale.
    pub axis: Axis,
    pub body: String,
    pub definitions: String,
    /// Where lines through the whole plot start.
    pub top: f64,
}

/// About how wide text is, in pixels: a little too much rather than too little, for the reader's
/// fonts are not known here.
pub(super) fn text_width(text: &str) -> f64 {
    text.chars().map(|c| if c == '\u{2009}' { 3.0 } else { 6.9 }).sum()
}

impl<'a> Frame<'a> {
    pub fn new(trace: &Trace, width: Width, id: &'a str) -> Self {
        let width = match width {
            Width::Wide => 960.0,
            Width::Narrow => 400.0,
        };
        // Room for the longest word at the left; no strip has a longer one than `heartbeat`.
        let longest = bars(trace).iter().map(|bar| text_width(&bar.label)).fold(text_width("heartbeat"), f64::max);
        let left = longest + 16.0;
        let axis = Axis::new(Micros::ZERO, end(trace));
        Self {
            width,
            left,
            right: width - 20.0,
            y: 8.0,
            id,
            axis,
            body: String::new(),
            definitions: String::new(),
            top: 0.0,
        }
    }

    /// Where a moment lies; moments outside the axis at its edge.
    pub fn x(&self, at: Micros) -> f64 {
        self.left + self.axis.position(at).clamp(0.0, 1.0) * (self.right - self.left)
    }

    pub fn title(&mut self, title: &str) {
        self.y += 18.0;
        self.text(16.0, self.y, Anchor::Start, "sf-ink sf-strong", title);
        self.y += 10.0;
    }

    /// A line of text instead of a picture.
    pub fn sentence(&mut self, text: &str) {
        self.y += 16.0;
        self.text(16.0, self.y, Anchor::Start, "sf-quiet", text);
        self.y += 12.0;
    }

    /// The word at the left of a row whose middle is at `y`.
    pub fn label(&mut self, y: f64, text: &str) {
        self.text(self.left - 10.0, y + 4.0, Anchor::End, "sf-ink", text);
    }

    pub fn text(&mut self, x: f64, y: f64, anchor: Anchor, class: &str, text: &str) {
        let anchor = match anchor {
            Anchor::Start => "",
            Anchor::Middle => " text-anchor=\"middle\"",
            Anchor::End => " text-anchor=\"end\"",
        };
        let _ = write!(self.body, "<text x=\"{x:.1}\" y=\"{y:.1}\"{anchor} class=\"{class}\">{}</text>", escape(text));
    }

    pub fn line(&mut self, (x1, y1): (f64, f64), (x2, y2): (f64, f64), class: &str) {
        let _ =
            write!(self.body, "<line x1=\"{x1:.1}\" y1=\"{y1:.1}\" x2=\"{x2:.1}\" y2=\"{y2:.1}\" class=\"{class}\"/>");
    }

    /// A rectangle; `rest` is further attributes.
    pub fn rect(&mut self, (x, y): (f64, f64), (width, height): (f64, f64), class: &str, rest: impl Display) {
        let _ = write!(
            self.body,
            "<rect x=\"{x:.1}\" y=\"{y:.1}\" width=\"{width:.1}\" height=\"{height:.1}\" class=\"{class}\"{rest}/>"
        );
    }
}

/// The end of everything that is drawn.
fn end(trace: &Trace) -> Micros {
    let bars = bars(trace);
    let ends = bars.iter().map(|bar| bar.end.unwrap_or(trace.now()).plus(bar.slack.unwrap_or_default()));
    ends.chain(trace.milestones.present().map(|(_, at)| at)).max().unwrap_or_default()
}
