//! The answer to the question of an experiment, in at most ten lines. It is the last thing on the
//! screen, and the first in `answer.txt`.

mod evidence;
mod first;
mod next;

use std::fmt::Write as _;

use super::draft::{NEXT, Point, fit};
use super::prelude::*;
use super::run::of_planned;
use super::topics::skill::skill;
use super::topics::{Answering, adapted, goals, telling_of, unfinished};
use crate::experiment::QuestionOf;
use fairdeal_core::input;
pub(super) use next::HERE;
use next::Last;
pub use next::quoted;

/// The answer to the question of an experiment.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Answer {
    /// The question.
    pub question: String,
    /// The points of the answer. With the question they take at most ten lines of 80 columns.
    pub points: Vec<Point>,
}

/// Sums up the results of a run in at most ten lines of 80 columns. `folder`: the folder of its
/// tables, if they were written.
pub fn answer(results: &Results, folder: Option<&str>) -> Answer {
    let (kind, several) = (results.manifest.design, results.manifest.variants.len() > 1);
    let cautions = caution(results).into_iter().chain(unfinished::line(results));
    let cautions: Vec<Draft> = cautions.collect();
    let mut drafts: Vec<Draft> = goals::answer::lines(results);
    let before = drafts.len();
    let items = (kind.answer)(several);
    let (skill, written) = (skill(results), folder.is_some());
    for (place, item) in items.iter().enumerate() {
        let answering = Answering { results, items, place, skill: skill.as_ref(), written };
        drafts.extend((telling_of(*item).lines)(&answering));
    }
    // Goals come first; the rest follows if there is room.
    let mut found = drafts.split_off(before);
    if !results.goals.is_empty() {
        found = found.into_iter().map(|draft| draft.or_drop(AS_IT_IS)).collect();
    }
    drafts.extend(first::asked_first(results, found, folder.is_some()));
    // The answer to `ask` comes before the cautions about it.
    let is_asked = results.asked_first().is_some() || before > 0;
    let place = usize::from(is_asked && !drafts.is_empty());
    drafts.splice(place..place, cautions);
    // Before what happens in a game: the answer may fall with the players.
    let place = place.max(usize::from(!drafts.is_empty())).min(drafts.len());
    drafts.splice(place..place, adapted::line(results));
    drafts.extend(evidence::evidence(results));
    let question = question(results);
    let Last { apart, together } = next::last(results, folder);
    let points = fit(&question, drafts.iter().cloned().chain(apart.clone()).collect());
    // Open verdicts have a line of their own only if that costs no other point.
    let is_told = |draft: &&Draft| {
        compares(results) || points.iter().any(|point| point.about == draft.full.about)
    };
    let shorter = together
        .map(|last| fit(&question, drafts.iter().filter(is_told).cloned().chain([last]).collect()));
    let known =
        |points: &[Point], last: usize| points[..points.len().saturating_sub(last)].to_vec();
    let shorter = shorter.filter(|shorter| known(shorter, 1) != known(&points, apart.len()));
    Answer { points: shorter.unwrap_or(points), question }
}

/// The question, in the designer's words or, if there are none, in ours.
fn question(results: &Results) -> String {
    let (manifest, title) = (&results.manifest, &results.names.title);
    if !manifest.question.is_empty() {
        // In results of others it may be any text.
        return input::sentence(&manifest.question);
    }
    let by_default = results
        .variants
        .iter()
        .filter(|row| row.variant == manifest.baseline)
        .all(|row| row.default);
    let rules =
        if by_default { String::new() } else { format!(", by the rules {}", manifest.baseline) };
    let lineups: Vec<String> = manifest.lineups.iter().map(|names| against(names)).collect();
    let (of, question) = (manifest.design.question)(&manifest.asked, manifest.variants.len() > 1);
    let of = match of {
        QuestionOf::Game => String::new(),
        QuestionOf::Rules => rules,
        QuestionOf::Lineups if lineups.len() > 3 => format!("{rules}, {} line-ups", lineups.len()),
        QuestionOf::Lineups => format!("{rules}, {}", lineups.join("; ")),
    };
    format!("{title}{of}: {question}")
}

/// The heading of the caution that not all blocks are played.
const A_PART: &str = "A part";

/// A warning if little is known.
fn caution(results: &Results) -> Option<Draft> {
    let manifest = &results.manifest;
    let after = thousands(manifest.blocks.into()) + &of_planned(manifest);
    let played = match (manifest.complete, manifest.missing.is_empty()) {
        (true, _) => String::new(),
        (false, true) => format!("interrupted after {after} blocks; "),
        (false, false) => format!("shards are missing after {after} blocks; "),
    };
    if manifest.blocks < EARLY {
        let few = counted(manifest.blocks.into(), "block is", "blocks are");
        let text = format!("{played}{few} too few for more than a first impression.");
        return Some(Draft::new("An early look", text));
    }
    (!manifest.complete).then(|| Draft::new(A_PART, format!("{played}what follows is from these.")))
}

impl Answer {
    /// The points about the game: without the next command, and without the caution that the run goes
    /// on.
    pub fn facts(&self) -> impl Iterator<Item = &Point> {
        self.points.iter().filter(|point| ![NEXT, A_PART].contains(&&*point.about))
    }

    /// The point with the next command, if there is one.
    pub fn next(&self) -> Option<&Point> {
        self.points.iter().find(|point| point.about == NEXT)
    }

    /// As Markdown: the question as a heading, and a list.
    pub fn markdown(&self) -> String {
        let mut text = format!("# {}\n\n", self.question);
        for Point { about, text: said } in &self.points {
            let _ = writeln!(text, "- **{about}:** {said}");
        }
        text
    }
}
