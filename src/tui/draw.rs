//! Draws the whole screen from the state, and says where things are for the mouse.

use ratatui::{
    Frame,
    layout::{Position, Rect},
};

use super::{
    keymap::Keymap,
    layout::{Layout, SMALLEST},
    panels,
    pen::Pen,
    place::Place,
    scale::Scale,
    state::{Overlay, Panel, State},
    theme::{Role, Theme},
};
use crate::timeline::Micros;

/// Where things were drawn.
#[derive(Clone, Debug, Default)]
pub struct HitMap {
    /// The panels that had room.
    pub panels: Vec<(Panel, Rect)>,
    /// The rows of the event list and the row drawn first.
    pub rows: Option<(Rect, usize)>,
    /// The columns that have a moment, where they are drawn.
    pub plots: Vec<(Rect, Scale)>,
    /// How far the panel with the focus can be scrolled.
    pub panel_end: usize,
    /// Rows of text of the overlay that is open, beyond which it cannot be scrolled.
    pub overlay_end: usize,
}

impl HitMap {
    /// The row of the list at a place on the screen.
    pub fn row(&self, at: Position) -> Option<usize> {
        let (area, first) = self.rows.filter(|(area, _)| area.contains(at))?;
        Some(first + usize::from(at.y.saturating_sub(area.y)))
    }

    /// The moment at a place on the screen.
    pub fn moment(&self, at: Position) -> Option<Micros> {
        let (area, scale) = self.plots.iter().find(|(area, _)| area.contains(at))?;
        Some(scale.moment(at.x.saturating_sub(area.x)))
    }
}

/// Draws everything. Does not change the state; what depends on the drawn size comes back.
pub fn draw(frame: &mut Frame<'_>, state: &State, theme: &Theme, keys: &Keymap) -> HitMap {
    let screen = frame.area();
    let mut hits = HitMap::default();
    let buffer = frame.buffer_mut();
    let Some(layout) = Layout::new(screen, panels::waterfall::wish(state), state.focus) else {
        too_small(&mut Pen::new(buffer, screen, theme));
        return hits;
    };
    hits.panels = Panel::ALL.into_iter().filter_map(|panel| Some((panel, layout.of(panel)?))).collect();
    panels::header::draw(&mut Pen::new(buffer, layout.header, theme), state);
    let plot = panels::waterfall::draw(&mut Pen::new(buffer, layout.waterfall, theme), state, keys);
    if let Some(area) = layout.milestones {
        hits.panel_end += panels::milestones::draw(&mut Pen::new(buffer, area, theme), state);
    }
    if let Some(area) = layout.rate {
        panels::rate::draw(&mut Pen::new(buffer, area, theme), state);
    }
    if let Some(area) = layout.diagnosis {
        hits.panel_end += panels::diagnosis::draw(&mut Pen::new(buffer, area, theme), state);
    }
    if let Some(area) = layout.events {
        hits.rows = panels::events::draw(&mut Pen::new(buffer, area, theme), state, keys);
    }
    panels::footer::draw(&mut Pen::new(buffer, layout.footer, theme), state, keys);
    hits.plots.extend(plot);
    match &state.overlay {
        Overlay::None | Overlay::Filter(_) => {}
        Overlay::Help(scroll) => {
            let mut pen = overlay(buffer, screen, theme, 80);
            hits.overlay_end = panels::help::draw(&mut pen, Place::Request, keys, state.is_open(), *scroll);
        }
        Overlay::Detail { scroll, raw } => {
            hits.overlay_end = panels::detail::draw(&mut overlay(buffer, screen, theme, 110), state, *scroll, *raw);
        }
    }
    hits
}

/// A pen for what lies over the middle of the screen.
pub fn overlay<'a>(buffer: &'a mut ratatui::buffer::Buffer, screen: Rect, theme: &'a Theme, widest: u16) -> Pen<'a> {
    let width = screen.width.saturating_sub(4).min(widest);
    let height = screen.height.saturating_sub(2);
    let x = screen.x + screen.width.saturating_sub(width) / 2;
    let y = screen.y + screen.height.saturating_sub(height) / 2;
    Pen::new(buffer, Rect { x, y, width, height }, theme)
}

/// Says how much room is needed.
pub fn too_small(pen: &mut Pen<'_>) {
    let (width, height) = SMALLEST;
    let words = format!("{width}×{height} needed, this is {}×{}", pen.width(), pen.height());
    pen.text(0, pen.height() / 2, &words, Role::Text);
}
