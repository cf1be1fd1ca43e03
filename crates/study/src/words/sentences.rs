//! A sentence for each verdict: who, what, how much, how sure.

mod changes;
mod sentence;
mod wins;

use super::prelude::*;
use super::run::unrated;
use super::unfinished;
use crate::experiment::Item;
use changes::changes;
pub use sentence::{Sentence, Subject, Told};
use sentence::{plain, under};
use wins::{
    effect, going_first, in_place, once, pair, place, restriction, seats, spread, strength,
    strengths,
};

/// The results in words, one sentence for each verdict: first those beyond the tolerance, then those
/// that are not settled, then the rest; of each, what was asked comes first. Verdicts that say the same are told once. A ladder is told by
/// its equals and its neighbouring rungs, an experiment about one seat by that seat only. A box of rules
/// has hundreds of points and no sentences.
pub fn sentences(results: &Results) -> Vec<Sentence> {
    // The first of those that are not settled: without ratings the rest says little.
    let mut told = Vec::from_iter(refusal(results));
    told.extend(results.first_player.iter().filter_map(|row| too_few_end(results, row)));
    let items = results.manifest.design.sentences;
    if items.is_empty() {
        return Vec::new();
    }
    told.extend(items.iter().flat_map(|item| about(results, *item)));
    told.sort_by_key(|sentence| (sentence.standing, sentence.family));
    told
}

/// The sentences about an item.
fn about(results: &Results, item: Item) -> Vec<Sentence> {
    match item {
        Item::GoingFirst => {
            results.first_player.iter().filter_map(|row| going_first(results, row)).collect()
        }
        Item::Strength => {
            let rows = results.strategies.chunk_by(|one, other| one.cell == other.cell);
            rows.flat_map(|rows| strengths(results, rows)).collect()
        }
        Item::Pairs => results.pairs.iter().filter_map(|row| pair(results, row)).collect(),
        Item::Seats => {
            let of_several = results.places.iter().filter(|row| row.cell.players > 2);
            let places = of_several.filter_map(|row| place(results, row));
            let rows = results.seat_balance.chunk_by(|one, other| one.cell == other.cell);
            places.chain(rows.flat_map(|rows| seats(results, rows))).collect()
        }
        Item::Neighbours => {
            let spreads = results.neighbour_spread.iter();
            let spreads = spreads.filter_map(|row| spread(results, row));
            let rows = results.neighbour_effects.chunk_by(|one, other| one.cell == other.cell);
            let effects = rows.flat_map(once).filter_map(|row| effect(results, row));
            spreads.chain(effects).collect()
        }
        Item::Restrictions => {
            results.restricted.iter().filter_map(|row| restriction(results, row)).collect()
        }
        Item::Changes => changes(results),
        Item::Rungs => {
            let rungs = || results.ladder.iter();
            let first = rungs().filter_map(|rung| going_first(results, first_on(results, rung)?));
            let steps = rungs().filter_map(|rung| strength(results, step_to(results, rung)?));
            first.chain(steps).collect()
        }
        Item::Places => results.in_place.iter().filter_map(|row| in_place(results, row)).collect(),
        _ => Vec::new(),
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
