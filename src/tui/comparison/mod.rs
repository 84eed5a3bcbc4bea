//! The comparison: waterfalls one under the other on one scale, what differs above the figures.

mod draw;

use std::time::Duration;

use crossterm::event::Event;
use ratatui::Frame;

use super::{
    Leaving,
    desk::{Ask, Desk},
    draw::HitMap,
    keymap::Keymap,
    keys::Action,
    place::Place,
    stage::{Scene, Step, copy},
    terminal::Console,
    theme::Theme,
    zoom::{Window, window, zoomed},
};
use crate::{
    report::{
        PlainOptions,
        compare::{Comparison, Side, common_end, comparison_plain},
    },
    timeline::Micros,
    trace::Thresholds,
};

/// Sides next to each other on a screen.
pub struct ComparisonScreen<'a> {
    comparison: &'a Comparison,
    sides: &'a [Side],
    thresholds: Thresholds,
    end: Micros,
    zoom: Option<Window>,
    /// The moment of the line through all pictures.
    cursor: Option<Micros>,
    hits: HitMap,
    desk: Desk,
}

impl<'a> ComparisonScreen<'a> {
    /// For what is compared.
    pub fn new(
        comparison: &'a Comparison,
        sides: &'a [Side],
        theme: Theme,
        thresholds: Thresholds,
        keys: Keymap,
    ) -> Self {
        let desk = Desk::new(Place::Comparison, theme, keys);
        let (end, hits) = (common_end(sides), HitMap::default());
        Self { comparison, sides, thresholds, end, zoom: None, cursor: None, hits, desk }
    }

    /// Puts the cursor at a moment, and keeps it on the screen; at the same again, takes it away.
    fn point_at(&mut self, moment: Option<Micros>) {
        self.cursor = moment.filter(|moment| self.cursor != Some(*moment));
        if let (Some(at), Some((start, stop))) = (self.cursor, self.zoom)
            && !(start..=stop).contains(&at)
        {
            self.zoom = Some(window(at, stop.since(start).unwrap_or_default(), self.end));
        }
    }

    /// The next milestone of any side that is drawn; the one before when not forward.
    fn milestone(&self, forward: bool) -> Option<Micros> {
        let drawn = self.sides.iter().filter_map(Side::typical);
        let all = drawn.flat_map(|sample| sample.trace.milestones.present().map(|(_, at)| at).collect::<Vec<_>>());
        if forward {
            all.filter(|at| self.cursor.is_none_or(|here| *at > here)).min()
        } else {
            all.filter(|at| self.cursor.is_none_or(|here| *at < here)).max()
        }
    }

    fn plain(&self) -> String {
        let options = PlainOptions {
            ascii: self.desk.theme.glyphs.is_ascii(),
            thresholds: self.thresholds.clone(),
            ..PlainOptions::default()
        };
        comparison_plain(self.comparison, self.sides, &options)
    }
}

impl Scene for ComparisonScreen<'_> {
    type News = ();

    async fn news(&mut self) {
        std::future::pending::<()>().await;
    }

    fn take(&mut self, (): (), _: Duration) {}

    fn drain(&mut self, _: Duration) {}

    fn advance(&mut self, _: Duration) -> bool {
        false
    }

    fn next_tick(&self) -> Option<Duration> {
        None
    }

    fn draw(&mut self, frame: &mut Frame<'_>) -> bool {
        draw::draw(self, frame);
        false
    }

    fn input(&mut self, event: Event, console: &mut dyn Console, _: Duration) -> Step {
        let action = match self.desk.input(&event, console) {
            Ok(step) => return step,
            Err(Ask::Click(at)) => {
                self.point_at(self.hits.moment(at));
                return Step::Draw;
            }
            Err(Ask::Do(action)) => action,
        };
        let action = match action {
            Action::Cancel => return Step::Leave(Leaving::Quit),
            Action::Back => {
                self.cursor = None;
                return Step::Draw;
            }
            Action::NextMilestone | Action::PreviousMilestone => {
                if let Some(at) = self.milestone(action == Action::NextMilestone) {
                    self.point_at(Some(at));
                }
                return Step::Draw;
            }
            Action::Copy => {
                self.desk.message = Some(copy(console, &self.plain()));
                return Step::Draw;
            }
            Action::SeekBack => Action::PanLeft,
            Action::SeekForward => Action::PanRight,
            action => action,
        };
        self.zoom = zoomed(self.zoom, self.end, self.cursor, action);
        Step::Draw
    }

    async fn leave(&mut self, _: &dyn Fn() -> Duration) {}
}
