//! Luck and skill, and the cost of never taking an action, if the experiment asked for them.

use super::prelude::*;

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

/// ", 4 players", where tables of several sizes are shown together.
fn at_table<'c>(cells: impl Iterator<Item = &'c CellKey>) -> impl Fn(&CellKey) -> String {
    let several = grouped(cells, |cell| cell.players).len() > 1;
    move |cell| if several { format!(", {} players", cell.players) } else { String::new() }
}

/// A chart of the shares of the variance that luck, skill and other sources explain.
fn shares(of: &Context<'_>) -> Option<Figure> {
    let rows = &of.results.luck;
    let strategies = |row: &LuckRow| format!("{} and {}", row.first, row.second);
    let mut table = Columns::new("What explains the results", rows);
    table.words("variant", |row| row.cell.variant.clone());
    table.words("strategies", |row| strategies(row));
    table.words("players", |row| row.cell.players.to_string());
    table.words("source", |row| row.source.to_string());
    table.numbers("share", |row| rate(Some(row.estimate), IN_TABLE));
    table.numbers("interval", |row| ends_in_percent(row.low.zip(row.high)));
    table.numbers("games", |row| thousands(row.games));
    let sources = grouped(rows, |row| row.source);
    let looks = sources.iter().map(|(source, _)| source.to_string()).collect();
    let part = |row: &&LuckRow| {
        let look = sources.iter().position(|(source, _)| *source == row.source).unwrap_or(0);
        Part { look, name: row.source.to_string(), share: row.estimate }
    };
    let several = at_table(rows.iter().map(|row| &row.cell));
    let bar = |rows: &[&LuckRow]| {
        let whose = if of.variants().len() > 1 {
            format!("{}: ", rows[0].cell.variant)
        } else {
            String::new()
        };
        let label = format!("{whose}{}{}", strategies(rows[0]), several(&rows[0].cell));
        (label, rows.iter().map(part).collect())
    };
    let bars = grouped(rows, |row| (&row.cell.variant, &row.first, &row.second, row.cell.players));
    let rows = bars.iter().take(MOST_ROWS).map(|(_, rows)| bar(rows)).collect();
    let stacks = Stacks { rows, looks };
    let seen = format!(": {}", stacks.told());
    (!bars.is_empty())
        .then(|| table.figure("share of the variance of wins", seen, Plot::Stacks(stacks)))
}

/// Charts of the cost of never taking a kind of action.
fn restricted(of: &Context<'_>) -> Vec<Figure> {
    let rows = of.results.restricted.iter().filter(|row| row.cost.is_some());
    let panel = |(variant, strategy): (&String, &String), all: Vec<&RestrictedRow>| {
        let whose = if of.variants().len() > 1 {
            format!(", by the rules {variant}")
        } else {
            String::new()
        };
        let several = at_table(all.iter().map(|row| &row.cell));
        let rows = &all[..all.len().min(MOST_ROWS)];
        let strip = |row: &&RestrictedRow| {
            let label = format!("{}{}", row.kind, several(&row.cell));
            Strip::judged(label, 100.0, &row.finding(), |cost, ends| hundredths(cost, ends, 1))
        };
        let cost =
            |row: &RestrictedRow| hundredths(row.cost.unwrap_or(0.0), row.finding().ends, IN_TABLE);
        let title = format!("What {strategy} loses without an action{whose}");
        let mut table = Columns::new(title, rows);
        table.words("never", |row| row.kind.clone());
        table.words("players", |row| row.cell.players.to_string());
        table.judged(|row| row.judged.verdict);
        table.numbers("cost in points", |row| cost(row));
        table.numbers("wins", |row| rate(row.win_rate, IN_TABLE));
        table.numbers("fair", |row| rate(Some(row.fair_share), IN_TABLE));
        table.numbers("times avoided", |row| thousands(row.avoided.into()));
        table.numbers("times chosen by the free", |row| thousands(row.chosen.into()));
        table.numbers("games", |row| thousands(row.games));
        let tolerance = rows.first().map_or(0.0, |row| row.judged.tolerance);
        let note = format!(
            "points of win rate less than a fair share; tolerance {}",
            rounded_percent(tolerance)
        );
        let strips = Strips::new(rows.iter().filter_map(strip)).tolerating(100.0 * tolerance);
        table.strips(note, strips)
    };
    let panels = grouped(rows, |row| (&row.cell.variant, &row.strategy));
    panels.into_iter().map(|(key, rows)| panel(key, rows)).collect()
}
