//! Single games in words.

use super::super::told::{Told, ToldGame};
use super::prelude::*;

pub(super) fn section(of: &Context<'_>) -> Option<Section> {
    if of.shown.games.is_empty() {
        return None;
    }
    let proposed = of.results.tune.iter().find(|row| row.proposed && row.confirmed);
    let proposed = proposed.filter(|row| row.variant != of.results.manifest.baseline);
    let body = html! {
        @if let Some(row) = proposed { p { "These games are played by the proposed rules: " (row.variant) "." } }
        @if of.has_shared_wins() { p.quiet { "Several players may win a game together." } }
        @for game in &of.shown.games { (told(of, game)) }
    };
    let games = if of.shown.games.len() == 1 { "A game" } else { "Two games" };
    let rules = if proposed.is_some() { " under the proposed rules" } else { "" };
    Some(of.section("games", &format!("{games}{rules}, told"), body))
}

fn told(of: &Context<'_>, game: &ToldGame) -> maud::Markup {
    html! {
        (of.heading(1, "", &game.why))
        @match &game.told {
            Ok(told) => {
                p.quiet { (told.which) }
                @if let Some(curve) = curve(told) { div.figures { (curve.html()) } }
                details.long {
                    summary { "Read the game" }
                    pre.told tabindex="0" role="region" aria-label=(game.why) { (told.lines.join("\n")) }
                }
            }
            Err(error) => { p { "It cannot be told here: " (error) } }
        }
        p.quiet { "The same in a terminal, at any width:" }
        pre tabindex="0" role="region" aria-label={ "Command: " (game.why) } { code { (of.results.manifest.program()) " show --from " (quoted(&of.shown.folder)) " " (game.command) } }
    }
}

/// The chances of all seats, decision by decision.
fn curve(game: &Told) -> Option<Figure> {
    let chances = || game.chances.iter().enumerate();
    let seats = game.chances.first()?.chances.len();
    let title = format!("The chances in the course of it: {} decisions", game.chances.len());
    let in_words =
        |chance: Option<&f64>| known(chance.map(|chance| format!("{:.0} %", 100.0 * chance)));
    let mut table = Columns::new(title, chances());
    table.words("decision", |(place, _)| (place + 1).to_string());
    table.words("by", |(_, decision)| format!("seat {}", decision.seat));
    for seat in 0..seats {
        table.numbers(&format!("seat {}", seat + 1), |(_, decision)| {
            in_words(decision.chances.get(seat))
        });
    }
    let line = |look: usize| {
        let spot = |(place, decision): (usize, &DecisionChances)| {
            Some(Spot { x: place as f64 + 1.0, y: 100.0 * decision.chances.get(look)?, ends: None })
        };
        let spots = chances().filter_map(spot).collect();
        Line::new(format!("seat {}", look + 1), look, spots)
    };
    let series: Vec<Line> = (0..seats.min(MOST_SERIES)).map(line).collect();
    let told = |Line { name, spots, .. }: &Line| {
        let (low, high) = least_and_most(spots.iter().map(|spot| spot.y));
        let last = spots.last().map_or(0.0, |spot| spot.y);
        format!("{name} between {low:.0} % and {high:.0} %, at the last decision {last:.0} %")
    };
    let told = series.iter().map(told).collect::<Vec<_>>().join("; ");
    let axis = Axis {
        reference: Some(100.0 / seats as f64),
        ..Axis::new("chance to win in per cent, by decision")
    };
    let lines = Lines { marked: false, ..Lines::new(series, axis) };
    let note = "as the seat that decides could know it";
    Some(table.figure(note, format!(". {told}"), Plot::Lines(lines)))
}
