use std::{fmt::Write, fs, path::Path};

use clap::Subcommand;

use super::{Exit, Failure, TEMPLATE, current, file, named, place};
use crate::{
    capture::WholeFile,
    cli::{complain, input, session, stdout::Stdout},
    wire::{sanitize, sanitize_line, write_words},
};

/// Arguments of `streamfall config`.
#[derive(Debug, clap::Args)]
#[command(disable_help_subcommand = true, after_help = "Example: streamfall config init && streamfall config show")]
pub struct ConfigArgs {
    #[command(subcommand)]
    what: What,
}

#[derive(Debug, Subcommand)]
enum What {
    /// Write a file to start from, with every setting in it as a comment
    Init,
    /// Print where the file is
    Path,
    /// Print what the file says, and what the environment says over it
    Show,
}

/// Runs `streamfall config`.
///
/// # Errors
/// When the file cannot be read or written.
pub fn run(args: &ConfigArgs) -> Result<Exit, Failure> {
    let named = named(std::env::args_os());
    let path = place(named.as_deref()).ok_or_else(|| {
        Failure::new(Exit::Usage, "there is no folder for configuration here; name a file with --config")
    })?;
    match args.what {
        What::Init => init(&path)?,
        What::Path => print(&format!("{}\n", path.display()))?,
        What::Show => print(&sanitize(&show(&current()?, &path)))?,
    }
    Ok(Exit::Completed)
}

fn init(path: &Path) -> Result<(), Failure> {
    let cannot = |error| {
        Failure::new(
            Exit::Usage,
            format!("cannot write the configuration '{}': {}", path.display(), write_words(&error)),
        )
    };
    if path.exists() {
        return Err(Failure::new(
            Exit::Usage,
            format!("the configuration '{}' exists already; edit it, or remove it first", path.display()),
        ));
    }
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder).map_err(cannot)?;
    }
    WholeFile::put(path, TEMPLATE.as_bytes(), false, false).map_err(|error| input::refused(&error))?;
    complain(&format!("wrote '{}'", path.display()));
    Ok(())
}

fn print(text: &str) -> Result<(), Failure> {
    Stdout::default().print(text).map_err(|error| session::internal("cannot write to standard output", &error))
}

/// The settings as the file gives them and the variables that go before it. Of a profile only what
/// is no secret by its kind: an address is shown as its host.
fn show(file: &file::File, path: &Path) -> String {
    let mut text = format!("# {}{}\n", path.display(), if path.exists() { "" } else { " (absent)" });
    for (id, values) in super::defaults(file).into_iter().filter(|(id, _)| *id != "bound") {
        let id = if id == "configured" { "thresholds" } else { id };
        let _ = writeln!(text, "{id} = {}", values.join(", "));
    }
    for (action, keys) in &file.keys {
        let _ = writeln!(text, "key {action} = {}", keys.join(" "));
    }
    for (name, profile) in &file.profiles {
        let host = profile.base_url.as_deref().and_then(|base| reqwest::Url::parse(base).ok());
        let host = host.as_ref().and_then(reqwest::Url::host_str).unwrap_or("its provider's");
        let key = match (&profile.key_env, &profile.key_command) {
            (Some(name), _) => format!("from {name}"),
            (None, Some(command)) => format!("from {}", command.first().map_or("", String::as_str)),
            (None, None) => "the provider's usual".to_owned(),
        };
        let provider = profile.provider.as_deref().unwrap_or("openai-chat");
        let model = profile.model.as_deref().unwrap_or("none");
        // One line a profile, whatever its name holds.
        let line = format!("profile {name}: {provider}, host {host}, model {model}, key {key}");
        let _ = writeln!(text, "{}", sanitize_line(&line));
    }
    let mut set: Vec<_> = std::env::vars_os().filter_map(|(name, _)| name.into_string().ok()).collect();
    set.retain(|name| name.starts_with("STREAMFALL_"));
    set.sort();
    for name in set {
        let _ = writeln!(text, "{name} is set and goes before the file");
    }
    text
}
