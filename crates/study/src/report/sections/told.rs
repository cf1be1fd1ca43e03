//! Single games, told in words.

use maud::html;

use super::super::ToldGame;
use super::super::charts::{Figure, Line, Lines, MOST_SERIES, Spot};
use super::super::table::Table;
use super::section::{Context, Section};
use crate::words::{number, quoted};

pub(super) fn section(of: &Context<'_>) -> Option<Section> {
    if of.games.is_empty() {
        return None;
    }
    let body = html! {
        @if of.has_shared_wins() { p.quiet { "Several players may win a game together." } }
        @for game in of.games { (told(of, game)) }
    };
    let title = if of.games.len() == 1 { "A game, told" } else { "Two games, told" };
    Some(of.section("games", title, body))
}

fn told(of: &Context<'_>, game: &ToldGame) -> maud::Markup {
    html! {
        (of.heading(1, "", &game.why))
        @match &game.lines {
            Ok(lines) => {
                p.quiet { (game.which) }
                @if let Some(curve) = curve(game) { div.figures { (curve.html()) } }
                details.long {
                    summary { "Read the game" }
                    pre.told tabindex="0" role="region" aria-label=(game.why) { (lines.join("\n")) }
                }
            }
            Err(error) => { p { "It cannot be told here: " (error) } }
        }
        p.quiet { "The same in a terminal, at any width:" }
        pre tabindex="0" role="region" aria-label={ "Command: " (game.why) } { code { (of.results.manifest.program()) " show --from " (quoted(of.folder)) " " (game.command) } }
    }
}

/// The chances of all seats, decision by decision.
fn curve(game: &ToldGame) -> Option<Figure> {
    let seats = game.chances.first()?.chances.len();
    let title = format!("The chances in the course of it: {} decisions", game.chances.len());
    let names: Vec<String> = (0..seats).map(|seat| format!("seat {seat}")).collect();
    let headings: Vec<&str> = names.iter().map(String::as_str).collect();
    let mut table = Table::of(title.clone(), &["decision", "by"], &headings);
    for (place, decision) in game.chances.iter().enumerate() {
        let chances = decision.chances.iter().map(|chance| format!("{:.0} %", 100.0 * chance));
        table.row(
            [(place + 1).to_string(), format!("seat {}", decision.seat)].into_iter().chain(chances),
        );
    }
    let line = |seat: usize| {
        let spot = |(place, decision): (usize, &fairdeal_core::metrics::DecisionChances)| {
            Some(Spot { x: place as f64 + 1.0, y: 100.0 * decision.chances.get(seat)?, ends: None })
        };
        Line {
            name: names[seat].clone(),
            look: seat,
            spots: game.chances.iter().enumerate().filter_map(spot).collect(),
            gap: f64::INFINITY,
        }
    };
    let series: Vec<Line> = (0..seats.min(MOST_SERIES)).map(line).collect();
    let told = |line: &Line| {
        let all = || line.spots.iter().map(|spot| spot.y);
        let last = line.spots.last().map_or(0.0, |spot| spot.y);
        let (low, high) =
            (all().fold(f64::INFINITY, f64::min), all().fold(f64::NEG_INFINITY, f64::max));
        format!(
            "{} between {low:.0} % and {high:.0} %, at the last decision {last:.0} %",
            line.name
        )
    };
    let alternative =
        format!("{title}. {}.", series.iter().map(told).collect::<Vec<_>>().join("; "));
    let drawn = Lines {
        reference: Some(100.0 / seats as f64),
        marked: false,
        ..Lines::new(series, "chance to win in per cent, by decision")
    };
    let note = "as the seat that decides could know it".to_owned();
    Some(Figure {
        title,
        note,
        legend: drawn.legend(),
        alternative,
        drawing: drawn.draw(|tick, _| number(tick, 0), number),
        table,
    })
}
