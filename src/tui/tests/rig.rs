//! The true loop with a test backend, scripted input, a clock of its own, and stand-ins for the
//! terminal and the program around it.

use std::{cell::Cell, io, time::Duration};

use crossterm::event::{Event, KeyCode, KeyEvent, KeyModifiers, MouseButton, MouseEvent, MouseEventKind};
use futures_util::stream;
use ratatui::{Terminal, backend::TestBackend};

use super::screens::{picture, themes};
use crate::{
    source::Feed,
    trace::{Observation, Recording},
    tui::{Host, Leaving, app::App, keymap::Keymap, signals::Signal, stage, state::State, terminal::Console},
};

/// Counts what is asked of it.
#[derive(Default)]
pub struct FakeHost {
    pub observed: usize,
    pub saved: usize,
    pub next: Option<Feed>,
}

impl Host for FakeHost {
    fn observed(&mut self, _observation: &Observation) {
        self.observed += 1;
    }

    fn save(&mut self, recording: &Recording) -> Result<String, String> {
        self.saved = recording.observations().len();
        Ok("saved as x.jsonl".to_owned())
    }

    fn resend(&mut self) -> Result<Feed, String> {
        self.next.take().ok_or_else(|| "nothing to send again".to_owned())
    }
}

/// Remembers what was asked of the terminal.
#[derive(Default)]
pub struct FakeConsole {
    pub suspended: usize,
    pub mouse: Vec<bool>,
    pub copied: Vec<String>,
}

impl Console for FakeConsole {
    fn suspend(&mut self) -> io::Result<()> {
        self.suspended += 1;
        Ok(())
    }

    fn mouse(&mut self, on: bool) -> io::Result<()> {
        self.mouse.push(on);
        Ok(())
    }

    fn copy(&mut self, text: &str) -> io::Result<()> {
        self.copied.push(text.to_owned());
        Ok(())
    }
}

/// What is left after a run.
pub struct Outcome {
    pub leaving: Leaving,
    pub state: State,
    pub console: FakeConsole,
    pub host: FakeHost,
    pub look: &'static str,
    /// What the terminal showed last.
    pub shown: String,
}

impl Outcome {
    /// The screen as it would be drawn now.
    pub fn screen(&self) -> String {
        picture(&self.state, &themes()[0].1, (120, 40))
    }
}

/// Runs the loop over keys and other input; after the last the terminal goes away. Between any two
/// there is time for a frame.
pub fn drive(state: State, feed: Option<Feed>, input: Vec<Event>) -> Outcome {
    drive_with(state, feed, FakeHost::default(), input, Vec::new())
}

pub fn drive_with(
    state: State,
    feed: Option<Feed>,
    mut host: FakeHost,
    input: Vec<Event>,
    signals: Vec<Signal>,
) -> Outcome {
    let mut console = FakeConsole::default();
    let mut terminal = Terminal::new(TestBackend::new(120, 40)).expect("a test backend");
    let time = Cell::new(Duration::ZERO);
    let wall = || {
        time.set(time.get() + Duration::from_millis(20));
        time.get()
    };
    let mut app = App::new(state, themes()[0].1, feed, &mut host, Keymap::default());
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a runtime");
    let leaving = runtime.block_on(async {
        use futures_util::StreamExt;
        let has_signals = !signals.is_empty();
        // With signals the input stays silent, so that they are what ends the run.
        let input = stream::iter(input.into_iter().map(Ok));
        let input = if has_signals { input.chain(stream::pending()).left_stream() } else { input.right_stream() };
        let signals = stream::iter(signals).chain(stream::pending());
        stage::run(&mut app, &mut terminal, &mut console, input, signals, &wall).await.expect("no thread panicked")
    });
    let (state, look) = (app.state, app.theme.look.word());
    let shown = terminal.backend().to_string();
    Outcome { leaving, state, console, host, look, shown }
}

/// Plain keys, one a character; `⏎` and `⎋` are Enter and Escape.
pub fn keys(text: &str) -> Vec<Event> {
    text.chars()
        .map(|c| match c {
            '⏎' => press(KeyCode::Enter, KeyModifiers::NONE),
            '⎋' => press(KeyCode::Esc, KeyModifiers::NONE),
            '⌫' => press(KeyCode::Backspace, KeyModifiers::NONE),
            c => press(KeyCode::Char(c), KeyModifiers::NONE),
        })
        .collect()
}

pub fn press(code: KeyCode, modifiers: KeyModifiers) -> Event {
    Event::Key(KeyEvent::new(code, modifiers))
}

pub fn ctrl(c: char) -> Event {
    press(KeyCode::Char(c), KeyModifiers::CONTROL)
}

/// A click of the left button.
pub fn click(column: u16, row: u16) -> Event {
    let kind = MouseEventKind::Down(MouseButton::Left);
    Event::Mouse(MouseEvent { kind, column, row, modifiers: KeyModifiers::NONE })
}

/// A turn of the wheel over the first panel.
pub fn wheel(kind: MouseEventKind) -> Event {
    Event::Mouse(MouseEvent { kind, column: 20, row: 5, modifiers: KeyModifiers::NONE })
}
