//! Makes an answer fit: each of its points has a full form, and most have a short one.

use serde::Serialize;

use fairdeal_core::input::wrapped;

/// One line of an answer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Point {
    /// Its subject, in a few words.
    pub about: String,
    /// Its text, in a sentence or two.
    pub text: String,
}

impl Point {
    pub(super) fn new(about: &str, text: String) -> Self {
        Self { about: about.to_owned(), text }
    }

    /// How many lines of a usual terminal it takes.
    fn lines(&self) -> usize {
        wrapped(&format!("{}: {}", self.about, self.text), WIDTH, "", 2).len()
    }
}

/// The heading of the point with the next command.
pub(super) const NEXT: &str = "Next";

/// An answer has at most this many lines of [`WIDTH`] columns, its question among them.
const LINES: usize = 10;

/// The width of a usual terminal.
const WIDTH: usize = 80;

/// Priorities of points that are left out if there is no room, the last one first: smaller changes,
/// how the game plays, how games end by the baseline, open topics that another point counts.
pub(super) const SMALLER: u8 = 1;
pub(super) const PLAY: u8 = 2;
pub(super) const AS_IT_IS: u8 = 3;
pub(super) const OPEN: u8 = 4;

/// A point of an answer whose room is not known yet.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Draft {
    pub(super) full: Point,
    short: Option<Point>,
    /// If there is no room even for short points, those with the highest number are left out first;
    /// those with 0 stay.
    dispensable: u8,
}

impl Draft {
    pub(super) fn new(about: &str, full: String) -> Self {
        Self { full: Point::new(about, full), short: None, dispensable: 0 }
    }

    /// Sets the text for less room.
    pub(super) fn or_short(self, short: String) -> Self {
        Self { short: Some(Point::new(&self.full.about, short)), ..self }
    }

    pub(super) fn or_drop(self, dispensable: u8) -> Self {
        Self { dispensable, ..self }
    }

    /// Adds this after its heading.
    pub(super) fn of(mut self, what: &str) -> Self {
        for point in std::iter::once(&mut self.full).chain(&mut self.short) {
            point.about = format!("{} ({what})", point.about);
        }
        self
    }

    /// Heads the point with "What changes it", because another point has the facts.
    pub(super) fn about_changes(mut self) -> Self {
        for point in std::iter::once(&mut self.full).chain(&mut self.short) {
            "What changes it".clone_into(&mut point.about);
        }
        self
    }

    /// The subject.
    pub(super) fn about(&self) -> &str {
        &self.full.about
    }

    /// The shorter point.
    fn shortest(&self) -> &Point {
        self.short.as_ref().filter(|short| short.lines() < self.full.lines()).unwrap_or(&self.full)
    }
}

impl From<Point> for Draft {
    fn from(full: Point) -> Self {
        Self { full, short: None, dispensable: 0 }
    }
}

/// The points of an answer below its question.
pub(super) fn fit(question: &str, mut drafts: Vec<Draft>) -> Vec<Point> {
    /// The answer has at least this many lines, even if the question is long.
    const FEWEST: usize = 7;
    let room = LINES.saturating_sub(wrapped(question, WIDTH, "", 0).len()).max(FEWEST);
    let shortest =
        |drafts: &[Draft]| drafts.iter().map(|draft| draft.shortest().lines()).sum::<usize>();
    while shortest(&drafts) > room {
        let last = (0..drafts.len()).max_by_key(|place| (drafts[*place].dispensable, *place));
        match last.filter(|last| drafts[*last].dispensable > 0) {
            Some(last) => drop(drafts.remove(last)),
            None => break,
        }
    }
    let mut left = room.saturating_sub(shortest(&drafts));
    let more = |draft: &Draft| draft.full.lines() - draft.shortest().lines();
    // The first points have their full form, until there is no more room.
    let told = |draft: &Draft| match left.checked_sub(more(draft)) {
        Some(rest) => {
            left = rest;
            draft.full.clone()
        }
        None => draft.shortest().clone(),
    };
    drafts.iter().map(told).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(count: usize) -> String {
        vec!["word"; count].join(" ")
    }

    fn draft(about: &str, full: usize, short: usize) -> Draft {
        Draft::new(about, words(full)).or_short(words(short))
    }

    #[test]
    fn what_has_room_is_said_in_full() {
        let points = fit("Why?", vec![draft("a", 30, 3), draft("b", 40, 2)]);
        assert_eq!(
            points.iter().map(|point| point.text.clone()).collect::<Vec<_>>(),
            [words(30), words(40)]
        );
    }

    #[test]
    fn it_never_has_more_lines_than_there_are() {
        for count in 1..30 {
            let drafts: Vec<Draft> = (0..count)
                .map(|place| {
                    draft(&format!("point {place}"), 30 + place, 5).or_drop(u8::from(place > 4))
                })
                .collect();
            let points = fit(&words(30), drafts.clone());
            let lines: usize = points.iter().map(Point::lines).sum();
            assert!(lines + 2 <= LINES, "{count}: {points:#?}");
            assert!(points.len() >= count.min(5), "those that stay");
            // Another point in full would not fit.
            let is_short = |point: &&Point| point.text == words(5);
            for point in points.iter().filter(is_short) {
                let full = &drafts.iter().find(|draft| draft.full.about == point.about);
                let full = full.expect("its draft").full.lines();
                assert!(lines - point.lines() + full + 2 > LINES, "{count}: {points:#?}");
            }
        }
    }

    #[test]
    fn what_is_dispensable_goes_first() {
        let draft = |name: &str, dispensable| Draft::new(name, words(30)).or_drop(dispensable);
        let drafts =
            vec![draft("a", 2), draft("b", 0), draft("c", 1), draft("d", 0), draft("e", 2)];
        let told: Vec<String> =
            fit(&words(30), drafts).into_iter().map(|point| point.about).collect();
        assert_eq!(told, ["a", "b", "c", "d"]);
    }
}
