//! The true loop on a real request: the demo's loopback server, the real client, scripted keys.

use std::time::Instant;

use crossterm::event::Event;
use futures_util::{StreamExt, stream};
use ratatui::{Terminal, backend::TestBackend};
use tokio::sync::mpsc::{UnboundedSender, unbounded_channel};

use super::{
    rig::{FakeConsole, keys},
    screens::themes,
};
use crate::{
    source::{Feed, demo},
    timeline::{Milestone, Outcome},
    trace::{Observation, Recording, What},
    tui::{Host, Leaving, app::App, keymap::Keymap, stage, state::State},
};

/// Presses keys at what it sees, so that nothing depends on how long a thing takes.
struct Player {
    press: UnboundedSender<Event>,
}

impl Player {
    fn press(&self, text: &str) {
        keys(text).into_iter().for_each(|key| self.press.send(key).expect("the loop runs"));
    }
}

impl Host for Player {
    fn observed(&mut self, observation: &Observation) {
        match observation.what {
            // Paused with everything still to come, and looking around meanwhile.
            What::Headers(_) => self.press(" ?⎋"),
            What::Finished => self.press(" q"),
            _ => {}
        }
    }

    fn is_keeping(&self) -> bool {
        true
    }

    fn save(&mut self, _: &Recording) -> Result<String, String> {
        Err("not here".to_owned())
    }

    fn resend(&mut self) -> Result<Feed, String> {
        Err("not here".to_owned())
    }
}

#[test]
fn a_real_request_is_paused_watched_and_left() {
    let (_server, feed) = demo::perform(&demo::scenario("tool-only").expect("a scenario"), 8.0);
    let (press, mut pressed) = unbounded_channel();
    let mut host = Player { press };
    let mut terminal = Terminal::new(TestBackend::new(120, 40)).expect("a test backend");
    let mut console = FakeConsole::default();
    let started = Instant::now();
    let mut app = App::new(State::live(&feed), themes()[0].1, Some(feed), &mut host, Keymap::default());
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a runtime");
    let leaving = runtime.block_on(async {
        let input = stream::poll_fn(move |context| pressed.poll_recv(context)).map(Ok);
        let wall = || started.elapsed();
        stage::run(&mut app, &mut terminal, &mut console, input, stream::pending(), &wall).await.expect("no panic")
    });
    assert_eq!(leaving, Leaving::Quit);
    let shown = terminal.backend().to_string();
    assert!(shown.contains("Waterfall") && shown.contains("openai-chat"), "{shown}");
    let recording = app.state.into_recording();
    let trace = recording.latest();
    assert_eq!(trace.outcome(), Some(Outcome::Completed));
    let has = |milestone| trace.milestones.get(milestone).is_some();
    assert_eq!(
        Milestone::ALL.iter().map(|m| has(*m)).collect::<Vec<_>>(),
        [true, true, true, true, true, false, true, true]
    );
}
