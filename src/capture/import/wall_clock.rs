//! Log records that give moments on a wall clock: start, first token, end.

use serde_json::{Map, Value};

use super::{
    gateway::{LONGEST, Record},
    number::number,
};
use crate::{
    capture::gateway_fields::{END, FIRST_TOKEN, START},
    timeline::{Finish, Micros, Milestone, NoteCode},
    trace::What,
};

/// States what such a record can tell: t5 from its first token, t6 from its end.
///
/// Three of its habits are known to lie. A first token at the very end was never seen: the writer
/// fell back to the end. Without streaming there is no first token. And a wall clock can step, so
/// that the first token lies before the start: then nothing in the record can be trusted.
pub(super) fn stated(timing: &Map<String, Value>, record: &mut Record<'_>) -> Result<(), String> {
    let read = |key: &str| match timing.get(key) {
        None | Some(Value::Null) => Ok(None),
        Some(value) => moment(value).map(Some).ok_or_else(|| format!("expected \"{key}\" as a time, found no time")),
    };
    let start = read(START)?.ok_or_else(|| format!("it has no \"{START}\""))?;
    let since_start = |name: &str, at: Option<i128>| match at {
        Some(at) if at < start => Err(format!("its \"{name}\" lies before its \"{START}\": a clock was set back")),
        Some(at) => Ok(u64::try_from((at - start) / 1_000).ok().map(Micros)),
        None => Ok(None),
    };
    let end = since_start(END, read(END)?)?;
    let first = since_start(FIRST_TOKEN, read(FIRST_TOKEN)?)?;
    if let Some(at) = timestamp(start) {
        record.started_at(at);
    }
    let plausible = |time: &Micros| *time <= LONGEST;
    let fell_back = first.is_some() && first >= end && end.is_some();
    if record.is_streaming() != Some(false)
        && (fell_back || first.is_some_and(|at| !plausible(&at)) || end.is_some_and(|at| !plausible(&at)))
    {
        record.note(NoteCode::ImplausibleTime);
    }
    if let Some(at) = first.filter(plausible).filter(|_| record.is_streaming() != Some(false) && !fell_back) {
        record.stated_at(Milestone::T4, at);
        record.stated_at(Milestone::T5, at);
    }
    if let Some(at) = end.filter(plausible) {
        record.stated_at(Milestone::T6, at);
    }
    // Such logs are written when the answer is there: counted output and an end mean that it came whole.
    if end.is_some() && record.has_output() && !record.states_end() {
        record.push(None, What::StatedFinish(Finish::Other));
    }
    Ok(())
}

/// From which size on a number is in a unit, and the unit in nanoseconds. The sizes lie between the
/// years 1973 and 5138 of each unit.
const UNITS: &[(f64, f64)] = &[(1e17, 1.0), (1e14, 1e3), (1e11, 1e6), (1e8, 1e9)];

/// A moment in nanoseconds from 1970: ISO text, or a number whose unit its size tells.
pub(super) fn moment(value: &Value) -> Option<i128> {
    if let Some(text) = value.as_str()
        && let Some(at) = iso(text.trim())
    {
        return Some(at.as_nanosecond());
    }
    let number = number(value)?;
    let (_, unit) = UNITS.iter().find(|(from, _)| number >= *from)?;
    #[expect(clippy::cast_possible_truncation, reason = "below 2^100 by the sizes above")]
    (number < 1e20).then(|| (number * unit / 1_000.0).round() as i128 * 1_000)
}

/// ISO 8601 with or without a zone; without one it is UTC.
fn iso(text: &str) -> Option<jiff::Timestamp> {
    text.parse().ok().or_else(|| format!("{text}Z").parse().ok())
}

/// The same as a point in time.
pub(super) fn timestamp(nanoseconds: i128) -> Option<jiff::Timestamp> {
    jiff::Timestamp::from_nanosecond(nanoseconds).ok()
}
