//! The colours of the picture and the page, in one table; nothing else names a colour.

use std::fmt::Write;

use super::BarKind;

/// A colour on a light and on a dark page.
pub struct Pair {
    /// On light.
    pub light: &'static str,
    /// On dark.
    pub dark: &'static str,
}

const fn pair(light: &'static str, dark: &'static str) -> Pair {
    Pair { light, dark }
}

/// A colour that text or a line is drawn in, by its CSS class.
pub struct Tone {
    /// The class that paints with it.
    pub class: &'static str,
    /// The colour.
    pub colour: Pair,
}

/// The page behind everything.
pub static PAPER: Pair = pair("#ffffff", "#0d1117");
/// A card or a table head on it.
pub static PANEL: Pair = pair("#f6f8fa", "#151b23");
/// Thin borders and grid lines; decoration, never the only sign of anything.
pub static RULE: Pair = pair("#d1d9e0", "#3d444d");

/// The tones of text, each readable on paper and on a panel.
pub static TONES: &[Tone] = &[
    Tone { class: "ink", colour: pair("#1f2328", "#e6edf3") },
    Tone { class: "quiet", colour: pair("#59636e", "#9aa4af") },
    Tone { class: "good", colour: pair("#116329", "#56d364") },
    Tone { class: "warn", colour: pair("#8a4b00", "#f0b72f") },
    Tone { class: "bad", colour: pair("#b3202a", "#ff8f88") },
];

/// How a bar of one kind is painted: its fill and the text on it.
pub struct BarPaint {
    /// The kind.
    pub kind: BarKind,
    /// The bar.
    pub fill: Pair,
    /// Text on the bar.
    pub ink: Pair,
}

const WHITE_BLACK: Pair = pair("#ffffff", "#0d1117");

/// Every kind of bar (ux.md, "Visual language").
pub static BARS: &[BarPaint] = &[
    BarPaint { kind: BarKind::Local, fill: pair("#59636e", "#8b949e"), ink: WHITE_BLACK },
    BarPaint { kind: BarKind::Dns, fill: pair("#1e3a8a", "#6ca4f8"), ink: WHITE_BLACK },
    BarPaint { kind: BarKind::Connect, fill: pair("#1d4ed8", "#8ebcff"), ink: WHITE_BLACK },
    BarPaint { kind: BarKind::Tls, fill: pair("#3069d8", "#b0d2ff"), ink: WHITE_BLACK },
    BarPaint { kind: BarKind::Wait, fill: pair("#a34c00", "#eea53a"), ink: WHITE_BLACK },
    BarPaint { kind: BarKind::Metadata, fill: pair("#868f99", "#7d8590"), ink: pair("#0b0d10", "#0d1117") },
    BarPaint { kind: BarKind::Hidden, fill: pair("#c4b5fd", "#5b3fae"), ink: pair("#3b1a86", "#f1ebff") },
    BarPaint { kind: BarKind::Reasoning, fill: pair("#7440d6", "#ad92fb"), ink: WHITE_BLACK },
    BarPaint { kind: BarKind::Tool, fill: pair("#0b6e66", "#34cdbb"), ink: WHITE_BLACK },
    BarPaint { kind: BarKind::Generating, fill: pair("#1a7f37", "#4cc75f"), ink: WHITE_BLACK },
    BarPaint { kind: BarKind::Finishing, fill: pair("#59636e", "#8b949e"), ink: WHITE_BLACK },
];

/// The rules that paint the picture's classes: `sf-paper`, `sf-rule`, `sf-ink`, …, and `sf-wait`
/// (fill), `sf-wait-ink` (text on it), `sf-wait-line` (outline) for every kind. Dark only on a
/// screen that asks for it, so that paper stays white.
pub(super) fn picture_css() -> String {
    let mut css = painted(|pair| pair.light);
    let _ = write!(css, "@media screen and (prefers-color-scheme:dark){{{}}}", painted(|pair| pair.dark));
    css
}

fn painted(of: fn(&Pair) -> &'static str) -> String {
    let mut css = format!(
        ".sf-paper{{fill:{paper}}}.sf-halo{{stroke:{paper};stroke-width:4px;paint-order:stroke}}.sf-rule{{stroke:{}}}",
        of(&RULE),
        paper = of(&PAPER),
    );
    for tone in TONES {
        let (class, colour) = (tone.class, of(&tone.colour));
        let _ = write!(css, ".sf-{class}{{fill:{colour}}}.sf-{class}-line{{stroke:{colour}}}");
    }
    for bar in BARS {
        let (kind, fill, ink) = (bar.kind, of(&bar.fill), of(&bar.ink));
        let _ = write!(css, ".sf-{kind}{{fill:{fill}}}.sf-{kind}-ink{{fill:{ink}}}.sf-{kind}-line{{stroke:{fill}}}");
    }
    css
}

/// The colours of the page as custom properties: `--paper`, `--panel`, `--rule` and the tones.
pub(super) fn page_variables() -> String {
    let variables = |of: fn(&Pair) -> &'static str| {
        let mut css = format!("--paper:{};--panel:{};--rule:{};", of(&PAPER), of(&PANEL), of(&RULE));
        for tone in TONES {
            let _ = write!(css, "--{}:{};", tone.class, of(&tone.colour));
        }
        css
    };
    format!(
        ":root{{color-scheme:light dark;{}}}@media screen and (prefers-color-scheme:dark){{:root{{{}}}}}",
        variables(|pair| pair.light),
        variables(|pair| pair.dark)
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Relative luminance by WCAG 2.2.
    fn luminance(colour: &str) -> f64 {
        let channel = |at: usize| {
            let value = f64::from(u8::from_str_radix(&colour[at..at + 2], 16).unwrap()) / 255.0;
            if value <= 0.04045 { value / 12.92 } else { ((value + 0.055) / 1.055).powf(2.4) }
        };
        0.2126 * channel(1) + 0.7152 * channel(3) + 0.0722 * channel(5)
    }

    /// Contrast ratio by WCAG 2.2.
    fn contrast(a: &str, b: &str) -> f64 {
        let (a, b) = (luminance(a), luminance(b));
        (a.max(b) + 0.05) / (a.min(b) + 0.05)
    }

    fn both(a: &Pair, b: &Pair) -> f64 {
        contrast(a.light, b.light).min(contrast(a.dark, b.dark))
    }

    #[test]
    fn the_formula_is_that_of_the_standard() {
        assert!((contrast("#000000", "#ffffff") - 21.0).abs() < 1e-9);
        // The grey that WCAG's own examples give as just enough.
        assert!((contrast("#767676", "#ffffff") - 4.54).abs() < 0.01);
    }

    #[test]
    fn text_is_readable_on_whatever_it_stands_on() {
        for tone in TONES {
            for behind in [&PAPER, &PANEL] {
                let ratio = both(&tone.colour, behind);
                assert!(ratio >= 4.5, "{}: {ratio:.2}", tone.class);
            }
        }
        for bar in BARS {
            let ratio = both(&bar.ink, &bar.fill);
            assert!(ratio >= 4.5, "text on {}: {ratio:.2}", bar.kind);
        }
    }

    #[test]
    fn bars_stand_out_from_the_page() {
        // The hidden phase is pale by design and has an outline of its own.
        for bar in BARS.iter().filter(|bar| bar.kind != BarKind::Hidden) {
            let ratio = both(&bar.fill, &PAPER);
            assert!(ratio >= 3.0, "{}: {ratio:.2}", bar.kind);
        }
    }

    #[test]
    fn every_kind_is_painted_once() {
        let painted: Vec<_> = BARS.iter().map(|bar| bar.kind).collect();
        assert_eq!(painted, BarKind::ALL);
    }
}
