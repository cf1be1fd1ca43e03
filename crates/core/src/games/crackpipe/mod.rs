//! Crackpipe, a hit-and-pass card game for two to eight.
//!
//! Rulings R1 to R9 of the project's rules are implemented as written; [`Description::rulings`] has
//! the decisions where they are silent.

mod actions;
mod card_notes;
mod cards;
mod determinizer;
mod game;
mod piles;
pub mod rules;
mod stash;
mod state;
mod tell;
#[cfg(test)]
mod tests;
mod view;

use crate::game::Description;

pub use actions::{Action, Legal};
pub use cards::{NO_CARD, RANKS};
pub use determinizer::Determinizer;
pub use rules::Rules;
pub use state::{Event, State};
pub use view::{Pile, View};

/// The game of Crackpipe.
#[derive(Clone, Copy, Debug)]
pub struct Crackpipe;

const DESCRIPTION: Description = Description {
    name: "crackpipe",
    title: "Crackpipe",
    summary: "players draw by the top card of their pipe and keep the cards that they need not \
        pass; the most cards win",
    plural: "games",
    fewest_players: 2,
    most_players: 8,
    knobs: rules::Knobs::KNOBS,
    defaults_version: 1,
    presets: &rules::PRESETS,
    length_units: &["decisions", "turns"],
    action_kinds: &Action::NAMES,
    end_reasons: &game::EndReason::NAMES,
    rulings: &rules::RULINGS,
};
