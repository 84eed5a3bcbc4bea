//! Tables before they are HTML or Markdown, so that both hold the same words.

/// How a cell stands in its column, and how a row is marked.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Mark {
    /// Nothing special.
    #[default]
    None,
    /// The widest gap, the primary finding.
    Strong,
    /// Absent: shown quietly, with its reason.
    Quiet,
}

/// A column: its head, and whether it holds numbers.
pub(super) struct Column {
    pub head: &'static str,
    pub number: bool,
}

/// One row; the first cell names it.
pub(super) struct TableRow {
    pub cells: Vec<String>,
    pub mark: Mark,
}

/// A table under a heading of its own.
pub(super) struct Table {
    pub title: &'static str,
    /// What it holds, in one line; may be empty.
    pub note: &'static str,
    pub columns: Vec<Column>,
    pub rows: Vec<TableRow>,
    /// What to say when it has no rows.
    pub empty: &'static str,
    /// Whether it is narrow enough to stand beside another.
    pub half: bool,
}

impl Table {
    /// A table without rows. Heads that end in `#` are of number columns.
    pub fn new(title: &'static str, heads: &[&'static str], empty: &'static str) -> Self {
        let column = |head: &&'static str| match head.strip_suffix('#') {
            Some(head) => Column { head, number: true },
            None => Column { head, number: false },
        };
        Self { title, note: "", columns: heads.iter().map(column).collect(), rows: Vec::new(), empty, half: false }
    }

    /// A table that may stand beside another.
    pub fn half(mut self) -> Self {
        self.half = true;
        self
    }

    pub fn push<const N: usize>(&mut self, cells: [String; N], mark: Mark) {
        self.rows.push(TableRow { cells: cells.into(), mark });
    }
}
