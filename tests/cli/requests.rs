//! The built program against loopback servers: what it sends, what it shows, how it exits.

use std::io::{Read, Write};

use crate::loopback::{
    Loopback, Seen, capture_lines, head, heartbeats_until_close, read_until, run, stream_head, streamfall, wait,
    wait_for_close,
};
use serde_json::{Value, json};

/// A chat stream whose answer is a tool call.
const TOOL_ONLY: &str = concat!(
    r#"data: {"object":"chat.completion.chunk","choices":[{"index":0,"delta":{"role":"assistant","content":null}}]}"#,
    "\n\n",
    r#"data: {"object":"chat.completion.chunk","choices":[{"index":0,"delta":{"tool_calls":[{"index":0,"id":"c","function":{"name":"tide","arguments":"{}"}}]}}]}"#,
    "\n\n",
    r#"data: {"object":"chat.completion.chunk","choices":[{"index":0,"delta":{},"finish_reason":"tool_calls"}]}"#,
    "\n\ndata: [DONE]\n\n",
);

#[test]
fn a_tool_only_stream_has_an_effective_response_and_no_text() {
    let server = Loopback::answering(|_, stream| {
        stream.write_all(stream_head().as_bytes()).expect("written");
        stream.write_all(TOOL_ONLY.as_bytes()).expect("written");
    });
    let ran = run(&["curl", &server.url("/v1/chat/completions"), "--json", "-d", "{}"]);
    let record = ran.record();
    assert_eq!(ran.code, Some(0), "{}", ran.stderr);
    assert_eq!(record["outcome"], "completed");
    assert_eq!(record["events"]["first_effective_tag"], "tool");
    assert_eq!(record["timing"]["first_text_delta_ms"], Value::Null);
    let ms = |name: &str| record["milestones_ms"][name].as_f64().unwrap_or_else(|| panic!("{name} in {record}"));
    let order = ["t0", "t1", "t2", "t3", "t4", "t6", "t7"].map(ms);
    assert!(order.is_sorted(), "{order:?}");
    assert!((order[0]).abs() < f64::EPSILON);
}

#[test]
fn a_closed_port_exits_3_and_shows_no_query() {
    let port = std::net::TcpListener::bind(("127.0.0.1", 0)).expect("a port").local_addr().expect("an address").port();
    let ran = run(&["curl", &format!("http://user:CANARY@127.0.0.1:{port}/CANARY?key=CANARY"), "-d", "CANARY"]);
    assert_eq!(ran.code, Some(3));
    assert_eq!(ran.stderr.lines().filter(|line| line.contains("cannot connect")).count(), 1, "{}", ran.stderr);
    assert!(ran.stderr.contains(&format!("127.0.0.1:{port}")), "{}", ran.stderr);
    assert!(!ran.stderr.contains("CANARY") && !ran.stdout.contains("CANARY"), "{}{}", ran.stdout, ran.stderr);
}

#[test]
fn an_error_status_exits_4_with_the_message_and_the_wait() {
    for (status, code) in [("404 Not Found", 404), ("429 Too Many Requests", 429), ("302 Found", 302)] {
        let server = Loopback::answering(move |_, stream| {
            let head = head(status, "Content-Type: application/json\r\nRetry-After: 17\r\nLocation: /other\r\n");
            stream.write_all(head.as_bytes()).expect("written");
            stream.write_all(br#"{"error":{"message":"come back \u001b[31mlater"}}"#).expect("written");
        });
        let ran = run(&["curl", &server.url("/"), "--json"]);
        assert_eq!(ran.code, Some(4));
        assert_eq!(ran.record()["response"]["status"], code);
        assert_eq!(ran.record()["outcome"], "http_error");
        assert!(ran.stderr.contains(&format!("status {code}: come back ")), "{}", ran.stderr);
        assert!(ran.stderr.contains("retry-after: 17"), "{}", ran.stderr);
        assert!(!ran.stderr.contains('\u{1b}'), "an escape reached the terminal");
    }
}

#[test]
fn the_request_is_what_curl_would_send_and_asks_for_no_compression() {
    let server = Loopback::answering(|seen, stream| {
        stream.write_all(stream_head().as_bytes()).expect("written");
        seen
    });
    let url = server.url("/v1/messages?beta=true");
    let arguments = ["curl", "-sN", &url, "-H", "X-Api-Key: k", "--json", "@-", "--plain"];
    let mut command = streamfall(&arguments);
    let mut child = command.stdin(std::process::Stdio::piped()).spawn().expect("the program runs");
    child.stdin.take().expect("piped").write_all(b"{\"stream\":true}\n").expect("written");
    let ran = wait(child);
    assert!(ran.stderr.contains("no difference here is made by curl's options -s -N"), "{}", ran.stderr);
    assert!(!ran.stderr.contains("hint:"), "{}", ran.stderr);
    let Seen { head, body } = server.done();
    assert_eq!(body, b"{\"stream\":true}\n");
    for line in [
        "post /v1/messages?beta=true http/1.1",
        "x-api-key: k",
        "content-type: application/json",
        "content-length: 16",
        "accept-encoding: identity",
    ] {
        assert!(head.lines().any(|sent| sent == line), "{line} in {head}");
    }
}

#[test]
fn a_body_that_asks_for_no_stream_gets_a_hint_and_is_sent_as_it_is() {
    let server = Loopback::answering(|seen, stream| {
        stream.write_all(stream_head().as_bytes()).expect("written");
        seen.body
    });
    let body = r#"{"model":"m","messages":[]}"#;
    let ran = run(&["curl", &server.url("/v1/chat/completions"), "-d", body]);
    assert_eq!(
        ran.stderr
            .lines()
            .filter(|line| line.contains(r#"hint: the body asks for no stream: add "stream": true"#))
            .count(),
        1
    );
    assert_eq!(server.done(), body.as_bytes());
}

#[test]
fn reading_the_body_is_timed_only_when_something_was_read() {
    let measure = |arguments: &[&str]| {
        let server = Loopback::answering(|_, stream| stream.write_all(stream_head().as_bytes()).expect("written"));
        let url = server.url("/");
        run(&[&["curl", &url, "--json"], arguments].concat()).record()["timing"]["body_read_ms"].clone()
    };
    assert_eq!(measure(&["-d", "{}"]), Value::Null);
    assert!(measure(&["-d", "@-"]).is_number());
}

#[test]
fn the_body_is_read_to_its_end_whatever_is_in_it() {
    const LENGTH: usize = 3 << 20;
    for status in ["500 Internal Server Error", "200 OK"] {
        let server = Loopback::answering(move |_, stream| {
            stream.write_all(head(status, "Content-Type: text/plain\r\n").as_bytes()).expect("written");
            stream.write_all(&vec![b'x'; LENGTH]).is_ok()
        });
        let ran = run(&["curl", &server.url("/"), "--json"]);
        assert!(server.done(), "all of it was taken");
        assert_eq!(ran.record()["events"]["bytes"], json!(LENGTH));
    }
}

#[test]
fn each_timeout_is_told_from_the_others() {
    let expect = |reason: &str, ran: &crate::loopback::Ran| {
        assert_eq!(ran.code, Some(6), "{reason}: {}", ran.stderr);
        let record = ran.record();
        assert_eq!((&record["outcome"], &record["outcome_reason"]), (&json!("timeout"), &json!(reason)));
        assert!(record["milestones_ms"]["t7"].is_number());
    };
    let silent = Loopback::accepting(|mut stream| wait_for_close(&mut stream));
    expect("connect", &run(&["curl", "--json", &silent.tls_url(), "--connect-timeout", "0.2"]));
    let silent = Loopback::answering(|_, stream| wait_for_close(stream));
    expect("headers", &run(&["curl", "--json", &silent.url("/"), "--header-timeout", "0.2"]));
    let silent = Loopback::answering(|_, stream| {
        stream.write_all(stream_head().as_bytes()).expect("written");
        wait_for_close(stream);
    });
    expect("idle", &run(&["curl", "--json", &silent.url("/"), "--idle-timeout", "0.2"]));
    for (flag, reason) in [("--first-output-timeout", "first_output"), ("--max-time", "total")] {
        let alive = Loopback::answering(|_, stream| {
            stream.write_all(stream_head().as_bytes()).expect("written");
            heartbeats_until_close(stream);
        });
        expect(reason, &run(&["curl", "--json", &alive.url("/"), flag, "0.3", "--idle-timeout", "60"]));
    }
}

#[test]
fn a_name_is_resolved_in_a_phase_of_its_own() {
    let server = Loopback::answering(|_, stream| stream.write_all(stream_head().as_bytes()).expect("written"));
    let url = server.url("/").replace("127.0.0.1", "localhost");
    let timing = &run(&["curl", "--json", &url]).record()["timing"];
    assert!(timing["dns_ms"].is_number() && timing["connect_ms"].is_number(), "{timing}");
}

#[test]
fn a_proxy_is_asked_for_the_whole_address() {
    let asked = |through: &dyn Fn(&str, &mut std::process::Command)| {
        let proxy = Loopback::answering(|seen, stream| {
            stream.write_all(stream_head().as_bytes()).expect("written");
            seen.head
        });
        let mut command = streamfall(&["curl", "--json", "http://api.invalid/v1/x"]);
        through(proxy.url("").trim_end_matches('/'), &mut command);
        command.output().expect("the program runs");
        proxy.done()
    };
    for head in [
        asked(&|proxy, command| {
            command.args(["-x", proxy]);
        }),
        asked(&|proxy, command| {
            command.env("http_proxy", proxy);
        }),
    ] {
        assert!(head.starts_with("get http://api.invalid/v1/x http/1.1"), "{head}");
    }
}

#[test]
fn a_proxy_that_refuses_is_named_wherever_it_was_named() {
    // A port that was free a moment ago and that nobody listens on.
    let port = std::net::TcpListener::bind("127.0.0.1:0").and_then(|free| free.local_addr()).expect("a port").port();
    let proxy = format!("127.0.0.1:{port}");
    let said = |arguments: &[&str], variable: &str| {
        let mut command = streamfall(&["curl", "--json", "https://api.invalid/v1/x"]);
        command.args(arguments).env_remove("NO_PROXY").env_remove("no_proxy");
        command.env(variable, format!("http://name:CANARY@{proxy}"));
        let output = command.output().expect("the program runs");
        assert_eq!(output.status.code(), Some(3));
        String::from_utf8(output.stderr).expect("UTF-8")
    };
    let named =
        format!("streamfall: cannot connect to the proxy {proxy}: connection refused; check host, port and proxy\n");
    assert_eq!(said(&[], "HTTPS_PROXY"), named);
    assert_eq!(said(&[], "all_proxy"), named);
    assert_eq!(said(&["-x", &proxy], "UNUSED"), named);
    // What the environment takes out of proxying is not behind the proxy.
    let direct = format!("streamfall: cannot connect to {proxy}: connection refused; check host, port and proxy\n");
    let mut command = streamfall(&["curl", "--json", &format!("http://{proxy}/"), "-x", "http://192.0.2.1:9"]);
    let output = command.env("NO_PROXY", "127.0.0.1").output().expect("the program runs");
    assert_eq!(String::from_utf8_lossy(&output.stderr), direct);
}

#[test]
fn wrong_arguments_exit_2_and_are_named() {
    for (arguments, word) in [
        (&["curl", "http://127.0.0.1:9/", "--retry", "3"][..], "--retry"),
        (&["curl", "http://127.0.0.1:9/", "-F", "a=b"], "-F"),
        (&["curl", "http://127.0.0.1:9/", "-d", "@no-such-file"], "no-such-file"),
        (&["demo", "no-such-scenario"], "no-such-scenario"),
        (&["demo", "--speed", "0"], "--speed"),
    ] {
        let ran = run(arguments);
        assert_eq!(ran.code, Some(2), "{}", ran.stderr);
        assert!(ran.stderr.contains(word), "{}", ran.stderr);
    }
}

#[test]
fn a_reader_that_leaves_ends_the_program_quietly() {
    let server = Loopback::answering(|_, stream| {
        stream.write_all(stream_head().as_bytes()).expect("written");
        heartbeats_until_close(stream);
    });
    let mut child = streamfall(&["curl", &server.url("/"), "--plain"]).spawn().expect("the program runs");
    drop(child.stdout.take());
    let mut stderr = String::new();
    child.stderr.take().expect("piped").read_to_string(&mut stderr).expect("UTF-8");
    assert!(child.wait().expect("it ends").code().is_some());
    assert!(!stderr.contains("panicked") && !stderr.contains("pipe"), "{stderr}");
}

#[cfg(unix)]
mod signals {
    use rustix::process::{Pid, Signal, kill_process};

    use super::{Loopback, Write, capture_lines, read_until, stream_head, streamfall, wait, wait_for_close};

    /// Sends a signal in the middle of a stream and looks at what is left.
    fn cut_by(signal: Signal) {
        let server = Loopback::answering(|_, stream| {
            stream.write_all(stream_head().as_bytes()).expect("written");
            stream.write_all(b"data: {\"choices\":[{\"delta\":{\"content\":\"a\"}}]}\n\n").expect("written");
            wait_for_close(stream);
        });
        let folder = tempfile::tempdir().expect("a folder");
        let file = folder.path().join("x.jsonl");
        let path = file.to_str().expect("UTF-8");
        let url = server.url("/v1/chat/completions");
        let mut child = streamfall(&["curl", &url, "--plain", "--save", path]).spawn().expect("it runs");
        read_until(&mut child, "t3");
        kill_process(Pid::from_child(&child), signal).expect("the signal is sent");
        let ran = wait(child);
        assert_eq!(ran.code, Some(130), "{}", ran.stderr);
        server.done();
        let lines = capture_lines(&file);
        let is = |what: &str| lines.iter().filter(|line| line["is"] == what).count();
        assert_eq!((is("event"), is("closed"), is("finished")), (1, 1, 1));
        let closed = lines.iter().find(|line| line["is"] == "closed").expect("a close");
        assert_eq!(closed["how"], "cancelled");
    }

    #[test]
    fn an_interrupt_cancels_and_leaves_the_capture_whole() {
        cut_by(Signal::INT);
    }

    #[test]
    fn so_does_a_polite_end() {
        cut_by(Signal::TERM);
    }
}
