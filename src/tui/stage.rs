//! The loop that every screen runs in: input, signals, what comes from elsewhere and the clock meet
//! here, and only here the terminal is acted on.

use std::{io, time::Duration};

use crossterm::event::Event;
use futures_util::{Stream, StreamExt};
use ratatui::{
    Frame, Terminal,
    backend::Backend,
    layout::{Position, Rect},
};

use super::{
    Leaving,
    signals::Signal,
    terminal::{self, Console},
    theme::{Depth, Theme},
};

/// The shortest time between two frames: 30 a second.
const FRAME: Duration = Duration::from_millis(33);

/// How long news may gather before they are taken in.
const GATHER: Duration = Duration::from_millis(5);

/// What the loop does next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// Nothing has changed.
    Wait,
    /// Draw what has changed.
    Draw,
    /// Draw everything again.
    Redraw,
    /// Stop until the shell brings the program back.
    Suspend,
    /// End.
    Leave(Leaving),
}

/// A screen, as the loop sees it. All times are since any fixed moment.
pub trait Scene {
    /// What comes from elsewhere.
    type News;

    /// The next of it; waits for ever when none is to come. Nothing is lost when it is dropped waiting.
    async fn news(&mut self) -> Self::News;

    /// Whether it must be taken in at once, also while a frame is due.
    fn is_pressing(&self) -> bool {
        false
    }

    /// Takes it in.
    fn take(&mut self, news: Self::News, wall: Duration);

    /// Takes in what is there already, as far as there is time for it.
    fn drain(&mut self, wall: Duration);

    /// Brings what is shown to a moment. True when that changes it.
    fn advance(&mut self, wall: Duration) -> bool;

    /// How long until the picture changes by itself; `None` when it does not.
    fn next_tick(&self) -> Option<Duration>;

    /// Draws everything. True when the next frame goes on with work that has begun.
    fn draw(&mut self, frame: &mut Frame<'_>) -> bool;

    /// Takes a key, the mouse, a paste.
    fn input(&mut self, event: Event, console: &mut dyn Console, wall: Duration) -> Step;

    /// Ends what still runs and hears its last words.
    async fn leave(&mut self, wall: &dyn Fn() -> Duration);
}

/// Runs a screen until the user leaves it, a signal ends it, or the terminal goes away. `wall` is
/// the time since any fixed moment.
///
/// # Errors
/// When a thread has panicked.
pub async fn run<S: Scene, B: Backend>(
    scene: &mut S,
    terminal: &mut Terminal<B>,
    console: &mut dyn Console,
    mut input: impl Stream<Item = io::Result<Event>> + Unpin,
    mut signals: impl Stream<Item = Signal> + Unpin,
    wall: &dyn Fn() -> Duration,
) -> io::Result<Leaving> {
    let mut dirty = true;
    let mut drawn: Option<Duration> = None;
    let how = loop {
        if terminal::has_panicked() {
            return Err(io::Error::other("internal error"));
        }
        let frame_in = drawn.map_or(Duration::ZERO, |drawn| (drawn + FRAME).saturating_sub(wall()));
        if dirty && frame_in.is_zero() {
            scene.drain(wall());
            scene.advance(wall());
            let mut more = false;
            if terminal.draw(|frame| more = scene.draw(frame)).is_err() {
                break Leaving::TerminalGone;
            }
            drawn = Some(wall());
            dirty = more;
            continue;
        }
        let wake = if dirty { Some(frame_in.min(GATHER)) } else { scene.next_tick() };
        let pressing = scene.is_pressing();
        let step = tokio::select! {
            biased;
            event = input.next() => match event {
                // A stop and its continuation interrupt the read; nothing is lost by that.
                Some(Err(error)) if error.kind() == io::ErrorKind::Interrupted => Step::Draw,
                None | Some(Err(_)) => Step::Leave(Leaving::TerminalGone),
                Some(Ok(Event::Resize(..))) => Step::Draw,
                Some(Ok(event)) => scene.input(event, console, wall()),
            },
            Some(signal) = signals.next() => on_signal(signal),
            // With a frame to come anyway, news gather: waking for each would take the processor
            // from the thread that stamps them. What is being written to a capture does not wait.
            news = scene.news(), if !dirty || pressing => {
                scene.take(news, wall());
                Step::Draw
            }
            () = sleep(wake) => {
                scene.drain(wall());
                if dirty || scene.advance(wall()) { Step::Draw } else { Step::Wait }
            }
        };
        match settle(step, terminal, console) {
            Step::Leave(how) => break how,
            Step::Wait => {}
            _ => dirty = true,
        }
    };
    scene.leave(wall).await;
    Ok(how)
}

/// Does what a step asks of the terminal. Gives what is left of it.
fn settle<B: Backend>(step: Step, terminal: &mut Terminal<B>, console: &mut dyn Console) -> Step {
    match step {
        Step::Suspend if console.suspend().is_err() => Step::Leave(Leaving::TerminalGone),
        Step::Suspend | Step::Redraw => forget(terminal),
        step => step,
    }
}

const fn on_signal(signal: Signal) -> Step {
    match signal {
        Signal::End => Step::Leave(Leaving::Signal),
        Signal::HangUp => Step::Leave(Leaving::TerminalGone),
        Signal::Suspend => Step::Suspend,
        Signal::Continued => Step::Redraw,
    }
}

/// Forgets what was drawn. `Terminal::clear` would ask the terminal for its cursor, whose answer the
/// input takes away; a resize to the same size clears without a question.
fn forget<B: Backend>(terminal: &mut Terminal<B>) -> Step {
    let cleared = terminal.size().and_then(|size| terminal.resize(Rect::from((Position::ORIGIN, size))));
    if cleared.is_ok() { Step::Draw } else { Step::Leave(Leaving::TerminalGone) }
}

async fn sleep(time: Option<Duration>) {
    match time {
        Some(time) => tokio::time::sleep(time).await,
        None => std::future::pending().await,
    }
}

/// Puts text on the clipboard, and says so in one sentence.
pub fn copy(console: &mut dyn Console, text: &str) -> String {
    match console.copy(text) {
        Ok(()) => format!("{} bytes sent to the clipboard, if the terminal allows it (OSC 52)", text.len()),
        Err(_) => "the terminal took no copy".to_owned(),
    }
}

/// Takes the mouse or leaves it to the terminal, and says which.
pub fn turn_mouse(on: &mut bool, console: &mut dyn Console) -> String {
    *on = !*on;
    let _ = console.mouse(*on);
    if *on { "mouse on; Shift or Option with it selects text" } else { "mouse off" }.to_owned()
}

/// Goes on to the next look, and says which it is.
pub fn next_look(theme: &mut Theme) -> String {
    if theme.depth == Depth::None {
        return "no colours here (NO_COLOR, or the terminal has none)".to_owned();
    }
    *theme = theme.next();
    format!("theme: {}", theme.look.word())
}
