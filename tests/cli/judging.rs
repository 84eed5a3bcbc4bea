//! Assertions, repeats and comparisons, through the built binary.

use std::path::Path;

use serde_json::Value;

use crate::loopback::{Ran, run};

/// A capture of a demo scenario, played fast.
fn saved(folder: &Path, scenario: &str) -> String {
    let file = folder.join(format!("{scenario}.jsonl"));
    let path = file.to_str().expect("UTF-8").to_owned();
    let ran = run(&["demo", scenario, "--speed", "20", "--plain", "--save", &path]);
    assert!(file.exists(), "{}", ran.stderr);
    path
}

fn lines(ran: &Ran) -> Vec<Value> {
    ran.stdout.lines().map(|line| serde_json::from_str(line).expect("a record a line")).collect()
}

#[test]
fn a_failed_assertion_is_named_listed_and_exits_with_7() {
    let held = "outcome==completed";
    let failed = "visible_output_tps>=1000000";
    let ran = run(&["demo", "normal", "--speed", "20", "--json", "--assert", held, "--assert", failed]);
    assert_eq!(ran.code, Some(7), "{}", ran.stderr);
    assert!(ran.stderr.contains(failed) && !ran.stderr.contains(held), "{}", ran.stderr);
    let record = ran.record();
    assert_eq!(record["assertions"][0]["held"], true);
    assert_eq!(
        (record["assertions"][1]["held"].as_bool(), &record["assertions"][1]["expr"]),
        (Some(false), &failed.into())
    );
}

#[test]
fn an_assertion_on_what_is_absent_fails_and_a_bad_one_is_a_usage_error() {
    let ran = run(&["demo", "tool-only", "--speed", "20", "--plain", "--assert", "first_text_delta_ms<=1000"]);
    assert_eq!(ran.code, Some(7));
    assert!(ran.stdout.contains("failed: first_text_delta_ms<=1000 (the value is absent)"), "{}", ran.stdout);
    let ran = run(&["demo", "normal", "--assert", "ttft<=3"]);
    assert_eq!(ran.code, Some(2));
    assert!(ran.stderr.contains("a record has no field 'ttft'"), "{}", ran.stderr);
    let ran = run(&["demo", "normal", "--threshold", "headers_floor_ms=soon"]);
    assert_eq!(ran.code, Some(2));
    assert!(ran.stderr.contains("headers_floor_ms cannot be 'soon'; give a number from 0 up"), "{}", ran.stderr);
}

#[test]
fn a_threshold_decides_what_is_slow() {
    let codes = |extra: &[&str]| {
        let record = run(&[&["demo", "normal", "--speed", "20", "--json"], extra].concat()).record();
        record["diagnosis"].as_array().expect("a list").len()
    };
    assert_eq!(codes(&["--threshold", "headers_floor_ms=1000000"]), 0);
    assert_eq!(codes(&["--threshold", "headers_floor_ms=0", "--threshold", "headers_share=0"]), 1);
}

#[test]
fn a_repeated_request_gives_a_record_a_line_and_reuses_its_connection() {
    let common = ["demo", "normal", "--speed", "50", "--repeat", "4", "--warmup", "1", "--json"];
    let ran = run(&common);
    assert_eq!(ran.code, Some(0), "{}", ran.stderr);
    let records = lines(&ran);
    assert_eq!(records.len(), 4);
    for record in &records {
        assert_eq!(record["contract"]["warm_up"], 1);
        assert_eq!(record["contract"]["sample_size"], 4);
        assert_eq!(record["contract"]["percentile_method"], "linear");
    }
    let reused = |records: &[Value]| records.iter().any(|record| record["timing"]["connection_reused"] == true);
    assert!(reused(&records));
    assert!(ran.stderr.contains("warm-up 1/1: completed") && ran.stderr.contains("4/4: completed"), "{}", ran.stderr);
    assert!(!reused(&lines(&run(&[&common[..], &["--fresh-connection"]].concat()))));
}

#[test]
fn failures_of_a_repeated_request_are_counted_and_a_capture_is_refused() {
    let ran = run(&["demo", "truncated", "--speed", "50", "--repeat", "2", "--plain"]);
    assert_eq!(ran.code, Some(5));
    assert!(ran.stdout.starts_with("2 requests · truncated 2\n"), "{}", ran.stdout);
    let ran = run(&["demo", "normal", "--repeat", "2", "--save", "never-made.jsonl"]);
    assert_eq!(ran.code, Some(2));
    assert!(ran.stderr.contains("--save keeps one request") && !Path::new("never-made.jsonl").exists());
}

#[test]
fn captures_and_records_are_compared_and_unlike_models_are_not_ranked() {
    let folder = tempfile::tempdir().expect("a folder");
    let (a, b) = (saved(folder.path(), "trace-a"), saved(folder.path(), "trace-c"));
    let ran = run(&["compare", &a, &b]);
    assert_eq!(ran.code, Some(0), "{}", ran.stderr);
    assert!(ran.stdout.contains("! model") && ran.stdout.contains("No ranking"), "{}", ran.stdout);
    assert!(ran.stdout.lines().all(|line| line.chars().count() <= 80), "{}", ran.stdout);
    let records = folder.path().join("records.jsonl");
    std::fs::write(&records, run(&["demo", "normal", "--speed", "50", "--repeat", "3", "--json"]).stdout)
        .expect("written");
    let records = records.to_str().expect("UTF-8");
    let comparison: Value = serde_json::from_str(&run(&["compare", records, &a, "--json"]).stdout).expect("JSON");
    assert_eq!((&comparison["sides"][0]["requests"], &comparison["sides"][1]["requests"]), (&3.into(), &1.into()));
    assert_eq!(comparison["sides"][0]["figures"]["upstream_done_ms"]["n"], 3);
    let same = run(&["compare", &a, &a, "--markdown"]);
    assert!(same.stdout.contains("### Ranking, best first"), "{}", same.stdout);
}

#[test]
fn what_cannot_be_compared_is_a_usage_error_in_one_sentence() {
    let folder = tempfile::tempdir().expect("a folder");
    let a = saved(folder.path(), "normal");
    for (args, says) in [
        (vec!["compare", a.as_str()], "there is one request only"),
        (vec!["compare", a.as_str(), "not-there.jsonl"], "not-there.jsonl"),
        (vec!["compare", a.as_str(), a.as_str(), "--by", "mood"], "give one of file, model, route"),
    ] {
        let ran = run(&args);
        assert_eq!(ran.code, Some(2), "{args:?}");
        assert!(ran.stderr.contains(says), "{}", ran.stderr);
    }
}
