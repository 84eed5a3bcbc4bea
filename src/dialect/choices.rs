/// Which choices of a stream came and which of them finished; those from the 64th on count as one.
#[derive(Debug, Default)]
pub(super) struct Choices {
    came: u64,
    finished: u64,
    /// Whether a choice came or finished since [`Choices::news`] was asked.
    changed: bool,
}

impl Choices {
    /// A choice came. Whether it is the first that is not the only one.
    pub(super) const fn came(&mut self, choice: u64) -> bool {
        let before = self.came;
        self.came |= bit(choice);
        self.changed |= self.came != before;
        before <= 1 && self.are_many()
    }

    /// A choice finished. Whether it did so for the first time.
    pub(super) const fn finished(&mut self, choice: u64) -> bool {
        let before = self.finished;
        self.finished |= bit(choice);
        self.changed = true;
        self.finished != before
    }

    /// How many came and have not finished, if there are several choices and one of them has just
    /// begun or finished.
    pub(super) const fn news(&mut self) -> Option<u32> {
        let is_news = self.changed && self.are_many();
        self.changed = false;
        if is_news { Some((self.came & !self.finished).count_ones()) } else { None }
    }

    /// Whether one is there beside the first.
    const fn are_many(&self) -> bool {
        self.came > 1
    }
}

const fn bit(choice: u64) -> u64 {
    1 << if choice < 63 { choice } else { 63 }
}

#[cfg(test)]
mod tests {
    use super::Choices;

    #[test]
    fn choices_are_open_until_they_finish() {
        let mut one = Choices::default();
        assert!(!one.came(0) && !one.came(0) && one.finished(0) && !one.finished(0));
        assert_eq!(one.news(), None, "the only choice is no news");
        let mut three = Choices::default();
        assert!(!three.came(0) && three.came(1) && !three.came(2) && !three.came(900));
        assert_eq!((three.news(), three.news()), (Some(4), None));
        three.came(2);
        assert_eq!(three.news(), None, "it is known");
        three.finished(2);
        three.finished(900);
        assert_eq!(three.news(), Some(2));
    }
}
