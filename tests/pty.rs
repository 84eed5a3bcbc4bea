//! The built program in a terminal of its own: what a person sees, and what is left of the terminal.
#![cfg(unix)]

use std::{
    io::{Read, Write},
    num::NonZero,
    sync::{Arc, Condvar, Mutex},
    time::{Duration, Instant},
};

use portable_pty::{Child, CommandBuilder, MasterPty, NativePtySystem, PtySize, PtySystem};
use rustix::process::{Pid, Signal, kill_process};

/// Long enough for any machine; nothing waits for it unless it fails.
const PATIENCE: Duration = Duration::from_secs(60);

/// What the terminal has received.
struct Received {
    screen: vt100::Parser,
    raw: Vec<u8>,
    ended: bool,
}

fn cells(count: u16) -> NonZero<u16> {
    NonZero::new(count).expect("a size")
}

/// A program in a pseudo terminal.
struct Session {
    child: Box<dyn Child + Send + Sync>,
    master: Box<dyn MasterPty + Send>,
    keys: Box<dyn Write + Send>,
    received: Arc<(Mutex<Received>, Condvar)>,
    before: String,
}

impl Session {
    fn start(size: (u16, u16), arguments: &[&str], variables: &[(&str, &str)]) -> Self {
        let mut command = CommandBuilder::new(env!("CARGO_BIN_EXE_streamfall"));
        command.args(arguments);
        Self::command(size, command, variables)
    }

    fn command((cols, rows): (u16, u16), mut command: CommandBuilder, variables: &[(&str, &str)]) -> Self {
        command.env_clear();
        for (name, value) in
            [("TERM", "xterm-256color"), ("COLORTERM", "truecolor"), ("LANG", "C.UTF-8"), ("PATH", "/usr/bin:/bin")]
        {
            command.env(name, value);
        }
        for (name, value) in variables {
            command.env(name, value);
        }
        let size = PtySize { rows, cols, pixel_width: 0, pixel_height: 0 };
        let pair = NativePtySystem::default().openpty(size).expect("a pseudo terminal");
        let before = format!("{:?}", pair.master.get_termios());
        let child = pair.slave.spawn_command(command).expect("the program starts");
        drop(pair.slave);
        let received =
            Received { screen: vt100::Parser::new(cells(rows), cells(cols), 0), raw: Vec::new(), ended: false };
        let received = Arc::new((Mutex::new(received), Condvar::new()));
        let mut output = pair.master.try_clone_reader().expect("a reader");
        let shared = Arc::clone(&received);
        std::thread::spawn(move || {
            let mut buffer = [0; 4_096];
            loop {
                let count = output.read(&mut buffer).unwrap_or(0);
                let mut received = shared.0.lock().expect("no test thread panicked");
                received.screen.process(&buffer[..count]);
                received.raw.extend_from_slice(&buffer[..count]);
                received.ended |= count == 0;
                shared.1.notify_all();
                if received.ended {
                    return;
                }
            }
        });
        let keys = pair.master.take_writer().expect("a writer");
        Self { child, master: pair.master, keys, received, before }
    }

    fn press(&mut self, keys: &str) {
        self.keys.write_all(keys.as_bytes()).and_then(|()| self.keys.flush()).expect("keys are taken");
    }

    /// Waits until what was received is as wished.
    fn until(&self, what: &str, wish: impl Fn(&Received) -> bool) {
        let deadline = Instant::now() + PATIENCE;
        let mut received = self.received.0.lock().expect("no test thread panicked");
        while !wish(&received) {
            let left = deadline.saturating_duration_since(Instant::now());
            assert!(!left.is_zero(), "never came: {what}\n{}", received.screen.screen().contents());
            received = self.received.1.wait_timeout(received, left).expect("no test thread panicked").0;
        }
    }

    /// Waits until the screen shows a text.
    fn shows(&self, text: &str) {
        self.until(text, |received| received.screen.screen().contents().contains(text));
    }

    fn resize(&self, cols: u16, rows: u16) {
        let size = PtySize { rows, cols, pixel_width: 0, pixel_height: 0 };
        self.received.0.lock().expect("no test thread panicked").screen.screen_mut().set_size(cells(rows), cells(cols));
        self.master.resize(size).expect("resized");
    }

    fn signal(&self, signal: Signal) {
        let pid = self.child.process_id().and_then(|pid| i32::try_from(pid).ok()).and_then(Pid::from_raw);
        kill_process(pid.expect("a process"), signal).expect("the signal is sent");
    }

    fn raw_count(&self) -> usize {
        self.received.0.lock().expect("no test thread panicked").raw.len()
    }

    /// Waits for the end. Gives the exit code and everything that was written, and proves that the
    /// terminal is as it was.
    fn ends(mut self) -> (u32, String) {
        self.until("the end", |received| received.ended);
        let code = self.child.wait().expect("the program ended").exit_code();
        assert_eq!(format!("{:?}", self.master.get_termios()), self.before, "the terminal's mode");
        let received = self.received.0.lock().expect("no test thread panicked");
        let screen = received.screen.screen();
        assert!(!screen.alternate_screen(), "the alternate screen was left");
        assert!(!screen.hide_cursor(), "the cursor is back");
        assert!(!screen.bracketed_paste(), "pasted text is plain again");
        assert_eq!(screen.mouse_protocol_mode(), vt100::MouseProtocolMode::None, "the mouse is free");
        (code, String::from_utf8_lossy(&received.raw).into_owned())
    }
}

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
    session.signal(Signal::CONT);
    session.until("the terminal taken again", |received| received.screen.screen().alternate_screen());
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

#[test]
fn a_terminal_that_goes_away_ends_the_program() {
    let file = capture();
    let session = replay_at((80, 24), &file, "5s", &[]);
    session.shows("PAUSED");
    // The reader lets go of the terminal too, at the next thing it reads.
    session.received.0.lock().expect("no test thread panicked").ended = true;
    session.resize(81, 25);
    let Session { mut child, master, keys, received, .. } = session;
    while Arc::strong_count(&received) > 1 {
        std::thread::yield_now();
    }
    drop(keys);
    drop(master);
    let ended = Arc::new((Mutex::new(false), Condvar::new()));
    let shared = Arc::clone(&ended);
    std::thread::spawn(move || {
        let _ = child.wait();
        *shared.0.lock().expect("no test thread panicked") = true;
        shared.1.notify_all();
    });
    let guard = ended.0.lock().expect("no test thread panicked");
    let (guard, _) = ended.1.wait_timeout_while(guard, PATIENCE, |ended| !*ended).expect("no test thread panicked");
    assert!(*guard, "the program still runs");
}

mod panics {
    use super::{CommandBuilder, Session};
    use streamfall::{
        dialect::RequestFacts,
        source::{Feed, feed},
        trace::{Header, Observation, Recording, SourceKind, What},
        tui::{Host, Input, Options, run},
    };

    struct Clumsy;

    impl Host for Clumsy {
        fn observed(&mut self, _: &Observation) {
            panic!("the host fell over");
        }

        fn save(&mut self, _: &Recording) -> Result<String, String> {
            Err(String::new())
        }

        fn resend(&mut self) -> Result<Feed, String> {
            Err(String::new())
        }
    }

    struct Careful;

    impl Host for Careful {
        fn observed(&mut self, _: &Observation) {}

        fn save(&mut self, _: &Recording) -> Result<String, String> {
            Err(String::new())
        }

        fn resend(&mut self) -> Result<Feed, String> {
            Err(String::new())
        }
    }

    /// Not a test: what the tests below start in a terminal of its own.
    #[test]
    #[ignore = "started by another test, in a terminal"]
    fn scene_on_the_main_thread() {
        let (feed, mut outbox) = feed(Header::new(SourceKind::Live, RequestFacts::default()));
        outbox.send(Observation { at: None, what: What::Received });
        let _ = run(Input::Live(Box::new(feed)), &Options::default(), &mut Clumsy);
    }

    /// Not a test: what the tests below start in a terminal of its own.
    #[test]
    #[ignore = "started by another test, in a terminal"]
    fn scene_on_another_thread() {
        let (feed, outbox) = feed(Header::new(SourceKind::Live, RequestFacts::default()));
        let network = std::thread::Builder::new().name("network".into());
        let thread = network.spawn(move || {
            let _outbox = outbox;
            std::thread::sleep(std::time::Duration::from_millis(300));
            panic!("the network fell over");
        });
        let ended = run(Input::Live(Box::new(feed)), &Options::default(), &mut Careful);
        assert!(thread.expect("a thread").join().is_err() && ended.is_err(), "the loop says that something failed");
    }

    fn scene(name: &str) -> String {
        let mut command = CommandBuilder::new(std::env::current_exe().expect("this program"));
        command.args(["--ignored", "--exact", name, "--nocapture"]);
        Session::command((80, 24), command, &[]).ends().1
    }

    #[test]
    fn a_panic_on_any_thread_gives_the_terminal_back_before_it_speaks() {
        for (name, words) in [
            ("panics::scene_on_the_main_thread", "the host fell over"),
            ("panics::scene_on_another_thread", "the network fell over"),
        ] {
            let raw = scene(name);
            let left = raw.rfind("\u{1b}[?1049l").expect("the alternate screen was left");
            assert!(raw[left..].contains(words), "{raw}");
            assert!(!raw[left..].contains("\u{1b}[?1049h"), "it is not taken again");
        }
    }
}
