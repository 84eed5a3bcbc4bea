//! Where each panel is.
//!
//! ```text
//! ┌ header ──────────────────────────────────────────── state, clock ┐
//! ┌ Waterfall ─────────────────────────────────┐┌ Milestones ────────┐
//! │ phases                                     ││ t0 … t7            │
//! │ ─ arrivals ─ axis                          │├ Speed ─────────────┤
//! │ one strip a tag                            ││                    │
//! └ what is pending ───────────────────────────┘└────────────────────┘
//! ┌ Visible rate ──────────────────────────────┐┌ Diagnosis ─────────┐
//! └────────────────────────────────────────────┘└────────────────────┘
//! ┌ Events ──────────────────────────────────────────────────────────┐
//! └──────────────────────────────────────────────────────────────────┘
//!  footer
//! ```
//!
//! When space is short the panels give way in a fixed order: events, rate, diagnosis, milestones;
//! the waterfall last. The panel that has the focus is asked for, so it stays. A narrow screen has
//! no right column: its panels go below each other.

use ratatui::layout::Rect;

use super::state::Panel;

/// The smallest screen.
pub const SMALLEST: (u16, u16) = (60, 16);

/// From this width on there is a right column.
const WIDE: u16 = 78;

/// Rows of the milestones and the speed panel together.
const MILESTONE_ROWS: u16 = 16;

/// The least rows, and the rows that are enough, of the other panels.
const RATE_ROWS: (u16, u16) = (4, 8);
const DIAGNOSIS_ROWS: (u16, u16) = (4, 14);
const EVENT_ROWS: u16 = 5;

/// How many rows the waterfall wants, its frame included.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Wish {
    /// With fewer it would lose a phase or a tag that matters.
    pub least: u16,
    /// With these everything is shown.
    pub wanted: u16,
}

/// The areas of the screen. A panel without room has none.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Layout {
    /// The first row.
    pub header: Rect,
    /// Phases and arrivals.
    pub waterfall: Rect,
    /// Milestones and speed.
    pub milestones: Option<Rect>,
    /// The visible rate.
    pub rate: Option<Rect>,
    /// The diagnosis.
    pub diagnosis: Option<Rect>,
    /// The event list.
    pub events: Option<Rect>,
    /// The last row.
    pub footer: Rect,
}

impl Layout {
    /// The areas on a screen; `None` when it is too small. `waterfall` is the rows that the
    /// waterfall wants.
    pub fn new(screen: Rect, waterfall: Wish, focus: Panel) -> Option<Self> {
        if screen.width < SMALLEST.0 || screen.height < SMALLEST.1 {
            return None;
        }
        let (header, rest) = top(screen, 1);
        let (body, footer) = top(rest, rest.height.saturating_sub(1));
        let layout = Self { header, footer, ..Self::default() };
        Some(if screen.width >= WIDE {
            layout.in_two_columns(body, waterfall, focus)
        } else {
            layout.stacked(body, waterfall, focus)
        })
    }

    /// The area of a panel that can have the focus.
    pub const fn of(&self, panel: Panel) -> Option<Rect> {
        match panel {
            Panel::Waterfall => Some(self.waterfall),
            Panel::Milestones => self.milestones,
            Panel::Rate => self.rate,
            Panel::Diagnosis => self.diagnosis,
            Panel::Events => self.events,
        }
    }

    fn in_two_columns(mut self, body: Rect, waterfall: Wish, focus: Panel) -> Self {
        let side = side_width(body.width);
        let (middle_rows, event_rows) = rows_below(body.height, waterfall, focus);
        let first = body.height.saturating_sub(middle_rows).saturating_sub(event_rows);
        let (upper, rest) = top(body, first);
        let (second, third) = top(rest, middle_rows);
        let (left, right) = split_right(upper, side);
        (self.waterfall, self.milestones) = (left, Some(right));
        if middle_rows > 0 {
            let (left, right) = split_right(second, side);
            (self.rate, self.diagnosis) = (Some(left), Some(right));
        }
        self.events = (event_rows > 0).then_some(third);
        self
    }

    fn stacked(mut self, body: Rect, Wish { wanted: waterfall, .. }: Wish, focus: Panel) -> Self {
        // In the order of their worth: the last to give way first.
        let mut panels: Vec<(Panel, u16)> = vec![
            (Panel::Milestones, 10),
            (Panel::Diagnosis, DIAGNOSIS_ROWS.0),
            (Panel::Rate, RATE_ROWS.0),
            (Panel::Events, EVENT_ROWS),
        ];
        if let Some(at) = panels.iter().position(|(panel, _)| *panel == focus) {
            panels[..=at].rotate_right(1);
        }
        let mut spare = body.height.saturating_sub(waterfall.min(body.height));
        if focus != Panel::Waterfall {
            spare = spare.max(panels[0].1.min(body.height / 2));
            panels[0].1 = panels[0].1.min(spare);
        }
        let mut shown = Vec::new();
        for (panel, rows) in panels {
            if rows > spare {
                break;
            }
            spare -= rows;
            shown.push((panel, rows));
        }
        let taken: u16 = shown.iter().map(|(_, rows)| rows).sum();
        let has_events = shown.iter().any(|(panel, _)| *panel == Panel::Events);
        let first = body.height.saturating_sub(taken + if has_events { spare } else { 0 });
        let (area, mut rest) = top(body, first);
        self.waterfall = area;
        for panel in [Panel::Milestones, Panel::Rate, Panel::Diagnosis, Panel::Events] {
            let Some((_, rows)) = shown.iter().find(|(shown, _)| *shown == panel) else { continue };
            let (area, below) = top(rest, if panel == Panel::Events { rest.height } else { *rows });
            rest = below;
            match panel {
                Panel::Milestones => self.milestones = Some(area),
                Panel::Rate => self.rate = Some(area),
                Panel::Diagnosis => self.diagnosis = Some(area),
                _ => self.events = Some(area),
            }
        }
        self
    }
}

/// The rows of the middle row and of the events, where there is a right column.
fn rows_below(height: u16, waterfall: Wish, focus: Panel) -> (u16, u16) {
    let middle = RATE_ROWS.0.max(DIAGNOSIS_ROWS.0);
    let enough = RATE_ROWS.1.max(DIAGNOSIS_ROWS.1.min(height / 3));
    let least = waterfall.least.max(MILESTONE_ROWS);
    let wanted = waterfall.wanted.max(MILESTONE_ROWS);
    let below = |rows: u16| height.saturating_sub(least) >= rows;
    if below(middle + EVENT_ROWS) {
        let spare = height.saturating_sub(wanted).max(middle + EVENT_ROWS);
        let rows = (middle + spare.saturating_sub(middle + EVENT_ROWS) / 2).min(enough);
        return (rows, spare.saturating_sub(rows));
    }
    // The panel that has the focus stays, at the cost of the waterfall when there is no other way.
    match focus {
        Panel::Events => (0, height.saturating_sub(least).max(EVENT_ROWS + 1)),
        Panel::Rate | Panel::Diagnosis => (height.saturating_sub(wanted).max(middle), 0),
        _ if below(middle) => (height.saturating_sub(wanted).max(middle), 0),
        _ => (0, 0),
    }
}

/// The width of the right column.
fn side_width(width: u16) -> u16 {
    match width {
        0..=99 => 28,
        100..=109 => 30,
        110..=159 => 34,
        _ => 40,
    }
}

fn top(area: Rect, rows: u16) -> (Rect, Rect) {
    let rows = rows.min(area.height);
    let rest = Rect { y: area.y.saturating_add(rows), height: area.height.saturating_sub(rows), ..area };
    (Rect { height: rows, ..area }, rest)
}

fn split_right(area: Rect, columns: u16) -> (Rect, Rect) {
    let columns = columns.min(area.width);
    let left = area.width.saturating_sub(columns);
    (Rect { width: left, ..area }, Rect { x: area.x.saturating_add(left), width: columns, ..area })
}

#[cfg(test)]
mod tests {
    use super::{Layout, Panel, Rect, Wish};

    fn shown(width: u16, height: u16, waterfall: u16, focus: Panel) -> Vec<Panel> {
        let layout =
            Layout::new(Rect::new(0, 0, width, height), Wish { least: waterfall, wanted: waterfall + 3 }, focus)
                .expect("large enough");
        Panel::ALL.into_iter().filter(|panel| layout.of(*panel).is_some_and(|area| !area.is_empty())).collect()
    }

    #[test]
    fn panels_give_way_in_the_stated_order() {
        use Panel::{Diagnosis, Events, Milestones, Rate, Waterfall};
        let at = |width, height| shown(width, height, 16, Waterfall);
        assert_eq!(at(120, 40), [Waterfall, Milestones, Rate, Diagnosis, Events]);
        assert_eq!(at(80, 24), [Waterfall, Milestones, Rate, Diagnosis]);
        assert_eq!(at(80, 20), [Waterfall, Milestones]);
        assert_eq!(at(60, 16), [Waterfall]);
        assert_eq!(at(60, 31), [Waterfall, Milestones]);
        assert_eq!(at(60, 35), [Waterfall, Milestones, Diagnosis]);
        assert_eq!(at(60, 39), [Waterfall, Milestones, Rate, Diagnosis]);
        assert_eq!(at(60, 44), [Waterfall, Milestones, Rate, Diagnosis, Events]);
    }

    #[test]
    fn the_panel_with_the_focus_stays() {
        use Panel::{Events, Milestones, Rate, Waterfall};
        assert_eq!(shown(80, 24, 16, Events), [Waterfall, Milestones, Events]);
        assert_eq!(shown(60, 16, 16, Events), [Waterfall, Events]);
        assert_eq!(shown(60, 16, 16, Rate), [Waterfall, Rate]);
    }

    #[test]
    fn the_areas_fill_the_screen_and_do_not_overlap() {
        for width in [60, 77, 78, 120, 300] {
            for height in 16..100 {
                for focus in Panel::ALL {
                    let screen = Rect::new(0, 0, width, height);
                    let layout = Layout::new(screen, Wish { least: 14, wanted: 19 }, focus).expect("large enough");
                    let areas: Vec<Rect> = Panel::ALL.into_iter().filter_map(|panel| layout.of(panel)).collect();
                    let cells: u32 = areas.iter().map(|area| area.area()).sum();
                    assert_eq!(cells, u32::from(width) * u32::from(height - 2), "{width}×{height} {focus:?}");
                    assert!(areas.iter().enumerate().all(|(i, a)| {
                        areas[i + 1..].iter().all(|b| a.intersection(*b).is_empty()) && screen.union(*a) == screen
                    }));
                }
            }
        }
    }
}
