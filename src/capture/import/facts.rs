use crate::dialect::{DialectId, RequestFacts};

/// What a request asked for, and the path it was sent to.
pub(super) struct Asked {
    pub facts: RequestFacts,
    /// The path of the URL, without its query.
    pub path: Option<String>,
}

/// Reads a request without keeping anything of its content.
pub(super) fn asked(method: Option<&str>, url: &str, body: Option<&str>) -> Asked {
    let url = url::Url::parse(url).ok();
    let path = url.as_ref().map(|url| url.path().to_owned());
    let json: Option<serde_json::Value> = body.and_then(|body| serde_json::from_str(body).ok());
    let get = |key: &str| json.as_ref().and_then(|json| json.get(key));
    let facts = RequestFacts {
        dialect: path.as_deref().and_then(DialectId::of_path),
        method: method.map(str::to_owned),
        model: get("model").and_then(|model| model.as_str()).map(str::to_owned),
        streaming: get("stream").and_then(serde_json::Value::as_bool),
        body_bytes: body.map(|body| body.len() as u64),
        ..RequestFacts::default()
    };
    Asked { facts, path }
}
