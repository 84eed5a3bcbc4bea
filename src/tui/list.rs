//! The list of events: what passes the filter, which row is selected, whether it follows.

use super::filter::Filter;
use crate::trace::Recording;

/// How many events are looked through before the screen is drawn again.
const BATCH: usize = 100_000;

/// The rows of the event list. Without a filter row n is event n; with one an index of the events
/// that pass grows as events come.
#[derive(Clone, Debug)]
pub struct EventList {
    filter: Filter,
    matches: Vec<usize>,
    looked_at: usize,
    /// The selected event; the newest when it follows.
    selected: usize,
    follow: bool,
    /// The first row on screen, as it was drawn last.
    pub top: usize,
}

impl Default for EventList {
    fn default() -> Self {
        Self { filter: Filter::default(), matches: Vec::new(), looked_at: 0, selected: 0, follow: true, top: 0 }
    }
}

impl EventList {
    /// The filter in use.
    pub const fn filter(&self) -> &Filter {
        &self.filter
    }

    /// Uses another filter, from the next [`EventList::look`] on.
    pub fn set_filter(&mut self, filter: Filter) {
        self.filter = filter;
        self.matches.clear();
        self.looked_at = 0;
    }

    /// Looks through the next events that came. True when there are more to look through.
    pub fn look(&mut self, recording: &Recording) -> bool {
        if self.filter.is_empty() {
            return false;
        }
        let end = recording.event_count().min(self.looked_at + BATCH);
        for index in self.looked_at..end {
            if recording.event(index).is_some_and(|(_, event)| self.filter.matches(event)) {
                self.matches.push(index);
            }
        }
        self.looked_at = end;
        end < recording.event_count()
    }

    /// The share of the events that was looked through, in percent; `None` when all were.
    pub fn progress(&self, recording: &Recording) -> Option<usize> {
        let total = recording.event_count();
        (!self.filter.is_empty() && self.looked_at < total).then(|| self.looked_at * 100 / total.max(1))
    }

    /// How many rows there are among the first `events` events.
    pub fn len(&self, events: usize) -> usize {
        if self.filter.is_empty() { events } else { self.matches.partition_point(|index| *index < events) }
    }

    /// The event in a row.
    pub fn event(&self, row: usize) -> Option<usize> {
        if self.filter.is_empty() { Some(row) } else { self.matches.get(row).copied() }
    }

    /// Whether the newest event is selected as it comes.
    pub const fn follows(&self) -> bool {
        self.follow
    }

    /// Follows, or stays where it is.
    pub fn set_follow(&mut self, follow: bool, events: usize) {
        if self.follow && !follow {
            self.selected = self.selected_event(events).unwrap_or(0);
        }
        self.follow = follow;
    }

    /// The selected row, if there is any.
    pub fn selected_row(&self, events: usize) -> Option<usize> {
        let last = self.len(events).checked_sub(1)?;
        if self.follow {
            return Some(last);
        }
        Some(self.row_at(self.selected).min(last))
    }

    /// The selected event, if there is any.
    pub fn selected_event(&self, events: usize) -> Option<usize> {
        self.event(self.selected_row(events)?)
    }

    /// Selects a row and stops following; the last row follows again.
    pub fn select_row(&mut self, row: usize, events: usize) {
        let Some(last) = self.len(events).checked_sub(1) else { return };
        let row = row.min(last);
        self.selected = self.event(row).unwrap_or(0);
        self.follow = false;
    }

    /// Moves the selection; moving past the end follows.
    pub fn move_by(&mut self, rows: isize, events: usize) {
        let Some(row) = self.selected_row(events) else { return };
        let beyond = rows > 0 && row.saturating_add_signed(rows) >= self.len(events);
        self.select_row(row.saturating_add_signed(rows), events);
        self.follow = beyond;
    }

    /// Where the list must start so that the selected row is on a page of `height` rows: as it was,
    /// when it is on it.
    pub fn first_row(&self, events: usize, height: usize) -> usize {
        let Some(selected) = self.selected_row(events) else { return 0 };
        let lowest = (selected + 1).saturating_sub(height);
        let most = self.len(events).saturating_sub(height);
        self.top.clamp(lowest, selected.max(lowest)).min(most.max(lowest))
    }

    fn row_at(&self, event: usize) -> usize {
        if self.filter.is_empty() { event } else { self.matches.partition_point(|index| *index < event) }
    }
}

#[cfg(test)]
mod tests {
    use super::{EventList, Filter};
    use crate::{
        timeline::Tag,
        trace::Recording,
        tui::samples::{event, header},
    };

    fn recording(count: u64) -> Recording {
        let mut recording = Recording::new(header());
        for i in 0..count {
            recording.push(event(i, if i % 10 == 0 { Tag::Tool } else { Tag::Text }, 1));
        }
        recording
    }

    #[test]
    fn it_follows_until_the_selection_goes_up_and_again_at_the_end() {
        let mut list = EventList::default();
        assert_eq!(list.selected_row(0), None);
        assert_eq!(list.selected_row(5), Some(4));
        list.move_by(-1, 5);
        assert_eq!((list.selected_row(5), list.selected_row(9), list.follows()), (Some(3), Some(3), false));
        list.move_by(1, 5);
        assert!(!list.follows());
        list.move_by(1, 5);
        assert!(list.follows());
        assert_eq!(list.selected_row(9), Some(8));
    }

    #[test]
    fn a_filter_indexes_what_passes_and_grows_with_the_recording() {
        let mut recording = recording(95);
        let mut list = EventList::default();
        list.set_filter(Filter::parse("tag:tool"));
        assert!(!list.look(&recording));
        assert_eq!((list.len(95), list.len(21), list.event(2)), (10, 3, Some(20)));
        for i in 95..105 {
            recording.push(event(i, if i % 10 == 0 { Tag::Tool } else { Tag::Text }, 1));
        }
        list.look(&recording);
        assert_eq!((list.len(105), list.selected_event(105)), (11, Some(100)));
        list.set_filter(Filter::default());
        list.select_row(33, 105);
        list.set_filter(Filter::parse("tag:tool"));
        list.look(&recording);
        assert_eq!(list.selected_event(105), Some(40));
        list.set_filter(Filter::default());
        assert_eq!(list.selected_event(105), Some(33));
    }

    #[test]
    fn a_page_moves_only_when_it_must() {
        let mut list = EventList::default();
        assert_eq!(list.first_row(100, 10), 90);
        list.top = 90;
        list.move_by(-5, 100);
        assert_eq!(list.first_row(100, 10), 90);
        list.move_by(-10, 100);
        assert_eq!(list.first_row(100, 10), 84);
        list.select_row(0, 100);
        assert_eq!(list.first_row(100, 10), 0);
        assert_eq!(list.first_row(3, 10), 0);
        assert_eq!(list.first_row(100, 0), 1);
    }
}
