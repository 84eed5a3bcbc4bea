//! The configuration: its file, its place in the order, its profiles.

use std::{fs, io::Write, path::Path, process::Command};

use crate::loopback::{Loopback, Ran, Seen, head, stream_head, streamfall, wait, wait_for_close};

fn with(file: &Path, arguments: &[&str]) -> Command {
    let mut command = streamfall(arguments);
    command.env("STREAMFALL_CONFIG", file);
    command
}

fn ran(command: &mut Command) -> Ran {
    wait(command.spawn().expect("the program runs"))
}

#[test]
fn init_writes_a_file_once_and_show_reads_it() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("deep/config.toml");
    let path = ran(&mut with(&file, &["config", "path"]));
    assert_eq!(path.stdout, format!("{}\n", file.display()));
    assert_eq!(ran(&mut with(&file, &["config", "init"])).code, Some(0));
    let again = ran(&mut with(&file, &["config", "init"]));
    assert_eq!(again.code, Some(2));
    assert!(again.stderr.contains("exists already"), "{}", again.stderr);
    let text = "color = \"never\"\n[keys]\nquit = [\"q\", \"ctrl-x\"]\n[profiles.work]\nbase_url = \"https://user:CANARY@llm.example/v1?key=CANARY\"\nkey_command = [\"pass\", \"CANARY\"]\n";
    fs::write(&file, text).expect("written");
    let shown = ran(with(&file, &["config", "show"]).env("STREAMFALL_MODEL", "CANARY"));
    assert!(shown.stdout.contains("key quit = q ctrl-x\n"), "{}", shown.stdout);
    assert!(shown.stdout.contains("color = never") && shown.stdout.contains("host llm.example"), "{}", shown.stdout);
    assert!(shown.stdout.contains("STREAMFALL_MODEL is set"), "{}", shown.stdout);
    assert!(!format!("{}{}", shown.stdout, shown.stderr).contains("CANARY"), "{}", shown.stdout);
}

#[test]
fn what_hides_or_acts_in_the_file_does_neither_when_it_is_shown() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("c.toml");
    let profile = "[profiles.\"a\u{2066}\"]\nprovider = \"openai-chat\"\nmodel = \"m\\u001b[31m\u{202e}\u{200b}\"\n";
    fs::write(&file, profile).expect("written");
    let shown = ran(&mut with(&file, &["config", "show"]));
    let line =
        "profile a⟨U+2066⟩: openai-chat, host its provider's, model m␛[31m⟨U+202E⟩⟨U+200B⟩, key the provider's usual";
    assert_eq!(shown.stdout.lines().nth(1), Some(line));
}

#[test]
fn an_unknown_key_is_refused_with_its_line() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("c.toml");
    fs::write(&file, "plain = true\n[timeouts]\nidel = 3\n").expect("written");
    let refused = ran(&mut with(&file, &["demo", "--list"]));
    assert_eq!((refused.code, refused.stderr.lines().count()), (Some(2), 1));
    assert!(refused.stderr.contains("line 3: unknown field 'idel'"), "{}", refused.stderr);
    fs::write(&file, "[keys]\nquit = [\"x\"]\nsave = [\"h\"]\n").expect("written");
    let refused = ran(&mut with(&file, &["demo", "--list"]));
    assert_eq!((refused.code, refused.stderr.lines().count()), (Some(2), 1));
    assert!(refused.stderr.contains("line 3: 'h' is bound to save and to pan_left"), "{}", refused.stderr);
    let absent = ran(&mut streamfall(&["demo", "--list", "--config", "no/such.toml"]));
    assert_eq!(absent.code, Some(2));
    assert!(absent.stderr.contains("no/such.toml"), "{}", absent.stderr);
}

/// Which timeout ran out, and its length in the sentence.
fn timed_out(command: &mut Command) -> String {
    let ran = ran(command);
    assert_eq!(ran.code, Some(6), "{}", ran.stderr);
    ran.stderr.split("within ").nth(1).and_then(|rest| rest.split(' ').next()).expect("a length").to_owned()
}

#[test]
fn flags_go_before_variables_and_those_before_the_file() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("c.toml");
    fs::write(&file, "[timeouts]\nheader = 0.21\n").expect("written");
    let silent = || Loopback::answering(|_, stream| wait_for_close(stream)).url("/");
    assert_eq!(timed_out(&mut with(&file, &["curl", &silent(), "--plain"])), "0.21");
    let over = |command: &mut Command| timed_out(command.env("STREAMFALL_HEADER_TIMEOUT", "0.22"));
    assert_eq!(over(&mut with(&file, &["curl", &silent(), "--plain"])), "0.22");
    assert_eq!(over(&mut with(&file, &["curl", &silent(), "--plain", "--header-timeout", "0.23"])), "0.23");
    let plain = ran(with(&file, &["demo", "normal", "--speed", "100"]).env("STREAMFALL_JSON", "1"));
    assert_eq!(plain.record()["outcome"], "completed");
}

#[cfg(unix)]
#[test]
fn a_profile_says_whom_to_ask_and_where_the_key_is() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("c.toml");
    let server = Loopback::answering(|seen, stream| {
        stream.write_all(stream_head().as_bytes()).expect("written");
        seen
    });
    let text = format!(
        "profile = \"mine\"\n[profiles.mine]\nbase_url = \"{}\"\nmodel = \"of-file\"\nkey_command = [\"printf\", \"of-command\"]\n",
        server.url("/x")
    );
    fs::write(&file, text).expect("written");
    let record = ran(&mut with(&file, &["ask", "hi", "--json"])).record();
    // Obtaining the key came after t0 and before t1.
    let (auth, t1) = (record["timing"]["auth_ms"].as_f64(), record["milestones_ms"]["t1"].as_f64());
    assert!(auth.expect("it was timed") > 0.0 && auth <= t1, "{auth:?} before {t1:?}");
    let Seen { head, body } = server.done();
    assert!(head.starts_with("post /x/chat/completions ") && head.contains("bearer of-command"), "{head}");
    assert!(String::from_utf8(body).expect("UTF-8").contains("of-file"));
    let failing = fs::read_to_string(&file).expect("read").replace("\"printf\", \"of-command\"", "\"false\"");
    fs::write(&file, failing).expect("written");
    let refused = ran(&mut with(&file, &["ask", "hi", "--plain"]));
    assert_eq!(refused.code, Some(2));
    assert!(refused.stderr.contains("key_command 'false' gave no key"), "{}", refused.stderr);
}

#[test]
fn a_pasted_redirect_is_timed_hop_by_hop() {
    let last = Loopback::answering(|seen, stream| {
        stream.write_all(stream_head().as_bytes()).expect("written");
        stream.write_all(b"data: [DONE]\n\n").expect("written");
        seen
    });
    let to = last.url("/after");
    let first = Loopback::answering(move |_, stream| {
        let answer = head("307 Temporary Redirect", &format!("Location: {to}\r\nContent-Length: 0\r\n"));
        stream.write_all(answer.as_bytes()).expect("written");
    });
    let ran = ran(&mut streamfall(&["curl", "-L", &first.url("/"), "-u", "a:CANARY", "-d", "x", "--json"]));
    assert_eq!(ran.code, Some(0), "{}", ran.stderr);
    let Seen { head, body } = last.done();
    assert!(!head.contains("authorization") && body == b"x", "another port gets no credentials: {head}");
    assert!(
        ran.stderr.contains("redirect 1: 127.0.0.1:") && ran.stderr.contains(" answered 307 after "),
        "{}",
        ran.stderr
    );
    assert!(!ran.stderr.contains("CANARY"), "{}", ran.stderr);
    // The first hop is a phase of its own inside t1 → t2.
    let timing = &ran.record()["timing"];
    let (redirect, headers) = (timing["redirect_ms"].as_f64(), timing["upstream_headers_ms"].as_f64());
    assert!(redirect.expect("it was timed") > 0.0 && redirect < headers, "{timing}");
}
