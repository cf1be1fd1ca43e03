//! Who is how strong: ratings, who beats whom, and line-ups of different strategies.

use maud::html;

use super::super::charts::{Figure, Heat, Strip, Strips, Tone, heat};
use super::super::format::{ends_in_percent, rate, rate_within, signed};
use super::super::table::Table;
use super::first::{figure, strip};
use super::section::{Of, Section, extremes, figures, grouped};
use crate::findings::enough_ended;
use crate::words::{enough_end, thousands};
use fairdeal_core::rows::{LadderRow, PairRow, StrategyRow};

/// This many variants are shown beside each other.
const MOST_VARIANTS: usize = 18;

pub(super) fn section(of: &Of<'_>) -> Option<Section> {
    let mut all: Vec<Figure> = ratings(of)
        .into_iter()
        .chain(pairs(of))
        .chain(exploiters(of))
        .chain(in_place(of))
        .collect();
    let baseline = of.results.manifest.baseline.as_str();
    // What a ladder plays is in its pairs.
    if all.is_empty() && of.results.manifest.sensitivity.is_none() {
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

fn ratings(of: &Of<'_>) -> Option<Figure> {
    let rows = &of.results.ratings;
    if rows.is_empty() {
        return None;
    }
    let strips: Vec<Strip> = rows
        .iter()
        .map(|row| Strip {
            label: row.strategy.clone(),
            heading: None,
            estimate: row.elo,
            ends: row.elo_low.zip(row.elo_high),
            text: match row.elo_low.zip(row.elo_high) {
                Some((low, high)) => {
                    format!("{} [{}, {}]", signed(row.elo, 0), signed(low, 0), signed(high, 0))
                }
                None => signed(row.elo, 0),
            },
            tone: Tone::Plain,
        })
        .collect();
    let values: Vec<_> = strips
        .iter()
        .map(|strip| (strip.label.clone(), strip.estimate, strip.text.clone()))
        .collect();
    let mut table = Table::new("Ratings", &["strategy"], &["rating", "low", "high", "shuffles"]);
    for row in rows {
        let number =
            |value: Option<f64>| value.map_or_else(|| "–".to_owned(), |value| signed(value, 0));
        table.row([
            row.strategy.clone(),
            signed(row.elo, 0),
            number(row.elo_low),
            number(row.elo_high),
            thousands(row.blocks.into()),
        ]);
    }
    let drawing =
        Strips { rows: strips, reference: Some(0.0), band: None, bars: false }.draw(signed);
    let note = "on the Elo scale, 0 on average: 400 points are ten wins to one".to_owned();
    Some(Figure {
        title: "Ratings".to_owned(),
        note,
        legend: Vec::new(),
        alternative: format!("Ratings: {}.", extremes(&values)),
        drawing,
        table,
    })
}

/// The matrix of pairs, the strongest first.
fn pairs(of: &Of<'_>) -> Option<Figure> {
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
    let mut table = Table::new(
        "Who wins against whom",
        &["strategy", "opponent", "verdict"],
        &["wins", "interval", "expected by the ratings", "Elo difference", "games"],
    );
    for row in rows {
        table.row([
            row.strategy.clone(),
            row.opponent.clone(),
            row.judged.verdict.map_or_else(|| "–".to_owned(), |verdict| verdict.to_string()),
            rate(row.win_rate),
            ends_in_percent(row.win_rate_low.zip(row.win_rate_high)),
            rate(row.expected_win_rate),
            row.elo_difference.map_or_else(|| "–".to_owned(), |elo| signed(elo, 0)),
            thousands(row.games),
        ]);
    }
    let values: Vec<_> = rows
        .iter()
        .filter_map(|row| {
            Some((
                format!("{} against {}", row.strategy, row.opponent),
                row.win_rate?,
                rate(row.win_rate),
            ))
        })
        .collect();
    let alternative = format!("Matrix of {} strategies: {}.", names.len(), extremes(&values));
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

/// Who does best in the place of one player: one strip for each strategy but the one that it is
/// compared with.
fn in_place(of: &Of<'_>) -> Option<Figure> {
    let rows = &of.results.in_place;
    let with = rows.iter().find_map(|row| row.compared_with.as_deref())?;
    let title = "In the place of one player";
    let heads = ["among", "in the place", "compared with", "verdict"];
    let mut table = Table::new(
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
            let difference = row.difference.filter(|_| row.judged.verdict.is_some());
            let ends = row
                .difference_low
                .zip(row.difference_high)
                .filter(|_| difference.is_some())
                .map(|(low, high)| (100.0 * low, 100.0 * high));
            let points = |ends: Option<(f64, f64)>| {
                ends.map_or_else(
                    || "–".to_owned(),
                    |(low, high)| format!("[{}, {}]", signed(low, 1), signed(high, 1)),
                )
            };
            table.row([
                others.to_string(),
                row.strategy.clone(),
                row.compared_with.clone().unwrap_or_else(|| "–".to_owned()),
                row.judged.verdict.map_or_else(|| "–".to_owned(), |verdict| verdict.to_string()),
                rate(wins),
                ends_in_percent(won_by),
                difference
                    .map_or_else(|| "–".to_owned(), |difference| signed(100.0 * difference, 1)),
                points(ends),
                thousands(row.blocks.into()),
            ]);
            let Some(difference) = difference else { continue };
            strips.push(Strip {
                label: row.strategy.clone(),
                heading: (strips.len() == first).then(|| format!("among {others}")),
                estimate: 100.0 * difference,
                ends,
                text: format!("{} {}", signed(100.0 * difference, 1), points(ends)),
                tone: Tone::from(row.judged.verdict),
            });
        }
    }
    let values: Vec<_> = strips
        .iter()
        .map(|strip| (strip.label.clone(), strip.estimate, strip.text.clone()))
        .collect();
    let note = format!(
        "how much more or less than {with} each wins there, in points, on the same shuffles"
    );
    let alternative = format!("{title}: {}.", extremes(&values));
    let drawing =
        Strips { rows: strips, reference: Some(0.0), band: None, bars: false }.draw(signed);
    Some(Figure { title: title.to_owned(), note, legend: Vec::new(), alternative, drawing, table })
}

/// What searches win that know whom they play against.
fn exploiters(of: &Of<'_>) -> Option<Figure> {
    let rows = of.results.ladder.iter().rev();
    let known: Vec<(&LadderRow, f64)> =
        rows.filter_map(|row| Some((row, row.exploiter_win_rate?))).collect();
    let fair = 1.0 / known.first()?.0.players as f64;
    let title = "How far from perfect";
    let mut table =
        Table::new(title, &["strategy"], &["who knows it wins", "interval", "fair", "shuffles"]);
    let mut strips = Vec::new();
    for (row, rate_won) in known {
        let ends = row.exploiter_low.zip(row.exploiter_high);
        table.row([
            row.strategy.clone(),
            rate(Some(rate_won)),
            ends_in_percent(ends),
            rate(Some(fair)),
            thousands(row.blocks.into()),
        ]);
        let points = |share: f64| 100.0 * (share - fair);
        strips.push(Strip {
            label: row.strategy.clone(),
            heading: None,
            estimate: points(rate_won),
            ends: ends.map(|(low, high)| (points(low), points(high))),
            text: rate_within(rate_won, ends),
            tone: Tone::Plain,
        });
    }
    let values: Vec<_> = strips
        .iter()
        .map(|strip| (strip.label.clone(), strip.estimate, strip.text.clone()))
        .collect();
    let note =
        "how much more than its share a search wins that knows that all others play so, in points: so much is left to be won, at least"
            .to_owned();
    let alternative = format!("{title}: {}.", extremes(&values));
    let drawing =
        Strips { rows: strips, reference: Some(0.0), band: None, bars: false }.draw(signed);
    Some(Figure { title: title.to_owned(), note, legend: Vec::new(), alternative, drawing, table })
}

/// Line-ups of different strategies: by the rules of the baseline, and by variant for each first
/// strategy.
fn lineups(of: &Of<'_>, baseline: &str) -> Vec<Figure> {
    let rivals = |row: &&StrategyRow| {
        let is_judged =
            row.share.win_rate_low.is_some() && enough_ended(row.share.games, row.share.unfinished);
        is_judged
            && row.share.win_rate.is_some()
            && !of.is_of_equals(&row.cell.lineup)
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
