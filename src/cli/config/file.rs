//! The configuration file: what it may hold, and reading it.

use std::{
    collections::BTreeMap,
    env, fs, io,
    path::{Path, PathBuf},
};

use etcetera::BaseStrategy;
use serde::Deserialize;

use crate::{
    cli::{ask, shown::shown, timeouts::LONGEST},
    trace::Thresholds,
    tui::{Keymap, ThemeName},
    wire::{read_words, serde_words},
};

/// The whole file. Every field may be left out; one that is not known is refused.
#[derive(Clone, Debug, Default, Deserialize, PartialEq)]
#[serde(deny_unknown_fields)]
pub struct File {
    /// As `--color`.
    pub color: Option<Color>,
    /// As `--theme`.
    pub theme: Option<ThemeName>,
    /// As `--ascii`.
    pub ascii: Option<bool>,
    /// As `--plain`.
    pub plain: Option<bool>,
    /// The profile of `ask` when none is named.
    pub profile: Option<String>,
    /// How long to wait for what, in seconds.
    #[serde(default)]
    pub timeouts: Timeouts,
    /// What counts as slow, as `--threshold`.
    #[serde(default)]
    pub thresholds: BTreeMap<String, f64>,
    /// The keys of the screen, by the name of the action.
    #[serde(default)]
    pub keys: BTreeMap<String, Vec<String>>,
    /// Endpoints by name.
    #[serde(default)]
    pub profiles: BTreeMap<String, Profile>,
}

/// As `--color`.
#[derive(Clone, Copy, Debug, Deserialize, PartialEq, Eq)]
#[serde(rename_all = "lowercase")]
pub enum Color {
    /// As the terminal says.
    Auto,
    /// Always.
    Always,
    /// Never.
    Never,
}

/// How long to wait for what, in seconds; 0 waits for ever.
#[derive(Clone, Debug, Default, Deserialize, PartialEq)]
#[serde(deny_unknown_fields)]
pub struct Timeouts {
    /// As `--connect-timeout`.
    pub connect: Option<f64>,
    /// As `--header-timeout`.
    pub header: Option<f64>,
    /// As `--first-output-timeout`.
    pub first_output: Option<f64>,
    /// As `--idle-timeout`.
    pub idle: Option<f64>,
    /// As `--max-time`.
    pub max_time: Option<f64>,
}

impl Timeouts {
    /// Each with its name in the file.
    fn named(&self) -> [(&'static str, Option<f64>); 5] {
        [
            ("connect", self.connect),
            ("header", self.header),
            ("first_output", self.first_output),
            ("idle", self.idle),
            ("max_time", self.max_time),
        ]
    }
}

/// One endpoint, as the flags of `ask` would give it. It holds no key, only where one comes from.
#[derive(Clone, Debug, Default, Deserialize, PartialEq)]
#[serde(deny_unknown_fields)]
pub struct Profile {
    /// As `--provider`.
    pub provider: Option<String>,
    /// As `--base-url`.
    pub base_url: Option<String>,
    /// As `--model`.
    pub model: Option<String>,
    /// As `--key-env`.
    pub key_env: Option<String>,
    /// The program that prints the key, with its arguments.
    pub key_command: Option<Vec<String>>,
    /// As `--system`.
    pub system: Option<String>,
    /// As `--reasoning`.
    pub reasoning: Option<String>,
    /// As `--max-tokens`.
    pub max_tokens: Option<u64>,
    /// As `--temperature`.
    pub temperature: Option<f64>,
}

/// Where the file is: as named, else as `STREAMFALL_CONFIG` says, else in the user's folder for
/// configuration. `None` when the variable is empty or there is no such folder.
pub fn place(named: Option<&Path>) -> Option<PathBuf> {
    if let Some(named) = named {
        return Some(named.to_owned());
    }
    if let Some(path) = env::var_os("STREAMFALL_CONFIG") {
        return (!path.is_empty()).then(|| path.into());
    }
    let strategy = etcetera::choose_base_strategy().ok()?;
    Some(strategy.config_dir().join("streamfall").join("config.toml"))
}

/// Reads the file; an absent one that nobody named is empty.
///
/// # Errors
/// One sentence with the file and the line.
pub fn read(named: Option<&Path>) -> Result<File, String> {
    let Some(path) = place(named) else { return Ok(File::default()) };
    let is_named = named.is_some() || env::var_os("STREAMFALL_CONFIG").is_some();
    match fs::read_to_string(&path) {
        Ok(text) => parse(&text).map_err(|why| format!("the configuration '{}', {why}", path.display())),
        Err(error) if error.kind() == io::ErrorKind::NotFound && !is_named => Ok(File::default()),
        Err(error) => Err(format!("cannot read the configuration '{}': {}", path.display(), read_words(&error))),
    }
}

/// Reads a text.
///
/// # Errors
/// The line and what is wrong with it.
pub fn parse(text: &str) -> Result<File, String> {
    let line_of = |at: usize| text[..at.min(text.len())].matches('\n').count() + 1;
    let line_with =
        |word: &str| text.lines().position(|line| line.trim_start().starts_with(word)).map_or(1, |at| at + 1);
    let line_of_key = |name: &str| line_in_table(text, "keys", name);
    let file: File = toml::from_str(text).map_err(|error| {
        let line = error.span().map_or(1, |span| line_of(span.start));
        let message = serde_words(error.message());
        let hint = if message.contains("unknown field 'key'") || message.contains("unknown field 'api_key'") {
            "; a key never stands here, use key_env or key_command"
        } else {
            ""
        };
        format!("line {line}: {message}{hint}")
    })?;
    let mut thresholds = Thresholds::default();
    for (name, value) in &file.thresholds {
        thresholds
            .set_expr(&format!("{name}={value}"))
            .map_err(|error| format!("line {}: {error}", line_with(name)))?;
    }
    let mut keys = Keymap::default();
    for (action, names) in &file.keys {
        keys.bind(action, names).map_err(|why| format!("line {}: {why}", line_of_key(action)))?;
    }
    if let Some((action, why)) = keys.clash() {
        return Err(format!("line {}: {why}", line_of_key(action)));
    }
    for profile in file.profiles.values() {
        if let Some(provider) = profile.provider.as_deref().filter(|name| !ask::is_provider(name)) {
            let line = line_with("provider");
            let names = ask::provider_names();
            return Err(format!("line {line}: there is no provider {}; the names are {names}", shown(provider)));
        }
        if profile.key_env.as_deref().is_some_and(|name| !ask::is_variable(name)) {
            let line = line_with("key_env");
            return Err(format!(
                "line {line}: key_env is no name of a variable; a key never stands here, name the variable that holds it"
            ));
        }
    }
    for (name, seconds) in file.timeouts.named() {
        if seconds.is_some_and(|seconds| !(0.0..=LONGEST).contains(&seconds)) {
            return Err(format!("line {}: {name} must be a number of seconds from 0 to {LONGEST}", line_with(name)));
        }
    }
    Ok(file)
}

/// The line of a name in a table; other tables may hold the same name.
fn line_in_table(text: &str, table: &str, name: &str) -> usize {
    let mut inside = false;
    for (i, line) in text.lines().map(str::trim).enumerate() {
        if let Some(head) = line.strip_prefix('[') {
            inside = head.trim_start().strip_prefix(table).is_some_and(|rest| rest.trim_start().starts_with(']'));
        }
        let named = line.trim_start_matches(['"', '\'']).strip_prefix(name);
        let named = named.is_some_and(|rest| rest.trim_start_matches(['"', '\'']).trim_start().starts_with('='));
        // A dotted name stands outside: keys.quit = …
        let dotted = line.strip_prefix(table).and_then(|rest| rest.trim_start().strip_prefix('.'));
        if inside && named || dotted.is_some_and(|rest| rest.trim_start().starts_with(name)) {
            return i + 1;
        }
    }
    1
}

#[cfg(test)]
mod tests {
    use super::{super::TEMPLATE, File, parse};

    #[test]
    fn the_template_is_empty_and_without_its_marks_whole() {
        assert_eq!(parse(TEMPLATE), Ok(File::default()));
        let uncommented: String = TEMPLATE
            .lines()
            .map(|line| line.strip_prefix("#").filter(|rest| !rest.starts_with(' ')).unwrap_or(line))
            .flat_map(|line| [line, "\n"])
            .collect();
        let file = parse(&uncommented).expect("whole");
        assert_eq!(file.profiles["local"].base_url.as_deref(), Some("http://localhost:8000/v1"));
        assert!(file.timeouts.idle.is_some() && !file.thresholds.is_empty() && file.ascii == Some(false));
        assert_eq!(file.keys["quit"], ["q", "ctrl-x"]);
    }

    #[test]
    fn what_is_wrong_is_named_with_its_line_and_without_values() {
        for (text, start) in [
            ("\ncolour = 1", "line 2: unknown field 'colour'"),
            ("[timeouts]\nidel = 3", "line 2: unknown field 'idel'"),
            ("[profiles.x]\nkey = \"SECRET\"", "line 2: unknown field 'key'"),
            ("[thresholds]\nheaders_floor_ms = -1", "line 2: headers_floor_ms cannot be '-1'"),
            ("[profiles.x]\nprovider = \"acme\"", "line 2: there is no provider acme; the names are openai, "),
            ("[profiles.x]\nkey_env = \"gsk_SECRET\"", "line 2: key_env is no name of a variable"),
            ("[profiles.x]\nkey_command = \"echo SECRET\"", "line 2: expected a list, found text"),
            ("[profiles.x]\nmax_tokens = \"SECRET\"", "line 2: expected a whole number from 0 up, found text"),
            ("[timeouts]\nidle = -1", "line 2: idle must be a number of seconds from 0 to 31536000"),
            ("[keys]\nquti = [\"x\"]", "line 2: there is no action 'quti', did you mean 'quit'?"),
            ("theme = \"mono\"\n[keys]\ntheme = [\"x\"]\nquit = [\"esc-x\"]", "line 4: there is no key 'esc-x'"),
            ("[keys]\n# quit\nsave = []", "line 3: 'save' needs a key at least"),
            ("[keys]\ntheme = [\"x\"]\n\nzoom_in = [\"h\"]", "line 4: 'h' is bound to zoom_in and to pan_left"),
            ("[keys]\nquit = [\"sk-SECRET-SECRET\"]", "line 2: a name in its list is that of no key"),
            (
                "[keys]\n\nquit = [\"\u{202e}\"]",
                "line 3: a key must be a character that can be seen, and U+202E cannot",
            ),
            ("keys.theme = [\"q\"]", "line 1: 'q' is bound to theme and to quit"),
            ("[keys]\nquit = \"x\"", "line 2: expected a list, found text"),
            ("a = [", "line 1:"),
        ] {
            let sentence = parse(text).expect_err(text);
            assert!(
                sentence.starts_with(start) && !sentence.contains("SECRET") && !sentence.contains('\n'),
                "{sentence}"
            );
        }
    }
}
