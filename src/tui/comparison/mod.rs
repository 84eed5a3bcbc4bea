//! The comparison: waterfalls one under the other on one scale, what differs above the figures.

mod draw;

use std::time::Duration;

use crossterm::event::Event;
use ratatui::Frame;

use super::{
    Leaving,
    desk::Desk,
    keys::Action,
    place::Place,
    stage::{Scene, Step, copy},
    terminal::Console,
    theme::Theme,
    zoom::{Window, zoomed},
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
    desk: Desk,
}

impl<'a> ComparisonScreen<'a> {
    /// For what is compared.
    pub fn new(comparison: &'a Comparison, sides: &'a [Side], theme: Theme, thresholds: Thresholds) -> Self {
        let desk = Desk::new(Place::Comparison, theme);
        Self { comparison, sides, thresholds, end: common_end(sides), zoom: None, desk }
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
        let action = match self.desk.input(&event) {
            Ok(step) => return step,
            Err(action) => action,
        };
        let action = match action {
            Action::Cancel => return Step::Leave(Leaving::Quit),
            Action::Copy => {
                self.desk.message = Some(copy(console, &self.plain()));
                return Step::Draw;
            }
            Action::SeekBack => Action::PanLeft,
            Action::SeekForward => Action::PanRight,
            action => action,
        };
        self.zoom = zoomed(self.zoom, self.end, None, action);
        Step::Draw
    }

    async fn leave(&mut self, _: &dyn Fn() -> Duration) {}
}
