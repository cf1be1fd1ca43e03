//! What was asked of how the game plays, and needs games of its own: luck and skill, what restrictions cost, what cards are worth.

use super::super::numbers::{and, percent};
use super::changes::together;
use super::each::with_interval;
use super::fit::Draft;
use super::who::is_of_equals;
use crate::results::Results;
use crate::rows::{CardRow, RestrictedRow, Source, Verdict};

/// So many cards of each sort are named.
const NAMED: usize = 3;

/// All of them by the rules of a variant.
pub(super) fn asked(results: &Results, variant: &str) -> impl Iterator<Item = Draft> {
    [luck(results, variant), restricted(results, variant), cards(results, variant)].into_iter().flatten()
}

/// Which share of who wins the cards, the strategies and the seats decide; for the first line-up for which it was asked.
fn luck(results: &Results, variant: &str) -> Option<Draft> {
    let first = results.luck.iter().find(|row| row.cell.variant == variant)?;
    let of = |source: Source| {
        let row = results.luck.iter().find(|row| row.cell == first.cell && row.source == source)?;
        Some((with_interval(row.estimate, row.low, row.high), with_interval(row.estimate, None, None)))
    };
    let (cards, cards_alone) = of(Source::Cards)?;
    let (skill, skill_alone) = of(Source::Strategies)?;
    let (seats, seats_alone) = of(Source::Seats)?;
    let between = and(&[first.first.as_str(), first.second.as_str()]);
    let told = |cards: &str, skill: &str, seats: &str| {
        format!("of who wins between {between}, the cards explain {cards}, the strategies {skill}, the seats {seats}.")
    };
    Some(Draft::new("Luck and skill", [told(&cards, &skill, &seats), told(&cards_alone, &skill_alone, &seats_alone)]))
}

/// Which kinds of action a strategy needs; for the first one for which it was asked.
fn restricted(results: &Results, variant: &str) -> Option<Draft> {
    let first = results.restricted.iter().find(|row| row.cell.variant == variant)?;
    let of_first =
        |row: &&RestrictedRow| row.strategy == first.strategy && row.cell.variant == variant && row.cell.players == first.cell.players;
    let of = |verdict: Verdict, with_cost: bool| -> Option<String> {
        let rows = results.restricted.iter().filter(of_first).filter(|row| row.judged.verdict == Some(verdict));
        let told: Vec<String> = rows
            .map(|row| match row.cost.filter(|_| with_cost) {
                Some(cost) => format!("`{}` ({} points)", row.kind, percent(cost.abs(), 1)),
                None => format!("`{}`", row.kind),
            })
            .collect();
        (!told.is_empty()).then(|| and(&told))
    };
    let told = |with_cost: bool| {
        let strategy = &first.strategy;
        let clauses = [
            of(Verdict::Needed, with_cost).map(|kinds| format!("{strategy} wins less if it never takes {kinds}")),
            of(Verdict::BetterWithout, with_cost).map(|kinds| format!("{strategy} wins more if it never takes {kinds}")),
            of(Verdict::NotNeeded, false).map(|kinds| format!("it does as well without {kinds}")),
            of(Verdict::NotSettled, false).map(|kinds| format!("not settled: {kinds}")),
        ];
        clauses.into_iter().flatten().collect::<Vec<_>>().join("; ") + "."
    };
    // The shortest: how many it needs, and by name what it does not.
    let needed = results.restricted.iter().filter(of_first).filter(|row| row.judged.verdict == Some(Verdict::Needed)).count();
    let all = results.restricted.iter().filter(of_first).count();
    let better = of(Verdict::BetterWithout, false).map_or_else(String::new, |kinds| format!("; better without {kinds}"));
    let in_short = format!("{} needs {needed} of the {all} kinds of action that it uses{better}.", first.strategy);
    Some(Draft::new("Actions", [told(true), told(false), in_short]))
}

/// Which cards it is good, and which it is bad to be dealt, as far as that is clear for all cards together; between equals where there are any.
fn cards(results: &Results, variant: &str) -> Option<Draft> {
    let exchanged = || results.cards.iter().filter(|row| row.against == "exchanged" && row.cell.variant == variant);
    let first = exchanged().find(|row| is_of_equals(results, &row.cell)).or_else(|| exchanged().next())?;
    let of_first = exchanged().filter(|row| row.cell == first.cell && row.strategy == first.strategy);
    let rows: Vec<(&CardRow, f64, f64, f64)> = of_first.filter_map(|row| Some((row, row.estimate?, row.low?, row.high?))).collect();
    let wider = together(results, rows.len());
    // An effect that is clear although so many are looked at.
    let is_clear = |(_, estimate, low, high): &&(&CardRow, f64, f64, f64)| {
        estimate - wider * (estimate - low) > 0.0 || estimate + wider * (high - estimate) < 0.0
    };
    let mut clear: Vec<(&CardRow, f64, f64, f64)> = rows.iter().filter(is_clear).copied().collect();
    clear.sort_by(|one, other| other.1.total_cmp(&one.1));
    let name = |(row, estimate, low, high): &(&CardRow, f64, f64, f64), with_interval: bool| {
        let sign = |rate: f64| format!("{}{}", if rate < 0.0 { "-" } else { "+" }, percent(rate.abs(), 1));
        let interval = if with_interval { format!(" [{}, {}]", sign(*low), sign(*high)) } else { String::new() };
        format!("{} ({} points{interval})", row.card, sign(*estimate))
    };
    let good: Vec<_> = clear.iter().filter(|row| row.1 > 0.0).take(NAMED).collect();
    let bad: Vec<_> = clear.iter().rev().filter(|row| row.1 < 0.0).take(NAMED).collect();
    if clear.is_empty() {
        return Some(Draft::new("Cards", ["that it matters which card one is dealt is clear of none.".to_owned()]));
    }
    let told = |most: usize, with_interval: bool| {
        let names = |rows: &[&(&CardRow, f64, f64, f64)]| {
            let named: Vec<String> = rows.iter().take(most).map(|row| name(row, with_interval)).collect();
            (!named.is_empty()).then(|| and(&named))
        };
        let clauses = [names(&good).map(|cards| format!("best to be dealt: {cards}")), names(&bad).map(|cards| format!("worst: {cards}"))];
        clauses.into_iter().flatten().collect::<Vec<_>>().join("; ") + "."
    };
    Some(Draft::new("Cards", [told(NAMED, true), told(NAMED, false), told(1, true), told(1, false)]))
}
