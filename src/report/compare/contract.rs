use serde::Serialize;

use super::{
    Distribution, METHOD, Sample, Side, SideSummary,
    facts::{FIELDS, Field, SIZES, Size},
    ranking::listed,
};
use crate::{
    dialect::is_cut_model_id,
    report::{decimal, plain::GLUE, words::clean},
    timeline::{Outcome, word_enum},
};

/// How far two medians of tokens or bytes may lie apart and still be called alike.
const ALIKE: f64 = 0.05;

word_enum! {
    /// How the sides stand to each other in one fact of the contract.
    pub enum Standing {
        /// The same on all sides.
        Same = "same",
        /// Not the same to the last digit, and near enough.
        Alike = "alike",
        /// Not the same.
        Differs = "differs",
        /// Not known to be the same: some do not state it, or state it in part only.
        Unknown = "unknown",
        /// No side states it.
        NotStated = "not_stated",
        /// Each side has its own, which nothing depends on.
        Own = "own",
    }
}

/// A fact of the contract on every side.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Fact {
    /// Its key.
    pub field: &'static str,
    /// What it is on each side; `null` where it is not stated.
    pub values: Vec<Option<String>>,
    /// How the sides stand to each other.
    pub standing: Standing,
    /// Whether that makes the figures incomparable.
    pub incomparable: bool,
}

impl Fact {
    fn new(field: &'static str, breaks: bool, values: Vec<Option<String>>, standing: Standing) -> Self {
        let incomparable = breaks && matches!(standing, Standing::Differs | Standing::Unknown);
        Self { field, values, standing, incomparable }
    }

    /// Its name in a sentence.
    pub fn name(&self) -> String {
        self.field.replace('_', " ")
    }

    /// Whether it is to be named above the figures.
    pub const fn stands_out(&self) -> bool {
        matches!(self.standing, Standing::Differs | Standing::Unknown)
    }

    /// The value of every side that states one, with the side's letter; and who does not.
    pub fn by_side(&self, sides: &[SideSummary]) -> String {
        let value = |(side, value): (&SideSummary, &Option<String>)| {
            format!("{}{GLUE}{}", side.letter, value.as_deref().unwrap_or("not stated"))
        };
        let mut parts: Vec<String> = sides.iter().zip(&self.values).map(value).collect();
        if self.standing == Standing::Unknown && self.values.iter().all(Option::is_some) {
            parts.push("not known to be the same".to_owned());
        }
        parts.join(" · ")
    }

    /// What is wrong with it, as a sentence. What is not stated is not called a difference.
    pub(super) fn sentence(&self, sides: &[SideSummary]) -> String {
        let name = self.name();
        let silent: Vec<&str> =
            sides.iter().zip(&self.values).filter(|(_, v)| v.is_none()).map(|(side, _)| side.letter.as_str()).collect();
        let stated: Vec<&str> = self.values.iter().flatten().map(String::as_str).collect();
        let silent = (!silent.is_empty()).then(|| format!("not stated by {}", listed(&silent)));
        match (self.standing, silent) {
            (Standing::Differs, None) => format!("{name} differs: {}", stated.join(" / ")),
            (Standing::Differs, Some(silent)) => format!("{name} differs: {}; {silent}", stated.join(" / ")),
            (_, Some(silent)) => format!("{name} {silent}"),
            (_, None) => format!("{name} not known to be the same: {}", stated.join(" / ")),
        }
    }
}

/// The contract of all sides, in the order of definitions.md.
pub(super) fn contract(sides: &[Side], summaries: &[SideSummary]) -> Vec<Fact> {
    let mut facts: Vec<Fact> = FIELDS.iter().map(|field| stated(sides, field)).collect();
    let tokens_known = medians(sides, &SIZES[0]).iter().all(Option::is_some);
    let sizes = SIZES.iter().filter(|size| size.name != "body_bytes" || !tokens_known);
    // Behind the model and the route.
    facts.splice(2..2, sizes.map(|size| measured(sides, size)));
    facts.push(not_completed(sides));
    let count = |side: &SideSummary| Some(side.requests.to_string());
    facts.push(told("sample_size", summaries.iter().map(count).collect()));
    let window = |side: &SideSummary| match &side.time_window {
        [None, None] => None,
        [from, to] => Some([from, to].map(|at| at.clone().unwrap_or_else(|| "not stated".to_owned())).join(" to ")),
    };
    let windows: Vec<_> = summaries.iter().map(window).collect();
    let standing = if windows.iter().all(Option::is_none) { Standing::NotStated } else { Standing::Own };
    facts.push(Fact::new("time_window", false, windows, standing));
    facts.push(told("percentile_method", sides.iter().map(|_| Some(METHOD.to_owned())).collect()));
    facts
}

/// A fact that every side states and nothing depends on.
fn told(field: &'static str, values: Vec<Option<String>>) -> Fact {
    let same = values.windows(2).all(|pair| pair[0] == pair[1]);
    Fact::new(field, false, values, if same { Standing::Same } else { Standing::Differs })
}

/// A fact that is the same or not. Several values on one side are joined.
fn stated(sides: &[Side], field: &Field) -> Fact {
    let each: Vec<Vec<Option<String>>> = sides.iter().map(|side| distinct(side, field)).collect();
    let mut known: Vec<&String> = each.iter().flatten().flatten().collect();
    known.sort();
    known.dedup();
    let unknown = each.iter().flatten().any(Option::is_none);
    let mixed_alike = !field.breaks && sides.len() > 1 && each.windows(2).all(|pair| pair[0] == pair[1]);
    let standing = match known.as_slice() {
        [] => Standing::NotStated,
        _ if mixed_alike => Standing::Same,
        [_, _, ..] => Standing::Differs,
        [_] if unknown => Standing::Unknown,
        [one] if sides.len() > 1 && is_cut_model_id(one) => Standing::Unknown,
        [_] => Standing::Same,
    };
    let joined = |values: &Vec<Option<String>>| {
        let words: Vec<&str> = values.iter().map(|value| value.as_deref().unwrap_or("not stated")).collect();
        values.iter().any(Option::is_some).then(|| words.join(", "))
    };
    Fact::new(field.name, field.breaks, each.iter().map(joined).collect(), standing)
}

/// The values that occur on a side, sorted, and last that some state none.
fn distinct(side: &Side, field: &Field) -> Vec<Option<String>> {
    let of = |sample: &Sample| (field.of)(&sample.record).map(|value| clean(&value));
    let mut values: Vec<_> = side.samples.iter().map(of).collect();
    values.sort_by_key(|value| (value.is_none(), value.clone()));
    values.dedup();
    values
}

/// A size: how it is distributed on each side, and whether the medians are alike.
fn measured(sides: &[Side], size: &Size) -> Fact {
    let medians = medians(sides, size);
    let values: Vec<_> = sides.iter().map(|side| spread(&distribution(side, size))).collect();
    let known: Vec<f64> = medians.iter().flatten().copied().collect();
    let low = known.iter().copied().fold(f64::INFINITY, f64::min);
    let high = known.iter().copied().fold(0.0, f64::max);
    let standing = match known.len() {
        0 => Standing::NotStated,
        _ if high - low > ALIKE * high => Standing::Differs,
        n if n < medians.len() => Standing::Unknown,
        _ if values.windows(2).all(|pair| pair[0] == pair[1]) => Standing::Same,
        _ => Standing::Alike,
    };
    Fact::new(size.name, size.breaks, values, standing)
}

fn distribution(side: &Side, size: &Size) -> Distribution {
    Distribution::of(side.samples.iter().filter_map(|sample| (size.of)(&sample.record)).map(|n| n as f64))
}

fn medians(sides: &[Side], size: &Size) -> Vec<Option<f64>> {
    sides.iter().map(|side| distribution(side, size).typical()).collect()
}

/// The one value, or the smallest, the largest and the median.
fn spread(distribution: &Distribution) -> Option<String> {
    let (low, high) = (distribution.min?, distribution.max?);
    let median = distribution.p50.filter(|_| high > low);
    Some(
        median.map_or_else(
            || whole(low),
            |median| format!("{} to {}, median {}", whole(low), whole(high), decimal(median)),
        ),
    )
}

fn whole(value: f64) -> String {
    format!("{value:.0}")
}

/// How many of the requests did not complete: where the shares differ, the figures are of unlike
/// requests, whoever failed fast being the fastest.
fn not_completed(sides: &[Side]) -> Fact {
    let counts: Vec<(usize, usize)> = sides
        .iter()
        .map(|side| {
            let known = side.samples.iter().filter_map(|sample| sample.record.outcome);
            known.fold((0, 0), |(failed, all), outcome| (failed + usize::from(outcome != Outcome::Completed), all + 1))
        })
        .collect();
    let word = |(side, (failed, known)): (&Side, &(usize, usize))| {
        let silent = side.samples.len() - known;
        let beside = if silent > 0 { format!(", {silent} not stated") } else { String::new() };
        (*known > 0).then(|| format!("{failed} of {known}{beside}"))
    };
    let values: Vec<_> = sides.iter().zip(&counts).map(word).collect();
    // Shares as products, so that no rounding makes two of them differ.
    let apart = |a: &(usize, usize), b: &(usize, usize)| a.1 > 0 && b.1 > 0 && a.0 * b.1 != b.0 * a.1;
    let differ = counts.iter().any(|a| counts.iter().any(|b| apart(a, b)));
    let complete = sides.iter().zip(&counts).all(|(side, (_, known))| *known == side.samples.len());
    let standing = match values.iter().all(Option::is_none) {
        true => Standing::NotStated,
        false if differ => Standing::Differs,
        false if !complete => Standing::Unknown,
        false if values.windows(2).all(|pair| pair[0] == pair[1]) => Standing::Same,
        false => Standing::Alike,
    };
    Fact::new("not_completed", true, values, standing)
}
