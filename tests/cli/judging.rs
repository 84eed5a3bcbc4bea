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
    // Each window starts with the first request of the sample, which is not the warm-up, and ends with its own.
    let window = |record: &Value, end: &str| record["contract"]["time_window"][end].as_str().map(str::to_owned);
    for pair in records.windows(2) {
        assert_eq!(window(&pair[0], "from"), window(&pair[1], "from"));
        assert!(window(&pair[0], "to") < window(&pair[1], "to"));
        assert!(window(&pair[0], "to").as_deref() <= pair[1]["started_at"].as_str());
    }
    assert_eq!(window(&records[0], "from").as_deref(), records[0]["started_at"].as_str());
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
    std::fs::write(&records, run(&["demo", "normal", "--speed", "50", "--repeat", "5", "--json"]).stdout)
        .expect("written");
    let records = records.to_str().expect("UTF-8");
    let comparison: Value = serde_json::from_str(&run(&["compare", records, &a, "--json"]).stdout).expect("JSON");
    assert_eq!((&comparison["sides"][0]["requests"], &comparison["sides"][1]["requests"]), (&5.into(), &1.into()));
    assert_eq!(comparison["sides"][0]["figures"]["upstream_done_ms"]["n"], 5);
    let same = run(&["compare", records, records, "--markdown"]);
    assert!(same.stdout.contains("### Ranking, best first"), "{}", same.stdout);
    assert!(same.stdout.contains("- upstream\\_done\\_ms: A = B\n"), "{}", same.stdout);
    let alone = run(&["compare", &a, &a, "--markdown"]);
    assert!(alone.stdout.contains("- fewer than 5 requests on A and B"), "{}", alone.stdout);
}

/// Three timing records of which the second says that its text came before it was sent.
fn gateway(folder: &Path) -> String {
    let record = |first: f64, end: f64| {
        serde_json::json!({"stream": true, "startTime": 1_767_323_045.0, "completionStartTime": 1_767_323_045.0 + first,
            "endTime": 1_767_323_045.0 + end, "completion_tokens": 42})
    };
    let file = folder.join("gateway.json");
    let records = serde_json::json!([record(0.5, 2.0), record(-0.5, 2.0), record(0.75, 4.0)]);
    std::fs::write(&file, records.to_string()).expect("written");
    file.to_str().expect("UTF-8").to_owned()
}

#[test]
fn a_bad_record_is_left_out_with_a_sentence_and_one_of_several_is_named_by_its_number() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = gateway(folder.path());
    let compared = |args: &[&str]| {
        let ran = run(&[&["compare"], args, &["--json"]].concat());
        assert_eq!(ran.code, Some(0), "{}", ran.stderr);
        (serde_json::from_str::<Value>(&ran.stdout).expect("JSON"), ran.stderr)
    };
    let end = |side: &Value| (side["requests"].clone(), side["figures"]["upstream_done_ms"]["max"].clone());
    let (all, said) = compared(&[&file]);
    assert_eq!(end(&all["sides"][0]), (2.into(), 4_000.0.into()));
    assert!(said.contains("record 2: ") && said.contains("it is left out") && said.lines().count() == 1, "{said}");
    let (two, said) = compared(&[&format!("{file}#1"), &format!("{file}#3")]);
    assert_eq!(
        (end(&two["sides"][0]), end(&two["sides"][1])),
        ((1.into(), 2_000.0.into()), (1.into(), 4_000.0.into()))
    );
    assert_eq!((two["sides"][1]["name"].as_str(), said.as_str()), (Some("gateway.json#3"), ""));
    for (entry, says) in [("#2", "lies before"), ("#4", "there is no entry 4; it holds 3 records")] {
        let ran = run(&["compare", &file, &format!("{file}{entry}")]);
        assert!(ran.code == Some(2) && ran.stderr.contains(says), "{entry}: {}", ran.stderr);
    }
}

#[test]
fn records_of_another_schema_and_what_is_cut_are_left_out_too() {
    let folder = tempfile::tempdir().expect("a folder");
    let good = run(&["demo", "normal", "--speed", "50", "--json"]).stdout;
    let other = good.replace("streamfall.record/1", "streamfall.record/9");
    let file = folder.path().join("records.jsonl");
    std::fs::write(&file, format!("{good}{other}{good}{}", &good[..99])).expect("written");
    let file = file.to_str().expect("UTF-8");
    let ran = run(&["compare", file, &format!("{file}#3"), "--json"]);
    let comparison: Value = serde_json::from_str(&ran.stdout).expect("JSON");
    assert_eq!((&comparison["sides"][0]["requests"], &comparison["sides"][1]["requests"]), (&2.into(), &1.into()));
    assert!(ran.stderr.contains("record 2: it is a 'streamfall.record/9'"), "{}", ran.stderr);
    assert!(ran.stderr.contains("record 4: it is cut"), "{}", ran.stderr);
    let ran = run(&["compare", file, &format!("{file}#5")]);
    assert!(ran.code == Some(2) && ran.stderr.contains("there is no entry 5"), "{}", ran.stderr);
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
