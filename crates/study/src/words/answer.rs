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
    let (baseline, design) = (results.manifest.baseline.as_str(), results.manifest.design);
    let skill = skill(results);
    let cautions = caution(results).into_iter().chain(unfinished::unfinished(results));
    let cautions: Vec<Draft> = cautions.collect();
    let mut drafts: Vec<Draft> = goals::goals(results);
    let before = drafts.len();
    let starter = || going_first(results, baseline, skill.as_ref().map(|skill| skill.turns));
    // An experiment about play cares less about the rest.
    let asks_play = !results.play.is_empty();
    let second_rate = |draft: Draft| if asks_play { draft.or_drop(AS_IT_IS) } else { draft };
    let what_it_is_like = || {
        let like = [lengths(results, baseline, results.felt_unit()), endings(results, baseline)]
            .map(|draft| draft.map(second_rate));
        let play = play(results, baseline).map(|draft| draft.or_drop(PLAY));
        like.into_iter().flatten().chain(events(results, baseline)).chain(play)
    };
    match design {
        // What the proposal changes belongs to the goals.
        DesignKind::Tune => {}
        DesignKind::Compare if compares(results) => {
            drafts.extend(changes::changes(results));
            drafts.extend(fairest::fairest_variant(results));
            drafts.extend(fairest::nothing_cures(results));
            drafts.extend(starter().map(|draft| draft.of(baseline)));
            // If no change of endings is known, those of the baseline may be the answer.
            let endings = endings(results, baseline);
            let endings = endings.filter(|_| changes::is_open(results, Topic::Endings));
            drafts.extend(endings.map(|draft| draft.of(baseline).or_drop(AS_IT_IS)));
        }
        DesignKind::Compare => {
            if asks_play {
                drafts.extend(asked(results, baseline));
            }
            drafts.extend(scores(results, baseline));
            drafts.extend(stronger(results, baseline, folder.is_some()).map(second_rate));
            drafts.extend(starter().map(second_rate));
            drafts.extend(what_it_is_like());
        }
        DesignKind::Sweep => {
            drafts.extend(points::points(results));
            drafts.extend(fairest::nothing_cures(results));
            drafts.extend(all_endings(results));
            drafts.extend(skill.map(|skill| skill.draft));
        }
        DesignKind::Ladder => {
            drafts.extend(ratings(results));
            drafts.extend(skill.map(|skill| skill.draft));
            drafts.extend(going_first(results, baseline, None));
            drafts.extend(strengths::rungs(results));
            drafts.extend(all_endings(results));
        }
        DesignKind::InPlace => {
            drafts.extend(in_place::in_place(results, folder.is_some()));
            drafts.extend(in_place::tuned(results, folder.is_some()));
        }
        DesignKind::Sensitivity => drafts.extend(points::knobs(results)),
    }
    let is_asked_last = match design {
        DesignKind::Compare => compares(results) || !asks_play,
        DesignKind::Ladder => true,
        _ => false,
    };
    if is_asked_last {
        drafts.extend(asked(results, baseline));
    }
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
    match manifest.design {
        DesignKind::Ladder => format!("{title}{rules}: how does skill change the answers?"),
        DesignKind::InPlace => match &manifest.asked.strategy {
            Some(asked) => {
                format!("{title}{rules}: with which weights does {} win most often?", asked.base)
            }
            None => format!("{title}{rules}: who does best in one seat?"),
        },
        DesignKind::Sensitivity => format!("{title}: which knob matters?"),
        DesignKind::Tune => format!("{title}: which rules meet the goals?"),
        DesignKind::Sweep => format!("{title}: what do the knobs do?"),
        DesignKind::Compare if compares(results) => {
            format!("{title}: what do the variants change?")
        }
        DesignKind::Compare if lineups.len() > 3 => {
            format!("{title}{rules}, {} line-ups: what is it like?", lineups.len())
        }
        DesignKind::Compare => format!("{title}{rules}, {}: what is it like?", lineups.join("; ")),
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
