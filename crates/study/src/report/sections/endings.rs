//! How games end, and other things that happen in some of them.

use super::prelude::*;
use fairdeal_core::game::UNFINISHED;

pub(super) fn section(of: &Context<'_>) -> Option<Section> {
    if of.has_rules(RuleSets::Samples) {
        return None;
    }
    let all: Vec<Figure> = reasons(of).into_iter().chain(happenings(of)).collect();
    let in_words = in_words(of);
    (!all.is_empty() || in_words.is_some()).then(|| {
        let body = html! {
            @if let Some(sentence) = &in_words { p { (sentence) } }
            (figures(&all))
        };
        of.section("endings", "How games end and play", body)
    })
}

/// The rows of shares whose quantity is about this.
fn about<'a>(of: &Context<'a>, what: About) -> impl Iterator<Item = &'a ShareRow> {
    let rows = of.results.shares.iter();
    rows.filter(move |row| quantity(&row.quantity).is_some_and(|quantity| quantity.about == what))
}

/// The ways to end that happened.
fn reasons_of<'a>(of: &Context<'a>) -> Vec<&'a str> {
    let happened = about(of, About::EndReasons).filter(|row| row.count > 0);
    grouped(happened, |row| row.subject.as_str()).into_iter().map(|(reason, _)| reason).collect()
}

/// How many games of each cell do not end.
fn unfinished<'a>(of: &Context<'a>) -> impl Iterator<Item = &'a ShareRow> {
    of.results.shares.iter().filter(|row| row.quantity == UNFINISHED_GAMES.name)
}

/// How games end where all do so alike, and how many do not end.
fn in_words(of: &Context<'_>) -> Option<String> {
    let reasons = reasons_of(of);
    let by_rules = of.shown.game.end_reasons.iter().copied().filter(|reason| *reason != UNFINISHED);
    // Of a single reason there are no shares.
    let (([], [reason]) | ([reason], _)) = (&reasons[..], &by_rules.collect::<Vec<_>>()[..]) else {
        return None;
    };
    let cut: u128 = unfinished(of).map(|row| row.count).sum();
    let games: u128 = unfinished(of).map(|row| row.among).sum();
    let plural = &of.results.names.plural;
    (games > cut).then(|| match cut {
        0 if games == 1 => format!("The only one ends like this: {reason}."),
        0 => format!(
            "All {} {plural} end in the same way, by all rules and in all line-ups: {reason}.",
            thousands(games)
        ),
        _ => format!(
            "All {plural} that end do so in the same way: {reason}. {}.",
            do_not_end(cut, games, plural)
        ),
    })
}

/// The cells that are shown: all of few; otherwise the variants in the line-up that is shown, or
/// the line-ups by the rules of the baseline.
pub(super) fn is_shown(of: &Context<'_>) -> impl Fn(&CellKey) -> bool {
    let all = of.variants().len() * of.lineups().len() <= 2 * MOST_ROWS;
    let is_shown = of.is_shown(of.shown_lineup());
    move |cell| all || is_shown(cell)
}

/// Names of cells by the parts in which the cells of the run differ.
pub(super) fn names(of: &Context<'_>) -> impl Fn(&CellKey) -> String {
    of.names(of.results.shares.iter().map(|row| &row.cell))
}

/// Why games end: parts of a whole.
fn reasons(of: &Context<'_>) -> Option<Figure> {
    let mut looks: Vec<String> = reasons_of(of).into_iter().map(str::to_owned).collect();
    // If all games end alike, a sentence says so.
    if looks.len() < 2 {
        return None;
    }
    let some_unfinished = unfinished(of).any(|row| row.count > 0);
    let rows = about(of, About::EndReasons).chain(unfinished(of).filter(|_| some_unfinished));
    let by_cell = grouped(rows.filter(|row| row.estimate.is_some()), |row| &row.cell);
    let reason = |row: &ShareRow| {
        if row.quantity == UNFINISHED_GAMES.name {
            "unfinished".to_owned()
        } else {
            row.subject.clone()
        }
    };
    let mut table = Columns::new("Why games end", by_cell.iter().flat_map(|(_, rows)| rows));
    table.players(of, |row| &row.cell);
    table.words("reason", |row| reason(row));
    table.numbers("share", |row| rate(row.estimate, 1));
    table.numbers("interval", |row| ends_in_percent(row.low.zip(row.high)));
    table.numbers("games", |row| thousands(row.among));
    let part = |row: &&ShareRow| {
        let look = looks.iter().position(|name| *name == row.subject).unwrap_or(looks.len());
        Part { look, name: reason(row), share: row.estimate.unwrap_or(0.0) }
    };
    let (shown, names) = (is_shown(of), names(of));
    let rows = by_cell.iter().filter(|(cell, _)| shown(cell)).take(MOST_ROWS);
    let rows = rows.map(|(cell, rows)| (names(cell), rows.iter().map(part).collect())).collect();
    looks.extend(some_unfinished.then(|| "unfinished".to_owned()));
    let stacks = Stacks { rows, looks };
    Some(table.figure("share of all games", format!(": {}", stacks.told()), Plot::Stacks(stacks)))
}

/// A chart for each thing that happens in some games or decisions; without those that never happen.
fn happenings(of: &Context<'_>) -> Vec<Figure> {
    let shown = is_shown(of);
    let mut all = Vec::new();
    for (name, rows) in grouped(about(of, About::Table), |row| row.quantity.as_str()) {
        // Rare events get no chart; the lists above have them.
        let Some(quantity) =
            quantity(name).filter(|_| rows.iter().any(|row| row.estimate.unwrap_or(0.0) >= 0.0005))
        else {
            continue;
        };
        let rows = rows.into_iter().filter(|row| shown(&row.cell));
        let mut by_lineup = grouped(rows, |row| row.cell.lineup.as_str());
        by_lineup.sort_by_key(|(lineup, _)| of.lineups().iter().position(|known| known == lineup));
        let pages = paged(by_lineup.into_iter().map(|(_, rows)| rows).collect());
        all.extend(pages.iter().map(|rows| happening(of, quantity, rows)));
    }
    all
}

/// A note on the sampled shuffles behind a share, if not all count.
fn sampled(of: &Context<'_>, quantity: &QuantityDescription, rows: &[&ShareRow]) -> String {
    let blocks = rows.iter().map(|row| row.blocks).max().unwrap_or(0);
    let all = of.results.manifest.blocks;
    if quantity.among == Among::Sampled && blocks < all {
        format!(
            "; looked at in {} of {} shuffles: the first 256, then every 32nd",
            thousands(blocks.into()),
            thousands(all.into())
        )
    } else {
        String::new()
    }
}

fn happening(of: &Context<'_>, quantity: &QuantityDescription, rows: &[&ShareRow]) -> Figure {
    let by_lineup = of.variants().len() > 1 && of.lineups().len() > 1;
    let (is_rate, names) = (quantity.is_rate(), names(of));
    let known = || rows.iter().filter(|row| row.estimate.is_some());
    let ends = |row: &ShareRow| row.low.zip(row.high);
    let [value, sum, unit] = if is_rate { ["share", "times", " %"] } else { ["mean", "sum", ""] };
    let mut table = Columns::new(capitalized(&spaced(quantity.name)), known());
    table.players(of, |row| &row.cell);
    table.numbers(value, |row| of_quantity(quantity, row.estimate));
    table.numbers("interval", |row| {
        let number = |mean| number(mean, 1);
        if is_rate { ends_in_percent(ends(row)) } else { interval(ends(row), number) }
    });
    table.numbers(sum, |row| thousands(row.count));
    table.numbers("among", |row| thousands(row.among));
    let strip = |row: &&ShareRow| {
        let (estimate, scale) = (row.estimate?, if is_rate { 100.0 } else { 1.0 });
        let text = in_unit(estimate, ends(row), quantity.unit, 1);
        let (label, group) = if by_lineup {
            (row.cell.variant.clone(), of.players(&row.cell.lineup))
        } else {
            (names(&row.cell), String::new())
        };
        Some(Strip { group, ..Strip::new(label, scale, (estimate, ends(row)), text) })
    };
    let note = format!("{}{}", quantity.meaning, sampled(of, quantity, rows));
    let strips = Strips { bars: Some(unit), ..Strips::new(known().filter_map(strip)) };
    table.strips(note, strips)
}
