//! A request that is repeated: the table as it grows, and how it is ended.

use std::{io, time::Duration};

use crossterm::event::{Event, MouseEventKind};

use super::{
    rig::{FakeConsole, click, ctrl, keys, wheel},
    screens::{at_all_sizes, drawn, themes},
};
use crate::{
    source::{Feed, Outbox, feed},
    timeline::Outcome,
    trace::{Observation, Recording, What},
    tui::{
        Leaving,
        keymap::Keymap,
        samples,
        series::{Plan, Sender, SeriesScreen},
        stage::{Scene, Step},
        theme::Theme,
    },
};

/// Hands out what it was given, and remembers what came back.
#[derive(Default)]
struct FakeSender {
    next: Vec<Vec<Observation>>,
    open: Vec<Outbox>,
    ended: Vec<(Option<Outcome>, bool)>,
}

impl Sender for FakeSender {
    fn send(&mut self) -> io::Result<Feed> {
        if self.next.is_empty() {
            return Err(io::Error::other("no thread"));
        }
        let observations = self.next.remove(0);
        let (feed, mut outbox) = feed(samples::header());
        let ends = observations.iter().any(|observation| matches!(observation.what, What::Finished));
        observations.into_iter().for_each(|observation| outbox.send(observation));
        if !ends {
            self.open.push(outbox);
        }
        Ok(feed)
    }

    fn ended(&mut self, recording: &Recording, counted: bool) -> io::Result<()> {
        self.ended.push((recording.latest().outcome(), counted));
        Ok(())
    }

    fn statistics(&self) -> String {
        format!("{} requests\n", self.ended.len())
    }
}

fn all(recordings: &[Recording]) -> Vec<Vec<Observation>> {
    recordings.iter().map(|recording| recording.observations().to_vec()).collect()
}

const fn plan(warmup: u32, count: u32) -> Plan {
    Plan { warmup, count, pause: Duration::ZERO }
}

/// Sends, and takes everything that is there.
fn started<'s>(sender: &'s mut FakeSender, plan: Plan, theme: &Theme, wall: Duration) -> SeriesScreen<'s> {
    let mut screen = SeriesScreen::new(plan, sender, *theme, Keymap::default());
    screen.send();
    screen.drain(Duration::ZERO);
    screen.advance(wall);
    screen
}

fn shown(screen: &mut SeriesScreen<'_>, size: (u16, u16)) -> String {
    drawn(size, |frame| _ = screen.draw(frame))
}

fn type_into(screen: &mut SeriesScreen<'_>, input: Vec<Event>) -> Step {
    let mut step = Step::Wait;
    for event in input {
        step = screen.input(event, &mut FakeConsole::default(), Duration::ZERO);
        shown(screen, (120, 40));
    }
    step
}

#[test]
fn while_it_runs() {
    at_all_sizes("series_running", &mut |theme, size| {
        let mut next = all(&[samples::reasoning(), samples::reasoning(), samples::slow_headers(), samples::error()]);
        next.push(samples::running(5_000));
        let mut sender = FakeSender { next, ..FakeSender::default() };
        shown(&mut started(&mut sender, plan(1, 8), theme, Duration::from_secs(5)), size)
    });
}

#[test]
fn at_its_end() {
    at_all_sizes("series_ended", &mut |theme, size| {
        let mut recordings = vec![samples::stall(); 22];
        recordings[3] = samples::truncated();
        recordings[9] = samples::tool_only();
        let mut sender = FakeSender { next: all(&recordings), ..FakeSender::default() };
        shown(&mut started(&mut sender, plan(0, 22), theme, Duration::ZERO), size)
    });
}

#[test]
fn the_sample_counts_what_is_counted() {
    let next = all(&[samples::slow_headers(), samples::reasoning(), samples::stall(), samples::truncated()]);
    let mut sender = FakeSender { next, ..FakeSender::default() };
    let mut screen = started(&mut sender, plan(1, 3), &themes()[0].1, Duration::ZERO);
    let text = shown(&mut screen, (120, 40));
    assert!(text.contains("DONE 3") && text.contains("completed 2") && text.contains("truncated 1"), "{text}");
    // t2 of the sample: 243, 200, 200; t5: 8700, 600, 600. The warm-up's 6100 is not among them.
    let p50 = text.lines().find(|line| line.contains("p50")).expect("a median");
    assert!(p50.contains(" 200.0 ") && p50.contains(" 600.0 ") && !p50.contains("6\u{2009}100"), "{p50}");
    assert!(screen.finish().expect("no failure"));
    let counted: Vec<bool> = sender.ended.iter().map(|(_, counted)| *counted).collect();
    assert_eq!(counted, [false, true, true, true]);
}

#[test]
fn ctrl_c_ends_the_series_with_the_request_that_runs() {
    let mut next = all(&[samples::tool_only()]);
    next.push(samples::running(2_000));
    let mut sender = FakeSender { next, ..FakeSender::default() };
    let mut screen = started(&mut sender, plan(0, 5), &themes()[0].1, Duration::from_millis(2_100));
    assert!(shown(&mut screen, (120, 40)).contains("REQUEST 2/5"));
    assert_eq!(type_into(&mut screen, vec![ctrl('c')]), Step::Draw);
    assert!(shown(&mut screen, (120, 40)).contains("CANCELLED"));
    assert_eq!(type_into(&mut screen, vec![ctrl('c')]), Step::Leave(Leaving::Quit));
    assert!(!screen.finish().expect("no failure"));
}

#[test]
fn leaving_hears_the_last_words_of_the_request_that_runs() {
    let mut sender = FakeSender { next: vec![samples::running(2_000)], ..FakeSender::default() };
    let mut screen = started(&mut sender, plan(0, 2), &themes()[0].1, Duration::from_secs(2));
    assert_eq!(type_into(&mut screen, keys("q")), Step::Leave(Leaving::Quit));
    // Nobody answers: the request is left as it stands, and stays in the sample.
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
    runtime.expect("a runtime").block_on(screen.leave(&|| Duration::from_secs(3)));
    assert!(!screen.finish().expect("no failure"));
    assert_eq!(sender.ended, [(None, true)]);
}

#[test]
fn a_series_that_cannot_go_on_says_why() {
    let mut sender = FakeSender { next: all(&[samples::tool_only()]), ..FakeSender::default() };
    let mut screen = started(&mut sender, plan(0, 2), &themes()[0].1, Duration::ZERO);
    assert!(shown(&mut screen, (120, 40)).contains("the series ends here: no thread"));
    assert!(screen.finish().is_err());
}

/// The row of the screen that has some words.
fn row_of(screen: &str, words: &str) -> u16 {
    let row = screen.lines().position(|line| line.contains(words)).unwrap_or_else(|| panic!("{words}\n{screen}"));
    u16::try_from(row).expect("a small screen")
}

#[test]
fn a_request_is_picked_by_mouse_or_key_and_says_what_has_no_column() {
    let mut recordings = vec![samples::stall(); 6];
    recordings[3] = samples::truncated();
    let mut sender = FakeSender { next: all(&recordings), ..FakeSender::default() };
    let mut screen = started(&mut sender, plan(0, 6), &themes()[0].1, Duration::ZERO);
    let before = shown(&mut screen, (120, 40));
    // 30 texts and one envelope came before it broke; nothing counted its tokens.
    let picked = "4 truncated (connection broken) · 31 events ─";
    let on_it = click(20, row_of(&before, "  4  truncated"));
    type_into(&mut screen, vec![on_it.clone()]);
    assert!(shown(&mut screen, (120, 40)).contains(picked));
    type_into(&mut screen, vec![on_it]);
    assert_eq!(shown(&mut screen, (120, 40)), before, "a second click lets it go");
    type_into(&mut screen, keys("n"));
    assert!(shown(&mut screen, (120, 40)).contains(picked));
    assert_eq!(type_into(&mut screen, keys("⎋")), Step::Draw);
    assert_eq!(shown(&mut screen, (120, 40)), before, "so does the key back");
    type_into(&mut screen, vec![click(20, row_of(&before, "  6  completed"))]);
    assert!(shown(&mut screen, (120, 40)).contains("6 completed (stop) · 82 events · 280 tokens out ─"));
    type_into(&mut screen, vec![click(20, 39)]);
    assert_eq!(shown(&mut screen, (120, 40)), before, "and a click beside the rows");
}

#[test]
fn the_wheel_scrolls_and_the_mouse_is_off_until_it_is_asked_for() {
    let mut sender = FakeSender { next: all(&vec![samples::tool_only(); 60]), ..FakeSender::default() };
    let mut screen = started(&mut sender, plan(0, 60), &themes()[0].1, Duration::ZERO);
    let foot = shown(&mut screen, (120, 40));
    type_into(&mut screen, vec![wheel(MouseEventKind::ScrollUp); 2]);
    let up = shown(&mut screen, (120, 40));
    type_into(&mut screen, keys("G"));
    type_into(&mut screen, keys("kk"));
    assert!(up != foot && up == shown(&mut screen, (120, 40)), "as the keys do");
    type_into(&mut screen, vec![wheel(MouseEventKind::ScrollDown); 3]);
    assert_eq!(shown(&mut screen, (120, 40)), foot);
    let mut console = FakeConsole::default();
    for _ in 0..2 {
        screen.input(keys("m").remove(0), &mut console, Duration::ZERO);
    }
    assert_eq!(console.mouse, [true, false]);
}

#[test]
fn the_newest_request_is_followed_until_the_user_scrolls() {
    let mut sender = FakeSender { next: all(&vec![samples::tool_only(); 60]), ..FakeSender::default() };
    let mut screen = started(&mut sender, plan(0, 60), &themes()[0].1, Duration::ZERO);
    let last = |text: &str| text.lines().any(|line| line.contains(" 60  completed"));
    assert!(last(&shown(&mut screen, (120, 40))));
    type_into(&mut screen, keys("kk"));
    assert!(!last(&shown(&mut screen, (120, 40))));
    type_into(&mut screen, keys("G"));
    assert!(last(&shown(&mut screen, (120, 40))));
    for size in [(0, 0), (59, 16), (60, 15), (60, 16), (75, 20), (76, 20), (109, 30), (110, 30), (300, 100)] {
        shown(&mut screen, size);
    }
}
