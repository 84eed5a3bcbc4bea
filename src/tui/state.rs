//! What is shown, without how: the recording, the moment, the selection. Knows no theme and no
//! terminal.

use std::time::Duration;

use super::list::EventList;
use crate::{
    report::Axis,
    source::{Feed, PlayOptions, Playback, Remarks},
    timeline::{Micros, Milestone},
    trace::{Diagnosis, Observation, Recording, Thresholds, Trace, diagnose},
};

/// A recording with at least this many observations to catch up is folded anew from a checkpoint.
const CATCH_UP: usize = 2_048;

/// Whether observations still come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Source {
    /// The request runs.
    Running,
    /// The user asked for its end.
    Cancelling,
    /// Everything has come.
    Ended,
    /// A recording is played.
    Replay,
}

/// Which moment of the recording is shown.
#[derive(Clone, Debug)]
pub enum Course {
    /// The newest, always.
    Live,
    /// The one that the user steers to.
    Steered(Playback),
}

/// What lies over the panels, or takes the keys.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Overlay {
    /// Nothing.
    None,
    /// The help, scrolled by some lines.
    Help(usize),
    /// The selected event.
    Detail {
        /// Scrolled by some lines.
        scroll: usize,
        /// Its data as sent, not set out.
        raw: bool,
    },
    /// A filter is being written.
    Filter(String),
}

/// A panel that can have the focus.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Panel {
    /// The waterfall with its arrivals.
    Waterfall,
    /// The milestones and the speed.
    Milestones,
    /// The diagnosis.
    Diagnosis,
    /// The visible rate.
    Rate,
    /// The event list.
    Events,
}

impl Panel {
    /// The order of the focus.
    pub const ALL: [Self; 5] = [Self::Waterfall, Self::Milestones, Self::Rate, Self::Diagnosis, Self::Events];
}

/// What the screen is about.
#[derive(Clone, Debug)]
pub struct State {
    recording: Recording,
    view: Trace,
    horizon: usize,
    /// Whether observations still come.
    pub source: Source,
    course: Course,
    now: Micros,
    /// Where the wall clock stood at t0, as near as the arrivals tell.
    origin: Option<Duration>,
    /// What lies over the panels.
    pub overlay: Overlay,
    /// The panel with the focus.
    pub focus: Panel,
    /// The list of events.
    pub list: EventList,
    /// The part of the time that is shown; all of it when `None`.
    pub zoom: Option<(Micros, Micros)>,
    /// One sentence in the footer, until the next key.
    pub message: Option<String>,
    /// What counts as slow.
    pub thresholds: Thresholds,
    /// What the source says in sentences.
    pub remarks: Remarks,
    /// How far the panel with the focus is scrolled.
    pub panel_top: usize,
    /// How far it can be, as it was drawn last: not at all when it shows all it has.
    pub panel_end: usize,
    /// Rows of the event list as drawn last: a page.
    pub page: usize,
}

impl State {
    /// A request that runs.
    pub fn live(feed: &Feed) -> Self {
        let recording = Recording::new(feed.header.clone());
        Self { remarks: feed.remarks(), ..Self::new(recording, Source::Running, Course::Live) }
    }

    /// The same request sent again: what the user set stays.
    pub fn again(&self, feed: &Feed) -> Self {
        Self { thresholds: self.thresholds.clone(), focus: self.focus, ..Self::live(feed) }
    }

    /// A recording that is played.
    pub fn replay(recording: Recording, options: &PlayOptions, wall: Duration) -> Self {
        let playback = Playback::open(&recording, options, wall);
        let mut state = Self::new(recording, Source::Replay, Course::Steered(playback));
        state.advance(wall);
        state
    }

    fn new(recording: Recording, source: Source, course: Course) -> Self {
        Self {
            view: recording.at(0),
            recording,
            horizon: 0,
            source,
            course,
            now: Micros::ZERO,
            origin: None,
            overlay: Overlay::None,
            focus: Panel::Waterfall,
            list: EventList::default(),
            zoom: None,
            message: None,
            thresholds: Thresholds::default(),
            remarks: Remarks::default(),
            panel_top: 0,
            panel_end: 0,
            page: 1,
        }
    }

    /// Takes in what happened, at the given wall time.
    pub fn push(&mut self, observation: Observation, wall: Duration) {
        if let Some(at) = observation.at {
            let origin = wall.saturating_sub(at.duration());
            self.origin = Some(self.origin.map_or(origin, |known| known.min(origin)));
        }
        self.recording.push(observation);
    }

    /// The source has ended.
    pub fn end(&mut self) {
        if self.source == Source::Cancelling {
            self.message = None;
        }
        if self.source != Source::Replay {
            self.source = Source::Ended;
        }
    }

    /// Brings the view to the wall time. True when what is shown has changed.
    pub fn advance(&mut self, wall: Duration) -> bool {
        let before = (self.horizon, self.shown_tenth(), self.recording.observations().len());
        match &mut self.course {
            Course::Live => {
                let clock = self.origin.map(|origin| Micros::from(wall.saturating_sub(origin)));
                let running = self.recording.latest().milestones.get(Milestone::T7).is_none() && self.is_open();
                let latest = self.recording.latest().now();
                self.now = clock.filter(|_| running).unwrap_or(latest).max(latest);
            }
            Course::Steered(playback) => {
                playback.advance(&self.recording, wall);
                self.now = playback.at().unwrap_or_default();
            }
        }
        self.refold();
        before != (self.horizon, self.shown_tenth(), self.recording.observations().len())
    }

    /// Steers the moment shown; a live view is pinned first, where it stands.
    pub fn steer(&mut self, wall: Duration, turn: impl FnOnce(&mut Playback, &Recording)) {
        if matches!(self.course, Course::Live) {
            let mut pinned = Playback::pinned(&self.recording, self.now, wall);
            pinned.go_to_count(&self.recording, self.horizon);
            self.course = Course::Steered(pinned);
        }
        if let Course::Steered(playback) = &mut self.course {
            turn(playback, &self.recording);
            self.now = playback.at().unwrap_or_default();
        }
        self.refold();
    }

    /// Pauses or goes on: a request that runs comes back to its newest moment, anything else plays.
    pub fn toggle_pause(&mut self, wall: Duration) {
        match (&self.course, self.is_open()) {
            (Course::Live, true) => self.steer(wall, |playback, _| playback.pause()),
            (Course::Steered(_), true) => self.go_live(wall),
            (_, false) => self.steer(wall, |playback, recording| playback.toggle(recording, wall)),
        }
    }

    /// Back to the newest moment of a request that runs; the end of anything else.
    pub fn go_live(&mut self, wall: Duration) {
        if self.is_open() {
            self.course = Course::Live;
            self.advance(wall);
        } else {
            self.steer(wall, |playback, recording| {
                playback.pause();
                playback.go_to_count(recording, recording.observations().len());
            });
        }
    }

    /// Gives a panel the focus; one that had none starts at its top.
    pub fn look_at(&mut self, panel: Panel) {
        if self.focus != panel {
            // Until it is drawn nobody knows how much of it has room, and keys may come before that.
            let scrolls = matches!(panel, Panel::Milestones | Panel::Diagnosis);
            (self.focus, self.panel_top) = (panel, 0);
            self.panel_end = if scrolls { usize::MAX } else { 0 };
        }
    }

    /// Whether a request still runs.
    pub const fn is_open(&self) -> bool {
        matches!(self.source, Source::Running | Source::Cancelling)
    }

    /// How long until the picture changes by itself; `None` when it does not.
    pub fn next_tick(&self) -> Option<Duration> {
        match &self.course {
            Course::Live => self.is_open().then_some(Duration::from_millis(100)),
            Course::Steered(playback) => playback.is_playing().then_some(Duration::from_millis(33)),
        }
    }

    /// Everything that came.
    pub const fn recording(&self) -> &Recording {
        &self.recording
    }

    /// Gives everything that came.
    pub fn into_recording(self) -> Recording {
        self.recording
    }

    /// The fold at the moment shown.
    pub const fn view(&self) -> &Trace {
        &self.view
    }

    /// How many observations the view has folded.
    pub const fn horizon(&self) -> usize {
        self.horizon
    }

    /// Which moment is shown.
    pub const fn course(&self) -> &Course {
        &self.course
    }

    /// The moment shown, from t0.
    pub const fn now(&self) -> Micros {
        self.now
    }

    /// How many events the view has.
    pub fn events(&self) -> usize {
        self.recording.events_in(self.horizon)
    }

    /// Looks through what came for the filter. True when there is more to look through.
    pub fn look(&mut self) -> bool {
        self.list.look(&self.recording)
    }

    /// Whether the view shows what still goes on.
    pub fn is_running(&self) -> bool {
        self.view.milestones.get(Milestone::T7).is_none()
            && match &self.course {
                Course::Live => self.is_open(),
                Course::Steered(playback) => self.is_open() || !playback.is_at_end(&self.recording),
            }
    }

    /// Whether the source gives no times at all.
    pub fn is_untimed(&self) -> bool {
        let latest = self.recording.latest();
        latest.untimed && latest.now() == Micros::ZERO
    }

    /// What is slow at the moment shown.
    pub fn diagnosis(&self) -> Diagnosis {
        diagnose(&self.view, &self.thresholds, self.is_running().then_some(self.now))
    }

    /// The moment of the cursor line: the selected event, or where a steered view stands.
    pub fn cursor(&self) -> Option<Micros> {
        if !self.list.follows() {
            let event = self.list.selected_event(self.events())?;
            return self.recording.event(event)?.0;
        }
        match &self.course {
            Course::Live => None,
            Course::Steered(playback) => playback.at().filter(|_| !playback.is_at_end(&self.recording)),
        }
    }

    /// The axis of everything that has a moment: the zoomed part, else all of it. It grows in steps
    /// while the request runs.
    pub fn axis(&self) -> Axis {
        let (start, end) = self.zoom.unwrap_or((Micros::ZERO, self.full_end()));
        Axis::new(start, end)
    }

    /// The right edge when nothing is zoomed.
    pub fn full_end(&self) -> Micros {
        let last = self.recording.latest().now();
        if self.is_open() { Axis::growing_end(last.max(self.now)) } else { last }
    }

    fn shown_tenth(&self) -> u64 {
        match &self.course {
            Course::Live => self.now.0 / 100_000,
            // Played back, the moving edge is worth a frame.
            Course::Steered(_) => self.now.0,
        }
    }

    /// Moves the fold to the horizon of the moment shown.
    fn refold(&mut self) {
        let all = self.recording.observations().len();
        let to = match &self.course {
            Course::Live => all,
            Course::Steered(playback) => playback.count().min(all),
        };
        if to >= self.horizon && to - self.horizon < CATCH_UP {
            for observation in &self.recording.observations()[self.horizon..to] {
                self.view.apply(observation);
            }
        } else {
            self.view = self.recording.at(to);
        }
        self.horizon = to;
    }
}
