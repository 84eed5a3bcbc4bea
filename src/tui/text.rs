//! Our own words on lines.

use std::borrow::Cow;

use unicode_segmentation::UnicodeSegmentation;
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

/// The end of a text that is too long, whole clusters only, behind a mark for what was cut.
pub fn tail<'t>(text: &'t str, width: usize, mark: &str) -> Cow<'t, str> {
    if text.width() <= width {
        return Cow::Borrowed(text);
    }
    let mut used = mark.width();
    let mut start = text.len();
    for (at, cluster) in text.grapheme_indices(true).rev() {
        used += cluster.width();
        if used > width {
            break;
        }
        start = at;
    }
    Cow::Owned(format!("{mark}{}", &text[start..]))
}

#[cfg(test)]
mod tests {
    use super::{tail, wrap};

    #[test]
    fn lines_break_between_words() {
        assert_eq!(wrap("one two three", 7, "  "), ["one two", "  three"]);
        assert_eq!(wrap("one", 2, ""), ["one"]);
        assert_eq!(wrap("a bb ccc dddd", 6, ""), ["a bb", "ccc", "dddd"]);
        assert_eq!(wrap("", 6, ""), [""]);
    }

    #[test]
    fn the_end_of_a_name_is_kept_in_whole_clusters() {
        assert_eq!(tail("text.delta", 10, "…"), "text.delta");
        assert_eq!(tail("output_text.delta", 8, "…"), "…t.delta");
        assert_eq!(tail("output_text.delta", 8, ".."), "...delta");
        assert_eq!(tail("a你好", 4, "…"), "…好");
        assert_eq!(tail("abc", 0, "…"), "…");
    }
}
