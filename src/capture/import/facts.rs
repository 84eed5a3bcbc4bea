use crate::dialect::{RequestFacts, request_facts};

/// What a request asked for, and the path it was sent to.
pub(super) struct Asked {
    pub facts: RequestFacts,
    /// The path of the URL, without its query.
    pub path: Option<String>,
}

/// Reads a request without keeping anything of its content.
pub(super) fn asked(method: Option<&str>, url: &str, body: Option<&str>) -> Asked {
    let Ok(url) = url::Url::parse(url) else {
        let facts = RequestFacts { method: method.map(str::to_owned), ..RequestFacts::default() };
        return Asked { facts, path: None };
    };
    let read = request_facts(method.unwrap_or_default(), &url, body.unwrap_or_default().as_bytes());
    let facts = RequestFacts {
        method: method.map(str::to_owned),
        // A source without the body says nothing of its size.
        body_bytes: body.map(|body| body.len() as u64),
        ..read
    };
    Asked { facts, path: Some(url.path().to_owned()) }
}
