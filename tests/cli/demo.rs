//! The demo through the real client, faster than life.

use crate::loopback::{Ran, run};

fn demo(scenario: &str) -> Ran {
    run(&["demo", scenario, "--json", "--speed", "20"])
}

#[test]
fn every_listed_scenario_ends_as_it_should() {
    let listed = run(&["demo", "--list"]);
    assert_eq!(listed.code, Some(0));
    let names: Vec<_> = listed.stdout.lines().filter_map(|line| line.split_whitespace().next()).collect();
    assert!(names.len() >= 12, "{names:?}");
    for name in names {
        let (outcome, code) = match name {
            "error-mid-stream" => ("error", 5),
            "truncated" => ("truncated", 5),
            _ => ("completed", 0),
        };
        let ran = demo(name);
        assert_eq!((ran.record()["outcome"].as_str(), ran.code), (Some(outcome), Some(code)), "{name}: {}", ran.stderr);
    }
}

#[test]
fn a_tool_only_answer_has_no_text_and_says_so() {
    let record = demo("tool-only").record();
    assert!(record["timing"]["first_text_delta_ms"].is_null() && record["timing"]["first_response_ms"].is_number());
    assert_eq!(record["speed"]["visible_output_tps_reason"], "no_visible_text");
}

#[test]
fn a_buffered_answer_comes_in_a_few_reads() {
    // 41 and 19 words and four events beside them, in two bursts. A busy machine may cut a burst in two.
    let events = &demo("buffered").record()["events"];
    assert_eq!(events["total"], 64);
    assert!((2..=6).contains(&events["reads"].as_u64().expect("a number")), "{events}");
}

#[test]
fn the_plain_report_fits_into_80_columns() {
    for scenario in ["reasoning", "buffered", "stall", "error-mid-stream"] {
        let ran = run(&["demo", scenario, "--speed", "50", "--plain"]);
        assert!(ran.stdout.contains("Milestones"), "{}", ran.stderr);
        for line in ran.stdout.lines() {
            assert!(line.chars().count() <= 80, "{scenario}: {line}");
        }
    }
}

#[test]
fn a_scenario_of_ones_own_can_be_played() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("mine.toml");
    let text = r#"
        title = "one line"
        request = { path = "/v1/chat/completions", body = "{}" }
        response = { at_ms = 1, status = 503 }
        end = { at_ms = 2 }
        expect = { outcome = "http_error" }
        [[step]]
        wait_ms = 1
        raw = '{"error":{"message":"closed for the winter"}}'
    "#;
    std::fs::write(&file, text).expect("written");
    let ran = run(&["demo", file.to_str().expect("UTF-8"), "--json"]);
    assert_eq!(ran.code, Some(4));
    assert!(ran.stderr.contains("closed for the winter"), "{}", ran.stderr);
}

#[test]
fn a_capture_replays_to_the_same_record() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("x.jsonl");
    let path = file.to_str().expect("UTF-8");
    let mut live = run(&["demo", "reasoning", "--json", "--speed", "20", "--save", path]).record();
    let mut replayed = run(&["replay", path, "--json"]).record();
    for record in [&mut live, &mut replayed] {
        record["source"].take();
        record["id"].take();
    }
    assert_eq!(live, replayed);
}
