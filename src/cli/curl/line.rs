//! The words of a curl line, sorted into options, URLs and this program's own flags.

use std::{iter::Peekable, slice};

use clap::{ArgAction, CommandFactory};

use super::{
    OwnFlags,
    flags::{DataKind, Effect, FLAGS, Flag, REFUSED},
};
use crate::timeline::nearest;

/// A curl line, understood but not yet carried out.
#[derive(Debug, Default)]
pub struct Line {
    /// The options with their values, in order.
    pub options: Vec<(&'static Flag, String)>,
    /// The URLs.
    pub urls: Vec<String>,
    /// This program's own flags, for clap.
    pub own: Vec<String>,
    /// The options that make no difference here, as they were written.
    pub ignored: Vec<String>,
}

/// Sorts the words.
///
/// # Errors
/// One sentence that names the option that is not known or has no value.
pub fn parse(words: &[String]) -> Result<Line, String> {
    let mut line = Line::default();
    let mut words = words.iter().peekable();
    let mut only_urls = false;
    while let Some(word) = words.next() {
        if only_urls || !word.starts_with('-') || word == "-" {
            line.urls.push(word.to_owned());
        } else if word == "--" {
            only_urls = true;
        } else if let Some(long) = word.strip_prefix("--") {
            line.long(long, &mut words)?;
        } else {
            line.shorts(&word[1..], &mut words)?;
        }
    }
    Ok(line)
}

type Words<'w> = Peekable<slice::Iter<'w, String>>;

impl Line {
    fn long(&mut self, long: &str, words: &mut Words<'_>) -> Result<(), String> {
        let (name, inline) = long.split_once('=').map_or((long, None), |(name, value)| (name, Some(value)));
        let flag = FLAGS.iter().find(|flag| flag.long == name);
        match flag {
            Some(flag) if !self.is_own_json(flag, inline, words.peek().map(|word| word.as_str())) => {
                // curl has no `--name=value`; an option that is written so would mean something else to it.
                let value = match (flag.takes_value, inline) {
                    (true, Some(value)) => value,
                    (true, None) => {
                        words.next().ok_or_else(|| format!("curl's option --{name} needs a value after it"))?
                    }
                    (false, None) => "",
                    (false, Some(_)) => {
                        return Err(format!(
                            "curl's option --{name} takes no value; leave out the = and what follows it"
                        ));
                    }
                };
                self.option(flag, value, format!("--{name}"));
                Ok(())
            }
            _ => self.own_flag(name, inline, words),
        }
    }

    /// One of this program's own flags, which clap then reads.
    fn own_flag(&mut self, name: &str, inline: Option<&str>, words: &mut Words<'_>) -> Result<(), String> {
        let command = OwnFlags::command();
        let own = command.get_arguments().find(|arg| arg.get_long() == Some(name));
        let own = own.ok_or_else(|| not_supported(&format!("--{name}")))?;
        self.own.push(inline.map_or_else(|| format!("--{name}"), |value| format!("--{name}={value}")));
        if inline.is_none() && matches!(own.get_action(), ArgAction::Set | ArgAction::Append) {
            self.own
                .push(words.next().ok_or_else(|| format!("the option --{name} needs a value after it"))?.to_owned());
        }
        Ok(())
    }

    /// Letters that stand together: those without a value, then perhaps one with the rest as its value.
    fn shorts(&mut self, letters: &str, words: &mut Words<'_>) -> Result<(), String> {
        for (at, letter) in letters.char_indices() {
            let flag = FLAGS.iter().find(|flag| flag.short == Some(letter));
            let flag = flag.ok_or_else(|| not_supported(&format!("-{letter}")))?;
            let rest = &letters[at + letter.len_utf8()..];
            if !flag.takes_value {
                self.option(flag, "", format!("-{letter}"));
                continue;
            }
            let value = match rest {
                "" => words.next().ok_or_else(|| format!("curl's option -{letter} needs a value after it"))?,
                rest => rest,
            };
            self.option(flag, value, format!("-{letter}"));
            break;
        }
        Ok(())
    }

    /// `--json` is curl's when JSON or a file follows or it was curl's before, else it asks for the record.
    fn is_own_json(&self, flag: &Flag, inline: Option<&str>, next: Option<&str>) -> bool {
        let json = Effect::Data(DataKind::Json);
        flag.effect == json
            && inline.is_none()
            && !self.has(json)
            && !next.is_some_and(|next| next.trim_start().starts_with(['{', '[', '@', '"']))
    }

    /// Puts a line that was pasted in the place of the `-` that stands for it.
    pub fn splice(&mut self, pasted: Self) {
        self.urls = pasted.urls;
        self.options.splice(0..0, pasted.options);
        self.own.splice(0..0, pasted.own);
        self.ignored.splice(0..0, pasted.ignored);
    }

    /// Whether an option that does this was given.
    pub fn has(&self, effect: Effect) -> bool {
        self.options.iter().any(|(flag, _)| flag.effect == effect)
    }

    /// The last value of an option that does this.
    pub fn value(&self, effect: Effect) -> Option<&str> {
        self.options.iter().rev().find(|(flag, _)| flag.effect == effect).map(|(_, value)| value.as_str())
    }

    fn option(&mut self, flag: &'static Flag, value: &str, written: String) {
        match flag.effect {
            Effect::Ignored => self.ignored.push(written),
            Effect::Own(own) => self.own.extend([own.to_owned(), value.to_owned()]),
            Effect::Url => self.urls.push(value.to_owned()),
            _ => self.options.push((flag, value.to_owned())),
        }
    }
}

fn not_supported(option: &str) -> String {
    if let Some((_, reason)) = REFUSED.iter().find(|(refused, _)| *refused == option) {
        return format!("curl's option {option} is not supported here: {reason}");
    }
    let own = OwnFlags::command();
    let own = own.get_arguments().filter(|argument| !argument.is_hide_set()).filter_map(clap::Arg::get_long);
    let known = FLAGS.iter().map(|flag| flag.long).chain(own);
    match option.strip_prefix("--").and_then(|name| nearest(name, known)) {
        Some(meant) => format!("there is no option {option} here; did you mean --{meant}?"),
        None => format!("curl's option {option} is not supported here; leave it out, or see streamfall curl --help"),
    }
}

#[cfg(test)]
mod tests {
    use super::{Line, parse};

    fn line(text: &str) -> Result<Line, String> {
        parse(&shlex::split(text).expect("a line"))
    }

    fn options(line: &Line) -> Vec<(&str, &str)> {
        line.options.iter().map(|(flag, value)| (flag.long, value.as_str())).collect()
    }

    #[test]
    fn letters_may_stand_together_and_values_be_attached() {
        let line = line("-sSN -XPOST -kd '{}' https://a.example -Hx:y").expect("a line");
        assert_eq!(options(&line), [("request", "POST"), ("insecure", ""), ("data", "{}"), ("header", "x:y")]);
        assert_eq!((line.ignored.join(" ").as_str(), line.urls), ("-s -S -N", vec!["https://a.example".to_owned()]));
    }

    #[test]
    fn own_flags_may_stand_anywhere() {
        let line = line("--plain https://a.example --save x.jsonl -m 3 --idle-timeout=2 --url b").expect("a line");
        assert_eq!(line.own, ["--plain", "--save", "x.jsonl", "--max-time", "3", "--idle-timeout=2"]);
        assert_eq!(line.urls, ["https://a.example", "b"]);
    }

    #[test]
    fn json_is_data_when_data_follows_and_the_record_otherwise() {
        let data = line("--json '{\"a\":1}' https://a.example").expect("a line");
        assert_eq!((options(&data), data.own.len()), (vec![("json", "{\"a\":1}")], 0));
        let record = line("--json https://a.example").expect("a line");
        assert_eq!((record.own, record.urls), (vec!["--json".to_owned()], vec!["https://a.example".to_owned()]));
    }

    #[test]
    fn what_is_not_known_is_named() {
        let sentence = |text| line(text).expect_err("refused");
        assert!(sentence("--retry 3 https://a.example").contains("--retry is not"));
        assert!(sentence("-sF a=b https://a.example").contains("-F is not supported here: a form"));
        assert!(sentence("https://a.example -H").contains("-H needs a value"));
        assert!(sentence("--assrt x https://a.example").ends_with("did you mean --assert?"));
        assert!(
            sentence("--frobnicate https://a.example").contains("--frobnicate is not supported here; leave it out")
        );
    }
}
