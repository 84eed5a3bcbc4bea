//! What came in each column of a time scale: counted from the kept states of the recording, so that
//! a column costs at most the way from one of them and no frame looks at every event.

use super::scale::Scale;
use crate::{
    timeline::{Micros, Tag},
    trace::{Observation, Recording, Trace, What},
};

/// What came in one column.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Came {
    tags: [u64; Tag::ALL.len()],
    chars: u64,
}

impl Came {
    /// How many events of a tag, comment lines being heartbeats; `None` when none came.
    pub fn of(&self, tag: Tag) -> Option<u64> {
        Some(self.tags[tag as usize]).filter(|count| *count > 0)
    }

    /// Visible characters; `None` when none came.
    pub fn chars(&self) -> Option<u64> {
        Some(self.chars).filter(|count| *count > 0)
    }

    fn until(trace: &Trace) -> Self {
        let mut tags = trace.counts.by_tag;
        tags[Tag::Heartbeat as usize] = trace.counts.heartbeats();
        Self { tags, chars: trace.visible_chars }
    }

    fn add(&mut self, observation: &Observation) {
        match &observation.what {
            What::Event(event) => {
                self.tags[event.tag as usize] += 1;
                self.chars += u64::from(event.chars);
            }
            What::Heartbeat { .. } => self.tags[Tag::Heartbeat as usize] += 1,
            _ => {}
        }
    }

    fn since(&self, before: &Self) -> Self {
        let mut came = *self;
        came.tags.iter_mut().zip(before.tags).for_each(|(count, before)| *count = count.saturating_sub(before));
        came.chars = came.chars.saturating_sub(before.chars);
        came
    }
}

/// What came in each column of a scale, of the first `horizon` observations.
pub fn columns(recording: &Recording, horizon: usize, scale: &Scale) -> Vec<Came> {
    let mut walk = Walk { recording, horizon, position: 0, now: Micros::ZERO, sum: Came::default() };
    if recording.latest().now() == Micros::ZERO {
        // Without times nothing has a column.
        return vec![Came::default(); usize::from(scale.columns)];
    }
    let mut before = walk.until(scale.axis.start);
    let last = scale.columns.saturating_sub(1);
    (0..scale.columns)
        .map(|column| {
            let edge = scale.moment(column.saturating_add(1));
            // The right edge belongs to the last column.
            let sum = walk.until(if column == last { edge.plus(Micros(1)) } else { edge });
            sum.since(&std::mem::replace(&mut before, sum))
        })
        .collect()
}

/// The way through a recording from edge to edge, by leaps where there is a kept state.
struct Walk<'r> {
    recording: &'r Recording,
    horizon: usize,
    position: usize,
    now: Micros,
    sum: Came,
}

impl Walk<'_> {
    /// What came before a moment. What has no time, or a time that runs backwards, came when the
    /// clock stood.
    fn until(&mut self, edge: Micros) -> Came {
        let (count, trace) = self.recording.kept_before(edge, self.horizon);
        if count > self.position {
            (self.position, self.now, self.sum) = (count, trace.now(), Came::until(trace));
        }
        let ahead = self.recording.observations().get(self.position..self.horizon).unwrap_or_default();
        for observation in ahead {
            let now = observation.at.map_or(self.now, |at| at.max(self.now));
            if now >= edge {
                break;
            }
            self.now = now;
            self.sum.add(observation);
            self.position += 1;
        }
        self.sum
    }
}

#[cfg(test)]
mod tests {
    use super::{Came, Scale, columns};
    use crate::{
        report::Axis,
        timeline::{Micros, Tag},
        trace::Recording,
        tui::samples::{event, heartbeat, recording},
    };

    fn scale(start_ms: u64, end_ms: u64, columns: u16) -> Scale {
        Scale { axis: Axis::new(Micros::from_millis(start_ms), Micros::from_millis(end_ms)), columns }
    }

    fn arrivals(recording: &Recording, horizon: usize, scale: &Scale, tag: Tag) -> Vec<Option<u64>> {
        columns(recording, horizon, scale).iter().map(|came| came.of(tag)).collect()
    }

    #[test]
    fn columns_count_what_came_in_them_up_to_the_horizon() {
        let all = [
            event(0, Tag::Text, 2),
            event(99, Tag::Text, 3),
            event(100, Tag::Text, 5),
            heartbeat(150),
            event(250, Tag::Text, 7),
            event(400, Tag::Text, 11),
        ];
        let recording = recording(all);
        let scale = scale(0, 400, 4);
        assert_eq!(arrivals(&recording, 6, &scale, Tag::Text), [Some(2), Some(1), Some(1), Some(1)]);
        assert_eq!(arrivals(&recording, 3, &scale, Tag::Text), [Some(2), Some(1), None, None]);
        assert_eq!(arrivals(&recording, 6, &scale, Tag::Heartbeat), [None, Some(1), None, None]);
        let chars: Vec<_> = columns(&recording, 6, &scale).iter().map(Came::chars).collect();
        assert_eq!(chars, [Some(5), Some(5), Some(7), Some(11)]);
    }

    #[test]
    fn a_window_leaves_out_what_came_before_it() {
        let recording = recording((0..10).map(|i| event(i * 100, Tag::Reasoning, 0)));
        assert_eq!(arrivals(&recording, 10, &scale(500, 700, 2), Tag::Reasoning), [Some(1), Some(2)]);
    }

    #[test]
    fn leaps_over_kept_states_count_as_walking_does() {
        let recording = recording((0..9_000).map(|i| event(i / 3, if i % 7 == 0 { Tag::Tool } else { Tag::Text }, 1)));
        for horizon in [0, 1, 1_023, 1_024, 5_000, 9_000] {
            let walked = |from: u64, to: u64| {
                let events = (0..horizon as u64).filter(|i| (from..to).contains(&(i / 3)) && i % 7 == 0);
                Some(events.count() as u64).filter(|count| *count > 0)
            };
            let expected: Vec<_> = (0..5).map(|i| walked(400 + i * 400, 800 + i * 400 + u64::from(i == 4))).collect();
            assert_eq!(arrivals(&recording, horizon, &scale(400, 2_400, 5), Tag::Tool), expected, "{horizon}");
        }
    }
}
