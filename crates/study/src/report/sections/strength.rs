//! Who is how strong: ratings, who beats whom, and line-ups of different strategies.

use maud::html;

use super::super::charts::{Figure, Heat, Strip, Strips, Tone, extremes, heat, strip_of};
use super::super::format::{ends_in_percent, rate_within, verdict};
use super::super::table::Table;
use super::first::{figure, strip};
use super::section::{Context, Section, figures, grouped};
use crate::experiment::DesignKind;
use crate::findings::{AsFact as _, enough_ended};
use crate::words::{enough_end, interval, known, rate, signed, thousands, within};
use fairdeal_core::rows::{LadderRow, PairRow, RatingRow, StrategyRow};

/// This many variants are shown beside each other.
const MOST_VARIANTS: usize = 18;

pub(super) fn section(of: &Context<'_>) -> Option<Section> {
    let mut all: Vec<Figure> = ratings(of)
        .into_iter()
        .chain(pairs(of))
        .chain(exploiters(of))
        .chain(in_place(of))
        .collect();
    let baseline = of.results.manifest.baseline.as_str();
    // What a ladder plays is in its pairs.
    if all.is_empty() && !of.is_a(DesignKind::Sensitivity) {
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

fn ratings(of: &Context<'_>) -> Option<Figure> {
    let rows = &of.results.ratings;
    if rows.is_empty() {
        return None;
    }
    let elo = |elo: f64| signed(elo, 0);
    let strip = |row: &RatingRow| {
        let rated = (row.elo, row.elo_low.zip(row.elo_high));
        Strip::new(&*row.strategy, 1.0, rated, within(rated.0, rated.1, "", elo), Tone::Plain)
    };
    let strips = Strips::new(rows.iter().map(strip).collect());
    let mut table = Table::of("Ratings", &["strategy"], &["rating", "interval", "shuffles"]);
    for row in rows {
        table.row([
            row.strategy.clone(),
            elo(row.elo),
            interval(row.elo_low.zip(row.elo_high), elo),
            thousands(row.blocks.into()),
        ]);
    }
    let note = "on the Elo scale, 0 on average: 400 points are ten wins to one";
    Some(strips.figure("Ratings", note, table))
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
    let grid = Heat {
        columns: (1..=names.len()).map(|place| place.to_string()).collect(),
        rows: by_strategy
            .iter()
            .enumerate()
            .map(|(place, rows)| (format!("{} {}", place + 1, rows[0].strategy), cells(rows)))
            .collect(),
        corner: String::new(),
        names: 34.0,
    };
    let mut table = Table::of(
        "Who wins against whom",
        &["strategy", "opponent", "verdict"],
        &["wins", "interval", "expected by the ratings", "Elo difference", "games"],
    );
    for row in rows {
        table.row([
            row.strategy.clone(),
            row.opponent.clone(),
            verdict(row.judged.verdict),
            rate(row.win_rate, 1),
            ends_in_percent(row.win_rate_low.zip(row.win_rate_high)),
            rate(row.expected_win_rate, 1),
            known(row.elo_difference.map(|elo| signed(elo, 0))),
            thousands(row.games),
        ]);
    }
    let meeting = |row: &PairRow| {
        let name = format!("{} against {}", row.strategy, row.opponent);
        Some((name, row.win_rate?, rate(row.win_rate, 1)))
    };
    let values: Vec<(String, f64, String)> = rows.iter().filter_map(meeting).collect();
    let values = values.iter().map(|(name, rate, text)| (&**name, *rate, &**text));
    let alternative = format!("Matrix of {} strategies: {}.", names.len(), extremes(values));
    let note =
        "how often the strategy of the row wins against that of the column, in per cent".to_owned();
    Some(Figure {
        title: "Who wins against whom".to_owned(),
        note,
        legend: Vec::new(),
        alternative,
        drawing: heat(&grid),
        table,
    })
}

/// Who does best in one seat: one strip for each strategy except the one that the others are compared
/// with.
fn in_place(of: &Context<'_>) -> Option<Figure> {
    let rows = &of.results.in_place;
    let with = rows.iter().find_map(|row| row.compared_with.as_deref())?;
    let title = "In one seat";
    let heads = ["among", "in the seat", "compared with", "verdict"];
    let mut table = Table::of(
        title,
        &heads,
        &["wins", "interval", "difference in points", "interval of the difference", "shuffles"],
    );
    let mut strips = Vec::new();
    for (others, of_table) in grouped(rows, |row| &row.others) {
        let first = strips.len();
        for row in of_table {
            // Where too few games end it is not known who wins, nor by how much more.
            let wins = row.win_rate.filter(|_| enough_end(of.results, &row.cell));
            let won_by = row.win_rate_low.zip(row.win_rate_high).filter(|_| wins.is_some());
            let fact = row.fact();
            let is_judged = fact.judged.verdict.is_some();
            let points = |difference: f64| signed(100.0 * difference, 1);
            table.row([
                others.to_string(),
                row.strategy.clone(),
                known(row.compared_with.clone()),
                verdict(row.judged.verdict),
                rate(wins, 1),
                ends_in_percent(won_by),
                known(fact.size.filter(|_| is_judged).map(points)),
                interval(fact.ends.filter(|_| is_judged), points),
                thousands(row.blocks.into()),
            ]);
            let heading = (strips.len() == first).then(|| format!("among {others}"));
            let text = |difference, ends| within(difference, ends, "", points);
            let strip = strip_of(&*row.strategy, 100.0, &fact, text).filter(|_| is_judged);
            strips.extend(strip.map(|strip| Strip { heading, ..strip }));
        }
    }
    let note =
        format!("how much more or less than {with} each wins, in points, on the same shuffles");
    Some(Strips::new(strips).figure(title, note, table))
}

/// How often searches win that model their opponents.
fn exploiters(of: &Context<'_>) -> Option<Figure> {
    let rows = of.results.ladder.iter().rev();
    let known: Vec<(&LadderRow, f64)> =
        rows.filter_map(|row| Some((row, row.exploiter_win_rate?))).collect();
    let fair = 1.0 / known.first()?.0.players as f64;
    let title = "How far from perfect";
    let mut table = Table::of(
        title,
        &["strategy"],
        &["a search that models it wins", "interval", "fair", "shuffles"],
    );
    let mut strips = Vec::new();
    for (row, rate_won) in known {
        let ends = row.exploiter_low.zip(row.exploiter_high);
        table.row([
            row.strategy.clone(),
            rate(Some(rate_won), 1),
            ends_in_percent(ends),
            rate(Some(fair), 1),
            thousands(row.blocks.into()),
        ]);
        let over_fair = (rate_won - fair, ends.map(|(low, high)| (low - fair, high - fair)));
        let text = rate_within(rate_won, ends);
        strips.push(Strip::new(&*row.strategy, 100.0, over_fair, text, Tone::Plain));
    }
    let note = "how much more than its share a search wins that models its opponents, in points: at least so much is left to be won";
    Some(Strips::new(strips).figure(title, note, table))
}

/// Line-ups of different strategies: by the rules of the baseline, and by variant for each first
/// strategy.
fn lineups(of: &Context<'_>, baseline: &str) -> Vec<Figure> {
    let rivals = |row: &&StrategyRow| {
        let is_judged =
            row.share.win_rate_low.is_some() && enough_ended(row.share.games, row.share.unfinished);
        is_judged
            && row.share.win_rate.is_some()
            && !of.results.is_of_equals(&row.cell.lineup)
            && row.cell.players > 1
    };
    let rows: Vec<&StrategyRow> = of.results.strategies.iter().filter(rivals).collect();
    let mut all = Vec::new();
    for (players, of_table) in
        grouped(rows.iter().copied().filter(|row| row.cell.variant == baseline), |row| {
            row.cell.players
        })
    {
        let mut strips = Vec::new();
        for (lineup, of_lineup) in grouped(of_table, |row| row.cell.lineup.as_str()) {
            for (place, row) in of_lineup.into_iter().enumerate() {
                if let Some(mut drawn) = strip(row.strategy.clone(), &row.share) {
                    drawn.heading = (place == 0).then(|| of.players(lineup));
                    strips.push((drawn, &row.cell, &row.share));
                }
            }
        }
        all.push(figure(
            &format!("Who wins, {players} players, by the rules {baseline}"),
            &strips,
            "strategy",
            |cell| of.players(&cell.lineup),
        ));
    }
    let variants = grouped(rows.iter().copied(), |row| row.cell.variant.as_str()).len();
    if (2..=MOST_VARIANTS).contains(&variants) {
        let firsts = rows
            .iter()
            .copied()
            .filter(|row| of.results.lineup(&row.cell.lineup).first() == Some(&row.strategy));
        for (lineup, of_lineup) in grouped(firsts, |row| row.cell.lineup.as_str()) {
            let strips: Vec<_> = of_lineup
                .iter()
                .filter_map(|row| {
                    Some((strip(row.cell.variant.clone(), &row.share)?, &row.cell, &row.share))
                })
                .collect();
            let title = format!(
                "How often {} wins by variant: {}",
                of_lineup[0].strategy,
                of.players(lineup)
            );
            all.push(figure(&title, &strips, "variant", |cell| of.players(&cell.lineup)));
        }
    }
    all
}
