//! A line of shell text becomes words, by a POSIX shell's rules for quotes and variables, and
//! bash's for `$'…'`. Nothing is run: what only a shell could do is named and refused.

use std::{iter::Peekable, str::Chars};

/// The words of one command and what ended it.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Words {
    /// The words, without their quotes.
    pub words: Vec<String>,
    /// The character that ended the command; `None` at the end of the text.
    pub ended_by: Option<char>,
}

/// Why text has no words.
#[derive(Debug, PartialEq, Eq)]
pub enum Fault {
    /// The text ends inside a quote or after a `\`: more of it may come.
    Open(&'static str),
    /// It holds what only a shell could do.
    Refused(String),
}

/// Looks a variable up.
pub type Lookup<'l> = &'l dyn Fn(&str) -> Option<String>;

/// Reads the commands of a text, one at a time.
pub struct Shell<'t> {
    rest: Peekable<Chars<'t>>,
}

impl<'t> Shell<'t> {
    /// Reads this text.
    pub fn new(text: &'t str) -> Self {
        Self { rest: text.chars().peekable() }
    }

    /// The next command; without words at the end of the text.
    ///
    /// # Errors
    /// When a quote is open or something would have to be run.
    pub fn command(&mut self, lookup: Lookup<'_>) -> Result<Words, Fault> {
        let mut words = Vec::new();
        let mut word = Word::default();
        while let Some(c) = self.rest.next() {
            match c {
                ' ' | '\t' => words.extend(word.take()),
                '#' if !word.begun => while self.rest.next_if(|c| *c != '\n').is_some() {},
                '\n' | ';' | '|' | '&' | '>' | '<' => {
                    // `2>` names a stream and is no word.
                    if !(c == '>' && word.is_number()) {
                        words.extend(word.take());
                    }
                    if !(words.is_empty() && matches!(c, '\n' | ';')) {
                        return Ok(Words { words, ended_by: Some(c) });
                    }
                }
                '\\' => match self.rest.next() {
                    None => return Err(Fault::Open("a \\ at its end")),
                    Some('\n') => {}
                    Some(c) => word.push(c),
                },
                '\'' => self.single(&mut word)?,
                '"' => self.double(&mut word, lookup)?,
                '$' => match self.rest.peek() {
                    Some('\'') => self.ansi_c(&mut word)?,
                    // A translated string is one in double quotes.
                    Some('"') => {}
                    _ => self.dollar(&mut word, lookup)?,
                },
                '`' => return Err(backquote()),
                c => word.push(c),
            }
        }
        words.extend(word.take());
        Ok(Words { words, ended_by: None })
    }

    fn single(&mut self, word: &mut Word) -> Result<(), Fault> {
        word.begun = true;
        loop {
            match self.rest.next() {
                None => return Err(Fault::Open("an open '")),
                Some('\'') => return Ok(()),
                Some(c) => word.push(c),
            }
        }
    }

    fn double(&mut self, word: &mut Word, lookup: Lookup<'_>) -> Result<(), Fault> {
        word.begun = true;
        loop {
            match self.rest.next() {
                None => return Err(Fault::Open("an open \"")),
                Some('"') => return Ok(()),
                Some('\\') => match self.rest.next() {
                    None => return Err(Fault::Open("an open \"")),
                    Some('\n') => {}
                    Some(c @ ('"' | '\\' | '$' | '`')) => word.push(c),
                    Some(c) => {
                        word.push('\\');
                        word.push(c);
                    }
                },
                Some('$') => self.dollar(word, lookup)?,
                Some('`') => return Err(backquote()),
                Some(c) => word.push(c),
            }
        }
    }

    /// What follows a `$`: a variable, or nothing special.
    fn dollar(&mut self, word: &mut Word, lookup: Lookup<'_>) -> Result<(), Fault> {
        let braced = match self.rest.peek() {
            Some('{') => true,
            Some(c) if c.is_ascii_alphabetic() || *c == '_' => false,
            Some('(') => {
                return Err(Fault::Refused(
                    "$(…) is not run here; put what it gives into a variable or into the line".to_owned(),
                ));
            }
            Some(c) if c.is_ascii_alphanumeric() || "?!@*#$-".contains(*c) => {
                return Err(Fault::Refused(format!("${c} has no value here; write \\${c} for the text itself")));
            }
            _ => {
                word.push('$');
                return Ok(());
            }
        };
        if braced {
            self.rest.next();
        }
        let mut name = String::new();
        while let Some(c) = self.rest.next_if(|c| c.is_ascii_alphanumeric() || *c == '_') {
            name.push(c);
        }
        if braced && self.rest.next() != Some('}') {
            return Err(Fault::Refused(format!("${{{name}…}} is more than a variable; write its value")));
        }
        let value = lookup(&name).ok_or_else(|| Fault::Refused(format!("the variable {name} is not set; set it")))?;
        word.begun = true;
        word.bytes.extend(value.into_bytes());
        Ok(())
    }

    /// `$'…'`, whose escapes may stand for single bytes.
    fn ansi_c(&mut self, word: &mut Word) -> Result<(), Fault> {
        word.begun = true;
        self.rest.next();
        loop {
            let c = match self.rest.next() {
                None => return Err(Fault::Open("an open $'")),
                Some('\'') => return Ok(()),
                Some('\\') => self.rest.next().ok_or(Fault::Open("an open $'"))?,
                Some(c) => {
                    word.push(c);
                    continue;
                }
            };
            match c {
                'x' => match self.digits(16, 2) {
                    Some(byte) => word.bytes.extend(u8::try_from(byte)),
                    None => word.text("\\x"),
                },
                '0'..='7' => {
                    let first = c.to_digit(8).unwrap_or_default();
                    let more = (0..2).map_while(|_| self.digits(8, 1)).fold(first, |sum, digit| sum * 8 + digit);
                    word.bytes.push((more & 0xFF) as u8);
                }
                'u' | 'U' => self.code_point(c, word),
                'c' => word.bytes.extend(self.rest.next().and_then(|c| u8::try_from(c).ok()).map(|byte| byte & 0x1F)),
                c => {
                    let meant = SIMPLE_ESCAPES.iter().find(|(letter, _)| *letter == c).map(|(_, meant)| *meant);
                    if meant.is_none() {
                        word.push('\\');
                    }
                    word.push(meant.unwrap_or(c));
                }
            }
        }
    }

    /// `\uHHHH` or `\UHHHHHHHH`. Two halves of a surrogate pair are one character, as browsers write them.
    fn code_point(&mut self, letter: char, word: &mut Word) {
        let Some(mut code) = self.digits(16, if letter == 'u' { 4 } else { 8 }) else {
            word.push('\\');
            return word.push(letter);
        };
        if (0xD800..0xDC00).contains(&code) {
            let mut ahead = self.rest.clone();
            if ahead.next() == Some('\\') && ahead.next() == Some('u') {
                let mut ahead = Shell { rest: ahead };
                if let Some(low) = ahead.digits(16, 4).filter(|low| (0xDC00..0xE000).contains(low)) {
                    code = 0x1_0000 + ((code - 0xD800) << 10) + (low - 0xDC00);
                    self.rest = ahead.rest;
                }
            }
        }
        word.push(char::from_u32(code).unwrap_or(char::REPLACEMENT_CHARACTER));
    }

    /// The number that up to so many digits spell out.
    fn digits(&mut self, radix: u32, most: usize) -> Option<u32> {
        let first = self.rest.next_if(|c| c.is_digit(radix))?.to_digit(radix)?;
        Some(
            (1..most).map_while(|_| self.rest.next_if(|c| c.is_digit(radix))).fold(first, |sum, digit| {
                sum.wrapping_mul(radix).wrapping_add(digit.to_digit(radix).unwrap_or_default())
            }),
        )
    }
}

/// The escapes of `$'…'` that stand for one character each.
const SIMPLE_ESCAPES: &[(char, char)] = &[
    ('n', '\n'),
    ('t', '\t'),
    ('r', '\r'),
    ('\\', '\\'),
    ('\'', '\''),
    ('"', '"'),
    ('?', '?'),
    ('a', '\x07'),
    ('b', '\x08'),
    ('e', '\x1B'),
    ('E', '\x1B'),
    ('f', '\x0C'),
    ('v', '\x0B'),
];

fn backquote() -> Fault {
    Fault::Refused("`…` is not run here; put what it gives into a variable or into the line".to_owned())
}

/// A word as it grows. A quote begins one even when nothing is in it.
#[derive(Default)]
struct Word {
    bytes: Vec<u8>,
    begun: bool,
}

impl Word {
    fn push(&mut self, c: char) {
        self.text(c.encode_utf8(&mut [0; 4]));
    }

    fn text(&mut self, text: &str) {
        self.begun = true;
        self.bytes.extend_from_slice(text.as_bytes());
    }

    fn is_number(&self) -> bool {
        !self.bytes.is_empty() && self.bytes.iter().all(u8::is_ascii_digit)
    }

    fn take(&mut self) -> Option<String> {
        let word = std::mem::take(self);
        word.begun.then(|| String::from_utf8_lossy(&word.bytes).into_owned())
    }
}

#[cfg(test)]
mod tests {
    use super::{Fault, Shell, Words};

    fn lookup(name: &str) -> Option<String> {
        (name == "KEY").then(|| "v a".to_owned())
    }

    fn command(text: &str) -> Result<Words, Fault> {
        Shell::new(text).command(&lookup)
    }

    fn words(text: &str) -> Vec<String> {
        command(text).expect("words").words
    }

    #[test]
    fn quotes_and_continuations_are_a_shells() {
        assert_eq!(words("a 'b c' \"d e\"f \\\n  g\\ h ''"), ["a", "b c", "d ef", "g h", ""]);
        assert_eq!(words(r#""\"\\\$\n\`" 'it'\''s' # said"#), [r#""\$\n`"#, "it's"]);
    }

    #[test]
    fn ansi_c_strings_know_every_escape() {
        assert_eq!(words(r"$'a\nb\t\'\\\u0021\x41\101\cA\q'"), ["a\nb\t'\\!AA\u{1}\\q"]);
        assert_eq!(words(r"$'\xc3\xbc \u00fc \U0001f600 \ud83d\ude00'"), ["ü ü 😀 😀"]);
    }

    #[test]
    fn variables_are_those_of_the_environment() {
        assert_eq!(words(r#""Bearer $KEY" ${KEY}x '$KEY' "a$ b""#), ["Bearer v a", "v ax", "$KEY", "a$ b"]);
        for refused in ["$NOT_SET", "\"$(date)\"", "`date`", "${KEY:-x}", "$1"] {
            assert!(matches!(command(refused), Err(Fault::Refused(_))), "{refused}");
        }
    }

    #[test]
    fn a_command_ends_where_a_shell_ends_it() {
        let mut shell = Shell::new("\n A=1; curl x 2>/dev/null | jq");
        assert_eq!(shell.command(&lookup), Ok(Words { words: vec!["A=1".to_owned()], ended_by: Some(';') }));
        let expected = Words { words: vec!["curl".to_owned(), "x".to_owned()], ended_by: Some('>') };
        assert_eq!(shell.command(&lookup), Ok(expected));
    }

    #[test]
    fn an_open_quote_waits_for_more() {
        for open in ["'a", "\"a", "$'a\\'", "a \\"] {
            assert!(matches!(command(open), Err(Fault::Open(_))), "{open}");
        }
    }
}
