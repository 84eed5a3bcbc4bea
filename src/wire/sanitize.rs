use std::{borrow::Cow, fmt::Write};

/// Makes text from the network harmless for a terminal, keeping line feeds.
///
/// Controls become their visible pictures (`␛` for ESC), C1 bytes, bidi controls, line and
/// paragraph separators and other invisible formatters become `⟨U+XXXX⟩`. Joiners and variation
/// selectors stay, for emoji and scripts need them; a tab becomes one blank.
pub fn sanitize(text: &str) -> Cow<'_, str> {
    replace(text, |c| c == '\n')
}

/// The same for one line: a line feed becomes `␊`.
pub fn sanitize_line(text: &str) -> Cow<'_, str> {
    replace(text, |_| false)
}

fn replace(text: &str, keep: impl Fn(char) -> bool) -> Cow<'_, str> {
    let harmless = |c: char| keep(c) || !is_harmful(c);
    if text.chars().all(harmless) {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len() + 8);
    for c in text.chars() {
        match c {
            _ if harmless(c) => out.push(c),
            '\t' => out.push(' '),
            '\u{7f}' => out.push('␡'),
            c if u32::from(c) < 0x20 => out.extend(char::from_u32(0x2400 + u32::from(c))),
            c => {
                let _ = write!(out, "⟨U+{:04X}⟩", u32::from(c));
            }
        }
    }
    Cow::Owned(out)
}

/// Controls, and the format characters that change how other text is read or shown.
fn is_harmful(c: char) -> bool {
    c.is_control()
        || matches!(c,
            '\u{61c}' | '\u{200b}' | '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}'
            | '\u{2060}'..='\u{206f}' | '\u{feff}' | '\u{fff9}'..='\u{fffb}' | '\u{e0001}')
}

#[cfg(test)]
mod tests {
    use super::{sanitize, sanitize_line};

    #[test]
    fn nothing_that_acts_on_a_terminal_passes() {
        assert_eq!(sanitize("a\u{1b}]52;c;x\u{7}b\u{9b}2J\r\u{202e}z\u{7f}"), "a␛]52;c;x␇b⟨U+009B⟩2J␍⟨U+202E⟩z␡");
        assert_eq!(sanitize("two\nlines\tapart"), "two\nlines apart");
        assert_eq!(sanitize_line("two\nlines\u{2028}"), "two␊lines⟨U+2028⟩");
    }

    #[test]
    fn emoji_with_joiners_and_ordinary_text_are_untouched() {
        let family = "héllo 👨‍👩‍👧 你好";
        assert!(matches!(sanitize(family), std::borrow::Cow::Borrowed(text) if text == family));
    }
}
