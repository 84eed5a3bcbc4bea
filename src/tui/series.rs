//! When things of each kind came: an index that grows with the recording, so that counting a
//! column costs two searches and no frame looks at every event.

use super::scale::Scale;
use crate::{
    timeline::{Micros, Tag},
    trace::{Observation, What},
};

/// One thing that came.
#[derive(Clone, Copy, Debug)]
struct Point {
    at: Micros,
    /// Which observation it is.
    position: usize,
    /// The sum over this and all before it.
    sum: u64,
}

/// Things of one kind, in order.
#[derive(Clone, Debug, Default)]
struct Line(Vec<Point>);

impl Line {
    fn push(&mut self, at: Micros, position: usize, amount: u64) {
        let last = self.0.last().copied();
        // A time that runs backwards would break the search: it counts where the clock stood.
        let at = last.map_or(at, |last| last.at.max(at));
        self.0.push(Point { at, position, sum: last.map_or(0, |last| last.sum).saturating_add(amount) });
    }

    /// The amount in each column, of what is among the first `horizon` observations; `None` where
    /// nothing came.
    fn columns(&self, scale: &Scale, horizon: usize) -> Vec<Option<u64>> {
        let shown = &self.0[..self.0.partition_point(|point| point.position < horizon)];
        let last = scale.columns.saturating_sub(1);
        let mut from = shown.partition_point(|point| point.at < scale.axis.start);
        (0..scale.columns)
            .map(|column| {
                let edge = scale.moment(column.saturating_add(1));
                let length = shown[from..].partition_point(|p| p.at < edge || (column == last && p.at == edge));
                let to = from + length;
                let before = from.checked_sub(1).map_or(0, |i| shown[i].sum);
                let amount = (length > 0).then(|| shown[to - 1].sum.saturating_sub(before));
                from = to;
                amount
            })
            .collect()
    }
}

/// The index over one recording.
#[derive(Clone, Debug)]
pub struct Series {
    tags: Vec<Line>,
    heartbeats: Line,
    text: Line,
    taken: usize,
}

impl Default for Series {
    fn default() -> Self {
        Self {
            tags: vec![Line::default(); Tag::ALL.len()],
            heartbeats: Line::default(),
            text: Line::default(),
            taken: 0,
        }
    }
}

impl Series {
    /// Takes in the next observation.
    pub fn push(&mut self, observation: &Observation) {
        let position = self.taken;
        self.taken += 1;
        let Some(at) = observation.at else { return };
        match &observation.what {
            What::Event(event) => {
                match event.tag {
                    Tag::Heartbeat => self.heartbeats.push(at, position, 1),
                    tag => self.tags[tag as usize].push(at, position, 1),
                }
                if event.chars > 0 {
                    self.text.push(at, position, u64::from(event.chars));
                }
            }
            What::Heartbeat { .. } => self.heartbeats.push(at, position, 1),
            _ => {}
        }
    }

    /// How many events of a tag, or heartbeats, came in each column.
    pub fn arrivals(&self, tag: Tag, scale: &Scale, horizon: usize) -> Vec<Option<u64>> {
        let line = if tag == Tag::Heartbeat { &self.heartbeats } else { &self.tags[tag as usize] };
        line.columns(scale, horizon)
    }

    /// Visible characters per second in each column; `None` where none came.
    pub fn rate(&self, scale: &Scale, horizon: usize) -> Vec<Option<f64>> {
        let seconds = scale.column_secs();
        self.text
            .columns(scale, horizon)
            .into_iter()
            .map(|chars| chars.filter(|_| seconds > 0.0).map(|chars| chars as f64 / seconds))
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::{Scale, Series};
    use crate::{
        report::Axis,
        timeline::{Micros, Tag},
        tui::samples::{event, heartbeat},
    };

    fn scale(end_ms: u64, columns: u16) -> Scale {
        Scale { axis: Axis::new(Micros(0), Micros::from_millis(end_ms)), columns }
    }

    #[test]
    fn columns_count_what_came_in_them_up_to_the_horizon() {
        let mut series = Series::default();
        for (ms, chars) in [(0, 2), (99, 3), (100, 5), (250, 7), (400, 11)] {
            series.push(&event(ms, Tag::Text, chars));
        }
        series.push(&heartbeat(150));
        let scale = scale(400, 4);
        assert_eq!(series.arrivals(Tag::Text, &scale, 99), [Some(2), Some(1), Some(1), Some(1)]);
        assert_eq!(series.arrivals(Tag::Text, &scale, 3), [Some(2), Some(1), None, None]);
        assert_eq!(series.arrivals(Tag::Heartbeat, &scale, 99), [None, Some(1), None, None]);
        assert_eq!(series.rate(&scale, 99), [Some(50.0), Some(50.0), Some(70.0), Some(110.0)]);
    }

    #[test]
    fn a_window_leaves_out_what_came_before_it() {
        let mut series = Series::default();
        (0..10).for_each(|i| series.push(&event(i * 100, Tag::Reasoning, 0)));
        let scale = Scale { axis: Axis::new(Micros::from_millis(500), Micros::from_millis(700)), columns: 2 };
        assert_eq!(series.arrivals(Tag::Reasoning, &scale, 99), [Some(1), Some(2)]);
    }
}
