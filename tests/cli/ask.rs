//! `ask` against loopback servers: what it sends for whom, and the curl line that sends the same.

use std::{
    io::{BufRead, BufReader, Write},
    process::{Command, Stdio},
};

use crate::loopback::{Loopback, Ran, Seen, run, stream_head, streamfall, wait};
use serde_json::Value;

/// Each provider, the variable of its key, and a scenario of the demo that speaks as it does.
const PROVIDERS: &[(&str, Option<&str>, &str)] = &[
    ("openai", Some("OPENAI_API_KEY"), "hidden-reasoning"),
    ("openai-chat", Some("OPENAI_API_KEY"), "normal"),
    ("anthropic", Some("ANTHROPIC_API_KEY"), "trace-b"),
    ("gemini", Some("GEMINI_API_KEY"), "stall"),
    ("openrouter", Some("OPENROUTER_API_KEY"), "normal"),
    ("groq", Some("GROQ_API_KEY"), "normal"),
    ("mistral", Some("MISTRAL_API_KEY"), "normal"),
    ("deepseek", Some("DEEPSEEK_API_KEY"), "normal"),
    ("ollama", None, "normal"),
];

/// What a server sees of a command that is pointed at it.
fn seen(of: impl FnOnce(&str) -> Command) -> Seen {
    let server = Loopback::answering(|seen, stream| {
        stream.write_all(stream_head().as_bytes()).expect("written");
        seen
    });
    let output = of(&server.url("/v1")).output().expect("the program runs");
    assert!(output.status.code().is_some());
    server.done()
}

fn ask(base: &str, arguments: &[&str]) -> Command {
    let mut command = streamfall(&["ask", "Is it", "Bob's $5?", "--model", "m", "--base-url", base, "--plain"]);
    command.args(arguments).env("ANTHROPIC_API_KEY", "KEY").env("OPENAI_API_KEY", "OTHER");
    command
}

#[test]
fn a_known_provider_gets_its_path_its_key_and_its_body() {
    let Seen { head, body } = seen(|base| ask(base, &["--provider", "anthropic", "--max-tokens", "7"]));
    for line in ["post /v1/messages http/1.1", "x-api-key: key", "anthropic-version: 2023-06-01"] {
        assert!(head.lines().any(|sent| sent == line), "{line} in {head}");
    }
    let body: Value = serde_json::from_slice(&body).expect("JSON");
    assert_eq!((&body["stream"], &body["max_tokens"]), (&Value::from(true), &Value::from(7)));
    assert_eq!(body["messages"][0]["content"], "Is it Bob's $5?");
}

#[test]
fn an_address_of_ones_own_gets_no_key_unasked() {
    let Seen { head, .. } = seen(|base| ask(base, &[]));
    assert!(head.starts_with("post /v1/chat/completions "), "{head}");
    assert!(!head.contains("authorization"), "{head}");
    let Seen { head, .. } = seen(|base| ask(base, &["--key-env", "OPENAI_API_KEY"]));
    assert!(head.contains("authorization: bearer other"), "{head}");
}

#[test]
fn a_missing_key_is_named_before_anything_is_sent() {
    let output = streamfall(&["ask", "Hello?", "--provider", "groq", "--model", "m"])
        .env_remove("GROQ_API_KEY")
        .output()
        .expect("the program runs");
    let stderr = String::from_utf8(output.stderr).expect("UTF-8");
    assert_eq!(
        (output.status.code(), stderr.as_str()),
        (Some(2), "streamfall: ask: there is no key for groq; set GROQ_API_KEY\n")
    );
    assert_eq!(run(&["ask", "Hello?", "--model", "m"]).code, Some(2));
}

#[test]
fn a_budget_of_reasoning_goes_only_to_those_who_take_one() {
    let Seen { body, .. } = seen(|base| ask(base, &["--provider", "anthropic", "--reasoning", "2048"]));
    let body: Value = serde_json::from_slice(&body).expect("JSON");
    assert_eq!(body["thinking"], serde_json::json!({ "type": "enabled", "budget_tokens": 2048 }));
    for provider in ["openai", "openai-chat", "groq", "mistral", "deepseek", "ollama"] {
        let refused = run(&["ask", "Hello?", "-p", provider, "-m", "m", "--reasoning", "2048", "--print-curl"]);
        let sentence =
            format!("streamfall: ask: {provider} takes a word for --reasoning, such as low, and no number: 2048\n");
        assert_eq!((refused.code, refused.stderr), (Some(2), sentence));
    }
}

/// Serves a scenario, fast.
fn demo(scenario: &str) -> (std::process::Child, String) {
    let mut child = streamfall(&["demo", scenario, "--serve", "--speed", "100"]).spawn().expect("it runs");
    let mut line = String::new();
    BufReader::new(child.stdout.as_mut().expect("piped")).read_line(&mut line).expect("a line");
    let address = line.strip_prefix("serving on ").and_then(|rest| rest.split(';').next()).expect("an address");
    let address = address.to_owned();
    (child, address)
}

#[test]
fn every_provider_can_be_asked_and_its_printed_line_is_the_same_request() {
    let folder = tempfile::tempdir().expect("a folder");
    let tool = folder.path().join("tool.json");
    std::fs::write(&tool, r#"{"name":"clock","description":"Bob's","parameters":{"type":"object"}}"#).expect("written");
    let tool = tool.to_str().expect("UTF-8");
    let bash = Command::new("bash").arg("--version").stdout(Stdio::null()).status().is_ok();
    let curl = bash && Command::new("curl").arg("--version").stdout(Stdio::null()).status().is_ok();
    if !curl {
        eprintln!("the printed lines are not tried: curl and bash are not both installed");
    }
    for (provider, key, scenario) in PROVIDERS {
        let arguments = |base: &str, print: bool| {
            let more = ["--provider", provider, "--system", "Be Bob's.", "--reasoning", "low", "--tool", tool];
            let mut command = ask(base, &more);
            command.args(print.then_some("--print-curl"));
            key.map(|key| command.env(key, "not-a-key"));
            command
        };
        let (mut server, base) = demo(scenario);
        let mut asking = arguments(&base, false);
        let asked = wait(asking.arg("--json").spawn().expect("it runs"));
        server.kill().expect("killed");
        wait(server);
        assert_eq!((asked.record()["outcome"].as_str(), asked.code), (Some("completed"), Some(0)), "{provider}");
        if !curl {
            continue;
        }
        let ours = seen(|base| arguments(base, false));
        let printed = |base: &str| {
            let ran = wait(arguments(base, true).spawn().expect("it runs"));
            assert!(!ran.stdout.contains("not-a-key") && ran.code == Some(0), "{}", ran.stderr);
            assert_eq!(ran.stdout.contains(&format!("${}", key.unwrap_or("none"))), key.is_some(), "{}", ran.stdout);
            let mut command = Command::new("bash");
            command.args(["-c", &ran.stdout]);
            key.map(|key| command.env(key, "not-a-key"));
            command
        };
        let pasted = seen(printed);
        assert_eq!(String::from_utf8(pasted.body), String::from_utf8(ours.body), "{provider}");
        let of = |head: &str, name: &str| head.lines().find(|line| line.starts_with(name)).map(str::to_owned);
        for name in ["post ", "authorization", "x-api-key", "x-goog-api-key", "anthropic-version", "content-type"] {
            assert_eq!(of(&pasted.head, name), of(&ours.head, name), "{provider}");
        }
    }
}

fn refused(arguments: &[&str], word: &str) {
    let ran: Ran = run(arguments);
    assert_eq!((ran.code, ran.stderr.lines().count()), (Some(2), 1), "{}", ran.stderr);
    assert!(ran.stderr.contains(word), "{}", ran.stderr);
}

#[test]
fn what_is_missing_is_said_in_one_sentence() {
    refused(&["ask", "x", "-m", "m"], "--provider");
    refused(&["ask", "x", "-p", "ollama"], "--model");
    refused(&["ask", "-p", "ollama", "-m", "m"], "prompt");
    refused(&["ask", "x", "-p", "ollama", "-m", "m", "--tool", "no-such-file"], "no-such-file");
    refused(&["ask", "x", "--profile", "none", "-m", "m"], "no profile none");
}
