//! The line of an ordinary event, read as it is written here, field after field and without a tree
//! in between. Nearly every line of a long capture is one. Whatever differs in the least is left to
//! `decode`, which knows every line and names what is wrong with it.

use crate::{
    dialect::Names,
    timeline::{Micros, Tag},
    trace::{EventSeen, Flags, Observation, What},
};

/// The event of a line; `None` when the line must be read in the general way.
pub(super) fn plain_event(line: &[u8], names: &mut Names) -> Option<Observation> {
    let mut line = Rest(line);
    let at = line.after(br#"{"at":"#)?.number()?;
    let read = line.after(br#","is":"event","read":"#)?.number()?;
    let name = line.after(br#","name":""#)?.word()?;
    let tag = Tag::from_word(line.after(br#","tag":""#)?.word()?)?;
    let bytes = line.after(br#","bytes":"#)?.number()?;
    let chars = line.count(br#","chars":"#)?;
    let text_bytes = line.count(br#","text_bytes":"#)?;
    let reasoning_bytes = line.count(br#","reasoning_bytes":"#)?;
    let tool_bytes = line.count(br#","tool_bytes":"#)?;
    if line.0 != b"}" {
        return None;
    }
    let what = What::Event(EventSeen {
        read: u32::try_from(read).ok()?,
        name: names.of(name),
        tag,
        also: [tag].into_iter().collect(),
        flags: Flags::default(),
        bytes,
        chars: chars.unwrap_or(0),
        text_bytes: text_bytes.or(chars).unwrap_or(0),
        reasoning_bytes: reasoning_bytes.unwrap_or(0),
        tool_bytes: tool_bytes.unwrap_or(0),
        details: None,
        content: None,
    });
    Some(Observation { at: Some(Micros(at)), what })
}

/// What of the line is still to be read.
struct Rest<'l>(&'l [u8]);

impl<'l> Rest<'l> {
    /// Steps over what must come next.
    fn after(&mut self, text: &[u8]) -> Option<&mut Self> {
        self.0 = self.0.strip_prefix(text)?;
        Some(self)
    }

    /// A whole number, as JSON writes it.
    fn number(&mut self) -> Option<u64> {
        let length = self.0.iter().take_while(|byte| byte.is_ascii_digit()).count();
        let (digits, rest) = self.0.split_at(length);
        if length == 0 || (digits[0] == b'0' && length > 1) {
            return None;
        }
        self.0 = rest;
        digits.iter().try_fold(0_u64, |sum, digit| sum.checked_mul(10)?.checked_add(u64::from(digit - b'0')))
    }

    /// Text without an escape, up to its quote.
    fn word(&mut self) -> Option<&'l str> {
        let end = self.0.iter().position(|byte| !matches!(byte, b' ' | b'!' | b'#'..=b'[' | b']'..=b'~'))?;
        let (word, rest) = self.0.split_at(end);
        self.0 = rest.strip_prefix(b"\"")?;
        std::str::from_utf8(word).ok()
    }

    /// A count that may be left out; `None` when it is there and no count.
    #[expect(clippy::option_option, reason = "absent is no failure")]
    fn count(&mut self, key: &[u8]) -> Option<Option<u32>> {
        if self.after(key).is_none() {
            return Some(None);
        }
        u32::try_from(self.number()?).ok().map(Some)
    }
}

#[cfg(test)]
mod tests {
    use super::{Names, plain_event};
    use crate::capture::{
        decode::{Decoder, Line},
        object::Object,
        reader::parse,
    };

    /// What the general way makes of a line.
    fn decoded(line: &str) -> Option<crate::trace::Observation> {
        let json = parse(line.as_bytes()).ok()?;
        match Decoder::default().line(Object::of(&json)?).ok()? {
            Line::Known(observation, _) => Some(observation),
            Line::Unknown => None,
        }
    }

    #[test]
    fn an_ordinary_event_is_read_as_in_the_general_way() {
        for rest in [
            r#""bytes":143,"chars":5"#,
            r#""bytes":0"#,
            r#""bytes":18446744073709551615,"chars":4294967295,"text_bytes":7"#,
            r#""bytes":143,"reasoning_bytes":12"#,
            r#""bytes":143,"chars":1,"text_bytes":0,"reasoning_bytes":2,"tool_bytes":3"#,
        ] {
            let line = format!(r#"{{"at":8700000,"is":"event","read":9,"name":"ping","tag":"text",{rest}}}"#);
            let plain = plain_event(line.as_bytes(), &mut Names::default());
            assert!(plain.is_some(), "{line}");
            assert_eq!(plain, decoded(&line), "{line}");
        }
    }

    #[test]
    fn anything_else_is_left_to_the_general_way() {
        const PLAIN: &str = r#"{"at":1,"is":"event","read":9,"name":"ping","tag":"text","bytes":143,"chars":5}"#;
        assert!(plain_event(PLAIN.as_bytes(), &mut Names::default()).is_some());
        for (part, other) in [
            ("\"at\":1,", "\"at\":01,"),
            ("\"at\":1,", "\"at\":-1,"),
            ("\"at\":1,", "\"at\":99999999999999999999,"),
            ("\"at\":1,", "\"at\":1.0,"),
            ("\"at\":1,", ""),
            ("\"read\":9", "\"read\":4294967296"),
            ("ping", "pi\\u006eg"),
            ("ping", "pïng"),
            ("\"text\"", "\"word\""),
            ("\"chars\":5", "\"chars\":5,\"blank\":true"),
            ("\"chars\":5", "\"chars\":4294967296"),
            ("\"chars\":5", "\"chars\":null"),
            ("\"chars\":5", "\"chars\":5,\"chars\":6"),
            ("\"bytes\":143", "\"bytes\" : 143"),
            ("5}", "5}}"),
            ("5}", "5"),
        ] {
            let line = PLAIN.replacen(part, other, 1);
            assert_ne!(line, PLAIN);
            assert_eq!(plain_event(line.as_bytes(), &mut Names::default()), None, "{line}");
        }
    }
}
