//! Luck and skill, and what it costs to do without an action, where the experiment asked.

use maud::html;

use super::super::charts::{Figure, MOST_ROWS, Part, Stack, Strips, stacks, strip_of};
use super::super::format::{IN_TABLE, ends_in_percent, hundredths, verdict};
use super::super::table::Table;
use super::section::{Context, Section, figures, grouped};
use crate::findings::AsFact as _;
use crate::words::{rate, rounded_percent, thousands};
use fairdeal_core::rows::{LuckRow, RestrictedRow};

pub(super) fn section(of: &Context<'_>) -> Option<Section> {
    let (shares, restricted) = (shares(of), restricted(of));
    (shares.is_some() || !restricted.is_empty()).then(|| {
        let title = if shares.is_some() { "Luck and skill" } else { "Without an action" };
        let body = html! {
            @if let Some(shares) = shares {
                p {
                    "What decides a game: the cards, the seats, or who plays? Two strategies play both sides of the same shuffles to tell. "
                    "The rest is how well these cards suit these strategies, and chance in the strategies themselves."
                }
                (figures(&[shares]))
            }
            @if !restricted.is_empty() {
                p { "What does it cost a player never to take an action? Is the action useless, or a must?" }
                (figures(&restricted))
            }
        };
        of.section("luck", title, body)
    })
}

/// What explains the results: parts of a whole.
fn shares(of: &Context<'_>) -> Option<Figure> {
    let rows = &of.results.luck;
    let mut sources: Vec<String> = Vec::new();
    for row in rows {
        let source = row.source.to_string();
        if !sources.contains(&source) {
            sources.push(source);
        }
    }
    let mut table = Table::of(
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
            // By chance a share can be below 0; a bar cannot.
            parts.push(Part {
                look,
                share: row.estimate.clamp(0.0, 1.0),
                hint: format!("{} {}", row.source, rate(Some(row.estimate), 1)),
            });
            table.row([
                variant.to_owned(),
                format!("{first} and {second}"),
                players.to_string(),
                row.source.to_string(),
                rate(Some(row.estimate), IN_TABLE),
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
    let legend = sources.into_iter().enumerate().collect();
    Some(stacks(&bars).figure(
        "What explains the results",
        "share of the variance of wins",
        legend,
        table,
    ))
}

/// What it costs to do without a kind of action.
fn restricted(of: &Context<'_>) -> Vec<Figure> {
    let rows = of.results.restricted.iter().filter(|row| row.cost.is_some());
    let panel = |((variant, strategy), rows): ((&str, &str), Vec<&RestrictedRow>)| {
        let title = if of.variants().len() > 1 {
            format!("What {strategy} loses without an action, by the rules {variant}")
        } else {
            format!("What {strategy} loses without an action")
        };
        let mut table = Table::of(
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
            let label = if several {
                format!("{}, {} players", row.kind, row.cell.players)
            } else {
                row.kind.clone()
            };
            let text = |cost, ends| hundredths(cost, ends, 1);
            strips.extend(strip_of(label, 100.0, &row.fact(), text));
            table.row([
                row.kind.clone(),
                row.cell.players.to_string(),
                verdict(row.judged.verdict),
                hundredths(cost, ends, IN_TABLE),
                rate(row.win_rate, IN_TABLE),
                rate(Some(row.fair_share), IN_TABLE),
                thousands(row.avoided.into()),
                thousands(row.chosen.into()),
                thousands(row.games),
            ]);
        }
        let tolerance = rows.first().map_or(0.0, |row| row.judged.tolerance);
        let note = format!(
            "points of win rate less than a fair share; tolerance {}",
            rounded_percent(tolerance)
        );
        Strips::new(strips).tolerating(100.0 * tolerance).figure(title, note, table)
    };
    grouped(rows, |row| (row.cell.variant.as_str(), row.strategy.as_str()))
        .into_iter()
        .map(panel)
        .collect()
}
