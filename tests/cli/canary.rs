//! The proof: canaries in every place where a request or a stream can carry one, and none of them
//! in the safe capture, the record, the summary, the picture or what the program says.

use std::{fs, io::Write, path::Path};

use serde_json::{Value, json};

use crate::loopback::{Loopback, Ran, head, run};

/// Never to be seen again. Letters only, so that no shape check for numbers can catch it by luck.
const CANARY: &str = "Canary";

/// A canary of its own for each place, so that a failure names the place.
fn canary(place: &str) -> String {
    format!("{CANARY}{place} jane{place}@example.com")
}

/// A canary as it may stand in a name or a header.
fn token(place: &str) -> String {
    format!("{CANARY}{place}")
}

fn sees_nothing(what: &str, text: &str) {
    let lower = text.to_ascii_lowercase();
    for trace in ["canary", "jane", "y2fuyxj5"] {
        if let Some(at) = lower.find(trace) {
            let start = text[..at].char_indices().rev().nth(80).map_or(0, |(start, _)| start);
            panic!("{what} holds {trace}: …{}…", text[start..].chars().take(200).collect::<String>());
        }
    }
}

/// An event that has only data.
fn data(value: &Value) -> String {
    format!("data: {value}\n\n")
}

/// An event with a name.
fn named(name: &str, value: &Value) -> String {
    format!("event: {name}\n{}", data(value))
}

fn chat() -> String {
    [
        format!(": {}\n\n", canary("comment")),
        format!("event: {}\nid: {}\nretry: 10\ndata: {}\n\n", token("name"), token("id"), canary("data")),
        format!("{}: {}\n\n", token("field"), canary("field")),
        data(
            &json!({"id": canary("cid"), "object": "chat.completion.chunk", "model": canary("model"), "system_fingerprint": canary("print"), "choices": [{"index": 0, "delta": {"role": canary("role"), "content": canary("text"), "reasoning_content": canary("think"), "refusal": canary("no"),
            "tool_calls": [{"index": 0, "id": canary("tid"), "function": {"name": canary("tool"), "arguments": canary("args")}}]}}]}),
        ),
        data(
            &json!({"object": "chat.completion.chunk", "choices": [{"index": 0, "delta": {}, "finish_reason": canary("reason")}], "x_groq": {"id": canary("groq"), "usage": {"queue_time": 0.01}},
            "usage": {"completion_tokens": 3, canary("key"): 4}}),
        ),
        data(&json!({"object": canary("object"), canary("key"): canary("value")})),
        "data: [DONE]\n\n".to_owned(),
        data(&json!({"late": canary("late")})),
    ]
    .concat()
}

fn responses() -> String {
    [
        named("response.created", &json!({"type": "response.created", "response": {"id": canary("rid"), "model": canary("model"), "instructions": canary("system"), "user": canary("user")}}),
        ),
        named("response.output_item.added", &json!({"type": "response.output_item.added", "item": {"type": "function_call", "name": canary("tool"), "id": canary("iid")}}),
        ),
        named("response.function_call_arguments.delta", &json!({"type": "response.function_call_arguments.delta", "delta": canary("args")}),
        ),
        named("response.output_text.delta", &json!({"type": "response.output_text.delta", "delta": canary("text")})),
        named("response.canary_jane.delta", &json!({"type": "response.canary_jane.delta", "delta": canary("text")})),
        named("response.completed", &json!({"type": "response.completed", "response": {"status": "completed", "usage": {"output_tokens": 3}, "output": [{"content": canary("out")}]}}),
        ),
    ]
    .concat()
}

fn messages() -> String {
    [
        named("message_start", &json!({"type": "message_start", "message": {"id": canary("mid"), "model": canary("model"), "usage": {"input_tokens": 3}}}),
        ),
        named("content_block_start", &json!({"type": "content_block_start", "index": 0, "content_block": {"type": "tool_use", "id": canary("tid"), "name": canary("tool")}}),
        ),
        named("content_block_delta", &json!({"type": "content_block_delta", "index": 0, "delta": {"type": "input_json_delta", "partial_json": canary("args")}}),
        ),
        named("content_block_delta", &json!({"type": "content_block_delta", "index": 1, "delta": {"type": "text_delta", "text": canary("text")}}),
        ),
        named("content_block_delta", &json!({"type": "content_block_delta", "index": 1, "delta": {"type": "signature_delta", "signature": canary("sign")}}),
        ),
        named("message_delta", &json!({"type": "message_delta", "delta": {"stop_reason": canary("reason"), "stop_sequence": canary("seq")}, "usage": {"output_tokens": 3}}),
        ),
        named("message_stop", &json!({"type": "message_stop"})),
    ]
    .concat()
}

fn gemini() -> String {
    [
        data(
            &json!({"candidates": [{"content": {"parts": [{"text": canary("text")}, {"functionCall": {"name": canary("tool"), "args": {canary("key"): canary("args")}}}]}}], "modelVersion": canary("model"), "responseId": canary("rid")}),
        ),
        data(
            &json!({"candidates": [{"finishReason": "STOP", "finishMessage": canary("reason")}], "usageMetadata": {"candidatesTokenCount": 3}}),
        ),
    ]
    .concat()
}

/// One stream of each of the great dialects, with canaries wherever text can stand, and the path it answers.
fn streams() -> [(&'static str, String); 4] {
    [
        ("/v1/chat/completions", chat()),
        ("/v1/responses", responses()),
        ("/v1/messages", messages()),
        ("/v1beta/models/x:streamGenerateContent", gemini()),
    ]
}

fn response_headers() -> String {
    let names = [
        "x-request-id",
        "set-cookie",
        "openai-organization",
        "openai-processing-ms",
        "cf-ray",
        "via",
        "server",
        "retry-after",
        "x-ratelimit-reset-tokens",
        "content-language",
        "location",
        "x-canary",
    ];
    let mut headers = "Content-Type: text/event-stream; charset=canary\r\n".to_owned();
    for name in names {
        headers.extend([name, ": ", &canary("header"), "\r\n"]);
    }
    headers + &format!("server-timing: db;desc=\"{}\";dur=5, a b {};dur=1\r\n", canary("desc"), token("metric"))
}

fn request_body() -> String {
    let c = canary;
    json!({"model": c("reqmodel"), "stream": true, "user": c("user"), "reasoning_effort": c("effort"), "metadata": {c("key"): c("meta")},
        "tools": [{"type": "function", "function": {"name": c("tool"), "description": c("desc")}}],
        "messages": [{"role": "user", "content": c("prompt")}], "api_key": "sk-canary"})
    .to_string()
}

/// Sends one request at a server that answers with the stream.
fn request(path: &str, body: String, extra: &[&str]) -> Ran {
    let head = head("200 OK", &response_headers());
    let server = Loopback::answering(move |_, stream| {
        stream.write_all(head.as_bytes()).expect("sent");
        stream.write_all(body.as_bytes()).expect("sent");
    });
    let url = server.url(&format!("{path}?alt=sse&key={}", token("query")));
    let (headers, sent) = (
        ["authorization: Bearer", "x-api-key:", "cookie: a="].map(|name| format!("{name} {}", token("auth"))),
        request_body(),
    );
    let mut arguments = vec!["curl", &url, "-d", &sent];
    headers.iter().for_each(|header| arguments.extend(["-H", header]));
    arguments.extend(extra);
    let ran = run(&arguments);
    server.done();
    ran
}

/// Every output of a capture that the program can make.
fn outputs_see_nothing(what: &str, file: &Path) {
    let file = file.to_str().expect("UTF-8");
    for arguments in [
        &["replay", file, "--json"][..],
        &["replay", file, "--plain"],
        &["report", file, "--format", "svg"],
        &["report", file, "--format", "html"],
        &["report", file, "--format", "json"],
        &["report", file, "--format", "md"],
        &["report", file, "--format", "perfetto"],
    ] {
        let ran = run(arguments);
        sees_nothing(&format!("{what}: {arguments:?}"), &ran.stdout);
        sees_nothing(&format!("{what}: {arguments:?} stderr"), &ran.stderr);
        assert!(!ran.stdout.is_empty(), "{what}: {arguments:?}: {}", ran.stderr);
    }
}

#[test]
fn no_canary_of_a_live_request_gets_out() {
    let folder = tempfile::tempdir().expect("a folder");
    for (i, (path, body)) in streams().into_iter().enumerate() {
        let file = folder.path().join(format!("{i}.jsonl"));
        let json = request(path, body.clone(), &["--json", "--save", file.to_str().expect("UTF-8")]);
        sees_nothing(&format!("{path}: the record"), &json.stdout);
        sees_nothing(&format!("{path}: stderr"), &json.stderr);
        sees_nothing(&format!("{path}: the capture"), &fs::read_to_string(&file).expect("a capture"));
        assert!(json.record()["events"]["total"].as_u64() > Some(1), "{path}");
        let plain = request(path, body, &["--plain"]);
        sees_nothing(&format!("{path}: the summary"), &plain.stdout);
        sees_nothing(&format!("{path}: stderr"), &plain.stderr);
        outputs_see_nothing(path, &file);
        let verified = run(&["verify", file.to_str().expect("UTF-8")]);
        assert_eq!(verified.code, Some(0), "{path}: {}", verified.stdout);
    }
}

/// A full capture holds the answer, which is what it is for, and no credential of the request.
#[test]
fn a_full_capture_holds_the_answer_and_no_credential() {
    let folder = tempfile::tempdir().expect("a folder");
    for (i, (path, body)) in streams().into_iter().enumerate() {
        let file = folder.path().join(format!("{i}.jsonl"));
        request(path, body, &["--json", "--save", file.to_str().expect("UTF-8"), "--keep-content"]);
        let held = fs::read_to_string(&file).expect("a capture");
        for kept in [canary("text"), canary("args")] {
            assert!(held.contains(&kept), "{path}: {kept}");
        }
        for never in ["Canaryauth", "Canaryquery", "Canaryheader", "Canaryprompt", "sk-canary", "127.0.0.1"] {
            assert!(!held.contains(never), "{path}: {never}");
        }
    }
}

/// The words of an error are shown to the one who sees it, on stderr, and are kept nowhere.
#[test]
fn no_canary_of_an_error_is_kept() {
    let folder = tempfile::tempdir().expect("a folder");
    let bodies = [
        format!(
            "data: {}\n\n",
            json!({"error": {"message": canary("message"), "type": canary("type"), "code": canary("code"), "param": canary("param")}})
        ),
        format!(
            "event: error\ndata: {}\n\n",
            json!({"type": "error", "error": {"type": canary("type"), "message": canary("message")}})
        ),
        format!("{}\n", json!({"error": {"message": canary("message"), "status": canary("status")}})),
        format!("<html><title>{}</title>", canary("title")),
    ];
    for (i, body) in bodies.into_iter().enumerate() {
        let file = folder.path().join(format!("{i}.jsonl"));
        let ran = request("/v1/chat/completions", body, &["--json", "--save", file.to_str().expect("UTF-8")]);
        assert_eq!(ran.code, Some(5), "{}", ran.stderr);
        sees_nothing("the record", &ran.stdout);
        sees_nothing("the capture", &fs::read_to_string(&file).expect("a capture"));
        outputs_see_nothing("an error", &file);
    }
}

#[test]
fn no_canary_of_a_file_gets_out() {
    let folder = tempfile::tempdir().expect("a folder");
    let c = canary;
    let mut files = vec![];
    for (i, (path, body)) in streams().into_iter().enumerate() {
        let pair = |name: &str| json!({"name": name, "value": c("pair"), "comment": c("comment")});
        let names = ["cookie", "authorization", "referer", "x-api-key", "server-timing", "content-encoding"];
        let archive = json!({"log": {"version": "1.2", "creator": {"name": c("creator")}, "pages": [{"title": c("title")}], "entries": [{
            "startedDateTime": "2026-11-30T10:34:00Z", "time": 10, "serverIPAddress": c("ip"), "_initiator": {"url": c("url")},
            "request": {"method": "POST", "url": format!("https://{}.example.net/{}{path}?key={}#{}", token("host"), token("path"), token("key"), token("part")),
                "headers": names.map(pair), "cookies": [pair("a")], "queryString": [pair("key")], "postData": {"text": request_body(), "params": [pair("p")]}},
            "response": {"status": 200, "statusText": c("status"), "httpVersion": c("version"), "redirectURL": c("to"),
                "headers": names.map(pair), "cookies": [pair("a")], "content": {"mimeType": "text/event-stream", "text": body, "comment": c("comment")}},
            "timings": {"send": 1, "wait": 2, "receive": 3, "comment": c("comment")}}]}});
        files.push((format!("{i}.har"), archive.to_string()));
        files.push((format!("{i}.sse"), body));
    }
    let timing = json!({"first_response_ms": 5, "visible_output_tps": 3, c("key"): c("value")});
    let record = json!({"id": c("id"), "model": c("model"), "group": c("group"), "channel": c("channel"), "finish_reason": c("reason"), "reasoning_effort": c("effort"), "other": {"timing": timing}});
    files.push(("record.json".to_owned(), record.to_string()));
    for (name, body) in files {
        let (file, safe) = (folder.path().join(&name), folder.path().join(format!("{name}.jsonl")));
        fs::write(&file, body).expect("written");
        outputs_see_nothing(&name, &file);
        let redacted = run(&["redact", file.to_str().expect("UTF-8"), "-o", safe.to_str().expect("UTF-8")]);
        assert_eq!(redacted.code, Some(0), "{name}: {}", redacted.stderr);
        sees_nothing(&format!("{name}: the safe capture"), &fs::read_to_string(&safe).expect("a capture"));
        let verified = run(&["verify", safe.to_str().expect("UTF-8")]);
        assert_eq!(verified.code, Some(0), "{name}: {}", verified.stdout);
    }
}
