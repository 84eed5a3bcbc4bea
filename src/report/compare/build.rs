use std::collections::BTreeMap;

use serde::Serialize;

use super::{
    By, Difference, Distribution, METHOD, Minimum, Side,
    contract::differences,
    figures::{FIGURES, Figure},
};
use crate::{
    report::{Record, decimal, record},
    timeline::{Micros, Milestone},
};

/// The name and major version of the JSON of a comparison.
const SCHEMA: &str = "streamfall.comparison/1";

/// Sides next to each other: what differs between them, their figures, and an order where there may be one.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Comparison {
    /// `streamfall.comparison/1`.
    pub schema: &'static str,
    /// What makes a side.
    pub by: By,
    /// How percentiles are taken.
    pub percentile_method: &'static str,
    /// The fewest values each percentile is taken of.
    pub minimum_sample: Minimum,
    /// The sides.
    pub sides: Vec<SideSummary>,
    /// What is not the same on all sides, the incomparable first.
    pub differences: Vec<Difference>,
    /// What no side states.
    pub not_stated: Vec<&'static str>,
    /// Whether there is an order, why not, and the orders.
    pub ranking: Ranking,
    /// The time between the milestones that every side has.
    pub gaps: Vec<GapRow>,
}

/// One side in figures.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct SideSummary {
    /// Its letter.
    pub letter: String,
    /// The file, model or route.
    pub name: String,
    /// How many requests, failures included.
    pub requests: usize,
    /// How many ended how.
    pub outcomes: BTreeMap<String, usize>,
    /// The first t0 and the last end, where known.
    pub time_window: [Option<String>; 2],
    /// The request that is drawn, by its id.
    pub drawn: Option<String>,
    /// Each figure over the sample, by its key in the record.
    pub figures: BTreeMap<&'static str, Distribution>,
}

/// The time between two milestones on each side.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct GapRow {
    /// Where it starts.
    pub from: Milestone,
    /// Where it ends.
    pub to: Milestone,
    /// Over each side's sample, in milliseconds.
    pub sides: Vec<Distribution>,
    /// The typical value less that of the first side; `null` where either is absent.
    pub delta_ms: Vec<Option<f64>>,
}

/// The orders of the sides, or why there are none.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Ranking {
    /// Whether sides are ranked.
    pub on: bool,
    /// Why not, a sentence each; or what to keep in mind.
    pub reasons: Vec<String>,
    /// The best side first, by figure.
    pub orders: Vec<Order>,
}

/// The sides by one figure.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Order {
    /// The figure's key.
    pub figure: &'static str,
    /// The letters of the sides that have it, the best first.
    pub letters: Vec<String>,
    /// The place of each, from 1; sides whose figure reads the same share one.
    pub places: Vec<usize>,
}

impl Order {
    /// The order in a line: `A · B = C`.
    pub fn words(&self) -> String {
        let mut words = String::new();
        for (i, letter) in self.letters.iter().enumerate() {
            let shared = i > 0 && self.places.get(i) == self.places.get(i - 1);
            words.push_str(if i == 0 {
                ""
            } else if shared {
                " = "
            } else {
                " · "
            });
            words.push_str(letter);
        }
        words
    }
}

/// Sets sides next to each other.
pub fn compare(sides: &[Side], by: By) -> Comparison {
    let (differences, not_stated) = differences(sides);
    let summaries: Vec<_> = sides.iter().map(summary).collect();
    Comparison {
        schema: SCHEMA,
        by,
        percentile_method: METHOD,
        minimum_sample: Minimum::FIXED,
        ranking: ranking(&summaries, &differences),
        gaps: gap_rows(sides),
        sides: summaries,
        differences,
        not_stated,
    }
}

impl Comparison {
    /// As one line of JSON.
    pub fn to_json(&self) -> String {
        record::to_json(self)
    }
}

pub(super) fn summary(side: &Side) -> SideSummary {
    let records = || side.samples.iter().map(|sample| &sample.record);
    let mut outcomes = BTreeMap::new();
    for record in records() {
        let word = record.outcome.map_or("unknown", |outcome| outcome.word());
        *outcomes.entry(word.to_owned()).or_insert(0) += 1;
    }
    let window = |end: fn(&Record) -> Option<&String>| records().filter_map(end).cloned().collect::<Vec<_>>();
    SideSummary {
        letter: side.letter.clone(),
        name: side.name.clone(),
        requests: side.samples.len(),
        outcomes,
        time_window: [
            window(|record| record.contract.time_window.from.as_ref()).into_iter().min(),
            window(|record| record.contract.time_window.to.as_ref()).into_iter().max(),
        ],
        drawn: side.typical().map(|sample| sample.record.id.clone()),
        figures: FIGURES
            .iter()
            .map(|figure| (figure.name, Distribution::of(records().filter_map(figure.of))))
            .collect(),
    }
}

fn gap_rows(sides: &[Side]) -> Vec<GapRow> {
    let has = |milestone: Milestone| {
        sides.iter().all(|side| side.samples.iter().any(|s| s.trace.milestones.get(milestone).is_some()))
    };
    let common: Vec<Milestone> = Milestone::ALL.iter().copied().filter(|milestone| has(*milestone)).collect();
    common
        .windows(2)
        .map(|pair| {
            let over = |side: &Side| {
                let lengths = side.samples.iter().filter_map(|s| s.trace.milestones.between(pair[0], pair[1]));
                Distribution::of(lengths.map(Micros::as_ms))
            };
            let distributions: Vec<Distribution> = sides.iter().map(over).collect();
            let first = distributions.first().and_then(Distribution::typical);
            let delta = |d: &Distribution| Some(thousandths(d.typical()? - first?));
            let delta_ms = distributions.iter().map(delta).collect();
            GapRow { from: pair[0], to: pair[1], sides: distributions, delta_ms }
        })
        .collect()
}

fn thousandths(value: f64) -> f64 {
    (value * 1_000.0).round() / 1_000.0
}

fn ranking(sides: &[SideSummary], differences: &[Difference]) -> Ranking {
    let breaking = differences.iter().filter(|difference| difference.incomparable);
    let mut reasons: Vec<String> = breaking
        .map(|difference| {
            let values: Vec<_> =
                difference.values.iter().map(|value| value.as_deref().unwrap_or("not stated")).collect();
            format!("{} differs: {}", difference.field.replace('_', " "), values.join(" / "))
        })
        .collect();
    if sides.len() < 2 {
        reasons.push("there is only one side".to_owned());
    }
    if !reasons.is_empty() {
        return Ranking { on: false, reasons, orders: Vec::new() };
    }
    if sides.iter().any(|side| side.requests == 1) {
        reasons.push("a side with one request: an order, but no evidence".to_owned());
    }
    let orders = FIGURES.iter().filter(|figure| figure.ranked).filter_map(|figure| order(sides, figure)).collect();
    Ranking { on: true, reasons, orders }
}

/// The order by one figure; none when fewer than two sides have it.
fn order(sides: &[SideSummary], figure: &Figure) -> Option<Order> {
    let value = |side: &SideSummary| side.figures.get(figure.name).and_then(Distribution::typical);
    let mut known: Vec<(f64, &str)> =
        sides.iter().filter_map(|side| Some((value(side)?, side.letter.as_str()))).collect();
    if known.len() < 2 {
        return None;
    }
    let sign = if figure.more_is_better { -1.0 } else { 1.0 };
    known.sort_by(|a, b| (sign * a.0).total_cmp(&(sign * b.0)));
    let mut places: Vec<usize> = Vec::new();
    for (i, (value, _)) in known.iter().enumerate() {
        // What reads the same is no order.
        let before = i.checked_sub(1).filter(|before| decimal(known[*before].0) == decimal(*value));
        places.push(before.map_or(i + 1, |before| places[before]));
    }
    Some(Order {
        figure: figure.name,
        letters: known.into_iter().map(|(_, letter)| letter.to_owned()).collect(),
        places,
    })
}
