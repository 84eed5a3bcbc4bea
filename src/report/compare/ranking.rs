use serde::Serialize;

use super::{Distribution, FIGURES, Fact, Minimum, SideSummary, figures::Figure};
use crate::{report::decimal, timeline::word_enum};

/// The orders of the sides, or why there are none.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Ranking {
    /// Whether sides are ranked.
    pub on: bool,
    /// Why not, a sentence each.
    pub reasons: Vec<String>,
    /// The best side first, by figure.
    pub orders: Vec<Order>,
}

word_enum! {
    /// How a side stands to the next one in an order.
    pub enum Than {
        /// It is better, and by more than both spread.
        Better = "better",
        /// Its median is better, and the middle halves of both samples (p25 to p75) overlap.
        Alike = "alike",
        /// Their medians read the same.
        Equal = "equal",
    }
}

impl Than {
    /// What stands between two letters.
    const fn sign(self) -> &'static str {
        match self {
            Self::Better => " · ",
            Self::Alike => " ~ ",
            Self::Equal => " = ",
        }
    }
}

/// The sides by one figure.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Order {
    /// The figure's key.
    pub figure: &'static str,
    /// The letters of the sides that have it often enough, the best first.
    pub letters: Vec<String>,
    /// How each stands to the next.
    pub than: Vec<Than>,
}

impl Order {
    /// The letters with the signs between them.
    pub fn words(&self) -> String {
        let signs = self.than.iter().map(|than| than.sign()).chain(std::iter::once(""));
        self.letters.iter().zip(signs).flat_map(|(letter, sign)| [letter.as_str(), sign]).collect()
    }
}

impl Ranking {
    /// What the signs mean that are not an order, where one is used.
    pub fn legend(&self) -> Vec<&'static str> {
        let used = |than| self.orders.iter().any(|order| order.than.contains(&than));
        let words =
            [(Than::Alike, "~ not told apart: the middle halves (p25 to p75) overlap"), (Than::Equal, "= equal")];
        words.into_iter().filter(|(than, _)| used(*than)).map(|(_, words)| words).collect()
    }
}

/// Ranks the sides, unless what is known of them forbids it.
pub(super) fn ranking(sides: &[SideSummary], facts: &[Fact]) -> Ranking {
    let mut reasons: Vec<String> =
        facts.iter().filter(|fact| fact.incomparable).map(|fact| fact.sentence(sides)).collect();
    if sides.len() < 2 {
        reasons.push("there is only one side".to_owned());
    }
    let least = Minimum::FIXED.quartiles;
    let small: Vec<&str> = sides.iter().filter(|side| side.requests < least).map(|side| side.letter.as_str()).collect();
    if !small.is_empty() {
        let small = listed(&small);
        reasons.push(format!("fewer than {least} requests on {small}: too few to tell a difference from chance"));
    }
    if !reasons.is_empty() {
        return Ranking { on: false, reasons, orders: Vec::new() };
    }
    let orders: Vec<_> =
        FIGURES.iter().filter(|figure| figure.ranked).filter_map(|figure| order(sides, figure)).collect();
    if orders.is_empty() {
        reasons.push(format!("no two sides have {least} values of one figure and a median"));
    }
    Ranking { on: !orders.is_empty(), reasons, orders }
}

/// The order by one figure; none when fewer than two sides have it often enough.
fn order(sides: &[SideSummary], figure: &Figure) -> Option<Order> {
    let value = |side: &SideSummary| side.figures.get(figure.name).filter(|d| d.n >= Minimum::FIXED.quartiles).copied();
    let mut known: Vec<(f64, Distribution, &str)> = sides
        .iter()
        .filter_map(|side| value(side).and_then(|d| Some((d.typical()?, d, side.letter.as_str()))))
        .collect();
    if known.len() < 2 {
        return None;
    }
    // A stable sort either way, so that equal sides keep their order.
    known.sort_by(|a, b| if figure.more_is_better { b.0.total_cmp(&a.0) } else { a.0.total_cmp(&b.0) });
    // What reads the same, or whose difference reads as nothing, is no order.
    let reads_equal = |a: f64, b: f64| decimal(a) == decimal(b) || decimal((a - b).abs()) == decimal(0.0);
    let than = |pair: &[(f64, Distribution, &str)]| match reads_equal(pair[0].0, pair[1].0) {
        true => Than::Equal,
        false if pair[0].1.overlaps(&pair[1].1) => Than::Alike,
        false => Than::Better,
    };
    let than = known.windows(2).map(than).collect();
    Some(Order {
        figure: figure.name,
        letters: known.into_iter().map(|(.., letter)| letter.to_owned()).collect(),
        than,
    })
}

/// Letters in a sentence: `A`, `A and B`, `A, B and C`.
pub(super) fn listed(letters: &[&str]) -> String {
    match letters {
        [all @ .., last] if !all.is_empty() => format!("{} and {last}", all.join(", ")),
        all => all.concat(),
    }
}
