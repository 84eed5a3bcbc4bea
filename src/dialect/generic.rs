//! A stream nobody recognised: every event is unknown but errors, `[DONE]` and pings.

use std::sync::OnceLock;

use super::{
    DialectId, Spec,
    table::{ReasoningTokens, Table},
};

pub(super) static SPEC: Spec = Spec {
    id: DialectId::Generic,
    signs: &[],
    paths: &[],
    end_marker: None,
    has_finish: false,
    names: &[],
    table: Table { type_key: Some("type"), fields: &[], rows: &[], reasoning_tokens: ReasoningTokens::Inside },
    compiled: OnceLock::new(),
};
