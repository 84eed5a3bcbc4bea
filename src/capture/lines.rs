use std::io::{self, BufRead};

/// The longest line of a capture that is read.
pub(super) const LONGEST: usize = 64 << 20;

/// The lines of a file, one at a time, without ever holding more than one.
pub(super) struct Lines<R> {
    reader: R,
    line: Vec<u8>,
    number: u64,
    longest: usize,
}

/// What the next line is.
pub(super) enum Next<'l> {
    /// A line without its end, and whether it had one: the last line of a cut file has none.
    Line { text: &'l [u8], number: u64, ended: bool },
    /// A line longer than the cap.
    TooLong { number: u64 },
    /// There are no more.
    End,
}

impl<R: BufRead> Lines<R> {
    pub(super) fn new(reader: R) -> Self {
        Self::with_longest(reader, LONGEST)
    }

    pub(super) fn with_longest(reader: R, longest: usize) -> Self {
        Self { reader, line: Vec::new(), number: 0, longest }
    }

    pub(super) fn next(&mut self) -> io::Result<Next<'_>> {
        self.line.clear();
        self.number += 1;
        let number = self.number;
        // One byte more than the cap tells a line that is too long from one that just fits.
        let mut limited = io::Read::take(&mut self.reader, self.longest as u64 + 2);
        limited.read_until(b'\n', &mut self.line)?;
        let ended = self.line.last() == Some(&b'\n');
        if ended {
            self.line.pop();
            if self.line.last() == Some(&b'\r') {
                self.line.pop();
            }
        } else if self.line.is_empty() {
            return Ok(Next::End);
        }
        if number == 1 && self.line.starts_with(b"\xEF\xBB\xBF") {
            self.line.drain(..3);
        }
        if self.line.len() > self.longest {
            return Ok(Next::TooLong { number });
        }
        Ok(Next::Line { text: &self.line, number, ended })
    }
}

#[cfg(test)]
mod tests {
    use super::{Lines, Next};

    #[test]
    fn lines_are_numbered_capped_and_the_cut_one_is_told() {
        let mut lines = Lines::with_longest(&b"one\r\n\nfive5\nsixsix\nre"[..], 6);
        let mut seen = Vec::new();
        loop {
            match lines.next().expect("a line") {
                Next::Line { text, number, ended } => {
                    seen.push((number, String::from_utf8_lossy(text).into_owned(), ended));
                }
                Next::TooLong { number } => seen.push((number, "too long".into(), true)),
                Next::End => break,
            }
        }
        let expected = [(1, "one", true), (2, "", true), (3, "five5", true), (4, "sixsix", true), (5, "re", false)];
        assert_eq!(seen, expected.map(|(n, text, ended)| (n, text.to_owned(), ended)));
        let mut lines = Lines::with_longest(&b"sevenseven\n"[..], 6);
        assert!(matches!(lines.next(), Ok(Next::TooLong { number: 1 })));
    }
}
