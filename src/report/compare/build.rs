use std::collections::BTreeMap;

use serde::Serialize;

use super::{
    By, Distribution, FIGURES, Fact, METHOD, Minimum, Ranking, Side, Standing, contract::contract, has_failed,
    ranking::ranking,
};
use crate::{
    report::{Record, record, words::clean},
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
    /// Every fact of the contract; the JSON has them side by side.
    #[serde(skip)]
    pub contract: Vec<Fact>,
    /// What is not the same on all sides or not known to be, the incomparable first.
    pub differences: Vec<Fact>,
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
    /// How many failed: neither completed nor cut at a limit.
    pub failed: usize,
    /// The facts of its contract; `null` where it does not state one.
    pub contract: BTreeMap<&'static str, Option<String>>,
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
    /// Over each side's sample, in milliseconds; over its answered requests where it has any.
    pub sides: Vec<Distribution>,
    /// The typical value less that of the first side; `null` where either is absent.
    pub delta_ms: Vec<Option<f64>>,
}

/// Sets sides next to each other.
pub fn compare(sides: &[Side], by: By) -> Comparison {
    let mut summaries: Vec<_> = sides.iter().map(summary).collect();
    let contract = contract(sides, &summaries);
    for (i, side) in summaries.iter_mut().enumerate() {
        side.contract = contract.iter().map(|fact| (fact.field, fact.values[i].clone())).collect();
    }
    let mut differences: Vec<Fact> = contract.iter().filter(|fact| fact.stands_out()).cloned().collect();
    differences.sort_by_key(|fact| !fact.incomparable);
    let not_stated = contract.iter().filter(|fact| fact.standing == Standing::NotStated);
    Comparison {
        schema: SCHEMA,
        by,
        percentile_method: METHOD,
        minimum_sample: Minimum::FIXED,
        ranking: ranking(&summaries, &differences),
        gaps: gap_rows(sides),
        sides: summaries,
        differences,
        not_stated: not_stated.map(|fact| fact.field).collect(),
        contract,
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
    let window =
        |end: fn(&Record) -> Option<&String>| records().filter_map(end).map(|at| clean(at)).collect::<Vec<_>>();
    SideSummary {
        letter: side.letter.clone(),
        name: side.name.clone(),
        requests: side.samples.len(),
        outcomes,
        failed: records().filter(|record| has_failed(record.outcome)).count(),
        contract: BTreeMap::new(),
        time_window: [
            window(|record| record.contract.time_window.from.as_ref()).into_iter().min(),
            window(|record| record.contract.time_window.to.as_ref()).into_iter().max(),
        ],
        drawn: side.typical().map(|sample| clean(&sample.record.id)),
        figures: FIGURES
            .iter()
            .map(|figure| {
                let reached = records().map(|record| figure.reached(record));
                (figure.name, Distribution::of_sample(reached, figure.more_is_better))
            })
            .collect(),
    }
}

fn gap_rows(sides: &[Side]) -> Vec<GapRow> {
    let has = |milestone: Milestone| {
        sides.iter().all(|side| side.shown().any(|sample| sample.trace.milestones.get(milestone).is_some()))
    };
    let common: Vec<Milestone> = Milestone::ALL.iter().copied().filter(|milestone| has(*milestone)).collect();
    common
        .windows(2)
        .map(|pair| {
            let over = |side: &Side| {
                let lengths = side.shown().filter_map(|sample| sample.trace.milestones.between(pair[0], pair[1]));
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
