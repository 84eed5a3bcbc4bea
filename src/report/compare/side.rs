use super::has_failed;
use crate::{
    report::{Record, record_with},
    timeline::word_enum,
    trace::{Recording, Stall, Thresholds, Trace, diagnose},
    wire::sanitize_line,
};

word_enum! {
    /// What makes a side.
    pub enum By {
        /// Each file is a side.
        File = "file",
        /// The requests to one model are a side.
        Model = "model",
        /// The requests over one route (provider and dialect) are a side.
        Route = "route",
    }
}

/// One request of a sample.
#[derive(Clone, Debug)]
pub struct Sample {
    /// Its metadata.
    pub record: Record,
    /// What its waterfall is drawn from.
    pub trace: Trace,
    /// The stalls to mark in it; a record does not say where they were.
    pub stalls: Vec<Stall>,
}

impl Sample {
    /// From a recording.
    pub fn of(recording: &Recording, thresholds: &Thresholds) -> Self {
        let trace = recording.latest().clone();
        let stalls = diagnose(&trace, thresholds, None).stalls;
        Self { record: record_with(recording, thresholds), trace, stalls }
    }
}

impl From<Record> for Sample {
    fn from(record: Record) -> Self {
        Self { trace: record.to_trace(), record, stalls: Vec::new() }
    }
}

/// The requests that stand on one side of a comparison.
#[derive(Clone, Debug)]
pub struct Side {
    /// `A`, `B`, … for the columns.
    pub letter: String,
    /// The file, model or route.
    pub name: String,
    /// The requests, at least one.
    pub samples: Vec<Sample>,
}

/// Sorts the requests of some files into sides, in the order in which each first occurs.
pub fn sides(files: Vec<(String, Vec<Sample>)>, by: By) -> Vec<Side> {
    let mut sides: Vec<Side> = Vec::new();
    for (file, samples) in files {
        if by == By::File {
            push(&mut sides, &file, samples);
            continue;
        }
        for sample in samples {
            let contract = &sample.record.contract;
            let key = if by == By::Model { &contract.model } else { &contract.route };
            let name = key.clone().unwrap_or_else(|| format!("no {by} stated"));
            match sides.iter_mut().find(|side| side.name == name) {
                Some(side) => side.samples.push(sample),
                None => push(&mut sides, &name, vec![sample]),
            }
        }
    }
    sides
}

fn push(sides: &mut Vec<Side>, name: &str, samples: Vec<Sample>) {
    let letter = letter(sides.len());
    sides.push(Side { letter, name: sanitize_line(name).into_owned(), samples });
}

/// `A` … `Z`, then `A2`, `B2`, …
fn letter(index: usize) -> String {
    let letter = char::from(b'A' + u8::try_from(index % 26).unwrap_or_default());
    if index < 26 { letter.to_string() } else { format!("{letter}{}", index / 26 + 1) }
}

impl Side {
    /// The requests that stand for the side: those that were answered, or all where none was.
    pub fn shown(&self) -> impl Iterator<Item = &Sample> {
        let answered = |sample: &&Sample| !has_failed(sample.record.outcome);
        let none = !self.samples.iter().any(|sample| answered(&sample));
        self.samples.iter().filter(move |sample| none || answered(sample))
    }

    /// The request to draw for the side: of those shown, the one whose end lies nearest to the median end.
    pub fn typical(&self) -> Option<&Sample> {
        let end = |sample: &Sample| sample.record.timing.upstream_done_ms.or(sample.record.timing.total_handler_ms);
        let mut sorted: Vec<f64> = self.shown().filter_map(end).collect();
        sorted.sort_by(f64::total_cmp);
        let Some(median) = sorted.get(sorted.len() / 2).copied() else { return self.shown().next() };
        let distance = |sample: &Sample| end(sample).map_or(f64::INFINITY, |end| (end - median).abs());
        self.shown().min_by(|a, b| distance(a).total_cmp(&distance(b)))
    }
}
