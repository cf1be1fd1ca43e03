//! Single games, told in words.

use maud::html;

use super::super::ToldGame;
use super::{Of, Section};
use crate::words::quoted;

pub(super) fn section(of: &Of<'_>) -> Option<Section> {
    if of.games.is_empty() {
        return None;
    }
    let body = html! {
        @for game in of.games { (told(of, game)) }
    };
    Some(of.section("games", "Two games, told", body))
}

fn told(of: &Of<'_>, game: &ToldGame) -> maud::Markup {
    html! {
        (of.heading(1, "", &game.why))
        @match &game.lines {
            Ok(lines) => {
                p.quiet { (game.which) }
                details {
                    summary { "Read the game" }
                    pre.told tabindex="0" role="region" aria-label=(game.why) { (lines.join("\n")) }
                }
            }
            Err(error) => { p { "It cannot be told here: " (error) } }
        }
        p.quiet { "The same in a terminal, at any width:" }
        pre tabindex="0" role="region" aria-label={ "Command: " (game.why) } { code { "fairdeal show --from " (quoted(of.folder)) " " (game.command) } }
    }
}
