//! The examples run and say what was worked out by hand from what stands in them.

use std::{
    env,
    process::{Command, Output},
    sync::Once,
};

/// An example, where cargo puts it: beside the folder of the tests.
fn example(name: &str) -> Command {
    static BUILT: Once = Once::new();
    let test = env::current_exe().expect("the path of this test");
    let profile = test.ancestors().nth(2).expect("target/PROFILE/deps/TEST");
    // A whole `cargo test` has built them already; this test alone has not.
    BUILT.call_once(|| {
        let mut cargo = Command::new(env!("CARGO"));
        cargo.args(["build", "--quiet", "--examples"]).args(profile.ends_with("release").then_some("--release"));
        let status = cargo.current_dir(env!("CARGO_MANIFEST_DIR")).status();
        assert!(status.is_ok_and(|status| status.success()), "the examples are built");
    });
    let mut command = Command::new(profile.join("examples").join(format!("{name}{}", env::consts::EXE_SUFFIX)));
    command.env_remove("API_KEY");
    command
}

fn run(command: &mut Command) -> Output {
    let output = command.output().expect("it runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    output
}

/// What it prints, with plain blanks between thousands.
fn said(command: &mut Command) -> String {
    String::from_utf8(run(command).stdout).expect("text").replace('\u{2009}', " ")
}

#[test]
fn arrivals_become_milestones_a_speed_and_a_finding() {
    // 12 tokens between 2900 and 3500 ms; from the first event at 310 to the first text, 2590 ms.
    assert_eq!(
        said(&mut example("time_a_stream")),
        "t0 received           0.0 ms\n\
         t1 upstream           4.0 ms\n\
         t2 headers          240.0 ms\n\
         t3 first event      310.0 ms\n\
         t4 effective      2 900.0 ms\n\
         t5 visible text   2 900.0 ms\n\
         t6 closed         3 500.0 ms\n\
         t7 finished       3 501.0 ms\n\
         visible 20.0 tok/s\n\
         primary: first event fast, effective output late, 2 590 ms\n  \
           look at metadata events, heartbeats, reasoning startup; look at safe event types, not raw content\n"
    );
}

#[test]
fn a_capture_becomes_figures_and_a_record() {
    let text = said(&mut example("read_a_capture"));
    let (figures, json) = text.split_once("\n\n").expect("two parts");
    // Headers 1502 − 2, text 4700 − 1700 with 120 tokens in it.
    assert_eq!(
        figures,
        "outcome          completed\n\
         time to headers  1500.0 ms\n\
         to first event   1520.0 ms\n\
         to first text    1700.0 ms\n\
         end to end       4700.0 ms\n\
         visible speed    40.0 tok/s\n\
         widest gap       t5 to t6, 3000.0 ms\n\
         primary          upstream_headers_slow, 1500.0 ms"
    );
    let record: serde_json::Value = serde_json::from_str(json).expect("JSON");
    assert_eq!(record["timing"]["upstream_headers_ms"], 1500.0);
    assert!(record["timing"]["auth_ms"].is_null(), "what is not known is null");
    assert_eq!(record["provider_reported"][0]["ms"], 1410.0);

    let refused = example("read_a_capture").arg("no such file").output().expect("it runs");
    assert_eq!(refused.status.code(), Some(1));
    let sentence = String::from_utf8_lossy(&refused.stderr);
    assert!(sentence.starts_with("cannot read 'no such file': ") && sentence.lines().count() == 1, "{sentence}");
}

#[test]
fn a_gateways_capture_holds_its_phases_and_no_secret() {
    let output = run(&mut example("keep_a_safe_capture"));
    assert_eq!(String::from_utf8_lossy(&output.stderr), "16 lines, 0 findings\n");
    let capture = String::from_utf8(output.stdout).expect("text");
    assert!(!capture.to_lowercase().contains("secret"), "{capture}");
    for line in [
        r#"{"at":640000,"is":"phase","phase":"distribution","us":625000}"#,
        r#"{"at":900000,"is":"reported","name":"upstream_service","us":155000,"source":"x-envoy-upstream-service-time"}"#,
        r#"{"at":1391000,"is":"finished","outcome":"completed","usage":{"input_tokens":21,"output_tokens":6}}"#,
    ] {
        assert!(capture.lines().any(|written| written == line), "{line} is not in {capture}");
    }

    // The file of one example is the argument of another. 6 tokens between 990 and 1390 ms.
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("request.jsonl");
    std::fs::write(&file, &capture).expect("written");
    let text = said(example("read_a_capture").arg(&file));
    for line in [
        "time to headers  258.0 ms",
        "to first text    990.0 ms",
        "visible speed    15.0 tok/s",
        "widest gap       t0 to t1, 642.0 ms",
        "primary          local_distribution_slow, 625.0 ms",
    ] {
        assert!(text.lines().any(|written| written == line), "{line} is not in {text}");
    }
}

#[test]
fn a_request_is_watched_milestone_by_milestone() {
    let text = said(&mut example("watch_a_request"));
    let (lines, report) = text.split_once("\n\n").expect("two parts");
    // When the demo server writes: never before, however late on a busy machine.
    let written = [0.0, 0.0, 180.0, 220.0, 260.0, 260.0, 1_460.0, 1_460.0];
    assert_eq!(lines.lines().count(), written.len(), "{lines}");
    for (i, (line, earliest)) in lines.lines().zip(written).enumerate() {
        assert!(line.starts_with(&format!("t{i} ")), "{lines}");
        let at: f64 = line[16..28].replace(' ', "").parse().unwrap_or_else(|_| panic!("no time in {line}"));
        assert!(at >= earliest, "{line} is before {earliest}");
    }
    assert!(report.contains("\ncompleted (stop) · ") && report.contains(" 60 tokens in "), "{report}");
}
