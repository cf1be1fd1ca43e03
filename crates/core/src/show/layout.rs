//! Games in words, as lines of a given width.

use unicode_width::UnicodeWidthStr as _;

use crate::input::{plain, wrapped};
use crate::seat::Seat;

/// The content of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum About {
    /// Events, choices, the end.
    Play,
    /// What a seat holds.
    Hand(Seat),
    /// The table: it may differ under other rules in the same play.
    Table,
    /// The actions that were not taken: so may they.
    Others,
}

/// A line before it is broken: its indentation, and its text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Line {
    indent: usize,
    pub(super) about: About,
    pub(super) text: String,
}

impl Line {
    pub(super) fn new(indent: usize, text: impl Into<String>) -> Self {
        Self { indent, about: About::Play, text: plain(&text.into()) }
    }

    /// Marks what the line is about.
    pub(super) fn about(self, about: About) -> Self {
        Self { about, ..self }
    }

    /// Whether two games that differ in this line have diverged.
    pub(super) fn is_played(&self) -> bool {
        matches!(self.about, About::Play | About::Hand(_))
    }

    /// Breaks the line between words, or within a word that is longer than a line. Further lines
    /// are indented by four more.
    pub(super) fn broken(&self, width: usize) -> Vec<String> {
        let further = (self.indent + 4).min(width / 2);
        wrapped(&self.text, width, &" ".repeat(self.indent), further)
    }
}

/// Two texts side by side in columns of this width.
pub(super) fn columns(left: &[String], right: &[String], width: usize) -> Vec<String> {
    let empty = String::new();
    let rows = 0..left.len().max(right.len());
    rows.map(|row| {
        let (left, right) = (left.get(row).unwrap_or(&empty), right.get(row).unwrap_or(&empty));
        let gap = " ".repeat(width.saturating_sub(left.width()));
        format!("{left}{gap} | {right}").trim_end().to_owned()
    })
    .collect()
}

#[cfg(test)]
mod tests {
    use fairdeal_property::proptest;
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn lines_keep_the_width(
            text in "[ a-z漢é]{0,200}",
            indent in 0usize..8,
            width in 40usize..90,
        ) {
            let lines = Line::new(indent, text.clone()).broken(width);
            prop_assert!(lines.iter().all(|line| line.width() <= width));
            let letters =
                |text: &str| text.chars().filter(|letter| *letter != ' ').collect::<String>();
            prop_assert_eq!(letters(&lines.concat()), letters(&text), "nothing is lost");
            let joined = columns(&lines, &lines[1..], width);
            prop_assert!(joined.iter().all(|line| line.width() <= 2 * width + 3));
        }
    }

    #[test]
    fn lines_are_broken_between_words() {
        assert_eq!(
            Line::new(2, "one two three four").broken(12),
            ["  one two", "      three", "      four"]
        );
        assert_eq!(
            columns(&["a".to_owned()], &["b".to_owned(), "c".to_owned()], 3),
            ["a   | b", "    | c"]
        );
    }
}
