//! A sentence for each verdict that a designer asks for, and for what changed clearly though nobody asked.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::numbers::{and, counted, decimals, percent, points, rounded_percent, thousands, with_article};
use crate::metrics::{QuantityDescription, Unit, quantity};
use crate::results::{Played, Results};
use crate::rows::{
    Between, CellKey, ComparisonRow, Judged, LadderRow, NeighbourEffectRow, NeighbourSpreadRow, Often, SeatBalanceRow, ShareOfWins,
    Standing, VariantRow, Verdict,
};

/// A verdict in words.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Sentence {
    /// How it stands.
    pub standing: Standing,
    /// Is it judged by a tolerance?
    pub tolerance: bool,
    /// The sentence.
    pub text: String,
}

/// What the results say in words: what is beyond the tolerance first, then what is not settled, then the rest. A ladder tells of equals and neighbours
/// on it only; a box of rules has hundreds of points, whose verdicts nobody asks for.
pub fn sentences(results: &Results) -> Vec<Sentence> {
    if results.manifest.sensitivity.is_some() {
        return Vec::new();
    }
    // First of those that are not settled: without ratings all else says little.
    let mut sentences: Vec<Sentence> = refusal(results).into_iter().collect();
    if results.ladder.is_empty() {
        sentences.extend(results.first_player.iter().filter_map(|row| share(results, "going first", &row.cell, &row.share)));
        sentences.extend(results.seat_balance.iter().filter(|row| is_told(row)).filter_map(|row| {
            let seat = format!("seat {}", row.seat);
            share(results, &seat, &row.cell, &row.share)
        }));
        sentences.extend(results.neighbour_spread.iter().filter_map(|row| spread(results, row)));
        for effects in results.neighbour_effects.chunk_by(|one, other| one.cell == other.cell) {
            sentences.extend(largest(effects).and_then(|row| effect(results, row)));
        }
        sentences.extend(changes(results));
    } else {
        sentences.extend(results.ladder.iter().filter_map(|rung| going_first_on(results, rung)));
        sentences.extend(results.ladder.iter().filter_map(|rung| over_below(results, rung)));
    }
    sentences.sort_by_key(|sentence| sentence.standing);
    sentences
}

/// What verdicts about one kind of effect are called.
struct Words {
    above: &'static str,
    below: &'static str,
    within: &'static str,
    /// What is said where nothing speaks for an effect yet.
    no_sign: &'static str,
}

/// The verdict about a share against a fair one.
const ADVANTAGE: Words =
    Words { above: "an advantage", below: "a disadvantage", within: "fair", no_sign: "no sign of an advantage either way yet" };

/// The verdict about how far the order around the table moves a win rate.
const NEIGHBOURS: Words = Words {
    above: "neighbours matter",
    below: "",
    within: "neighbours matter by no more than that,",
    no_sign: "no sign yet that neighbours matter",
};

/// The verdict about a difference of two variants.
const CHANGE: Words = Words { above: "higher", below: "lower", within: "the same", no_sign: "no sign of a change yet" };

/// A verdict as it ends a sentence; `tolerance` in words, empty where there is none.
fn verdict_in_words(judged: &Judged, words: &Words, tolerance: &str) -> Option<String> {
    let beyond = if tolerance.is_empty() { String::new() } else { format!(", beyond your tolerance of {tolerance}") };
    Some(match judged.verdict? {
        Verdict::Advantage | Verdict::Higher | Verdict::NeighboursMatter => format!("{}{beyond}", words.above),
        Verdict::Disadvantage | Verdict::Lower => format!("{}{beyond}", words.below),
        Verdict::Within | Verdict::Same if tolerance.is_empty() => words.within.to_owned(),
        Verdict::Within | Verdict::Same => format!("{} within your tolerance of {tolerance}", words.within),
        Verdict::NotSettled => {
            let question =
                if tolerance.is_empty() { String::new() } else { format!(" whether that is beyond your tolerance of {tolerance}") };
            match judged.blocks_needed {
                Some(more) => {
                    let shuffles = counted(more.into(), "more shuffle", "more shuffles");
                    format!("not settled{question}; about {shuffles} should settle it, if the estimate holds")
                }
                None if tolerance.is_empty() => words.no_sign.to_owned(),
                None => format!("not settled{question}; it lies on the very bound"),
            }
        }
    })
}

/// The sentence for a verdict among others: a clear one is doubted where its p-value, corrected for all of them, is not small.
fn judged_sentence(results: &Results, judged: &Judged, mut text: String) -> Option<Sentence> {
    let mut standing = judged.verdict?.standing();
    let significance = 1.0 - results.manifest.analysis.confidence;
    if let Some(p) = judged.p_beyond_holm.filter(|p| standing == Standing::Beyond && *p > significance) {
        standing = Standing::Doubted;
        let what = if judged.tolerance > 0.0 { "that it is beyond the tolerance may be luck" } else { "this may be luck" };
        let tested = counted(judged.family_size as u128, "tested difference", "tested differences");
        text = format!("{text} (Among {tested}, {what}: p = {p:.2} by Holm's correction.)");
    }
    Some(Sentence { standing, tolerance: judged.tolerance > 0.0, text })
}

/// A line-up as it is spoken: "greedy against random", "4 x greedy".
fn against(results: &Results, lineup: &str) -> String {
    match results.lineup(lineup) {
        [first, rest @ ..] if rest.len() > 1 && rest.iter().all(|name| name == first) => lineup.to_owned(),
        names => names.join(" against "),
    }
}

/// Why there are no ratings, as a verdict that cannot be given.
fn refusal(results: &Results) -> Option<Sentence> {
    let text = if let Some(reason) = &results.no_ratings {
        format!("No ratings: {reason}.")
    } else if results.not_connected.is_empty() {
        return None;
    } else {
        let groups: Vec<String> = results.not_connected.iter().map(|group| group.join(", ")).collect();
        format!(
            "No ratings: between these groups one side won every game, so that no number says how much stronger it is: {}. \
             More blocks, or strategies in between, would connect them.",
            groups.join(" | ")
        )
    };
    Some(Sentence { standing: Standing::NotSettled, tolerance: true, text })
}

/// "designer: going first wins 47.8 % [47.6, 48.0] of 400,000 matches of greedy against greedy: a disadvantage, beyond your tolerance of 1 point."
fn share(results: &Results, who: &str, cell: &CellKey, share: &ShareOfWins) -> Option<Sentence> {
    let (games, plural) = (thousands(share.games), &results.names.plural);
    let lineup = against(results, &cell.lineup);
    let alone = cell.players == 1 || results.lineup(&cell.lineup).is_empty();
    if share.games > 0 && share.unfinished >= share.games && !alone {
        let text = format!("{}: none of {games} {plural} of {lineup} ended.", cell.variant);
        return Some(Sentence { standing: Standing::Beyond, tolerance: true, text });
    }
    let (rate, low, high) = (share.win_rate?, share.win_rate_low?, share.win_rate_high?);
    let digits = decimals(low, high);
    let shown = |rate| percent(rate, digits);
    let fair_share = match cell.players {
        2 if share.unfinished == 0 => String::new(),
        _ => format!(" (a fair share is {} %)", shown(share.fair_share)),
    };
    let unfinished = match share.unfinished {
        0 => String::new(),
        1 => " One of them was unfinished, which counts as nobody's win.".to_owned(),
        games => format!(" {} of them were unfinished, which counts as nobody's win.", thousands(games)),
    };
    let text = format!(
        "{}: {who} wins {} % [{}, {}] of {games} {plural} of {lineup}{fair_share}: {}.{unfinished}",
        cell.variant,
        shown(rate),
        shown(low),
        shown(high),
        verdict_in_words(&share.judged, &ADVANTAGE, &points(share.judged.tolerance))?,
    );
    judged_sentence(results, &share.judged, text)
}

/// Of seats that are worth more or less than others beyond the tolerance. Not of the one that always goes first, of which that is told; and not of the
/// other one of two.
fn is_told(row: &SeatBalanceRow) -> bool {
    let clear = row.share.judged.verdict.is_some_and(|verdict| verdict.standing() == Standing::Beyond);
    clear && row.goes_first != Often::Always && (row.cell.players > 2 || (row.seat == 0 && row.goes_first == Often::Sometimes))
}

/// "designer: with heuristic, greedy and random, the order around the table typically moves a win rate by 19.6 points [19.3, 19.9] (standard deviation):
/// neighbours matter, beyond your tolerance of 1 point."
fn spread(results: &Results, row: &NeighbourSpreadRow) -> Option<Sentence> {
    let (deviation, low, high) = (row.standard_deviation?, row.low?, row.high?);
    let digits = decimals(low, high);
    let text = format!(
        "{}: with {}, {} typically moves a win rate by {} points [{}, {}] (standard deviation): {}.",
        row.cell.variant,
        and(results.lineup(&row.cell.lineup)),
        order(row.between == Between::Orders),
        percent(deviation, digits),
        percent(low, digits),
        percent(high, digits),
        verdict_in_words(&row.judged, &NEIGHBOURS, &points(row.judged.tolerance))?,
    );
    judged_sentence(results, &row.judged, text)
}

/// What is compared to see how much neighbours matter: orders around the table, or who sits between whom, where blocks draw their arrangements.
fn order(all_are_played: bool) -> &'static str {
    if all_are_played { "the order around the table" } else { "who sits beside whom" }
}

/// Which place beside which player is worth most at a table, where that is clear; of those that say the same, one that tells who wins more.
fn largest(effects: &[NeighbourEffectRow]) -> Option<&NeighbourEffectRow> {
    let clear = effects.iter().filter(|row| row.judged.verdict.is_some_and(|verdict| verdict.standing() == Standing::Beyond));
    let largest = clear.max_by(|one, other| one.difference.abs().total_cmp(&other.difference.abs()))?;
    let says_the_same = |row: &&NeighbourEffectRow| (row.difference.abs() - largest.difference.abs()).abs() < 1e-12;
    effects.iter().filter(says_the_same).find(|row| row.difference > 0.0).or(Some(largest))
}

/// "designer: in Crackpipe, the player just before a random player wins 27.3 points more [26.8, 27.8] than elsewhere at the same table: ..."
fn effect(results: &Results, row: &NeighbourEffectRow) -> Option<Sentence> {
    let (low, high) = (row.low?, row.high?);
    let digits = decimals(low, high);
    let (sign, more) = if row.difference < 0.0 { (-1.0, "fewer") } else { (1.0, "more") };
    let (one, other) = (sign * low, sign * high);
    let text = format!(
        "{}: in {}, the player {} {} player wins {} points {more} [{}, {}] than elsewhere at the same table: {} % instead of {} % ({}).",
        row.cell.variant,
        results.names.title,
        row.position,
        with_article(&row.neighbour),
        percent(row.difference.abs(), digits),
        percent(one.min(other), digits),
        percent(one.max(other), digits),
        percent(row.win_rate, digits),
        percent(row.win_rate_elsewhere, digits),
        results.lineup(&row.cell.lineup).join(", "),
    );
    judged_sentence(results, &row.judged, text)
}

/// The sentences about what variants change: who wins before how long it takes.
fn changes(results: &Results) -> Vec<Sentence> {
    let knobs = |rows: &[VariantRow]| rows.iter().map(|row| (row.knob.clone(), row.value.clone())).collect::<Vec<_>>();
    let variants = results.variants.chunk_by(|one, other| one.variant == other.variant);
    let rules: BTreeMap<&str, Vec<(String, String)>> = variants.map(|rows| (rows[0].variant.as_str(), knobs(rows))).collect();
    let first_unit = results.names.length_units.first().map_or("", String::as_str);
    let mut same: Vec<(&str, &str)> = Vec::new();
    let mut told: Vec<(bool, Sentence)> = Vec::new();
    for rows in results.comparisons.chunk_by(|one, other| one.cell == other.cell && one.quantity == other.quantity) {
        let (variant, baseline) = (rows[0].cell.variant.as_str(), rows[0].baseline.as_str());
        let Some(quantity) = quantity(&rows[0].quantity) else { continue };
        if rules.get(variant) == rules.get(baseline) {
            if same.last() != Some(&(variant, baseline)) {
                same.push((variant, baseline));
            }
            continue;
        }
        for (subject, row) in rows.iter().enumerate() {
            let clear = row.judged.verdict.is_some_and(|verdict| verdict.standing() == Standing::Beyond);
            let asked = quantity.is_asked_for(&row.subject, first_unit, row.cell.players, row.all_ended);
            if !quantity.mirrors(subject, rows.len(), row.all_ended) && (asked || (clear && quantity.is_told_when_clear())) {
                told.extend(change(results, row, quantity).map(|sentence| (quantity.is_relative(), sentence)));
            }
        }
    }
    told.sort_by_key(|(is_length, _)| *is_length);
    let same = same.into_iter().map(|(variant, baseline)| Sentence {
        standing: Standing::Within,
        tolerance: true,
        text: format!("{variant} has the same rules as {baseline}, so that nothing differs."),
    });
    same.chain(told.into_iter().map(|(_, sentence)| sentence)).collect()
}

/// "no-face-up instead of designer, greedy against greedy: going first wins 47.9 % instead of 47.8 %, +0.1 points [-0.2, +0.4]: the same within your
/// tolerance of 1 point. (12 of 400 blocks changed.)"
fn change(results: &Results, row: &ComparisonRow, quantity: &QuantityDescription) -> Option<Sentence> {
    let (lineup, plural) = (against(results, &row.cell.lineup), &results.names.plural);
    let of = format!("{} instead of {}, {lineup}", row.cell.variant, row.baseline);
    if quantity.unit == Unit::WholeNumber && row.variant_value.is_none() && row.baseline_value.is_some() {
        return Some(Sentence {
            standing: Standing::Beyond,
            tolerance: true,
            text: format!("{of}: more than 5 % of {plural} do not end."),
        });
    }
    let (before, after, difference, low, high) = (row.baseline_value?, row.variant_value?, row.difference?, row.low?, row.high?);
    let digits = decimals(low, high);
    let signed = |rate: f64| format!("{:+.digits$}", 100.0 * rate);
    let shown = |value: f64| match quantity.unit {
        Unit::Percent => percent(value, digits) + " %",
        Unit::Points { signed: true } => signed(value) + " points",
        Unit::Points { signed: false } => percent(value, digits) + " points",
        Unit::Number => format!("{value:.1}"),
        Unit::WholeNumber => format!("{value:.0}"),
    };
    let change = match (row.relative_difference, row.relative_low, row.relative_high) {
        _ if quantity.is_rate() => format!("{} points [{}, {}]", signed(difference), signed(low), signed(high)),
        (Some(effect), Some(low), Some(high)) => {
            let signed = |share: f64| format!("{:+.1}", 100.0 * share);
            format!("{} % [{}, {}]", signed(effect), signed(low), signed(high))
        }
        _ => format!("{difference:+.2} [{low:+.2}, {high:+.2}]"),
    };
    let all_are_played =
        results.manifest.arrangements.iter().any(|arranged| arranged.lineup == row.cell.lineup && arranged.played == Played::All);
    let values = quantity
        .phrase
        .replace("{after}", &shown(after))
        .replace("{before}", &shown(before))
        .replace("{subject}", &row.subject)
        .replace("{games}", plural)
        .replace("{order}", order(all_are_played))
        .replace("{ended}", if row.all_ended { "" } else { " in the games that ended" });
    let changed = row.changed_blocks.map_or_else(String::new, |changed| {
        format!(" ({} of {} blocks changed.)", thousands(changed.into()), thousands(row.blocks.into()))
    });
    let verdict = verdict_in_words(&row.judged, &CHANGE, &tolerance_in_words(quantity, row.judged.tolerance))?;
    judged_sentence(results, &row.judged, format!("{of}: {values}, {change}: {verdict}.{changed}"))
}

/// A tolerance as it ends a sentence; empty where there is none.
fn tolerance_in_words(quantity: &QuantityDescription, tolerance: f64) -> String {
    match (tolerance > 0.0, quantity.is_relative()) {
        (false, _) => String::new(),
        (true, true) => format!("{} %", rounded_percent(tolerance)),
        (true, false) if quantity.is_rate() => points(tolerance),
        (true, false) => format!("{tolerance}"),
    }
}

/// How going first does between equals on a rung.
fn going_first_on(results: &Results, rung: &LadderRow) -> Option<Sentence> {
    let is_mirror = |lineup: &str| results.lineup(lineup).iter().all(|name| *name == rung.strategy);
    let row = results.first_player.iter().find(|row| is_mirror(&row.cell.lineup))?;
    share(results, "going first", &row.cell, &row.share)
}

/// How a strategy does against the one on the rung below.
fn over_below(results: &Results, rung: &LadderRow) -> Option<Sentence> {
    let below = rung.below.as_ref()?;
    let is_of_both = |lineup: &str| {
        let names = results.lineup(lineup);
        names.contains(below) && names.iter().filter(|name| **name == rung.strategy).count() == 1
    };
    let row = results.strategies.iter().find(|row| row.strategy == rung.strategy && is_of_both(&row.cell.lineup))?;
    share(results, &rung.strategy, &row.cell, &row.share)
}
