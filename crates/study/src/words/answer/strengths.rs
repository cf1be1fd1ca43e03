//! Who is stronger: in line-ups of different strategies, and on ladders.

use super::super::phrase::by_itself;
use super::super::prelude::*;
use super::super::run::unrated;
use super::super::sentences::{first_on, step_to};
use super::super::unfinished::unfinished_percent;
use super::fit::{Draft, PLAY, SMALLER};
use fairdeal_core::rows::RatingRow;

/// At most this many line-ups are told one by one.
const TOLD: usize = 3;

/// Who wins more in the line-ups of different strategies, and whether it matters who sits beside
/// whom. `written`: are there files that have the rest?
pub(super) fn stronger(results: &Results, variant: &str, written: bool) -> Option<Draft> {
    let cells = results.strategies.chunk_by(|one, other| one.cell == other.cell);
    let cells = cells.filter(|rows| rows[0].cell.variant == variant && rows.len() > 1);
    let each: Vec<String> = cells.filter_map(|rows| in_one(results, rows)).collect();
    if each.is_empty() {
        return None;
    }
    let spreads = results.neighbour_spread.iter().filter(|row| row.cell.variant == variant);
    let matters = spreads.filter(|row| row.judged.verdict == Some(Verdict::NeighboursMatter));
    let most = matters.filter_map(|row| row.standard_deviation).max_by(f64::total_cmp);
    let beside = most.map(|points| {
        format!("who sits beside whom moves a win rate by {} points", percent(points, 1))
    });
    let place = if written { " in strategies.csv" } else { "" };
    let some = |most: usize| {
        let more = each.len().saturating_sub(most);
        let more = (more > 0).then(|| format!("{more} more{place}"));
        let told = each.iter().take(most).cloned().chain(more).chain(beside.clone());
        told.collect::<Vec<_>>().join("; ") + "."
    };
    Some(Draft::new(Topic::Strength.title(), some(TOLD)).or_short(some(1)))
}

/// Who is stronger in one line-up.
fn in_one(results: &Results, rows: &[StrategyRow]) -> Option<String> {
    let mut rows: Vec<&StrategyRow> = rows.iter().collect();
    rows.sort_by(|one, other| by_value(other.share.advantage, one.share.advantage));
    let best = rows.first()?;
    let (name, share, plural) = (&best.strategy, &best.share, &results.names.plural);
    if !is_judged(share) {
        let who = and(&rows.iter().map(|row| &row.strategy).collect::<Vec<_>>());
        let cut = unfinished_percent(share);
        return Some(format!("not judged between {who}: {cut} of {plural} do not end"));
    }
    let alone = by_itself(&best.fact(), ", though by itself");
    let ends = share.win_rate_low.zip(share.win_rate_high);
    let rate = precise(share.win_rate?, ends, " %");
    let within = match points(share.judged.tolerance) {
        none if none.is_empty() => none,
        tolerance => format!(" within {tolerance}"),
    };
    let judged = share.judged.verdict?;
    if best.cell.players == 2 {
        let other = &rows.get(1)?.strategy;
        return Some(match judged {
            Verdict::Advantage => {
                format!("{name} is stronger than {other}: it wins {rate} of {plural}")
            }
            Verdict::Within => format!(
                "{name} and {other} are equally strong{within}: {name} wins {rate} of {plural}"
            ),
            _ => format!(
                "it is not settled whether {name} is stronger than {other}{alone}: it wins {rate} of {plural}"
            ),
        });
    }
    let strongest = match judged {
        Verdict::Advantage => format!("{name} is strongest"),
        Verdict::Within => format!("all are equally strong{within}"),
        _ => format!("it is not settled who is strongest{alone}"),
    };
    let digits = ends.map_or(1, |(low, high)| decimals(low, high));
    let each = rows.iter().filter_map(|row| {
        Some(format!("{} wins {} %", row.strategy, percent(row.share.win_rate?, digits)))
    });
    let (names, each) =
        (and(results.lineup(&best.cell.lineup)), each.collect::<Vec<_>>().join(", "));
    let fair = percent(share.fair_share, 1);
    Some(format!("at a table of {names}, {strongest}: in one seat {each} ({fair} % is fair)"))
}

/// Who is best if all meet: by rating, and against the next one.
pub(super) fn ratings(results: &Results) -> Option<Draft> {
    // If many games do not end, ratings come from those that do.
    let is_met =
        |row: &&FirstPlayerRow| !results.is_of_equals(&row.cell.lineup) && row.cell.players > 1;
    let mut met = results.first_player.iter().filter(is_met);
    let ended = if met.all(|row| is_judged(&row.share)) {
        String::new()
    } else {
        format!(", of {} that end", results.names.plural)
    };
    let mut ranked: Vec<&RatingRow> = results.ratings.iter().collect();
    ranked.sort_by(|one, other| other.elo.total_cmp(&one.elo));
    let Some(best) = ranked.first() else { return by_wins(results, &ended) };
    let order = |most: usize| {
        let named = ranked.iter().take(most).skip(1);
        let named = named.map(|row| format!(", {} ({})", row.strategy, signed(row.elo, 0)));
        let more = more(" and ", ranked.len().saturating_sub(most), "more", "more");
        let (name, elo) = (&best.strategy, signed(best.elo, 0));
        let then = named.collect::<String>().replacen(", ", ", then ", 1);
        format!("{name} is rated highest ({elo} on the Elo scale{ended}){then}{more}.")
    };
    let next = ranked.get(1).and_then(|next| {
        let (best, next) = (&best.strategy, &next.strategy);
        let is_it = |pair: &&PairRow| pair.strategy == *best && pair.opponent == *next;
        let pair = results.pairs.iter().find(is_it)?;
        let rate = precise(pair.win_rate?, pair.win_rate_low.zip(pair.win_rate_high), " %");
        let sure = match pair.judged.verdict {
            Some(Verdict::Advantage) => "is ahead of",
            Some(Verdict::Disadvantage) => "is rated above, and yet loses more often against",
            Some(_) => "is not clearly ahead of",
            None => {
                let said = format!(" {best} is not judged against {next}: too few games end.");
                return Some([said.clone(), said]);
            }
        };
        let said = format!(" {best} {sure} {next}: it wins {rate}");
        Some([format!("{said} of the games that one of the two won."), format!("{said}.")])
    });
    let [full, short] = next.unwrap_or_default();
    Some(Draft::new("Who is best", order(8) + &full).or_short(order(3) + &short))
}

/// Who is best if there are no ratings: by the mean share of wins. `ended`: which games count.
fn by_wins(results: &Results, ended: &str) -> Option<Draft> {
    let why = unrated(results)?;
    let of_strategies = results.pairs.chunk_by(|one, other| one.strategy == other.strategy);
    let mean = |rows: &'_ [PairRow]| {
        let known = rows.iter().filter_map(|row| row.win_rate);
        let mean = known.clone().sum::<f64>() / known.count().max(1) as f64;
        (rows[0].strategy.clone(), mean)
    };
    let mut wins: Vec<(String, f64)> = of_strategies.map(mean).collect();
    wins.sort_by(|(_, one), (_, other)| other.total_cmp(one));
    // Without a single win there is no order.
    if wins.iter().all(|(_, rate)| *rate <= 0.0) {
        let text = format!("not known. There are no ratings: {why}.");
        return Some(Draft::new("Who is best", text));
    }
    let named = |(name, rate): &(String, f64)| format!("{name} ({} %)", percent(*rate, 1));
    let order: Vec<String> = wins.iter().map(named).collect();
    let (first, order) = (&order[0], order.join(", "));
    let full = format!(
        "by the share of wins against the others{ended}: {order}. There are no ratings: {why}."
    );
    let short = format!("by wins{ended}: {first}. There are no ratings: {why}.");
    Some(Draft::new("Who is best", full).or_short(short))
}

/// What a ladder shows beside the ratings: who does not beat the one below, and what games between
/// equals are like from the bottom to the top.
pub(super) fn rungs(results: &Results) -> Vec<Draft> {
    let (rows, plural) = (&results.ladder, &results.names.plural);
    let rate = |row: &LadderRow| {
        let step = step_to(results, row).map(|step| &step.share);
        let ends = row.win_rate_low.zip(row.win_rate_high);
        Some(match step.filter(|share| !is_judged(share)) {
            Some(share) => format!("{} of {plural} do not end", unfinished_percent(share)),
            None => precise(row.win_rate_over_below?, ends, " %"),
        })
    };
    let doubt = |row: &LadderRow| {
        Some(format!("{} over {} ({})", row.strategy, row.below.as_ref()?, rate(row)?))
    };
    let steps: Vec<&LadderRow> = rows.iter().filter(|row| row.below.is_some()).collect();
    let (clear, others): (Vec<&LadderRow>, Vec<&LadderRow>) =
        steps.iter().partition(|row| row.win_rate_verdict == Some(Verdict::Advantage));
    let doubted: Vec<String> = others.into_iter().filter_map(doubt).collect();
    let is_known = steps.iter().any(|row| row.win_rate_verdict.is_some());
    let [full, short] = match &steps[..] {
        [only] => of_one_step(only, rate(only)),
        steps => of_steps(steps.len(), clear.len(), is_known, &doubted),
    };
    let mut drafts = vec![Draft::new("Rung by rung", full + ".").or_short(short + ".")];
    drafts.extend(exploited(rows));
    // Rungs on which too few games end are not judged. A copy with a doubled budget stands above its
    // original even if it is weaker, so the ratings say who is strongest.
    let is_known =
        |row: &&LadderRow| first_on(results, row).is_none_or(|first| is_judged(&first.share));
    let mut known: Vec<&LadderRow> = rows.iter().filter(is_known).collect();
    if known.iter().all(|row| row.elo.is_some()) {
        known.sort_by(|one, other| by_value(one.elo, other.elo));
    }
    let (Some(first), Some(last)) = (known.first(), known.last()) else { return drafts };
    let along = |value: fn(&LadderRow) -> Option<f64>| Some((value(first)?, value(last)?));
    let left_out = rows.len() - known.len();
    let (weakest, strongest) = (&first.strategy, &last.strategy);
    if let Some((low, high)) = along(|row| row.length_mean) {
        let to = match known.len() {
            1 => String::new(),
            _ => format!(", the weakest, {high:.1} between {strongest} players, the strongest"),
        };
        let rest = match left_out {
            0 => String::new(),
            some => format!(" (on {some} of {} rungs too few end)", rows.len()),
        };
        let unit = &first.length_unit;
        let full = format!("{low:.1} {unit} on average between {weakest} players{to}{rest}.");
        let short = format!("{low:.1} {unit} ({weakest}) to {high:.1} ({strongest}){rest}.");
        drafts.push(Draft::new(Topic::Length.title(), full).or_short(short));
    }
    if let Some((low, high)) = along(|row| row.comeback_rate) {
        let often = if (high - low).abs() < 0.01 {
            let mean = percent(f64::midpoint(low, high), 0);
            format!("about {mean} % of {plural}, from {weakest} to {strongest} players")
        } else {
            let [low, high] = [low, high].map(|rate| percent(rate, 1));
            format!(
                "{low} % of {plural} between {weakest} and {high} % between {strongest} players"
            )
        };
        let text = format!("the winner came from behind in {often}.");
        drafts.push(Draft::new(Topic::Play.title(), text).or_drop(PLAY));
    }
    drafts
}

/// Whether each strategy beats the one below it, in full and in short; `doubted`: those that do
/// not, each with its share of wins.
fn of_steps(steps: usize, stronger: usize, is_known: bool, doubted: &[String]) -> [String; 2] {
    let short = match doubted.len() {
        _ if !is_known => "no step is judged".to_owned(),
        0 if stronger == steps => {
            format!("every strategy is stronger than the one below it ({steps} of {steps})")
        }
        few if few == steps => "no strategy is clearly stronger than the one below it".to_owned(),
        few => {
            let some = if few == 0 { stronger } else { steps - few };
            let beat = if some == 1 { "beats" } else { "beat" };
            format!("{some} of {steps} clearly {beat} the one below")
        }
    };
    let full = match doubted.len() {
        0 => short.clone(),
        few if few == steps || !is_known => format!("{short}: {}", doubted.join(", ")),
        _ => format!("each is clearly stronger than the one below, except {}", doubted.join(", ")),
    };
    [full, short]
}

/// Whether the upper of two strategies is stronger, in full and in short. `rate`: how often it wins.
fn of_one_step(row: &LadderRow, rate: Option<String>) -> [String; 2] {
    let (upper, below) = (&row.strategy, row.below.as_deref().unwrap_or_default());
    let short = match row.win_rate_verdict {
        Some(Verdict::Advantage) => format!("{upper} is stronger than {below}"),
        Some(Verdict::Disadvantage) => format!("{upper} is weaker than {below}"),
        Some(_) => format!("{upper} is not clearly stronger than {below}"),
        None => format!("it is not judged whether {upper} is stronger than {below}"),
    };
    [rate.map_or_else(|| short.clone(), |rate| format!("{short} ({rate})")), short]
}

/// How often searches win that model their opponents, the strongest opponents first.
fn exploited(rows: &[LadderRow]) -> Option<Draft> {
    let known = |row: &LadderRow| {
        let ends = row.exploiter_low.zip(row.exploiter_high);
        Some((precise(row.exploiter_win_rate?, ends, " %"), row.strategy.clone()))
    };
    let all: Vec<(String, String)> = rows.iter().rev().filter_map(known).collect();
    let (rate, strategy) = all.first()?;
    let each: Vec<String> =
        all.iter().map(|(rate, strategy)| format!("{rate} against {strategy}")).collect();
    let full = format!(
        "a search that models its opponents wins {}: at least this much is left to be won.",
        each.join(", ")
    );
    let short = format!("a search that models {strategy} wins {rate} against it.");
    Some(Draft::new("How far from perfect", full).or_short(short).or_drop(SMALLER))
}
