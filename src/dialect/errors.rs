use serde_json::Value;

use super::StreamError;

/// The error that a JSON text spells out, if it does.
pub fn error_in_json(text: &str) -> Option<StreamError> {
    let value: Value = serde_json::from_str(text.trim()).ok()?;
    let error = value.get("error").or_else(|| value.get(0)?.get("error"))?;
    let message = error.as_str().or_else(|| error.get("message")?.as_str()).unwrap_or_default();
    Some(StreamError { code: "other", message: message.into() })
}
