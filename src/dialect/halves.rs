//! Halves of escaped surrogate pairs: `"\ud83d"` in one delta, `"\ude80"` in the next.
//!
//! serde_json refuses a string with half a pair. [`mark`] replaces each half by a private mark
//! that it accepts, and [`Halves::join`] turns marks into characters again: two halves that meet
//! over two deltas become one character, one that stays alone becomes U+FFFD.

/// The private characters that stand for the 2,048 halves.
const FIRST_MARK: u32 = 0x10_F000;
const MARKS: std::ops::Range<u32> = FIRST_MARK..FIRST_MARK + 0x800;
const HIGH: std::ops::Range<u32> = 0xD800..0xDC00;
const LOW: std::ops::Range<u32> = 0xDC00..0xE000;

/// The text with every half replaced by its mark; `None` when there is none, or when the text
/// itself holds such a private character, so that a mark could not be told from it.
pub(super) fn mark(text: &str) -> Option<String> {
    let bytes = text.as_bytes();
    let mut out = String::new();
    let (mut copied, mut at) = (0, 0);
    while let Some(found) = memchr::memchr(b'\\', &bytes[at..]) {
        at += found;
        let Some(unit) = escape(bytes, at) else {
            at = (at + 2).min(bytes.len());
            continue;
        };
        if HIGH.contains(&unit) && escape(bytes, at + 6).is_some_and(|next| LOW.contains(&next)) {
            at += 12;
        } else {
            if HIGH.contains(&unit) || LOW.contains(&unit) {
                out.push_str(&text[copied..at]);
                out.extend(char::from_u32(FIRST_MARK + unit - HIGH.start));
                copied = at + 6;
            }
            at += 6;
        }
    }
    if copied == 0 || text.chars().any(|c| MARKS.contains(&u32::from(c))) {
        return None;
    }
    out.push_str(&text[copied..]);
    Some(out)
}

/// The code unit of the `\uXXXX` at a place, if one is there.
fn escape(bytes: &[u8], at: usize) -> Option<u32> {
    let digits = bytes.get(at..at + 6)?.strip_prefix(b"\\u")?;
    u32::from_str_radix(std::str::from_utf8(digits).ok()?, 16).ok().filter(|_| digits[0] != b'+')
}

/// The first halves that wait for their second, one a channel.
#[derive(Debug, Default)]
pub(super) struct Halves {
    waiting: Vec<(Channel, u32)>,
}

/// Where a text goes: a kind of content of one choice or item.
pub(super) type Channel = (u8, u64);

impl Halves {
    /// Whether no half waits.
    pub(super) const fn is_empty(&self) -> bool {
        self.waiting.is_empty()
    }

    /// Turns the marks in `text[from..]`, just added on a channel, into characters. Gives how
    /// many halves stayed alone.
    pub(super) fn join(&mut self, channel: Channel, text: &mut String, from: usize) -> u32 {
        if text.len() == from {
            return 0;
        }
        let added = text.split_off(from);
        let place = self.waiting.iter().position(|(other, _)| *other == channel);
        let mut first = place.map(|place| self.waiting.swap_remove(place).1);
        let mut alone = 0;
        for c in added.chars() {
            let unit = half(c);
            match (first.take(), unit) {
                (Some(high), Some(low)) if LOW.contains(&low) => {
                    text.extend(char::from_u32(0x1_0000 + ((high - HIGH.start) << 10) + (low - LOW.start)));
                    continue;
                }
                (Some(_), _) => {
                    text.push(char::REPLACEMENT_CHARACTER);
                    alone += 1;
                }
                (None, _) => {}
            }
            match unit {
                Some(high) if HIGH.contains(&high) => first = Some(high),
                Some(_) => {
                    text.push(char::REPLACEMENT_CHARACTER);
                    alone += 1;
                }
                None => text.push(c),
            }
        }
        self.waiting.extend(first.map(|high| (channel, high)));
        alone
    }

    /// The stream says that it is done: gives how many halves stay alone, and forgets them.
    pub(super) fn end(&mut self) -> usize {
        std::mem::take(&mut self.waiting).len()
    }
}

/// A text that stands alone, with U+FFFD for each half.
pub(super) fn unmark(text: &str) -> String {
    text.chars().map(|c| if half(c).is_some() { char::REPLACEMENT_CHARACTER } else { c }).collect()
}

/// The half that a private mark stands for.
fn half(c: char) -> Option<u32> {
    MARKS.contains(&u32::from(c)).then(|| u32::from(c) - FIRST_MARK + HIGH.start)
}

#[cfg(test)]
mod tests {
    use super::{Halves, mark};

    fn read(deltas: &[&str]) -> (String, u32) {
        let mut halves = Halves::default();
        let mut all = String::new();
        let mut alone = 0;
        for delta in deltas {
            let json = mark(delta).unwrap_or_else(|| (*delta).to_owned());
            let text: String = serde_json::from_str(&json).expect("a JSON string");
            let from = all.len();
            all.push_str(&text);
            alone += halves.join((0, 0), &mut all, from);
        }
        (all, alone + u32::try_from(halves.end()).expect("few"))
    }

    #[test]
    fn two_halves_that_meet_are_one_character() {
        assert_eq!(read(&[r#""go \ud83d""#, r#""\ude80 ok""#]), ("go 🚀 ok".into(), 0));
        assert_eq!(read(&[r#""\uD83D""#, r#""""#, r#""\uDE80""#]), ("🚀".into(), 0));
        assert_eq!(read(&[r#""\ud83d\ude80 \\ud83d""#]), ("🚀 \\ud83d".into(), 0));
    }

    #[test]
    fn a_half_alone_is_replaced_and_counted() {
        assert_eq!(read(&[r#""a\ud800b""#]), ("a\u{fffd}b".into(), 1));
        assert_eq!(read(&[r#""a\ud800""#, r#""b""#]), ("a\u{fffd}b".into(), 1));
        assert_eq!(read(&[r#""\udc00\ud800\ud83d\ude80""#]), ("\u{fffd}\u{fffd}🚀".into(), 2));
        assert_eq!(read(&[r#""a\ud800""#]), ("a".into(), 1));
    }

    #[test]
    fn text_without_halves_is_left_alone() {
        assert_eq!(mark(r#""\u00e9\n \ud83d\ude80 \\ud83d""#), None);
        assert_eq!(mark("\"\u{10F000} \\ud83d\""), None);
        assert_eq!(mark(r#""\u+123 \"#), None);
    }
}
