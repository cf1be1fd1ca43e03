//! The answer to what an experiment asked, in at most ten lines: the last thing on the screen, and
//! the first in `answer.txt`.

mod asked;
mod changes;
mod each;
mod evidence;
mod fairest;
mod first;
mod fit;
mod goals;
mod in_place;
mod next;
mod points;
mod strengths;
mod unfinished;

use std::collections::BTreeMap;
use std::fmt::Write as _;

use super::prelude::*;
use super::run::{Turn, in_one_sentence, of_planned};
use crate::experiment::{Item, QuestionOf};
use asked::asked;
pub use changes::asked_comparisons;
pub(super) use changes::{NOT_SETTLED, effects};
use each::{endings, events, going_first, how_many_end, lengths, play, scores};
use fairdeal_core::input::sentence;
pub(super) use fairest::as_good;
pub use fairest::{Fairest, fairest};
pub use fit::Point;
use fit::{AS_IT_IS, Draft, NEXT, PLAY, fit};
pub(super) use next::HERE;
use next::Last;
pub use next::quoted;
use strengths::{ratings, stronger};

/// The answer to what an experiment asked.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Answer {
    /// What was asked.
    pub question: String,
    /// What is known about it: with the question at most ten lines of 80 columns.
    pub points: Vec<Point>,
}

/// What a run found, in at most ten lines of 80 columns. `folder`: the folder of its tables, if they
/// were written.
pub fn answer(results: &Results, folder: Option<&str>) -> Answer {
    let (kind, several) = (results.manifest.design, results.manifest.variants.len() > 1);
    let cautions = caution(results).into_iter().chain(unfinished::unfinished(results));
    let cautions: Vec<Draft> = cautions.collect();
    let mut drafts: Vec<Draft> = goals::goals(results);
    let before = drafts.len();
    let items = (kind.answer)(several);
    let lines = Lines { results, items, skill: skill(results), written: folder.is_some() };
    drafts.extend(items.iter().enumerate().flat_map(|(place, item)| lines.of(place, *item)));
    // Goals come first: the rest is told where there is room.
    let mut found = drafts.split_off(before);
    if !results.goals.is_empty() {
        found = found.into_iter().map(|draft| draft.or_drop(AS_IT_IS)).collect();
    }
    drafts.extend(first::asked_first(results, found, folder.is_some()));
    // What was asked comes before what casts doubt on it.
    let is_asked = results.asked_first().is_some() || before > 0;
    let place = usize::from(is_asked && !drafts.is_empty());
    drafts.splice(place..place, cautions);
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
        return sentence(&manifest.question);
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

/// What the lines of an answer are made of.
struct Lines<'a> {
    results: &'a Results,
    items: &'static [Item],
    skill: Option<Skill>,
    /// Are there files that have the rest?
    written: bool,
}

impl Lines<'_> {
    /// The lines about an item, which stands in this place.
    fn of(&self, place: usize, item: Item) -> Vec<Draft> {
        let (results, baseline) = (self.results, self.results.manifest.baseline.as_str());
        // An experiment about play cares less about the rest.
        let asks_play = !results.play.is_empty();
        let second_rate = |draft: Draft| if asks_play { draft.or_drop(AS_IT_IS) } else { draft };
        let is_one = self.items[0] == Item::PlayQuestions;
        let compares = self.items.contains(&Item::Changes);
        match item {
            // They lead where a game by one set of rules is told, and they are asked.
            Item::PlayQuestions if is_one && (place == 0) != asks_play => Vec::new(),
            Item::PlayQuestions => asked(results, baseline).collect(),
            Item::Scores => Vec::from_iter(scores(results, baseline)),
            Item::Strength => {
                Vec::from_iter(stronger(results, baseline, self.written).map(second_rate))
            }
            Item::GoingFirst => {
                let skill = self.skill.as_ref();
                let skill = skill.filter(|_| !self.items.contains(&Item::Skill));
                let draft = going_first(results, baseline, skill.map(|skill| skill.turns));
                let of_rules = |draft: Draft| match (is_one, compares) {
                    (true, _) => second_rate(draft),
                    (_, true) => draft.of(baseline),
                    _ => draft,
                };
                Vec::from_iter(draft.map(of_rules))
            }
            Item::Length => {
                let draft = lengths(results, baseline, results.felt_unit());
                Vec::from_iter(draft.map(second_rate))
            }
            // If no change of endings is known, those of the baseline may be the answer.
            Item::Endings if compares => {
                let draft = endings(results, baseline);
                let draft = draft.filter(|_| changes::is_open(results, Topic::Endings));
                Vec::from_iter(draft.map(|draft| draft.of(baseline).or_drop(AS_IT_IS)))
            }
            Item::Endings => Vec::from_iter(endings(results, baseline).map(second_rate)),
            Item::AllEndings => Vec::from_iter(all_endings(results)),
            Item::Events => Vec::from_iter(events(results, baseline)),
            Item::Play => Vec::from_iter(play(results, baseline).map(|draft| draft.or_drop(PLAY))),
            Item::Changes => changes::changes(results),
            Item::Fairest => Vec::from_iter(fairest::fairest_variant(results)),
            Item::NothingCures => Vec::from_iter(fairest::nothing_cures(results)),
            Item::Points => points::points(results),
            Item::Skill => Vec::from_iter(self.skill.as_ref().map(|skill| skill.draft.clone())),
            Item::Ratings => Vec::from_iter(ratings(results)),
            Item::Rungs => strengths::rungs(results).into_iter().collect(),
            Item::Places => in_place::in_place(results, self.written).into_iter().collect(),
            Item::Weights => in_place::tuned(results, self.written).into_iter().collect(),
            Item::Knobs => points::knobs(results),
            Item::Cells | Item::Seats | Item::Neighbours | Item::Restrictions | Item::Pairs => {
                Vec::new()
            }
        }
    }
}

/// How many games of the whole run end.
fn all_endings(results: &Results) -> Option<Draft> {
    let said = how_many_end(results, |_| true)?;
    Some(Draft::new(Topic::Endings.title(), said + ".").or_drop(AS_IT_IS))
}

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
    (!manifest.complete)
        .then(|| Draft::new("A part", format!("{played}what follows is from these.")))
}

/// Whether the answer about going first depends on who plays.
struct Skill {
    /// It does.
    turns: bool,
    draft: Draft,
}

/// Whether the answer about going first depends on who plays, among equals by the rules of the
/// baseline; for each number of players, if there are several.
fn skill(results: &Results) -> Option<Skill> {
    let baseline = &results.manifest.baseline;
    let mut tables = BTreeMap::<usize, Vec<(String, Option<Verdict>)>>::new();
    for FirstPlayerRow { cell, share } in &results.first_player {
        let equals = results.lineup(&cell.lineup).first();
        let is_of_equals = cell.variant == *baseline && results.is_of_equals(&cell.lineup);
        if let Some(name) = equals.filter(|_| is_of_equals) {
            let table = tables.entry(cell.players).or_default();
            table.push((name.clone(), share.judged.verdict));
        }
    }
    let turn = |(players, verdicts): (&usize, &Vec<_>)| {
        Some((players.to_string(), in_one_sentence(verdicts)?))
    };
    let told: Vec<(String, Turn)> = tables.iter().filter_map(turn).collect();
    let turned: Vec<&(String, Turn)> = told.iter().filter(|(_, turn)| turn.turns).collect();
    let (text, short) = match (&told[..], &turned[..]) {
        ([], _) => return None,
        ([(_, turn)], []) => (turn.of_it.clone(), turn.of_it.clone()),
        ([(_, turn)], _) => {
            (turn.of_it.clone(), "it changes the answer about going first.".to_owned())
        }
        (_, []) => {
            let with = if told.len() < tables.len() {
                let known: Vec<&str> = told.iter().map(|(players, _)| players.as_str()).collect();
                format!("with {} players; with other numbers too little is known", and(&known))
            } else {
                "with any number of players".to_owned()
            };
            let text = format!("where it is settled, it does not change the answer, {with}.");
            (text.clone(), text)
        }
        (_, [(players, Turn { does, .. }), others @ ..]) => {
            let more = more("; and so at ", others.len(), "more table", "more tables");
            let all: Vec<&str> = turned.iter().map(|(players, _)| players.as_str()).collect();
            (
                format!("it changes the answer: with {players} players, going first {does}{more}."),
                format!("it changes the answer with {} players.", and(&all)),
            )
        }
    };
    let one = results.variants.chunk_by(|one, other| one.variant == other.variant).count() < 2;
    // Variants may change what holds for the baseline.
    let of_rules = |text: String| {
        if one { text } else { format!("by the rules {baseline}: {text}") }
    };
    let draft = Draft::new("Skill", of_rules(text)).or_short(of_rules(short));
    Some(Skill { turns: !turned.is_empty(), draft })
}

impl Answer {
    /// What to do next, if anything.
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
