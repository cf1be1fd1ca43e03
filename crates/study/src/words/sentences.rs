//! A sentence for each verdict: who, what, how much, how sure.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::numbers::{
    and, capitalized, counted, decimals, games, in_unit, ordinal, percent, points, rounded_percent,
    signed, thousands, with_article,
};
use super::run::unrated;
use super::unfinished::{self, is_judged};
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
    /// The effect that it tells of, for a picture; none where it tells of something else. It stands
    /// in the tables, and is not stored twice.
    #[serde(skip)]
    pub effect: Option<Told>,
}

/// The effect that a sentence tells of.
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

/// What the results say in words, one sentence for each verdict: what is beyond the tolerance
/// first, then what is not settled, then the rest. What says the same twice is told once. A ladder
/// tells of equals and of neighbours on it, who asks for a place of that place only; a box of rules
/// has hundreds of points, whose verdicts nobody asks for.
pub fn sentences(results: &Results) -> Vec<Sentence> {
    if results.manifest.sensitivity.is_some() {
        return Vec::new();
    }
    // First of those that are not settled: without ratings all else says little.
    let (first, strength) = (Topic::GoingFirst.title(), Topic::Strength.title());
    let mut sentences: Vec<Sentence> = refusal(results).into_iter().collect();
    let mut tell = |about: &'static str, told: Vec<Sentence>| {
        sentences.extend(told.into_iter().map(|sentence| sentence.of(about)))
    };
    tell(
        Topic::Endings.title(),
        results.first_player.iter().filter_map(|row| too_few_end(results, row)).collect(),
    );
    if !results.ladder.is_empty() {
        tell(
            first,
            results.ladder.iter().filter_map(|rung| going_first_on(results, rung)).collect(),
        );
        tell(
            strength,
            results.ladder.iter().filter_map(|rung| over_below(results, rung)).collect(),
        );
    } else if results.in_place.is_empty() {
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
        sentences.extend(told.into_iter().map(|sentence| sentence.of(about)))
    };
    let in_places = results.in_place.iter().filter(|_| results.ladder.is_empty());
    tell(strength, in_places.filter_map(|row| in_place(results, row)).collect());
    sentences.sort_by_key(|sentence| sentence.standing);
    sentences
}

/// What verdicts about one kind of effect are called.
struct Words {
    subject: Option<Subject>,
    above: &'static str,
    below: &'static str,
    within: &'static str,
    /// What is said where nothing speaks for an effect yet.
    no_sign: &'static str,
}

/// The verdict about a share against a fair one.
const ADVANTAGE: Words = Words {
    subject: Some(Subject::Fairness),
    above: "an advantage",
    below: "a disadvantage",
    within: "fair",
    no_sign: "no sign of an advantage either way yet",
};

/// The verdict about the share of a strategy.
const STRENGTH: Words = Words {
    subject: Some(Subject::Strength),
    above: "stronger",
    below: "weaker",
    within: "about as strong",
    no_sign: "no sign yet that either is stronger",
};

/// The verdict about how far the order around the table moves a win rate.
const NEIGHBOURS: Words = Words {
    subject: Some(Subject::Neighbours),
    above: "neighbours matter",
    below: "neighbours matter",
    within: "neighbours hardly matter",
    no_sign: "no sign yet that neighbours matter",
};

/// The verdict about a difference of two variants.
const CHANGE: Words = Words {
    subject: None,
    above: "higher",
    below: "lower",
    within: "the same",
    no_sign: "no sign of a change yet",
};

/// The verdict about a strategy in the place of one player, against another one there.
const IN_PLACE: Words = Words {
    subject: None,
    above: "better",
    below: "worse",
    within: "as good",
    no_sign: "no sign yet that either is better",
};

/// The verdict about what it costs never to take a kind of action.
const COST: Words = Words {
    subject: Some(Subject::Action),
    above: "it needs it",
    below: "it does better without it",
    within: "it does as well without it",
    no_sign: "no sign yet that it needs it",
};

/// The verdict about what a place beside somebody is worth.
const BESIDE: Words = Words {
    subject: Some(Subject::Neighbours),
    above: "a good place",
    below: "a bad place",
    within: "a place like others",
    no_sign: "no sign yet that it matters",
};

/// What an interval says by itself where it is not settled, because it must be surer among all
/// other verdicts of a run; `None` where that is not so.
pub(super) fn clear_alone(
    judged: &Judged,
    size: Option<f64>,
    low: Option<f64>,
    high: Option<f64>,
) -> Option<Standing> {
    let tolerance = judged.tolerance;
    let (size, (low, high)) =
        size.zip(low.zip(high)).filter(|_| judged.verdict == Some(Verdict::NotSettled))?;
    if size >= 0.0 && low > tolerance || size <= 0.0 && high < -tolerance {
        Some(Standing::Beyond)
    } else {
        (tolerance > 0.0 && low >= -tolerance && high <= tolerance).then_some(Standing::Within)
    }
}

/// What is judged: an effect with its interval and verdict, from this many blocks.
struct Effect<'a> {
    variant: &'a str,
    size: f64,
    interval: Option<Interval>,
    blocks: u64,
    judged: &'a Judged,
}

impl<'a> Effect<'a> {
    fn new(
        variant: &'a str,
        size: Option<f64>,
        low: Option<f64>,
        high: Option<f64>,
        blocks: u64,
        judged: &'a Judged,
    ) -> Option<Self> {
        let interval = low.zip(high).map(|(low, high)| Interval { low, high });
        Some(Self { variant, size: size?, interval, blocks, judged })
    }

    fn of_share(variant: &'a str, share: &'a ShareOfWins) -> Option<Self> {
        Self::new(
            variant, share.advantage, share.advantage_low, share.advantage_high, share.blocks,
            &share.judged,
        )
    }

    /// The sentence that ends with the verdict; `tolerance` in words, empty where there is none.
    fn sentence(
        &self,
        results: &Results,
        words: &Words,
        tolerance: &str,
        begin: &str,
        end: &str,
    ) -> Option<Sentence> {
        let verdict = self.verdict_in_words(results, words, tolerance)?;
        let early = if self.blocks < EARLY { " (an early look)" } else { "" };
        let text = format!("{begin}: {verdict}{early}.{end}");
        let Judged { tolerance, blocks_needed, .. } = *self.judged;
        let told = |subject| Told {
            subject,
            variant: self.variant.to_owned(),
            size: self.size,
            interval: self.interval,
            tolerance,
        };
        let standing = self.judged.verdict?.standing();
        Some(Sentence {
            standing,
            tolerance: tolerance > 0.0,
            text,
            unjudged: false,
            about: "",
            blocks_needed,
            effect: words.subject.map(told),
        })
    }

    fn verdict_in_words(
        &self,
        results: &Results,
        words: &Words,
        tolerance: &str,
    ) -> Option<String> {
        let Judged { verdict, blocks_needed, p_adjusted, .. } = self.judged;
        let beyond = |words: &str| match tolerance {
            "" => words.to_owned(),
            tolerance => format!("{words}, beyond your tolerance of {tolerance}"),
        };
        let within = || match tolerance {
            "" => words.within.to_owned(),
            tolerance => format!("{} within your tolerance of {tolerance}", words.within),
        };
        let side = if self.size < 0.0 { words.below } else { words.above };
        let open = match (*verdict)? {
            Verdict::Advantage | Verdict::Higher | Verdict::NeighboursMatter | Verdict::Needed => {
                return Some(beyond(words.above));
            }
            Verdict::Disadvantage | Verdict::Lower | Verdict::BetterWithout => {
                return Some(beyond(words.below));
            }
            Verdict::Within | Verdict::Same | Verdict::NotNeeded => return Some(within()),
            Verdict::NotSettled => {
                let differs =
                    p_adjusted.is_some_and(|p| p <= 1.0 - results.manifest.analysis.confidence);
                let ends = self.interval.map(|Interval { low, high }| (low, high)).unzip();
                match clear_alone(self.judged, Some(self.size), ends.0, ends.1) {
                    // The interval says more than can be said among so many.
                    Some(Standing::Within) => {
                        format!("not settled among so many verdicts (alone: {})", within())
                    }
                    Some(_) => {
                        format!("not settled among so many verdicts (alone: {})", beyond(side))
                    }
                    _ if differs && !tolerance.is_empty() => {
                        format!(
                            "{side}, but it is not settled whether beyond your tolerance of {tolerance}"
                        )
                    }
                    _ if tolerance.is_empty() && blocks_needed.is_none() => {
                        return Some(words.no_sign.to_owned());
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

/// What is said without an interval.
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
    words: &Words,
) -> Option<Sentence> {
    let games = games(share.games / seats.max(1), &results.names.plural);
    let (rate, low, high) = (share.win_rate?, share.win_rate_low?, share.win_rate_high?);
    let digits = decimals(low, high);
    let shown = |rate| percent(rate, digits);
    let fair_share = match shown(share.fair_share) {
        half if cell.players == 2 && half == percent(0.5, digits) => String::new(),
        fair_share => format!(" (a fair share is {fair_share} %)"),
    };
    let unfinished = match share.unfinished / seats.max(1) {
        0 => String::new(),
        1 => " One of them was unfinished, which counts as nobody's win.".to_owned(),
        games => {
            format!(" {} of them were unfinished, which counts as nobody's win.", thousands(games))
        }
    };
    let begin = format!(
        "{who} wins {} % [{}, {}] of {games} {players}{fair_share}",
        shown(rate),
        shown(low),
        shown(high)
    );
    Effect::of_share(&cell.variant, share)?.sentence(
        results,
        words,
        &points(share.judged.tolerance),
        &begin,
        &unfinished,
    )
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
    let (rate, low, high) = (row.win_rate?, row.win_rate_low?, row.win_rate_high?);
    let digits = decimals(low, high);
    let begin = format!(
        "{}, {} wins {} % [{}, {}] against {}",
        under(
            results,
            &row.variant,
            &format!("of the {} that one of both won", results.names.plural)
        ),
        row.strategy,
        percent(rate, digits),
        percent(low, digits),
        percent(high, digits),
        row.opponent,
    );
    let effect = Effect::new(
        &row.variant,
        Some(rate - 0.5),
        Some(low - 0.5),
        Some(high - 0.5),
        row.blocks,
        &row.judged,
    )?;
    effect.sentence(results, &STRENGTH, &points(row.judged.tolerance), &begin, "")
}

/// Among whom somebody sat who never took a kind of action.
fn among_free(row: &RestrictedRow) -> String {
    match row.cell.players {
        2 => format!("against a free {} player", row.strategy),
        players => format!("among {} free {} players", players - 1, row.strategy),
    }
}

/// "Never taking `keep` where there is another choice costs heuristic 9.7 points [9.2, 10.2] of
/// 20,000 games against a free heuristic player: it needs it, beyond your tolerance of 1 point."
fn restriction(results: &Results, row: &RestrictedRow) -> Option<Sentence> {
    let (cost, low, high) = (row.cost?, row.cost_low?, row.cost_high?);
    let digits = decimals(low, high);
    let told = format!(
        "never taking `{}` where there is another choice costs {} {} points [{}, {}] of {}",
        row.kind,
        row.strategy,
        percent(cost, digits),
        percent(low, digits),
        percent(high, digits),
        games(row.games, &results.names.plural),
    );
    let begin = format!("{} {}", under(results, &row.cell.variant, &told), among_free(row));
    let effect =
        Effect::new(&row.cell.variant, Some(cost), Some(low), Some(high), row.blocks, &row.judged)?;
    effect.sentence(results, &COST, &points(row.judged.tolerance), &begin, "")
}

/// Among whom somebody sits: "Among two heuristic and greedy", "Against heuristic".
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
    let (rate, difference, low, high) =
        (row.win_rate?, row.difference?, row.difference_low?, row.difference_high?);
    let digits = decimals(low, high);
    let points_of = |rate: f64| signed(100.0 * rate, digits);
    let begin = format!(
        "{}, {} wins {} % instead of the {} % of {}, {} points [{}, {}]",
        under(results, &row.cell.variant, &among_others(row)),
        row.strategy,
        percent(rate, digits),
        percent(rate - difference, digits),
        row.compared_with.as_deref()?,
        points_of(difference),
        points_of(low),
        points_of(high),
    );
    let effect = Effect::new(
        &row.cell.variant,
        Some(difference),
        Some(low),
        Some(high),
        row.blocks,
        &row.judged,
    )?;
    effect.sentence(results, &IN_PLACE, &points(row.judged.tolerance), &begin, "")
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

/// Of every seat. Not where one always goes first: then seats are places, of which that is told;
/// and not of the other one of two.
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
    let (deviation, low, high) =
        (row.standard_deviation?, row.standard_deviation_low?, row.standard_deviation_high?);
    let digits = decimals(low, high);
    let begin = format!(
        "{}, {} typically moves a win rate by {} points [{}, {}] (standard deviation)",
        under(results, &row.cell.variant, &between(results, &row.cell.lineup)),
        order(row.between == Between::Orders),
        percent(deviation, digits),
        percent(low, digits),
        percent(high, digits),
    );
    let effect = Effect::new(
        &row.cell.variant,
        Some(deviation),
        Some(low),
        Some(high),
        row.blocks,
        &row.judged,
    )?;
    effect.sentence(results, &NEIGHBOURS, &points(row.judged.tolerance), &begin, "")
}

/// What moves a win rate where not all orders around the table are played.
pub(super) const WHO_SITS_BESIDE: &str = "who sits beside whom";

/// What is compared to see how much neighbours matter: orders around the table, or who sits between
/// whom, where blocks draw their arrangements.
fn order(all_are_played: bool) -> &'static str {
    if all_are_played { "the order around the table" } else { WHO_SITS_BESIDE }
}

/// The places beside players of a table, each once: of those that say the same, one that tells who
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
    let (sign, more) = if row.difference < 0.0 { (-1.0, "fewer") } else { (1.0, "more") };
    let (one, other) = (sign * low, sign * high);
    let begin = format!(
        "{} player wins {} points {more} [{}, {}] than elsewhere at the same table, {} % instead of {} %, {}",
        under(
            results,
            &row.cell.variant,
            &format!("the player {} {}", row.position, with_article(&row.neighbour))
        ),
        percent(row.difference.abs(), digits),
        percent(one.min(other), digits),
        percent(one.max(other), digits),
        percent(row.win_rate, digits),
        percent(row.win_rate_elsewhere, digits),
        between(results, &row.cell.lineup),
    );
    let effect = Effect::new(
        &row.cell.variant,
        Some(row.difference),
        Some(low),
        Some(high),
        row.blocks,
        &row.judged,
    )?;
    effect.sentence(results, &BESIDE, &points(row.judged.tolerance), &begin, "")
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

/// Is it said what is counted of games that did not end?
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
    // Only the phrase is looked into, never what is filled in: a strategy may be called `{games}`.
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
    let hundredths = |rate: f64, digits: usize| signed(100.0 * rate, digits);
    let within = |low: f64, high: f64, digits: usize| {
        format!("[{}, {}]", hundredths(low, digits), hundredths(high, digits))
    };
    let shown = |value: f64| in_unit(value, None, quantity.unit, digits);
    // Where few change, that is said behind the verdict.
    let few_change = row.changed_blocks.is_some_and(|changed| changed * 2 < row.blocks);
    let all_alike = !few_change && sums_of(results, row).is_some_and(changes_by_one_number);
    let without_interval = ends.is_none() && row.relative_low.is_none();
    let in_how_many = match all_alike {
        true => format!(" in each of {} shuffles", thousands(row.blocks.into())),
        false if few_change => String::new(),
        false => " in nearly every shuffle".to_owned(),
    };
    let change = match (row.relative_difference, row.relative_low.zip(row.relative_high), ends) {
        (_, _, Some((low, high))) if quantity.is_rate() => {
            format!("{} points {}", hundredths(difference, digits), within(low, high, digits))
        }
        (Some(effect), Some((low, high)), _) => {
            let digits = decimals(low, high);
            format!("{} % {}", hundredths(effect, digits), within(low, high, digits))
        }
        (_, None, Some((low, high))) if row.relative_difference.is_none() => {
            format!("{} [{}, {}]", signed(difference, 2), signed(low, 2), signed(high, 2))
        }
        (effect, ..) => {
            let change = effect.map_or_else(
                || format!("{} points", hundredths(difference, digits)),
                |effect| format!("{} %", hundredths(effect, digits)),
            );
            change + &in_how_many
        }
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
    let changed = row.changed_blocks.filter(|_| !(without_interval && all_alike));
    let changed = changed.map_or_else(String::new, |changed| {
        format!(
            " ({} of {} shuffles changed.)",
            thousands(changed.into()),
            thousands(row.blocks.into())
        )
    });
    let (size, low, high) = if quantity.is_relative() {
        (row.relative_difference, row.relative_low, row.relative_high)
    } else {
        (row.difference, row.difference_low, row.difference_high)
    };
    let effect = Effect::new(&row.cell.variant, size, low, high, row.blocks, &row.judged)?;
    let tolerance = tolerance_in_words(quantity.is_relative(), row.judged.tolerance);
    let is_first = quantity.topic == Topic::GoingFirst && quantity.kind == Kind::Wins;
    let fairer = if is_first { becomes_fair(results, &row.cell, before, after) } else { None };
    let subject = Subject::Change {
        topic: quantity.topic,
        fairer,
        relative: quantity.is_relative(),
        constant: row.judged.verdict == Some(Verdict::NotSettled) && is_constant(results, row),
    };
    let words = Words { subject: Some(subject), ..CHANGE };
    effect.sentence(results, &words, &tolerance, &format!("{of}: {values}, {change}"), &changed)
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
