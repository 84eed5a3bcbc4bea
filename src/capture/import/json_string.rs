/// Undoes the escapes of a JSON string that comes in pieces. Half of a surrogate pair becomes U+FFFD.
#[derive(Debug, Default)]
pub(super) struct Unescape {
    /// An escape that is not complete yet, its backslash included.
    escape: Vec<u8>,
    /// The first half of a surrogate pair.
    high: Option<u16>,
}

impl Unescape {
    /// Takes a piece of what stands between the quotes.
    pub(super) fn piece(&mut self, mut piece: &[u8], out: &mut Vec<u8>) {
        while !piece.is_empty() {
            if !self.escape.is_empty() {
                self.escape.push(piece[0]);
                piece = &piece[1..];
                self.close_escape(out);
                continue;
            }
            let plain = memchr::memchr(b'\\', piece).unwrap_or(piece.len());
            if plain > 0 {
                self.give_up_high(out);
                out.extend_from_slice(&piece[..plain]);
            }
            if plain < piece.len() {
                self.escape.push(b'\\');
            }
            piece = &piece[(plain + 1).min(piece.len())..];
        }
    }

    /// The string is at its end.
    pub(super) fn end(&mut self, out: &mut Vec<u8>) {
        self.escape.clear();
        self.give_up_high(out);
    }

    /// Undoes the escape if it is complete.
    fn close_escape(&mut self, out: &mut Vec<u8>) {
        let plain = match self.escape.get(1) {
            Some(b'u') if self.escape.len() < 6 => return,
            Some(b'u') => {
                let digits = std::str::from_utf8(&self.escape[2..]).ok();
                let unit = digits.and_then(|digits| u16::from_str_radix(digits, 16).ok()).unwrap_or(0xFFFD);
                self.escape.clear();
                return self.unit(unit, out);
            }
            Some(b'n') => b'\n',
            Some(b'r') => b'\r',
            Some(b't') => b'\t',
            Some(b'b') => 8,
            Some(b'f') => 12,
            Some(other) => *other,
            None => return,
        };
        self.escape.clear();
        self.give_up_high(out);
        out.push(plain);
    }

    fn unit(&mut self, unit: u16, out: &mut Vec<u8>) {
        let pair: Vec<u16> = self.high.take().into_iter().chain([unit]).collect();
        for (at, read) in char::decode_utf16(pair.iter().copied()).enumerate() {
            match read {
                Err(_) if (0xD800..0xDC00).contains(&unit) && at + 1 == pair.len() => self.high = Some(unit),
                read => {
                    let c = read.unwrap_or(char::REPLACEMENT_CHARACTER);
                    out.extend_from_slice(c.encode_utf8(&mut [0; 4]).as_bytes());
                }
            }
        }
    }

    fn give_up_high(&mut self, out: &mut Vec<u8>) {
        if self.high.take().is_some() {
            out.extend_from_slice("\u{fffd}".as_bytes());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Unescape;

    fn unescaped(pieces: &[&str]) -> String {
        let (mut unescape, mut out) = (Unescape::default(), Vec::new());
        pieces.iter().for_each(|piece| unescape.piece(piece.as_bytes(), &mut out));
        unescape.end(&mut out);
        String::from_utf8(out).expect("UTF-8")
    }

    #[test]
    fn escapes_are_undone_wherever_the_pieces_are_cut() {
        let text = r#"a\n\"b\" \\ \/ \u00e9 \ud83d\ude80 é 🚀 \ud83d. \ude80 \ud83d\ud83d\ude80"#;
        let expected = "a\n\"b\" \\ / é 🚀 é 🚀 \u{fffd}. \u{fffd} \u{fffd}🚀";
        assert_eq!(unescaped(&[text]), expected);
        for cut in (0..=text.len()).filter(|cut| text.is_char_boundary(*cut)) {
            assert_eq!(unescaped(&[&text[..cut], &text[cut..]]), expected, "cut at {cut}");
        }
        assert_eq!(unescaped(&[r"x\ud83d"]), "x\u{fffd}");
    }
}
