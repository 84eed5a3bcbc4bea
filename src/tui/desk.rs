//! What the comparison and the series have in common: a page that is scrolled between a header and
//! a footer, the help over it, one sentence.

use crossterm::event::{Event, KeyEvent, MouseButton, MouseEvent, MouseEventKind};
use ratatui::{
    Frame,
    buffer::Buffer,
    layout::{Position, Rect},
};

use super::{
    Leaving,
    draw::{overlay, too_small},
    key::Key,
    keymap::Keymap,
    keys::Action,
    layout::SMALLEST,
    panels::{footer, header, help},
    pen::Pen,
    place::Place,
    stage::{Step, next_look, turn_mouse},
    terminal::Console,
    theme::{Role, Theme},
    view::Mood,
};

/// The words of the header.
pub struct Heading {
    /// What is shown.
    pub about: Vec<String>,
    /// The state, always at the same place.
    pub state: (String, Mood),
    /// Beside it: a clock, a count.
    pub place: String,
}

/// A page and what is around it.
#[derive(Debug)]
pub struct Desk {
    place: Place,
    /// How it looks.
    pub theme: Theme,
    /// The first row of the page that is shown.
    pub top: usize,
    /// The furthest that can be scrolled, as drawn last.
    pub end: usize,
    /// Whether there is nothing more to cancel.
    pub over: bool,
    /// Whether the screen holds something that the key back lets go of before it leaves.
    pub holds: bool,
    /// One sentence in the footer, until the next key.
    pub message: Option<String>,
    help: Option<usize>,
    help_end: usize,
    rows: usize,
    mouse: bool,
    keys: Keymap,
}

/// What only the screen itself can do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ask {
    /// An action.
    Do(Action),
    /// A click on the page.
    Click(Position),
}

impl Desk {
    /// At the top of a page.
    pub const fn new(place: Place, theme: Theme, keys: Keymap) -> Self {
        Self {
            place,
            theme,
            top: 0,
            end: 0,
            over: false,
            holds: false,
            message: None,
            help: None,
            help_end: 0,
            rows: 1,
            mouse: false,
            keys,
        }
    }

    /// Carries out what an event means. What only the screen itself can do comes back.
    pub fn input(&mut self, event: &Event, console: &mut dyn Console) -> Result<Step, Ask> {
        match event {
            Event::Key(event) => self.key(*event, console),
            Event::Mouse(mouse) => self.mouse(*mouse, console),
            _ => Ok(Step::Wait),
        }
    }

    fn key(&mut self, event: KeyEvent, console: &mut dyn Console) -> Result<Step, Ask> {
        match Key::of(event).and_then(|key| self.keys.action(self.place, key)) {
            Some(action) => self.act(action, console),
            None => Ok(Step::Wait),
        }
    }

    fn mouse(&mut self, mouse: MouseEvent, console: &mut dyn Console) -> Result<Step, Ask> {
        match mouse.kind {
            MouseEventKind::ScrollUp => self.act(Action::Up, console),
            MouseEventKind::ScrollDown => self.act(Action::Down, console),
            MouseEventKind::Down(MouseButton::Left) if self.help.is_none() => {
                self.message = None;
                Err(Ask::Click(Position { x: mouse.column, y: mouse.row }))
            }
            _ => Ok(Step::Wait),
        }
    }

    /// Which keys do what.
    pub const fn keys(&self) -> &Keymap {
        &self.keys
    }

    /// Scrolls so far that a row of the page is on the screen.
    pub fn reveal(&mut self, row: usize) {
        self.top = self.top.clamp((row + 1).saturating_sub(self.rows), row);
    }

    fn act(&mut self, action: Action, console: &mut dyn Console) -> Result<Step, Ask> {
        self.message = None;
        match action {
            Action::Back if self.help.is_none() && self.holds => return Err(Ask::Do(action)),
            Action::Quit | Action::Back => {
                if self.help.take().is_none() {
                    return Ok(Step::Leave(Leaving::Quit));
                }
            }
            Action::Mouse => self.message = Some(turn_mouse(&mut self.mouse, console)),
            Action::Help => self.help = if self.help.is_some() { None } else { Some(0) },
            Action::Theme => self.message = Some(next_look(&mut self.theme)),
            Action::Suspend => return Ok(Step::Suspend),
            Action::Redraw => return Ok(Step::Redraw),
            action => {
                let (at, end) = match &mut self.help {
                    Some(at) => (at, self.help_end),
                    None => (&mut self.top, self.end),
                };
                *at = match action {
                    Action::Up => at.saturating_sub(1),
                    Action::Down => at.saturating_add(1),
                    Action::PageUp => at.saturating_sub(self.rows),
                    Action::PageDown => at.saturating_add(self.rows),
                    Action::Top => 0,
                    Action::Bottom => end,
                    other => return Err(Ask::Do(other)),
                }
                .min(end);
            }
        }
        Ok(Step::Draw)
    }

    /// Draws the header, the page by its own function, the footer and the help. The function is
    /// given the area and the first row, and gives how many rows there are in all.
    pub fn draw(
        &mut self,
        frame: &mut Frame<'_>,
        heading: &Heading,
        page: impl FnOnce(&mut Buffer, Rect, &Self) -> Extent,
    ) {
        let screen = frame.area();
        let buffer = frame.buffer_mut();
        let theme = self.theme;
        if screen.width < SMALLEST.0 || screen.height < SMALLEST.1 {
            return too_small(&mut Pen::new(buffer, screen, &theme));
        }
        let row = |y| Rect { y: screen.y + y, height: 1, ..screen };
        header::row(&mut Pen::new(buffer, row(0), &theme), &heading.about, &heading.state, &heading.place);
        let body = Rect { y: screen.y + 1, height: screen.height - 2, ..screen };
        let extent = page(buffer, body, self);
        self.rows = extent.shown.max(1);
        self.end = extent.all.saturating_sub(extent.shown);
        self.top = self.top.min(self.end);
        self.footer(&mut Pen::new(buffer, row(screen.height - 1), &theme));
        if let Some(at) = self.help {
            self.help_end = help::draw(&mut overlay(buffer, screen, &theme, 80), self.place, &self.keys, false, at);
            self.help = Some(at.min(self.help_end));
        }
    }

    fn footer(&self, pen: &mut Pen<'_>) {
        if let Some(message) = &self.message {
            pen.text(1, 0, message, Role::Text);
            return;
        }
        let used = footer::keys(pen, self.place, &self.keys, &|binding| match binding.action {
            Action::Quit if self.help.is_some() => Some("close"),
            Action::Cancel if self.over => None,
            _ => self.place.hint(binding),
        });
        if self.end > self.top {
            let words = format!("{} more", self.end - self.top);
            if used + pen.measure(&words) + 1 < pen.width() {
                pen.text_right(pen.width().saturating_sub(1), 0, &words, Role::Quiet);
            }
        }
    }
}

/// How many rows a page has.
#[derive(Clone, Copy, Debug)]
pub struct Extent {
    /// In all.
    pub all: usize,
    /// At once.
    pub shown: usize,
}
