//! What is wrong with the arguments, in one sentence of our own in place of clap's several lines.

use std::error::Error as _;

use clap::{
    Arg, Command, Error,
    error::{ContextKind, ContextValue, ErrorKind},
};

use super::shown::shown;

/// Flags that count only beside another: clap's complaint names the other, not the one that was given.
const COUNT_ONLY_WITH: &[(&str, &[&str])] =
    &[("repeat", &["warmup", "pause", "fresh-connection"]), ("save", &["keep-content", "keep-request-id", "expires"])];

/// The command whose arguments are wrong.
pub struct Place<'c> {
    /// How it is called, `streamfall config init`.
    name: String,
    command: &'c Command,
    /// The arguments as they were given, to tell a flag from a variable of the environment.
    arguments: Vec<String>,
}

impl<'c> Place<'c> {
    /// A command of that name.
    pub fn new(name: &str, command: &'c Command, arguments: Vec<String>) -> Self {
        Self { name: name.to_owned(), command, arguments }
    }

    /// The command that the arguments of the program name.
    pub fn of(program: &'c Command, arguments: Vec<String>) -> Self {
        let mut place = Self::new("streamfall", program, arguments);
        for word in &place.arguments {
            if let Some(below) = place.command.find_subcommand(word) {
                place.name = format!("{} {word}", place.name);
                place.command = below;
            }
        }
        place
    }

    /// The command's own name.
    fn short_name(&self) -> &str {
        self.name.rsplit(' ').next().unwrap_or_default()
    }

    fn help(&self) -> String {
        format!("see '{} --help'", self.name)
    }

    fn argument(&self, display: &str) -> Option<&'c Arg> {
        let long = flag(display).strip_prefix("--")?;
        self.command.get_arguments().find(|argument| argument.get_long() == Some(long))
    }

    fn has_flag(&self, long: &str) -> bool {
        let flag = format!("--{long}");
        self.arguments
            .iter()
            .any(|word| word.strip_prefix(&flag).is_some_and(|rest| rest.is_empty() || rest.starts_with('=')))
    }

    /// What a value was given to: the flag, or the variable that stands for it.
    fn given(&self, display: &str, value: &str) -> String {
        let argument = self.argument(display);
        let short = argument.and_then(Arg::get_short).map(|letter| format!("-{letter}"));
        let as_flag = argument.and_then(Arg::get_long).is_none_or(|long| self.has_flag(long))
            || short.is_some_and(|short| self.arguments.iter().any(|word| word.starts_with(&short)));
        let variable = argument.and_then(Arg::get_env).and_then(|name| name.to_str());
        match variable.filter(|name| !as_flag && std::env::var_os(name).is_some()) {
            Some(name) => format!("{name}={}", shown(value)),
            None => format!("{} {}", flag(display), shown(value)),
        }
    }
}

/// The sentence for an error of clap's: what is wrong, with what, and what to do.
pub fn sentence(error: &Error, place: &Place<'_>) -> String {
    let context = Context(error);
    let words = match error.kind() {
        ErrorKind::UnknownArgument => unknown_argument(&context, place),
        ErrorKind::InvalidSubcommand => unknown_command(&context, place),
        ErrorKind::MissingRequiredArgument => Some(missing(&context, place)),
        ErrorKind::InvalidValue => wrong_word(&context, place),
        ErrorKind::ValueValidation => wrong_value(&context, place),
        ErrorKind::ArgumentConflict => conflict(&context),
        ErrorKind::TooManyValues => context
            .one(ContextKind::InvalidArg)
            .map(|display| format!("{} takes no value; leave out the = and what follows it", flag(display))),
        ErrorKind::InvalidUtf8 => Some(format!("an argument is no UTF-8 text; {}", place.help())),
        _ => None,
    };
    words.unwrap_or_else(|| {
        let what = error.kind().as_str().unwrap_or("the arguments cannot be understood");
        format!("{what}; {}", place.help())
    })
}

/// The parts of an error.
struct Context<'e>(&'e Error);

impl<'e> Context<'e> {
    /// A part that is one text.
    fn one(&self, kind: ContextKind) -> Option<&'e str> {
        match self.0.get(kind)? {
            ContextValue::String(text) => Some(text),
            ContextValue::Strings(texts) => texts.first().map(String::as_str),
            _ => None,
        }
    }

    /// A part that is a list.
    fn all(&self, kind: ContextKind) -> Vec<&'e str> {
        match self.0.get(kind) {
            Some(ContextValue::String(text)) => vec![text],
            Some(ContextValue::Strings(texts)) => texts.iter().map(String::as_str).collect(),
            _ => Vec::new(),
        }
    }
}

/// `--speed` of `--speed <N>`, `FILE` of `<FILE>...`.
fn flag(display: &str) -> &str {
    let first = display.split(' ').next().unwrap_or_default();
    if first.starts_with('-') { first } else { first.trim_matches(['<', '>', '[', ']', '.']) }
}

/// `--speed N` of `--speed <N>`, `a FILE` of `<FILE>`, `FILEs` of `<FILE>...`.
fn needed(display: &str) -> String {
    let plain = display.replace(['<', '>', '[', ']'], "");
    match plain.strip_suffix("...") {
        _ if plain.starts_with('-') => plain,
        Some(several) => format!("{several}s"),
        None => format!("a {plain}"),
    }
}

fn unknown_argument(context: &Context<'_>, place: &Place<'_>) -> Option<String> {
    let word = context.one(ContextKind::InvalidArg)?;
    let name = place.short_name();
    if !word.starts_with('-') {
        return Some(format!("{name} has no use for a further {}; {}", shown(word), place.help()));
    }
    if word[1..].starts_with(|c: char| c.is_ascii_digit()) {
        return Some(format!(
            "{name} has no flag {}, and no value here begins with a '-'; {}",
            shown(word),
            place.help()
        ));
    }
    // A flag of the command itself stood before the command.
    let has_it = |command: &Command| command.get_arguments().any(|own| own.get_long() == Some(&word[2..]));
    let below = || place.command.get_subcommands().find(|below| has_it(below));
    let owner = match place.command {
        command if word.starts_with("--") && has_it(command) => Some(place.name.clone()),
        _ if word.starts_with("--") => below().map(|below| format!("{} {}", place.name, below.get_name())),
        _ => None,
    };
    if let Some(owner) = owner {
        return Some(format!("{} goes after the command, as in '{owner} {word}'", shown(word)));
    }
    Some(match context.one(ContextKind::SuggestedArg) {
        Some(meant) => format!("{name} has no flag {}; did you mean {}?", shown(word), flag(meant)),
        None => format!("{name} has no flag {}; {}", shown(word), place.help()),
    })
}

fn unknown_command(context: &Context<'_>, place: &Place<'_>) -> Option<String> {
    let word = context.one(ContextKind::InvalidSubcommand)?;
    let meant = context.one(ContextKind::SuggestedSubcommand);
    let next = meant.map_or_else(|| place.help(), |meant| format!("did you mean {meant}?"));
    Some(format!("there is no command {}; {next}", shown(word)))
}

fn missing(context: &Context<'_>, place: &Place<'_>) -> String {
    let displays = context.all(ContextKind::InvalidArg);
    for display in &displays {
        let long = flag(display).trim_start_matches('-');
        let dependent = COUNT_ONLY_WITH.iter().find(|(other, _)| *other == long).map(|(_, flags)| *flags);
        if let Some(given) = dependent.and_then(|flags| flags.iter().find(|flag| place.has_flag(flag))) {
            return format!("--{given} counts only with {}; add that, or leave it out", needed(display));
        }
    }
    let mut wanted: Vec<_> = displays.iter().map(|display| needed(display)).collect();
    // What has no flag is given first.
    wanted.sort_by_key(|word| word.starts_with('-'));
    format!("{} needs {}; {}", place.short_name(), wanted.join(" and "), place.help())
}

/// A value that is none of a few words, or none at all.
fn wrong_word(context: &Context<'_>, place: &Place<'_>) -> Option<String> {
    let display = context.one(ContextKind::InvalidArg)?;
    let value = context.one(ContextKind::InvalidValue)?;
    let known = context.all(ContextKind::ValidValue);
    let one_of = format!("one of {}", known.join(", "));
    Some(match (value, known.is_empty()) {
        ("", true) => format!("{} needs a value: write {}", flag(display), needed(display)),
        ("", false) => format!("{} needs a value: {one_of}", flag(display)),
        (value, true) => format!("{} cannot be understood; {}", place.given(display, value), place.help()),
        (value, false) => match context.one(ContextKind::SuggestedValue) {
            Some(meant) => format!("{}: give {one_of}; did you mean {meant}?", place.given(display, value)),
            None => format!("{}: give {one_of}", place.given(display, value)),
        },
    })
}

/// A value that its own reader refuses, in the reader's words.
fn wrong_value(context: &Context<'_>, place: &Place<'_>) -> Option<String> {
    let display = context.one(ContextKind::InvalidArg)?;
    let given = place.given(display, context.one(ContextKind::InvalidValue)?);
    Some(match context.0.source() {
        Some(why) => format!("{given}: {why}"),
        None => format!("{given} cannot be understood; {}", place.help()),
    })
}

fn conflict(context: &Context<'_>) -> Option<String> {
    let one = flag(context.one(ContextKind::InvalidArg)?);
    let other = context.one(ContextKind::PriorArg).map(flag);
    Some(match other {
        Some(other) if other != one => format!("{one} and {other} cannot stand together; leave one of them out"),
        _ => format!("{one} stands twice; give it once"),
    })
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    use super::{COUNT_ONLY_WITH, Place, sentence};
    use crate::cli::{Cli, taking_negative_numbers};

    /// What is said of a line.
    fn said(line: &[&str]) -> String {
        let program = taking_negative_numbers(Cli::command());
        let error = program.clone().try_get_matches_from(["streamfall"].iter().chain(line)).expect_err("refused");
        sentence(&error, &Place::of(&program, line.iter().map(|word| (*word).to_owned()).collect()))
    }

    #[test]
    fn every_kind_of_mistake_has_its_sentence() {
        for (line, words) in [
            (&["frob"][..], "there is no command frob; see 'streamfall --help'"),
            (&["dem"], "there is no command dem; did you mean demo?"),
            (&["config", "frob"], "there is no command frob; see 'streamfall config --help'"),
            (&["demo", "--nosuch"], "demo has no flag --nosuch; see 'streamfall demo --help'"),
            (&["demo", "--spee", "3"], "demo has no flag --spee; did you mean --speed?"),
            (&["--color", "never", "demo"], "--color goes after the command, as in 'streamfall demo --color'"),
            (&["demo", "a", "b"], "demo has no use for a further b; see 'streamfall demo --help'"),
            (&["demo", "--speed", "-1"], "--speed -1: give a number from 0.01 to 1000"),
            (&["demo", "--speed"], "--speed needs a value: write --speed N"),
            (&["demo", "--repeat", "0"], "--repeat 0: give a whole number from 1 to 100000"),
            (&["demo", "--color", "blue"], "--color blue: give one of auto, always, never"),
            (&["demo", "--color"], "--color needs a value: one of auto, always, never"),
            (
                &["demo", "--theme", "mon"],
                "--theme mon: give one of default, dark, light, mono, colour-blind, high-contrast; did you mean mono?",
            ),
            (&["demo", "--json", "--json"], "--json stands twice; give it once"),
            (&["demo", "--json=x"], "--json takes no value; leave out the = and what follows it"),
            (
                &["compare", "a", "--json", "--markdown"],
                "--json and --markdown cannot stand together; leave one of them out",
            ),
            (&["report"], "report needs a FILE; see 'streamfall report --help'"),
            (&["redact"], "redact needs a FILE and --output FILE; see 'streamfall redact --help'"),
            (&["compare"], "compare needs FILEs; see 'streamfall compare --help'"),
        ] {
            assert_eq!(said(line), words, "{line:?}");
        }
    }

    #[test]
    fn a_flag_that_counts_only_beside_another_is_the_one_that_is_named() {
        for (other, flags) in COUNT_ONLY_WITH {
            for flag in *flags {
                let flag = format!("--{flag}");
                let takes_value = ["--warmup", "--pause", "--expires"].contains(&flag.as_str());
                let value = takes_value.then_some(if flag == "--expires" { "3d" } else { "1" });
                let line: Vec<_> = ["demo", "--plain", &flag].into_iter().chain(value).collect();
                let start = format!("{flag} counts only with --{other} ");
                assert!(said(&line).starts_with(&start), "{}", said(&line));
            }
        }
    }

    #[test]
    fn what_may_be_a_credential_is_not_repeated() {
        for line in [
            &["replay", "a", "sk-SECRET"][..],
            &["demo", "--otlp", "ftp://user:SECRET@host"],
            &["demo", "--otlp", "user:SECRET@host"],
            &["https://host/?key=SECRET"],
            &["demo", "--https://SECRET"],
        ] {
            assert!(!said(line).contains("SECRET"), "{}", said(line));
        }
    }

    #[test]
    fn every_sentence_is_one_line_that_ends_in_what_to_do() {
        for line in [
            &["man", "a", "b"][..],
            &["ask", "--max-tokens", "x"],
            &["prune"],
            &["completions", "tcsh"],
            &["demo", "-x"],
        ] {
            let words = said(line);
            assert!(!words.contains('\n') && (words.contains(';') || words.contains(": give")), "{words}");
        }
    }
}
