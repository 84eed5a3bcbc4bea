//! The strings a safe capture may hold: each type can only be made by a check against a closed
//! vocabulary or a shape that cannot carry a sentence.

use crate::dialect::{EventName, is_metric_name, known_effort, known_error_code, known_provider, public_model_id};

/// What stands for anything the tables do not know.
pub(in crate::capture) const OTHER: &str = "other";

/// HTTP methods.
pub(in crate::capture) const METHODS: &[&str] = &["GET", "POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS"];

/// HTTP versions.
pub(in crate::capture) const HTTP_VERSIONS: &[&str] = &["0.9", "1.0", "1.1", "2", "3"];

/// Media types that streams, errors and what comes in their stead have.
pub(in crate::capture) const MEDIA_TYPES: &[&str] = &[
    "text/event-stream",
    "application/json",
    "application/x-ndjson",
    "application/ndjson",
    "application/jsonl",
    "application/x-jsonlines",
    "application/json-lines",
    "application/json-seq",
    "application/stream+json",
    "application/problem+json",
    "application/vnd.amazon.eventstream",
    "application/connect+json",
    "application/connect+proto",
    "application/grpc",
    "application/grpc-web",
    "application/grpc-web+proto",
    "application/x-protobuf",
    "application/octet-stream",
    "application/xml",
    "application/gzip",
    "application/javascript",
    "text/html",
    "text/plain",
    "text/xml",
    "text/markdown",
    "text/javascript",
    "text/css",
    "audio/mpeg",
    "audio/wav",
    "audio/pcm",
    "image/png",
    "image/jpeg",
    "image/webp",
    "image/gif",
    "image/svg+xml",
];

macro_rules! checked_words {
    ($($(#[$meta:meta])* $name:ident($inner:ty);)+) => { $(
        $(#[$meta])*
        #[derive(Clone, Debug, PartialEq, Eq)]
        pub(in crate::capture) struct $name($inner);

        impl $name {
            pub(in crate::capture) fn as_str(&self) -> &str {
                &self.0
            }
        }

        impl<'a> From<&'a $name> for crate::capture::json::Json<'a> {
            fn from(word: &'a $name) -> Self {
                word.as_str().into()
            }
        }
    )+ };
}

checked_words! {
    /// An event name of the dialect tables.
    EventWord(&'static str);
    /// An error code of the dialect tables.
    ErrorWord(&'static str);
    /// The id of a public model.
    ModelId(String);
    /// A known provider.
    ProviderWord(&'static str);
    /// An HTTP method.
    MethodWord(&'static str);
    /// A reasoning effort.
    EffortWord(&'static str);
    /// A media type that streams and errors come in.
    MediaType(&'static str);
    /// An HTTP version.
    HttpVersion(&'static str);
    /// The name of a phase that a provider reports: one to three short words.
    MetricName(String);
    /// Where a provider reports it: a header, or the path of a body field.
    MetricSource(String);
    /// A random id, as this program makes them.
    RandomId(String);
}

/// The word of a list that equals `text`.
fn listed(list: &[&'static str], text: &str) -> Option<&'static str> {
    list.iter().find(|word| **word == text).copied()
}

impl EventWord {
    pub(in crate::capture) fn of(name: &EventName) -> Self {
        Self(name.known().unwrap_or(OTHER))
    }
}

impl ErrorWord {
    pub(in crate::capture) fn of(code: &str) -> Self {
        Self(known_error_code(code).unwrap_or(OTHER))
    }

    pub(in crate::capture) const fn word(&self) -> &'static str {
        self.0
    }
}

impl ModelId {
    pub(in crate::capture) fn of(model: &str) -> Option<Self> {
        public_model_id(model).map(Self)
    }
}

impl ProviderWord {
    pub(in crate::capture) fn of(provider: &str) -> Self {
        Self(known_provider(provider).unwrap_or(OTHER))
    }
}

impl MethodWord {
    pub(in crate::capture) fn of(method: &str) -> Option<Self> {
        listed(METHODS, method).map(Self)
    }
}

impl EffortWord {
    pub(in crate::capture) fn of(effort: &str) -> Self {
        Self(known_effort(effort).unwrap_or(OTHER))
    }
}

impl MediaType {
    /// Case and parameters do not matter.
    pub(in crate::capture) fn of(content_type: &str) -> Self {
        let bare = content_type.split(';').next().unwrap_or_default().trim().to_ascii_lowercase();
        Self(listed(MEDIA_TYPES, &bare).unwrap_or(OTHER))
    }
}

/// The media type of a content-type header as a word of the list.
pub(in crate::capture) fn media_type(content_type: &str) -> &'static str {
    MediaType::of(content_type).0
}

impl HttpVersion {
    /// With or without the `HTTP/` before it.
    pub(in crate::capture) fn of(version: &str) -> Option<Self> {
        let lower = version.trim().to_ascii_lowercase();
        let number = lower.strip_prefix("http/").unwrap_or(&lower);
        let number = match number {
            "2.0" | "h2" => "2",
            "3.0" | "h3" => "3",
            other => other,
        };
        listed(HTTP_VERSIONS, number).map(Self)
    }
}

impl MetricName {
    pub(in crate::capture) fn of(name: &str) -> Self {
        Self(if is_metric_name(name) { name.to_owned() } else { OTHER.to_owned() })
    }
}

impl MetricSource {
    pub(in crate::capture) fn of(source: &str) -> Self {
        Self(if is_metric_name(source) { source.to_owned() } else { OTHER.to_owned() })
    }
}

impl RandomId {
    pub(in crate::capture) fn of(id: &str) -> Option<Self> {
        uuid::Uuid::try_parse(id).ok().map(|id| Self(id.to_string()))
    }
}

#[cfg(test)]
mod tests {
    use super::{EffortWord, HttpVersion, MediaType, MethodWord, MetricName, MetricSource, RandomId};

    #[test]
    fn what_no_list_knows_is_other_or_absent() {
        assert_eq!(MediaType::of("Text/Event-Stream ; Charset=UTF-8").as_str(), "text/event-stream");
        assert_eq!(MediaType::of("text/jane@example.com").as_str(), "other");
        assert_eq!(HttpVersion::of("HTTP/2.0").map(|v| v.as_str().to_owned()).as_deref(), Some("2"));
        assert_eq!(HttpVersion::of("banana"), None);
        assert_eq!(MethodWord::of("POST").map(|m| m.as_str().to_owned()).as_deref(), Some("POST"));
        assert_eq!(MethodWord::of("tell me"), None);
        assert_eq!(EffortWord::of("very hard").as_str(), "other");
        assert_eq!(RandomId::of("req_jane"), None);
    }

    #[test]
    fn metric_names_are_few_short_words() {
        for good in ["queue", "cfEdge", "cdn-cache", "cfL4", "server_time_ms"] {
            assert_eq!(MetricName::of(good).as_str(), good);
        }
        for bad in ["", "jane@example.com", "tell-me-a-secret", "sk12345678", "a b", "x".repeat(33).as_str(), "-x"] {
            assert_eq!(MetricName::of(bad).as_str(), "other", "{bad}");
        }
        assert_eq!(MetricSource::of("x_groq.usage.queue_time").as_str(), "x_groq.usage.queue_time");
        assert_eq!(
            MetricSource::of("fireworks-server-time-to-first-token").as_str(),
            "fireworks-server-time-to-first-token"
        );
    }
}
