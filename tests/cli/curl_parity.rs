//! Pasted curl lines send what curl sends: the same bytes, but for the order and the case of the
//! headers. Three headers are left out of the comparison: `accept-encoding`, which is always
//! `identity` here, `user-agent` where the line
//! gives none, and curl's `proxy-connection`, which HTTP never had.
//!
//! Each line is given to a shell for curl, to a shell for `streamfall curl …`, and as text to `streamfall curl -`.

use std::{
    io::{BufRead, BufReader, Read, Write},
    net::{TcpListener, TcpStream},
    path::Path,
    process::{Command, Stdio},
    sync::mpsc,
};

/// Where each line comes from, and the line. `URL` stands for the server.
const LINES: &[(&str, &str)] = &[
    ("plain", "curl URL/v1/models"),
    (
        "a provider's docs, chat",
        r#"curl URL/v1/chat/completions \
  -H "Content-Type: application/json" \
  -H "Authorization: Bearer $TEST_KEY" \
  -d '{
    "model": "m-1",
    "messages": [{"role": "user", "content": "It'\''s fine"}],
    "stream": true
  }'"#,
    ),
    (
        "a provider's docs, messages",
        r#"$ curl --request POST --url URL/v1/messages \
>     --header "x-api-key: ${TEST_KEY}" \
>     --header "anthropic-version: 2023-06-01" \
>     --header "content-type: application/json" \
>     --data '{"model":"m","max_tokens":9,"stream":true}'"#,
    ),
    (
        "a provider's docs, generate",
        r#"curl "URL/v1beta/models/m:streamGenerateContent?alt=sse&key=$TEST_KEY" --no-buffer -X POST -H 'Content-Type: application/json' -d "{\"contents\":[{\"parts\":[{\"text\":\"Hi \\\$5\"}]}]}""#,
    ),
    ("a local server's docs", r#"curl URL/api/chat -d '{"model":"m","messages":[]}'"#),
    ("json of newer docs", r#"curl --json '{"a":' --json '1}' URL/j"#),
    (
        "Chrome, bash",
        r#"curl 'URL/api/chat?x=\[1\]&y=a%20b' \
  -H 'accept: text/event-stream' \
  -H 'accept-language: en-GB,en;q=0.9' \
  -H 'content-type: application/json' \
  -b 'session=not-real; theme=dark' \
  -H 'origin: https://app.example' \
  -H 'sec-ch-ua: "Chromium";v="142", "Not A(Brand";v="99"' \
  -H 'user-agent: Mozilla/5.0 (X11; Linux x86_64)' \
  --data-raw $'{"text":"it\'s \u0021 \\n \u00fc"}' \
  --insecure"#,
    ),
    (
        "Firefox",
        r#"curl 'URL/api/conversation' --compressed -X POST -H 'User-Agent: Mozilla/5.0 (rv:142.0)' -H 'Accept: */*' -H 'Accept-Language: en-GB' -H 'Accept-Encoding: gzip, deflate, br, zstd' -H 'Referer: https://app.example/' -H 'Content-Type: text/plain;charset=UTF-8' -H 'DNT: 1' -H 'Connection: keep-alive' -H 'Cookie: a=b' --data-raw '{"q":"ü"}'"#,
    ),
    (
        "Safari",
        r#"curl 'URL/backend' \
-X 'POST' \
-H 'Content-Type: application/json' \
-H 'Accept: text/event-stream' \
-H 'User-Agent: Mozilla/5.0 (Macintosh)' \
-H 'Content-Length: 10' \
--data-binary $'{"a":"\xc3\xbc"}'"#,
    ),
    ("letters together", "curl -sSNXPOST URL/x -da=1 -d b=2 -Hx-one:1 -H 'X-Two:  2 ' -H 'X-Empty;'"),
    ("an option with its own default", "curl URL/x -d a -H 'Content-Type: text/plain' -H 'Accept: text/event-stream'"),
    (
        "form fields",
        "curl URL/f --data-urlencode 'q=a b&c*~' --data-urlencode '=x=y' --data-urlencode 'plain ü' --data-urlencode 'name@FILE'",
    ),
    ("data in the query", "curl -G URL/search?a=1 -d b=2 --data-urlencode 'c=d e'"),
    ("a body from a file", "curl URL/file -H 'Content-Type: application/json' -d @FILE"),
    ("a binary body from a file", "curl URL/file --data-binary @FILE"),
    ("basic auth", "curl -u 'user:pa ss:word' URL/basic"),
    ("auth twice", "curl -u user:pass -H 'Authorization: Bearer b' URL/basic"),
    ("name in the URL", "curl http://us%40er:p%3Aw@HOST/who"),
    ("bearer option", "curl --oauth2-bearer not-a-token URL/bearer"),
    ("agent, referer and cookies", "curl -A 'my agent/1' -e https://a.example/ -b a=1 -b 'b=2; c=3' URL/x"),
    ("no agent", "curl -H 'User-Agent:' -H 'X-None:' URL/x"),
    ("an odd method without a body", "curl -X DELETE --http1.1 URL/item/7"),
    ("a post without a body", "curl -X POST URL/empty"),
    ("an empty body", "curl -d '' URL/empty"),
    ("a fragment and dots", "curl 'URL/a/../b/./c?d=e#part'"),
    ("no scheme", "curl HOST/x?y"),
    ("two headers of one name", "curl -H 'X-A: 1' -H 'X-A: 2' -H 'Host: api.example' URL/x"),
    ("another place", "curl http://api.example:81/x --connect-to api.example:81:127.0.0.1:PORT"),
    ("a name made known", "curl http://api.example:PORT/x --resolve api.example:PORT:127.0.0.1 -4"),
    ("a proxy", "curl -x HOST -U u:p http://api.example/x -d a"),
    ("a proxy from before", "http_proxy=http://HOST curl http://api.example/x"),
    ("a pipe", "curl -s URL/v1/models | cat"),
    ("a redirect of a post", "curl -L URL/redirect/302 -d a=1 -H 'X-Kept: 1'"),
    ("a redirect that keeps the body", "curl -L URL/redirect/307 -u a:b --json '{}'"),
    ("a redirect with a method", "curl -L -X PUT URL/redirect/303 -d a"),
    ("a redirect to another host", "curl -L URL/redirect/away -u a:b -H 'Cookie: c=d' -H 'X-Kept: 1'"),
];

/// One request: its first line, its headers in order of name, its body.
#[derive(Debug, PartialEq, Eq)]
struct Request {
    line: String,
    headers: Vec<String>,
    body: String,
}

/// Takes requests on every connection, follows no keep-alive, and hands each over.
struct Server {
    port: u16,
    seen: mpsc::Receiver<Request>,
}

impl Server {
    fn start() -> Self {
        let listener = TcpListener::bind(("127.0.0.1", 0)).expect("a port");
        let port = listener.local_addr().expect("an address").port();
        let (sender, seen) = mpsc::channel();
        std::thread::spawn(move || {
            for stream in listener.incoming() {
                let mut stream = stream.expect("a connection");
                stream.set_read_timeout(Some(std::time::Duration::from_secs(20))).expect("set");
                let request = read(&stream);
                let answer = answer(&request.line, port);
                let _ = sender.send(request);
                stream.write_all(answer.as_bytes()).expect("answered");
            }
        });
        Self { port, seen }
    }

    /// Runs a command to its end and gives what it sent and said.
    fn of(&self, mut command: Command, text: &str) -> (Vec<Request>, String) {
        command.env("TEST_KEY", "not-a-key").env_remove("http_proxy").env_remove("HTTP_PROXY");
        let mut child = command
            .stdin(Stdio::piped())
            .stdout(Stdio::null())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the program runs");
        child.stdin.take().expect("piped").write_all(text.as_bytes()).expect("taken");
        let output = child.wait_with_output().expect("it ends");
        (self.seen.try_iter().collect(), String::from_utf8_lossy(&output.stderr).into_owned())
    }
}

fn answer(line: &str, port: u16) -> String {
    if let Some((_, rest)) = line.split_once(" /redirect/") {
        return match rest.split(' ').next() {
            Some("away") => redirect("307", &format!("http://localhost:{port}/after")),
            status => redirect(status.unwrap_or_default(), "../after?x=1"),
        };
    }
    "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nConnection: close\r\nContent-Length: 14\r\n\r\ndata: [DONE]\n\n".to_owned()
}

fn redirect(status: &str, to: &str) -> String {
    format!("HTTP/1.1 {status} Elsewhere\r\nLocation: {to}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n")
}

fn read(stream: &TcpStream) -> Request {
    let mut reader = BufReader::new(stream);
    let mut next = || {
        let mut line = String::new();
        reader.read_line(&mut line).expect("a line");
        line.trim_end_matches("\r\n").to_owned()
    };
    let line = next();
    let mut headers: Vec<String> = std::iter::from_fn(|| Some(next()).filter(|line| !line.is_empty()))
        .map(|line| {
            let (name, value) = line.split_once(':').expect("a header");
            format!("{}: {}", name.to_ascii_lowercase(), value.trim())
        })
        .collect();
    let length = headers.iter().find_map(|header| header.strip_prefix("content-length: ")?.parse().ok());
    let mut body = vec![0; length.unwrap_or(0)];
    reader.read_exact(&mut body).expect("the body");
    // What must differ: see the top of this file.
    headers.retain(|header| {
        !["accept-encoding: ", "user-agent: curl/", "user-agent: streamfall/", "proxy-connection: "]
            .iter()
            .any(|name| header.starts_with(name))
    });
    headers.sort();
    Request { line, headers, body: String::from_utf8(body).expect("UTF-8") }
}

fn shell(line: &str) -> Command {
    let mut command = Command::new("bash");
    command.args(["-c", line]);
    command
}

fn is_installed(program: &str) -> bool {
    Command::new(program).arg("--version").stdout(Stdio::null()).status().is_ok_and(|status| status.success())
}

#[test]
fn pasted_lines_send_what_curl_sends() {
    if !["curl", "bash"].iter().all(|program| is_installed(program)) {
        eprintln!("skipped: curl and bash are not both installed");
        return;
    }
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("body");
    std::fs::write(&file, "{\r\n  \"a\": \"b & c\"\n}\n").expect("written");
    let server = Server::start();
    let ours = format!("'{}' curl", Path::new(env!("CARGO_BIN_EXE_streamfall")).display());
    let mut differences = Vec::new();
    for (origin, line) in LINES {
        let line = line
            .replace("URL", &format!("http://127.0.0.1:{}", server.port))
            .replace("HOST", &format!("127.0.0.1:{}", server.port))
            .replace("PORT", &server.port.to_string())
            .replace("FILE", file.to_str().expect("UTF-8"));
        let for_shell = line.strip_prefix("$ ").map_or_else(|| line.clone(), |rest| rest.replace("\n> ", "\n"));
        let (of_curl, said) = server.of(shell(&for_shell), "");
        assert!(!of_curl.is_empty(), "{origin}: curl sent nothing: {said}");
        let as_arguments = shell(&for_shell.replacen("curl", &ours, 1));
        let mut as_text = Command::new(env!("CARGO_BIN_EXE_streamfall"));
        as_text.args(["curl", "-", "--plain"]);
        for (how, command, text) in [("as arguments", as_arguments, ""), ("as text", as_text, line.as_str())] {
            let (ours, said) = server.of(command, text);
            if ours != of_curl {
                differences.push(format!("{origin}, {how}\n{line}\n{said}\n  curl {of_curl:?}\n  ours {ours:?}\n"));
            }
        }
    }
    assert!(differences.is_empty(), "{}", differences.join("\n"));
}
