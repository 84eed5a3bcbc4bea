use std::collections::BTreeMap;

use serde::Deserialize;

use crate::{timeline::Outcome, wire::serde_words};

/// Why a scenario cannot be played.
#[derive(Debug, thiserror::Error)]
pub enum ScenarioError {
    /// No built-in scenario has that name.
    #[error("there is no scenario '{name}'; {hint}")]
    Unknown {
        /// The name that was given.
        name: String,
        /// The names that there are, or the one that was probably meant.
        hint: String,
    },
    /// The file is no scenario.
    #[error("{}; demo/README.md says how to write one", parse_words(.0))]
    Parse(#[from] Box<toml::de::Error>),
    /// A step that says two things about its time, or none.
    #[error("step {0} needs exactly one of at_ms and wait_ms")]
    StepTime(usize),
    /// A step that says two things about what it writes, or none.
    #[error("step {0} needs exactly one of data, comment and raw")]
    StepContent(usize),
    /// A header that HTTP does not allow.
    #[error("the response header '{0}' is not one that HTTP allows; mend its name or value")]
    Header(String),
    /// A status that HTTP does not have.
    #[error("there is no HTTP status {0}; give one from 100 to 999")]
    Status(u16),
}

/// What the parser says, without its drawing of the place: `line 6: invalid type …`.
fn parse_words(error: &toml::de::Error) -> String {
    let text = error.to_string();
    let words = serde_words(error.message());
    let line = text.split_once(" at line ").and_then(|(_, rest)| rest.split_once(','));
    line.map_or_else(|| words.clone(), |(line, _)| format!("line {line}: {words}"))
}

/// One scenario: a request, and the response to it with its timing. Times are milliseconds from
/// the moment the server has the whole request.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Scenario {
    /// What it shows, in one line.
    pub title: String,
    /// The request that the client sends.
    pub request: RequestPart,
    /// The head of the response.
    pub response: ResponsePart,
    /// What is written into the body, and when.
    #[serde(default, rename = "step")]
    pub steps: Vec<Step>,
    /// How and when the body ends.
    pub end: EndPart,
    /// What the client should make of it.
    pub expect: Expect,
}

/// The request that the client sends.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RequestPart {
    /// The path.
    pub path: String,
    /// The body, as JSON text.
    pub body: String,
}

/// The head of the response.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ResponsePart {
    /// When it is sent.
    pub at_ms: u64,
    /// The status.
    #[serde(default = "ok")]
    pub status: u16,
    /// Its headers; `content-type` is `text/event-stream` unless given here.
    #[serde(default)]
    pub headers: BTreeMap<String, String>,
}

/// One thing that is written, or a row of them.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Step {
    /// When, from the request.
    pub at_ms: Option<u64>,
    /// When, from the last write of the step before.
    pub wait_ms: Option<u64>,
    /// The `event:` field.
    pub event: Option<String>,
    /// The data of an event; `{{word}}` stands for the word whose turn it is.
    pub data: Option<String>,
    /// A comment line.
    pub comment: Option<String>,
    /// Bytes to be written as they are.
    pub raw: Option<String>,
    /// A text whose words are written one by one, blanks kept.
    pub words: Option<String>,
    /// How many words make one piece.
    pub words_each: Option<usize>,
    /// How often the step is written, without words.
    pub repeat: Option<usize>,
    /// From one piece to the next.
    pub every_ms: Option<u64>,
    /// When the last piece is written: the pieces are spread evenly until then.
    pub until_ms: Option<u64>,
}

/// How and when the body ends.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct EndPart {
    /// When, from the request.
    pub at_ms: u64,
    /// How.
    #[serde(default)]
    pub how: EndHow,
}

/// How a body ends.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum EndHow {
    /// As HTTP wants it.
    #[default]
    Close,
    /// The connection is dropped inside the body.
    Break,
}

/// What the client should make of a scenario. Times are milliseconds, as in the record.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Expect {
    /// The outcome.
    pub outcome: Outcome,
    /// From t1 to t2.
    pub upstream_headers_ms: Option<f64>,
    /// t3.
    pub first_sse_event_ms: Option<f64>,
    /// t4.
    pub first_response_ms: Option<f64>,
    /// t5; absent when no visible text comes.
    pub first_text_delta_ms: Option<f64>,
    /// t7.
    pub total_handler_ms: Option<f64>,
    /// The speed.
    pub visible_output_tps: Option<f64>,
}

const fn ok() -> u16 {
    200
}

impl Scenario {
    /// Reads a scenario and checks that it can be played.
    ///
    /// # Errors
    /// When it is no TOML, has unknown or missing keys, or contradicts itself.
    pub fn parse(text: &str) -> Result<Self, ScenarioError> {
        let scenario: Self = toml::from_str(text).map_err(Box::new)?;
        scenario.script(1.0)?;
        Ok(scenario)
    }
}
