//! The headers of a curl line: the user's own, and those that other options stand for.

use std::fs;

use reqwest::header::{ACCEPT, ACCEPT_ENCODING, CONTENT_LENGTH, HeaderMap, HeaderName, HeaderValue};

use crate::wire::read_words;

/// The headers as they come together. One that the user names with `-H` wins over every option
/// that stands for it, as with curl.
#[derive(Debug, Default)]
pub struct Headers {
    implied: HeaderMap,
    own: Vec<(HeaderName, Option<HeaderValue>)>,
    /// What is not carried out to the letter, a sentence each.
    pub notes: Vec<String>,
}

impl Headers {
    /// A header that an option stands for; a later one replaces an earlier.
    ///
    /// # Errors
    /// When the value cannot stand in a header; it is not repeated.
    pub fn imply(&mut self, name: HeaderName, value: &str, option: &str) -> Result<(), String> {
        let value = HeaderValue::from_bytes(value.as_bytes()).map_err(|_| {
            format!("curl's option {option}: its value cannot stand in a header; take line ends and controls out")
        })?;
        self.implied.insert(name, value);
        Ok(())
    }

    /// Whether an option stands for this header already.
    pub fn has(&self, name: &HeaderName) -> bool {
        self.implied.contains_key(name)
    }

    /// `-H`: `Name: value`; `Name;` is empty; `Name:` takes a default away; `@file` holds one a line.
    ///
    /// # Errors
    /// When it is no header; a value is never repeated.
    pub fn own(&mut self, text: &str) -> Result<(), String> {
        let Some(file) = text.strip_prefix('@') else { return self.line(text) };
        let text = fs::read_to_string(file)
            .map_err(|error| format!("cannot read headers from '{file}': {}", read_words(&error)))?;
        text.lines().filter(|line| !line.trim().is_empty()).try_for_each(|line| self.line(line))
    }

    fn line(&mut self, text: &str) -> Result<(), String> {
        let (name, value) = match (text.split_once(':'), text.strip_suffix(';')) {
            (Some((name, value)), _) => (name.trim(), Some(value.trim())),
            (None, Some(name)) => (name.trim(), None),
            (None, None) => return Err("curl's option -H: give 'Name: value'".to_owned()),
        };
        // What is no header is not repeated: it may be a key in the wrong place.
        let wrong_name =
            |_| "curl's option -H: what stands before the colon is no header name; give 'Name: value'".to_owned();
        let name = HeaderName::from_bytes(name.as_bytes()).map_err(wrong_name)?;
        let bad = || {
            format!(
                "curl's option -H: the value of '{name}' is not one that HTTP allows; take line ends and controls out"
            )
        };
        let value = match value {
            Some("") => None,
            value => Some(HeaderValue::from_bytes(value.unwrap_or_default().as_bytes()).map_err(|_| bad())?),
        };
        self.own.push((name, value));
        Ok(())
    }

    /// All of them, over those of the request.
    pub fn finish(mut self, headers: &mut HeaderMap) -> Vec<String> {
        headers.extend(self.implied);
        for (name, _) in &self.own {
            headers.remove(name);
        }
        for (name, value) in self.own {
            match (name, value) {
                (ACCEPT_ENCODING, value) => {
                    if value.is_some_and(|value| value != "identity") {
                        self.notes.push(
                            "note: accept-encoding is sent as identity, for a compressor holds events back".to_owned(),
                        );
                    }
                }
                (ACCEPT, None) => {
                    self.notes.push("note: 'Accept:' cannot be left out; */* is sent".to_owned());
                }
                // The client counts the bytes itself.
                (CONTENT_LENGTH, _) | (_, None) => {}
                (name, Some(value)) => {
                    headers.append(name, value);
                }
            }
        }
        self.notes
    }
}

#[cfg(test)]
mod tests {
    use reqwest::header::{CONTENT_TYPE, HeaderMap, USER_AGENT};

    use super::Headers;

    #[test]
    fn the_users_own_header_wins_and_may_stand_twice() {
        let mut headers = Headers::default();
        headers.imply(CONTENT_TYPE, "application/json", "--json").expect("a value");
        headers.imply(USER_AGENT, "a", "-A").expect("a value");
        for own in ["Content-Type: text/plain", "X: 1", "X: 2", "User-Agent:", "Empty;", "Content-Length: 9"] {
            headers.own(own).expect(own);
        }
        let mut all = HeaderMap::from_iter([(USER_AGENT, "default".parse().expect("a value"))]);
        assert!(headers.finish(&mut all).is_empty());
        let of = |name: &str| all.get_all(name).iter().map(|v| v.to_str().expect("ASCII")).collect::<Vec<_>>();
        assert_eq!((of("content-type"), of("x"), of("empty")), (vec!["text/plain"], vec!["1", "2"], vec![""]));
        assert_eq!(all.len(), 4);
    }

    #[test]
    fn a_value_is_never_repeated() {
        let sentence = Headers::default().own("SECRET without colon").expect_err("refused");
        assert!(!sentence.contains("SECRET"), "{sentence}");
    }
}
