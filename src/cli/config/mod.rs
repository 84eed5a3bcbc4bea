//! The configuration: the file, and how its values become the defaults of the flags.
//!
//! Flags go before `STREAMFALL_*` variables, those before the file, the file before the defaults.
//! No secret is read from the file, written to it or shown.

mod command;
mod file;

use std::{
    ffi::OsString,
    path::{Path, PathBuf},
};

use clap::{Command, ValueEnum};

use super::{Exit, Failure, shown::shown};
use crate::timeline::nearest;

pub use command::{ConfigArgs, run};
pub use file::{Profile, place};

/// What `config init` writes.
const TEMPLATE: &str = include_str!("template.toml");

/// The file that the arguments name with `--config`, before anything else is read of them.
pub fn named(mut arguments: impl Iterator<Item = OsString>) -> Option<PathBuf> {
    while let Some(argument) = arguments.next() {
        if argument == "--" {
            return None;
        }
        if argument == "--config" {
            return arguments.next().map(PathBuf::from);
        }
        if let Some(path) = argument.to_str().and_then(|text| text.strip_prefix("--config=")) {
            return Some(path.into());
        }
    }
    None
}

fn read(named: Option<&Path>) -> Result<file::File, Failure> {
    file::read(named).map_err(|sentence| Failure::new(Exit::Usage, sentence))
}

/// The file of this run.
fn current() -> Result<file::File, Failure> {
    read(named(std::env::args_os()).as_deref())
}

/// The profile by that name, else the file's own choice, else an empty one.
///
/// # Errors
/// When the file cannot be read or holds no such profile.
pub fn profile(name: Option<&str>) -> Result<Profile, Failure> {
    let file = current()?;
    let Some(name) = name.or(file.profile.as_deref()) else { return Ok(Profile::default()) };
    file.profiles.get(name).cloned().ok_or_else(|| {
        let known: Vec<_> = file.profiles.keys().map(String::as_str).collect();
        let hint = match (nearest(name, known.iter().copied()), known.is_empty()) {
            (Some(meant), _) => format!("did you mean {meant}?"),
            (None, false) => format!("there are {}", known.join(", ")),
            (None, true) => "it has none: `streamfall config init` shows how to write one".to_owned(),
        };
        Failure::new(Exit::Usage, format!("the configuration has no profile {}; {hint}", shown(name)))
    })
}

/// A command whose flags have the file's values for defaults, in itself and in every command below it.
///
/// # Errors
/// When the file cannot be read.
pub fn with_defaults(command: Command) -> Result<Command, Failure> {
    Ok(apply(command, &defaults(&current()?)))
}

fn apply(mut command: Command, defaults: &[(&'static str, Vec<String>)]) -> Command {
    for (id, values) in defaults {
        if command.get_arguments().any(|argument| argument.get_id() == *id) {
            command = command.mut_arg(*id, |argument| argument.default_values(values.clone()).hide_default_value(true));
        }
    }
    let below: Vec<_> = command.get_subcommands().map(|below| below.get_name().to_owned()).collect();
    below.into_iter().fold(command, |command, name| command.mut_subcommand(name, |below| apply(below, defaults)))
}

/// What the file says, by the names of the arguments.
fn defaults(file: &file::File) -> Vec<(&'static str, Vec<String>)> {
    let seconds = |value: Option<f64>| value.map(|seconds| seconds.to_string());
    let timeouts = &file.timeouts;
    let single = [
        ("color", file.color.map(|color| format!("{color:?}").to_lowercase())),
        ("theme", file.theme.and_then(|theme| Some(theme.to_possible_value()?.get_name().to_owned()))),
        ("ascii", file.ascii.map(|on| on.to_string())),
        ("plain", file.plain.map(|on| on.to_string())),
        ("connect_timeout", seconds(timeouts.connect)),
        ("header_timeout", seconds(timeouts.header)),
        ("first_output_timeout", seconds(timeouts.first_output)),
        ("idle_timeout", seconds(timeouts.idle)),
        ("max_time", seconds(timeouts.max_time)),
    ];
    let mut defaults: Vec<_> =
        single.into_iter().filter_map(|(id, value)| value.map(|value| (id, vec![value]))).collect();
    let keys: Vec<_> =
        file.keys.iter().flat_map(|(action, keys)| keys.iter().map(move |key| format!("{action}={key}"))).collect();
    if !keys.is_empty() {
        defaults.push(("bound", keys));
    }
    let thresholds: Vec<_> = file.thresholds.iter().map(|(name, value)| format!("{name}={value}")).collect();
    if !thresholds.is_empty() {
        defaults.push(("configured", thresholds));
    }
    defaults
}

#[cfg(test)]
mod tests {
    use std::path::PathBuf;

    use super::{defaults, file, named};

    #[test]
    fn the_named_file_is_found_before_the_arguments_are_read() {
        let of = |words: &[&str]| named(words.iter().map(|word| (*word).into()));
        assert_eq!(of(&["streamfall", "curl", "--config", "a.toml", "x"]), Some(PathBuf::from("a.toml")));
        assert_eq!(of(&["streamfall", "--config=b.toml", "demo"]), Some(PathBuf::from("b.toml")));
        assert_eq!(of(&["streamfall", "ask", "--", "--config", "c"]), None);
    }

    #[test]
    fn values_become_defaults_by_the_names_of_their_flags() {
        let file = file::parse(
            "color = \"never\"\ntheme = \"colour-blind\"\n[timeouts]\nidle = 2.5\n[thresholds]\nheaders_floor_ms = 5\n\
             [keys]\nsave = [\"=\"]\nzoom_fit = [\",\"]\nstep_back = [\"b\"]",
        )
        .expect("a file");
        let expected = [
            ("color", "never"),
            ("theme", "colour-blind"),
            ("idle_timeout", "2.5"),
            ("bound", "save== step_back=b zoom_fit=,"),
            ("configured", "headers_floor_ms=5"),
        ];
        let said: Vec<_> = defaults(&file).into_iter().map(|(id, values)| (id, values.join(" "))).collect();
        assert_eq!(said, expected.map(|(id, value)| (id, value.to_owned())));
    }
}
