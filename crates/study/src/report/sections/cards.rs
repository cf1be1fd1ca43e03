//! Cards: what correlates with each, and what each is worth.

use super::prelude::*;

/// This many pictures are shown at once; the others stand below a fold.
const MOST_FIGURES: usize = 4;

/// This many cards beyond the limit of a chart are still shown.
const A_FEW: usize = 6;

pub(super) fn section(of: &Context<'_>) -> Option<Section> {
    let baseline = of.results.manifest.baseline.as_str();
    let rows: Vec<&CardRow> =
        of.results.cards.iter().filter(|row| row.estimate.is_some()).collect();
    let of_baseline = rows.iter().filter(|row| row.cell.variant == baseline);
    let lineup = strongest(of.results, of_baseline.map(|row| row.cell.lineup.as_str()))?;
    let of_variant = |variant: &str| -> Vec<Figure> {
        let of_cell = rows
            .iter()
            .copied()
            .filter(|row| row.cell.variant == variant && row.cell.lineup == lineup);
        let mut panels =
            grouped(of_cell, |row| (row.against, row.event.as_str(), row.strategy.as_str()));
        // The worth of cards comes before correlations.
        panels.sort_by_key(|((against, ..), _)| *against != Against::Exchanged);
        panels.iter().map(|((against, ..), rows)| panel(of, *against, rows)).collect()
    };
    // By other rules only the worth of cards is shown; correlations are in the file.
    let first_only = |variant: &str| of_variant(variant).into_iter().take(1).collect();
    let (others, folds) = of.other_variants("By the rules", first_only);
    let more = |rest: &[Figure]| {
        let titles: Vec<&str> = rest.iter().map(|figure| figure.chart.title.as_str()).collect();
        format!("More about cards: {}", titles.join("; "))
    };
    let lineups = grouped(rows.iter(), |row| row.cell.lineup.as_str()).len();
    let body = html! {
        p {
            "By the rules " (baseline) ", " (of.players(lineup)) ". What a card is " strong { "worth" } " comes from the same games, played again with another card "
            "instead of it. What " strong { "goes with" } " a card need not be its effect: the player who holds it may be ahead for another reason. A diamond marks a clear effect, "
            "even among all cards of its picture; a ring marks one that may be zero. Cards whose lines overlap may change places."
        }
        (folded(of_variant(baseline), MOST_FIGURES, more))
        (folds)
        @if lineups > 1 || others > 0 {
            p.quiet { "All cards of all line-ups and rules are in " code { "cards.csv" } ", at the end of the page." }
        }
    };
    Some(of.section("cards", "Cards", body))
}

fn panel(of: &Context<'_>, against: Against, rows: &[&CardRow]) -> Figure {
    let CardRow { cell, strategy, event, .. } = rows[0];
    let what = match against {
        Against::Exchanged => format!("What a card is worth when {event}"),
        Against::Without => format!("What goes with a card {event}"),
    };
    let several = of.results.lineup(&cell.lineup).iter().any(|name| name != strategy);
    let whose = if several { format!(", for {strategy}") } else { String::new() };
    let mut rows = rows.to_vec();
    rows.sort_by(|one, other| {
        other.estimate.partial_cmp(&one.estimate).unwrap_or(std::cmp::Ordering::Equal)
    });
    // Of many cards some look good or bad by luck alone.
    let together = Simultaneous::of_cards(of.results.manifest.analysis.confidence, &rows);
    let text = |row: &CardRow, digits| {
        hundredths(row.estimate.unwrap_or(0.0), row.low.zip(row.high), digits)
    };
    let mut table = Columns::new(format!("{what}{whose}{}", of.by_rules(&cell.variant)), &rows);
    table.words("card", |row| row.card.clone());
    table.numbers("difference in points", |row| text(row, IN_TABLE));
    table.numbers("win rate", |row| rate(row.win_rate, IN_TABLE));
    table.numbers("against", |row| rate(row.other_win_rate, IN_TABLE));
    table.numbers("games", |row| thousands(row.games));
    table.numbers("blocks that differ", |row| thousands(row.changed_blocks.into()));
    let strip = |row: &&CardRow| {
        let (estimate, ends) = (row.estimate?, row.low.zip(row.high));
        // A card is clear where its simultaneous interval excludes zero.
        let is_clear = ends.is_some_and(|(low, high)| together.is_clear(estimate, low, high));
        let standing = if is_clear { Standing::Beyond } else { Standing::NotSettled };
        let strip = Strip::new(&row.card, 100.0, (estimate, ends), text(row, 1));
        Some(Strip { tone: Some(standing), ..strip })
    };
    let mut strips = Strips::new(rows.iter().filter_map(strip));
    let seen = format!(", points of win rate: {}", strips.extremes());
    let all = strips.rows.len();
    let which = if all <= MOST_ROWS + A_FEW {
        String::new()
    } else {
        // The chart shows the best and the worst cards; the table has the rest.
        let half = MOST_ROWS / 2;
        strips.rows.drain(half..all - half);
        format!(", the best and the worst; {} more are in the table", all - MOST_ROWS)
    };
    let note = format!(
        "points of win rate, by the rules {}, {}{which}; the lines are intervals of each alone",
        cell.variant,
        of.players(&cell.lineup)
    );
    table.figure(note, seen, Plot::Strips(strips))
}
