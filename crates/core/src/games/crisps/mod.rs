//! Crisps, a climbing and shedding game for two.
//!
//! Rulings R1 to R13 of the project's rules are implemented as written; [`Description::rulings`]
//! has the decisions where they are silent.

mod actions;
mod card_notes;
mod combination;
mod determinizer;
mod endgame;
mod game;
mod hand;
pub mod rules;
mod state;
mod tell;
#[cfg(test)]
mod tests;
mod view;

use crate::game::{Description, UNFINISHED};

pub use actions::{Action, Legal};
pub use combination::{Combination, Kind, RANKS, SPECIAL};
pub use determinizer::Determinizer;
pub use endgame::EndgameTable;
pub use hand::Hand;
pub use rules::Rules;
pub use state::{Event, State, Table};
pub use view::View;

/// The game of Crisps.
#[derive(Clone, Copy, Debug)]
pub struct Crisps;

const DESCRIPTION: Description = Description {
    name: "crisps",
    title: "Crisps",
    summary: "two players race to shed their cards; each pass gives both a new one",
    plural: "matches",
    fewest_players: 2,
    most_players: 2,
    knobs: rules::Knobs::KNOBS,
    defaults_version: 1,
    presets: &rules::PRESETS,
    length_units: &["decisions", "plays", "rounds", "deals"],
    action_kinds: &Kind::NAMES,
    end_reasons: &["points reached", UNFINISHED],
    rulings: &rules::RULINGS,
};
