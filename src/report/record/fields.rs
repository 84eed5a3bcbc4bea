use std::collections::BTreeMap;

use serde::{Deserialize, Deserializer, Serialize, Serializer, ser::SerializeMap};

use super::Spacing;
use crate::{
    dialect::DialectId,
    timeline::{Milestone, NoRate, NoteCode, Outcome, Tag},
    trace::{FindingCode, Severity, SourceKind},
};

/// The name and major version of this format.
pub const SCHEMA: &str = "streamfall.record/1";

/// One request as metadata: milestones, events, usage, speeds, diagnosis, contract. The order of the
/// fields is the order in the JSON.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Record {
    /// [`SCHEMA`].
    pub schema: String,
    /// Random.
    pub id: String,
    /// Wall clock at t0.
    pub started_at: Option<String>,
    /// Where the observations came from.
    pub source: SourceKind,
    /// Whether it is whole: false when the capture was cut or has no event times.
    pub complete: bool,
    /// What was asked for.
    #[serde(default)]
    pub request: RequestPart,
    /// What the headers said.
    #[serde(default)]
    pub response: ResponsePart,
    /// How it ended; absent while it runs or when the capture was cut.
    pub outcome: Option<Outcome>,
    /// Why it ended so, as a closed word.
    pub outcome_reason: Option<String>,
    /// The named durations.
    #[serde(default)]
    pub timing: Timing,
    /// t0 … t7, from t0.
    #[serde(default)]
    pub milestones_ms: MilestonesMs,
    /// Where t1 and t2 lie when only the wait between them is known.
    #[serde(default)]
    pub bounds_ms: Bounds,
    /// The time between neighbouring milestones.
    #[serde(default)]
    pub gaps: Vec<GapEntry>,
    /// Counts of the stream.
    #[serde(default)]
    pub events: Events,
    /// Token counts as the provider reported them last.
    #[serde(default)]
    pub usage: UsagePart,
    /// Speeds, each absent or with its reason.
    #[serde(default)]
    pub speed: SpeedPart,
    /// What the provider says of its own phases.
    #[serde(default)]
    pub provider_reported: Vec<ProviderReported>,
    /// What was found.
    #[serde(default)]
    pub diagnosis: Vec<DiagnosisEntry>,
    /// What was odd and not repaired.
    #[serde(default)]
    pub notes: Vec<NoteEntry>,
    /// Under which conditions it may be compared.
    #[serde(default)]
    pub contract: Contract,
    /// What was asserted of it.
    #[serde(default)]
    pub assertions: Vec<AssertionResult>,
}

/// What was asked for; content is never here.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct RequestPart {
    /// The dialect; the stream has the last word.
    pub dialect: Option<DialectId>,
    /// The provider, or `other`.
    pub provider: Option<String>,
    /// The model.
    pub model: Option<String>,
    /// The HTTP method.
    pub method: Option<String>,
    /// Whether a stream was asked for.
    pub streaming: Option<bool>,
    /// How much reasoning, as a closed word.
    pub reasoning_effort: Option<String>,
    /// How many tools were offered.
    pub tools: Option<u32>,
    /// The output limit in tokens.
    pub max_output_tokens: Option<u64>,
    /// The sampling temperature.
    pub temperature: Option<f64>,
    /// Size of the request body.
    pub body_bytes: Option<u64>,
}

/// What the response headers said.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct ResponsePart {
    /// The HTTP status.
    pub status: Option<u16>,
    /// `1.1`, `2`, …
    pub http_version: Option<String>,
    /// The media type.
    pub content_type: Option<String>,
    /// The allow-listed headers.
    pub headers: BTreeMap<String, String>,
}

/// The named durations of definitions.md, in milliseconds.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Timing {
    /// Obtaining or checking the credential.
    pub auth_ms: Option<f64>,
    /// Channel selection and routing.
    pub distribution_ms: Option<f64>,
    /// Reading the request body.
    pub body_read_ms: Option<f64>,
    /// Everything up to the answer of the last redirect, from t1; its hops are in none of the following.
    pub redirect_ms: Option<f64>,
    /// Name resolution.
    pub dns_ms: Option<f64>,
    /// TCP connect.
    pub connect_ms: Option<f64>,
    /// TLS handshake.
    pub tls_ms: Option<f64>,
    /// TCP and TLS where the source cannot tell them apart.
    pub connect_tls_ms: Option<f64>,
    /// Writing the request.
    pub send_ms: Option<f64>,
    /// Last request byte to headers.
    pub wait_ms: Option<f64>,
    /// Whether a pooled connection was used again.
    pub connection_reused: Option<bool>,
    /// t2 − t1.
    pub upstream_headers_ms: Option<f64>,
    /// t3.
    pub first_sse_event_ms: Option<f64>,
    /// t4.
    pub first_response_ms: Option<f64>,
    /// t5.
    pub first_text_delta_ms: Option<f64>,
    /// t6.
    pub upstream_done_ms: Option<f64>,
    /// t7.
    pub total_handler_ms: Option<f64>,
    /// Visible tokens per second; a gateway's own figure where it states one.
    pub visible_output_tps: Option<f64>,
}

/// The milestones from t0, in milliseconds.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
#[expect(missing_docs, reason = "t0 … t7 are the words of the contract")]
pub struct MilestonesMs {
    pub t0: Option<f64>,
    pub t1: Option<f64>,
    pub t2: Option<f64>,
    pub t3: Option<f64>,
    pub t4: Option<f64>,
    pub t5: Option<f64>,
    pub t6: Option<f64>,
    pub t7: Option<f64>,
}

/// Earliest and latest place of a milestone whose origin is unknown, in milliseconds.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Bounds {
    /// Of t1.
    pub t1: Option<[f64; 2]>,
    /// Of t2.
    pub t2: Option<[f64; 2]>,
}

/// The time between two neighbouring milestones.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct GapEntry {
    /// Where it starts.
    pub from: Milestone,
    /// Where it ends.
    pub to: Milestone,
    /// How long it is, in milliseconds.
    pub ms: f64,
    /// Whether it is the longest.
    pub widest: bool,
}

/// Counts of the stream.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Events {
    /// Events, one left open at the end included.
    pub total: u64,
    /// Comment lines.
    pub comments: u64,
    /// Comment lines and ping events.
    pub heartbeats: u64,
    /// Reads of the body.
    pub reads: u32,
    /// Bytes of the body.
    pub bytes: u64,
    /// Events with visible text.
    pub text_deltas: u64,
    /// Events left open at the end of the body.
    pub unterminated: u64,
    /// Events by primary tag.
    pub by_tag: ByTag,
    /// The event that was t3.
    pub first_event_index: Option<u64>,
    /// The event that was t4.
    pub first_effective_index: Option<u64>,
    /// Its tag.
    pub first_effective_tag: Option<Tag>,
    /// The event that was t5.
    pub first_text_index: Option<u64>,
    /// The spacing of event arrivals.
    pub spacing_ms: Spacing,
}

/// Events by primary tag; every tag is there, with 0 when none came.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ByTag(pub [u64; Tag::ALL.len()]);

impl Serialize for ByTag {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(Tag::ALL.len()))?;
        for tag in Tag::ALL {
            map.serialize_entry(tag, &self.0[*tag as usize])?;
        }
        map.end()
    }
}

impl<'de> Deserialize<'de> for ByTag {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let mut counts = Self::default();
        for (word, count) in BTreeMap::<String, u64>::deserialize(deserializer)? {
            if let Some(tag) = Tag::from_word(&word) {
                counts.0[tag as usize] = count;
            }
        }
        Ok(counts)
    }
}

/// Token counts as reported last.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct UsagePart {
    /// Prompt tokens.
    pub input_tokens: Option<u64>,
    /// Prompt tokens read from a cache.
    pub cached_input_tokens: Option<u64>,
    /// Output tokens.
    pub output_tokens: Option<u64>,
    /// Reasoning tokens.
    pub reasoning_tokens: Option<u64>,
    /// Whether the reasoning tokens are inside the output tokens.
    pub reasoning_in_output: Option<bool>,
}

/// Speeds by definitions.md.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct SpeedPart {
    /// Visible tokens per second of the visible window.
    pub visible_output_tps: Option<f64>,
    /// Why that is absent.
    pub visible_output_tps_reason: Option<NoRate>,
    /// Output tokens less the reasoning inside them.
    pub visible_tokens: Option<u64>,
    /// t6 − t5.
    pub visible_window_ms: Option<f64>,
    /// All output tokens per second of the same window.
    pub total_output_tps: Option<f64>,
    /// Visible tokens per second up to the last text.
    pub to_last_text_tps: Option<f64>,
    /// Milliseconds per output token after the first.
    pub inter_token_ms: Option<f64>,
    /// The milestone that it counts from.
    pub inter_token_from: Option<Milestone>,
    /// Visible characters per second of the visible window.
    pub chars_per_second: Option<f64>,
    /// Visible characters; absent when the source does not hold the events.
    pub visible_chars: Option<u64>,
}

/// One duration that the provider reports of itself.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ProviderReported {
    /// What was timed.
    pub name: String,
    /// How long.
    pub ms: f64,
    /// The header or body field that said so.
    pub source: String,
}

/// One finding.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct DiagnosisEntry {
    /// Its stable code.
    pub code: FindingCode,
    /// How it stands among the others.
    pub severity: Severity,
    /// The stretch it is about.
    pub figure_ms: Option<f64>,
    /// Its share of the whole.
    pub share: Option<f64>,
    /// The layer to look at.
    pub layer: String,
    /// What to look at next.
    pub next_check: String,
}

/// One note and how often it was made.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct NoteEntry {
    /// Which.
    pub code: NoteCode,
    /// How often.
    pub count: u32,
}

/// What must be alike on both sides of a comparison (definitions.md, "Comparing").
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Contract {
    /// The exact model.
    pub model: Option<String>,
    /// Provider and dialect.
    pub route: Option<String>,
    /// Input tokens; a distribution over several requests.
    pub input_tokens: Option<u64>,
    /// Output tokens; a distribution over several requests.
    pub output_tokens: Option<u64>,
    /// Whether a stream was asked for.
    pub streaming: Option<bool>,
    /// How much reasoning.
    pub reasoning_effort: Option<String>,
    /// How many tools.
    pub tools: Option<u32>,
    /// Where the provider ran it.
    pub region: Option<String>,
    /// What lies between: the HTTP version and the edge that answered.
    pub network_path: Option<String>,
    /// Requests at the same time.
    pub concurrency: Option<u32>,
    /// Requests per second.
    pub arrival_rate: Option<f64>,
    /// The sampling temperature.
    pub temperature: Option<f64>,
    /// Nucleus sampling.
    pub top_p: Option<f64>,
    /// The output limit in tokens.
    pub max_output_tokens: Option<u64>,
    /// Requests sent before, to warm up, and not counted.
    pub warm_up: Option<u32>,
    /// Retries.
    pub retries: Option<u32>,
    /// Failures that were left out.
    pub excluded_failures: Option<u32>,
    /// How many requests.
    pub sample_size: Option<u32>,
    /// When the first began and the last ended.
    pub time_window: TimeWindow,
    /// How percentiles were taken.
    pub percentile_method: Option<String>,
}

/// When a sample was taken.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct TimeWindow {
    /// The first t0.
    pub from: Option<String>,
    /// The last end, where known.
    pub to: Option<String>,
}

/// How one assertion came out.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct AssertionResult {
    /// As it was given.
    pub expr: String,
    /// Whether it held.
    pub held: bool,
    /// The value it was held against; `null` when it is absent, which never holds.
    pub actual: serde_json::Value,
}
