//! Stand-ins until the dialect tables give these.

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
