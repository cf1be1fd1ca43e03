//! The strength of strategies: ratings, who beats whom, and line-ups of different strategies.

use super::first::{figure, wins_of};
use super::prelude::*;
use crate::findings::reached;
use fairdeal_core::game::Aim;
use fairdeal_core::metrics::LOST_GAMES;

/// This many variants are shown beside each other.
const MOST_VARIANTS: usize = 18;

pub(super) fn section(of: &Context<'_>) -> Option<Section> {
    let mut all: Vec<Figure> = one_side(of)
        .into_iter()
        .chain(ratings(of))
        .chain(pairs(of))
        .chain(exploiters(of))
        .chain(in_place(of))
        .collect();
    let baseline = of.results.manifest.baseline.as_str();
    // The games of a ladder are in its pairs.
    if all.is_empty() && !of.has_rules(RuleSets::Samples) {
        all.extend(lineups(of, baseline));
    }
    (!all.is_empty()).then(|| {
        let body = html! {
            p { "A game that skill decides is won by the better player. Seats are balanced: every arrangement of a line-up plays the same shuffles." }
            (figures(&all))
        };
        of.section("strength", "Who is stronger", body)
    })
}

/// What each strategy reaches alone, or as a team of all.
fn one_side(of: &Context<'_>) -> Option<Figure> {
    let rows = &of.results.one_side;
    let mut table = Columns::new("A player alone, or a team of all", rows);
    table.words("line-up", |row| row.cell.lineup.clone());
    table.words("rules", |row| row.cell.variant.clone());
    table.numbers("won", |row| rate(row.win_rate, IN_TABLE));
    table.numbers("interval", |row| ends_in_percent(row.win_rate_low.zip(row.win_rate_high)));
    table.numbers("score", |row| known(row.score_mean.map(|score| number(score, 2))));
    table.numbers("its interval", |row| {
        interval(row.score_low.zip(row.score_high), |score| number(score, 2))
    });
    table.numbers("games", |row| thousands(row.games.into()));
    let strip = |row: &OneSideRow| {
        let (value, ends) = reached(row);
        let (scale, text) = match row.aim {
            Aim::Wins => (100.0, rate(row.win_rate, 1)),
            Aim::Score => (1.0, known(row.score_mean.map(|score| number(score, 2)))),
        };
        Some(Strip::new(&row.cell.lineup, scale, (value?, ends), text))
    };
    let note = match rows.first()?.aim {
        Aim::Wins => "the share of games that are won, in per cent",
        Aim::Score => "the mean score",
    };
    Some(table.strips(note, Strips::new(rows.iter().filter_map(strip))))
}

fn ratings(of: &Context<'_>) -> Option<Figure> {
    let rows = &of.results.ratings;
    let elo = |elo: f64| signed(elo, 0);
    let ends = |row: &RatingRow| row.elo_low.zip(row.elo_high);
    let strip = |row: &RatingRow| {
        let text = within(row.elo, ends(row), "", elo);
        Strip::new(&row.strategy, 1.0, (row.elo, ends(row)), text)
    };
    let mut table = Columns::new("Ratings", rows);
    table.words("strategy", |row| row.strategy.clone());
    table.numbers("rating", |row| elo(row.elo));
    table.numbers("interval", |row| interval(ends(row), elo));
    table.numbers("shuffles", |row| thousands(row.blocks.into()));
    let note = "on the Elo scale, 0 on average: 400 points are ten wins to one";
    let strips = Strips::new(rows.iter().map(strip));
    (!rows.is_empty()).then(|| table.strips(note, strips))
}

/// The matrix of pairs, the strongest first.
fn pairs(of: &Context<'_>) -> Option<Figure> {
    let rows = &of.results.pairs;
    let by_strategy: Vec<&[PairRow]> =
        rows.chunk_by(|one, other| one.strategy == other.strategy).collect();
    if by_strategy.len() < 2 {
        return None;
    }
    let names: Vec<&str> = by_strategy.iter().map(|rows| rows[0].strategy.as_str()).collect();
    let cells = |rows: &[PairRow]| {
        let cell = |name: &&str| {
            let rate = rows.iter().find(|row| row.opponent == *name)?.win_rate?;
            Some((2.0 * rate - 1.0, format!("{:.0}", 100.0 * rate)))
        };
        names.iter().map(cell).collect()
    };
    let name = |(place, rows): (usize, &&[PairRow])| {
        (format!("{} {}", place + 1, rows[0].strategy), cells(rows))
    };
    let grid = Heat {
        columns: (1..=names.len()).map(|place| place.to_string()).collect(),
        rows: by_strategy.iter().enumerate().map(name).collect(),
        corner: String::new(),
        names: 34.0,
    };
    let mut table = Columns::new("Who wins against whom", rows);
    table.words("strategy", |row| row.strategy.clone());
    table.words("opponent", |row| row.opponent.clone());
    table.judged(|row| row.judged.verdict);
    table.numbers("wins", |row| rate(row.win_rate, 1));
    table.numbers("interval", |row| ends_in_percent(row.win_rate_low.zip(row.win_rate_high)));
    table.numbers("expected by the ratings", |row| rate(row.expected_win_rate, 1));
    table.numbers("Elo difference", |row| known(row.elo_difference.map(|elo| signed(elo, 0))));
    table.numbers("games", |row| thousands(row.games));
    let meeting = |row: &PairRow| {
        let name = format!("{} against {}", row.strategy, row.opponent);
        Some((name, row.win_rate?, rate(row.win_rate, 1)))
    };
    let told = extremes(rows.iter().filter_map(meeting));
    let note = "how often the strategy of the row wins against that of the column, in per cent";
    let mut figure = table.figure(note, "", Plot::Heat(grid));
    figure.alternative = format!("Matrix of {} strategies: {told}.", names.len());
    Some(figure)
}

/// The strategies in one seat: a strip for each of them except the one with which the
/// others are compared.
fn in_place(of: &Context<'_>) -> Option<Figure> {
    let rows = &of.results.in_place;
    let with = rows.iter().find_map(|row| row.compared_with.as_deref())?;
    let rows = grouped(rows, |row| &row.others).into_iter().flat_map(|(_, rows)| rows);
    let rows: Vec<&InPlaceRow> = rows.collect();
    // If too few games end, nobody knows who wins, or by how much.
    let wins = |row: &InPlaceRow| row.win_rate.filter(|_| enough_end(of.results, &row.cell));
    let won_by =
        |row: &InPlaceRow| row.win_rate_low.zip(row.win_rate_high).filter(|_| wins(row).is_some());
    let judged = |row: &&InPlaceRow| row.judged.verdict.is_some();
    let points = |difference: f64| signed(100.0 * difference, 1);
    let mut table = Columns::new("In one seat", &rows);
    table.words("among", |row| row.others.to_string());
    table.words("in the seat", |row| row.strategy.clone());
    table.words("compared with", |row| known(row.compared_with.clone()));
    table.judged(|row| row.judged.verdict);
    table.numbers("wins", |row| rate(wins(row), 1));
    table.numbers("interval", |row| ends_in_percent(won_by(row)));
    table.numbers("difference in points", |row| {
        known(row.finding().size.filter(|_| judged(row)).map(points))
    });
    table.numbers("interval of the difference", |row| {
        interval(row.finding().ends.filter(|_| judged(row)), points)
    });
    table.numbers("shuffles", |row| thousands(row.blocks.into()));
    let strip = |row: &InPlaceRow| {
        let text = |difference, ends| within(difference, ends, "", points);
        let strip = Strip::judged(&row.strategy, 100.0, &row.finding(), text)?;
        Some(Strip { group: format!("among {}", row.others), ..strip })
    };
    let strips = rows.iter().copied().filter(judged).filter_map(strip);
    let note =
        format!("how much more or less than {with} each wins, in points, on the same shuffles");
    Some(table.strips(note, Strips::new(strips)))
}

/// How often searches win that model their opponents.
fn exploiters(of: &Context<'_>) -> Option<Figure> {
    let rows = of.results.ladder.iter().rev();
    let rows: Vec<(&LadderRow, f64)> =
        rows.filter_map(|row| Some((row, row.exploiter_win_rate?))).collect();
    if of.results.shares.iter().any(|row| row.quantity == LOST_GAMES.name) {
        // The fair share is not known there.
        return None;
    }
    let fair = 1.0 / rows.first()?.0.players as f64;
    let ends = |row: &LadderRow| row.exploiter_low.zip(row.exploiter_high);
    let mut table = Columns::new("How far from perfect", &rows);
    table.words("strategy", |(row, _)| row.strategy.clone());
    table.numbers("a search that models it wins", |(_, won)| rate(Some(*won), 1));
    table.numbers("interval", |(row, _)| ends_in_percent(ends(row)));
    table.numbers("fair", |_| rate(Some(fair), 1));
    table.numbers("shuffles", |(row, _)| thousands(row.blocks.into()));
    let strip = |(row, won): &(&LadderRow, f64)| {
        let over_fair = ends(row).map(|(low, high)| (low - fair, high - fair));
        Strip::new(
            &row.strategy,
            100.0,
            (won - fair, over_fair),
            in_unit(*won, ends(row), Unit::Percent, 1),
        )
    };
    let note = "how much more than its share a search wins that models its opponents, in points: at least so much is left to be won";
    Some(table.strips(note, Strips::new(rows.iter().map(strip))))
}

/// Line-ups of different strategies: by the rules of the baseline, and by variant for each first
/// strategy.
fn lineups(of: &Context<'_>, baseline: &str) -> Vec<Figure> {
    let rivals = |row: &&StrategyRow| {
        let share = &row.share;
        let is_judged = share.win_rate_low.is_some() && enough_ended(share.games, share.unfinished);
        is_judged
            && share.win_rate.is_some()
            && !of.results.is_of_equals(&row.cell.lineup)
            && !of.results.names.is_one_side(row.cell.players)
    };
    let rows: Vec<&StrategyRow> = of.results.strategies.iter().filter(rivals).collect();
    let mut all = Vec::new();
    let of_baseline = rows.iter().copied().filter(|row| row.cell.variant == baseline);
    for (players, of_table) in grouped(of_baseline, |row| row.cell.players) {
        let by_lineup = grouped(of_table, |row| &row.cell.lineup);
        let wins = by_lineup.into_iter().flat_map(|(_, rows)| rows).filter_map(|row| {
            let (strip, cell, share) = wins_of(&row.strategy, &row.cell, &row.share)?;
            Some((Strip { group: of.players(&cell.lineup), ..strip }, cell, share))
        });
        let title = format!("Who wins, {players} players, by the rules {baseline}");
        all.push(figure(of, &title, "strategy", wins));
    }
    let variants = grouped(&rows, |row| &row.cell.variant).len();
    if (2..=MOST_VARIANTS).contains(&variants) {
        let is_first =
            |row: &&StrategyRow| of.results.lineup(&row.cell.lineup).first() == Some(&row.strategy);
        let firsts = rows.iter().copied().filter(is_first);
        for (lineup, of_lineup) in grouped(firsts, |row| &row.cell.lineup) {
            let (who, players) = (&of_lineup[0].strategy, of.players(lineup));
            let wins = of_lineup.iter();
            let wins = wins.filter_map(|row| wins_of(&row.cell.variant, &row.cell, &row.share));
            let title = format!("How often {who} wins by variant: {players}");
            all.push(figure(of, &title, "variant", wins));
        }
    }
    all
}
