//! A sentence for each verdict: who, what, how much, how sure.

mod changes;
mod wins;

use serde::{Deserialize, Serialize};

use super::numbers::{capitalized, counted, games, points, rounded_percent, thousands};
use super::run::unrated;
use super::unfinished::{self, is_judged};
use super::who::between;
use crate::experiment::DesignKind;
use crate::findings::Fact;
use crate::results::Results;
use changes::changes;
use fairdeal_core::metrics::Topic;
use fairdeal_core::rows::{FirstPlayerRow, Judged, LadderRow, Standing, StrategyRow};
use fairdeal_stats::Interval;
use wins::{
    effect, going_first, in_place, once, pair, place, restriction, seats, spread, strength,
    strengths,
};

/// A verdict in words.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Sentence {
    /// How it stands.
    pub standing: Standing,
    /// Is it judged by a tolerance?
    pub tolerance: bool,
    /// The sentence.
    pub text: String,
    /// Does it say that too few games end for a verdict? Then it is none itself.
    #[serde(skip)]
    pub unjudged: bool,
    /// What it is about, as the headings of the answer call it.
    #[serde(skip)]
    pub about: &'static str,
    /// About how many more blocks should settle it; `None` where it is settled, or where no
    /// reasonable number would.
    #[serde(skip)]
    pub blocks_needed: Option<u64>,
    /// The effect, for a picture. It is in the tables, so it is not stored here again.
    #[serde(skip)]
    pub effect: Option<Told>,
}

/// The effect of a sentence.
#[derive(Clone, Debug, PartialEq)]
pub struct Told {
    /// What it is about.
    pub subject: Subject,
    /// The variant of the rules.
    pub variant: String,
    /// The effect, as it is judged: a difference, or a share of the baseline's value.
    pub size: f64,
    /// Its interval.
    pub interval: Option<Interval>,
    /// An effect up to this does not matter.
    pub tolerance: f64,
}

/// What a verdict is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Subject {
    /// Whether all seats and places have the same chance.
    Fairness,
    /// Who is stronger.
    Strength,
    /// Whether it matters who sits beside whom.
    Neighbours,
    /// What it costs never to take a kind of action.
    Action,
    /// What a variant changes.
    Change {
        /// The topic.
        topic: Topic,
        /// Of going first: does it become fair, with no seat that is not, or less fair? Neither
        /// where it comes nearer to fair and is not.
        fairer: Option<bool>,
        /// Is it judged as a share of the baseline's value?
        relative: bool,
        /// It is not settled although every block so far gave the same: mostly a constant of the
        /// game, which no number of blocks moves.
        constant: bool,
    },
}

/// From fewer blocks than these, intervals may be too narrow: what they say is an early look.
pub const EARLY: u64 = 200;

/// The results in words, one sentence for each verdict: first those beyond the tolerance, then those
/// that are not settled, then the rest. Verdicts that say the same are told once. A ladder is told by
/// its equals and its neighbouring rungs, an experiment about one seat by that seat only. A box of rules
/// has hundreds of points and no sentences.
pub fn sentences(results: &Results) -> Vec<Sentence> {
    // The first of those that are not settled: without ratings the rest says little.
    let mut told = Vec::from_iter(refusal(results));
    told.extend(results.first_player.iter().filter_map(|row| too_few_end(results, row)));
    match results.manifest.design {
        DesignKind::Sensitivity => return Vec::new(),
        DesignKind::Ladder => {
            let rungs = || results.ladder.iter();
            told.extend(rungs().filter_map(|rung| going_first(results, first_on(results, rung)?)));
            told.extend(rungs().filter_map(|rung| strength(results, step_to(results, rung)?)));
        }
        DesignKind::InPlace => {
            told.extend(results.in_place.iter().filter_map(|row| in_place(results, row)));
        }
        DesignKind::Compare | DesignKind::Sweep | DesignKind::RoundRobin => {
            told.extend(results.first_player.iter().filter_map(|row| going_first(results, row)));
            let rows = results.strategies.chunk_by(|one, other| one.cell == other.cell);
            told.extend(rows.flat_map(|rows| strengths(results, rows)));
            told.extend(results.pairs.iter().filter_map(|row| pair(results, row)));
            told.extend(results.places.iter().filter_map(|row| place(results, row)));
            let rows = results.seat_balance.chunk_by(|one, other| one.cell == other.cell);
            told.extend(rows.flat_map(|rows| seats(results, rows)));
            told.extend(results.neighbour_spread.iter().filter_map(|row| spread(results, row)));
            let rows = results.neighbour_effects.chunk_by(|one, other| one.cell == other.cell);
            told.extend(rows.flat_map(once).filter_map(|row| effect(results, row)));
            told.extend(results.restricted.iter().filter_map(|row| restriction(results, row)));
            told.extend(changes(results));
        }
    }
    told.sort_by_key(|sentence| sentence.standing);
    told
}

/// The terms for the verdicts about one kind of effect.
struct Terms {
    /// What the sentences are about, as the headings of the answer call it.
    about: &'static str,
    subject: Option<Subject>,
    above: &'static str,
    below: &'static str,
    within: &'static str,
    /// If there is no sign of an effect yet.
    no_sign: &'static str,
}

/// The sentence of a fact: its beginning, the verdict, and its end. `tolerance` is in words, and empty
/// if there is none.
fn sentence(
    results: &Results,
    fact: &Fact<'_>,
    terms: &Terms,
    tolerance: &str,
    begin: &str,
    end: &str,
) -> Option<Sentence> {
    let (standing, size) = (fact.standing()?, fact.size?);
    let verdict = verdict_in_words(results, fact, terms, tolerance)?;
    let early = if fact.blocks < EARLY { " (an early look)" } else { "" };
    let Judged { tolerance, blocks_needed, .. } = *fact.judged;
    let told = |subject| Told {
        subject,
        variant: fact.variant.to_owned(),
        size,
        interval: fact.interval(),
        tolerance,
    };
    Some(Sentence {
        tolerance: tolerance > 0.0,
        blocks_needed,
        effect: terms.subject.map(told),
        ..plain(standing, terms.about, format!("{begin}: {verdict}{early}.{end}"))
    })
}

fn verdict_in_words(
    results: &Results,
    fact: &Fact<'_>,
    terms: &Terms,
    tolerance: &str,
) -> Option<String> {
    let Judged { blocks_needed, p_adjusted, .. } = fact.judged;
    let has_tolerance = !tolerance.is_empty();
    let yours =
        if has_tolerance { format!(" your tolerance of {tolerance}") } else { String::new() };
    let side = if fact.size? < 0.0 { terms.below } else { terms.above };
    let beyond = || if has_tolerance { format!("{side}, beyond{yours}") } else { side.to_owned() };
    let within = || match terms.within {
        within if has_tolerance => format!("{within} within{yours}"),
        within => within.to_owned(),
    };
    let open = match (fact.standing()?, fact.clear_alone()) {
        (Standing::Beyond, _) => return Some(beyond()),
        (Standing::Within, _) => return Some(within()),
        (Standing::NotSettled, Some(alone)) => {
            let alone = if alone == Standing::Within { within() } else { beyond() };
            format!("not settled among so many verdicts (alone: {alone})")
        }
        _ if !has_tolerance && blocks_needed.is_none() => return Some(terms.no_sign.to_owned()),
        _ if !has_tolerance => "not settled".to_owned(),
        _ if p_adjusted.is_some_and(|p| p <= 1.0 - results.manifest.analysis.confidence) => {
            format!("{side}, but it is not settled whether beyond{yours}")
        }
        _ => format!("not settled whether beyond{yours}"),
    };
    Some(match blocks_needed {
        Some(more) => {
            let shuffles = counted((*more).into(), "more shuffle", "more shuffles");
            format!("{open}; about {shuffles} should settle it")
        }
        None => format!("{open}; no reasonable number of shuffles would settle it"),
    })
}

/// "no-face-up: going first"; "Going first" if there is only one set of rules.
fn under(results: &Results, variant: &str, text: &str) -> String {
    if results.manifest.variants.len() > 1 {
        format!("{variant}: {text}")
    } else {
        capitalized(text)
    }
}

/// A sentence without an interval.
fn plain(standing: Standing, about: &'static str, text: String) -> Sentence {
    Sentence {
        standing,
        tolerance: true,
        text,
        unjudged: false,
        about,
        blocks_needed: None,
        effect: None,
    }
}

/// Why there are no ratings, as a verdict that cannot be given.
fn refusal(results: &Results) -> Option<Sentence> {
    // If too few games end in every line-up, another sentence says so for each.
    if results.first_player.iter().all(|row| !is_judged(&row.share)) {
        return None;
    }
    let why = unrated(results)?;
    let text = if results.not_connected.is_empty() {
        format!("No ratings: {why}.")
    } else {
        let groups: Vec<String> =
            results.not_connected.iter().map(|group| group.join(", ")).collect();
        format!(
            "No ratings: {why}, so that no number says how much stronger one is: {}. More blocks, or strategies in between, may connect them.",
            groups.join(" | ")
        )
    };
    Some(plain(Standing::NotSettled, "Ratings", text))
}

/// "None of 20 games between hoarder players ended: too few to judge who wins, or how long they
/// are."
fn too_few_end(
    results: &Results,
    FirstPlayerRow { cell, share }: &FirstPlayerRow,
) -> Option<Sentence> {
    if is_judged(share) {
        return None;
    }
    let (of, players) = (games(share.games, &results.names.plural), between(results, &cell.lineup));
    let begin = match share.games - share.unfinished {
        0 if share.games == 1 => format!("the only one {players} did not end"),
        0 => format!("none of {of} {players} ended"),
        ended => format!("only {} of {of} {players} ended", thousands(ended)),
    };
    let (begin, who) = (
        under(results, &cell.variant, &begin),
        if cell.players > 1 { "who wins" } else { "the score" },
    );
    let text = format!("{begin}: too few to judge {who}, or how long they are.");
    let about = Topic::Endings.title();
    Some(Sentence { unjudged: true, ..plain(unfinished::standing(results, cell), about, text) })
}

/// A tolerance in words; empty if there is none.
pub(super) fn tolerance_in_words(is_relative: bool, tolerance: f64) -> String {
    match (tolerance > 0.0, is_relative) {
        (false, _) => String::new(),
        (true, true) => format!("{} %", rounded_percent(tolerance)),
        (true, false) => points(tolerance),
    }
}

/// Going first between equals on a rung.
pub(super) fn first_on<'a>(results: &'a Results, rung: &LadderRow) -> Option<&'a FirstPlayerRow> {
    let is_mirror = |lineup: &str| results.lineup(lineup).iter().all(|name| *name == rung.strategy);
    results.first_player.iter().find(|row| is_mirror(&row.cell.lineup))
}

/// The wins of a strategy against the one on the rung below.
pub(super) fn step_to<'a>(results: &'a Results, rung: &LadderRow) -> Option<&'a StrategyRow> {
    let below = rung.below.as_ref()?;
    let is_of_both = |lineup: &str| {
        let names = results.lineup(lineup);
        names.contains(below) && names.iter().filter(|name| **name == rung.strategy).count() == 1
    };
    results
        .strategies
        .iter()
        .find(|row| row.strategy == rung.strategy && is_of_both(&row.cell.lineup))
}
