//! What of a word from the command line may stand in a sentence: not what may be a credential.

use std::borrow::Cow;

/// What the keys of the known providers begin with.
const KEY_STARTS: &[&str] = &["sk-", "sk_", "gsk_", "xai-", "AIza", "hf_", "r8_", "Bearer ", "Basic "];

/// Longer words without a blank, a dot or a slash may be a key; no flag or name of ours is so long.
const LONGEST_NAME: usize = 40;

/// Whether a word may be a key, or an address, which may hold one.
pub fn may_be_secret(word: &str) -> bool {
    KEY_STARTS.iter().any(|start| word.starts_with(start))
        || word.contains("://")
        || word.contains('@')
        || (word.len() > LONGEST_NAME && !word.contains([' ', '.', '/', '\\', '<', '>', '=']))
}

/// The word as it stands in a sentence: quoted where it needs it, cut where it is long.
pub fn shown(word: &str) -> Cow<'_, str> {
    const LONGEST: usize = 60;
    if may_be_secret(word) {
        return Cow::Borrowed("…");
    }
    match word.char_indices().nth(LONGEST) {
        Some((cut, _)) => Cow::Owned(format!("'{}…'", &word[..cut])),
        None if word.is_empty() || word.contains(char::is_whitespace) => Cow::Owned(format!("'{word}'")),
        None => Cow::Borrowed(word),
    }
}

#[cfg(test)]
mod tests {
    use super::{may_be_secret, shown};

    #[test]
    fn what_may_be_a_credential_is_not_shown() {
        for secret in ["sk-live-1", "https://u:p@h/", "u:p@h", "AIzaSy", &"a1".repeat(30)] {
            assert!(may_be_secret(secret), "{secret}");
            assert_eq!(shown(secret), "…");
        }
    }

    #[test]
    fn other_words_are_shown() {
        for (word, stands) in
            [("-1", "-1"), ("", "''"), ("a b", "'a b'"), ("first_text_delta_ms<=2000", "first_text_delta_ms<=2000")]
        {
            assert_eq!(shown(word), stands);
        }
        assert_eq!(shown(&"a ".repeat(50)).chars().count(), 63);
    }
}
