use super::{Scenario, ScenarioError};
use crate::timeline::nearest;

/// The scenario that is played when none is named.
pub const DEFAULT: &str = "reasoning";

/// Every scenario that is built in: its name and its file, in the order in which they are listed.
const FILES: &[(&str, &str)] = &[
    ("reasoning", include_str!("../../../demo/reasoning.toml")),
    ("normal", include_str!("../../../demo/normal.toml")),
    ("trace-a", include_str!("../../../demo/trace-a.toml")),
    ("trace-b", include_str!("../../../demo/trace-b.toml")),
    ("trace-c", include_str!("../../../demo/trace-c.toml")),
    ("tool-only", include_str!("../../../demo/tool-only.toml")),
    ("hidden-reasoning", include_str!("../../../demo/hidden-reasoning.toml")),
    ("stall", include_str!("../../../demo/stall.toml")),
    ("buffered", include_str!("../../../demo/buffered.toml")),
    ("hold-after-done", include_str!("../../../demo/hold-after-done.toml")),
    ("error-mid-stream", include_str!("../../../demo/error-mid-stream.toml")),
    ("truncated", include_str!("../../../demo/truncated.toml")),
];

/// The names of the built-in scenarios.
pub fn names() -> impl Iterator<Item = &'static str> {
    FILES.iter().map(|(name, _)| *name)
}

fn unknown(name: &str) -> ScenarioError {
    let hint = match nearest(name, names()) {
        Some(meant) => format!("did you mean {meant}?"),
        None => format!("there are {}, and files that end in .toml", names().collect::<Vec<_>>().join(", ")),
    };
    ScenarioError::Unknown { name: name.to_owned(), hint }
}

/// A built-in scenario by its name.
///
/// # Errors
/// When there is none of that name.
pub fn scenario(name: &str) -> Result<Scenario, ScenarioError> {
    let (_, text) = FILES.iter().find(|(known, _)| *known == name).ok_or_else(|| unknown(name))?;
    Scenario::parse(text)
}
