//! Captures from outside: what is written live is what is replayed, and it is safe.

use std::{
    fs,
    io::Write,
    path::{Path, PathBuf},
    process::Stdio,
    time::{Duration, Instant},
};

use serde_json::{Value, json};

use crate::loopback::{Loopback, Ran, capture_lines, run, stream_head, streamfall, wait, wait_for_close};

fn text(path: &Path) -> &str {
    path.to_str().expect("UTF-8")
}

/// A record without what differs by nature between a request and its replay.
fn without_ids(ran: &Ran) -> Value {
    let mut record = ran.record();
    for key in ["id", "source"] {
        record.as_object_mut().expect("a record").remove(key).expect(key);
    }
    record
}

fn scenarios() -> Vec<String> {
    let listed = run(&["demo", "--list"]).stdout;
    listed.lines().filter_map(|line| line.split_whitespace().next().map(str::to_owned)).collect()
}

#[test]
fn the_replay_of_every_scenario_is_the_request_and_its_capture_is_safe() {
    let folder = tempfile::tempdir().expect("a folder");
    for name in scenarios() {
        let file = folder.path().join(format!("{name}.jsonl"));
        let live = run(&["demo", &name, "--json", "--speed", "20", "--save", text(&file)]);
        let replay = run(&["replay", text(&file), "--json"]);
        assert_eq!(without_ids(&replay), without_ids(&live), "{name}");
        assert_eq!(replay.code, live.code, "{name}");
        assert_eq!(replay.record()["source"], "capture");
        let verified = run(&["verify", text(&file)]);
        assert_eq!((verified.code, verified.stdout.lines().count()), (Some(0), 1), "{name}: {}", verified.stdout);
    }
}

#[test]
fn a_full_capture_replays_the_same_is_not_safe_and_is_made_safe() {
    let folder = tempfile::tempdir().expect("a folder");
    let (full, safe) = (folder.path().join("full.jsonl"), folder.path().join("safe.jsonl"));
    let live = run(&["demo", "reasoning", "--json", "--speed", "20", "--save", text(&full), "--keep-content"]);
    assert!(live.stderr.contains("WARNING"), "{}", live.stderr);
    assert_eq!(without_ids(&run(&["replay", text(&full), "--json"])), without_ids(&live));
    assert!(capture_lines(&full).iter().any(|line| line["raw"]["data"].is_string()));
    assert_eq!(run(&["verify", text(&full)]).code, Some(8));
    let redacted = run(&["redact", text(&full), "-o", text(&safe)]);
    assert_eq!(redacted.code, Some(0), "{}", redacted.stderr);
    assert_eq!(run(&["verify", text(&safe)]).code, Some(0));
    assert_eq!(without_ids(&run(&["replay", text(&safe), "--json"])), without_ids(&live));
    assert!(capture_lines(&safe).iter().all(|line| line.get("raw").is_none()));
    let again = run(&["redact", text(&full), "-o", text(&safe)]);
    assert_eq!(again.code, Some(2));
    assert!(again.stderr.contains("it exists already; use --force to overwrite it"), "{}", again.stderr);
    assert_eq!(run(&["redact", text(&full), "-o", text(&safe), "--force"]).code, Some(0));
}

/// A file in which every row is older than today's tables.
#[test]
fn a_full_capture_gets_the_tags_of_todays_tables() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("old.jsonl");
    let event = |at: u64, data: &Value| json!({"at": at, "is": "event", "read": at, "name": "other", "tag": "unknown", "bytes": 90, "raw": {"event": "", "data": data.to_string(), "shown": ""}});
    let lines = [
        json!({"streamfall": 1, "content": "full", "request": {}}),
        event(1_000, &json!({"object": "chat.completion.chunk", "choices": [{"delta": {"content": "Hi"}}]})),
        event(2_000, &json!({"object": "chat.completion.chunk", "choices": [{"delta": {}, "finish_reason": "stop"}]})),
        json!({"at": 3_000, "is": "closed", "how": "eof", "reads": 2, "bytes": 180}),
        json!({"at": 3_000, "is": "finished"}),
    ];
    fs::write(&file, lines.map(|line| format!("{line}\n")).concat()).expect("written");
    let ran = run(&["replay", text(&file), "--json"]);
    let record = ran.record();
    assert_eq!(record["events"]["by_tag"]["text"], 1);
    assert_eq!(record["timing"]["first_text_delta_ms"], json!(1.0));
    assert_eq!((record["outcome"].as_str(), ran.code), (Some("completed"), Some(0)));
}

/// Waits until a file holds a text, for as long as a busy machine may need.
fn wait_for(file: &Path, wanted: &str) {
    let patience = Instant::now() + Duration::from_secs(60);
    while !fs::read_to_string(file).is_ok_and(|held| held.contains(wanted)) {
        assert!(Instant::now() < patience, "{wanted} never came");
        std::thread::yield_now();
    }
}

#[test]
fn a_capture_whose_writer_was_killed_replays_up_to_its_last_whole_line() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("killed.jsonl");
    let server = Loopback::answering(|_, stream| {
        let event = "data: {\"object\":\"chat.completion.chunk\",\"choices\":[{\"delta\":{\"content\":\"Hi\"}}]}\n\n";
        stream.write_all(stream_head().as_bytes()).expect("sent");
        stream.write_all(event.repeat(3).as_bytes()).expect("sent");
        wait_for_close(stream);
    });
    let mut child =
        streamfall(&["curl", &server.url("/v1/chat/completions"), "-d", "{}", "--json", "--save", text(&file)])
            .spawn()
            .expect("started");
    wait_for(&file, "\"tag\":\"text\"");
    child.kill().expect("killed");
    wait(child);
    server.done();
    // As if the last line had been half on the disk.
    let mut held = fs::read(&file).expect("a capture");
    held.extend_from_slice(b"{\"at\":99999,\"is\":\"ev");
    fs::write(&file, held).expect("written");
    let ran = run(&["replay", text(&file), "--json"]);
    let record = ran.record();
    assert_eq!((&record["outcome"], &record["complete"]), (&Value::Null, &json!(false)));
    assert!(record["events"]["total"].as_u64() >= Some(1));
    assert!(record["notes"].as_array().expect("notes").contains(&json!({"code": "capture_cut", "count": 1})));
    assert_eq!(ran.code, Some(5));
    assert!(ran.stderr.contains("was cut: it ends before the request did"), "{}", ran.stderr);
    let plain = run(&["replay", text(&file), "--plain"]);
    assert_eq!((plain.code, plain.stderr.lines().count()), (Some(5), 1), "{}", plain.stderr);
}

#[test]
fn replay_reads_standard_input_and_names_what_it_cannot_read() {
    let mut child = streamfall(&["replay", "-", "--json"]).stdin(Stdio::piped()).spawn().expect("started");
    let stream = b"data: {\"object\":\"chat.completion.chunk\",\"choices\":[{\"delta\":{},\"finish_reason\":\"stop\"}]}\n\ndata: [DONE]\n\n";
    child.stdin.take().expect("piped").write_all(stream).expect("taken");
    let ran = wait(child);
    assert_eq!((ran.record()["source"].as_str(), ran.code), (Some("sse"), Some(0)));
    assert!(ran.record()["milestones_ms"].as_object().expect("milestones").values().all(Value::is_null));

    let missing = run(&["replay", "no such file.jsonl"]);
    assert_eq!(missing.code, Some(2));
    assert_eq!(
        missing.stderr,
        "streamfall: cannot read 'no such file.jsonl': there is no such file or folder; check the path\n"
    );

    let folder = tempfile::tempdir().expect("a folder");
    let answer = folder.path().join("answer.json");
    fs::write(&answer, "{\n \"object\": \"chat.completion\"\n}\n").expect("written");
    let ran = run(&["replay", text(&answer), "--json"]);
    assert_eq!((ran.record()["outcome"].as_str(), ran.code), (Some("not_a_stream"), Some(5)));
    assert!(ran.stderr.contains("this is a non-streaming response"), "{}", ran.stderr);
}

fn expiring(folder: &Path, name: &str, at: &str) -> PathBuf {
    let file = folder.join(name);
    let lines = [
        json!({"streamfall": 1, "content": "none", "expires_at": at, "request": {}}),
        json!({"at": 0, "is": "received"}),
        json!({"at": 5, "is": "closed", "how": "eof", "reads": 0, "bytes": 0}),
        json!({"at": 5, "is": "finished"}),
    ];
    fs::write(&file, lines.map(|line| format!("{line}\n")).concat()).expect("written");
    file
}

#[test]
fn an_expired_capture_says_so_and_is_pruned() {
    let folder = tempfile::tempdir().expect("a folder");
    let old = expiring(folder.path(), "old.jsonl", "2020-01-01T00:00:00Z");
    let young = expiring(folder.path(), "young.jsonl", "2999-01-01T00:00:00Z");
    let other = folder.path().join("other.txt");
    fs::write(&other, "not ours").expect("written");
    assert!(run(&["replay", text(&old), "--json"]).stderr.contains("expired at 2020-01-01T00:00:00Z"));
    assert!(!run(&["replay", text(&young), "--json"]).stderr.contains("expired"));
    let listed = run(&["prune", text(folder.path()), "--dry-run"]);
    assert_eq!(listed.stdout, format!("would remove {} (expired at 2020-01-01T00:00:00Z)\n", old.display()));
    assert!(old.exists());
    let pruned = run(&["prune", text(folder.path())]);
    assert_eq!((pruned.code, pruned.stdout.starts_with("removed ")), (Some(0), true));
    assert!(!old.exists() && young.exists() && other.exists());
    assert_eq!(run(&["prune", text(folder.path())]).stdout, "no capture is past its expiry\n");
}

#[test]
fn a_capture_can_be_given_an_expiry() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("x.jsonl");
    run(&["demo", "normal", "--json", "--speed", "50", "--save", text(&file), "--expires", "14d"]);
    let header = capture_lines(&file).remove(0);
    let moment = |key: &str| header[key].as_str().expect(key).parse::<jiff::Timestamp>().expect("a time");
    assert_eq!(moment("expires_at").duration_since(moment("started_at")), jiff::SignedDuration::from_hours(14 * 24));
}

#[test]
fn verify_names_line_field_and_reason() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = expiring(folder.path(), "x.jsonl", "2999-01-01T00:00:00Z");
    let planted =
        fs::read_to_string(&file).expect("read").replace("\"is\":\"received\"", "\"is\":\"received\",\"who\":\"jane\"");
    fs::write(&file, planted).expect("written");
    let ran = run(&["verify", text(&file)]);
    assert_eq!(
        (ran.code, ran.stdout.as_str()),
        (Some(8), "line 2: \"who\": not a field that a safe capture may hold\n")
    );
    let foreign = run(&["verify", text(&folder.path().join("none"))]);
    assert_eq!(foreign.code, Some(2));
}
