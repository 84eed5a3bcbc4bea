//! Frames of the screen as one moving picture: an SVG that needs no script. Blocks and lines are
//! drawn and not written, so that they join whatever font there is.

use std::{collections::HashMap, fmt::Write};

use ratatui::{
    buffer::{Buffer, Cell},
    style::{Color, Modifier},
};

/// The size of a cell in the picture's own units, and of its letters so that one is a cell wide.
const CELL: (usize, usize) = (10, 20);
const FONT: f32 = 16.6;
/// The edges of a row, from the line that letters stand on.
const TOP: isize = -15;
const BOTTOM: usize = 5;
/// Around the screen.
const MARGIN: usize = 16;
/// The background and the plain text.
const GROUND: &str = "#14171b";
const INK: &str = "#d4d9df";

/// A frame, and for how many milliseconds it is shown.
pub type Shot = (Buffer, u64);

/// The picture.
pub fn svg(shots: &[Shot], about: &str) -> String {
    let area = shots[0].0.area;
    let (columns, rows) = (usize::from(area.width), usize::from(area.height));
    let (width, height) = (columns * CELL.0, rows * CELL.1);
    let mut known = Known::default();
    let mut strip = String::new();
    for (i, (buffer, _)) in shots.iter().enumerate() {
        let _ = write!(strip, "<g transform=\"translate({} 0)\">", i * width);
        for y in 0..area.height {
            let row: Vec<&Cell> = (0..area.width).filter_map(|x| buffer.cell((x, y))).collect();
            let drawn = known.row(&row);
            if let Some(id) = drawn {
                let _ = write!(strip, "<use href=\"#r{id}\" y=\"{}\"/>", usize::from(y) * CELL.1 + 15);
            }
        }
        strip.push_str("</g>\n");
    }
    let last = (shots.len() - 1) * width;
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {full} {tall}\" width=\"{shown}\" role=\"img\" \
         xml:space=\"preserve\">\n<title>{about}</title>\n<style>\n\
         text{{font:{FONT}px ui-monospace,SFMono-Regular,Menlo,Consolas,'DejaVu Sans Mono',monospace;fill:{INK}}}\n\
         .b{{font-weight:700}}path{{stroke-width:1.4;shape-rendering:crispEdges}}\n{colours}\
         .f{{transform:translateX(-{last}px);animation:f {total}s step-end infinite}}\n\
         @media(prefers-reduced-motion:reduce){{.f{{animation:none}}}}\n@keyframes f{{{keys}}}\n</style>\n\
         <rect width=\"{full}\" height=\"{tall}\" rx=\"10\" fill=\"{GROUND}\"/>\n<defs>\n{defs}</defs>\n\
         <svg x=\"{MARGIN}\" y=\"{MARGIN}\" width=\"{width}\" height=\"{height}\"><g class=\"f\">\n{strip}</g></svg>\n</svg>\n",
        full = width + 2 * MARGIN,
        tall = height + 2 * MARGIN,
        shown = (width + 2 * MARGIN) * 84 / 100,
        colours = known.colours(),
        total = seconds(shots.iter().map(|(_, ms)| ms).sum()),
        keys = keys(shots, width),
        defs = known.defs,
    )
}

fn seconds(ms: u64) -> f64 {
    ms as f64 / 1_000.0
}

/// When each frame comes, in percent of the whole.
fn keys(shots: &[Shot], width: usize) -> String {
    let total: u64 = shots.iter().map(|(_, ms)| ms).sum();
    let mut at = 0;
    let mut keys = String::new();
    for (i, (_, ms)) in shots.iter().enumerate() {
        let percent = at as f64 * 100.0 / total as f64;
        let _ = write!(keys, "{percent:.2}%{{transform:translateX(-{}px)}}", i * width);
        at += ms;
    }
    keys
}

/// Rows and colours that have been seen.
#[derive(Default)]
struct Known {
    rows: HashMap<String, usize>,
    defs: String,
    palette: Vec<u32>,
}

impl Known {
    /// Where a row is kept; `None` when it is blank.
    fn row(&mut self, cells: &[&Cell]) -> Option<usize> {
        let drawn = self.draw(cells);
        if drawn.is_empty() {
            return None;
        }
        if let Some(id) = self.rows.get(&drawn) {
            return Some(*id);
        }
        let id = self.rows.len();
        let _ = writeln!(self.defs, "<g id=\"r{id}\">{drawn}</g>");
        self.rows.insert(drawn, id);
        Some(id)
    }

    /// The class of a colour; 0 is plain text.
    fn class(&mut self, color: Color) -> usize {
        let Color::Rgb(r, g, b) = color else { return 0 };
        let rgb = u32::from_be_bytes([0, r, g, b]);
        let at = self.palette.iter().position(|known| *known == rgb).unwrap_or_else(|| {
            self.palette.push(rgb);
            self.palette.len() - 1
        });
        at + 1
    }

    fn colours(&self) -> String {
        let mut css = format!(".c0{{fill:{INK}}}.l0{{fill:none;stroke:{INK}}}.n{{fill:{GROUND}}}\n");
        for (i, rgb) in self.palette.iter().enumerate() {
            let _ = writeln!(css, ".c{0}{{fill:#{rgb:06x}}}.l{0}{{fill:none;stroke:#{rgb:06x}}}", i + 1);
        }
        css
    }

    fn draw(&mut self, cells: &[&Cell]) -> String {
        let mut out = String::new();
        let mut x = 0;
        while x < cells.len() {
            let cell = cells[x];
            let alike = |other: &&Cell| other.fg == cell.fg && other.modifier == cell.modifier;
            let run = cells[x..].iter().take_while(|other| alike(other)).count();
            let part = &cells[x..x + run];
            let class = self.class(cell.fg);
            if cell.modifier.contains(Modifier::REVERSED) {
                let _ = write!(out, "<path class=\"c{class}\" d=\"{}\"/>", block(x, run, 8));
                words(&mut out, part, x, "n");
            } else {
                shapes(&mut out, part, x, class);
                let bold = if cell.modifier.contains(Modifier::BOLD) { " b" } else { "" };
                words(&mut out, part, x, &format!("c{class}{bold}"));
            }
            x += run;
        }
        out
    }
}

/// A block of some columns, filled to some eighths from the bottom, as a part of a path.
fn block(x: usize, columns: usize, eighths: usize) -> String {
    let width = columns * CELL.0;
    let tall = CELL.1 * eighths / 8;
    format!("M{} {BOTTOM}v-{tall}h{width}v{tall}z", x * CELL.0)
}

/// What the cells show that is no text.
fn shapes(out: &mut String, cells: &[&Cell], start: usize, class: usize) {
    let [mut lines, mut full, mut half, mut light] = [const { String::new() }; 4];
    let mut x = 0;
    while x < cells.len() {
        let symbol = cells[x].symbol();
        let run = cells[x..].iter().take_while(|cell| cell.symbol() == symbol).count();
        let from = start + x;
        match symbol {
            "█" => full.push_str(&block(from, run, 8)),
            "▒" => half.push_str(&block(from, run, 8)),
            "░" => light.push_str(&block(from, run, 8)),
            "─" => _ = write!(lines, "M{} -5h{}", from * CELL.0, run * CELL.0),
            _ => (from..from + run).for_each(|x| single(&mut full, &mut lines, symbol, x)),
        }
        x += run;
    }
    for (kind, path, more) in
        [('l', lines, ""), ('c', full, ""), ('c', half, " opacity=\".65\""), ('c', light, " opacity=\".4\"")]
    {
        if !path.is_empty() {
            let _ = write!(out, "<path class=\"{kind}{class}\" d=\"{path}\"{more}/>");
        }
    }
}

fn single(full: &mut String, lines: &mut String, symbol: &str, x: usize) {
    if let Some(eighths) = ["▁", "▂", "▃", "▄", "▅", "▆", "▇"].iter().position(|block| *block == symbol) {
        full.push_str(&block(x, 1, eighths + 1));
    } else if let Some(eighths) = ["▏", "▎", "▍", "▌", "▋", "▊", "▉"].iter().position(|block| *block == symbol)
    {
        let width = (eighths + 1) as f64 * CELL.0 as f64 / 8.0;
        let _ = write!(full, "M{} {TOP}h{width}v20h-{width}z", x * CELL.0);
    } else if let Some((_, path)) = STROKES.iter().find(|(glyph, _)| *glyph == symbol) {
        let _ = write!(lines, "M{} {TOP}{path}", x * CELL.0);
    }
}

/// Lines, from the top left corner of their cell.
const STROKES: [(&str, &str); 8] = [
    ("│", "m5 0v20"),
    ("┌", "m5 20v-10h5"),
    ("┐", "m0 10h5v10"),
    ("└", "m5 0v10h5"),
    ("┘", "m0 10h5v-10"),
    ("├", "m5 0v20m0-10h5"),
    ("┤", "m5 0v20m0-10h-5"),
    ("╵", "m5 0v10"),
];

/// Whether a symbol is drawn and not written.
fn is_drawn(symbol: &str) -> bool {
    "█░▒─▁▂▃▄▅▆▇▏▎▍▌▋▊▉".contains(symbol) || STROKES.iter().any(|(glyph, _)| *glyph == symbol)
}

/// The text of the cells, each piece as wide as its cells whatever the font.
fn words(out: &mut String, cells: &[&Cell], start: usize, class: &str) {
    let blank = |cell: &&Cell| cell.symbol() == " " || is_drawn(cell.symbol());
    let mut x = 0;
    while x < cells.len() {
        if blank(&cells[x]) {
            x += 1;
            continue;
        }
        // Words that are one blank apart stay together.
        let mut end = x + 1;
        while end < cells.len() && (!blank(&cells[end]) || end + 1 < cells.len() && one_apart(cells, end, &blank)) {
            end += 1;
        }
        let text: String = cells[x..end].iter().map(|cell| cell.symbol()).collect();
        let text = text.replace('&', "&amp;").replace('<', "&lt;");
        let class = if class == "c0" { String::new() } else { format!(" class=\"{class}\"") };
        // One letter is as wide as it is.
        let length = if end - x > 1 { format!(" textLength=\"{}\"", (end - x) * CELL.0) } else { String::new() };
        let _ = write!(out, "<text x=\"{}\"{length}{class}>{text}</text>", (start + x) * CELL.0);
        x = end;
    }
}

fn one_apart(cells: &[&Cell], at: usize, blank: &dyn Fn(&&Cell) -> bool) -> bool {
    cells[at].symbol() == " " && !blank(&cells[at + 1])
}
