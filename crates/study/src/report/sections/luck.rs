//! Luck and skill, and what it costs to do without an action, where the experiment asked.

use maud::html;

use super::super::charts::{Figure, MOST_ROWS, Part, Stack, Strip, Strips, Tone, stacks};
use super::super::format::{
    ends_in_percent, hundredths, hundredths_in_table, rate, rate_in_table, signed,
};
use super::super::table::Table;
use super::section::{Of, Section, extremes, figures, grouped};
use crate::words::{rounded_percent, thousands};
use fairdeal_core::rows::{LuckRow, RestrictedRow};

pub(super) fn section(of: &Of<'_>) -> Option<Section> {
    let (shares, restricted) = (shares(of), restricted(of));
    (shares.is_some() || !restricted.is_empty()).then(|| {
        let title = if shares.is_some() { "Luck and skill" } else { "Without an action" };
        let body = html! {
            @if let Some(shares) = shares {
                p {
                    "What decides a game: the cards, the seats, or who plays? Two strategies play both sides of the same shuffles to tell. "
                    "The rest is what these cards bring these strategies alone, and chance in the strategies themselves."
                }
                (figures(&[shares]))
            }
            @if !restricted.is_empty() {
                p { "What does it cost a player never to take an action: is it useless, or a must?" }
                (figures(&restricted))
            }
        };
        of.section("luck", title, body)
    })
}

/// What explains the results: parts of a whole.
fn shares(of: &Of<'_>) -> Option<Figure> {
    let rows = &of.results.luck;
    let mut sources: Vec<String> = Vec::new();
    for row in rows {
        let source = row.source.to_string();
        if !sources.contains(&source) {
            sources.push(source);
        }
    }
    let mut table = Table::new(
        "What explains the results",
        &["variant", "strategies", "players", "source"],
        &["share", "interval", "games"],
    );
    let several = rows.iter().any(|row| row.cell.players != rows[0].cell.players);
    let mut bars = Vec::new();
    for ((variant, first, second, players), rows) in grouped(rows, |row: &&LuckRow| {
        (row.cell.variant.as_str(), row.first.as_str(), row.second.as_str(), row.cell.players)
    }) {
        let label = if of.variants().len() > 1 {
            format!("{variant}: {first} and {second}")
        } else {
            format!("{first} and {second}")
        };
        let label = if several { format!("{label}, {players} players") } else { label };
        let mut parts = Vec::new();
        for row in &rows {
            let look =
                sources.iter().position(|source| *source == row.source.to_string()).unwrap_or(0);
            // By luck a share can fall below nothing, where no bar can follow.
            parts.push(Part {
                look,
                share: row.estimate.clamp(0.0, 1.0),
                hint: format!("{} {}", row.source, rate(Some(row.estimate))),
            });
            table.row([
                variant.to_owned(),
                format!("{first} and {second}"),
                players.to_string(),
                row.source.to_string(),
                rate_in_table(Some(row.estimate)),
                ends_in_percent(row.low.zip(row.high)),
                thousands(row.games),
            ]);
        }
        bars.push(Stack { label, parts });
    }
    if bars.is_empty() {
        return None;
    }
    bars.truncate(MOST_ROWS);
    let told: Vec<String> = bars
        .iter()
        .map(|bar| {
            format!(
                "{}: {}",
                bar.label,
                bar.parts.iter().map(|part| part.hint.as_str()).collect::<Vec<_>>().join(", ")
            )
        })
        .collect();
    Some(Figure {
        title: "What explains the results".to_owned(),
        note: "share of the variance of wins".to_owned(),
        legend: sources.into_iter().enumerate().collect(),
        alternative: format!("What explains the results: {}.", told.join("; ")),
        drawing: stacks(&bars),
        table,
    })
}

/// What it costs to do without a kind of action.
fn restricted(of: &Of<'_>) -> Vec<Figure> {
    let rows = of.results.restricted.iter().filter(|row| row.cost.is_some());
    let panel = |((variant, strategy), rows): ((&str, &str), Vec<&RestrictedRow>)| {
        let title = if of.variants().len() > 1 {
            format!("What {strategy} loses without an action, by the rules {variant}")
        } else {
            format!("What {strategy} loses without an action")
        };
        let mut table = Table::new(
            title.clone(),
            &["never", "players", "verdict"],
            &[
                "cost in points",
                "wins",
                "fair",
                "times avoided",
                "times chosen by the free",
                "games",
            ],
        );
        let several = rows.iter().any(|row| row.cell.players != rows[0].cell.players);
        let mut strips = Vec::new();
        for row in rows.iter().take(MOST_ROWS) {
            let Some(cost) = row.cost else { continue };
            let ends = row.cost_low.zip(row.cost_high);
            strips.push(Strip {
                label: if several {
                    format!("{}, {} players", row.kind, row.cell.players)
                } else {
                    row.kind.clone()
                },
                heading: None,
                estimate: 100.0 * cost,
                ends: ends.map(|(low, high)| (100.0 * low, 100.0 * high)),
                text: hundredths(cost, ends),
                tone: Tone::from(row.judged.verdict),
            });
            table.row([
                row.kind.clone(),
                row.cell.players.to_string(),
                row.judged.verdict.map_or_else(|| "–".to_owned(), |verdict| verdict.to_string()),
                hundredths_in_table(cost, ends),
                rate_in_table(row.win_rate),
                rate_in_table(Some(row.fair_share)),
                thousands(row.avoided.into()),
                thousands(row.chosen.into()),
                thousands(row.games),
            ]);
        }
        let tolerance = rows.first().map_or(0.0, |row| row.judged.tolerance);
        let values: Vec<_> = strips
            .iter()
            .map(|strip| (strip.label.clone(), strip.estimate, strip.text.clone()))
            .collect();
        Figure {
            note: format!(
                "points of win rate less than a fair share; tolerance {}",
                rounded_percent(tolerance)
            ),
            legend: Vec::new(),
            alternative: format!("{title}, cost in points: {}.", extremes(&values)),
            drawing: Strips {
                rows: strips,
                reference: Some(0.0),
                band: (tolerance > 0.0).then_some((-100.0 * tolerance, 100.0 * tolerance)),
                bars: false,
            }
            .draw(signed),
            table,
            title,
        }
    };
    grouped(rows, |row| (row.cell.variant.as_str(), row.strategy.as_str()))
        .into_iter()
        .map(panel)
        .collect()
}
