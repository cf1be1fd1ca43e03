//! Who is stronger: in line-ups of different strategies, in round robins and on ladders.

use super::super::numbers::{and, decimals, percent, precise, signed};
use super::super::run::unrated;
use super::super::sentences::{first_on, step_to};
use super::super::unfinished::{is_judged, unfinished_percent};
use super::fit::{Draft, PLAY, SMALLER};
use crate::findings::AsFact as _;
use crate::results::Results;
use fairdeal_core::metrics::Topic;
use fairdeal_core::rows::{LadderRow, StrategyRow, Verdict};

/// This many line-ups are told one by one.
const TOLD: usize = 3;

/// Who wins more in the line-ups of different strategies, and whether it matters who sits beside
/// whom. `written`: are there files that have the rest?
pub(super) fn stronger(results: &Results, variant: &str, written: bool) -> Option<Draft> {
    let cells: Vec<&[StrategyRow]> = results
        .strategies
        .chunk_by(|one, other| one.cell == other.cell)
        .filter(|rows| rows[0].cell.variant == variant && rows.len() > 1)
        .collect();
    let each: Vec<String> = cells.iter().filter_map(|rows| in_one(results, rows)).collect();
    if each.is_empty() {
        return None;
    }
    let mut rest = Vec::new();
    let spreads = results.neighbour_spread.iter().filter(|row| row.cell.variant == variant);
    let matters = spreads.filter(|row| row.judged.verdict == Some(Verdict::NeighboursMatter));
    if let Some(row) = matters.max_by(|one, other| {
        one.standard_deviation
            .partial_cmp(&other.standard_deviation)
            .unwrap_or(std::cmp::Ordering::Equal)
    }) {
        let points = percent(row.standard_deviation?, 1);
        rest.push(format!("who sits beside whom moves a win rate by {points} points"));
    }
    let some = |most: usize| {
        let more = each.len().saturating_sub(most);
        let place = if written { " in strategies.csv" } else { "" };
        let more = (more > 0).then(|| format!("{more} more{place}"));
        each.iter()
            .take(most)
            .cloned()
            .chain(more)
            .chain(rest.iter().cloned())
            .collect::<Vec<_>>()
            .join("; ")
            + "."
    };
    Some(Draft::new(Topic::Strength.title(), some(TOLD)).or_short(some(1)))
}

/// Who is stronger in one line-up.
fn in_one(results: &Results, rows: &[StrategyRow]) -> Option<String> {
    let mut rows: Vec<&StrategyRow> = rows.iter().collect();
    rows.sort_by(|one, other| {
        other.share.advantage.partial_cmp(&one.share.advantage).unwrap_or(std::cmp::Ordering::Equal)
    });
    let best = rows.first()?;
    let share = &best.share;
    let alone = best.fact().clear_alone().map_or("", |_| ", clear alone");
    if !is_judged(share) {
        let (who, cut) = (
            and(&rows.iter().map(|row| &row.strategy).collect::<Vec<_>>()),
            unfinished_percent(share),
        );
        return Some(format!(
            "not judged between {who}: {cut} of {} do not end",
            results.names.plural
        ));
    }
    let rate = precise(share.win_rate?, share.win_rate_low.zip(share.win_rate_high), " %");
    let judged = share.judged.verdict?;
    let tolerance = super::super::numbers::points(share.judged.tolerance);
    let within = if tolerance.is_empty() { String::new() } else { format!(" within {tolerance}") };
    if best.cell.players == 2 {
        let other = &rows.get(1)?.strategy;
        let plural = &results.names.plural;
        return Some(match judged {
            Verdict::Advantage => {
                format!("{} is stronger than {other}: it wins {rate} of {plural}", best.strategy)
            }
            Verdict::Within => {
                format!(
                    "{} and {other} are equally strong{within}: {} wins {rate} of {plural}",
                    best.strategy, best.strategy
                )
            }
            _ => format!(
                "not settled between {} and {other}{alone}: {} wins {rate} of {plural}",
                best.strategy, best.strategy
            ),
        });
    }
    let digits =
        share.win_rate_low.zip(share.win_rate_high).map_or(1, |(low, high)| decimals(low, high));
    let each: Vec<String> = rows
        .iter()
        .filter_map(|row| {
            Some(format!("{} {} %", row.strategy, percent(row.share.win_rate?, digits)))
        })
        .collect();
    let names: Vec<String> = results.lineup(&best.cell.lineup).to_vec();
    let strongest = match judged {
        Verdict::Advantage => format!("{} is strongest", best.strategy),
        Verdict::Within => format!("all are equally strong{within}"),
        _ => format!("not settled who is strongest{alone}"),
    };
    Some(format!(
        "at a table of {}, {strongest}: a seat of {} wins (fair: {} %)",
        and(&names),
        each.join(", "),
        percent(share.fair_share, 1)
    ))
}

/// Who is best where all meet: by rating, and against the next one.
pub(super) fn ratings(results: &Results) -> Option<Draft> {
    let name =
        |row: &fairdeal_core::rows::RatingRow| format!("{} ({})", row.strategy, signed(row.elo, 0));
    // Where many games do not end, ratings come from those that do.
    let met = || {
        results
            .first_player
            .iter()
            .filter(|row| !results.is_of_equals(&row.cell.lineup) && row.cell.players > 1)
    };
    let ended = if met().all(|row| is_judged(&row.share)) {
        String::new()
    } else {
        format!(", of {} that end", results.names.plural)
    };
    let mut ranked: Vec<&fairdeal_core::rows::RatingRow> = results.ratings.iter().collect();
    ranked.sort_by(|one, other| other.elo.total_cmp(&one.elo));
    let Some(best) = ranked.first() else {
        // Without ratings, who won against whom still tells who is best.
        let mut wins: Vec<(&str, f64)> = Vec::new();
        for rows in results.pairs.chunk_by(|one, other| one.strategy == other.strategy) {
            let known = rows.iter().filter_map(|row| row.win_rate);
            wins.push((
                &rows[0].strategy,
                known.clone().sum::<f64>() / known.count().max(1) as f64,
            ));
        }
        wins.sort_by(|one, other| other.1.total_cmp(&one.1));
        let why = unrated(results)?;
        // Without a single win there is no order.
        let order: Vec<String> =
            wins.iter().map(|(name, rate)| format!("{name} ({} %)", percent(*rate, 1))).collect();
        if wins.iter().all(|(_, rate)| *rate <= 0.0) {
            let text = format!("not known. There are no ratings: {why}.");
            return Some(Draft::new("Who is best", text));
        }
        let first = order[0].clone();
        let order = order.join(", ");
        let full = format!(
            "by the share of wins against the others{ended}: {order}. There are no ratings: {why}."
        );
        let short = format!("by wins{ended}: {first}. There are no ratings: {why}.");
        return Some(Draft::new("Who is best", full).or_short(short));
    };
    let order = |most: usize| {
        let named: Vec<String> = ranked.iter().take(most).map(|row| name(row)).collect();
        let more = ranked.len().saturating_sub(most);
        format!(
            "on the Elo scale{ended}, {}{}",
            named.join(", "),
            if more > 0 { format!(" and {more} more") } else { String::new() }
        )
    };
    let next = ranked.get(1).and_then(|next| {
        let pair = results
            .pairs
            .iter()
            .find(|pair| pair.strategy == best.strategy && pair.opponent == next.strategy)?;
        let rate = precise(pair.win_rate?, pair.win_rate_low.zip(pair.win_rate_high), " %");
        let sure = match pair.judged.verdict {
            Some(Verdict::Advantage) => "is ahead of",
            Some(Verdict::Disadvantage) => "is rated above, and yet loses more often against",
            None => {
                return Some(format!(
                    " {} is not judged against {}: too few games end",
                    best.strategy, next.strategy
                ));
            }
            _ => "is not clearly ahead of",
        };
        Some(format!(" {} {sure} {}: {rate}", best.strategy, next.strategy))
    });
    let short = next.as_ref().map_or_else(String::new, |next| format!("{next}."));
    let won = if next.as_ref().is_some_and(|next| next.contains('%')) {
        " of the games that one of both won"
    } else {
        ""
    };
    let long = next.as_ref().map_or_else(String::new, |next| format!("{next}{won}."));
    Some(
        Draft::new("Who is best", format!("{}.{long}", order(8)))
            .or_short(format!("{}.{short}", order(3))),
    )
}

/// What a ladder shows beside the ratings: who does not beat the one below, and what games between
/// equals are like from the bottom to the top.
pub(super) fn rungs(results: &Results) -> Vec<Draft> {
    let rows = &results.ladder;
    let doubted: Vec<String> = rows
        .iter()
        .filter(|row| row.win_rate_verdict != Some(Verdict::Advantage))
        .filter_map(|row| {
            let below = row.below.as_ref()?;
            let step = step_to(results, row).map(|step| &step.share);
            let rate = match step.filter(|share| !is_judged(share)) {
                Some(share) => {
                    format!("{} of {} do not end", unfinished_percent(share), results.names.plural)
                }
                None => {
                    precise(row.win_rate_over_below?, row.win_rate_low.zip(row.win_rate_high), " %")
                }
            };
            Some(format!("{} over {below} ({rate})", row.strategy))
        })
        .collect();
    let steps = rows.iter().filter(|row| row.below.is_some()).count();
    let stronger = rows
        .iter()
        .filter(|row| row.below.is_some() && row.win_rate_verdict == Some(Verdict::Advantage))
        .count();
    let is_known = rows.iter().any(|row| row.below.is_some() && row.win_rate_verdict.is_some());
    let few = doubted.len();
    let short = match few {
        _ if !is_known => "no step is judged".to_owned(),
        0 if stronger == steps => {
            format!("every strategy is stronger than the one below it ({steps} of {steps})")
        }
        few if few == steps => "no strategy is clearly stronger than the one below it".to_owned(),
        0 => format!("{stronger} of {steps} are clearly stronger than the one below"),
        few => format!("{} of {steps} are clearly stronger than the one below", steps - few),
    };
    let doubted = doubted.join(", ");
    let full = match few {
        0 => short.clone(),
        few if few == steps || !is_known => format!("{short}: {doubted}"),
        _ => format!("each is clearly stronger than the one below, except {doubted}"),
    };
    let mut drafts = vec![Draft::new("Rung by rung", full + ".").or_short(short + ".")];
    drafts.extend(exploited(rows));
    // Rungs on which too few games end are not judged.
    let known: Vec<&LadderRow> = rows
        .iter()
        .filter(|row| first_on(results, row).is_none_or(|first| is_judged(&first.share)))
        .collect();
    if let (Some(first), Some(last)) = (known.first(), known.last()) {
        let along = |value: fn(&LadderRow) -> Option<f64>| Some((value(first)?, value(last)?));
        let between = format!("from {} to {} players", first.strategy, last.strategy);
        let (bottom, top) = if known.len() == rows.len() {
            ("at the bottom".to_owned(), "at the top".to_owned())
        } else {
            (
                format!("between {} players", first.strategy),
                format!("between {} players", last.strategy),
            )
        };
        let rest = match rows.len() - known.len() {
            0 => String::new(),
            some => format!(" (on {some} of {} rungs too few end)", rows.len()),
        };
        if let Some((low, high)) = along(|row| row.length_mean) {
            let text = match known.len() {
                1 => format!("{}: {low:.1} on average {bottom}", first.length_unit),
                _ => {
                    format!("{}: {low:.1} on average {bottom}, {high:.1} {top}", first.length_unit)
                }
            };
            drafts.push(Draft::new(Topic::Length.title(), format!("{text}{rest}.")));
        }
        if let Some((low, high)) = along(|row| row.comeback_rate) {
            let plural = &results.names.plural;
            let text = if (high - low).abs() < 0.01 {
                format!(
                    "the winner came from behind in about {} % of {plural}, {between}.",
                    percent(f64::midpoint(low, high), 0)
                )
            } else {
                format!(
                    "the winner came from behind in {} % of {plural} {bottom} and {} % {top}.",
                    percent(low, 1),
                    percent(high, 1)
                )
            };
            drafts.push(Draft::new(Topic::Play.title(), text).or_drop(PLAY));
        }
    }
    drafts
}

/// How often searches win that model their opponents, the strongest opponents first.
fn exploited(rows: &[LadderRow]) -> Option<Draft> {
    let known = |row: &LadderRow| {
        Some((
            precise(row.exploiter_win_rate?, row.exploiter_low.zip(row.exploiter_high), " %"),
            row.strategy.clone(),
        ))
    };
    let all: Vec<(String, String)> = rows.iter().rev().filter_map(known).collect();
    let (rate, strategy) = all.first()?;
    let each: Vec<String> =
        all.iter().map(|(rate, strategy)| format!("{rate} against {strategy}")).collect();
    let full = format!(
        "a search that models its opponents wins {}: at least as much as that is left to be won.",
        each.join(", ")
    );
    let short = format!("a search that models {strategy} wins {rate} against it.");
    Some(Draft::new("How far from perfect", full).or_short(short).or_drop(SMALLER))
}
