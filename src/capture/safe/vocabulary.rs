//! Stand-ins until the dialect tables give these.

/// Temporary.
pub(super) fn known_error_code(code: &str) -> Option<&'static str> {
    const CODES: &[&str] =
        &["rate_limit_exceeded", "overloaded_error", "server_error", "invalid_request_error", "other"];
    CODES.iter().find(|known| **known == code).copied()
}

/// Temporary.
pub(super) fn known_provider(provider: &str) -> Option<&'static str> {
    const NAMES: &[&str] = &["openai", "anthropic", "google", "local", "other"];
    NAMES.iter().find(|known| **known == provider).copied()
}

/// Temporary.
pub(super) fn public_model_id(model: &str) -> Option<String> {
    let shape = (1..=64).contains(&model.len())
        && model.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b"-._/:".contains(&b));
    shape.then(|| model.to_owned())
}
