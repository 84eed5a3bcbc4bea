use crate::{
    report::{
        BarKind, bars,
        compare::{Needs, Reached},
        grouped,
    },
    timeline::{Micros, Milestone, Outcome},
    trace::{Recording, Trace},
    tui::{state::State, view},
};

/// The milestones that have a column.
pub const COLUMNS: [Milestone; 5] = [Milestone::T2, Milestone::T3, Milestone::T4, Milestone::T5, Milestone::T6];

/// One request of a series: what is shown of it.
#[derive(Clone, Debug, PartialEq)]
pub struct Row {
    /// `w1` for one to warm up, else its number in the sample.
    pub name: String,
    /// Whether it is one to warm up.
    pub warm_up: bool,
    /// How it ended.
    pub outcome: Option<Outcome>,
    /// Why it ended so, as a closed word.
    pub reason: Option<String>,
    /// How many events came.
    pub events: u64,
    /// Output tokens, as reported.
    pub output: Option<u64>,
    /// The moment of each column's milestone.
    pub at: [Option<Micros>; 5],
    /// Visible tokens a second.
    pub tps: Option<f64>,
    /// What its time was spent on.
    pub bars: Vec<(BarKind, Micros, Micros)>,
    /// The last moment that is known of it.
    pub end: Micros,
    /// What comes next, while it runs.
    pub next: Option<Milestone>,
    /// Whether it still runs.
    pub runs: bool,
}

impl Row {
    /// A request that has ended.
    pub fn ended(index: u32, warmup: u32, recording: &Recording) -> Self {
        Self::of(index, warmup, recording.latest(), recording.latest().now())
    }

    /// One under way, as it stands.
    pub fn running(index: u32, warmup: u32, state: &State) -> Self {
        let row = Self::of(index, warmup, state.view(), state.now());
        Self { next: view::next_milestone(state), runs: true, ..row }
    }

    fn of(index: u32, warmup: u32, trace: &Trace, now: Micros) -> Self {
        let warm_up = index < warmup;
        let name = if warm_up { format!("w{}", index + 1) } else { (index - warmup + 1).to_string() };
        Self {
            name,
            warm_up,
            outcome: trace.outcome(),
            reason: trace.outcome_reason(),
            events: trace.counts.events,
            output: trace.usage.output_tokens,
            at: COLUMNS.map(|milestone| trace.milestones.get(milestone)),
            tps: trace.speed().visible_output_tps.ok(),
            bars: bars(trace).iter().map(|bar| (bar.kind, bar.start, bar.end.unwrap_or(now))).collect(),
            end: now,
            next: None,
            runs: false,
        }
    }

    /// How it ended, or that it runs.
    pub const fn word(&self) -> &'static str {
        match self.outcome {
            Some(outcome) => outcome.word(),
            None if self.runs => "running",
            None => "no outcome",
        }
    }

    /// Whether it ended, and not well.
    pub const fn failed(&self) -> bool {
        !matches!(self.outcome, None | Some(Outcome::Completed | Outcome::Incomplete))
    }

    /// What the table has no column for.
    pub fn more(&self) -> String {
        let reason = self.reason.as_ref().map(|reason| format!(" ({})", reason.replace('_', " "))).unwrap_or_default();
        let count = |n: u64, one: &str| format!(" · {} {one}{}", grouped(n), if n == 1 { "" } else { "s" });
        let tokens = self.output.map(|output| format!("{} out", count(output, "token"))).unwrap_or_default();
        format!("{} {}{reason}{}{tokens}", self.name, self.word().replace('_', " "), count(self.events, "event"))
    }

    /// Its figure in a column: milliseconds, or tokens a second in the last.
    pub fn value(&self, column: usize) -> Option<f64> {
        match self.at.get(column) {
            Some(at) => at.map(Micros::as_ms),
            None => self.tps,
        }
    }

    /// What it adds to the sample in a column.
    pub fn reached(&self, column: usize) -> Reached {
        let needs = if column + 1 < COLUMNS.len() { Needs::Stream } else { Needs::Answer };
        Reached::of(self.outcome, needs, self.value(column))
    }
}
