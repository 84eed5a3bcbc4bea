use std::{io, path::PathBuf};

use jiff::SignedDuration;

use super::{
    Exit, Failure, complain,
    input::{self, InputArgs},
    stdout::{is_stdout, reader_has_gone},
};
use crate::capture::{self, CaptureError, parse_expiry};

/// Arguments of `streamfall redact`.
#[derive(Debug, clap::Args)]
#[command(after_help = "Example: streamfall redact slow.har -o safe.jsonl --expires 14d")]
pub struct RedactArgs {
    /// A capture, an archive, a raw stream, a timing record; `-` is stdin
    file: PathBuf,
    /// Where to write the customer-safe capture; `-` is standard output
    #[arg(short, long, value_name = "FILE")]
    output: PathBuf,
    #[command(flatten)]
    input: InputArgs,
    /// After which time `prune` may remove it: 36h, 14d, 2w
    #[arg(long, value_name = "TIME", value_parser = parse_expiry)]
    expires: Option<SignedDuration>,
    /// Overwrite FILE if it exists
    #[arg(long)]
    force: bool,
}

/// Runs `streamfall redact`: makes a customer-safe capture of anything that can be read.
///
/// # Errors
/// When the input cannot be read or the capture not be written.
pub fn run(args: &RedactArgs) -> Result<Exit, Failure> {
    let recording = input::load(&args.file, &args.input, false)?;
    let expires_at = args.expires.map(|keep| capture::expires_at(jiff::Timestamp::now(), keep));
    if is_stdout(&args.output) {
        let out = io::BufWriter::new(io::stdout().lock());
        return match capture::redact_to(&recording, out, "standard output", expires_at) {
            // Its reader has had enough, as `head` has.
            Err(CaptureError::Write { source, .. }) if reader_has_gone(&source) => Ok(Exit::Completed),
            written => written.map(|()| Exit::Completed).map_err(|error| input::refused(&error)),
        };
    }
    capture::redact(&recording, &args.output, expires_at, args.force).map_err(|error| input::refused(&error))?;
    complain(&format!("wrote a customer-safe capture: '{}'", args.output.display()));
    Ok(Exit::Completed)
}
