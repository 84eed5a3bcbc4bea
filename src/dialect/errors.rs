use std::sync::LazyLock;

use super::{
    Reading, StreamError, common,
    gather::{Gather, Gathered},
    halves, json,
    meaning::{Field, Meaning},
    memory::Memory,
    problem::Says,
    table::Node,
};

/// Where a bare JSON text says that it is an error.
const FIELDS: &[Field] = &[
    ("error", Meaning::Within(common::ERROR)),
    ("errors[]", Meaning::Within(common::ERROR)),
    ("detail", Meaning::ErrorMessage),
    ("detail[].msg", Meaning::ErrorMessage),
    ("message", Meaning::ErrorMessage),
    ("errorMessage", Meaning::ErrorMessage),
    ("error_description", Meaning::ErrorMessage),
    ("msg", Meaning::FlatMessage),
    ("code", Meaning::FlatCode),
    ("type", Meaning::Type),
    ("object", Meaning::Object),
    ("response.error", Meaning::Within(common::ERROR)),
];

/// The error that a bare JSON text spells out, if it does: `{"error":{…}}`, `{"error":"…"}`,
/// `{"message":…}`, `{"detail":…}`, or an array of such.
pub fn error_in_json(text: &str) -> Option<StreamError> {
    static NODE: LazyLock<Node> = LazyLock::new(|| Node::new(&[FIELDS]));
    let text = text.trim();
    let mut of = Gathered::default();
    let walk = |text: &str, of: &mut Gathered| {
        json::walk(text, &NODE, &mut Gather { of, memory: &mut Memory::default(), out: &mut Reading::default() })
    };
    if !walk(text, &mut of) {
        of.clear();
        of.marked = true;
        if !walk(&halves::mark(text)?, &mut of) {
            return None;
        }
    }
    let said = of.says == Some(Says::Error) && !of.flat.message.is_empty();
    let stated = of.error.take().or_else(|| said.then(Default::default))?;
    let mut error = stated.or(of.flat).into_error("other");
    if of.marked {
        error.message = halves::unmark(&error.message).into();
    }
    Some(error)
}

#[cfg(test)]
mod tests {
    use super::error_in_json;

    #[test]
    fn an_error_is_found_in_every_shape_it_is_written_in() {
        for (text, code, message) in [
            (
                r#"{"error":{"message":"no quota","type":"insufficient_quota","code":429}}"#,
                "insufficient_quota",
                "no quota",
            ),
            (
                r#"{"error":{"message":"slow","code":"rate_limit_exceeded","type":"requests"}}"#,
                "rate_limit_exceeded",
                "slow",
            ),
            (r#"{"error":{"code":503,"message":"busy","status":"UNAVAILABLE"}}"#, "UNAVAILABLE", "busy"),
            (r#"[{"error":{"code":400,"message":"bad","status":"NEW_STATUS"}}]"#, "400", "bad"),
            (r#"{"error":"model is missing"}"#, "other", "model is missing"),
            (
                r#"{"type":"error","error":{"type":"overloaded_error","message":"Overloaded"}}"#,
                "overloaded_error",
                "Overloaded",
            ),
            (r#"{"object":"error","message":"queue full","code":400}"#, "400", "queue full"),
            (r#"{"message":"Forbidden"}"#, "other", "Forbidden"),
            (r#"{"detail":"Not Found"}"#, "other", "Not Found"),
            (r#"{"detail":[{"loc":["body"],"msg":"field required"}]}"#, "other", "field required"),
            (" {\n \"error\": {\n \"message\": \"half \\ud83d\" } }\n", "other", "half \u{fffd}"),
            (r#"{"error":{"reason":"unknown shape"}}"#, "other", ""),
        ] {
            let error = error_in_json(text).unwrap_or_else(|| panic!("no error in {text}"));
            assert_eq!((error.code, &*error.message), (code, message), "{text}");
        }
    }

    #[test]
    fn an_answer_is_no_error() {
        for text in [
            r#"{"id":"x","choices":[{"message":{"content":"fine"}}],"error":null}"#,
            r#"{"type":"message","content":[{"type":"text","text":"fine"}]}"#,
            r#"[{"candidates":[]},{"candidates":[]}]"#,
            r#"{"message":{"role":"assistant","content":"fine"},"done":true}"#,
            r#"{"error":{}}"#,
            "not json",
            "",
        ] {
            assert_eq!(error_in_json(text), None, "{text}");
        }
    }
}
