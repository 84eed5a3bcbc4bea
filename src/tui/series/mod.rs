//! A request that is repeated: one row a request, the sample below.

mod draw;
mod row;

use std::{collections::BTreeMap, io, time::Duration};

use crossterm::event::Event;
use ratatui::{Frame, layout::Position};
use row::{COLUMNS, Row};
use tokio::time::Instant;

use super::{
    desk::{Ask, Desk},
    draw::HitMap,
    keymap::Keymap,
    keys::Action,
    panels::header,
    place::Place,
    stage::{Scene, Step, copy},
    state::State,
    terminal::Console,
    theme::Theme,
};
use crate::{
    report::compare::{Distribution, has_failed},
    source::Feed,
    trace::{Observation, Recording},
};

/// The most observations taken in between two looks at the keyboard.
const DRAIN: usize = 16_384;

/// How long an ended request may take to say its last when the user leaves.
const LAST_WORDS: Duration = Duration::from_millis(500);

/// How often a request is sent.
#[derive(Clone, Copy, Debug)]
pub struct Plan {
    /// So many times before, to warm up; these are not counted.
    pub warmup: u32,
    /// So many times, counted.
    pub count: u32,
    /// With so much time between two.
    pub pause: Duration,
}

impl Plan {
    const fn total(&self) -> u32 {
        self.warmup.saturating_add(self.count)
    }
}

/// What the screen asks of the program that repeats a request.
pub trait Sender {
    /// Sends the next request.
    ///
    /// # Errors
    /// When the system gives no thread for it.
    fn send(&mut self) -> io::Result<Feed>;
    /// Takes a request that has ended, and whether it belongs to the sample.
    ///
    /// # Errors
    /// When what it is written to fails.
    fn ended(&mut self, recording: &Recording, counted: bool) -> io::Result<()>;
    /// The statistics so far, as text.
    fn statistics(&self) -> String;
}

/// A request under way.
struct Running {
    state: State,
    feed: Feed,
}

/// What comes from elsewhere.
pub enum News {
    /// Something happened to the request that runs; `None` when it has ended.
    Observation(Option<Observation>),
    /// The time for the next request has come.
    Due,
}

/// A series on a screen.
pub struct SeriesScreen<'h> {
    plan: Plan,
    sender: &'h mut dyn Sender,
    rows: Vec<Row>,
    running: Option<Running>,
    due: Option<Instant>,
    sample: Sample,
    about: Vec<String>,
    cancelled: bool,
    failure: Option<io::Error>,
    follows: bool,
    /// The row that the user picked, for what the table has no column for.
    selected: Option<usize>,
    hits: HitMap,
    desk: Desk,
}

/// What is known of the requests that are counted.
#[derive(Debug, Default)]
struct Sample {
    /// One for each column: t2 to t6, and the speed.
    columns: [Distribution; 6],
    outcomes: BTreeMap<&'static str, (u32, bool)>,
}

impl<'h> SeriesScreen<'h> {
    /// Before the first request.
    pub fn new(plan: Plan, sender: &'h mut dyn Sender, theme: Theme, keys: Keymap) -> Self {
        Self {
            plan,
            sender,
            rows: Vec::new(),
            running: None,
            due: None,
            sample: Sample::default(),
            about: Vec::new(),
            cancelled: false,
            failure: None,
            follows: true,
            selected: None,
            hits: HitMap::default(),
            desk: Desk::new(Place::Series, theme, keys),
        }
    }

    /// Whether every request was sent and none was cancelled.
    ///
    /// # Errors
    /// What the sender failed of.
    pub fn finish(self) -> io::Result<bool> {
        let complete = !self.cancelled && self.rows.len() as u64 >= u64::from(self.plan.total());
        self.failure.map_or(Ok(complete), Err)
    }

    /// Sends the next request. One that cannot be sent is the end of the series.
    pub fn send(&mut self) {
        self.due = None;
        match self.sender.send() {
            Ok(feed) => {
                let state = State::live(&feed);
                self.about = header::request_words(&state);
                self.running = Some(Running { state, feed });
            }
            Err(error) => self.fail(error),
        }
    }

    fn fail(&mut self, error: io::Error) {
        self.desk.message = Some(format!("the series ends here: {error}"));
        self.failure = Some(error);
    }

    /// Which request comes next or runs, from 0.
    fn index(&self) -> u32 {
        u32::try_from(self.rows.len()).unwrap_or(u32::MAX)
    }

    fn is_warm_up(&self, index: u32) -> bool {
        index < self.plan.warmup
    }

    /// The row of the request that runs.
    fn running_row(&self) -> Option<Row> {
        let Running { state, .. } = self.running.as_ref()?;
        Some(Row::running(self.index(), self.plan.warmup, state))
    }

    /// The request that ran has ended.
    fn ended(&mut self) {
        let Some(Running { state, .. }) = self.running.take() else { return };
        self.about = header::request_words(&state);
        let index = self.index();
        let recording = state.into_recording();
        let counted = !self.is_warm_up(index);
        self.rows.push(Row::ended(index, self.plan.warmup, &recording));
        if counted {
            self.sample.count(&self.rows[self.plan.warmup as usize..]);
        }
        if let Err(error) = self.sender.ended(&recording, counted) {
            return self.fail(error);
        }
        if self.cancelled || index + 1 >= self.plan.total() {
            return;
        }
        if self.plan.pause.is_zero() { self.send() } else { self.due = Some(Instant::now() + self.plan.pause) }
    }

    fn observed(&mut self, observation: Option<Observation>, wall: Duration) {
        match (observation, &mut self.running) {
            (Some(observation), Some(running)) => running.state.push(observation, wall),
            _ => self.ended(),
        }
    }

    /// Selects the row under the mouse; again, or beside the rows, none.
    fn click(&mut self, at: Position) {
        let row = self.hits.row(at).filter(|row| *row < self.all());
        self.selected = row.filter(|row| self.selected != Some(*row));
    }

    /// Selects the next request that failed, round the end.
    fn select_failed(&mut self, forward: bool) {
        let failed: Vec<usize> = (0..self.rows.len()).filter(|row| self.rows[*row].failed()).collect();
        let here = self.selected;
        let next = if forward {
            failed.iter().find(|row| here.is_none_or(|here| **row > here)).or(failed.first())
        } else {
            failed.iter().rev().find(|row| here.is_none_or(|here| **row < here)).or(failed.last())
        };
        let Some(row) = next.copied() else {
            self.desk.message = Some("no request has failed".to_owned());
            return;
        };
        self.selected = Some(row);
        self.follows = false;
        self.desk.reveal(row);
    }

    /// How many rows the table has.
    fn all(&self) -> usize {
        self.rows.len() + usize::from(self.running.is_some())
    }

    /// Ends the series with the request that runs; true when there is nothing more to end.
    fn cancel(&mut self) -> bool {
        if self.cancelled || (self.running.is_none() && self.due.is_none()) {
            return true;
        }
        self.cancelled = true;
        self.due = None;
        if let Some(running) = &self.running {
            running.feed.cancel();
            self.desk.message = Some("cancelling · the same key again quits".to_owned());
        }
        false
    }
}

impl Sample {
    fn count(&mut self, rows: &[Row]) {
        self.columns = std::array::from_fn(|column| {
            Distribution::of_sample(rows.iter().map(|row| row.reached(column)), column == COLUMNS.len())
        });
        if let Some(row) = rows.last() {
            self.outcomes.entry(row.word()).or_insert((0, has_failed(row.outcome))).0 += 1;
        }
    }
}

impl Scene for SeriesScreen<'_> {
    type News = News;

    async fn news(&mut self) -> News {
        match (&mut self.running, self.due) {
            (Some(running), _) => News::Observation(running.feed.next().await),
            (None, Some(due)) => {
                tokio::time::sleep_until(due).await;
                News::Due
            }
            (None, None) => std::future::pending().await,
        }
    }

    fn take(&mut self, news: News, wall: Duration) {
        match news {
            News::Observation(observation) => self.observed(observation, wall),
            News::Due => self.send(),
        }
    }

    fn drain(&mut self, wall: Duration) {
        for _ in 0..DRAIN {
            let Some(running) = &mut self.running else { return };
            match running.feed.try_next() {
                None if !running.feed.is_over() => return,
                observation => self.observed(observation, wall),
            }
        }
    }

    fn advance(&mut self, wall: Duration) -> bool {
        self.running.as_mut().is_some_and(|running| running.state.advance(wall))
    }

    fn next_tick(&self) -> Option<Duration> {
        self.running.as_ref().and_then(|running| running.state.next_tick())
    }

    fn draw(&mut self, frame: &mut Frame<'_>) -> bool {
        draw::draw(self, frame);
        false
    }

    fn input(&mut self, event: Event, console: &mut dyn Console, _: Duration) -> Step {
        let ask = match self.desk.input(&event, console) {
            Ok(step) => {
                self.follows = self.desk.top >= self.desk.end;
                return step;
            }
            Err(ask) => ask,
        };
        match ask {
            Ask::Click(at) => self.click(at),
            Ask::Do(Action::Back) => self.selected = None,
            Ask::Do(Action::NextMatch) => self.select_failed(true),
            Ask::Do(Action::PreviousMatch) => self.select_failed(false),
            Ask::Do(Action::Copy) => self.desk.message = Some(copy(console, &self.sender.statistics())),
            Ask::Do(_) if self.cancel() => return Step::Leave(super::Leaving::Quit),
            Ask::Do(_) => {}
        }
        Step::Draw
    }

    /// The request that still runs is ended.
    async fn leave(&mut self, wall: &dyn Fn() -> Duration) {
        self.cancel();
        let rest = async {
            while self.running.is_some() {
                let news = self.news().await;
                self.take(news, wall());
            }
        };
        if tokio::time::timeout(LAST_WORDS, rest).await.is_err() {
            self.ended();
        }
    }
}
