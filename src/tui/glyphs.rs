//! The two sets of characters the screen is drawn with.

use std::borrow::Cow;

/// The characters for lines, bars and marks.
#[derive(Debug)]
pub struct Glyphs {
    /// Left, right, up, down corners: `┌ ┐ └ ┘`.
    pub corners: [&'static str; 4],
    /// Horizontal and vertical lines.
    pub lines: [&'static str; 2],
    /// Where a divider meets the left and the right side.
    pub tees: [&'static str; 2],
    /// Eight levels of height, from one eighth.
    pub heights: [&'static str; 8],
    /// Eight widths, from one eighth.
    pub widths: [&'static str; 8],
    /// A heartbeat; a milestone that is not yet reached.
    pub dot: &'static str,
    /// The edge of what runs.
    pub running: &'static str,
    /// The mark of the widest gap.
    pub widest: &'static str,
    /// Part of a bar whose place is not known.
    pub hatch: &'static str,
    /// The edges of a stall, and its inside.
    pub stall: [&'static str; 2],
    /// The cursor line.
    pub cursor: &'static str,
    /// A tick on the axis.
    pub tick: &'static str,
    /// A silence that is played shorter than it was.
    pub cut: &'static str,
    /// One character of content that is not there.
    pub hidden: &'static str,
    /// What stands for words that were cut.
    pub ellipsis: &'static str,
    ascii: bool,
}

/// The full set.
pub static UNICODE: Glyphs = Glyphs {
    corners: ["┌", "┐", "└", "┘"],
    lines: ["─", "│"],
    tees: ["├", "┤"],
    heights: ["▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"],
    widths: ["▏", "▎", "▍", "▌", "▋", "▊", "▉", "█"],
    dot: "·",
    running: "▶",
    widest: "◀",
    hatch: "╱",
    stall: ["┊", "┄"],
    cursor: "│",
    tick: "╵",
    cut: "»",
    hidden: "▪",
    ellipsis: "…",
    ascii: false,
};

/// The set for terminals and locales without Unicode.
pub static ASCII: Glyphs = Glyphs {
    corners: ["+", "+", "+", "+"],
    lines: ["-", "|"],
    tees: ["+", "+"],
    heights: [".", ":", "-", "=", "+", "*", "%", "#"],
    widths: ["#", "#", "#", "#", "#", "#", "#", "#"],
    dot: ".",
    running: ">",
    widest: "<",
    hatch: "/",
    stall: ["!", "."],
    cursor: "|",
    tick: "'",
    cut: ">",
    hidden: "x",
    ellipsis: "..",
    ascii: true,
};

/// What our own words use beyond ASCII, and what stands for it. A sign of the picture has the one that
/// the picture is drawn with, so that the help explains what is seen; but for the dot, which parts words.
const PLAIN: &[(char, &str)] = &[
    ('\u{2009}', " "),
    ('·', "-"),
    ('—', "-"),
    ('–', "-"),
    ('−', "-"),
    ('≈', "~"),
    ('≤', "<="),
    ('×', "x"),
    ('½', "1/2"),
    ('…', ".."),
    ('Δ', "d"),
    ('÷', "/"),
    ('←', "<-"),
    ('→', "->"),
    ('≥', ">="),
    ('↑', "Up"),
    ('↓', "Down"),
    ('─', "-"),
    ('◀', "<"),
    ('▶', ">"),
    ('╱', "/"),
    ('┊', "!"),
    ('┄', "."),
    ('│', "|"),
    ('»', ">"),
    ('▪', "x"),
    ('█', "#"),
    ('⟨', "<"),
    ('⟩', ">"),
    ('⇧', "Shift "),
];

impl Glyphs {
    /// Whether only ASCII may be drawn.
    pub const fn is_ascii(&self) -> bool {
        self.ascii
    }

    /// Text as this set can show it. What ASCII has no word for becomes `?`.
    pub fn say<'a>(&self, text: &'a str) -> Cow<'a, str> {
        if !self.ascii || text.is_ascii() {
            return Cow::Borrowed(text);
        }
        let mut out = String::with_capacity(text.len());
        for c in text.chars() {
            match PLAIN.iter().find(|(from, _)| *from == c) {
                Some((_, to)) => out.push_str(to),
                None if c.is_ascii() => out.push(c),
                None => out.push('?'),
            }
        }
        Cow::Owned(out)
    }
}

#[cfg(test)]
mod tests {
    use super::{ASCII, UNICODE};

    #[test]
    fn ascii_has_a_word_for_everything() {
        assert_eq!(ASCII.say("≈ 1\u{2009}234 tok/s · 4×"), "~ 1 234 tok/s - 4x");
        assert_eq!(ASCII.say("你好"), "??");
        assert_eq!(UNICODE.say("≈ 你"), "≈ 你");
        // Cut words and an estimate do not look alike.
        assert_eq!(ASCII.say("t4… ≈ 7"), "t4.. ~ 7");
    }

    #[test]
    fn a_sign_in_words_is_the_sign_of_the_picture() {
        let signs = |set: &'static super::Glyphs| {
            let [edge, inside] = set.stall;
            [set.running, set.widest, set.hatch, edge, inside, set.cursor, set.cut, set.hidden, set.ellipsis]
        };
        for (full, plain) in signs(&UNICODE).into_iter().zip(signs(&ASCII)) {
            assert_eq!(ASCII.say(full), plain, "{full}");
        }
    }
}
