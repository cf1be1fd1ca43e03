//! The character of a game on each rung of a ladder, between equals.

use super::endings::unfinished_in_table;
use super::one_side::{score, tells_wins, won};
use super::seats;
use super::seats::GOING_FIRST;
use super::strength::sentence_about;
use super::telling::{Telling, listed};
use crate::words::prelude::*;

pub(super) const TELLING: Telling = Telling {
    lines: |of| lines(of.results),
    table: |shown| table(shown.results, shown.timing),
    sentences: |results| {
        let rungs = || results.ladder.iter();
        let first = rungs()
            .filter_map(|rung| seats::sentence_about_first(results, first_on(results, rung)?));
        let steps = rungs().filter_map(|rung| sentence_about(results, step_to(results, rung)?));
        first.chain(steps).collect()
    },
    charts: |results| listed(chart(results)),
};

/// Facts from a ladder beside the ratings: who does not beat the strategy below, and how games
/// between equals change from the bottom to the top.
pub(in crate::words) fn lines(results: &Results) -> Vec<Draft> {
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
    let mut drafts = Vec::new();
    // Where all win or lose together, no strategy beats another one.
    let is_one_side = !results.one_side.is_empty();
    if !is_one_side {
        drafts.push(Draft::new("Rung by rung", full + ".").or_short(short + "."));
    }
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
        let players = |name: &str| {
            if is_one_side { format!("with {name}") } else { format!("between {name} players") }
        };
        let to = match known.len() {
            1 => String::new(),
            _ => format!(", the weakest, {high:.1} {}, the strongest", players(strongest)),
        };
        let rest = match left_out {
            0 => String::new(),
            some => format!(" (on {some} of {} rungs too few end)", rows.len()),
        };
        let unit = &first.length_unit;
        let full = format!("{low:.1} {unit} on average {}{to}{rest}.", players(weakest));
        let short = format!("{low:.1} {unit} ({weakest}) to {high:.1} ({strongest}){rest}.");
        drafts.push(Draft::new(Topic::Length.title(), full).or_short(short));
    }
    if let Some((low, high)) = along(|row| row.comeback_rate).filter(|_| !is_one_side) {
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

/// One row for each rung.
fn table(results: &Results, timing: Option<&Timing>) -> Panel {
    let rows = &results.ladder;
    let is_one_side = !results.one_side.is_empty();
    let title = if is_one_side {
        "The ladder, from the weakest to the strongest, each in all seats"
    } else {
        "The ladder, from the weakest to the strongest: what the game is like between equals (in per cent, ± the interval; ? is not settled)"
    };
    let mut columns = Columns::new(title, rows);
    columns.words("strategy", |row| row.strategy.clone());
    if is_one_side {
        columns_of_one_side(results, &mut columns);
    } else {
        columns_of_meetings(results, &mut columns);
    }
    let unit = rows.first().map_or("", |row| &row.length_unit);
    columns.numbers(unit, |row| known_number(row.length_mean, 0));
    if !is_one_side {
        columns.numbers("comebacks", |row| rate(row.comeback_rate, 1)).or_drop(1, LadderRow::FILE);
    }
    let time = columns.numbers("a decision takes", |row| {
        let time = timing.and_then(|timing| timing.decision_time(&row.strategy));
        known(time.map(time_in_words))
    });
    time.or_drop(3, TIMING);
    if results.first_player.iter().any(|row| unfinished_share(&row.share) > negligible(results)) {
        columns.numbers("unfinished", |row| {
            known(mirror(results, row).map(|row| unfinished_in_table(unfinished_share(&row.share))))
        });
    }
    columns.panel
}

/// What each strategy reaches where all players win or lose together.
fn columns_of_one_side(results: &Results, columns: &mut Columns<&LadderRow>) {
    let row = |rung: &LadderRow| {
        let first = mirror(results, rung)?;
        results.one_side.iter().find(|row| row.cell == first.cell)
    };
    if tells_wins(results) {
        columns.numbers("won", |rung| known(row(rung).and_then(won)));
    }
    columns.numbers("score", |rung| known(row(rung).and_then(score)));
}

/// How strong each strategy is against the others, and what going first is worth between equals.
fn columns_of_meetings(results: &Results, columns: &mut Columns<&LadderRow>) {
    let rows = &results.ladder;
    let first = |row: &LadderRow| first_on(results, row);
    columns.numbers("rating", |row| known_number(row.elo, 0));
    let beats = match rows.first().map_or(2, |row| row.players) {
        2 => "beats the one below in".to_owned(),
        players => format!("one among {} of the one below wins", players - 1),
    };
    columns.numbers(&beats, |row| {
        let wins = percent_with_reach(row.win_rate_over_below, row.win_rate_low, row.win_rate_high);
        marked(step_to(results, row).map(|step| &step.share), wins)
    });
    if rows.iter().any(|row| row.exploiter_win_rate.is_some()) {
        columns.numbers("a search that models it wins", |row| {
            percent_with_reach(row.exploiter_win_rate, row.exploiter_low, row.exploiter_high)
        });
    }
    columns.numbers("going first wins", |row| {
        let (low, high) = (row.first_player_low, row.first_player_high);
        let wins = percent_with_reach(row.first_player_win_rate, low, high);
        marked(first(row).map(|first| &first.share), wins)
    });
    let verdicts = columns.verdicts(|row| match first(row) {
        Some(first) => (verdict_of(&first.finding()), first.share.judged.verdict),
        None => (MISSING.to_owned(), None),
    });
    verdicts.or_drop(2, FirstPlayerRow::FILE);
}

/// A value with a mark where it is not settled: "? 60.8 ±8.9". Missing where too few games end.
fn marked(share: Option<&ShareOfWins>, value: String) -> String {
    match share {
        Some(share) if !is_judged(share) => MISSING.to_owned(),
        Some(share) if share.judged.verdict == Some(Verdict::NotSettled) => {
            format!("? {value}")
        }
        _ => value,
    }
}

/// "20 ns", "1.5 ms".
fn time_in_words(nanoseconds: f64) -> String {
    match nanoseconds {
        small if small < 1e3 => format!("{small:.0} ns"),
        middle if middle < 1e6 => format!("{:.1} us", middle / 1e3),
        large => format!("{:.1} ms", large / 1e6),
    }
}

/// Going first on each rung of a ladder.
fn chart(results: &Results) -> Option<Chart> {
    let row = |rung: &LadderRow| Strip::of_wins(&rung.strategy, &first_on(results, rung)?.share);
    let strips = Strips::new(results.ladder.iter().filter_map(row));
    let (axis, rows) = (Axis::going_first(results), strips.rows.len());
    let note = "between equals, the weakest first".to_owned();
    seats::chart_of(rows, GOING_FIRST.to_owned(), note, Plot::Strips(Strips { axis, ..strips }))
}

/// Going first between equals on a rung; `None` where all win or lose together.
pub(in crate::words) fn first_on<'a>(
    results: &'a Results,
    rung: &LadderRow,
) -> Option<&'a FirstPlayerRow> {
    mirror(results, rung).filter(|_| !results.names.is_one_side(rung.players))
}

/// The games of a rung in which its strategy has all seats.
fn mirror<'a>(results: &'a Results, rung: &LadderRow) -> Option<&'a FirstPlayerRow> {
    let is_mirror = |lineup: &str| results.lineup(lineup).iter().all(|name| *name == rung.strategy);
    results.first_player.iter().find(|row| is_mirror(&row.cell.lineup))
}

/// The wins of a strategy against the one on the rung below.
pub(in crate::words) fn step_to<'a>(
    results: &'a Results,
    rung: &LadderRow,
) -> Option<&'a StrategyRow> {
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
