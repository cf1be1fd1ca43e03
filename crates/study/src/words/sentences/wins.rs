//! Sentences about who wins: going first, strategies, seats, places, neighbours.

use super::super::prelude::*;
use super::sentence::{Sentence, Subject, Terms, sentence, under};
use crate::words::numbers::{ordinal, with_article};
use crate::words::phrase::order;
use crate::words::who::{always_first, among_others};
use fairdeal_core::rows::{
    Between, InPlaceRow, NeighbourEffectRow, NeighbourSpreadRow, Often, PlaceRow, RestrictedRow,
    SeatBalanceRow,
};

/// The verdict about the share of going first against a fair one.
const ADVANTAGE: Terms = Terms {
    about: Topic::GoingFirst.title(),
    subject: Some(Subject::Fairness),
    above: "an advantage",
    below: "a disadvantage",
    within: "fair",
    no_sign: "no sign of an advantage either way yet",
};

/// The same about other places and seats.
const PLACE: Terms = Terms { about: "Places and seats", ..ADVANTAGE };

/// The verdict about the share of a strategy.
const STRENGTH: Terms = Terms {
    about: Topic::Strength.title(),
    subject: Some(Subject::Strength),
    above: "stronger",
    below: "weaker",
    within: "about as strong",
    no_sign: "no sign yet that either is stronger",
};

/// The verdict about a strategy in one seat, compared with another one there.
const IN_PLACE: Terms = Terms {
    about: Topic::Strength.title(),
    subject: None,
    above: "better",
    below: "worse",
    within: "as good",
    no_sign: "no sign yet that either is better",
};

/// The verdict about how far the order around the table moves a win rate.
const NEIGHBOURS: Terms = Terms {
    about: "Neighbours",
    subject: Some(Subject::Neighbours),
    above: "neighbours matter",
    below: "neighbours matter",
    within: "neighbours hardly matter",
    no_sign: "no sign yet that neighbours matter",
};

/// The verdict about the place beside a strategy.
const BESIDE: Terms = Terms {
    about: "Neighbours",
    subject: Some(Subject::Neighbours),
    above: "a good place",
    below: "a bad place",
    within: "a place like others",
    no_sign: "no sign yet that it matters",
};

/// The verdict about what it costs never to take a kind of action.
const COST: Terms = Terms {
    about: "Actions",
    subject: Some(Subject::Action),
    above: "the action is needed",
    below: "it does better without it",
    within: "it does as well without it",
    no_sign: "no sign yet that the action is needed",
};

/// "Going first wins 47.8 % [47.6, 48.0] of 400,000 matches between greedy players: a disadvantage,
/// beyond your tolerance of 1 point."
pub(super) fn going_first(results: &Results, row: &FirstPlayerRow) -> Option<Sentence> {
    share(results, "going first", &row.cell, &row.share, &ADVANTAGE)
}

/// The sentence about the share of wins of a seat or place.
fn share(
    results: &Results,
    who: &str,
    cell: &CellKey,
    share: &ShareOfWins,
    terms: &Terms,
) -> Option<Sentence> {
    let who = under(results, &cell.variant, who);
    share_in_words(results, &who, &between(results, &cell.lineup), cell, share, 1, terms)
}

/// The same, of a player who holds this many seats of each game.
fn share_in_words(
    results: &Results,
    who: &str,
    players: &str,
    cell: &CellKey,
    share: &ShareOfWins,
    seats: u128,
    terms: &Terms,
) -> Option<Sentence> {
    let games = games(share.games / seats.max(1), &results.names.plural);
    let (rate, ends) = (share.win_rate?, share.win_rate_low.zip(share.win_rate_high)?);
    let digits = decimals(ends.0, ends.1);
    let fair_share = match percent(share.fair_share, digits) {
        half if cell.players == 2 && half == percent(0.5, digits) => String::new(),
        fair_share if results.names.teams > 0 => {
            format!(" (a fair share is {fair_share} %, as partners share the win of their team)")
        }
        fair_share => format!(" (a fair share is {fair_share} %)"),
    };
    let unfinished = match share.unfinished / seats.max(1) {
        0 => String::new(),
        1 => " One of them did not end and counts as no win.".to_owned(),
        games => format!(" {} of them did not end and count as no wins.", thousands(games)),
    };
    let begin =
        format!("{who} wins {} of {games} {players}{fair_share}", precise(rate, Some(ends), " %"));
    let fact = Fact::of_share(&cell.variant, share);
    sentence(results, &fact, terms, &points(share.judged.tolerance), &begin, &unfinished)
}

/// Who is stronger. If two strategies have equally many seats, one wins what the other loses: only
/// the winner gets a sentence.
pub(super) fn strengths(results: &Results, rows: &[StrategyRow]) -> Vec<Sentence> {
    match rows {
        [one, other] if results.has_equal_seats(&one.cell.lineup) => {
            let winner = if one.share.win_rate < other.share.win_rate { other } else { one };
            strength(results, winner).into_iter().collect()
        }
        _ => rows.iter().filter_map(|row| strength(results, row)).collect(),
    }
}

/// "heuristic wins 93.6 % [93.5, 93.7] of 200,000 matches against greedy: stronger, beyond your
/// tolerance of 1 point."
pub(super) fn strength(results: &Results, row: &StrategyRow) -> Option<Sentence> {
    let names = results.lineup(&row.cell.lineup);
    let held = names.iter().filter(|name| **name == row.strategy).count();
    let (strategy, of_rules) = (&row.strategy, under(results, &row.cell.variant, ""));
    // A name stays as it is written, at the beginning too.
    let who = if held > 1 {
        under(results, &row.cell.variant, &format!("each {strategy}"))
    } else {
        format!("{of_rules}{strategy}")
    };
    let players = match (names.len(), names.iter().find(|name| **name != row.strategy)) {
        (2, Some(other)) => format!("against {other}"),
        _ => between(results, &row.cell.lineup),
    };
    share_in_words(results, &who, &players, &row.cell, &row.share, held as u128, &STRENGTH)
}

/// The share of the games that one of the two won, on a ladder for more than two players: each pair
/// once. With two players each pair is a line-up, which has its own sentence.
pub(super) fn pair(results: &Results, row: &PairRow) -> Option<Sentence> {
    let later = || {
        results
            .pairs
            .iter()
            .take_while(|other| *other != row)
            .any(|other| other.strategy == row.opponent && other.opponent == row.strategy)
    };
    if results.manifest.lineups.iter().all(|lineup| lineup.len() == 2) || later() {
        return None;
    }
    let (rate, ends) = (row.win_rate?, row.win_rate_low.zip(row.win_rate_high)?);
    let begin = format!(
        "{}, {} wins {} against {}",
        under(
            results,
            &row.variant,
            &format!("of the {} that one of the two won", results.names.plural)
        ),
        row.strategy,
        precise(rate, Some(ends), " %"),
        row.opponent,
    );
    of_row(results, row, &STRENGTH, &begin)
}

/// The sentence of a row whose tolerance is in points.
fn of_row(results: &Results, row: &impl AsFact, terms: &Terms, begin: &str) -> Option<Sentence> {
    let fact = row.fact();
    sentence(results, &fact, terms, &points(fact.judged.tolerance), begin, "")
}

/// The opponents of a player who never takes a kind of action.
fn among_others_who_may(row: &RestrictedRow) -> String {
    match row.cell.players {
        2 => format!("against {} player who may take it", with_article(&row.strategy)),
        players => format!("among {} {} players who may take it", players - 1, row.strategy),
    }
}

/// "Never taking `keep` where there is another choice costs heuristic 9.7 points [9.2, 10.2], in
/// 20,000 games against a heuristic player who may take it: the action is needed, beyond your
/// tolerance of 1 point."
pub(super) fn restriction(results: &Results, row: &RestrictedRow) -> Option<Sentence> {
    let told = format!(
        "never taking `{}` where there is another choice costs {} {}, in {}",
        row.kind,
        row.strategy,
        precise(row.cost?, Some(row.cost_low.zip(row.cost_high)?), " points"),
        games(row.games, &results.names.plural),
    );
    let begin =
        format!("{} {}", under(results, &row.cell.variant, &told), among_others_who_may(row));
    of_row(results, row, &COST, &begin)
}

/// "Among heuristic and greedy, flat wins 36.3 % instead of the 39.7 % of strong, -3.4 points
/// [-5.7, -1.2]: worse, beyond your tolerance of 1 point."
pub(super) fn in_place(results: &Results, row: &InPlaceRow) -> Option<Sentence> {
    let (rate, difference, ends) =
        (row.win_rate?, row.difference?, row.difference_low.zip(row.difference_high)?);
    let digits = decimals(ends.0, ends.1);
    let begin = format!(
        "{}, {} wins {} % instead of the {} % of {}, {}",
        under(results, &row.cell.variant, &among_others(row)),
        row.strategy,
        percent(rate, digits),
        percent(rate - difference, digits),
        row.compared_with.as_deref()?,
        within(difference, Some(ends), " points", |points| signed(100.0 * points, digits)),
    );
    of_row(results, row, &IN_PLACE, &begin)
}

/// "Going second wins 33.1 % [32.9, 33.3] of 20,000 games between three greedy players (a fair
/// share is 33.3 %): fair within your tolerance of 1 point."
pub(super) fn place(results: &Results, row: &PlaceRow) -> Option<Sentence> {
    let seat = always_first(results, &row.cell).map_or_else(String::new, |first| {
        format!(" (always seat {})", (first + row.place) % row.cell.players)
    });
    share(
        results,
        &format!("going {}{seat}", ordinal(row.place + 1)),
        &row.cell,
        &row.share,
        &PLACE,
    )
}

/// Every seat. None if one seat always goes first: then seats are places, which have sentences already.
/// Only one of two seats, because the other mirrors it.
pub(super) fn seats(results: &Results, rows: &[SeatBalanceRow]) -> Vec<Sentence> {
    if rows.len() < 2 || rows.iter().any(|row| row.goes_first == Often::Always) {
        return Vec::new();
    }
    let told = if rows.len() == 2 { &rows[..1] } else { rows };
    told.iter()
        .filter_map(|row| {
            share(results, &format!("seat {}", row.seat), &row.cell, &row.share, &PLACE)
        })
        .collect()
}

/// "With heuristic, greedy and random, the order around the table typically moves a win rate by
/// 19.6 points [19.3, 19.9] (standard deviation): neighbours matter, beyond your tolerance of 1
/// point."
pub(super) fn spread(results: &Results, row: &NeighbourSpreadRow) -> Option<Sentence> {
    let ends = row.standard_deviation_low.zip(row.standard_deviation_high)?;
    let begin = format!(
        "{}, {} typically moves a win rate by {} (standard deviation)",
        under(results, &row.cell.variant, &between(results, &row.cell.lineup)),
        order(row.between == Between::Orders),
        precise(row.standard_deviation?, Some(ends), " points"),
    );
    of_row(results, row, &NEIGHBOURS, &begin)
}

/// The places beside the players of a table. If two of them say the same, the one of the player who
/// wins more.
pub(super) fn once(effects: &[NeighbourEffectRow]) -> Vec<&NeighbourEffectRow> {
    let says_the_same = |one: &NeighbourEffectRow, other: &NeighbourEffectRow| {
        (one.difference.abs() - other.difference.abs()).abs() < 1e-12
    };
    let mut told: Vec<&NeighbourEffectRow> = Vec::new();
    for row in effects {
        match told.iter_mut().find(|known| says_the_same(known, row)) {
            Some(known) if known.difference < 0.0 && row.difference > 0.0 => *known = row,
            Some(_) => {}
            None => told.push(row),
        }
    }
    told
}

/// "The player just before a random player wins 27.3 points more [26.8, 27.8] than elsewhere at the
/// same table, 56.4 % instead of 29.1 %, between heuristic, greedy and random: a good place, beyond
/// your tolerance of 1 point."
pub(super) fn effect(results: &Results, row: &NeighbourEffectRow) -> Option<Sentence> {
    let (low, high) = (row.difference_low?, row.difference_high?);
    let digits = decimals(low, high);
    let (more, ends) =
        if row.difference < 0.0 { ("fewer", (-high, -low)) } else { ("more", (low, high)) };
    let begin = format!(
        "{} player wins {} than elsewhere at the same table, {} % instead of {} %, {}",
        under(
            results,
            &row.cell.variant,
            &format!("the player {} {}", row.position, with_article(&row.neighbour))
        ),
        precise(row.difference.abs(), Some(ends), &format!(" points {more}")),
        percent(row.win_rate, digits),
        percent(row.win_rate_elsewhere, digits),
        between(results, &row.cell.lineup),
    );
    of_row(results, row, &BESIDE, &begin)
}
