//! What docs/judging.md says of the thresholds is what holds.

use streamfall::trace::{Threshold, Thresholds};

#[test]
fn every_threshold_stands_in_the_docs_with_its_default() {
    let docs = include_str!("../docs/judging.md");
    let rows: Vec<_> = docs.lines().filter(|line| line.starts_with("| `")).collect();
    assert_eq!(rows.len(), Threshold::ALL.len());
    for (row, threshold) in rows.iter().zip(Threshold::ALL) {
        let start = format!("| `{}` | {} |", threshold.word(), Thresholds::default().get(*threshold));
        assert!(row.starts_with(&start), "{row} should start with {start}");
    }
}
