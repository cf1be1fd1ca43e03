//! How games end, and what else happens in some of them.

use maud::html;

use super::super::charts::{Figure, MOST_ROWS, Part, Stack, Strip, Strips, Tone, stacks};
use super::super::format::{ends_in_percent, of_quantity};
use super::super::table::Table;
use super::section::{Context, Section, figures, grouped, paged};
use crate::experiment::DesignKind;
use crate::words::{
    capitalized, do_not_end, fixed, in_unit, interval, number, rate, spaced, thousands,
};
use fairdeal_core::metrics::{About, QuantityDescription, UNFINISHED_GAMES, quantity};
use fairdeal_core::rows::{CellKey, ShareRow};

pub(super) fn section(of: &Context<'_>) -> Option<Section> {
    if of.is_a(DesignKind::Sensitivity) {
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

/// How games end where all do so alike, and how many do not end.
fn in_words(of: &Context<'_>) -> Option<String> {
    let is_ending = |row: &&ShareRow| {
        quantity(&row.quantity).is_some_and(|quantity| quantity.about == About::EndReasons)
    };
    let happened = of.results.shares.iter().filter(is_ending).filter(|row| row.count > 0);
    let reasons = grouped(happened, |row| row.subject.as_str());
    // Of a single reason there are no shares.
    let (([], [reason]) | ([(reason, _)], _)) = (&reasons[..], &of.game.end_reasons[..]) else {
        return None;
    };
    let unfinished = || of.results.shares.iter().filter(|row| row.quantity == UNFINISHED_GAMES);
    let (cut, games) = (
        unfinished().map(|row| row.count).sum::<u128>(),
        unfinished().map(|row| row.among).sum::<u128>(),
    );
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
fn is_shown(of: &Context<'_>) -> impl Fn(&CellKey) -> bool + 'static {
    let (variants, lineups) = (of.variants().len(), of.lineups().len());
    let all = variants * lineups <= 2 * MOST_ROWS;
    let shown = of.shown_lineup().to_owned();
    let baseline = of.results.manifest.baseline.clone();
    move |cell| all || if variants > 1 { cell.lineup == shown } else { cell.variant == baseline }
}

fn label(of: &Context<'_>, cell: &CellKey) -> String {
    match (of.variants().len() > 1, of.lineups().len() > 1) {
        (false, _) => of.players(&cell.lineup),
        (true, false) => cell.variant.clone(),
        _ => format!("{}, {}", cell.variant, of.players(&cell.lineup)),
    }
}

/// Why games end: parts of a whole.
fn reasons(of: &Context<'_>) -> Option<Figure> {
    let is_ending = |row: &&ShareRow| {
        quantity(&row.quantity).is_some_and(|quantity| quantity.about == About::EndReasons)
    };
    let rows: Vec<&ShareRow> = of.results.shares.iter().filter(is_ending).collect();
    let mut names: Vec<&str> = Vec::new();
    for row in rows.iter().filter(|row| row.count > 0) {
        if !names.contains(&row.subject.as_str()) {
            names.push(&row.subject);
        }
    }
    // Where all end alike a sentence says so.
    if names.len() < 2 {
        return None;
    }
    let unfinished = |cell: &CellKey| {
        of.results.shares.iter().find(|row| row.cell == *cell && row.quantity == UNFINISHED_GAMES)
    };
    let some_unfinished =
        rows.iter().any(|row| unfinished(&row.cell).is_some_and(|row| row.count > 0));
    let shown = is_shown(of);
    let mut table = Table::of(
        "Why games end",
        &["variant", "players", "reason"],
        &["share", "interval", "games"],
    );
    let mut bars = Vec::new();
    for (cell, of_cell) in grouped(rows.iter().copied(), |row| &row.cell) {
        let mut parts: Vec<Part> = Vec::new();
        for row in of_cell.iter().copied().chain(unfinished(cell).filter(|_| some_unfinished)) {
            let Some(share) = row.estimate else { continue };
            let look = names.iter().position(|name| *name == row.subject).unwrap_or(names.len());
            let reason = if row.quantity == UNFINISHED_GAMES { "unfinished" } else { &row.subject };
            parts.push(Part { look, share, hint: format!("{reason} {}", rate(Some(share), 1)) });
            table.row([
                cell.variant.clone(),
                of.players(&cell.lineup),
                reason.to_owned(),
                rate(Some(share), 1),
                ends_in_percent(row.low.zip(row.high)),
                thousands(row.among),
            ]);
        }
        if shown(cell) && bars.len() < MOST_ROWS {
            bars.push(Stack { label: label(of, cell), parts });
        }
    }
    let mut legend: Vec<(usize, String)> =
        names.iter().enumerate().map(|(look, name)| (look, (*name).to_owned())).collect();
    if some_unfinished {
        legend.push((names.len(), "unfinished".to_owned()));
    }
    Some(stacks(&bars).figure("Why games end", "share of all games", legend, table))
}

/// What happens in some games or decisions, a picture each; what never happens is left out.
fn happenings(of: &Context<'_>) -> Vec<Figure> {
    let told = |row: &&ShareRow| {
        quantity(&row.quantity).is_some_and(|quantity| quantity.about == About::Table)
    };
    let shown = is_shown(of);
    let mut all = Vec::new();
    for (name, rows) in grouped(of.results.shares.iter().filter(told), |row| row.quantity.as_str())
    {
        // What hardly ever happens is no picture; the lists above tell of it.
        let Some(quantity) =
            quantity(name).filter(|_| rows.iter().any(|row| row.estimate.unwrap_or(0.0) >= 0.0005))
        else {
            continue;
        };
        let rows = rows.into_iter().filter(|row| shown(&row.cell));
        let mut by_lineup = grouped(rows, |row| row.cell.lineup.as_str());
        by_lineup.sort_by_key(|(lineup, _)| of.lineups().iter().position(|known| known == lineup));
        all.extend(
            paged(by_lineup.into_iter().map(|(_, rows)| rows).collect())
                .iter()
                .map(|rows| happening(of, quantity, rows)),
        );
    }
    all
}

/// From which shuffles a share comes, where not all were looked at.
fn sampled(of: &Context<'_>, quantity: &QuantityDescription, rows: &[&ShareRow]) -> String {
    let (all, blocks) =
        (of.results.manifest.blocks, rows.iter().map(|row| row.blocks).max().unwrap_or(0));
    if quantity.sampled && blocks < all {
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
    let title = capitalized(&spaced(quantity.name));
    let is_rate = quantity.is_rate();
    let columns = if is_rate {
        ["share", "interval", "times", "among"]
    } else {
        ["mean", "interval", "sum", "among"]
    };
    let mut table = Table::of(title.clone(), &["variant", "players"], &columns);
    let scale = if is_rate { 100.0 } else { 1.0 };
    let (mut strips, mut last) = (Vec::new(), "");
    for row in rows {
        let Some(estimate) = row.estimate else { continue };
        let ends = row.low.zip(row.high);
        table.row([
            row.cell.variant.clone(),
            of.players(&row.cell.lineup),
            of_quantity(quantity, Some(estimate)),
            if is_rate { ends_in_percent(ends) } else { interval(ends, |mean| number(mean, 1)) },
            thousands(row.count),
            thousands(row.among),
        ]);
        let begins = by_lineup && last != row.cell.lineup;
        last = &row.cell.lineup;
        let label = if by_lineup { row.cell.variant.clone() } else { label(of, &row.cell) };
        let text = in_unit(estimate, ends, quantity.unit, 1);
        strips.push(Strip {
            heading: begins.then(|| of.players(&row.cell.lineup)),
            ..Strip::new(label, scale, (estimate, ends), text, Tone::Plain)
        });
    }
    let sign = if is_rate { " %" } else { "" };
    let note = format!("{}{}", quantity.meaning, sampled(of, quantity, rows));
    let strips = Strips::new(strips).with_bars();
    Figure {
        drawing: strips.draw(|tick, digits| fixed(tick, digits) + sign),
        ..strips.figure(title, note, table)
    }
}
