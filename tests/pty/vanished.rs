//! The terminal goes away while the program runs: a window is closed, a connection is lost.

use std::{
    fs,
    sync::{Arc, mpsc},
    thread,
};

use portable_pty::CommandBuilder;

use crate::{
    capture,
    session::{PATIENCE, Session},
};

/// Starts the program with its standard error in a file, takes the terminal away once it shows a
/// text, and gives the exit code and what was said.
fn taken_away(arguments: &[&str], shows: &str) -> (u32, String) {
    let said = tempfile::NamedTempFile::new().expect("a file");
    let mut command = CommandBuilder::new("sh");
    command.args(["-c", "err=$1; shift; exec \"$@\" 2>\"$err\"", "sh"]);
    command.arg(said.path());
    command.arg(env!("CARGO_BIN_EXE_streamfall"));
    command.args(arguments);
    let session = Session::command((80, 24), command, &[]);
    session.shows(shows);
    // The reader lets go of the terminal too, at the next thing it reads.
    session.received.0.lock().expect("no test thread panicked").ended = true;
    session.resize(81, 25);
    let Session { mut child, master, keys, received, .. } = session;
    while Arc::strong_count(&received) > 1 {
        thread::yield_now();
    }
    drop((keys, master));
    let (ended, end) = mpsc::channel();
    thread::spawn(move || ended.send(child.wait().map(|status| status.exit_code())));
    let code = end.recv_timeout(PATIENCE).expect("the program ends").expect("an exit code");
    (code, fs::read_to_string(said.path()).expect("what was said"))
}

#[test]
fn every_screen_ends_in_silence_as_cancelled() {
    let (a, b) = (capture(), capture());
    let path = |file: &tempfile::NamedTempFile| file.path().to_str().expect("a path").to_owned();
    let (a, b) = (path(&a), path(&b));
    for (arguments, shows) in [
        (&["replay", &a, "--at", "5s"][..], "PAUSED"),
        (&["compare", &a, &b], "Contract"),
        (&["demo", "reasoning"], "Waterfall"),
        (&["demo", "reasoning", "--repeat", "3"], "REQUEST 1/3"),
        (&["demo", "reasoning", "--plain"], "headers"),
    ] {
        let (code, said) = taken_away(arguments, shows);
        // What a series says before its screen comes is no part of its end.
        let said: Vec<_> = said.lines().filter(|line| !line.contains("3 requests one after the other")).collect();
        assert_eq!((code, said), (130, Vec::new()), "{arguments:?}");
    }
}

#[test]
fn what_was_captured_is_kept() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("kept.jsonl");
    let path = file.to_str().expect("a path");
    let (code, said) = taken_away(&["demo", "reasoning", "--save", path], "Waterfall");
    assert_eq!((code, said), (130, String::new()));
    let text = fs::read_to_string(&file).expect("the capture");
    let last = text.lines().last().expect("a line");
    assert!(last.contains(r#""is":"finished""#) || last.contains(r#""is":"cancelled""#), "whole to its end: {last}");
}
