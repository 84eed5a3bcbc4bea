//! What goes wrong is one sentence on stderr that names the thing and the next step, with its exit code.

use std::{fs, path::Path};

use crate::loopback::{Ran, run, streamfall, wait};

/// The sentence of a run that failed with a code.
fn sentence(ran: &Ran, code: i32) -> &str {
    assert_eq!((ran.code, ran.stderr.lines().count()), (Some(code), 1), "{}", ran.stderr);
    let sentence = ran.stderr.trim_end().strip_prefix("streamfall: ").expect("the program's name");
    for unwanted in ["os error", "error:", "Error", "SECRET", "Usage", "\u{1b}"] {
        assert!(!sentence.contains(unwanted), "{sentence}");
    }
    sentence
}

fn text(path: &Path) -> &str {
    path.to_str().expect("a path in UTF-8")
}

/// A small safe capture in a folder.
fn capture(folder: &Path) -> String {
    let file = folder.join("a.jsonl");
    let lines = "{\"streamfall\":1,\"content\":\"none\",\"request\":{}}\n{\"at\":0,\"is\":\"received\"}\n\
                 {\"at\":9,\"is\":\"closed\",\"how\":\"eof\",\"reads\":0,\"bytes\":0}\n{\"at\":9,\"is\":\"finished\"}\n";
    fs::write(&file, lines).expect("written");
    text(&file).to_owned()
}

#[test]
fn wrong_arguments_are_one_sentence_with_the_way_out() {
    for (line, words) in [
        (&["demo", "--speed", "-1"][..], "--speed -1: give a number from 0.01 to 1000"),
        (&["curl", "http://127.0.0.1:9/", "--repeat", "0"], "--repeat 0: give a whole number from 1 to 100000"),
        (&["curl", "http://127.0.0.1:9/", "--idle-timeout", "-1"], "--idle-timeout -1: give a number of seconds"),
        (&["curl", "http://127.0.0.1:9/", "--otlp", "http://u:SECRET@"], "--otlp …: give an http or https address"),
        (&["curl", "http://127.0.0.1:9/", "--assrt", "x"], "did you mean --assert?"),
        (&["curl", "http://127.0.0.1:9/", "--keep-content"], "--keep-content counts only with --save FILE"),
        (&["demo", "resoning"], "there is no scenario 'resoning'; did you mean reasoning?"),
        (&["demo", "--threshold", "header_share=1"], "did you mean headers_share?"),
        (&["ask", "hi", "-p", "openai", "-m", "m", "--key-env", "sk-SECRET"], "set a variable and name that"),
        (&["report", "x"], "give -o OUT that ends in .html .svg .json .md .perfetto.json or .har, or --format"),
        (&["report", "x", "-o", "y.pdf"], "the ending of 'y.pdf' names no format; give"),
        (&["replay", "no\u{1b}[2J"], "there is no such file or folder; check the path"),
    ] {
        let ran = run(line);
        assert!(sentence(&ran, 2).contains(words), "{line:?}: {}", ran.stderr);
    }
}

#[test]
fn a_variable_of_the_environment_is_named_as_such() {
    let mut command = streamfall(&["ask", "hi"]);
    command.env("STREAMFALL_MAX_TOKENS", "many");
    let ran = wait(command.spawn().expect("the program runs"));
    assert_eq!(sentence(&ran, 2), "STREAMFALL_MAX_TOKENS=many: give a whole number from 1 up");
}

#[test]
fn several_entries_are_listed_with_what_chooses_them_and_without_an_address() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("two.har");
    let entry = r#"{"startedDateTime":"2026-01-01T00:00:00Z","time":12,"request":{"method":"POST","url":"https://api.openai.com/v1/chat/completions?key=SECRET"},"response":{"status":200,"headers":[{"name":"content-type","value":"text/event-stream"}],"content":{"text":"data: {}\n\n"}}}"#;
    fs::write(&file, format!(r#"{{"log":{{"entries":[{entry},{entry}]}}}}"#)).expect("written");
    let ran = run(&["replay", text(&file), "--plain"]);
    assert_eq!(ran.code, Some(2));
    let lines: Vec<_> = ran.stderr.lines().collect();
    assert!(lines[0].ends_with("any of its 2 entries may be meant; choose one with --entry N"), "{}", ran.stderr);
    assert_eq!(lines[2], "  --entry 2    2026-01-01T00:00:00Z  200  text/event-stream  openai-chat  12 ms");
    assert!(lines.len() == 3 && !ran.stderr.contains("SECRET"), "{}", ran.stderr);
}

#[test]
fn how_to_play_counts_only_where_something_is_played() {
    let folder = tempfile::tempdir().expect("a folder");
    let capture = capture(folder.path());
    let ran = run(&["replay", &capture, "--json", "--at", "3s", "--speed", "2"]);
    assert_eq!(
        ran.stderr.lines().next(),
        Some("streamfall: note: --speed and --at count only on the full screen; this is of the whole recording")
    );
    assert!(!run(&["replay", &capture, "--json"]).stderr.contains("note:"));
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_the_machines_fault_and_leaves_nothing_behind() {
    let folder = tempfile::tempdir().expect("a folder");
    let capture = capture(folder.path());
    for line in
        [&["redact", &capture, "-o", "/dev/full"][..], &["report", &capture, "-o", "/dev/full", "--format", "html"]]
    {
        let ran = run(line);
        assert_eq!(sentence(&ran, 1), "cannot write '/dev/full': the disk is full; make room, or name another place");
    }
    let names: Vec<_> = fs::read_dir(folder.path()).expect("a folder").collect();
    assert_eq!(names.len(), 1, "only the capture itself: {names:?}");
}

#[cfg(target_os = "linux")]
#[test]
fn what_standard_output_does_not_take_is_told_whatever_it_was() {
    for line in [&["--help"][..], &["--version"], &["demo", "-h"], &["man"], &["completions", "bash"]] {
        let full = fs::OpenOptions::new().write(true).open("/dev/full").expect("the full device");
        let output = streamfall(line).stdout(full).output().expect("the program runs");
        let said = String::from_utf8_lossy(&output.stderr);
        assert_eq!(
            (output.status.code(), said.as_ref()),
            (
                Some(1),
                "streamfall: cannot write to standard output: the disk is full; make room, or name another place\n"
            ),
            "{line:?}"
        );
    }
}

#[test]
fn a_capture_may_go_to_standard_output() {
    let folder = tempfile::tempdir().expect("a folder");
    let capture = capture(folder.path());
    let places: &[&str] = if cfg!(unix) { &["-", "/dev/stdout"] } else { &["-"] };
    for place in places {
        let ran = run(&["redact", &capture, "-o", place]);
        assert_eq!((ran.code, ran.stdout.lines().count(), ran.stderr.as_str()), (Some(0), 4, ""), "{place}");
    }
}
