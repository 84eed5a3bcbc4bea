//! `ask` against a loopback server: what it sends for whom.

use std::io::Write;

use crate::loopback::{Loopback, Seen, run, stream_head, streamfall};
use serde_json::Value;

fn asked(arguments: &[&str]) -> Seen {
    let server = Loopback::answering(|seen, stream| {
        stream.write_all(stream_head().as_bytes()).expect("written");
        seen
    });
    let base = server.url("/v1");
    let mut command = streamfall(&["ask", "Hello?", "--model", "m", "--base-url", &base, "--plain"]);
    command.args(arguments).env("ANTHROPIC_API_KEY", "KEY").env("OPENAI_API_KEY", "OTHER");
    command.output().expect("the program runs");
    server.done()
}

#[test]
fn a_known_provider_gets_its_path_its_key_and_its_body() {
    let Seen { head, body } = asked(&["--provider", "anthropic", "--max-tokens", "7"]);
    for line in ["post /v1/messages http/1.1", "x-api-key: key", "anthropic-version: 2023-06-01"] {
        assert!(head.lines().any(|sent| sent == line), "{line} in {head}");
    }
    let body: Value = serde_json::from_slice(&body).expect("JSON");
    assert_eq!((&body["stream"], &body["max_tokens"]), (&Value::from(true), &Value::from(7)));
}

#[test]
fn an_address_of_ones_own_gets_no_key_unasked() {
    let Seen { head, .. } = asked(&[]);
    assert!(head.starts_with("post /v1/chat/completions "), "{head}");
    assert!(!head.contains("authorization"), "{head}");
    let Seen { head, .. } = asked(&["--key-env", "OPENAI_API_KEY"]);
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
