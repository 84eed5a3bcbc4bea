//! A panic gives the terminal back, whichever thread it is on.

use portable_pty::CommandBuilder;
use streamfall::{
    dialect::RequestFacts,
    source::{Feed, feed},
    trace::{Header, Observation, Recording, SourceKind, What},
    tui::{Host, Input, Options, run},
};

use crate::session::Session;

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
