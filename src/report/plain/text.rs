use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

/// Replaces what a report draws with by its ASCII form; anything else that is not ASCII becomes `?`.
pub fn ascii(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            _ if c.is_ascii() => out.push(c),
            '\u{2009}' => out.push(' '),
            '·' => out.push('|'),
            '—' | '–' | '−' => out.push('-'),
            '≈' => out.push('~'),
            '≥' => out.push_str(">="),
            '→' => out.push_str("->"),
            '◀' => out.push('<'),
            '▶' => out.push('>'),
            '…' => out.push_str("..."),
            '÷' => out.push('/'),
            _ => out.push('?'),
        }
    }
    out
}

/// A blank at which no line is broken, such as the one between a number and its unit.
pub const GLUE: char = '\u{a0}';

/// Text after a prefix, broken at blanks so that no line is wider than `width`; lines after the
/// first are indented as far as the prefix reaches.
pub fn wrap(prefix: &str, text: &str, width: usize) -> Vec<String> {
    let indent = " ".repeat(prefix.width());
    let mut lines = vec![prefix.to_owned()];
    let mut empty = true;
    for word in text.split(' ') {
        let reach = lines.last().map_or(0, |line| line.width()) + 1 + word.width();
        if !empty && reach > width {
            lines.push(indent.clone());
            empty = true;
        }
        if let Some(line) = lines.last_mut() {
            if !empty {
                line.push(' ');
            }
            line.push_str(word);
            empty = false;
        }
    }
    lines.iter().map(|line| line.replace(GLUE, " ")).collect()
}

/// Parts joined by a middle dot, broken between parts only.
pub fn join_parts(parts: &[String], width: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for part in parts {
        match lines.last_mut() {
            Some(line) if line.width() + 3 + part.width() <= width => {
                line.push_str(" · ");
                line.push_str(part);
            }
            _ => lines.push(part.clone()),
        }
    }
    lines
}

/// The start of a text that fits into `width` columns, with an ellipsis where something is left out.
pub fn cut(text: &str, width: usize) -> String {
    if text.width() <= width {
        return text.to_owned();
    }
    let mut out = String::new();
    for c in text.chars() {
        if out.width() + c.width().unwrap_or(0) + 1 > width {
            break;
        }
        out.push(c);
    }
    out.push('…');
    out
}

/// Padded on the right to `width` columns.
pub fn left(text: &str, width: usize) -> String {
    format!("{text}{}", " ".repeat(width.saturating_sub(text.width())))
}

/// Padded on the left to `width` columns.
pub fn right(text: &str, width: usize) -> String {
    format!("{}{text}", " ".repeat(width.saturating_sub(text.width())))
}
