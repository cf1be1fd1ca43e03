//! The strength of the players in a game of a file. Nobody knows what good play is in such a game,
//! so an answer says how strong its players are.

use super::super::prelude::*;
use super::super::topics::one_side::{is_clearly_ahead, ranked};
use fairdeal_core::game::Aim;
use serde_json::Value;

/// One player against the next weaker one.
struct Step<'a> {
    upper: &'a str,
    below: &'a str,
    rate: Option<String>,
    is_clear: bool,
    /// Whether others sit at the table, too.
    is_one_seat: bool,
}

/// The strongest player of the experiment and its win rate against the next weaker one, if the game
/// is in a file.
pub(super) fn evidence(results: &Results) -> Option<Draft> {
    results.manifest.game_files.as_ref()?;
    let mut asked: Vec<&str> = Vec::new();
    for name in results.manifest.lineups.iter().flatten() {
        if !asked.contains(&name.as_str()) {
            asked.push(name);
        }
    }
    let draft = |text: String| Draft::new("Strength of play", text);
    if !results.ladder.is_empty() && !results.one_side.is_empty() {
        // The ladder says it.
        return None;
    }
    let Some(step) = step(results) else {
        let (names, game) = (and(&asked), &results.manifest.game);
        let play = if asked.len() == 1 { "plays" } else { "play" };
        let unknown = format!("it is not known how well {names} {play}");
        let measures = format!("`{} ladder {game}` measures it", results.manifest.program());
        return Some(
            draft(format!("{unknown}: other players may change the answers; {measures}."))
                .or_short(format!("{unknown}; {measures}.")),
        );
    };
    let Step { upper, below, rate, is_clear, is_one_seat } = step;
    let budget = budgets(results, upper, below).unwrap_or_default();
    let seat = if is_one_seat { " in one seat" } else { "" };
    let wins = rate.map_or_else(String::new, |rate| format!(": it wins {rate}{seat}"));
    let found = if is_clear {
        format!("the strongest player asked is {upper}{budget}, ahead of {below}{wins}")
    } else {
        format!("{upper}{budget} is not clearly stronger than {below}, the next player{wins}")
    };
    Some(draft(format!("{found}.")))
}

/// The strongest player by the games of the run: on the ladder, by the ratings, or in line-ups
/// of different strategies.
fn step(results: &Results) -> Option<Step<'_>> {
    let is_one_side = |names: &Vec<String>| {
        results.one_side.iter().any(|row| results.lineup(&row.cell.lineup) == names)
    };
    if results.manifest.lineups.iter().all(is_one_side) {
        return by_one_side(results);
    }
    by_ladder(results).or_else(|| by_ratings(results)).or_else(|| by_lineups(results))
}

/// The strategy that reaches most where all players are one side, against the next one of as many
/// players.
fn by_one_side(results: &Results) -> Option<Step<'_>> {
    let ranked = ranked(results);
    let (best, next) = ranked.iter().enumerate().find_map(|(place, best)| {
        let is_rival = |row: &&&OneSideRow| row.cell.players == best.cell.players;
        Some((*best, *ranked[place + 1..].iter().find(is_rival)?))
    })?;
    let name = |row: &OneSideRow| Some(results.lineup(&row.cell.lineup).first()?.as_str());
    let wins = best.win_rate.filter(|_| best.aim == Aim::Wins);
    Some(Step {
        upper: name(best)?,
        below: name(next)?,
        rate: wins.map(|wins| precise(wins, best.win_rate_low.zip(best.win_rate_high), " %")),
        is_clear: is_clearly_ahead(results, best, next),
        is_one_seat: false,
    })
}

fn by_ladder(results: &Results) -> Option<Step<'_>> {
    let top = results.ladder.last()?;
    let ends = top.win_rate_low.zip(top.win_rate_high);
    Some(Step {
        upper: &top.strategy,
        below: top.below.as_deref()?,
        rate: top.win_rate_over_below.map(|rate| precise(rate, ends, " %")),
        is_clear: top.win_rate_verdict == Some(Verdict::Advantage),
        is_one_seat: top.players > 2,
    })
}

fn by_ratings(results: &Results) -> Option<Step<'_>> {
    let mut ranked: Vec<&RatingRow> = results.ratings.iter().collect();
    ranked.sort_by(|one, other| other.elo.total_cmp(&one.elo));
    let [best, next, ..] = ranked[..] else { return None };
    let is_it = |pair: &&PairRow| pair.strategy == best.strategy && pair.opponent == next.strategy;
    let pair = results.pairs.iter().find(is_it)?;
    let ends = pair.win_rate_low.zip(pair.win_rate_high);
    Some(Step {
        upper: &best.strategy,
        below: &next.strategy,
        rate: pair.win_rate.map(|rate| precise(rate, ends, " %")),
        is_clear: pair.judged.verdict == Some(Verdict::Advantage),
        is_one_seat: false,
    })
}

fn by_lineups(results: &Results) -> Option<Step<'_>> {
    let rivals = |row: &&[StrategyRow]| !results.names.is_one_side(row[0].cell.players);
    let cells = results.strategies.chunk_by(|one, other| one.cell == other.cell).filter(rivals);
    let baseline = &results.manifest.baseline;
    let steps = cells.filter(|rows| rows[0].cell.variant == *baseline).filter_map(|rows| {
        let mut rows: Vec<&StrategyRow> = rows.iter().collect();
        rows.sort_by(|one, other| by_value(other.share.advantage, one.share.advantage));
        let [best, next, ..] = rows[..] else { return None };
        let share = &best.share;
        let ends = share.win_rate_low.zip(share.win_rate_high);
        Some(Step {
            upper: &best.strategy,
            below: &next.strategy,
            rate: share.win_rate.map(|rate| precise(rate, ends, " %")),
            is_clear: share.judged.verdict == Some(Verdict::Advantage),
            is_one_seat: best.cell.players > 2,
        })
    });
    // The one whose winner no other line-up shows to be weaker.
    let steps: Vec<Step<'_>> = steps.collect();
    let is_beaten =
        |step: &Step<'_>| steps.iter().any(|other| other.is_clear && other.below == step.upper);
    let best = steps.iter().position(|step| step.is_clear && !is_beaten(step));
    steps.into_iter().nth(best.unwrap_or(0))
}

/// How many times the budget of the weaker player the stronger one has, such as a ladder's copy of
/// its last strategy with a doubled one.
fn budgets(results: &Results, upper: &str, below: &str) -> Option<String> {
    const BUDGET: &str = "iterations";
    let [upper, below] = [upper, below].map(|name| results.manifest.strategies.get(name));
    let (upper, below) = (upper?, below?);
    let [games, fewer] = [upper, below].map(|record| {
        let parameters = record.parameters.as_ref()?;
        parameters.get(BUDGET).and_then(Value::as_u64).filter(|games| *games > 0)
    });
    let (games, fewer) = (games?, fewer?);
    (upper.kind == below.kind && games > fewer && games.is_multiple_of(fewer))
        .then(|| format!(" ({} times the budget)", games / fewer))
}
