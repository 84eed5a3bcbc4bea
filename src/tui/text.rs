//! Our own words on lines.

use unicode_width::UnicodeWidthStr;

/// Words on lines of a width, all but the first indented. A word longer than a line has one to itself.
pub fn wrap(text: &str, width: usize, indent: &str) -> Vec<String> {
    let mut lines = vec![String::new()];
    let mut used = 0;
    for word in text.split(' ') {
        let length = word.width();
        if used > 0 && used + 1 + length > width {
            lines.push(indent.to_owned());
            used = indent.width();
        } else if used > 0 {
            used += 1;
        }
        let Some(line) = lines.last_mut() else { break };
        if used > line.width() {
            line.push(' ');
        }
        line.push_str(word);
        used += length;
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::wrap;

    #[test]
    fn lines_break_between_words() {
        assert_eq!(wrap("one two three", 7, "  "), ["one two", "  three"]);
        assert_eq!(wrap("one", 2, ""), ["one"]);
        assert_eq!(wrap("a bb ccc dddd", 6, ""), ["a bb", "ccc", "dddd"]);
        assert_eq!(wrap("", 6, ""), [""]);
    }
}
