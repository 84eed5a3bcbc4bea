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

/// The same for a JSON text: `\\uXXXX` in place of what acts on a terminal or hides, so that whoever reads
/// the JSON still gets every character. Outside strings there is nothing of it; line feeds stay.
pub fn sanitize_json(text: &str) -> Cow<'_, str> {
    let harmless = |c: char| c == '\n' || !is_harmful(c);
    if text.chars().all(harmless) {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len() + 8);
    for c in text.chars() {
        if harmless(c) {
            out.push(c);
            continue;
        }
        for unit in c.encode_utf16(&mut [0; 2]) {
            let _ = write!(out, "\\u{unit:04x}");
        }
    }
    Cow::Owned(out)
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

/// Controls, and the format characters that change how other text is read or shown, or carry text that
/// nobody sees: tags, though the flags of England, Scotland and Wales are made of them, and the
/// variation selectors beyond the sixteen that emoji use.
pub fn is_harmful(c: char) -> bool {
    c.is_control()
        || matches!(c,
            '\u{34f}' | '\u{61c}' | '\u{115f}' | '\u{1160}' | '\u{3164}' | '\u{ffa0}' | '\u{200b}' | '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}'
            | '\u{2060}'..='\u{206f}' | '\u{feff}' | '\u{fff9}'..='\u{fffb}' | '\u{e0000}'..='\u{e0fff}')
}

#[cfg(test)]
mod tests {
    use super::{sanitize, sanitize_json, sanitize_line};

    #[test]
    fn nothing_that_acts_on_a_terminal_passes() {
        assert_eq!(sanitize("a\u{1b}]52;c;x\u{7}b\u{9b}2J\r\u{202e}z\u{7f}"), "a␛]52;c;x␇b⟨U+009B⟩2J␍⟨U+202E⟩z␡");
        assert_eq!(sanitize("two\nlines\tapart"), "two\nlines apart");
        assert_eq!(sanitize_line("two\nlines\u{2028}"), "two␊lines⟨U+2028⟩");
    }

    #[test]
    fn text_that_nobody_sees_is_made_visible() {
        // "Hi" in tag characters, a byte in a selector of the supplement.
        assert_eq!(sanitize_line("a\u{e0048}\u{e0069}b\u{e0001}"), "a⟨U+E0048⟩⟨U+E0069⟩b⟨U+E0001⟩");
        assert_eq!(sanitize("😀\u{e0100}\u{e01ef}"), "😀⟨U+E0100⟩⟨U+E01EF⟩");
        // The selector that makes a heart red, and one that chooses a form of a letter.
        assert_eq!(sanitize("❤\u{fe0f} \u{1820}\u{180b}"), "❤\u{fe0f} \u{1820}\u{180b}");
    }

    #[test]
    fn json_keeps_every_character_and_shows_none_that_acts() {
        let raw = "{\"a\":\"x\u{9b}\u{85}\u{7f}\u{202e}\u{2066}\u{2028}\u{e0041}é👨\u{200d}👩\"}\n";
        let escaped = sanitize_json(raw);
        assert_eq!(escaped, "{\"a\":\"x\\u009b\\u0085\\u007f\\u202e\\u2066\\u2028\\udb40\\udc41é👨\u{200d}👩\"}\n");
        let read = |text: &str| serde_json::from_str::<serde_json::Value>(text).expect("JSON");
        assert_eq!(read(&escaped), read(raw));
        assert!(matches!(sanitize_json("[\"plain\"]"), std::borrow::Cow::Borrowed(_)));
    }

    #[test]
    fn emoji_with_joiners_and_ordinary_text_are_untouched() {
        let family = "héllo 👨‍👩‍👧 你好";
        assert!(matches!(sanitize(family), std::borrow::Cow::Borrowed(text) if text == family));
    }
}
