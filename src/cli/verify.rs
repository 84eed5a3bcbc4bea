use std::path::PathBuf;

use super::{Exit, Failure, input, session, stdout::Stdout};
use crate::{
    capture::{self, Input},
    wire::sanitize_line,
};

/// Arguments of `streamfall verify`.
#[derive(Debug, clap::Args)]
#[command(after_help = "Example: streamfall verify safe.jsonl")]
pub struct VerifyArgs {
    /// The capture; `-` is standard input
    file: PathBuf,
}

/// Runs `streamfall verify`: proves that a capture is customer-safe, or names what is not.
///
/// # Errors
/// When the file cannot be read or is no capture.
pub fn run(args: &VerifyArgs) -> Result<Exit, Failure> {
    let input = Input::of(&args.file);
    let (name, mut stdout, mut count) = (input.name(), Stdout::default(), 0_u64);
    let mut printed = Ok(());
    let lines = input.lines().map_err(|error| input::refused(&error))?;
    let checked = capture::verify(&name, lines, &mut |finding| {
        count += 1;
        let field = if finding.field.is_empty() { String::new() } else { format!(" \"{}\":", finding.field) };
        let line = format!("line {}:{field} {}", finding.line, finding.reason);
        if printed.is_ok() {
            printed = stdout.print(&format!("{}\n", sanitize_line(&line)));
        }
    })
    .map_err(|error| input::refused(&error))?;
    if count == 0 && printed.is_ok() {
        let line = format!("{name} is customer-safe: {checked} lines, nothing in them that is not on the list");
        printed = stdout.print(&format!("{}\n", sanitize_line(&line)));
    }
    printed.map_err(|error| session::internal("cannot write to standard output", &error))?;
    Ok(if count == 0 { Exit::Completed } else { Exit::NotSafe })
}
