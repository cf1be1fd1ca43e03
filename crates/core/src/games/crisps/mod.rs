//! Crisps, a climbing and shedding game for two.
//!
//! Rulings R1 to R13 of the project's rules are implemented as written; its description has the
//! decisions where they are silent.

mod actions;
mod blind;
mod card_notes;
mod combination;
mod conditions;
mod determinizer;
mod endgame;
mod events;
mod game;
mod hand;
pub mod rules;
mod state;
mod tell;
#[cfg(test)]
mod tests;
mod view;

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
