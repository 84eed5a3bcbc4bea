//! The built program in a terminal of its own: what a person sees, and what is left of the terminal.
#![cfg(unix)]

mod other_screens;
mod panics;
mod session;
mod vanished;

use std::{io::Write, time::Duration};

use portable_pty::CommandBuilder;
use rustix::process::Signal;
use session::Session;

/// A safe capture of ten seconds: metadata, reasoning, text.
fn capture() -> tempfile::NamedTempFile {
    use std::fmt::Write as _;
    let mut text = String::from(
        r#"{"streamfall":1,"content":"none","id":"5e0f4c1a-7d1c-4d53-9a53-0b8d0f6f2c11","request":{"dialect":"openai-responses"}}
{"at":0,"is":"received"}
{"at":3000,"is":"upstream_started"}
{"at":240000,"is":"headers","status":200}
{"at":300000,"is":"event","read":0,"name":"response.created","tag":"envelope","bytes":400}
"#,
    );
    for i in 0..40 {
        let at = 3_000_000 + i * 100_000;
        let _ = writeln!(
            text,
            r#"{{"at":{at},"is":"event","read":{},"name":"response.reasoning_text.delta","tag":"reasoning","bytes":140,"reasoning_bytes":20}}"#,
            i + 1
        );
    }
    for i in 0..40 {
        let at = 7_500_000 + i * 50_000;
        let _ = writeln!(
            text,
            r#"{{"at":{at},"is":"event","read":{},"name":"response.output_text.delta","tag":"text","bytes":140,"chars":9,"text_bytes":9}}"#,
            i + 41
        );
    }
    text.push_str(r#"{"at":9700000,"is":"event","read":81,"name":"response.completed","tag":"end","bytes":300,"end_marker":true,"finish":"stop"}"#);
    text.push_str("\n{\"at\":9800000,\"is\":\"closed\",\"how\":\"eof\",\"reads\":81,\"bytes\":9000}\n{\"at\":9900000,\"is\":\"finished\"}\n");
    let mut file = tempfile::NamedTempFile::new().expect("a file");
    file.write_all(text.as_bytes()).expect("written");
    file
}

fn replay_at(size: (u16, u16), file: &tempfile::NamedTempFile, at: &str, variables: &[(&str, &str)]) -> Session {
    Session::start(size, &["replay", file.path().to_str().expect("a path"), "--at", at], variables)
}

#[test]
fn a_demo_is_watched_resized_and_left_with_its_summary() {
    let mut session = Session::start((120, 40), &["demo", "tool-only"], &[]);
    session.shows("Waterfall");
    session.shows("t4 effective");
    session.resize(80, 24);
    session.until("the narrow screen", |received| {
        let text = received.screen.screen().contents();
        text.lines().next().is_some_and(|line| line.chars().count() == 80 && line.ends_with('┐'))
    });
    session.shows("DONE completed");
    session.press("q");
    let (code, raw) = session.ends();
    assert_eq!(code, 0);
    let after = raw.rsplit("\u{1b}[?1049l").next().expect("the alternate screen was left");
    assert!(after.contains("Milestones") && after.contains("Speed"), "the summary stays: {after}");
}

#[test]
fn a_replay_is_paused_sought_stepped_and_played() {
    let file = capture();
    let mut session = replay_at((120, 40), &file, "5s", &[]);
    session.shows("PAUSED 1× 00:05.0");
    session.press("\u{1b}[D");
    session.shows("00:00.0");
    session.press("]]]");
    session.shows("00:00.3");
    session.press("]");
    session.shows("00:03.0");
    session.press(".");
    session.shows("00:03.1");
    session.press("\u{1b}[1;2C");
    session.shows("00:04.0");
    session.press("> ");
    session.shows("REPLAY 2×");
    session.shows("00:09.9");
    session.press("q");
    session.ends();
}

#[test]
fn events_are_filtered_opened_and_explained() {
    let file = capture();
    let mut session = replay_at((120, 40), &file, "20s", &[]);
    session.shows("Events 82");
    session.press("/tag:reas\r");
    session.shows("Events 40 of 82");
    session.press("g\r");
    session.shows("this event set t4");
    session.shows("the content is not kept");
    session.press("q?");
    session.shows("Help");
    session.shows("previous milestone");
    session.press("q\u{1b}");
    session.shows("filter: none");
    session.press("q");
    session.ends();
}

#[test]
fn signals_give_the_terminal_back() {
    for signal in [Signal::TERM, Signal::QUIT, Signal::HUP, Signal::INT] {
        let file = capture();
        let session = replay_at((80, 24), &file, "5s", &[]);
        session.shows("PAUSED");
        session.signal(signal);
        session.ends();
    }
}

#[test]
fn a_stopped_program_comes_back_as_it_was() {
    let file = capture();
    let mut session = replay_at((80, 24), &file, "5s", &[]);
    session.shows("PAUSED 1× 00:05.0");
    session.press("\u{1a}");
    session.until("the terminal given back", |received| !received.screen.screen().alternate_screen());
    session.goes_on("the terminal taken again", |received| received.screen.screen().alternate_screen());
    session.shows("PAUSED 1× 00:05.0");
    session.press("]");
    session.shows("00:07.5");
    session.press("q");
    session.ends();
}

/// The parameters of every `CSI … m`.
fn renditions(raw: &str) -> Vec<String> {
    raw.split("\u{1b}[")
        .skip(1)
        .filter_map(|rest| {
            rest.split_once(|c: char| c.is_ascii_alphabetic()).filter(|(p, _)| rest[p.len()..].starts_with('m'))
        })
        .map(|(parameters, _)| parameters.to_owned())
        .collect()
}

#[test]
fn without_colour_only_attributes_are_written() {
    for variables in [&[("NO_COLOR", "1")][..], &[("NO_COLOR", "1"), ("CLICOLOR_FORCE", "1")][..]] {
        let file = capture();
        let mut session = replay_at((120, 40), &file, "20s", variables);
        session.shows("DONE completed");
        session.press("kt");
        session.shows("no colours here");
        session.press("q");
        let (_, raw) = session.ends();
        let renditions = renditions(&raw);
        for parameters in &renditions {
            let first = parameters.split([';', ':']).next().and_then(|p| p.parse::<u16>().ok()).unwrap_or(0);
            assert!(first < 30, "a colour: {parameters}");
        }
        assert!(renditions.iter().any(|p| p == "7") && renditions.iter().any(|p| p == "1"), "attributes survive");
    }
}

#[test]
fn with_colour_there_is_some() {
    let file = capture();
    let mut session = replay_at((120, 40), &file, "20s", &[]);
    session.shows("DONE completed");
    session.press("q");
    let (_, raw) = session.ends();
    assert!(renditions(&raw).iter().any(|p| p.contains("38;2;")), "true colour");
}

#[test]
fn ascii_draws_nothing_else() {
    let file = capture();
    let mut session = replay_at((120, 40), &file, "20s", &[("LC_ALL", "C")]);
    session.shows("+ Waterfall");
    let contents = session.received.0.lock().expect("no test thread panicked").screen.screen().contents();
    assert!(contents.is_ascii(), "{contents}");
    session.press("q");
    session.ends();
}

#[test]
fn nothing_is_written_while_nothing_changes() {
    let file = capture();
    let mut session = replay_at((120, 40), &file, "5s", &[]);
    session.shows("PAUSED 1× 00:05.0");
    session.press("m");
    session.shows("mouse on");
    let before = session.raw_count();
    std::thread::sleep(Duration::from_millis(1_500));
    assert_eq!(session.raw_count(), before, "bytes while idle");
    session.press("q");
    session.ends();
}

#[test]
fn keys_come_from_the_terminal_when_the_capture_comes_from_a_pipe() {
    let file = capture();
    let mut command = CommandBuilder::new("sh");
    let program = env!("CARGO_BIN_EXE_streamfall");
    command.args(["-c", &format!("cat {} | {program} replay - --at 5s", file.path().display())]);
    let mut session = Session::command((80, 24), command, &[]);
    session.shows("PAUSED 1× 00:05.0");
    session.press("]");
    session.shows("00:07.5");
    session.press("q");
    session.ends();
}

/// A body that tries to act on the terminal from every place that is shown.
const HOSTILE: &str = "event: \u{1b}]0;name\u{7}x\u{202e}y\u{9b}31m
data: {\"choices\":[{\"delta\":{\"content\":\"\\u001b]52;c;cHduZWQ=\\u0007 \\u001b[31m red \\u202e back \\u009b2J\"}}]}

data: \u{1b}[?1049l\u{1b}[6n raw \u{1b}P+q\u{1b}\\ \u{1b}c

event: error
data: {\"error\":{\"code\":\"\\u001b]0;code\\u0007\",\"message\":\"\\u001b]0;pwned\\u0007\\u001b[5m\\rover\"}}

";

#[test]
fn nothing_in_a_stream_acts_on_the_terminal() {
    let mut file = tempfile::Builder::new().suffix(".sse").tempfile().expect("a file");
    file.write_all(HOSTILE.as_bytes()).expect("written");
    let mut session = Session::start((120, 40), &["replay", file.path().to_str().expect("a path")], &[]);
    session.shows("event 3/3");
    session.press("g\r");
    session.shows("Event 0");
    session.press("\r");
    session.shows("raw");
    session.press("n");
    session.shows("Event 1");
    session.press("n");
    session.shows("Event 2");
    session.press("qq");
    let (_, raw) = session.ends();
    for sequence in
        ["\u{1b}]", "\u{7}", "\u{202e}", "\u{9b}", "\u{1b}P", "\u{1b}c", "\u{1b}[6n", "\u{1b}[5m", "\u{1b}[31m"]
    {
        assert!(!raw.contains(sequence), "{sequence:?} got through");
    }
    let left = raw.matches("\u{1b}[?1049l").count();
    assert_eq!(left, 1, "the screen is left once, at the end");
}
