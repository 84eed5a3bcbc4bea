//! The trace of a demo at a collector that is not of this project: Rotel, which prints what it took.
//! Elsewhere than where `.ci/tools` put it, the test says that it skips.
#![cfg(all(unix, feature = "otlp"))]

#[path = "common/python.rs"]
mod python;

use std::{
    collections::BTreeMap,
    io::{BufRead, BufReader, Read},
    net::{TcpListener, TcpStream},
    process::{Child, Command, Stdio},
    time::{Duration, Instant},
};

/// A span as the collector prints it: times in nanoseconds, attributes and events as they are named there.
#[derive(Debug, Default)]
struct Printed {
    name: String,
    parent: String,
    id: String,
    start: u64,
    end: u64,
    attributes: BTreeMap<String, String>,
    events: Vec<(String, u64)>,
}

/// A collector that listens, and what it prints.
struct Collector {
    child: Child,
    printed: BufReader<std::process::ChildStdout>,
    port: u16,
}

fn free_port() -> u16 {
    TcpListener::bind("127.0.0.1:0").expect("a port").local_addr().expect("its address").port()
}

fn collector(folder: &std::path::Path) -> Option<Collector> {
    let agent = python::says(
        "import importlib.util as u; print(u.find_spec('rotel').submodule_search_locations[0] + '/rotel-agent')",
    )?;
    let (port, grpc) = (free_port(), free_port());
    let mut child = Command::new(agent)
        .args(["start", "--exporter", "blackhole", "--debug-log", "traces", "--debug-log-verbosity", "detailed"])
        .args([
            "--otlp-http-endpoint",
            &format!("127.0.0.1:{port}"),
            "--otlp-grpc-endpoint",
            &format!("127.0.0.1:{grpc}"),
        ])
        .arg("--pid-file")
        .arg(folder.join("pid"))
        .stdout(Stdio::piped())
        .spawn()
        .expect("the collector starts");
    let printed = BufReader::new(child.stdout.take().expect("its output"));
    Some(Collector { child, printed, port })
}

impl Collector {
    /// Waits until it takes connections.
    fn wait_until_it_listens(&mut self) {
        let mut line = String::new();
        self.printed.read_line(&mut line).expect("its first line");
        let began = Instant::now();
        while TcpStream::connect(("127.0.0.1", self.port)).is_err() {
            assert!(began.elapsed() < Duration::from_secs(60), "the collector does not listen: {line}");
            std::thread::yield_now();
        }
    }

    /// Ends it, so that it prints all it took, and reads that.
    fn spans(mut self) -> Vec<Printed> {
        let pid = rustix::process::Pid::from_child(&self.child);
        rustix::process::kill_process(pid, rustix::process::Signal::TERM).expect("the collector runs");
        let mut text = String::new();
        self.printed.read_to_string(&mut text).expect("what it prints");
        self.child.wait().expect("the collector ends");
        let mut spans = Vec::new();
        for line in text.lines() {
            read_line(line.trim(), &mut spans);
        }
        spans
    }
}

/// One line of what the collector prints, added to the last of the spans.
fn read_line(line: &str, spans: &mut Vec<Printed>) {
    if line.starts_with("Span #") {
        spans.push(Printed::default());
    }
    let Some(span) = spans.last_mut() else { return };
    let number = |text: &str| text.trim().parse().expect("a number");
    match line.trim_start_matches("-> ").split_once(':').map(|(key, value)| (key.trim(), value.trim())) {
        Some(("Parent ID", value)) => value.clone_into(&mut span.parent),
        Some(("ID", value)) => value.clone_into(&mut span.id),
        Some(("Name", value)) if span.name.is_empty() => value.clone_into(&mut span.name),
        Some(("Name", value)) => span.events.push((value.to_owned(), 0)),
        Some(("Start time", value)) => span.start = number(value),
        Some(("End time", value)) => span.end = number(value),
        Some(("Timestamp", value)) => span.events.last_mut().expect("an event").1 = number(value),
        Some((key, value)) => drop(span.attributes.insert(key.to_owned(), value.to_owned())),
        None => {}
    }
}

#[test]
fn a_collector_takes_the_trace_of_the_reasoning_demo() {
    let folder = tempfile::tempdir().expect("a folder");
    let Some(mut collector) = collector(folder.path()) else {
        println!("skipped: there is no collector to send to; .ci/tools fetches one");
        return;
    };
    collector.wait_until_it_listens();
    let sent = Command::new(env!("CARGO_BIN_EXE_streamfall"))
        .args([
            "demo",
            "reasoning",
            "--speed",
            "20",
            "--json",
            "--otlp",
            &format!("http://127.0.0.1:{}", collector.port),
        ])
        .output()
        .expect("the program runs");
    assert_eq!(String::from_utf8_lossy(&sent.stderr), "");
    let record: serde_json::Value = serde_json::from_slice(&sent.stdout).expect("a record");
    let spans = collector.spans();

    let names: Vec<_> = spans.iter().map(|span| span.name.as_str()).collect();
    assert_eq!(names[0], "chat gpt-5.1");
    // Which phases a connection has, and that something is left after the close, is up to the machine.
    for name in ["wait", "first event", "metadata", "reasoning+tool", "generating"] {
        assert!(names.contains(&name), "{name} is in {names:?}");
    }
    let root = &spans[0];
    assert!(root.parent.is_empty() && spans[1..].iter().all(|span| span.parent == root.id), "{spans:#?}");
    // What the scenario says of itself.
    for (key, value) in [
        ("gen_ai.request.reasoning.level", "Str(medium)"),
        ("gen_ai.usage.input_tokens", "Int(412)"),
        ("gen_ai.usage.reasoning.output_tokens", "Int(690)"),
        ("streamfall.time_to_first_chunk.milestone", "Str(t3)"),
        ("streamfall.provider_reported.processing", "Double(0.187)"),
    ] {
        assert_eq!(root.attributes.get(key).map(String::as_str), Some(value), "{key}");
    }
    // The times are those of the record; a child begins and ends at milestones.
    let at = |milestone: &str| record["milestones_ms"][milestone].as_f64().unwrap_or_else(|| panic!("{milestone}"));
    let close = |nanos: u64, ms: f64| ((nanos - root.start) as f64 / 1e6 - ms).abs() < 0.002;
    assert_eq!(root.events.len(), 8, "{:?}", root.events);
    for (name, nanos) in &root.events {
        let milestone = name.trim_start_matches("streamfall.");
        assert!(close(*nanos, at(milestone)), "{name} at {nanos}");
    }
    assert!(close(root.end, at("t7")));
    for (name, from, to) in [
        ("first event", "t2", "t3"),
        ("metadata", "t3", "t4"),
        ("reasoning+tool", "t4", "t5"),
        ("generating", "t5", "t6"),
    ] {
        let span = spans.iter().find(|span| span.name == name).expect("it is there");
        assert!(close(span.start, at(from)) && close(span.end, at(to)), "{name}: {span:?}");
    }
}
