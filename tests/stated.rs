//! What a file states, and what it leaves open, is shown as such wherever it stands.

use serde_json::Value;
use streamfall::{
    capture::{LoadOptions, load_from},
    report::{Assertion, PlainOptions, markdown, perfetto, plain_summary, record, record_json},
    trace::{Recording, Thresholds},
};

fn loaded(text: &str) -> Recording {
    load_from("the file", text.as_bytes(), &LoadOptions::default()).expect("an input")
}

#[test]
fn a_speed_that_a_record_states_is_shown_as_stated_wherever_it_stands() {
    let recording = loaded(r#"{"first_text_delta_ms":6400,"total_handler_ms":9200,"visible_output_tps":42}"#);
    let page = markdown(&recording, &Thresholds::default());
    let row = |start: &str| page.lines().find(|line| line.starts_with(start)).unwrap_or_else(|| panic!("{page}"));
    assert_eq!(row("- Visible speed"), "- Visible speed: **42.0 tok/s, as stated**");
    assert_eq!(row("| Visible output"), "| Visible output | 42.0 tok/s | as the record states it |");
    assert!(row("| 5 |").contains("42.0 tok/s as stated"), "{page}");
    let plain = plain_summary(&recording, &PlainOptions::default());
    assert!(plain.contains("42.0 tok/s as stated") && plain.contains("as the record states it"), "{plain}");
    assert!(perfetto(&recording).contains("outcome not known"));
    // A 0 stays where it is stated, and nothing is called slow for it.
    let zero = loaded(r#"{"first_text_delta_ms":400,"total_handler_ms":9200,"visible_output_tps":0}"#);
    let zero = record(&zero);
    assert_eq!((zero.timing.visible_output_tps, zero.diagnosis.len()), (Some(0.0), 0));
}

#[test]
fn offsets_from_the_first_line_are_no_times_from_t0() {
    let event = r#"data: {"object":"chat.completion.chunk","choices":[{"delta":{"content":"a"}}]}"#;
    let recording = loaded(&format!("1796034840.0 : open\n1796034840.5 {event}\n1796034840.75 \n"));
    let json: Value = serde_json::from_str(&record_json(&recording)).expect("JSON");
    let from_t0 = ["first_sse_event_ms", "first_response_ms", "first_text_delta_ms", "upstream_done_ms"];
    assert!(from_t0.iter().all(|name| json["timing"][name].is_null()), "{json}");
    assert_eq!((&json["milestones_ms"]["t0"], json["milestones_ms"]["t5"].as_f64()), (&Value::Null, Some(750.0)));
    let assertions =
        ["t5<=1000", "first_text_delta_ms<=1000"].map(|expr| Assertion::parse(expr).expect("an assertion"));
    assert!(!assertions.iter().any(|one| record(&recording).assert_all(std::slice::from_ref(one))));
    let page = markdown(&recording, &Thresholds::default());
    assert!(page.contains("- Time to first visible text: **—**\n"), "{page}");
    assert!(page.contains("> When the request was made is not in the file"), "{page}");
    let plain = plain_summary(&recording, &PlainOptions::default());
    for words in ["750 ms from its first line", "—               not in the file\n", "origin_is_first_line: "] {
        assert!(plain.contains(words), "{plain}");
    }
}
