/// The known word that was probably meant by one that is not known: it differs in few letters, at
/// most in every third.
pub fn nearest<'w>(word: &str, known: impl IntoIterator<Item = &'w str>) -> Option<&'w str> {
    let near = known.into_iter().map(|other| (distance(word, other), other));
    near.filter(|(steps, other)| *steps * 3 <= word.chars().count().max(other.chars().count()))
        .min_by_key(|(steps, _)| *steps)
        .map(|(_, other)| other)
}

/// How many letters must be put in, left out or changed to make one word of the other (Levenshtein).
fn distance(a: &str, b: &str) -> usize {
    let b: Vec<char> = b.chars().collect();
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, from) in a.chars().enumerate() {
        let mut diagonal = row[0];
        row[0] = i + 1;
        for (j, to) in b.iter().enumerate() {
            let changed = diagonal + usize::from(from != *to);
            diagonal = row[j + 1];
            row[j + 1] = changed.min(row[j] + 1).min(diagonal + 1);
        }
    }
    row[b.len()]
}

#[cfg(test)]
mod tests {
    use super::{distance, nearest};

    #[test]
    fn letters_are_counted() {
        for (a, b, steps) in [("kitten", "sitting", 3), ("", "ab", 2), ("ab", "", 2), ("same", "same", 0)] {
            assert_eq!(distance(a, b), steps, "{a} {b}");
        }
    }

    #[test]
    fn only_a_near_word_was_meant() {
        let known = ["reasoning", "stall", "normal"];
        assert_eq!(nearest("resoning", known), Some("reasoning"));
        assert_eq!(nearest("stal", known), Some("stall"));
        assert_eq!(nearest("frob", known), None);
        assert_eq!(nearest("x", []), None);
    }
}
