use url::Url;

use crate::dialect::{RequestFacts, request_facts};

/// What a request asked for, and the path it was sent to.
pub(super) struct Asked {
    pub facts: RequestFacts,
    /// The path of the URL, without its query.
    pub path: Option<String>,
}

/// Reads a request without keeping anything of its content. What an archive does not hold of it
/// is not known.
pub(super) fn asked(method: Option<&str>, url: &str, body: Option<&str>) -> Asked {
    let Ok(url) = Url::parse(url) else { return Asked { facts: RequestFacts::default(), path: None } };
    let facts = request_facts(method.unwrap_or_default(), &url, body.unwrap_or_default().as_bytes());
    let facts = RequestFacts {
        method: facts.method.filter(|method| !method.is_empty()),
        body_bytes: facts.body_bytes.filter(|_| body.is_some()),
        ..facts
    };
    Asked { facts, path: Some(url.path().to_owned()) }
}
