//! Going first: along the ladder of skill, by variant, and the win rate of each seat and place.

use std::collections::BTreeSet;

use super::prelude::*;
use crate::words::headline;

pub(super) fn section(of: &Context<'_>) -> Option<Section> {
    let is_known = |row: &&FirstPlayerRow| {
        !of.results.names.is_one_side(row.cell.players) && row.share.win_rate.is_some()
    };
    let rows: Vec<&FirstPlayerRow> = of.results.first_player.iter().filter(is_known).collect();
    let cells = rows.len();
    let ended = |row: &&FirstPlayerRow| enough_ended(row.share.games, row.share.unfinished);
    let rows: Vec<&FirstPlayerRow> = rows.into_iter().filter(ended).collect();
    if rows.is_empty() || of.has_rules(RuleSets::Samples) {
        return None;
    }
    let baseline = of.results.manifest.baseline.as_str();
    let variants = grouped(&rows, |row| &row.cell.variant).len();
    let is_of_equals = |row: &&FirstPlayerRow| of.results.is_of_equals(&row.cell.lineup);
    let equals: Vec<&FirstPlayerRow> = rows.iter().copied().filter(is_of_equals).collect();
    let shown = if equals.is_empty() { &rows } else { &equals };
    let mut all = Vec::new();
    let of_baseline = shown.iter().copied().filter(|row| row.cell.variant == baseline);
    for (players, of_table) in grouped(of_baseline, |row| row.cell.players) {
        let along = if of_table.len() > 1 { " along the ladder of skill" } else { "" };
        let title = format!("Going first{along}, {players} players");
        let wins = in_order(of, of_table).into_iter();
        let wins =
            wins.filter_map(|row| wins_of(of.players(&row.cell.lineup), &row.cell, &row.share));
        all.push(figure(of, &title, "who", wins));
    }
    if (2..=MOST_SERIES * 3).contains(&variants) && !of.has_rules(RuleSets::Points) {
        for (lineup, of_lineup) in grouped(shown.iter().copied(), |row| &row.cell.lineup) {
            let title = format!("Going first by variant, {}", of.players(lineup));
            let wins = of_lineup.iter();
            let wins = wins.filter_map(|row| wins_of(&row.cell.variant, &row.cell, &row.share));
            all.push(figure(of, &title, "who", wins));
        }
    }
    let candidate = candidate(of);
    let mut by_seat = seats(of, baseline);
    by_seat.extend(candidate.into_iter().flat_map(|variant| seats(of, variant)));
    let (others, folds) = of.other_variants("By seat and by place, by the rules", |variant| {
        if candidate == Some(variant) { Vec::new() } else { seats(of, variant) }
    });
    let body = html! {
        @if let Some(headline) = headline(of.results) { p { (headline) } }
        p {
            "How much more or less than a fair share the player wins who takes the very first decision, in points; 0 is fair."
            @if of.has_shared_wins() { " A shared win counts as its share: half a win for each of two." }
        }
        @if rows.len() < cells {
            p {
                "Left out: " (cells - rows.len()) " of " (cells) " pairs of rules and line-up, where fewer than " (ENOUGH_ENDED) " % of "
                (of.results.names.plural) " end."
            }
        }
        (marks_key(&JUDGED, of.is_corrected()))
        (figures(&all))
        @if !by_seat.is_empty() {
            (of.heading(1, "", "By seat and by place in the turn order"))
            (figures(&by_seat))
        }
        (folds)
        @if others == MOST_VARIANTS {
            p.quiet { "All sets of rules are in " code { "places.csv" } " and " code { "seat_balance.csv" } ", at the end of the page." }
        }
    };
    Some(of.section("first", "Going first", body))
}

/// The rules beside the baseline that are shown without a fold, if there are goals: those that a
/// search proposes, or else those that come nearest to the goals.
fn candidate<'a>(of: &Context<'a>) -> Option<&'a str> {
    if of.results.goals.is_empty() {
        return None;
    }
    let baseline = of.results.manifest.baseline.as_str();
    let proposed = of.results.tune.iter().find(|row| row.proposed);
    let nearest = || words::nearest_first(of.results).into_iter().find(|one| *one != baseline);
    proposed.map(|row| row.variant.as_str()).or_else(nearest).filter(|one| *one != baseline)
}

/// Sorts rows from weak to strong, if there are ratings; otherwise as in the experiment.
fn in_order<'a>(of: &Context<'_>, mut rows: Vec<&'a FirstPlayerRow>) -> Vec<&'a FirstPlayerRow> {
    let rating = |row: &FirstPlayerRow| {
        let strategy = of.results.lineup(&row.cell.lineup).first()?;
        let rated = of.results.ratings.iter().find(|rating| rating.strategy == *strategy);
        rated.map(|rating| rating.elo)
    };
    if rows.iter().all(|row| rating(row).is_some()) {
        rows.sort_by(|one, other| {
            rating(one).partial_cmp(&rating(other)).unwrap_or(std::cmp::Ordering::Equal)
        });
    }
    rows
}

/// A share of wins against a fair one.
pub(super) type Wins<'a> = (Strip, &'a CellKey, &'a ShareOfWins);

/// `None` where too few games end to judge it.
pub(super) fn wins_of<'a>(
    label: impl Into<String>,
    cell: &'a CellKey,
    share: &'a ShareOfWins,
) -> Option<Wins<'a>> {
    Some((Strip::of_wins(label, share)?, cell, share))
}

/// Shares of wins against a fair one.
pub(super) fn figure<'a>(
    of: &Context<'_>,
    title: &str,
    what: &str,
    rows: impl IntoIterator<Item = Wins<'a>>,
) -> Figure {
    let rows = Vec::from_iter(rows);
    let mut table = Columns::new(title, &rows);
    table.words(what, |(strip, ..)| strip.label.clone());
    table.players(of, |(_, cell, _)| cell);
    table.judged(|(.., share)| share.judged.verdict);
    table.numbers("wins", |(.., share)| rate(share.win_rate, IN_TABLE));
    table.numbers("interval", |(.., share)| {
        ends_in_percent(share.win_rate_low.zip(share.win_rate_high))
    });
    table.numbers("fair", |(.., share)| rate(Some(share.fair_share), IN_TABLE));
    table.numbers("advantage in points", |(.., share)| {
        let ends = share.advantage_low.zip(share.advantage_high);
        known(share.advantage.map(|value| hundredths(value, ends, IN_TABLE)))
    });
    table.numbers("games", |(.., share)| thousands(share.games));
    table.numbers("unfinished", |(.., share)| thousands(share.unfinished));
    let first = rows.first().map(|(.., share)| *share);
    let tolerance = first.map_or(0.0, |share| share.judged.tolerance);
    let within = if tolerance > 0.0 {
        format!("; tolerance {}", rounded_percent(tolerance))
    } else {
        String::new()
    };
    let fair = |share: &ShareOfWins| rate(Some(share.fair_share), 1);
    let fairs: BTreeSet<String> = rows.iter().map(|(.., share)| fair(share)).collect();
    // The fair share differs where games are lost by all, or do not end.
    let fair = match fairs.first() {
        Some(fair) if fairs.len() == 1 => format!(" ({fair})"),
        _ => String::new(),
    };
    let note = format!("points from fair{fair}{within}");
    let strips = rows.iter().map(|(strip, ..)| strip.clone());
    let strips = Strips::new(strips).tolerating(100.0 * tolerance);
    let seen =
        format!(": win rates against a fair share; {}; {}", strips.counted(), strips.extremes());
    table.figure(note, seen, Plot::Strips(strips))
}

/// Charts of how often each seat, or each place in turn order, wins by some rules among equals: one
/// for each line-up.
fn seats(of: &Context<'_>, variant: &str) -> Vec<Figure> {
    let mut all = Vec::new();
    for first in &of.results.first_player {
        let FirstPlayerRow { cell, .. } = first;
        if cell.variant != variant || !of.results.is_of_equals(&cell.lineup) {
            continue;
        }
        let whose = format!("{}{}", of.players(&cell.lineup), of.by_rules(variant));
        let places = of.results.places.iter().filter(|row| row.cell == *cell);
        let places = places.map(|row| (format!("goes {}", ordinal(row.place + 1)), &row.share));
        let goes_first = std::iter::once(("goes first".to_owned(), &first.share));
        let by_place = goes_first.chain(places);
        let by_place: Vec<Wins<'_>> =
            by_place.filter_map(|(label, share)| wins_of(label, cell, share)).collect();
        // Of two, the second place only mirrors the first one.
        if cell.players > 2 && by_place.len() > 1 {
            let title = format!("By place in the turn order, {whose}");
            all.push(figure(of, &title, "place", by_place));
        }
        let seats: Vec<_> =
            of.results.seat_balance.iter().filter(|row| row.cell == *cell).collect();
        let is_fixed = seats.iter().any(|row| row.goes_first == Often::Always);
        let seats = seats.into_iter();
        let seats: Vec<Wins<'_>> = seats
            .filter_map(|row| wins_of(format!("seat {}", row.seat + 1), cell, &row.share))
            .collect();
        if !is_fixed && !seats.is_empty() {
            all.push(figure(of, &format!("By seat, {whose}"), "seat", seats));
        }
    }
    all
}
