//! The answer to what an experiment asked, in at most ten lines: the last thing on the screen, and
//! the first in `answer.txt`.

mod asked;
mod changes;
mod course;
mod each;
mod fairest;
mod fit;
mod form;
mod in_place;
mod next;
mod points;
mod strengths;
mod unfinished;

use std::fmt::Write as _;

use serde::Serialize;

use super::numbers::{and, counted, thousands};
use super::run::in_one_sentence;
use super::sentences::EARLY;
use super::who::against;
use crate::results::Results;
use asked::asked;
pub use changes::asked_comparisons;
pub(super) use changes::effects;
use course::course;
use each::{endings, going_first, how_many_end, lengths, play, scores};
use fairdeal_core::input::sentence;
use fairdeal_core::metrics::Topic;
use fairdeal_core::rows::{FirstPlayerRow, Verdict};
pub use fairest::{Fairest, fairest};
pub use fit::Point;
use fit::{AS_IT_IS, Draft, NEXT, PLAY, fit};
pub(super) use form::{Form, form};
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

/// What a run found, in at most ten lines of 80 columns. `folder`: where its tables are, if they
/// were written.
pub fn answer(results: &Results, folder: Option<&str>) -> Answer {
    let baseline = results.manifest.baseline.as_str();
    let form = form(results);
    let skill = skill(results);
    let mut drafts: Vec<Draft> =
        caution(results).into_iter().chain(unfinished::unfinished(results)).collect();
    let first = || going_first(results, baseline, skill.as_ref().map(|skill| skill.turns));
    // An experiment about play cares less about the rest.
    let asks_play = !results.play.is_empty();
    let second_rate = |draft: Draft| if asks_play { draft.or_drop(AS_IT_IS) } else { draft };
    let what_it_is_like = || {
        let like = [lengths(results, baseline), endings(results, baseline)]
            .map(|draft| draft.map(second_rate));
        like.into_iter().flatten().chain(play(results, baseline).map(|draft| draft.or_drop(PLAY)))
    };
    match form {
        Form::Single => {
            drafts.extend(scores(results, baseline));
            drafts.extend(stronger(results, baseline, folder.is_some()).map(second_rate));
            drafts.extend(first().map(second_rate));
            drafts.extend(what_it_is_like());
            drafts.extend(course(results, baseline));
            drafts.extend(asked(results, baseline));
        }
        Form::Variants => {
            drafts.extend(changes::changes(results));
            drafts.extend(fairest::fairest_variant(results));
            drafts.extend(first().map(|draft| draft.of(baseline)));
            // Where no change of endings is known, those of the baseline may be the answer.
            if changes::is_open(results, Topic::Endings) {
                drafts.extend(
                    endings(results, baseline).map(|draft| draft.of(baseline).or_drop(AS_IT_IS)),
                );
            }
            drafts.extend(course(results, baseline));
            drafts.extend(asked(results, baseline));
        }
        Form::Sweep => {
            drafts.extend(points::points(results));
            drafts.extend(all_endings(results));
            drafts.extend(skill.map(|skill| skill.draft));
        }
        Form::RoundRobin => {
            drafts.extend(ratings(results));
            drafts.extend(first());
            drafts.extend(what_it_is_like());
            drafts.extend(course(results, baseline));
            drafts.extend(asked(results, baseline));
        }
        Form::Ladder => {
            drafts.extend(ratings(results));
            drafts.extend(skill.map(|skill| skill.draft));
            drafts.extend(going_first(results, baseline, None));
            drafts.extend(strengths::rungs(results));
            drafts.extend(all_endings(results));
            drafts.extend(course(results, baseline));
            drafts.extend(asked(results, baseline));
        }
        Form::InPlace => drafts.extend(in_place::in_place(results, folder.is_some())),
        Form::Sensitivity => drafts.extend(points::knobs(results)),
    }
    let question = question(results);
    let Last { apart, together } = next::last(results, folder);
    let points = fit(&question, drafts.iter().cloned().chain(apart.clone()).collect());
    // What is open has a line of its own only if that costs no other point.
    let is_told = |draft: &&Draft| {
        form == Form::Variants || points.iter().any(|point| point.about == draft.full.about)
    };
    let shorter = together
        .map(|last| fit(&question, drafts.iter().filter(is_told).cloned().chain([last]).collect()));
    let known =
        |points: &[Point], last: usize| points[..points.len().saturating_sub(last)].to_vec();
    let shorter = shorter.filter(|shorter| known(shorter, 1) != known(&points, apart.len()));
    Answer { points: shorter.unwrap_or(points), question }
}

/// What was asked, in the designer's words, or in plain ones where there are none.
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
    match form(results) {
        Form::Ladder => format!("{title}{rules}: how does skill change the answers?"),
        Form::RoundRobin => format!("{title}{rules}: who is how strong?"),
        Form::InPlace => format!("{title}{rules}: who does best in one seat?"),
        Form::Sensitivity => format!("{title}: which knob matters?"),
        Form::Sweep => format!("{title}: what do the knobs do?"),
        Form::Variants => format!("{title}: what do the variants change?"),
        Form::Single if lineups.len() > 3 => {
            format!("{title}{rules}, {} line-ups: what is it like?", lineups.len())
        }
        Form::Single => format!("{title}{rules}, {}: what is it like?", lineups.join("; ")),
    }
}

/// How many games of the whole run end.
fn all_endings(results: &Results) -> Option<Draft> {
    let said = how_many_end(results, |_| true)?;
    Some(Draft::new(Topic::Endings.title(), said + ".").or_drop(AS_IT_IS))
}

/// How little is known, where that is so.
fn caution(results: &Results) -> Option<Draft> {
    let manifest = &results.manifest;
    let blocks = manifest.blocks;
    let planned = manifest
        .blocks_planned
        .map_or_else(String::new, |planned| format!(" of {}", thousands(planned.into())));
    let after = thousands(blocks.into());
    let played = match (manifest.complete, manifest.missing.is_empty()) {
        (true, _) => String::new(),
        (false, true) => format!("interrupted after {after}{planned} blocks; "),
        (false, false) => format!("shards are missing after {after}{planned} blocks; "),
    };
    if blocks < EARLY {
        let few = counted(blocks.into(), "block is", "blocks are");
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
/// baseline: by the number of players, where there are several.
fn skill(results: &Results) -> Option<Skill> {
    let rows: Vec<_> = results
        .first_player
        .iter()
        .filter(|row| row.cell.variant == results.manifest.baseline)
        .collect();
    let equals = |row: &&&FirstPlayerRow| results.is_of_equals(&row.cell.lineup);
    let mut players: Vec<usize> = rows.iter().filter(equals).map(|row| row.cell.players).collect();
    players.sort_unstable();
    players.dedup();
    let of = |players: &usize| {
        let table = rows.iter().filter(equals).filter(|row| row.cell.players == *players);
        let verdicts: Vec<(String, Option<Verdict>)> = table
            .filter_map(|row| {
                Some((results.lineup(&row.cell.lineup).first()?.clone(), row.share.judged.verdict))
            })
            .collect();
        in_one_sentence(&verdicts)
    };
    let told: Vec<(usize, super::run::Turn)> =
        players.iter().filter_map(|count| Some((*count, of(count)?))).collect();
    let turns = told.iter().any(|(_, turn)| turn.turns);
    let turned: Vec<&(usize, super::run::Turn)> =
        told.iter().filter(|(_, turn)| turn.turns).collect();
    let text = match &told[..] {
        [] => return None,
        [(_, turn)] => turn.of_it.clone(),
        _ if !turns => {
            let with = if told.len() < players.len() {
                let known: Vec<String> = told.iter().map(|(count, _)| count.to_string()).collect();
                format!("with {} players; with other numbers too little is known", and(&known))
            } else {
                "with any number of players".to_owned()
            };
            format!("as far as it is settled, it does not change the answer, {with}.")
        }
        _ => {
            let (players, turn) = turned[0];
            let more = match turned.len() - 1 {
                0 => String::new(),
                more => {
                    format!("; and so at {}", counted(more as u128, "more table", "more tables"))
                }
            };
            format!(
                "it changes the answer: with {players} players, going first {}{more}.",
                turn.does
            )
        }
    };
    let counts: Vec<String> = turned.iter().map(|(players, _)| players.to_string()).collect();
    let short = match counts.len() {
        0 => text.clone(),
        _ if told.len() == 1 => "it changes the answer about going first.".to_owned(),
        _ => format!("it changes the answer with {} players.", and(&counts)),
    };
    let one = results.variants.chunk_by(|one, other| one.variant == other.variant).count() < 2;
    // Variants may change what holds for the baseline.
    let of_rules = |text: String| {
        if one { text } else { format!("by the rules {}: {text}", results.manifest.baseline) }
    };
    Some(Skill { turns, draft: Draft::new("Skill", of_rules(text)).or_short(of_rules(short)) })
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
