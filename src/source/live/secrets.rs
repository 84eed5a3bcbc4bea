//! What a request must keep to itself: a server may send it back in an error message.

use reqwest::Url;

use super::Request;
use crate::trace::{Content, Observation, What};

/// Headers whose values are credentials.
const HEADERS: &[&str] =
    &["authorization", "proxy-authorization", "x-api-key", "api-key", "x-goog-api-key", "x-auth-token", "cookie"];

/// Query parameters whose values are credentials.
const PARAMETERS: &[&str] =
    &["key", "api_key", "api-key", "apikey", "access_token", "token", "sig", "signature", "subscription-key"];

/// Shorter values stand in ordinary text by chance.
const SHORTEST: usize = 8;

/// What stands in the place of a credential.
const MASK: &str = "•••";

/// The credentials of one request.
pub(super) struct Secrets(Vec<String>);

impl Secrets {
    pub(super) fn of(request: &Request) -> Self {
        let mut found = Vec::new();
        for (name, value) in &request.headers {
            if HEADERS.contains(&name.as_str())
                && let Ok(value) = value.to_str()
            {
                // The scheme before a token is no secret, and an echo may leave it out.
                found.extend(value.split([' ', ';', ',']).map(|part| part.trim_matches('"').to_owned()));
            }
        }
        found.extend(in_url(&request.url));
        found.retain(|secret| secret.len() >= SHORTEST);
        Self(found)
    }

    /// Takes the credentials out of everything in an observation that is the server's own text.
    pub(super) fn mask(&self, observation: &mut Observation) {
        if self.0.is_empty() {
            return;
        }
        match &mut observation.what {
            What::NotAStream { message: Some(message), .. } => self.mask_text(message),
            What::Stray { error: Some(error), .. } => self.mask_text(&mut error.message),
            What::Event(event) => {
                if let Some(error) = event.details.as_mut().and_then(|details| details.error.as_mut()) {
                    self.mask_text(&mut error.message);
                }
                if let Some(content) = &mut event.content {
                    let Content { event, data, shown } = &mut **content;
                    [event, data, shown].into_iter().for_each(|text| self.mask_text(text));
                }
            }
            _ => {}
        }
    }

    fn mask_text(&self, text: &mut Box<str>) {
        for secret in &self.0 {
            if memchr::memmem::find(text.as_bytes(), secret.as_bytes()).is_some() {
                *text = text.replace(secret.as_str(), MASK).into();
            }
        }
    }
}

fn in_url(url: &Url) -> Vec<String> {
    let in_query = url.query_pairs().filter(|(name, _)| PARAMETERS.contains(&name.to_ascii_lowercase().as_str()));
    in_query.map(|(_, value)| value.into_owned()).chain(url.password().map(str::to_owned)).collect()
}

#[cfg(test)]
mod tests {
    use reqwest::{Method, Url, header::HeaderValue};

    use super::{Observation, Request, Secrets, What};
    use crate::trace::BodyKind;

    #[test]
    fn a_credential_that_is_echoed_is_masked() {
        let url = Url::parse("http://localhost/v1?key=FAKEKEY12345&alt=sse").expect("a url");
        let mut request = Request::new(Method::POST, url);
        request.headers.insert("authorization", HeaderValue::from_static("Bearer sk-FAKE-0123456789"));
        let message = Some("bad key sk-FAKE-0123456789 or FAKEKEY12345, see sse".into());
        let mut echoed = Observation { at: None, what: What::NotAStream { body: BodyKind::Json, message } };
        Secrets::of(&request).mask(&mut echoed);
        let want = Some("bad key ••• or •••, see sse".into());
        assert_eq!(echoed.what, What::NotAStream { body: BodyKind::Json, message: want });
    }
}
