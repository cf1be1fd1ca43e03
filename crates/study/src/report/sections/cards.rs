//! Cards: what goes with each, and what each is worth.

use maud::html;

use super::super::charts::{Figure, MOST_ROWS, Strip, Strips, Tone};
use super::super::format::{IN_TABLE, hundredths};
use super::super::table::Table;
use super::section::{Context, Section, figures, grouped};
use crate::findings::Simultaneous;
use crate::words::{rate, strongest, thousands};
use fairdeal_core::rows::{Against, CardRow};

/// This many pictures are shown at once; the others stand below a fold.
const MOST_FIGURES: usize = 4;

/// This many variants have a fold of their own.
const MOST_VARIANTS: usize = 8;

/// So few cards too many for a picture are shown all the same.
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
        // What a card is worth comes before what goes with it.
        panels.sort_by_key(|((against, ..), _)| *against != Against::Exchanged);
        panels
            .iter()
            .map(|((against, event, strategy), rows)| panel(of, *against, event, strategy, rows))
            .collect()
    };
    let mut all = of_variant(baseline);
    let rest = if all.len() > MOST_FIGURES { all.split_off(MOST_FIGURES) } else { Vec::new() };
    // By other rules: what cards are worth; what goes with them is in the file.
    let others: Vec<(&str, Vec<Figure>)> = of
        .variants()
        .into_iter()
        .filter(|variant| *variant != baseline)
        .map(|variant| (variant, of_variant(variant).into_iter().take(1).collect::<Vec<_>>()))
        .filter(|(_, figures)| !figures.is_empty())
        .take(MOST_VARIANTS)
        .collect();
    let lineups = grouped(rows.iter(), |row| row.cell.lineup.as_str()).len();
    let body = html! {
        p {
            "By the rules " (baseline) ", " (of.players(lineup)) ". What a card is " strong { "worth" } " comes from the same games, played again with another card "
            "instead of it. What " strong { "goes with" } " a card need not be its effect: the player who holds it may be ahead for another reason. A diamond marks a clear effect, "
            "even among all cards of its picture; a ring marks one that may be zero. Cards whose lines overlap may change places."
        }
        (figures(&all))
        @if !rest.is_empty() { details { summary { "More about cards: " (rest.iter().map(|figure| figure.title.as_str()).collect::<Vec<_>>().join("; ")) } (figures(&rest)) } }
        @for (variant, of_variant) in &others {
            details { summary { "By the rules " (variant) } (figures(of_variant)) }
        }
        @if lineups > 1 || !others.is_empty() {
            p.quiet { "All cards of all line-ups and rules are in " code { "cards.csv" } ", at the end of the page." }
        }
    };
    Some(of.section("cards", "Cards", body))
}

fn panel(
    of: &Context<'_>,
    against: Against,
    event: &str,
    strategy: &str,
    rows: &[&CardRow],
) -> Figure {
    let exchanged = against == Against::Exchanged;
    let several = of.results.lineup(&rows[0].cell.lineup).iter().any(|name| name != strategy);
    let whose = if several { format!(", for {strategy}") } else { String::new() };
    let variant = rows[0].cell.variant.as_str();
    let whose = if variant == of.results.manifest.baseline {
        whose
    } else {
        format!("{whose}, by the rules {variant}")
    };
    let title = if exchanged {
        format!("What a card is worth when {event}{whose}")
    } else {
        format!("What goes with a card {event}{whose}")
    };
    let mut rows = rows.to_vec();
    rows.sort_by(|one, other| {
        other.estimate.partial_cmp(&one.estimate).unwrap_or(std::cmp::Ordering::Equal)
    });
    let mut table = Table::of(
        title.clone(),
        &["card"],
        &["difference in points", "win rate", "against", "games", "blocks that differ"],
    );
    // Of many cards some look good or bad by luck alone.
    let together = Simultaneous::of_cards(of.results.manifest.analysis.confidence, &rows);
    let mut strips = Vec::new();
    for row in &rows {
        let Some(estimate) = row.estimate else { continue };
        let ends = row.low.zip(row.high);
        // A card is clear where its simultaneous interval excludes zero.
        let tone = match ends {
            Some((low, high)) if together.is_clear(estimate, low, high) => Tone::Beyond,
            _ => Tone::Open,
        };
        let text = hundredths(estimate, ends, 1);
        strips.push(Strip::new(&*row.card, 100.0, (estimate, ends), text, tone));
        table.row([
            row.card.clone(),
            hundredths(estimate, ends, IN_TABLE),
            rate(row.win_rate, IN_TABLE),
            rate(row.other_win_rate, IN_TABLE),
            thousands(row.games),
            thousands(row.changed_blocks.into()),
        ]);
    }
    let mut strips = Strips::new(strips);
    let alternative = format!("{title}, points of win rate: {}.", strips.extremes());
    let strips_len = strips.rows.len();
    let left_out = if strips_len <= MOST_ROWS + A_FEW { 0 } else { strips_len - MOST_ROWS };
    if left_out > 0 {
        // The best and the worst: what lies between is in the table.
        let half = MOST_ROWS / 2;
        strips.rows.drain(half..strips_len - half);
    }
    let which = match left_out {
        0 => String::new(),
        some => format!(", the best and the worst; {some} more are in the table"),
    };
    let cell = &rows[0].cell;
    let note = format!(
        "points of win rate, by the rules {}, {}{which}; the lines are intervals of each alone",
        cell.variant,
        of.players(&cell.lineup)
    );
    Figure { alternative, ..strips.figure(title, note, table) }
}
