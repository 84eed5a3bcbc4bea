//! The allow-list for what is shown: a record holds of a live request what it would hold of the
//! replay of its safe capture, and nothing more.

use super::words::{EffortWord, HttpVersion, MediaType, MethodWord, MetricName, MetricSource, ModelId, ProviderWord};
use crate::{
    dialect::{Reported, RequestFacts},
    trace::HeadersSeen,
};

/// A request's facts without anything that could be content.
pub fn safe_request(facts: &RequestFacts) -> RequestFacts {
    RequestFacts {
        provider: facts.provider.as_deref().map(|provider| ProviderWord::of(provider).as_str().to_owned()),
        model: facts.model.as_deref().and_then(safe_model),
        method: facts.method.as_deref().and_then(MethodWord::of).map(|method| method.as_str().to_owned()),
        reasoning_effort: facts.reasoning_effort.as_deref().map(|effort| EffortWord::of(effort).as_str().to_owned()),
        ..facts.clone()
    }
}

/// Response headers without anything that could be content. The allow-listed headers themselves
/// are reduced where they are taken in (`headers_seen`).
pub fn safe_headers(seen: &HeadersSeen) -> HeadersSeen {
    HeadersSeen {
        http_version: seen.http_version.as_deref().and_then(HttpVersion::of).map(|version| version.as_str().into()),
        content_type: seen.content_type.as_deref().map(|media| MediaType::of(media).as_str().into()),
        ..seen.clone()
    }
}

/// What a provider reports, with a name and a source that are short plain words, else `other`.
pub fn safe_reported(reported: &Reported) -> Reported {
    Reported {
        name: MetricName::of(&reported.name).as_str().into(),
        duration: reported.duration,
        source: MetricSource::of(&reported.source).as_str().into(),
    }
}

/// The public id of a model, if it has one.
pub fn safe_model(model: &str) -> Option<String> {
    ModelId::of(model).map(|id| id.as_str().to_owned())
}
