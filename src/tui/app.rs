//! The loop: input, signals, observations and the clock meet here, and only here anything is done.

use std::{io, time::Duration};

use crossterm::event::{Event, MouseButton, MouseEvent, MouseEventKind};
use futures_util::{Stream, StreamExt};
use ratatui::{
    Terminal,
    backend::Backend,
    layout::{Position, Rect},
};

use super::{
    Host, Leaving,
    draw::{HitMap, draw},
    filter::Filter,
    keys::{self, Action, Key},
    signals::Signal,
    state::{Overlay, Panel, State},
    terminal::{self, Console},
    theme::{Depth, Theme},
    update::{Effect, update},
};
use crate::{
    report::{PlainOptions, plain_summary},
    source::Feed,
};

/// The shortest time between two frames: 30 a second.
const FRAME: Duration = Duration::from_millis(33);

/// How long observations may gather before they are taken in.
const GATHER: Duration = Duration::from_millis(5);

/// The most observations taken in between two looks at the keyboard.
const DRAIN: usize = 16_384;

/// How long an ended request may take to say its last when the user leaves.
const LAST_WORDS: Duration = Duration::from_millis(500);

/// Everything the loop works on.
pub struct App<'h> {
    /// What is shown.
    pub state: State,
    /// How it looks.
    pub theme: Theme,
    /// Where observations come from, while they do.
    pub feed: Option<Feed>,
    /// The program around the screen.
    pub host: &'h mut dyn Host,
    hits: HitMap,
    mouse: bool,
}

impl<'h> App<'h> {
    /// For a state and what feeds it.
    pub fn new(state: State, theme: Theme, feed: Option<Feed>, host: &'h mut dyn Host) -> Self {
        Self { state, theme, feed, host, hits: HitMap::default(), mouse: false }
    }

    /// Runs until the user leaves, a signal ends it, or the terminal goes away. `wall` is the
    /// time since any fixed moment.
    ///
    /// # Errors
    /// When a thread has panicked.
    pub async fn run<B>(
        &mut self,
        terminal: &mut Terminal<B>,
        console: &mut dyn Console,
        mut input: impl Stream<Item = io::Result<Event>> + Unpin,
        mut signals: impl Stream<Item = Signal> + Unpin,
        wall: &dyn Fn() -> Duration,
    ) -> io::Result<Leaving>
    where
        B: Backend,
    {
        let mut dirty = true;
        let mut drawn: Option<Duration> = None;
        loop {
            if terminal::has_panicked() {
                return Err(io::Error::other("internal error"));
            }
            let frame_in = drawn.map_or(Duration::ZERO, |drawn| (drawn + FRAME).saturating_sub(wall()));
            if dirty && frame_in.is_zero() {
                self.drain(wall());
                self.state.advance(wall());
                let looking = self.look();
                if self.draw(terminal).is_err() {
                    return Ok(self.leave(Leaving::TerminalGone, wall).await);
                }
                drawn = Some(wall());
                dirty = looking;
                continue;
            }
            let wake = if dirty { Some(frame_in.min(GATHER)) } else { self.state.next_tick() };
            let step = tokio::select! {
                biased;
                event = input.next() => self.input(event, terminal, console, wall()),
                Some(signal) = signals.next() => on_signal(signal, terminal, console),
                // With a frame to come anyway, observations gather: waking for each would take the
                // processor from the thread that stamps them.
                observation = next(&mut self.feed), if !dirty => {
                    self.observed(observation, wall());
                    Step::Draw
                }
                () = sleep(wake) => {
                    self.drain(wall());
                    if dirty || self.state.advance(wall()) { Step::Draw } else { Step::Wait }
                }
            };
            match step {
                Step::Wait => {}
                Step::Draw => dirty = true,
                Step::Leave(how) => return Ok(self.leave(how, wall).await),
            }
        }
    }

    fn draw<B: Backend>(&mut self, terminal: &mut Terminal<B>) -> Result<(), B::Error> {
        let mut hits = HitMap::default();
        terminal.draw(|frame| hits = draw(frame, &self.state, &self.theme))?;
        if let Some((area, first)) = hits.rows {
            self.state.list.top = first;
            self.state.page = usize::from(area.height).max(1);
        }
        if let Overlay::Help(scroll) | Overlay::Detail { scroll, .. } = &mut self.state.overlay {
            *scroll = (*scroll).min(hits.overlay_end);
        }
        self.hits = hits;
        Ok(())
    }

    /// Looks through what came for the filter. True when the next frame goes on with it.
    fn look(&mut self) -> bool {
        let State { list, .. } = &mut self.state;
        let mut taken = std::mem::take(list);
        let more = taken.look(self.state.recording());
        self.state.list = taken;
        more
    }

    fn drain(&mut self, wall: Duration) {
        for _ in 0..DRAIN {
            let Some(observation) = self.feed.as_mut().and_then(Feed::try_next) else { return };
            self.observed(Some(observation), wall);
        }
    }

    fn observed(&mut self, observation: Option<crate::trace::Observation>, wall: Duration) {
        if let Some(observation) = observation {
            self.host.observed(&observation);
            self.state.push(observation, wall);
        } else {
            self.feed = None;
            self.state.end();
        }
    }

    /// Leaves: a request that still runs is ended, and its last words are heard.
    async fn leave(&mut self, how: Leaving, wall: &dyn Fn() -> Duration) -> Leaving {
        if let Some(mut feed) = self.feed.take() {
            feed.cancel();
            let rest = async {
                while let Some(observation) = feed.next().await {
                    self.observed(Some(observation), wall());
                }
            };
            let _ = tokio::time::timeout(LAST_WORDS, rest).await;
        }
        how
    }

    fn input<B: Backend>(
        &mut self,
        event: Option<io::Result<Event>>,
        terminal: &mut Terminal<B>,
        console: &mut dyn Console,
        wall: Duration,
    ) -> Step {
        match event {
            // A stop and its continuation interrupt the read; nothing is lost by that.
            Some(Err(error)) if error.kind() == io::ErrorKind::Interrupted => Step::Draw,
            None | Some(Err(_)) => Step::Leave(Leaving::TerminalGone),
            Some(Ok(Event::Key(event))) => match Key::of(event) {
                Some(key) if self.edits_filter(key, &event) => Step::Draw,
                Some(key) => match keys::action(key) {
                    Some(action) => self.act(action, terminal, console, wall),
                    None => Step::Wait,
                },
                None => Step::Wait,
            },
            Some(Ok(Event::Paste(text))) => {
                if let Overlay::Filter(filter) = &mut self.state.overlay {
                    filter.push_str(text.lines().next().unwrap_or_default());
                }
                Step::Draw
            }
            Some(Ok(Event::Mouse(mouse))) => self.mouse(mouse, wall),
            Some(Ok(Event::Resize(..))) => Step::Draw,
            Some(Ok(_)) => Step::Wait,
        }
    }

    /// Takes the key into the filter that is being written. True when it was meant for it.
    fn edits_filter(&mut self, key: Key, event: &crossterm::event::KeyEvent) -> bool {
        let Overlay::Filter(text) = &mut self.state.overlay else { return false };
        let Some(edit) = keys::edit(key, event) else { return false };
        match edit {
            keys::Edit::Insert(c) => text.push(c),
            keys::Edit::Delete => _ = text.pop(),
            keys::Edit::DeleteWord => {
                let kept = text.trim_end().rfind(char::is_whitespace).map_or(0, |at| at + 1);
                text.truncate(kept);
            }
            keys::Edit::Clear => text.clear(),
            keys::Edit::Leave => {
                self.state.overlay = Overlay::None;
                return true;
            }
            keys::Edit::Accept => {
                let filter = Filter::parse(text);
                self.state.overlay = Overlay::None;
                self.state.focus = Panel::Events;
                self.state.list.set_filter(filter);
                return true;
            }
        }
        // The list follows the filter while it is written.
        let filter = Filter::parse(text);
        self.state.list.set_filter(filter);
        self.state.focus = Panel::Events;
        true
    }

    fn act<B: Backend>(
        &mut self,
        action: Action,
        terminal: &mut Terminal<B>,
        console: &mut dyn Console,
        wall: Duration,
    ) -> Step {
        match update(&mut self.state, action, wall) {
            None => Step::Draw,
            Some(Effect::Quit) => Step::Leave(Leaving::Quit),
            Some(Effect::Cancel) => {
                if let Some(feed) = &self.feed {
                    feed.cancel();
                }
                Step::Draw
            }
            Some(Effect::Suspend) => suspend(terminal, console),
            Some(Effect::Redraw) => redraw(terminal),
            Some(effect) => {
                let message = self.carry_out(effect, console);
                self.state.message = Some(message);
                Step::Draw
            }
        }
    }

    /// Does what has an answer in one sentence.
    fn carry_out(&mut self, effect: Effect, console: &mut dyn Console) -> String {
        match effect {
            Effect::Save => self.host.save(self.state.recording()).unwrap_or_else(|why| why),
            Effect::Copy => {
                let text = self.summary();
                match console.copy(&text) {
                    Ok(()) => format!("{} bytes sent to the clipboard, if the terminal allows it (OSC 52)", text.len()),
                    Err(_) => "the terminal took no copy".to_owned(),
                }
            }
            Effect::Resend => self.resend(),
            Effect::Mouse => {
                self.mouse = !self.mouse;
                let _ = console.mouse(self.mouse);
                if self.mouse { "mouse on; Shift or Option with it selects text" } else { "mouse off" }.to_owned()
            }
            _ => {
                if self.theme.depth == Depth::None {
                    return "no colours here (NO_COLOR, or the terminal has none)".to_owned();
                }
                self.theme = self.theme.next();
                format!("theme: {}", self.theme.look.word())
            }
        }
    }

    /// The plain report, as it goes into a ticket.
    fn summary(&self) -> String {
        let options = PlainOptions {
            ascii: self.theme.glyphs.is_ascii(),
            thresholds: self.state.thresholds.clone(),
            ..PlainOptions::default()
        };
        plain_summary(self.state.recording(), &options)
    }

    fn resend(&mut self) -> String {
        if self.state.is_open() {
            return "the request still runs; Ctrl-C ends it".to_owned();
        }
        match self.host.resend() {
            Ok(feed) => {
                self.state = self.state.again(&feed);
                self.feed = Some(feed);
                "sent again".to_owned()
            }
            Err(why) => why,
        }
    }

    fn mouse(&mut self, mouse: MouseEvent, wall: Duration) -> Step {
        let at = Position { x: mouse.column, y: mouse.row };
        let over = self.hits.panels.iter().find(|(_, area)| area.contains(at)).map(|(panel, _)| *panel);
        match mouse.kind {
            MouseEventKind::ScrollUp | MouseEventKind::ScrollDown => {
                let up = mouse.kind == MouseEventKind::ScrollUp;
                let action = match (over, up) {
                    (Some(Panel::Waterfall), true) => Action::ZoomIn,
                    (Some(Panel::Waterfall), false) => Action::ZoomOut,
                    (_, true) => Action::Up,
                    (_, false) => Action::Down,
                };
                update(&mut self.state, action, wall);
                Step::Draw
            }
            MouseEventKind::Down(MouseButton::Left) => {
                if let Some(panel) = over {
                    self.state.focus = panel;
                }
                self.click(at, wall);
                Step::Draw
            }
            _ => Step::Wait,
        }
    }

    fn click(&mut self, at: Position, wall: Duration) {
        if let Some((rows, first)) = self.hits.rows
            && rows.contains(at)
        {
            let events = self.state.events();
            self.state.list.select_row(first + usize::from(at.y.saturating_sub(rows.y)), events);
        } else if let Some((area, scale)) = &self.hits.plot
            && area.contains(at)
        {
            let moment = scale.moment(at.x.saturating_sub(area.x));
            self.state.steer(wall, |playback, recording| playback.seek(recording, moment));
        }
    }
}

/// What the loop does next.
enum Step {
    Wait,
    Draw,
    Leave(Leaving),
}

fn on_signal<B: Backend>(signal: Signal, terminal: &mut Terminal<B>, console: &mut dyn Console) -> Step {
    match signal {
        Signal::End => Step::Leave(Leaving::Signal),
        Signal::HangUp => Step::Leave(Leaving::TerminalGone),
        Signal::Suspend => suspend(terminal, console),
        Signal::Continued => redraw(terminal),
    }
}

fn suspend<B: Backend>(terminal: &mut Terminal<B>, console: &mut dyn Console) -> Step {
    match console.suspend() {
        Ok(()) => redraw(terminal),
        Err(_) => Step::Leave(Leaving::TerminalGone),
    }
}

/// Forgets what was drawn. `Terminal::clear` would ask the terminal for its cursor, whose answer the
/// input takes away; a resize to the same size clears without a question.
fn redraw<B: Backend>(terminal: &mut Terminal<B>) -> Step {
    let cleared = terminal.size().and_then(|size| terminal.resize(Rect::from((Position::ORIGIN, size))));
    if cleared.is_ok() { Step::Draw } else { Step::Leave(Leaving::TerminalGone) }
}

/// The next observation; never, when nothing feeds.
async fn next(feed: &mut Option<Feed>) -> Option<crate::trace::Observation> {
    match feed {
        Some(feed) => feed.next().await,
        None => std::future::pending().await,
    }
}

async fn sleep(time: Option<Duration>) {
    match time {
        Some(time) => tokio::time::sleep(time).await,
        None => std::future::pending().await,
    }
}
