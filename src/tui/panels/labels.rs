//! The milestones above the waterfall: those that would touch are joined, never overwritten.

use crate::{
    timeline::Milestone,
    tui::{num, pen::Pen, scale::Scale, state::State, theme::Role, view},
};

/// One label and the column where it starts.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Label {
    column: u16,
    members: Vec<Milestone>,
}

impl Label {
    /// `t3`, or `t0,1` for several.
    fn text(&self) -> String {
        let mut text = String::from("t");
        for (i, milestone) in self.members.iter().enumerate() {
            if i > 0 {
                text.push(',');
            }
            text.push_str(&milestone.word()[1..]);
        }
        text
    }

    fn end(&self) -> u16 {
        self.column.saturating_add(num::cells(self.text().len()))
    }
}

/// Draws them into a row that starts at the left edge of the scale.
pub fn draw(pen: &mut Pen<'_>, state: &State, scale: &Scale) {
    let moments = state.view().milestones.present();
    let columns: Vec<(Milestone, u16)> = moments.filter_map(|(m, at)| Some((m, scale.column(at)?))).collect();
    let mut end = 0;
    for label in joined(&columns, pen.width()) {
        pen.text(label.column, 0, &label.text(), Role::Title);
        end = label.end();
    }
    if let Some(next) = view::next_milestone(state)
        && let Some(column) = scale.column(state.now())
    {
        let x = column.max(end.saturating_add(1));
        pen.text(x, 0, &format!("{next}…"), Role::Quiet);
    }
}

/// The labels, with at least one blank between two: what comes closer joins its neighbour.
fn joined(columns: &[(Milestone, u16)], width: u16) -> Vec<Label> {
    let mut sorted = columns.to_vec();
    sorted.sort_by_key(|(milestone, column)| (*column, *milestone));
    let mut labels: Vec<Label> = Vec::new();
    for (milestone, column) in sorted {
        let mut label = Label { column, members: vec![milestone] };
        label.column = label.column.min(width.saturating_sub(num::cells(label.text().len())));
        // Joining makes a label longer, so that it may reach back to the one before.
        while let Some(before) = labels.last()
            && before.end() >= label.column
        {
            let mut members = before.members.clone();
            members.append(&mut label.members);
            let column = before.column;
            labels.pop();
            label = Label { column, members };
            label.column = label.column.min(width.saturating_sub(num::cells(label.text().len())));
        }
        labels.push(label);
    }
    labels
}

#[cfg(test)]
mod tests {
    use super::{Milestone, joined};

    fn words(columns: &[(usize, u16)], width: u16) -> Vec<(u16, String)> {
        let columns: Vec<_> = columns.iter().map(|(m, column)| (Milestone::ALL[*m], *column)).collect();
        joined(&columns, width).iter().map(|label| (label.column, label.text())).collect()
    }

    #[test]
    fn labels_that_would_touch_are_joined() {
        let all = [(0, 0), (1, 0), (2, 5), (3, 8), (4, 30), (6, 50), (7, 51)];
        let text = |labels: Vec<(u16, String)>| labels.into_iter().map(|(_, text)| text).collect::<Vec<_>>();
        assert_eq!(text(words(&all, 60)), ["t0,1", "t2", "t3", "t4", "t6,7"]);
        assert_eq!(words(&[(2, 5), (3, 7)], 60), [(5, "t2,3".to_owned())]);
        assert_eq!(words(&[(2, 5), (3, 8)], 60), [(5, "t2".to_owned()), (8, "t3".to_owned())]);
    }

    #[test]
    fn labels_at_the_right_edge_move_left_and_join_what_they_reach() {
        assert_eq!(words(&[(6, 19), (7, 19)], 20), [(16, "t6,7".to_owned())]);
        assert_eq!(words(&[(5, 14), (6, 19), (7, 19)], 20), [(14, "t5,6,7".to_owned())]);
        assert_eq!(words(&[(0, 0), (1, 0), (2, 1), (3, 1), (4, 2)], 4), [(0, "t0,1,2,3,4".to_owned())]);
    }
}
