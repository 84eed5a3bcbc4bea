//! Python and its packages, which some tests try the program against and skip without. `.ci/tools`
//! fetches them.

use std::{
    path::Path,
    process::{Command, Stdio},
};

/// The Python that `.ci/tools` put its packages into, else the one of the machine.
pub fn command() -> Command {
    let own = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/target/tools/python/bin/python3"));
    Command::new(if own.exists() { own } else { Path::new("python3") })
}

/// What a line of Python prints; `None` where it fails, as without a package it imports.
pub fn says(line: &str) -> Option<String> {
    let output = command().args(["-c", line]).stderr(Stdio::null()).output().ok()?;
    output.status.success().then(|| String::from_utf8_lossy(&output.stdout).trim().to_owned())
}
