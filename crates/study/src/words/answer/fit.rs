//! An answer is made to fit: what can be said at different lengths is said as fully as there is
//! room.

use serde::Serialize;

use crate::words::lines::wrapped;

/// One line of an answer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Point {
    /// What it is about: a few words.
    pub about: String,
    /// What is known, in a sentence or two.
    pub text: String,
}

impl Point {
    pub(super) fn new(about: &str, text: String) -> Self {
        Self { about: about.to_owned(), text }
    }
}

/// What the point is about that says what to do next.
pub(super) const NEXT: &str = "Next";

/// An answer has at most this many lines, its question among them, where lines are as wide as
/// [`WIDTH`].
pub(in crate::words) const LINES: usize = 10;

/// The width of a usual terminal.
pub(in crate::words) const WIDTH: usize = 80;

/// What is left out first where there is no room: what is counted among what is not settled, how
/// games end as they are, how it plays, the smaller changes.
pub(super) const OPEN: u8 = 4;
pub(super) const AS_IT_IS: u8 = 3;
pub(super) const PLAY: u8 = 2;
pub(super) const SMALLER: u8 = 1;

/// What one line of an answer may say, before it is known how much room there is.
#[derive(Clone, Debug)]
pub(super) struct Draft {
    pub(super) about: String,
    /// The same at different lengths, the fullest first.
    forms: Vec<String>,
    /// Where even the shortest forms are too long together, drafts with the highest number are left
    /// out first; those with 0 stay.
    dispensable: u8,
}

impl Draft {
    pub(super) fn new(about: &str, forms: impl IntoIterator<Item = String>) -> Self {
        Self { about: about.to_owned(), forms: forms.into_iter().collect(), dispensable: 0 }
    }

    pub(super) fn or_drop(self, dispensable: u8) -> Self {
        Self { dispensable, ..self }
    }

    /// With this behind what it is about.
    pub(super) fn of(self, what: &str) -> Self {
        Self { about: format!("{} ({what})", self.about), ..self }
    }

    fn lines(&self, form: usize) -> usize {
        self.forms
            .get(form)
            .map_or(0, |text| wrapped(&format!("{}: {text}", self.about), WIDTH, 2).len())
    }

    fn point(&self, form: usize) -> Point {
        Point { about: self.about.clone(), text: self.forms.get(form).cloned().unwrap_or_default() }
    }
}

impl From<Point> for Draft {
    fn from(point: Point) -> Self {
        Self::new(&point.about, [point.text])
    }
}

/// The points of an answer below its question.
pub(super) fn fit(question: &str, mut drafts: Vec<Draft>) -> Vec<Point> {
    /// However long the question is, there are this many lines for the answer.
    const FEWEST: usize = 7;
    let room = LINES.saturating_sub(wrapped(question, WIDTH, 0).len()).max(FEWEST);
    drafts.retain(|draft| !draft.forms.is_empty());
    // The shortest of each, of several with as many lines the fullest: what must be left out is
    // left out first.
    let shortest =
        |draft: &Draft| (0..draft.forms.len()).min_by_key(|form| draft.lines(*form)).unwrap_or(0);
    loop {
        let lines: usize = drafts.iter().map(|draft| draft.lines(shortest(draft))).sum();
        let last = drafts
            .iter()
            .enumerate()
            .filter(|(_, draft)| draft.dispensable > 0)
            .max_by_key(|(place, draft)| (draft.dispensable, *place));
        match last {
            Some((place, _)) if lines > room => drop(drafts.remove(place)),
            _ => break,
        }
    }
    let mut chosen: Vec<usize> = drafts.iter().map(shortest).collect();
    // All have their share: who has said least says more, step by step.
    loop {
        let left = room.saturating_sub(
            drafts.iter().zip(&chosen).map(|(draft, form)| draft.lines(*form)).sum(),
        );
        let fuller = |place: usize| {
            let (draft, now) = (&drafts[place], chosen[place]);
            (0..now).rev().find(|form| draft.lines(*form) <= draft.lines(now) + left)
        };
        // What takes no line more is said in any case.
        let lines = |place: usize, form: usize| drafts[place].lines(form);
        let costs = |place: usize, form: usize| lines(place, form) > lines(place, chosen[place]);
        let more = |place: usize| {
            fuller(place).map(|form| (costs(place, form), lines(place, chosen[place]), place, form))
        };
        let Some((.., place, form)) = (0..drafts.len()).filter_map(more).min() else { break };
        chosen[place] = form;
    }
    drafts.iter().zip(chosen).map(|(draft, form)| draft.point(form)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(count: usize) -> String {
        vec!["word"; count].join(" ")
    }

    fn lines(points: &[Point]) -> usize {
        points
            .iter()
            .map(|point| wrapped(&format!("{}: {}", point.about, point.text), WIDTH, 2).len())
            .sum()
    }

    #[test]
    fn what_has_room_is_said_in_full() {
        let points = fit(
            "Why?",
            vec![Draft::new("a", [words(30), words(3)]), Draft::new("b", [words(40), words(2)])],
        );
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
                    Draft::new(
                        &format!("point {place}"),
                        [words(60), words(30), words(20), words(5)],
                    )
                    .or_drop(u8::from(place > 4))
                })
                .collect();
            let points = fit(&words(30), drafts);
            assert!(lines(&points) + 2 <= LINES, "{count}: {points:#?}");
            assert!(points.len() >= count.min(5), "those that stay");
            assert!(
                count < 3 || lines(&points) + 2 == LINES,
                "{count}: no room is left: {points:#?}"
            );
        }
    }

    #[test]
    fn what_is_dispensable_goes_first() {
        let draft = |name: &str, dispensable| Draft::new(name, [words(30)]).or_drop(dispensable);
        let drafts =
            vec![draft("a", 2), draft("b", 0), draft("c", 1), draft("d", 0), draft("e", 2)];
        let told: Vec<String> =
            fit(&words(30), drafts).into_iter().map(|point| point.about).collect();
        assert_eq!(told, ["a", "b", "c", "d"]);
    }
}
