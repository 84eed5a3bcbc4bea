use std::io;

use serde::Serialize;
use serde_json::ser::{CompactFormatter, Formatter};

use super::{Record, record};
use crate::{trace::Recording, wire::sanitize_json};

/// The record of a recording as one line of JSON, without a line end.
pub fn record_json(recording: &Recording) -> String {
    record(recording).to_json()
}

impl Record {
    /// As one line of JSON, without a line end. Fractions are written with three decimals.
    pub fn to_json(&self) -> String {
        to_json(self)
    }
}

/// Any value of this room as one line of JSON, by the same rules of numbers. Nothing in it acts on a terminal.
pub(in crate::report) fn to_json(value: &impl Serialize) -> String {
    let mut out = Vec::new();
    let mut serializer = serde_json::Serializer::with_formatter(&mut out, ThreeDecimals);
    // Every key is a string and the sink is memory, so there is nothing that can fail.
    let _ = value.serialize(&mut serializer);
    let text = String::from_utf8(out).unwrap_or_default();
    sanitize_json(&text).into_owned()
}

/// Compact JSON in which a fraction that fits has exactly three decimals.
struct ThreeDecimals;

impl Formatter for ThreeDecimals {
    fn write_f64<W: ?Sized + io::Write>(&mut self, writer: &mut W, value: f64) -> io::Result<()> {
        let three = format!("{value:.3}");
        if three.parse::<f64>().is_ok_and(|read| read.total_cmp(&value).is_eq()) {
            writer.write_all(three.as_bytes())
        } else {
            CompactFormatter.write_f64(writer, value)
        }
    }
}
