use std::path::PathBuf;

/// The flags that say what to show and what to keep, shared by every command that has a trace.
#[expect(clippy::struct_excessive_bools, reason = "each is a flag of the command line")]
#[derive(Debug, Default, clap::Args)]
pub struct OutputArgs {
    /// Print the record as JSON instead of showing the request
    #[arg(long)]
    pub json: bool,
    /// No full screen: a line per milestone, then the summary
    #[arg(long)]
    pub plain: bool,
    /// Write a capture to FILE as the request runs; customer-safe unless --keep-content is given
    #[arg(long, value_name = "FILE")]
    pub save: Option<PathBuf>,
    /// Keep prompts' answers in the capture (file mode 0600); for your own eyes
    #[arg(long, requires = "save")]
    pub keep_content: bool,
    /// Overwrite FILE if it exists
    #[arg(long)]
    pub force: bool,
}
