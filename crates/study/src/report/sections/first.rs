//! Going first: along the ladder of skill, by variant, and what each seat and place is worth.

use maud::html;

use super::super::charts::{Figure, MOST_SERIES, Strip, Strips, Tone, marks_key, strip_of};
use super::super::format::{IN_TABLE, ends_in_percent, hundredths, rate_within, verdict};
use super::super::table::Table;
use super::section::{Context, Section, figures, grouped};
use crate::experiment::DesignKind;
use crate::findings::{ENOUGH_ENDED, Fact, enough_ended};
use crate::words::{headline, known, ordinal, rate, rounded_percent, thousands};
use fairdeal_core::rows::{CellKey, FirstPlayerRow, Often, ShareOfWins};

/// This many variants have a fold of their own.
const MOST_VARIANTS: usize = 8;

pub(super) fn section(of: &Context<'_>) -> Option<Section> {
    let rows: Vec<&FirstPlayerRow> = of
        .results
        .first_player
        .iter()
        .filter(|row| row.cell.players > 1 && row.share.win_rate.is_some())
        .collect();
    let (cells, rows) = (
        rows.len(),
        rows.into_iter()
            .filter(|row| enough_ended(row.share.games, row.share.unfinished))
            .collect::<Vec<_>>(),
    );
    if rows.is_empty() || of.is_a(DesignKind::Sensitivity) {
        return None;
    }
    let baseline = of.results.manifest.baseline.as_str();
    let variants = grouped(rows.iter().copied(), |row| row.cell.variant.as_str()).len();
    let equals: Vec<&FirstPlayerRow> =
        rows.iter().copied().filter(|row| of.results.is_of_equals(&row.cell.lineup)).collect();
    let shown = if equals.is_empty() { &rows } else { &equals };
    let mut all = Vec::new();
    for (players, of_table) in
        grouped(shown.iter().copied().filter(|row| row.cell.variant == baseline), |row| {
            row.cell.players
        })
    {
        let title = if of_table.len() > 1 {
            format!("Going first along the ladder of skill, {players} players")
        } else {
            format!("Going first, {players} players")
        };
        all.push(shares(of, &title, &in_order(of, of_table), |row| of.players(&row.cell.lineup)));
    }
    if (2..=MOST_SERIES * 3).contains(&variants) && !of.is_a(DesignKind::Sweep) {
        for (lineup, of_lineup) in grouped(shown.iter().copied(), |row| row.cell.lineup.as_str()) {
            all.push(shares(
                of,
                &format!("Going first by variant, {}", of.players(lineup)),
                &of_lineup,
                |row| row.cell.variant.clone(),
            ));
        }
    }
    let by_seat = seats(of, baseline);
    let others = of
        .variants()
        .into_iter()
        .filter(|variant| *variant != baseline)
        .map(|variant| (variant, seats(of, variant)));
    let others: Vec<(&str, Vec<Figure>)> =
        others.filter(|(_, figures)| !figures.is_empty()).take(MOST_VARIANTS).collect();
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
        (marks_key(&[Tone::Beyond, Tone::Within, Tone::Open], of.is_corrected()))
        (figures(&all))
        @if !by_seat.is_empty() {
            (of.heading(1, "", "By seat and by place in the turn order"))
            (figures(&by_seat))
        }
        @for (variant, of_variant) in &others {
            details { summary { "By seat and by place, by the rules " (variant) } (figures(of_variant)) }
        }
        @if others.len() == MOST_VARIANTS {
            p.quiet { "All sets of rules are in " code { "places.csv" } " and " code { "seat_balance.csv" } ", at the end of the page." }
        }
    };
    Some(of.section("first", "Going first", body))
}

/// From weak to strong, where ratings tell; otherwise as in the experiment.
fn in_order<'a>(of: &Context<'_>, mut rows: Vec<&'a FirstPlayerRow>) -> Vec<&'a FirstPlayerRow> {
    let rating = |row: &FirstPlayerRow| {
        let strategy = of.results.lineup(&row.cell.lineup).first()?;
        of.results
            .ratings
            .iter()
            .find(|rating| rating.strategy == *strategy)
            .map(|rating| rating.elo)
    };
    if rows.iter().all(|row| rating(row).is_some()) {
        rows.sort_by(|one, other| {
            rating(one).partial_cmp(&rating(other)).unwrap_or(std::cmp::Ordering::Equal)
        });
    }
    rows
}

/// A share of wins against a fair one, as a strip; `None` where too few games end to judge it.
pub(super) fn strip(label: String, share: &ShareOfWins) -> Option<Strip> {
    if !enough_ended(share.games, share.unfinished) {
        return None;
    }
    let rate = rate_within(share.win_rate?, share.win_rate_low.zip(share.win_rate_high));
    strip_of(label, 100.0, &Fact::of_share("", share), |_, _| rate)
}

/// Shares of wins against a fair one.
pub(super) fn figure(
    title: &str,
    rows: &[(Strip, &CellKey, &ShareOfWins)],
    what: &str,
    players: impl Fn(&CellKey) -> String,
) -> Figure {
    let strips: Vec<Strip> = rows.iter().map(|(strip, ..)| strip.clone()).collect();
    let mut table = Table::of(
        title,
        &[what, "variant", "players", "verdict"],
        &["wins", "interval", "fair", "advantage in points", "games", "unfinished"],
    );
    for (strip, cell, share) in rows {
        table.row([
            strip.label.clone(),
            cell.variant.clone(),
            players(cell),
            verdict(share.judged.verdict),
            rate(share.win_rate, IN_TABLE),
            ends_in_percent(share.win_rate_low.zip(share.win_rate_high)),
            rate(Some(share.fair_share), IN_TABLE),
            known(share.advantage.map(|value| {
                hundredths(value, share.advantage_low.zip(share.advantage_high), IN_TABLE)
            })),
            thousands(share.games),
            thousands(share.unfinished),
        ]);
    }
    let tolerance = rows.first().map_or(0.0, |(_, _, share)| share.judged.tolerance);
    let fair = rows.first().map_or(0.5, |(_, _, share)| share.fair_share);
    let within = if tolerance > 0.0 {
        format!("; tolerance {}", rounded_percent(tolerance))
    } else {
        String::new()
    };
    let note = format!("points from fair ({}){within}", rate(Some(fair), 1));
    let strips = Strips::new(strips).tolerating(100.0 * tolerance);
    let alternative = format!(
        "{title}: win rates against a fair share; {}; {}.",
        strips.counted(),
        strips.extremes()
    );
    Figure { alternative, ..strips.figure(title, note, table) }
}

fn shares(
    of: &Context<'_>,
    title: &str,
    rows: &[&FirstPlayerRow],
    label: impl Fn(&FirstPlayerRow) -> String,
) -> Figure {
    let strips: Vec<(Strip, &CellKey, &ShareOfWins)> = rows
        .iter()
        .filter_map(|row| Some((strip(label(row), &row.share)?, &row.cell, &row.share)))
        .collect();
    figure(title, &strips, "who", |cell| of.players(&cell.lineup))
}

/// What each seat, or each place in turn order, is worth by some rules among equals: one picture a
/// line-up.
fn seats(of: &Context<'_>, variant: &str) -> Vec<Figure> {
    let by_rules = if variant == of.results.manifest.baseline {
        String::new()
    } else {
        format!(", by the rules {variant}")
    };
    let mut all = Vec::new();
    for (lineup, first) in grouped(
        of.results
            .first_player
            .iter()
            .filter(|row| row.cell.variant == variant && row.cell.players > 1),
        |row| row.cell.lineup.as_str(),
    ) {
        let Some(first) = first.first().filter(|_| of.results.is_of_equals(lineup)) else {
            continue;
        };
        let places = of.results.places.iter().filter(|row| row.cell == first.cell);
        let places = places.filter_map(|row| {
            Some((
                strip(format!("goes {}", ordinal(row.place + 1)), &row.share)?,
                &row.cell,
                &row.share,
            ))
        });
        let goes_first = strip("goes first".to_owned(), &first.share)
            .map(|strip| (strip, &first.cell, &first.share));
        let of_places: Vec<_> = goes_first.into_iter().chain(places).collect();
        // Of two, the second place only mirrors the first one.
        if first.cell.players > 2 && of_places.len() > 1 {
            all.push(figure(
                &format!("By place in the turn order, {}{by_rules}", of.players(lineup)),
                &of_places,
                "place",
                |cell| of.players(&cell.lineup),
            ));
        }
        let seats: Vec<_> =
            of.results.seat_balance.iter().filter(|row| row.cell == first.cell).collect();
        if seats.iter().any(|row| row.goes_first == Often::Always) {
            continue;
        }
        let seats: Vec<_> = seats
            .iter()
            .filter_map(|row| {
                Some((strip(format!("seat {}", row.seat), &row.share)?, &row.cell, &row.share))
            })
            .collect();
        if !seats.is_empty() {
            all.push(figure(
                &format!("By seat, {}{by_rules}", of.players(lineup)),
                &seats,
                "seat",
                |cell| of.players(&cell.lineup),
            ));
        }
    }
    all
}
