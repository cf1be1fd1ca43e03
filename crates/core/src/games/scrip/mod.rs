//! Scrip, a deck-builder with one deck of 52 cards, for two to four.
//!
//! Rulings R1 to R12 of the project's rules are implemented as written; [`Description::rulings`]
//! has the decisions where they are silent.

mod actions;
mod card_notes;
mod determinizer;
mod game;
mod hand;
mod legal;
pub mod rules;
mod score;
mod state;
mod tell;
#[cfg(test)]
mod tests;
mod values;
mod view;

use crate::game::Description;

pub use actions::{Action, Kind};
pub use determinizer::Determinizer;
pub use legal::Legal;
pub use rules::Rules;
pub use state::{Event, State, Table};
pub use values::{HIGHEST_ACE, Values};
pub use view::View;

/// The game of Scrip.
#[derive(Clone, Copy, Debug)]
pub struct Scrip;

const DESCRIPTION: Description = Description {
    name: "scrip",
    title: "Scrip",
    summary: "players buy, exchange and steal cards from a market for decks of their own; red \
        cards score, black cards work",
    plural: "games",
    fewest_players: 2,
    most_players: rules::MOST_PLAYERS,
    knobs: rules::Knobs::KNOBS,
    defaults_version: 1,
    presets: &rules::PRESETS,
    length_units: &["decisions", "turns", "rounds"],
    action_kinds: &Kind::NAMES,
    end_reasons: &game::EndReason::NAMES,
    rulings: &rules::RULINGS,
};
