//! Text made fit for a place inside XML or HTML.

use std::borrow::Cow;

use crate::wire::sanitize_line;

/// Text as it may stand in an element or in a quoted attribute: harmless characters only, one line,
/// markup escaped.
pub(super) fn escape(text: &str) -> Cow<'_, str> {
    let text = sanitize_line(text);
    if !text.contains(['&', '<', '>', '"', '\'', '\u{fffe}', '\u{ffff}']) {
        return text;
    }
    let mut out = String::with_capacity(text.len() + 16);
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\'' => out.push_str("&#39;"),
            // No characters, and not allowed in XML.
            '\u{fffe}' => out.push_str("⟨U+FFFE⟩"),
            '\u{ffff}' => out.push_str("⟨U+FFFF⟩"),
            c => out.push(c),
        }
    }
    Cow::Owned(out)
}

#[cfg(test)]
mod tests {
    use super::escape;

    #[test]
    fn no_markup_and_no_control_passes() {
        assert_eq!(
            escape("<script>\"x\" & 'y'</script>"),
            "&lt;script&gt;&quot;x&quot; &amp; &#39;y&#39;&lt;/script&gt;"
        );
        assert_eq!(escape("a\u{1b}[31m\u{0}\u{fffe}"), "a␛[31m␀⟨U+FFFE⟩");
        assert_eq!(escape("t4 → t5"), "t4 → t5");
    }
}
