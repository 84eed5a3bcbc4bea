use serde_json::Value;

use super::record::{AssertionResult, Record, record};
use crate::{
    dialect::RequestFacts,
    timeline::nearest,
    trace::{Header, Recording, SourceKind},
    wire::sanitize_line,
};

/// The parts of a record in which a bare name is looked for, in this order; a name at the top
/// level comes first.
const PARTS: [&str; 8] = ["timing", "speed", "usage", "events", "milestones_ms", "request", "response", "contract"];

/// Something that a record must hold: `first_text_delta_ms<=2000`, `outcome==completed`,
/// `events.by_tag.error==0`.
#[derive(Clone, Debug, PartialEq)]
pub struct Assertion {
    expr: String,
    path: Vec<String>,
    operator: Operator,
    wanted: Value,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Operator {
    AtMost,
    AtLeast,
    Equal,
    Differs,
    Below,
    Above,
}

/// The operators by their signs, the longer ones first.
const OPERATORS: [(&str, Operator); 6] = [
    ("<=", Operator::AtMost),
    (">=", Operator::AtLeast),
    ("==", Operator::Equal),
    ("!=", Operator::Differs),
    ("<", Operator::Below),
    (">", Operator::Above),
];

/// Why an expression is no assertion.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum AssertionError {
    /// No operator, or nothing on one side of it.
    #[error("give FIELD OP VALUE, with one of <= >= == != < > for OP, such as first_text_delta_ms<=2000")]
    Form,
    /// No field of the record has this name.
    #[error("a record has no field '{field}'; {}", field_hint(.meant.as_deref()))]
    Field {
        /// The name that is not known.
        field: String,
        /// The name that was probably meant.
        meant: Option<String>,
    },
    /// A word where only a number can be compared.
    #[error("{operator} compares numbers, and '{value}' is none; give a number, or compare with == or !=")]
    Number {
        /// The operator's sign.
        operator: &'static str,
        /// The value.
        value: String,
    },
}

/// What to write in place of a field that is not known.
fn field_hint(meant: Option<&str>) -> String {
    match meant {
        Some(meant) => format!("did you mean {meant}?"),
        None => "give its name or dotted path, such as first_text_delta_ms or usage.output_tokens".to_owned(),
    }
}

impl Assertion {
    /// Reads an expression.
    ///
    /// # Errors
    /// When it has another form, names no field of a record, or compares a word with an order.
    pub fn parse(expr: &str) -> Result<Self, AssertionError> {
        let position = expr.find(['<', '>', '=', '!']).ok_or(AssertionError::Form)?;
        let (field, rest) = expr.split_at(position);
        let (sign, operator) = OPERATORS.iter().find(|(sign, _)| rest.starts_with(sign)).ok_or(AssertionError::Form)?;
        let (field, value) = (field.trim(), rest[sign.len()..].trim());
        if field.is_empty() || value.is_empty() || value.starts_with(['<', '>', '=', '!']) {
            return Err(AssertionError::Form);
        }
        let wanted = wanted(value);
        if !matches!(operator, Operator::Equal | Operator::Differs) && !wanted.is_number() {
            return Err(AssertionError::Number { operator: sign, value: value.to_owned() });
        }
        let skeleton = skeleton();
        let path = resolve(&skeleton, field)
            .ok_or_else(|| AssertionError::Field { field: field.to_owned(), meant: meant(&skeleton, field) })?;
        Ok(Self { expr: expr.trim().to_owned(), path, operator: *operator, wanted })
    }

    /// Holds it against a record as JSON.
    fn check(&self, record: &Value) -> AssertionResult {
        let actual = at(record, &self.path).cloned().unwrap_or(Value::Null);
        AssertionResult { expr: self.expr.clone(), held: self.holds(&actual), actual }
    }

    fn holds(&self, actual: &Value) -> bool {
        if let (Some(actual), Some(wanted)) = (actual.as_f64(), self.wanted.as_f64()) {
            return match self.operator {
                Operator::AtMost => actual <= wanted,
                Operator::AtLeast => actual >= wanted,
                Operator::Below => actual < wanted,
                Operator::Above => actual > wanted,
                Operator::Equal => actual.total_cmp(&wanted).is_eq(),
                Operator::Differs => actual.total_cmp(&wanted).is_ne(),
            };
        }
        match (self.operator, &self.wanted) {
            // Only `== null` holds of what is absent, and only `!= null` asks for no more than presence.
            (Operator::Equal, wanted) => actual == wanted,
            (Operator::Differs, Value::Null) => !actual.is_null(),
            (Operator::Differs, wanted) => !actual.is_null() && actual != wanted,
            _ => false,
        }
    }
}

impl Record {
    /// Holds every assertion against the record and lists how each came out. Whether all held.
    pub fn assert_all(&mut self, assertions: &[Assertion]) -> bool {
        let json = serde_json::to_value(&*self).unwrap_or_default();
        self.assertions = assertions.iter().map(|assertion| assertion.check(&json)).collect();
        self.assertions.iter().all(|result| result.held)
    }

    /// One sentence for an assertion of this record: that it held, or why not.
    pub fn explain_assertion(&self, result: &AssertionResult) -> String {
        let expr = sanitize_line(&result.expr);
        let actual = match &result.actual {
            Value::String(word) => word.clone(),
            Value::Number(number) => match number.as_f64() {
                Some(value) if number.is_f64() => format!("{value:.3}"),
                _ => number.to_string(),
            },
            other => other.to_string(),
        };
        match (result.held, &result.actual) {
            (true, _) => format!("held: {expr} (it is {actual})"),
            (false, Value::Null) => match self.speed.visible_output_tps_reason {
                Some(reason) if expr.contains("visible_output_tps") => {
                    format!("failed: {expr} (the value is absent: {})", reason.explain())
                }
                _ => format!("failed: {expr} (the value is absent)"),
            },
            (false, _) => format!("failed: {expr} (it is {actual})"),
        }
    }
}

/// The assertions of a record as lines of a report, a blank line before them; empty without any.
pub fn assertion_lines(record: &Record) -> String {
    if record.assertions.is_empty() {
        return String::new();
    }
    let lines = record.assertions.iter().map(|result| format!("  {}\n", record.explain_assertion(result)));
    format!("\nAssertions\n{}", lines.collect::<String>())
}

fn wanted(text: &str) -> Value {
    match text {
        "null" => Value::Null,
        "true" => Value::Bool(true),
        "false" => Value::Bool(false),
        _ => match text.parse::<f64>().ok().and_then(serde_json::Number::from_f64) {
            Some(number) => Value::Number(number),
            None => Value::String(text.trim_matches(['"', '\'']).to_owned()),
        },
    }
}

/// A record with every field and nothing in them.
fn skeleton() -> Value {
    let empty = Recording::new(Header::new(SourceKind::Live, RequestFacts::default()));
    serde_json::to_value(record(&empty)).unwrap_or_default()
}

/// The name that a field of a record has and that was probably meant.
fn meant(skeleton: &Value, field: &str) -> Option<String> {
    let mut names = Vec::new();
    let mut left = vec![skeleton];
    while let Some(Value::Object(members)) = left.pop() {
        names.extend(members.iter().filter(|(_, inner)| !inner.is_object()).map(|(name, _)| name.as_str()));
        left.extend(members.values().filter(|inner| inner.is_object()));
    }
    names.retain(|name| resolve(skeleton, name).is_some());
    nearest(field.rsplit('.').next().unwrap_or(field), names).map(str::to_owned)
}

/// The full path of a name or dotted path, if a record has it.
fn resolve(skeleton: &Value, field: &str) -> Option<Vec<String>> {
    let path: Vec<String> = field.split('.').map(str::to_owned).collect();
    if exists(skeleton, &path) {
        return Some(path);
    }
    PARTS.iter().find_map(|part| {
        let inside: Vec<String> = std::iter::once((*part).to_owned()).chain(path.iter().cloned()).collect();
        exists(skeleton, &inside).then_some(inside)
    })
}

/// Whether a record can have a value at a path: lists and the headers may hold more than an empty one.
fn exists(skeleton: &Value, path: &[String]) -> bool {
    match (skeleton, path) {
        (Value::Array(_), [index, ..]) => index.parse::<usize>().is_ok(),
        (Value::Object(members), [_]) if members.is_empty() => true,
        (Value::Object(members), [name, rest @ ..]) => members.get(name).is_some_and(|inner| exists(inner, rest)),
        (Value::Object(_) | Value::Array(_), []) => false,
        (_, rest) => rest.is_empty() || (skeleton.is_null() && rest.iter().all(|part| part.parse::<usize>().is_ok())),
    }
}

fn at<'v>(value: &'v Value, path: &[String]) -> Option<&'v Value> {
    path.iter().try_fold(value, |here, part| match here {
        Value::Object(members) => members.get(part),
        Value::Array(items) => items.get(part.parse::<usize>().ok()?),
        _ => None,
    })
}

#[cfg(test)]
mod tests {
    use super::{Assertion, record};
    use crate::{
        timeline::{Finish, Tag},
        trace::sample::Sample,
    };

    /// Text at 430 ms; 196 tokens to 20 430 ms: 9.8 tok/s.
    fn checked(exprs: &[&str]) -> Vec<(bool, String)> {
        let recording = Sample::new()
            .started(0.0)
            .headers(260.0, 200)
            .event(330.0, Tag::Envelope, 0)
            .flow(Tag::Text, 430.0, 20_400.0, 300, 12)
            .tokens(20_430.0, 196)
            .finish(20_430.0, Finish::Stop)
            .done(20_430.0);
        let mut record = record(&recording);
        let assertions: Vec<_> = exprs.iter().map(|expr| Assertion::parse(expr).expect("an assertion")).collect();
        record.assert_all(&assertions);
        record.assertions.iter().map(|result| (result.held, record.explain_assertion(result))).collect()
    }

    #[test]
    fn every_assertion_is_evaluated_and_explained() {
        let results = checked(&[
            "first_text_delta_ms<=1000",
            "visible_output_tps >= 30",
            "outcome==completed",
            "outcome != completed",
            "complete==true",
            "events.by_tag.error==0",
            "t5<430.001",
            "gaps.0.ms>0",
            "diagnosis.0.code==generation_slow_tps",
            "usage.reasoning_tokens<=10",
            "dns_ms==null",
            "auth_ms!=5",
        ]);
        let held: Vec<_> = results.iter().map(|(held, _)| *held).collect();
        assert_eq!(held, [true, false, true, false, true, true, true, false, true, false, true, false]);
        assert_eq!(results[0].1, "held: first_text_delta_ms<=1000 (it is 430.000)");
        assert_eq!(results[1].1, "failed: visible_output_tps >= 30 (it is 9.800)");
        assert_eq!(results[9].1, "failed: usage.reasoning_tokens<=10 (the value is absent)");
    }

    #[test]
    fn a_bad_expression_is_named() {
        for (expr, says) in [
            ("ttft<=3", "a record has no field 'ttft'; give its name or dotted path, such as "),
            (
                "timing.first_txt_delta_ms<=3",
                "a record has no field 'timing.first_txt_delta_ms'; did you mean first_text_delta_ms?",
            ),
            ("first_text_delta_ms", "give FIELD OP VALUE"),
            ("first_text_delta_ms=3", "give FIELD OP VALUE"),
            ("<=3", "give FIELD OP VALUE"),
            ("t5<=", "give FIELD OP VALUE"),
            ("t5<==3", "give FIELD OP VALUE"),
            ("t5<=soon", "<= compares numbers, and 'soon' is none; give a number"),
            ("timing<=3", "a record has no field 'timing'"),
        ] {
            let error = Assertion::parse(expr).expect_err(expr).to_string();
            assert!(error.starts_with(says), "{error}");
        }
    }
}
