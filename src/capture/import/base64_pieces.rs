use base64::{
    Engine as _,
    alphabet::STANDARD,
    engine::{DecodePaddingMode, GeneralPurpose, GeneralPurposeConfig},
};

use super::sniff::{FileKind, sniff};

/// How much is looked at before it is decided.
const ENOUGH: usize = 4 << 10;

const ENGINE: GeneralPurpose = GeneralPurpose::new(
    &STANDARD,
    GeneralPurposeConfig::new().with_decode_padding_mode(DecodePaddingMode::Indifferent),
);

/// The bytes of a body that may be base64. Writers of archives lie about that in both directions, so
/// what the text is decides: readable text is taken as it is, base64 of something readable is
/// decoded, in either alphabet and with or without padding and line ends.
#[derive(Debug, Default)]
pub(super) struct Base64Pieces {
    is_base64: Option<bool>,
    /// Text that is not given yet: all of it until it is decided, then an open group of base64.
    held: Vec<u8>,
}

impl Base64Pieces {
    /// Takes a piece of the text and gives bytes.
    pub(super) fn piece(&mut self, text: &[u8], sink: &mut dyn FnMut(&[u8])) {
        match self.is_base64 {
            Some(false) => sink(text),
            Some(true) => {
                self.held.extend(text.iter().filter_map(|byte| base64_byte(*byte)));
                let whole = self.held.len() / 4 * 4;
                give(&self.held[..whole], sink);
                self.held.drain(..whole);
            }
            None => {
                self.held.extend_from_slice(text);
                if self.held.len() >= ENOUGH {
                    self.decide(sink);
                }
            }
        }
    }

    /// The text is at its end.
    pub(super) fn end(&mut self, sink: &mut dyn FnMut(&[u8])) {
        if self.is_base64.is_none() {
            self.decide(sink);
        }
        give(&std::mem::take(&mut self.held), sink);
    }

    fn decide(&mut self, sink: &mut dyn FnMut(&[u8])) {
        let held = std::mem::take(&mut self.held);
        self.is_base64 = Some(!is_readable(&held) && decoded(&held).is_some_and(|bytes| is_readable(&bytes)));
        self.piece(&held, sink);
    }
}

fn is_readable(bytes: &[u8]) -> bool {
    bytes.starts_with(b"\x1f\x8b") || !matches!(sniff(bytes), FileKind::Unreadable(_))
}

/// The whole groups of a text, if it is base64 at all.
fn decoded(text: &[u8]) -> Option<Vec<u8>> {
    let mut symbols: Vec<u8> = text.iter().filter_map(|byte| base64_byte(*byte)).collect();
    if text.len() >= ENOUGH {
        symbols.truncate(symbols.len() / 4 * 4);
    }
    ENGINE.decode(symbols).ok()
}

fn give(symbols: &[u8], sink: &mut dyn FnMut(&[u8])) {
    if symbols.is_empty() {
        return;
    }
    // Base64 that breaks off in the middle is no base64 from there on: it is given as it is.
    match ENGINE.decode(symbols) {
        Ok(bytes) => sink(&bytes),
        Err(_) => sink(symbols),
    }
}

/// A symbol of the standard alphabet; line ends are none.
fn base64_byte(byte: u8) -> Option<u8> {
    match byte {
        b'-' => Some(b'+'),
        b'_' => Some(b'/'),
        byte if byte.is_ascii_whitespace() => None,
        byte => Some(byte),
    }
}

#[cfg(test)]
mod tests {
    use super::Base64Pieces;

    fn bytes(pieces: &[&str]) -> Vec<u8> {
        let (mut base64, mut out) = (Base64Pieces::default(), Vec::new());
        pieces.iter().for_each(|piece| base64.piece(piece.as_bytes(), &mut |bytes| out.extend_from_slice(bytes)));
        base64.end(&mut |bytes| out.extend_from_slice(bytes));
        out
    }

    #[test]
    fn the_text_decides_what_it_is_wherever_it_is_cut() {
        let encoded = "ZGF0YTogw6k/Pj4KCg=="; // data: é?>> and two line ends
        for cut in 0..=encoded.len() {
            assert_eq!(bytes(&[&encoded[..cut], &encoded[cut..]]), "data: é?>>\n\n".as_bytes(), "cut at {cut}");
        }
        assert_eq!(bytes(&["ZGF0YTogw6k_Pj4K\r\nCg"]), "data: é?>>\n\n".as_bytes());
        assert_eq!(bytes(&["data: x\n\n"]), b"data: x\n\n");
        assert_eq!(bytes(&["hello"]), b"hello");
        let long = "ZGF0".repeat(2) + &"YTog".repeat(3_000);
        assert_eq!(bytes(&[&long]).len(), long.len(), "no field of a stream: taken as it is");
        let stream = "ZGF0YTog".to_owned() + &"eHh4".repeat(3_000);
        assert_eq!(bytes(&[&stream[..5_001], &stream[5_001..]]).len(), 6 + 9_000);
    }
}
