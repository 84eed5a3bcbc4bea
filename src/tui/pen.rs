//! A drawing surface that cannot write outside its area and only writes clean text.

use ratatui::{
    buffer::Buffer,
    layout::Rect,
    style::{Color, Modifier},
};
use unicode_segmentation::UnicodeSegmentation;
use unicode_width::UnicodeWidthStr;

use super::{
    num,
    theme::{Role, Theme},
};
use crate::wire::sanitize_line;

/// Draws into one area, in coordinates from its top left corner.
pub struct Pen<'a> {
    buffer: &'a mut Buffer,
    area: Rect,
    theme: &'a Theme,
}

impl<'a> Pen<'a> {
    /// For an area; what of it lies outside the buffer is not drawn.
    pub fn new(buffer: &'a mut Buffer, area: Rect, theme: &'a Theme) -> Self {
        let area = area.intersection(buffer.area);
        Self { buffer, area, theme }
    }

    /// Columns.
    pub const fn width(&self) -> u16 {
        self.area.width
    }

    /// Rows.
    pub const fn height(&self) -> u16 {
        self.area.height
    }

    /// Where it draws on the screen.
    pub const fn area(&self) -> Rect {
        self.area
    }

    /// The theme in use.
    pub const fn theme(&self) -> &'a Theme {
        self.theme
    }

    /// A part of it.
    pub fn part(&mut self, x: u16, y: u16, width: u16, height: u16) -> Pen<'_> {
        let x = x.min(self.area.width);
        let y = y.min(self.area.height);
        let area = Rect {
            x: self.area.x.saturating_add(x),
            y: self.area.y.saturating_add(y),
            width: width.min(self.area.width.saturating_sub(x)),
            height: height.min(self.area.height.saturating_sub(y)),
        };
        Pen { buffer: &mut *self.buffer, area, theme: self.theme }
    }

    /// Sets one cell.
    pub fn cell(&mut self, x: u16, y: u16, glyph: &str, role: Role) {
        if x < self.area.width && y < self.area.height {
            let style = self.theme.style(role);
            let position = (self.area.x + x, self.area.y + y);
            if let Some(cell) = self.buffer.cell_mut(position) {
                cell.reset();
                cell.set_symbol(glyph).set_style(style);
            }
        }
    }

    /// Sets one cell if it is blank.
    pub fn cell_if_blank(&mut self, x: u16, y: u16, glyph: &str, role: Role) {
        if x < self.area.width
            && y < self.area.height
            && self.buffer.cell((self.area.x + x, self.area.y + y)).is_some_and(|cell| cell.symbol() == " ")
        {
            self.cell(x, y, glyph, role);
        }
    }

    /// Adds a style to a stretch of a row. A selected row is one block: the colours in it give way.
    pub fn tint(&mut self, x: u16, y: u16, width: u16, role: Role) {
        let part = self.part(x, y, width, 1).area;
        if role == Role::Selected {
            for position in part.positions() {
                if let Some(cell) = self.buffer.cell_mut(position) {
                    cell.fg = Color::Reset;
                    cell.modifier.remove(Modifier::DIM);
                }
            }
        }
        self.buffer.set_style(part, self.theme.style(role));
    }

    /// Writes text, cut at the right edge. Gives its width.
    pub fn text(&mut self, x: u16, y: u16, text: &str, role: Role) -> u16 {
        self.text_within(x, y, u16::MAX, text, role)
    }

    /// Writes text into at most `width` columns; an ellipsis says that it was cut. A cluster is
    /// never split. Gives the width used.
    pub fn text_within(&mut self, x: u16, y: u16, width: u16, text: &str, role: Role) -> u16 {
        if x >= self.area.width || y >= self.area.height {
            return 0;
        }
        let room = width.min(self.area.width - x);
        let clean = self.clean(text);
        let (text, cut) = fit(&clean, usize::from(room), self.theme.glyphs.ellipsis);
        let style = self.theme.style(role);
        let (left, top) = (self.area.x + x, self.area.y + y);
        let (end, _) = self.buffer.set_stringn(left, top, text, usize::from(room), style);
        let (end, _) = match cut {
            Some(mark) => self.buffer.set_stringn(end, top, mark, usize::from(left + room - end), style),
            None => (end, top),
        };
        end.saturating_sub(left)
    }

    /// Writes text that ends at column `end`, exclusive.
    pub fn text_right(&mut self, end: u16, y: u16, text: &str, role: Role) {
        let width = self.measure(text);
        let end = end.min(self.area.width);
        self.text_within(end.saturating_sub(width), y, width.min(end), text, role);
    }

    /// The columns that a text takes.
    pub fn measure(&self, text: &str) -> u16 {
        num::cells(self.clean(text).width())
    }

    /// Blanks the whole area.
    pub fn clear(&mut self) {
        for y in self.area.top()..self.area.bottom() {
            for x in self.area.left()..self.area.right() {
                if let Some(cell) = self.buffer.cell_mut((x, y)) {
                    cell.reset();
                }
            }
        }
    }

    /// Draws a frame with a title and gives what is inside it.
    pub fn frame(&mut self, title: &str, focused: bool) -> Pen<'_> {
        let border = if focused { Role::Focused } else { Role::Border };
        let (width, height) = (self.width(), self.height());
        let [nw, ne, sw, se] = self.theme.glyphs.corners;
        let [horizontal, vertical] = self.theme.glyphs.lines;
        let (right, bottom) = (width.saturating_sub(1), height.saturating_sub(1));
        for x in 0..width {
            self.cell(x, 0, horizontal, border);
            self.cell(x, bottom, horizontal, border);
        }
        for y in 0..height {
            self.cell(0, y, vertical, border);
            self.cell(right, y, vertical, border);
        }
        for (x, y, corner) in [(0, 0, nw), (right, 0, ne), (0, bottom, sw), (right, bottom, se)] {
            self.cell(x, y, corner, border);
        }
        self.title(2, 0, title, width.saturating_sub(4));
        self.part(1, 1, width.saturating_sub(2), height.saturating_sub(2))
    }

    /// Writes a title into a border line, with a blank at each side. Gives its width.
    pub fn title(&mut self, x: u16, y: u16, title: &str, room: u16) -> u16 {
        self.title_as(x, y, title, room, Role::Title)
    }

    /// Writes other words into a border line, with a blank at each side. Gives their width. A title
    /// takes the colour of its border, other words have their own.
    pub fn title_as(&mut self, x: u16, y: u16, title: &str, room: u16, role: Role) -> u16 {
        if title.is_empty() || room < 4 {
            return 0;
        }
        self.cell(x.saturating_sub(1), y, " ", Role::Text);
        if role != Role::Title {
            let end = x.saturating_add(self.measure(title).min(room));
            (x..end).for_each(|x| self.cell(x, y, " ", role));
        }
        let used = self.text_within(x, y, room, title, role);
        self.cell(x.saturating_add(used), y, " ", Role::Text);
        used
    }

    /// Says in the lower border how many rows more there are.
    pub fn more(&mut self, rows: u16) {
        if rows > 0 {
            let words = format!(" {rows} more ");
            self.text_right(self.width().saturating_sub(2), self.height().saturating_sub(1), &words, Role::Quiet);
        }
    }

    fn clean<'t>(&self, text: &'t str) -> std::borrow::Cow<'t, str> {
        match sanitize_line(text) {
            std::borrow::Cow::Borrowed(text) => self.theme.glyphs.say(text),
            std::borrow::Cow::Owned(text) => std::borrow::Cow::Owned(self.theme.glyphs.say(&text).into_owned()),
        }
    }
}

/// The longest start of a text that fits, whole clusters only, and the mark for what was cut.
fn fit<'t>(text: &'t str, room: usize, mark: &'static str) -> (&'t str, Option<&'static str>) {
    if text.width() <= room {
        return (text, None);
    }
    let room = room.saturating_sub(mark.width());
    let mut used = 0;
    let mut end = 0;
    for (at, cluster) in text.grapheme_indices(true) {
        used += cluster.width();
        if used > room {
            break;
        }
        end = at + cluster.len();
    }
    (&text[..end], Some(mark))
}

#[cfg(test)]
mod tests {
    use ratatui::{buffer::Buffer, layout::Rect};

    use super::{Pen, Role, Theme, fit};
    use crate::tui::{
        glyphs,
        theme::{Depth, Look},
    };

    fn drawn(width: u16, draw: impl FnOnce(&mut Pen<'_>)) -> String {
        let theme = Theme::new(Look::Dark, Depth::True, &glyphs::UNICODE);
        let mut buffer = Buffer::empty(Rect::new(0, 0, width, 1));
        draw(&mut Pen::new(&mut buffer, Rect::new(0, 0, width, 1), &theme));
        (0..width).filter_map(|x| buffer.cell((x, 0)).map(|cell| cell.symbol().to_owned())).collect()
    }

    #[test]
    fn wide_clusters_are_never_split() {
        assert_eq!(fit("你好", 4, "…"), ("你好", None));
        assert_eq!(fit("你好", 3, "…"), ("你", Some("…")));
        assert_eq!(fit("你好", 2, "…"), ("", Some("…")));
        assert_eq!(fit("a👨‍👩‍👧b", 3, "…"), ("a", Some("…")));
        assert_eq!(fit("ééé", 2, "…"), ("é", Some("…")));
        assert_eq!(fit("abcdef", 5, ".."), ("abc", Some("..")));
        assert_eq!(fit("abc", 1, ".."), ("", Some("..")));
        // A cut wide character leaves its column blank for what follows.
        assert_eq!(drawn(6, |pen| _ = pen.text_within(0, 0, 4, "a你好b", Role::Text)), "a你 …  ");
    }

    #[test]
    fn nothing_acts_and_nothing_is_written_outside() {
        assert_eq!(drawn(8, |pen| _ = pen.text(0, 0, "\u{1b}[2Jx\ty", Role::Text)), "␛[2Jx y ");
        assert_eq!(drawn(3, |pen| _ = pen.text(5, 0, "x", Role::Text)), "   ");
        assert_eq!(drawn(3, |pen| pen.text_right(2, 0, "wide text", Role::Text)), "w… ");
        assert_eq!(drawn(3, |pen| pen.part(9, 9, 9, 9).cell(0, 0, "x", Role::Text)), "   ");
    }
}
