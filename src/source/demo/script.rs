//! A scenario becomes a schedule: which bytes are due when.

use std::{fmt::Write, time::Duration};

use bytes::Bytes;

use super::{
    Scenario, ScenarioError,
    scenario::{EndHow, Step},
};

/// When the server writes what, from the moment it has the request.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Script {
    /// When the head is due.
    pub head: Duration,
    /// The body, in order of time. What is due at one moment is one write.
    pub writes: Vec<(Duration, Bytes)>,
    /// When the body ends.
    pub end: Duration,
    /// How it ends.
    pub how: EndHow,
}

impl Scenario {
    /// The schedule at a speed; 2 is twice as fast.
    pub(super) fn script(&self, speed: f64) -> Result<Script, ScenarioError> {
        let mut pieces = Vec::new();
        let mut last = 0;
        for (index, step) in self.steps.iter().enumerate() {
            let start = match (step.at_ms, step.wait_ms) {
                (Some(at), None) => us(at),
                (None, Some(wait)) => us(wait).saturating_add(last),
                _ => return Err(ScenarioError::StepTime(index + 1)),
            };
            let contents = step.contents().ok_or(ScenarioError::StepContent(index + 1))?;
            let count = contents.len() as u64;
            for (turn, content) in (0..).zip(contents) {
                last = step.offset(turn, start, count).saturating_add(start);
                pieces.push((last, content));
            }
        }
        // Stable: steps may overlap, and what is due at one moment stays in the order of the file.
        pieces.sort_by_key(|(at, _)| *at);
        let at_speed = |at: u64| Duration::from_micros(at).div_f64(speed);
        let writes = pieces
            .chunk_by(|a, b| a.0 == b.0)
            .map(|same| (at_speed(same[0].0), same.iter().flat_map(|(_, content)| content.bytes()).collect()))
            .collect();
        Ok(Script {
            head: at_speed(us(self.response.at_ms)),
            writes,
            end: at_speed(us(self.end.at_ms)),
            how: self.end.how,
        })
    }
}

impl Step {
    /// How long after the first piece the one of a turn is due, in microseconds.
    fn offset(&self, turn: u64, start: u64, count: u64) -> u64 {
        match (self.every_ms, self.until_ms) {
            (Some(every), _) => us(every).saturating_mul(turn),
            (None, Some(until)) => us(until).saturating_sub(start).saturating_mul(turn) / (count - 1).max(1),
            (None, None) => 0,
        }
    }

    /// The bytes of each piece; `None` when it is not clear what they are.
    fn contents(&self) -> Option<Vec<String>> {
        let template = match (&self.data, &self.comment, &self.raw) {
            (Some(data), None, None) => event_block(self.event.as_deref(), data),
            (None, Some(comment), None) => format!(": {comment}\n\n"),
            (None, None, Some(raw)) => raw.clone(),
            _ => return None,
        };
        Some(match &self.words {
            Some(text) => pieces_of(text, self.words_each.unwrap_or(1).max(1))
                .iter()
                .map(|piece| template.replace("{{word}}", &escaped(piece)))
                .collect(),
            None => vec![template; self.repeat.unwrap_or(1)],
        })
    }
}

/// Milliseconds in microseconds; a file may hold any number.
const fn us(ms: u64) -> u64 {
    ms.saturating_mul(1_000)
}

fn event_block(name: Option<&str>, data: &str) -> String {
    let mut block = String::new();
    if let Some(name) = name {
        let _ = writeln!(block, "event: {name}");
    }
    for line in data.trim_end().lines() {
        let _ = writeln!(block, "data: {line}");
    }
    block.push('\n');
    block
}

/// Cuts a text after every so many words, each with the blanks before it: the pieces together are the text.
fn pieces_of(text: &str, words_each: usize) -> Vec<String> {
    let mut pieces: Vec<String> = Vec::new();
    for (index, word) in text.trim().split_inclusive(' ').enumerate() {
        match pieces.last_mut() {
            Some(piece) if index % words_each != 0 => piece.push_str(word),
            _ => pieces.push(word.to_owned()),
        }
    }
    pieces
}

/// As the inside of a JSON string.
fn escaped(text: &str) -> String {
    let quoted = serde_json::Value::from(text).to_string();
    quoted[1..quoted.len() - 1].to_owned()
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::{EndHow, Scenario, ScenarioError, Script};

    fn script(steps: &str, speed: f64) -> Result<Script, ScenarioError> {
        let head = r#"
            title = "a test"
            request = { path = "/", body = "{}" }
            response = { at_ms = 10 }
            end = { at_ms = 100, how = "break" }
            expect = { outcome = "truncated" }
        "#;
        Scenario::parse(&format!("{head}\n{steps}"))?.script(speed)
    }

    fn lines(script: &Script) -> Vec<(u64, &str)> {
        let text = |bytes| std::str::from_utf8(bytes).expect("UTF-8");
        script.writes.iter().map(|(at, bytes)| (at.as_millis().try_into().expect("small"), text(bytes))).collect()
    }

    #[test]
    fn steps_become_writes_in_order_of_time() {
        let script = script(
            r#"
            [[step]]
            at_ms = 20
            event = "delta"
            data = '{"t":"{{word}}"}'
            words = 'a "b" c'
            until_ms = 40
            [[step]]
            at_ms = 25
            comment = "ping"
            repeat = 2
            every_ms = 30
            [[step]]
            wait_ms = 5
            raw = "x"
            "#,
            1.0,
        )
        .expect("a script");
        let expected = [
            (20, "event: delta\ndata: {\"t\":\"a \"}\n\n"),
            (25, ": ping\n\n"),
            (30, "event: delta\ndata: {\"t\":\"\\\"b\\\" \"}\n\n"),
            (40, "event: delta\ndata: {\"t\":\"c\"}\n\n"),
            (55, ": ping\n\n"),
            (60, "x"),
        ];
        assert_eq!(lines(&script), expected);
        assert_eq!((script.end, script.how), (Duration::from_millis(100), EndHow::Break));
    }

    #[test]
    fn what_is_due_at_one_moment_is_one_write_and_speed_divides_every_time() {
        let script = script("[[step]]\nat_ms = 20\nraw = 'a'\nrepeat = 3\n", 2.0).expect("a script");
        assert_eq!(lines(&script), [(10, "aaa")]);
        assert_eq!((script.head, script.end), (Duration::from_millis(5), Duration::from_millis(50)));
    }

    #[test]
    fn a_step_must_be_clear() {
        let error = |steps: &str| script(steps, 1.0).expect_err("refused").to_string();
        assert_eq!(error("[[step]]\nraw = 'a'\n"), "step 1 needs exactly one of at_ms and wait_ms");
        assert_eq!(error("[[step]]\nat_ms = 1\n"), "step 1 needs exactly one of data, comment and raw");
    }
}
