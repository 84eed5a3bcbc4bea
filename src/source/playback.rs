use std::time::Duration;

use crate::{timeline::Micros, trace::Recording};

/// The slowest and the fastest speed that the keys reach.
const SPEEDS: (f64, f64) = (0.5, 16.0);

/// How long one observation is shown when a recording without times is played.
const ORDER_STEP: Micros = Micros::from_millis(50);

/// Which way to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Direction {
    /// Towards the start.
    Back,
    /// Towards the end.
    Forward,
}

/// A silence that is played shorter than it was.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Silence {
    /// The last thing before it.
    pub start: Micros,
    /// The first thing after it.
    pub end: Micros,
}

/// How a recording is played.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PlayOptions {
    /// How fast; 1 is real time.
    pub speed: f64,
    /// Where to open, paused; from the start, playing, when `None`.
    pub start_at: Option<Micros>,
    /// The longest silence that is waited through.
    pub idle_limit: Option<Micros>,
}

impl Default for PlayOptions {
    fn default() -> Self {
        Self { speed: 1.0, start_at: None, idle_limit: None }
    }
}

/// A virtual clock over a recording: which moment of it is shown.
///
/// Pure: wall time is an argument, counted from any fixed origin. A recording without event times
/// is played by order, one observation after the other.
#[derive(Clone, Debug)]
pub struct Playback {
    position: Micros,
    count: usize,
    speed: f64,
    playing: bool,
    wall: Duration,
    idle_limit: Option<Micros>,
    silences: Vec<Silence>,
    timed: bool,
}

impl Playback {
    /// Opens a recording.
    pub fn open(recording: &Recording, options: &PlayOptions, wall: Duration) -> Self {
        let mut playback = Self::pinned(recording, Micros::ZERO, wall);
        playback.speed = if options.speed.is_finite() && options.speed > 0.0 { options.speed } else { 1.0 };
        playback.playing = options.start_at.is_none();
        playback.idle_limit = options.idle_limit;
        playback.silences = options.idle_limit.map(|limit| silences(recording, limit)).unwrap_or_default();
        playback.seek(recording, options.start_at.unwrap_or_default());
        playback
    }

    /// Paused at a moment of a recording that may still grow.
    pub fn pinned(recording: &Recording, at: Micros, wall: Duration) -> Self {
        let timed = is_timed(recording);
        let mut playback = Self {
            position: Micros::ZERO,
            count: 0,
            speed: 1.0,
            playing: false,
            wall,
            idle_limit: None,
            silences: Vec::new(),
            timed,
        };
        playback.seek(recording, at);
        playback
    }

    /// The moment shown, from t0; `None` for a recording without times.
    pub fn at(&self) -> Option<Micros> {
        self.timed.then_some(self.position)
    }

    /// How many observations have happened at that moment: the horizon of the fold.
    pub const fn count(&self) -> usize {
        self.count
    }

    /// Whether it moves by itself.
    pub const fn is_playing(&self) -> bool {
        self.playing
    }

    /// How fast; 1 is real time.
    pub const fn speed(&self) -> f64 {
        self.speed
    }

    /// The silences that are played shorter than they were.
    pub fn silences(&self) -> &[Silence] {
        &self.silences
    }

    /// Whether the last moment is shown.
    pub fn is_at_end(&self, recording: &Recording) -> bool {
        self.count >= recording.observations().len()
    }

    /// Moves on to `wall`. Stops at the end, and stays there.
    pub fn advance(&mut self, recording: &Recording, wall: Duration) {
        let passed = wall.saturating_sub(self.wall);
        self.wall = wall;
        if !self.playing || passed.is_zero() {
            return;
        }
        let scaled = Micros::from_ms(passed.as_secs_f64() * 1_000.0 * self.speed).unwrap_or(Micros(u64::MAX));
        let to = self.pass(scaled);
        let before = self.count;
        self.seek(recording, to);
        // A step may have gone further than the clock: time alone never goes back.
        self.count = self.count.max(before);
        self.playing = !self.is_at_end(recording);
    }

    /// Plays or pauses. At the end it plays again from the start.
    pub fn toggle(&mut self, recording: &Recording, wall: Duration) {
        self.wall = wall;
        if !self.playing && self.is_at_end(recording) {
            self.seek(recording, Micros::ZERO);
        }
        self.playing = !self.playing;
    }

    /// Stops moving.
    pub const fn pause(&mut self) {
        self.playing = false;
    }

    /// Goes to a moment, capped at the last one.
    pub fn seek(&mut self, recording: &Recording, to: Micros) {
        self.position = to.min(self.end(recording));
        self.count = if self.timed {
            recording.count_at(self.position)
        } else {
            usize::try_from(self.position.0 / ORDER_STEP.0).unwrap_or(usize::MAX).min(recording.observations().len())
        };
    }

    /// Goes on or back by a duration.
    pub fn seek_by(&mut self, recording: &Recording, direction: Direction, by: Micros) {
        let to = match direction {
            Direction::Back => Micros(self.position.0.saturating_sub(by.0)),
            Direction::Forward => self.position.plus(by),
        };
        self.seek(recording, to);
    }

    /// Goes on or back by a share of the whole.
    pub fn seek_by_share(&mut self, recording: &Recording, direction: Direction, percent: u64) {
        let by = Micros(self.end(recording).0 / 100 * percent);
        self.seek_by(recording, direction, by);
    }

    /// Pauses and goes one event on or back, also among events of one moment.
    pub fn step(&mut self, recording: &Recording, direction: Direction) {
        self.pause();
        let shown = recording.events_in(self.count);
        let count = match direction {
            Direction::Forward => recording.event_position(shown).map_or(recording.observations().len(), |p| p + 1),
            Direction::Back if shown >= 2 => recording.event_position(shown - 2).map_or(0, |p| p + 1),
            Direction::Back => 0,
        };
        self.go_to_count(recording, count);
    }

    /// Goes to the state just after the given number of observations.
    pub fn go_to_count(&mut self, recording: &Recording, count: usize) {
        self.count = count.min(recording.observations().len());
        self.position = if self.timed {
            let last = self.count.checked_sub(1);
            let before = last.and_then(|last| recording.observations()[..=last].iter().rev().find_map(|o| o.at));
            before.unwrap_or_default()
        } else {
            Micros(self.count as u64 * ORDER_STEP.0)
        };
    }

    /// Goes to the neighbouring milestone, or to the start or end when there is none.
    pub fn milestone(&mut self, recording: &Recording, direction: Direction) {
        let here = self.position;
        let mut moments: Vec<Micros> = recording.latest().milestones.present().map(|(_, at)| at).collect();
        moments.sort_unstable();
        let target = match direction {
            Direction::Back => moments.into_iter().rev().find(|at| *at < here).unwrap_or_default(),
            Direction::Forward => moments.into_iter().find(|at| *at > here).unwrap_or_else(|| self.end(recording)),
        };
        self.seek(recording, target);
    }

    /// Doubles or halves the speed, between ½ and 16 times.
    pub fn change_speed(&mut self, direction: Direction) {
        let (slowest, fastest) = SPEEDS;
        self.speed = match direction {
            Direction::Back => (self.speed / 2.0).max(slowest.min(self.speed)),
            Direction::Forward => (self.speed * 2.0).min(fastest.max(self.speed)),
        };
    }

    /// The last moment, on this clock.
    fn end(&self, recording: &Recording) -> Micros {
        if self.timed {
            return recording.latest().now();
        }
        Micros(recording.observations().len() as u64 * ORDER_STEP.0)
    }

    /// Where the clock stands after `time` has passed, long silences cut to their limit.
    fn pass(&self, mut time: Micros) -> Micros {
        let mut at = self.position;
        let Some(limit) = self.idle_limit else { return at.plus(time) };
        let ahead = self.silences.partition_point(|silence| silence.end <= at);
        for silence in &self.silences[ahead..] {
            let cut = silence.start.plus(limit);
            let room = cut.since(at).unwrap_or_default();
            match time.since(room) {
                Some(rest) => (at, time) = (silence.end, rest),
                None => return at.plus(time),
            }
        }
        at.plus(time)
    }
}

/// Whether anything in the recording has a time to play by.
fn is_timed(recording: &Recording) -> bool {
    !recording.latest().untimed || recording.latest().now() > Micros::ZERO
}

fn silences(recording: &Recording, limit: Micros) -> Vec<Silence> {
    let mut silences = Vec::new();
    let mut last = Micros::ZERO;
    for at in recording.observations().iter().filter_map(|observation| observation.at) {
        if at.since(last).is_some_and(|length| length > limit) {
            silences.push(Silence { start: last, end: at });
        }
        last = last.max(at);
    }
    silences
}

#[cfg(test)]
#[path = "playback_tests.rs"]
mod tests;
