//! Attributes, and lists of them without what is absent.

use opentelemetry_proto::tonic::common::v1::{AnyValue, ArrayValue, KeyValue, any_value::Value};

pub(super) fn text(key: &str, value: impl Into<String>) -> KeyValue {
    pair(key, Value::StringValue(value.into()))
}

fn pair(key: &str, value: Value) -> KeyValue {
    KeyValue { key: key.to_owned(), value: Some(AnyValue { value: Some(value) }), ..KeyValue::default() }
}

/// A list of attributes that takes only what is there.
#[derive(Default)]
pub(super) struct Attributes(pub Vec<KeyValue>);

impl Attributes {
    pub fn text(&mut self, key: &str, value: Option<impl Into<String>>) {
        self.0.extend(value.map(|value| text(key, value)));
    }

    pub fn texts(&mut self, key: &str, values: &[&str]) {
        let values = values.iter().map(|value| AnyValue { value: Some(Value::StringValue((*value).to_owned())) });
        self.0.push(pair(key, Value::ArrayValue(ArrayValue { values: values.collect() })));
    }

    pub fn integer(&mut self, key: &str, value: Option<u64>) {
        let value = value.and_then(|value| i64::try_from(value).ok());
        self.0.extend(value.map(|value| pair(key, Value::IntValue(value))));
    }

    pub fn double(&mut self, key: &str, value: Option<f64>) {
        self.0.extend(value.map(|value| pair(key, Value::DoubleValue(value))));
    }

    pub fn truth(&mut self, key: &str, value: Option<bool>) {
        self.0.extend(value.map(|value| pair(key, Value::BoolValue(value))));
    }
}
