//! Where the key comes from, and where it goes. It is never written and never shown.

use std::{env, time::Duration};

use reqwest::header::{AUTHORIZATION, HeaderName};

use super::{
    Failure, Profile, key_command,
    providers::{Auth, Provider},
    usage,
};
use crate::cli::shown::may_be_secret;

/// The variable of a printed line whose key comes from a command.
const PRINTED: &str = "API_KEY";

/// Where a key comes from.
#[derive(Debug, PartialEq, Eq)]
pub enum Source {
    /// None is needed.
    Nowhere,
    /// An environment variable.
    Variable(String),
    /// What a command prints: the program and its arguments.
    Command(Vec<String>),
}

/// Where the key comes from: the flag, else the profile, else the provider's usual variable. An
/// address of one's own gets no key unasked, unless a provider was named with it.
pub fn source(flag: Option<&str>, profile: &Profile, provider: &Provider) -> Source {
    let named = flag.or(profile.key_env.as_deref());
    match (named, &profile.key_command, provider.key) {
        (Some(name), command, _) if flag.is_some() || command.is_none() => Source::Variable(name.to_owned()),
        (_, Some(command), _) => Source::Command(command.clone()),
        (Some(name), ..) => Source::Variable(name.to_owned()),
        (None, None, Some(usual)) => Source::Variable(usual.to_owned()),
        (None, None, None) => Source::Nowhere,
    }
}

/// The variable that a printed line names.
pub fn variable(source: &Source) -> Option<&str> {
    match source {
        Source::Nowhere => None,
        Source::Variable(name) => Some(name),
        Source::Command(_) => Some(PRINTED),
    }
}

/// Whether a variable can have this name. A key that was given in its place must not be repeated.
pub fn is_variable(name: &str) -> bool {
    !may_be_secret(name)
        && name.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_')
        && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
}

/// The header that carries the key.
pub fn header(provider: &Provider, key: &str) -> (HeaderName, String) {
    match provider.auth {
        Auth::Bearer => (AUTHORIZATION, format!("Bearer {key}")),
        Auth::Header(name) => (HeaderName::from_static(name), key.to_owned()),
    }
}

/// The key. A command gets no more than `max_time` for it.
///
/// # Errors
/// When it is not where it should be. Whatever the command says stays on its own stderr.
pub fn read(source: &Source, provider: &Provider, max_time: Option<Duration>) -> Result<Option<String>, Failure> {
    let key = match source {
        Source::Nowhere => return Ok(None),
        Source::Variable(name) if !is_variable(name) => {
            let sentence =
                "ask: the key itself stands where the name of its variable should; set a variable and name that";
            return Err(usage(sentence.to_owned()));
        }
        Source::Variable(name) => env::var(name)
            .ok()
            .filter(|key| !key.trim().is_empty())
            .ok_or_else(|| usage(format!("ask: there is no key for {}; set {name}", provider.name)))?,
        Source::Command(words) => key_command::first_line(words, max_time)?,
    };
    Ok(Some(key.trim().to_owned()))
}

#[cfg(test)]
mod tests {
    use super::{super::providers::PROVIDERS, Profile, Source, is_variable, read, source};

    #[test]
    fn a_key_in_the_place_of_its_variable_is_not_repeated() {
        for (name, can_be) in [
            ("OPENAI_API_KEY", true),
            ("_x1", true),
            ("sk-SECRET", false),
            ("gsk_SECRET", false),
            ("1A", false),
            ("", false),
        ] {
            assert_eq!(is_variable(name), can_be, "{name}");
        }
        let sentence =
            read(&Source::Variable("gsk_SECRET".to_owned()), &PROVIDERS[0], None).expect_err("refused").sentence;
        assert!(sentence.contains("the name of its variable") && !sentence.contains("SECRET"), "{sentence}");
    }

    #[test]
    fn a_flag_goes_before_a_command_and_that_before_the_usual_variable() {
        let provider = &PROVIDERS[0];
        let command = vec!["pass".to_owned()];
        let profile = Profile { key_command: Some(command.clone()), ..Profile::default() };
        assert_eq!(source(Some("MINE"), &profile, provider), Source::Variable("MINE".to_owned()));
        assert_eq!(source(None, &profile, provider), Source::Command(command));
        assert_eq!(source(None, &Profile::default(), provider), Source::Variable("OPENAI_API_KEY".to_owned()));
        let own = Profile { key_env: Some("OWN".to_owned()), ..Profile::default() };
        assert_eq!(source(None, &own, provider), Source::Variable("OWN".to_owned()));
    }
}
