//! The main screen: one request, live or played.

use std::time::Duration;

use crossterm::event::{Event, MouseButton, MouseEvent, MouseEventKind};
use ratatui::{Frame, layout::Position};

use super::{
    Host, Leaving,
    draw::{HitMap, draw},
    filter::Filter,
    key::{self, Key},
    keymap::Keymap,
    keys::Action,
    place::Place,
    stage::{Scene, Step, copy, next_look, turn_mouse},
    state::{Overlay, Panel, State},
    terminal::Console,
    theme::Theme,
    update::{Effect, update},
};
use crate::{
    report::{PlainOptions, plain_summary},
    source::Feed,
    trace::Observation,
};

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
    keys: Keymap,
    hits: HitMap,
    mouse: bool,
}

impl<'h> App<'h> {
    /// For a state and what feeds it.
    pub fn new(state: State, theme: Theme, feed: Option<Feed>, host: &'h mut dyn Host, keys: Keymap) -> Self {
        Self { state, theme, feed, host, keys, hits: HitMap::default(), mouse: false }
    }

    fn observed(&mut self, observation: Option<Observation>, wall: Duration) {
        if let Some(observation) = observation {
            self.host.observed(&observation);
            self.state.push(observation, wall);
        } else {
            self.feed = None;
            self.state.end();
        }
    }

    /// Takes the key into the filter that is being written. True when it was meant for it.
    fn edits_filter(&mut self, key: Key, event: &crossterm::event::KeyEvent) -> bool {
        let Overlay::Filter(text) = &mut self.state.overlay else { return false };
        let Some(edit) = key::edit(key, event) else { return false };
        match edit {
            key::Edit::Insert(c) => text.push(c),
            key::Edit::Delete => _ = text.pop(),
            key::Edit::DeleteWord => {
                let kept = text.trim_end().rfind(char::is_whitespace).map_or(0, |at| at + 1);
                text.truncate(kept);
            }
            key::Edit::Clear => text.clear(),
            key::Edit::Leave => {
                self.state.overlay = Overlay::None;
                return true;
            }
            key::Edit::Accept => {
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

    fn act(&mut self, action: Action, console: &mut dyn Console, wall: Duration) -> Step {
        match update(&mut self.state, action, wall) {
            None => Step::Draw,
            Some(Effect::Quit) => Step::Leave(Leaving::Quit),
            Some(Effect::Cancel) => {
                if let Some(feed) = &self.feed {
                    feed.cancel();
                }
                Step::Draw
            }
            Some(Effect::Suspend) => Step::Suspend,
            Some(Effect::Redraw) => Step::Redraw,
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
            Effect::Copy => copy(console, &self.summary()),
            Effect::Resend => self.resend(),
            Effect::Mouse => turn_mouse(&mut self.mouse, console),
            _ => next_look(&mut self.theme),
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
            return format!("the request still runs; {} ends it", self.keys.name(Action::Cancel));
        }
        let kept = self.host.is_keeping();
        match self.host.resend() {
            Ok(feed) => {
                self.state = self.state.again(&feed);
                self.feed = Some(feed);
                if !kept {
                    return "sent again".to_owned();
                }
                format!("sent again; --save holds the first, {} saves this one", self.keys.name(Action::Save))
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
                    self.state.look_at(panel);
                }
                self.click(at, wall);
                Step::Draw
            }
            _ => Step::Wait,
        }
    }

    fn click(&mut self, at: Position, wall: Duration) {
        if let Some(row) = self.hits.row(at) {
            let events = self.state.events();
            self.state.list.select_row(row, events);
        } else if let Some(moment) = self.hits.moment(at) {
            self.state.steer(wall, |playback, recording| playback.seek(recording, moment));
        }
    }
}

impl Scene for App<'_> {
    type News = Option<Observation>;

    async fn news(&mut self) -> Option<Observation> {
        match &mut self.feed {
            Some(feed) => feed.next().await,
            None => std::future::pending().await,
        }
    }

    fn is_pressing(&self) -> bool {
        self.host.is_keeping()
    }

    fn take(&mut self, news: Option<Observation>, wall: Duration) {
        self.observed(news, wall);
    }

    fn drain(&mut self, wall: Duration) {
        for _ in 0..DRAIN {
            let Some(observation) = self.feed.as_mut().and_then(Feed::try_next) else { return };
            self.observed(Some(observation), wall);
        }
    }

    fn advance(&mut self, wall: Duration) -> bool {
        self.state.advance(wall)
    }

    fn next_tick(&self) -> Option<Duration> {
        self.state.next_tick()
    }

    fn draw(&mut self, frame: &mut Frame<'_>) -> bool {
        let looking = self.state.look();
        let hits = draw(frame, &self.state, &self.theme, &self.keys);
        if let Some((area, first)) = hits.rows {
            self.state.list.top = first;
            self.state.page = usize::from(area.height).max(1);
        }
        self.state.panel_end = hits.panel_end;
        self.state.panel_top = self.state.panel_top.min(hits.panel_end);
        if let Overlay::Help(scroll) | Overlay::Detail { scroll, .. } = &mut self.state.overlay {
            *scroll = (*scroll).min(hits.overlay_end);
        }
        self.hits = hits;
        looking
    }

    fn input(&mut self, event: Event, console: &mut dyn Console, wall: Duration) -> Step {
        match event {
            Event::Key(event) => match Key::of(event) {
                Some(key) if self.edits_filter(key, &event) => Step::Draw,
                Some(key) => match self.keys.action(Place::Request, key) {
                    Some(action) => self.act(action, console, wall),
                    None => Step::Wait,
                },
                None => Step::Wait,
            },
            Event::Paste(text) => {
                if let Overlay::Filter(filter) = &mut self.state.overlay {
                    filter.push_str(text.lines().next().unwrap_or_default());
                }
                Step::Draw
            }
            Event::Mouse(mouse) => self.mouse(mouse, wall),
            _ => Step::Wait,
        }
    }

    /// A request that still runs is ended.
    async fn leave(&mut self, wall: &dyn Fn() -> Duration) {
        let Some(mut feed) = self.feed.take() else { return };
        feed.cancel();
        let rest = async {
            while let Some(observation) = feed.next().await {
                self.observed(Some(observation), wall());
            }
        };
        let _ = tokio::time::timeout(LAST_WORDS, rest).await;
    }
}
