//! `verify` finds exactly what the allow-list does not let through, and names the line and the field.

use streamfall::{
    capture::{CaptureError, LoadOptions, load_from, verify},
    report::{har, record_json},
};

const HEADER: &str = r#"{"streamfall":1,"content":"none","id":"5e0f4c1a-7d1c-4d53-9a53-0b8d0f6f2c11","started_at":"2026-11-30T10:34:00Z","request":{"method":"POST","model":"gpt-5.1","tools":2}}"#;

/// Line and field of every finding.
fn findings(lines: &[&str]) -> Vec<(u64, String)> {
    let file = lines.join("\n") + "\n";
    let mut found = Vec::new();
    verify("memory", file.as_bytes(), &mut |finding| found.push((finding.line, finding.field))).expect("a capture");
    found
}

fn found(line: &str) -> Vec<String> {
    findings(&[HEADER, line]).into_iter().map(|(_, field)| field).collect()
}

#[test]
fn a_clean_capture_has_no_findings() {
    let lines = [
        HEADER,
        r#"{"at":0,"is":"received"}"#,
        r#"{"at":243000,"is":"headers","status":200,"http":"2","content_type":"text/event-stream","headers":{"openai-processing-ms":"187"}}"#,
        r#"{"at":310200,"is":"event","read":0,"name":"message","tag":"text","bytes":512,"chars":5,"also":["text","usage"],"usage":{"output_tokens":3}}"#,
        r#"{"at":10200100,"is":"finished","outcome":"completed","usage":{"output_tokens":3}}"#,
    ];
    assert_eq!(findings(&lines), []);
}

#[test]
fn of_a_fine_tune_its_base_is_kept_and_nothing_else() {
    let header = |model: &str| findings(&[&HEADER.replace("gpt-5.1", model)]);
    assert_eq!(header("ft:gpt-4o-2024-08-06:…"), []);
    for told in ["ft:gpt-4o-2024-08-06:acme::9x8y", "ft:gpt-4o-2024-08-06", "ft:acme:…", "ft:gpt-4o:…:acme", "gpt-4o:…"]
    {
        assert_eq!(header(told), [(1, "request.model".to_owned())], "{told}");
    }
}

#[test]
fn four_planted_things_are_four_findings() {
    let lines = [
        HEADER.replace("gpt-5.1", "Please summarise the letter from my doctor"),
        r#"{"at":0,"is":"received"}"#.to_owned(),
        r#"{"at":1,"is":"headers","status":200,"headers":{"openai-processing-ms":"187","x-user":"42"}}"#.to_owned(),
        r#"{"at":2,"is":"event","read":0,"name":"jane@example.com","tag":"text","bytes":5,"chars":5}"#.to_owned(),
        r#"{"at":3,"is":"closed","how":"eof","reads":1,"bytes":5,"comment":"as discussed"}"#.to_owned(),
        r#"{"at":4,"is":"finished","outcome":"truncated"}"#.to_owned(),
    ];
    let lines: Vec<&str> = lines.iter().map(String::as_str).collect();
    let expected = [(1, "request.model"), (3, "headers.x-user"), (4, "name"), (5, "comment")];
    assert_eq!(findings(&lines), expected.map(|(line, field)| (line, field.to_owned())));
}

#[test]
fn nothing_hides_behind_the_form_of_a_line() {
    // The second of two equal keys is what a reader takes; both are looked at.
    assert_eq!(found(r#"{"at":0,"is":"received","at":"jane"}"#), ["at"]);
    assert_eq!(found(r#"{"at":0,"is":"received","is":"received"}"#), ["is"]);
    // Text where a number should stand, also deep inside; the rest of the line is still looked at.
    assert_eq!(found(r#"{"at":0,"is":"heartbeat","read":1,"extra":[{"a":"jane"}]}"#), ["extra"]);
    assert_eq!(
        found(r#"{"at":"jane","is":"event","read":0,"name":"my secret","tag":"text","bytes":5}"#),
        ["at", "name"]
    );
    assert_eq!(found(r#"{"is":"stated_usage","usage":{"output_tokens":3,"prompt":"jane"}}"#), ["usage.prompt"]);
    assert_eq!(found(r#"{"is":"note","note":"jane was here"}"#), ["note"]);
    assert_eq!(found(r#"{"is":"closed","how":"jane","reads":"bob","who":"me"}"#), ["how", "reads", "who"]);
    assert_eq!(
        found(r#"{"is":"stated_usage","usage":{"output_tokens":"jane"},"who":"me"}"#),
        ["usage.output_tokens", "who"]
    );
    assert_eq!(found(r#"{"is":7,"who":"me"}"#), ["is", "who"]);
    assert_eq!(found(r#"{"is":"jane@example.com"}"#), ["is"]);
    assert_eq!(found(r#"{"is":"reported","name":"a b c","us":1,"source":"x"}"#), ["name"]);
    assert_eq!(found(r#"["jane"]"#), [""]);
    assert_eq!(found("jane"), [""]);
}

#[test]
fn headers_must_have_their_shape_and_request_ids_their_permission() {
    let line =
        r#"{"is":"headers","status":200,"headers":{"x-request-id":"req_1","cf-ray":"8f1a2b3c-FRA","server":"jane"}}"#;
    assert_eq!(found(line), ["headers.x-request-id", "headers.cf-ray", "headers.server"]);
    let permitted = HEADER.replace("\"request\"", "\"request_ids\":true,\"request\"");
    let line = r#"{"is":"headers","status":200,"headers":{"x-request-id":"req_1"}}"#;
    assert_eq!(findings(&[&permitted, line]), []);
    // What a file has without the permission gets into nothing that is made of it.
    let shown = |header: &str| {
        let file = format!("{header}\n{line}\n");
        let recording = load_from("memory", file.as_bytes(), &LoadOptions::default()).expect("a capture");
        har(&recording) + &record_json(&recording)
    };
    assert!(shown(&permitted).contains("req_1") && !shown(HEADER).contains("req_1"));
    let sentence = r#"{"is":"headers","status":200,"headers":{"x-request-id":"jane said so"}}"#;
    assert_eq!(findings(&[&permitted, sentence]), [(2, "headers.x-request-id".to_owned())]);
}

#[test]
fn a_full_capture_is_not_safe() {
    let full = HEADER.replace("\"none\"", "\"full\"");
    let line = r#"{"is":"event","read":0,"name":"message","tag":"text","bytes":5,"raw":{"data":"hello"}}"#;
    assert_eq!(findings(&[&full, line]), [(1, "content".to_owned()), (2, "raw".to_owned())]);
    assert_eq!(findings(&[HEADER, line]), [(2, "raw".to_owned())]);
}

#[test]
fn a_cut_line_cannot_be_proved() {
    let file = format!("{HEADER}\n{{\"is\":\"event\",\"na");
    let mut found = Vec::new();
    verify("memory", file.as_bytes(), &mut |finding| found.push(finding)).expect("a capture");
    assert_eq!(found.len(), 1);
    assert_eq!((found[0].line, found[0].field.as_str()), (2, ""));
}

#[test]
fn other_files_and_other_versions_are_refused() {
    for file in ["", "data: x\n\n", "{\"log\":{}}", "[]"] {
        let refused = verify("memory", file.as_bytes(), &mut |_| {}).expect_err(file);
        assert!(matches!(refused, CaptureError::NotAnInput { .. }), "{file}: {refused}");
    }
    let newer = HEADER.replace("\"streamfall\":1", "\"streamfall\":2");
    let refused = verify("memory", newer.as_bytes(), &mut |_| {}).expect_err("version 2");
    assert!(matches!(refused, CaptureError::Version { version: 2, .. }), "{refused}");
}
