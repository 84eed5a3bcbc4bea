use std::path::PathBuf;

use super::{Exit, Failure, input, session, stdout::Stdout};
use crate::{
    capture::{expired, remove},
    wire::sanitize_line,
};

/// Arguments of `streamfall prune`.
#[derive(Debug, clap::Args)]
#[command(after_help = "Example: streamfall prune captures --dry-run")]
pub struct PruneArgs {
    /// The directory to look in
    dir: PathBuf,
    /// Only list what would be removed
    #[arg(long)]
    dry_run: bool,
    /// Look in the directories below it too
    #[arg(long)]
    recursive: bool,
}

/// Runs `streamfall prune`: removes captures past their own expiry, and nothing else.
///
/// # Errors
/// When the directory cannot be read or a capture not be removed.
pub fn run(args: &PruneArgs) -> Result<Exit, Failure> {
    let found = expired(&args.dir, args.recursive, jiff::Timestamp::now()).map_err(|error| input::refused(&error))?;
    let mut stdout = Stdout::default();
    let mut print = |line: &str| {
        stdout
            .print(&format!("{}\n", sanitize_line(line)))
            .map_err(|error| session::internal("cannot write to standard output", &error))
    };
    for capture in &found {
        let what = if args.dry_run { "would remove" } else { "removed" };
        if !args.dry_run {
            remove(capture).map_err(|error| input::refused(&error))?;
        }
        print(&format!("{what} {} (expired at {:.0})", capture.path.display(), capture.expires_at))?;
    }
    if found.is_empty() {
        print("no capture is past its expiry")?;
    }
    Ok(Exit::Completed)
}
