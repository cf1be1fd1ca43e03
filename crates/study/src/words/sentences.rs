//! A sentence for each verdict: who, what, how much, how sure.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::numbers::{
    and, capitalized, counted, decimals, games, in_unit, ordinal, percent, points, precise,
    rounded_percent, signed, thousands, with_article, within,
};
use super::run::unrated;
use super::unfinished::{self, is_judged};
use crate::experiment::DesignKind;
use crate::findings::{AsFact, Fact};
use crate::results::{Played, Results};
use fairdeal_core::metrics::{Kind, QuantityDescription, Topic, quantity};
use fairdeal_core::rows::{
    Between, CellKey, ComparisonRow, ComparisonSumsRow, FirstPlayerRow, InPlaceRow, Judged,
    LadderRow, NeighbourEffectRow, NeighbourSpreadRow, Often, PairRow, PlaceRow, RestrictedRow,
    SeatBalanceRow, ShareOfWins, Standing, StrategyRow, VariantRow, Verdict,
};
use fairdeal_stats::Interval;

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
    /// The effect, for a picture; `None` where the sentence has none. It stands in the tables, and is not
    /// stored twice.
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

impl Sentence {
    fn of(self, about: &'static str) -> Self {
        Self { about, ..self }
    }
}

/// What sentences are about besides the topics of comparisons.
const PLACES: &str = "Places and seats";
const NEIGHBOURS_MATTER: &str = "Neighbours";
const RESTRICTED: &str = "Actions";

/// From fewer blocks than these, intervals may be too narrow: what they say is an early look.
pub const EARLY: u64 = 200;

/// The results in words, one sentence for each verdict: first those beyond the tolerance, then those
/// that are not settled, then the rest. Verdicts that say the same are told once. A ladder is told by
/// its equals and its neighbouring rungs, an experiment about one seat by that seat only. A box of rules
/// has hundreds of points and no sentences.
pub fn sentences(results: &Results) -> Vec<Sentence> {
    if results.manifest.design == DesignKind::Sensitivity {
        return Vec::new();
    }
    // The first of those that are not settled: without ratings the rest says little.
    let (first, strength) = (Topic::GoingFirst.title(), Topic::Strength.title());
    let mut sentences: Vec<Sentence> = refusal(results).into_iter().collect();
    let mut tell = |about: &'static str, told: Vec<Sentence>| {
        sentences.extend(told.into_iter().map(|sentence| sentence.of(about)));
    };
    tell(
        Topic::Endings.title(),
        results.first_player.iter().filter_map(|row| too_few_end(results, row)).collect(),
    );
    let design = results.manifest.design;
    if design == DesignKind::Ladder {
        tell(
            first,
            results.ladder.iter().filter_map(|rung| going_first_on(results, rung)).collect(),
        );
        tell(
            strength,
            results.ladder.iter().filter_map(|rung| over_below(results, rung)).collect(),
        );
    } else if design != DesignKind::InPlace {
        tell(
            first,
            results
                .first_player
                .iter()
                .filter_map(|row| share(results, "going first", &row.cell, &row.share, 1))
                .collect(),
        );
        for rows in results.strategies.chunk_by(|one, other| one.cell == other.cell) {
            tell(strength, strengths(results, rows));
        }
        tell(strength, results.pairs.iter().filter_map(|row| pair(results, row)).collect());
        for rows in results.places.chunk_by(|one, other| one.cell == other.cell) {
            tell(
                PLACES,
                rows.iter()
                    .filter(|row| row.cell.players > 2)
                    .filter_map(|row| place(results, row))
                    .collect(),
            );
        }
        for rows in results.seat_balance.chunk_by(|one, other| one.cell == other.cell) {
            tell(PLACES, seats(results, rows));
        }
        tell(
            NEIGHBOURS_MATTER,
            results.neighbour_spread.iter().filter_map(|row| spread(results, row)).collect(),
        );
        for effects in results.neighbour_effects.chunk_by(|one, other| one.cell == other.cell) {
            tell(
                NEIGHBOURS_MATTER,
                once(effects).into_iter().filter_map(|row| effect(results, row)).collect(),
            );
        }
        tell(
            RESTRICTED,
            results.restricted.iter().filter_map(|row| restriction(results, row)).collect(),
        );
        sentences.extend(changes(results));
    }
    let mut tell = |about: &'static str, told: Vec<Sentence>| {
        sentences.extend(told.into_iter().map(|sentence| sentence.of(about)));
    };
    let in_places = results.in_place.iter().filter(|_| design == DesignKind::InPlace);
    tell(strength, in_places.filter_map(|row| in_place(results, row)).collect());
    sentences.sort_by_key(|sentence| sentence.standing);
    sentences
}

/// The terms for the verdicts about one kind of effect.
struct Terms {
    subject: Option<Subject>,
    above: &'static str,
    below: &'static str,
    within: &'static str,
    /// Where there is no sign of an effect yet.
    no_sign: &'static str,
}

/// The verdict about a share against a fair one.
const ADVANTAGE: Terms = Terms {
    subject: Some(Subject::Fairness),
    above: "an advantage",
    below: "a disadvantage",
    within: "fair",
    no_sign: "no sign of an advantage either way yet",
};

/// The verdict about the share of a strategy.
const STRENGTH: Terms = Terms {
    subject: Some(Subject::Strength),
    above: "stronger",
    below: "weaker",
    within: "about as strong",
    no_sign: "no sign yet that either is stronger",
};

/// The verdict about how far the order around the table moves a win rate.
const NEIGHBOURS: Terms = Terms {
    subject: Some(Subject::Neighbours),
    above: "neighbours matter",
    below: "neighbours matter",
    within: "neighbours hardly matter",
    no_sign: "no sign yet that neighbours matter",
};

/// The verdict about a difference of two variants.
const CHANGE: Terms = Terms {
    subject: None,
    above: "higher",
    below: "lower",
    within: "the same",
    no_sign: "no sign of a change yet",
};

/// The verdict about a strategy in one seat, compared with another one there.
const IN_PLACE: Terms = Terms {
    subject: None,
    above: "better",
    below: "worse",
    within: "as good",
    no_sign: "no sign yet that either is better",
};

/// The verdict about what it costs never to take a kind of action.
const COST: Terms = Terms {
    subject: Some(Subject::Action),
    above: "the action is needed",
    below: "it does better without it",
    within: "it does as well without it",
    no_sign: "no sign yet that the action is needed",
};

/// The verdict about the place beside a strategy.
const BESIDE: Terms = Terms {
    subject: Some(Subject::Neighbours),
    above: "a good place",
    below: "a bad place",
    within: "a place like others",
    no_sign: "no sign yet that it matters",
};

/// The sentence of a fact: its beginning, the verdict, and what else is to be said. `tolerance` in words,
/// empty where there is none.
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
        standing,
        tolerance: tolerance > 0.0,
        text: format!("{begin}: {verdict}{early}.{end}"),
        unjudged: false,
        about: "",
        blocks_needed,
        effect: terms.subject.map(told),
    })
}

fn verdict_in_words(
    results: &Results,
    fact: &Fact<'_>,
    terms: &Terms,
    tolerance: &str,
) -> Option<String> {
    let Judged { verdict, blocks_needed, p_adjusted, .. } = fact.judged;
    let beyond = |term: &str| match tolerance {
        "" => term.to_owned(),
        tolerance => format!("{term}, beyond your tolerance of {tolerance}"),
    };
    let within = || match tolerance {
        "" => terms.within.to_owned(),
        tolerance => format!("{} within your tolerance of {tolerance}", terms.within),
    };
    let side = if fact.size? < 0.0 { terms.below } else { terms.above };
    let open = match (*verdict)? {
        Verdict::Advantage | Verdict::Higher | Verdict::NeighboursMatter | Verdict::Needed => {
            return Some(beyond(terms.above));
        }
        Verdict::Disadvantage | Verdict::Lower | Verdict::BetterWithout => {
            return Some(beyond(terms.below));
        }
        Verdict::Within | Verdict::Same | Verdict::NotNeeded => return Some(within()),
        Verdict::NotSettled => {
            let differs =
                p_adjusted.is_some_and(|p| p <= 1.0 - results.manifest.analysis.confidence);
            let among_many =
                |alone: String| format!("not settled among so many verdicts (alone: {alone})");
            match fact.clear_alone() {
                Some(Standing::Within) => among_many(within()),
                Some(_) => among_many(beyond(side)),
                _ if differs && !tolerance.is_empty() => {
                    format!(
                        "{side}, but it is not settled whether beyond your tolerance of {tolerance}"
                    )
                }
                _ if tolerance.is_empty() && blocks_needed.is_none() => {
                    return Some(terms.no_sign.to_owned());
                }
                _ if tolerance.is_empty() => "not settled".to_owned(),
                _ => format!("not settled whether beyond your tolerance of {tolerance}"),
            }
        }
    };
    Some(match blocks_needed {
        Some(more) => {
            let shuffles = counted((*more).into(), "more shuffle", "more shuffles");
            format!("{open}; about {shuffles} should settle it")
        }
        None => format!("{open}; no reasonable number of shuffles would settle it"),
    })
}

/// The players of a line-up: "between greedy players", "between heuristic, two greedy and random".
fn between(results: &Results, lineup: &str) -> String {
    let names = results.lineup(lineup);
    let mut each: Vec<(&str, usize)> = Vec::new();
    for name in names {
        match each.iter_mut().find(|(known, _)| known == name) {
            Some((_, times)) => *times += 1,
            None => each.push((name, 1)),
        }
    }
    match each[..] {
        [(name, 1)] => format!("by {name} alone"),
        [(name, 2)] => format!("between {name} players"),
        [(name, times)] => format!("between {} {name} players", small(times)),
        _ => {
            let parts = each.iter().map(|(name, times)| {
                if *times > 1 { format!("{} {name}", small(*times)) } else { (*name).to_owned() }
            });
            format!("between {}", and(&parts.collect::<Vec<_>>()))
        }
    }
}

/// A small number in words.
fn small(number: usize) -> String {
    const WORDS: [&str; 9] = ["no", "one", "two", "three", "four", "five", "six", "seven", "eight"];
    WORDS.get(number).map_or_else(|| number.to_string(), |word| (*word).to_owned())
}

/// "no-face-up: going first"; "Going first" where there is one set of rules only.
fn under(results: &Results, variant: &str, text: &str) -> String {
    if results.manifest.variants.len() > 1 {
        format!("{variant}: {text}")
    } else {
        capitalized(text)
    }
}

/// A sentence without an interval.
fn plain(standing: Standing, text: String) -> Sentence {
    Sentence {
        standing,
        tolerance: true,
        text,
        unjudged: false,
        about: "",
        blocks_needed: None,
        effect: None,
    }
}

/// Why there are no ratings, as a verdict that cannot be given.
fn refusal(results: &Results) -> Option<Sentence> {
    // Where too few games end in every line-up, that is said of each.
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
    Some(plain(Standing::NotSettled, text).of("Ratings"))
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
    Some(Sentence { unjudged: true, ..plain(unfinished::standing(results, cell), text) })
}

/// "Going first wins 47.8 % [47.6, 48.0] of 400,000 matches between greedy players: a disadvantage,
/// beyond your tolerance of 1 point."
fn share(
    results: &Results,
    who: &str,
    cell: &CellKey,
    share: &ShareOfWins,
    seats: u128,
) -> Option<Sentence> {
    let who = under(results, &cell.variant, who);
    share_in_words(results, &who, &between(results, &cell.lineup), cell, share, seats, &ADVANTAGE)
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

/// Who is stronger. Of two with as many seats, what one wins the other loses: then the winner's is
/// told.
fn strengths(results: &Results, rows: &[StrategyRow]) -> Vec<Sentence> {
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
fn strength(results: &Results, row: &StrategyRow) -> Option<Sentence> {
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

/// Of a round robin of more than two players at a table, the share of the games that one of both
/// won: each pair once. Two at a table are a line-up.
fn pair(results: &Results, row: &PairRow) -> Option<Sentence> {
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
            &format!("of the {} that one of both won", results.names.plural)
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
fn among_free(row: &RestrictedRow) -> String {
    match row.cell.players {
        2 => format!("against a free {} player", row.strategy),
        players => format!("among {} free {} players", players - 1, row.strategy),
    }
}

/// "Never taking `keep` where there is another choice costs heuristic 9.7 points [9.2, 10.2] of
/// 20,000 games against a free heuristic player: the action is needed, beyond your tolerance of 1 point."
fn restriction(results: &Results, row: &RestrictedRow) -> Option<Sentence> {
    let told = format!(
        "never taking `{}` where there is another choice costs {} {} of {}",
        row.kind,
        row.strategy,
        precise(row.cost?, Some(row.cost_low.zip(row.cost_high)?), " points"),
        games(row.games, &results.names.plural),
    );
    let begin = format!("{} {}", under(results, &row.cell.variant, &told), among_free(row));
    of_row(results, row, &COST, &begin)
}

/// The opponents of a seat: "Among two heuristic and greedy", "Against heuristic".
pub(super) fn among_others(row: &InPlaceRow) -> String {
    let others = the_others(row);
    if row.cell.players == 2 { format!("Against {others}") } else { format!("Among {others}") }
}

/// The others at the table, those who play alike as one: "two heuristic and greedy".
pub(super) fn the_others(row: &InPlaceRow) -> String {
    let alike = |alike: &[String]| {
        if alike.len() == 1 {
            alike[0].clone()
        } else {
            format!("{} {}", small(alike.len()), alike[0])
        }
    };
    and(&row.others.0.chunk_by(|one, other| one == other).map(alike).collect::<Vec<_>>())
}

/// "Among heuristic and greedy, flat wins 36.3 % instead of the 39.7 % of strong, -3.4 points
/// [-5.7, -1.2]: worse, beyond your tolerance of 1 point."
fn in_place(results: &Results, row: &InPlaceRow) -> Option<Sentence> {
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
fn place(results: &Results, row: &PlaceRow) -> Option<Sentence> {
    let seats: Vec<&SeatBalanceRow> =
        results.seat_balance.iter().filter(|seat| seat.cell == row.cell).collect();
    let always = seats.iter().find(|seat| seat.goes_first == Often::Always);
    let seat = always.map_or_else(String::new, |first| {
        format!(" (always seat {})", (first.seat + row.place) % row.cell.players)
    });
    share(results, &format!("going {}{seat}", ordinal(row.place + 1)), &row.cell, &row.share, 1)
}

/// Every seat. Not where one seat always goes first: then seats are places, which are told already. Of
/// two seats only one, because the other mirrors it.
fn seats(results: &Results, rows: &[SeatBalanceRow]) -> Vec<Sentence> {
    if rows.len() < 2 || rows.iter().any(|row| row.goes_first == Often::Always) {
        return Vec::new();
    }
    let told = if rows.len() == 2 { &rows[..1] } else { rows };
    told.iter()
        .filter_map(|row| share(results, &format!("seat {}", row.seat), &row.cell, &row.share, 1))
        .collect()
}

/// "With heuristic, greedy and random, the order around the table typically moves a win rate by
/// 19.6 points [19.3, 19.9] (standard deviation): neighbours matter, beyond your tolerance of 1
/// point."
fn spread(results: &Results, row: &NeighbourSpreadRow) -> Option<Sentence> {
    let ends = row.standard_deviation_low.zip(row.standard_deviation_high)?;
    let begin = format!(
        "{}, {} typically moves a win rate by {} (standard deviation)",
        under(results, &row.cell.variant, &between(results, &row.cell.lineup)),
        order(row.between == Between::Orders),
        precise(row.standard_deviation?, Some(ends), " points"),
    );
    of_row(results, row, &NEIGHBOURS, &begin)
}

/// What moves a win rate where not all orders around the table are played.
pub(super) const WHO_SITS_BESIDE: &str = "who sits beside whom";

/// What is compared to see how much neighbours matter: orders around the table, or who sits between
/// whom, where blocks draw their arrangements.
fn order(all_are_played: bool) -> &'static str {
    if all_are_played { "the order around the table" } else { WHO_SITS_BESIDE }
}

/// The places beside players of a table, each once: of those that say the same, the one that tells who
/// wins more.
fn once(effects: &[NeighbourEffectRow]) -> Vec<&NeighbourEffectRow> {
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
fn effect(results: &Results, row: &NeighbourEffectRow) -> Option<Sentence> {
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

/// The sentences about what variants change: who wins before how long it takes.
fn changes(results: &Results) -> Vec<Sentence> {
    let knobs = |rows: &[VariantRow]| {
        rows.iter().map(|row| (row.knob.clone(), row.value.clone())).collect::<Vec<_>>()
    };
    let variants = results.variants.chunk_by(|one, other| one.variant == other.variant);
    let rules: BTreeMap<&str, Vec<(String, String)>> =
        variants.map(|rows| (rows[0].variant.as_str(), knobs(rows))).collect();
    let mut same: Vec<(&str, &str)> = Vec::new();
    let mut told: Vec<(bool, Sentence)> = Vec::new();
    for rows in results
        .comparisons
        .chunk_by(|one, other| one.cell == other.cell && one.quantity == other.quantity)
    {
        let (variant, baseline) = (rows[0].cell.variant.as_str(), rows[0].baseline.as_str());
        let Some(quantity) = quantity(&rows[0].quantity) else { continue };
        if rules.get(variant) == rules.get(baseline) {
            if same.last() != Some(&(variant, baseline)) {
                same.push((variant, baseline));
            }
            continue;
        }
        let equal_seats = results.has_equal_seats(&rows[0].cell.lineup);
        for (subject, row) in rows.iter().enumerate() {
            if !quantity.mirrors(subject, rows.len(), equal_seats, row.all_ended) {
                told.extend(
                    change(results, row, quantity).map(|sentence| {
                        (quantity.is_relative(), sentence.of(quantity.topic.title()))
                    }),
                );
            }
        }
    }
    told.sort_by_key(|(is_length, _)| *is_length);
    let same = same.into_iter().map(|(variant, baseline)| {
        plain(
            Standing::Within,
            format!("{variant} has the same rules as {baseline}, so that nothing differs."),
        )
        .of("Rules")
    });
    same.chain(told.into_iter().map(|(_, sentence)| sentence)).collect()
}

/// Does a sentence say how unfinished games count?
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Unfinished {
    Said,
    Unsaid,
}

/// The sentence of a quantity about a value, and about the one before it where there is one;
/// `games` is what games are called, `order` who sits beside whom.
pub(super) fn filled(
    quantity: &QuantityDescription,
    subject: &str,
    games: &str,
    (after, before): (&str, Option<&str>),
    unfinished: Unfinished,
    order: &str,
) -> String {
    let is_said = unfinished == Unfinished::Said;
    let instead = before.map_or_else(String::new, |before| format!(" instead of {before}"));
    let value = |name: &str| match name {
        "after" => after,
        "instead" => &instead,
        "subject" => subject,
        "games" => games,
        "order" => order,
        "split" if is_said => " (an unfinished game counts as shared by all)",
        "ended" if is_said => " in the games that ended",
        _ => "",
    };
    // Only the phrase is searched for braces, not what is filled in: a strategy may be called `{games}`.
    let mut parts = quantity.phrase.split('{');
    let mut text = parts.next().unwrap_or("").to_owned();
    for part in parts {
        let (name, rest) = part.split_once('}').unwrap_or((part, ""));
        text += value(name);
        text += rest;
    }
    text
}

/// "no-face-up compared with designer, between greedy players: going first wins 47.9 % instead of
/// 47.8 %, +0.1 points [-0.2, +0.4]: the same within your tolerance of 1 point. (12 of 400 shuffles
/// changed.)"
fn change(
    results: &Results,
    row: &ComparisonRow,
    quantity: &QuantityDescription,
) -> Option<Sentence> {
    let plural = &results.names.plural;
    let of = format!(
        "{} compared with {}, {}",
        row.cell.variant,
        row.baseline,
        between(results, &row.cell.lineup)
    );
    let (before, after, difference) = (row.baseline_value?, row.variant_value?, row.difference?);
    let ends = row.difference_low.zip(row.difference_high);
    let digits = ends.map_or(1, |(low, high)| decimals(low, high));
    let hundredths = |value: f64, ends: Option<(f64, f64)>, unit: &str| {
        let digits = ends.map_or(digits, |(low, high)| decimals(low, high));
        within(value, ends, unit, |value| signed(100.0 * value, digits))
    };
    let shown = |value: f64| in_unit(value, None, quantity.unit, digits);
    let relative = row.relative_low.zip(row.relative_high);
    // Where few change, that is said after the verdict.
    let few_change = row.changed_blocks.is_some_and(|changed| changed * 2 < row.blocks);
    let all_alike = !few_change && sums_of(results, row).is_some_and(changes_by_one_number);
    let in_how_many = match all_alike {
        true => format!(" in each of {} shuffles", thousands(row.blocks.into())),
        false if few_change => String::new(),
        false => " in nearly every shuffle".to_owned(),
    };
    let change = match (row.relative_difference, relative, ends) {
        (_, _, Some(_)) if quantity.is_rate() => hundredths(difference, ends, " points"),
        (Some(effect), Some(_), _) => hundredths(effect, relative, " %"),
        (None, None, Some(_)) => within(difference, ends, "", |value| signed(value, 2)),
        (Some(effect), ..) => hundredths(effect, None, " %") + &in_how_many,
        (None, ..) => hundredths(difference, None, " points") + &in_how_many,
    };
    let all_are_played = results
        .manifest
        .arrangements
        .iter()
        .any(|arranged| arranged.lineup == row.cell.lineup && arranged.played == Played::All);
    let unfinished = if row.all_ended { Unfinished::Unsaid } else { Unfinished::Said };
    let values = filled(
        quantity,
        &row.subject,
        plural,
        (&shown(after), Some(&shown(before))),
        unfinished,
        order(all_are_played),
    );
    let is_said = all_alike && ends.is_none() && relative.is_none();
    let changed = row.changed_blocks.filter(|_| !is_said);
    let changed = changed.map_or_else(String::new, |changed| {
        format!(
            " ({} of {} shuffles changed.)",
            thousands(changed.into()),
            thousands(row.blocks.into())
        )
    });
    let tolerance = tolerance_in_words(quantity.is_relative(), row.judged.tolerance);
    let is_first = quantity.topic == Topic::GoingFirst && quantity.kind == Kind::Wins;
    let fairer = if is_first { becomes_fair(results, &row.cell, before, after) } else { None };
    let subject = Subject::Change {
        topic: quantity.topic,
        fairer,
        relative: quantity.is_relative(),
        constant: row.judged.verdict == Some(Verdict::NotSettled) && is_constant(results, row),
    };
    let terms = Terms { subject: Some(subject), ..CHANGE };
    let begin = format!("{of}: {values}, {change}");
    sentence(results, &row.fact(), &terms, &tolerance, &begin, &changed)
}

/// Does a change from one share to another make going first fair, or less fair? Neither where it
/// comes nearer to fair, but it or a seat is not.
fn becomes_fair(results: &Results, cell: &CellKey, before: f64, after: f64) -> Option<bool> {
    let fair = 1.0 / cell.players as f64;
    let verdict = results.first_player.iter().find(|row| row.cell == *cell)?.share.judged.verdict;
    let places = results.places.iter().filter(|row| row.cell == *cell).map(|row| &row.share);
    let seats = results.seat_balance.iter().filter(|row| row.cell == *cell).map(|row| &row.share);
    let unfair = |share: &ShareOfWins| {
        share.judged.verdict.is_some_and(|verdict| verdict.standing() == Standing::Beyond)
    };
    match ((after - fair).abs() < (before - fair).abs(), verdict == Some(Verdict::Within)) {
        (true, true) => (!places.chain(seats).any(unfair)).then_some(true),
        (false, false) => Some(false),
        _ => None,
    }
}

/// Did every block give the same so far: no block changed, or all have the same value under either
/// set of rules?
fn is_constant(results: &Results, row: &ComparisonRow) -> bool {
    // Without spread the squares add up to no more than the square of the sum.
    let same = |points: i128, squares: u128, blocks: u64| {
        points.unsigned_abs().checked_pow(2) == squares.checked_mul(blocks.into())
    };
    row.changed_blocks == Some(0)
        || sums_of(results, row).is_some_and(|sums| {
            sums.variant_games.is_none()
                && sums.baseline_games.is_none()
                && same(sums.variant_points, sums.variant_squares, sums.blocks)
                && same(sums.baseline_points, sums.baseline_squares, sums.blocks)
        })
}

/// The whole numbers that a comparison is made of.
fn sums_of<'a>(results: &'a Results, row: &ComparisonRow) -> Option<&'a ComparisonSumsRow> {
    let is_of = |sums: &&ComparisonSumsRow| {
        sums.quantity == row.quantity && sums.subject == row.subject && sums.cell == row.cell
    };
    results.comparison_sums.iter().find(is_of)
}

/// Do all blocks change by the same, in as many games each?
fn changes_by_one_number(sums: &ComparisonSumsRow) -> bool {
    let blocks = u128::from(sums.blocks);
    // Without spread the squares add up to no more than the square of the sum.
    let as_many = |games: Option<u128>, squares: Option<u128>| {
        games.zip(squares).is_none_or(|(games, squares)| {
            games
                .checked_mul(games)
                .is_some_and(|squared| Some(squared) == squares.checked_mul(blocks))
        })
    };
    let spread = || {
        let by = sums.variant_points.checked_sub(sums.baseline_points)?;
        let squares = sums
            .variant_squares
            .checked_add(sums.baseline_squares)?
            .checked_add_signed(sums.products.checked_mul(-2)?)?;
        Some((squares.checked_mul(blocks)?, by.checked_mul(by)?.unsigned_abs()))
    };
    as_many(sums.variant_games, sums.variant_games_squares)
        && as_many(sums.baseline_games, sums.baseline_games_squares)
        && spread().is_some_and(|(squares, square)| squares == square)
}

/// A tolerance in words; empty where there is none.
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

/// How going first does between equals on a rung.
fn going_first_on(results: &Results, rung: &LadderRow) -> Option<Sentence> {
    let row = first_on(results, rung)?;
    share(results, "going first", &row.cell, &row.share, 1)
}

/// How a strategy does against the one on the rung below.
fn over_below(results: &Results, rung: &LadderRow) -> Option<Sentence> {
    strength(results, step_to(results, rung)?)
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

#[cfg(test)]
mod tests {
    use super::*;
    use fairdeal_core::metrics::quantities;

    #[test]
    fn a_name_is_not_looked_into() {
        let quantity = quantity("win_rate").expect("a quantity");
        let said = filled(
            quantity,
            "{games}{after}",
            "matches",
            ("86 %", Some("80 %")),
            Unfinished::Said,
            "",
        );
        assert_eq!(
            said,
            "{games}{after} wins 86 % instead of 80 % (an unfinished game counts as shared by all)"
        );
    }

    #[test]
    fn only_what_is_fair_in_every_seat_becomes_fair() {
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../results/handicaps-crypto-cards");
        let mut results =
            Results::read(std::path::Path::new(folder)).unwrap_or_else(|error| panic!("{error}"));
        let cell = |results: &Results, variant: &str| {
            let is_it = |row: &&FirstPlayerRow| {
                row.cell.variant == variant && row.cell.lineup == "greedy vs greedy"
            };
            results.first_player.iter().find(is_it).expect("a row").cell.clone()
        };
        let (fair, unfair) = (cell(&results, "1-card-fewer"), cell(&results, "equal-turns"));
        assert_eq!(becomes_fair(&results, &fair, 0.434, 0.497), Some(true));
        assert_eq!(becomes_fair(&results, &fair, 0.499, 0.497), None);
        // Nearer to fair, and still a disadvantage.
        assert_eq!(becomes_fair(&results, &unfair, 0.434, 0.459), None);
        assert_eq!(becomes_fair(&results, &unfair, 0.48, 0.459), Some(false));
        // Going first is fair, and a seat is not.
        let seat =
            results.tables.seat_balance.iter_mut().find(|row| row.cell == fair).expect("a seat");
        seat.share.judged.verdict = Some(Verdict::Disadvantage);
        assert_eq!(becomes_fair(&results, &fair, 0.434, 0.497), None);
    }

    #[test]
    fn every_part_of_a_phrase_stands_for_something() {
        for quantity in quantities() {
            let said = filled(quantity, "S", "G", ("A", Some("B")), Unfinished::Said, "O");
            let braces = quantity.phrase.matches('{').count();
            let filled_in = [
                "S",
                "G",
                "A",
                " instead of B",
                "O",
                " (an unfinished game counts as shared by all)",
                " in the games that ended",
            ];
            let found: usize = filled_in.iter().map(|part| said.matches(part).count()).sum();
            assert_eq!((found, quantity.phrase.matches('}').count()), (braces, braces), "{said}");
        }
    }
}
