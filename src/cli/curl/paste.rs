//! A whole curl line as it was pasted: with its prompt, its variables and what surrounds it.

use std::{
    env,
    io::{self, BufRead, IsTerminal, Read},
};

use super::words::{Fault, Shell, Words};
use crate::{cli::shown::shown, wire::read_words};

/// The words of a pasted line.
#[derive(Debug, Default)]
pub struct Pasted {
    /// What follows `curl`.
    pub words: Vec<String>,
    /// The assignments before it.
    pub variables: Vec<(String, String)>,
    /// What of the text is left out, a sentence each.
    pub notes: Vec<String>,
}

/// Reads a line from standard input. At a terminal it ends when the line is whole, else with the input.
///
/// # Errors
/// One sentence.
pub fn read_stdin() -> Result<Pasted, String> {
    let cannot = |error: io::Error| format!("cannot read the curl line from standard input: {}", read_words(&error));
    let stdin = io::stdin();
    let mut text = String::new();
    if stdin.is_terminal() {
        super::complain("paste the curl line and press Enter");
        while stdin.lock().read_line(&mut text).map_err(cannot)? > 0 {
            let waits = matches!(understand(&text), Err(Failed::Open(_)));
            if !waits && !text.trim().is_empty() {
                break;
            }
        }
    } else {
        stdin.lock().read_to_string(&mut text).map_err(cannot)?;
    }
    parse(&text)
}

/// Reads a text.
///
/// # Errors
/// One sentence that names what only a shell could do, or says what is missing.
pub fn parse(text: &str) -> Result<Pasted, String> {
    understand(text).map_err(|failed| match failed {
        Failed::Open(what) => format!("the curl line is not whole: it ends with {what}; copy it again to its end"),
        Failed::Sentence(sentence) => sentence,
    })
}

/// The value of a variable, whatever the case of its name.
pub fn variable<'v>(variables: &'v [(String, String)], name: &str) -> Option<&'v str> {
    variables.iter().rev().find(|(own, _)| own.eq_ignore_ascii_case(name)).map(|(_, value)| value.as_str())
}

enum Failed {
    Open(&'static str),
    Sentence(String),
}

impl From<Fault> for Failed {
    fn from(fault: Fault) -> Self {
        match fault {
            Fault::Open(what) => Self::Open(what),
            Fault::Refused(sentence) => Self::Sentence(format!("the curl line: {sentence}")),
        }
    }
}

fn understand(text: &str) -> Result<Pasted, Failed> {
    let text = without_prompts(&text.replace("\r\n", "\n"));
    let mut shell = Shell::new(&text);
    let mut pasted = Pasted::default();
    loop {
        let variables = pasted.variables.clone();
        let lookup = |name: &str| {
            let own = variables.iter().rev().find(|(own, _)| own == name).map(|(_, value)| value.clone());
            own.or_else(|| env::var(name).ok())
        };
        let Words { words, ended_by } = shell.command(&lookup)?;
        let mut words = words.into_iter().skip_while(|word| word == "export").peekable();
        while let Some((name, value)) = words.peek().and_then(|word| assignment(word)) {
            pasted.variables.push((name, value));
            words.next();
        }
        match words.next() {
            Some(program) if is_curl(&program) => pasted.words = words.collect(),
            Some(first) if first.starts_with('-') || first.contains("://") => {
                pasted.words = std::iter::once(first).chain(words).collect();
            }
            Some(other) => {
                return Err(Failed::Sentence(format!(
                    "the pasted text begins with {}; paste a line that begins with curl",
                    shown(&other)
                )));
            }
            None if ended_by.is_none() => {
                return Err(Failed::Sentence("there is no curl line in what was pasted; copy it again".to_owned()));
            }
            None => continue,
        }
        if ended_by == Some('<') {
            return Err(Failed::Sentence("the curl line: < is not understood; give the body as -d @FILE".to_owned()));
        }
        if let Some(operator) = ended_by.filter(|c| matches!(c, '|' | '>' | '&')) {
            pasted.notes.push(format!("note: what follows '{operator}' in the pasted line is left out"));
        }
        return Ok(pasted);
    }
}

/// The text without a prompt at its start and those of its continued lines.
fn without_prompts(text: &str) -> String {
    let text = text.trim_start();
    match ["$ ", "% ", "# "].iter().find_map(|prompt| text.strip_prefix(prompt)).filter(|rest| {
        // A comment before the line is none of its prompts.
        !text.starts_with('#') || rest.trim_start().starts_with("curl ")
    }) {
        Some(rest) => rest.replace("\n> ", "\n"),
        None => text.to_owned(),
    }
}

fn is_curl(program: &str) -> bool {
    matches!(program.rsplit(['/', '\\']).next(), Some("curl" | "curl.exe"))
}

fn assignment(word: &str) -> Option<(String, String)> {
    let (name, value) = word.split_once('=')?;
    let is_name = name.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_')
        && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
    is_name.then(|| (name.to_owned(), value.to_owned()))
}

#[cfg(test)]
mod tests {
    use super::parse;

    fn words(text: &str) -> Vec<String> {
        parse(text).expect(text).words
    }

    #[test]
    fn prompt_program_and_variables_are_taken_off() {
        for text in [
            "$ curl -s https://a.example",
            "curl -s https://a.example",
            "-s https://a.example",
            "# said before\n\n/usr/bin/curl -s https://a.example\n",
            "$ curl -s \\\n>   https://a.example",
            "HOST=a.example\ncurl -s \"https://$HOST\"",
            "export HOST=a.example; curl -s https://${HOST}",
        ] {
            assert_eq!(words(text), ["-s", "https://a.example"], "{text}");
        }
    }

    #[test]
    fn a_pipe_is_left_out_and_said() {
        let pasted = parse("https_proxy=p:1 curl https://a.example | jq .").expect("a line");
        assert_eq!(pasted.words, ["https://a.example"]);
        assert_eq!(pasted.variables, [("https_proxy".to_owned(), "p:1".to_owned())]);
        assert_eq!(pasted.notes, ["note: what follows '|' in the pasted line is left out"]);
    }

    #[test]
    fn what_is_no_curl_line_is_said() {
        for (text, word) in [
            ("wget https://a.example", "begins with wget;"),
            ("sk-SECRET", "begins with …;"),
            ("", "no curl line"),
            ("curl 'https://a.example", "not whole"),
            ("curl https://a.example -d @- < x", "<"),
        ] {
            assert!(parse(text).expect_err(text).contains(word), "{text}");
        }
    }
}
