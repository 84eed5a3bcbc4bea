//! What the event list shows: terms that must all hold.

use crate::{timeline::Tag, trace::EventSeen};

/// One condition.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Test {
    /// The primary tag, or one it carries too, starts so.
    Tag(String),
    /// The name contains it.
    Name(String),
    /// Name, tag or content contain it.
    Anywhere(String),
}

/// A filter: words that must all be found, `tag:` and `name:` for one column, `!` for the contrary.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Filter {
    written: String,
    terms: Vec<(bool, Test)>,
}

impl Filter {
    /// Reads a filter as the user writes it. There is no wrong one.
    pub fn parse(written: &str) -> Self {
        let terms: Vec<(bool, Test)> = written
            .split_whitespace()
            .filter_map(|word| {
                let (wanted, word) = word.strip_prefix('!').map_or((true, word), |rest| (false, rest));
                let lower = word.to_lowercase();
                let test = if let Some(tag) = lower.strip_prefix("tag:") {
                    Test::Tag(tag.to_owned())
                } else if let Some(name) = lower.strip_prefix("name:") {
                    Test::Name(name.to_owned())
                } else {
                    Test::Anywhere(lower)
                };
                (!test.needle().is_empty()).then_some((wanted, test))
            })
            .collect();
        Self { written: written.trim().to_owned(), terms }
    }

    /// Whether everything passes.
    pub fn is_empty(&self) -> bool {
        self.terms.is_empty()
    }

    /// As the user wrote it.
    pub fn text(&self) -> &str {
        &self.written
    }

    /// Whether an event passes.
    pub fn matches(&self, event: &EventSeen) -> bool {
        self.terms.iter().all(|(wanted, test)| test.holds(event) == *wanted)
    }
}

impl Test {
    fn needle(&self) -> &str {
        match self {
            Self::Tag(needle) | Self::Name(needle) | Self::Anywhere(needle) => needle,
        }
    }

    fn holds(&self, event: &EventSeen) -> bool {
        match self {
            Self::Tag(tag) => carries(event, |word| word.starts_with(tag.as_str())),
            Self::Name(name) => contains(event.name.as_str(), name),
            Self::Anywhere(word) => {
                contains(event.name.as_str(), word)
                    || contains(event.tag.word(), word)
                    || event.content.as_ref().is_some_and(|content| contains(&content.data, word))
            }
        }
    }
}

fn carries(event: &EventSeen, test: impl Fn(&str) -> bool) -> bool {
    test(event.tag.word()) || event.also.iter().map(Tag::word).any(test)
}

/// Whether `text` contains `lower`, which is in lower case, whatever the case of `text`. Makes no
/// copy for ASCII, so that a million events are looked through without one.
fn contains(text: &str, lower: &str) -> bool {
    if !lower.is_ascii() {
        return text.to_lowercase().contains(lower);
    }
    let (text, lower) = (text.as_bytes(), lower.as_bytes());
    let Some((&first, rest)) = lower.split_first() else { return true };
    let upper = first.to_ascii_uppercase();
    memchr::memchr2_iter(first, upper, text)
        .any(|at| text.get(at + 1..=at + rest.len()).is_some_and(|tail| tail.eq_ignore_ascii_case(rest)))
}

#[cfg(test)]
mod tests {
    use super::{Filter, contains};
    use crate::{
        dialect::EventName,
        timeline::Tag,
        trace::{Content, EventSeen, Flags},
    };

    fn event(name: &str, tag: Tag, also: &[Tag], data: &str) -> EventSeen {
        EventSeen {
            read: 0,
            name: EventName::of(name),
            tag,
            also: also.iter().copied().collect(),
            flags: Flags::default(),
            bytes: 0,
            chars: 0,
            text_bytes: 0,
            reasoning_bytes: 0,
            tool_bytes: 0,
            details: None,
            content: Some(Box::new(Content { data: data.into(), ..Content::default() })),
        }
    }

    #[test]
    fn terms_must_all_hold_and_can_be_turned_round() {
        let text = event("response.output_text.delta", Tag::Text, &[Tag::Text, Tag::Usage], r#"{"delta":"Köln"}"#);
        let tool = event("tool.delta", Tag::Tool, &[Tag::Tool], "{}");
        let passes = |filter: &str| (Filter::parse(filter).matches(&text), Filter::parse(filter).matches(&tool));
        assert_eq!(passes(""), (true, true));
        assert_eq!(passes("DELTA"), (true, true));
        assert_eq!(passes("tag:text"), (true, false));
        assert_eq!(passes("tag:usage"), (true, false));
        assert_eq!(passes("!tag:text"), (false, true));
        assert_eq!(passes("name:output delta"), (true, false));
        assert_eq!(passes("name:output tool"), (false, false));
        assert_eq!(passes("köln"), (true, false));
        assert_eq!(passes("!köln !tool"), (false, false));
        assert_eq!(passes("tag: !"), (true, true));
    }

    #[test]
    fn looking_for_ascii_ignores_case_and_stops_at_the_end() {
        assert!(contains("aaB", "ab"));
        assert!(!contains("aa", "ab"));
        assert!(contains("x", ""));
        assert!(!contains("", "x"));
        assert!(contains("überDELTA", "delta"));
    }
}
