//! Crackpipe, a hit-and-pass card game for two to eight.
//!
//! Rulings R1 to R9 of the project's rules are implemented as written; its description has the
//! decisions where they are silent.

mod actions;
mod blind;
mod card_notes;
mod cards;
mod conditions;
mod determinizer;
mod events;
mod game;
mod piles;
pub mod rules;
mod stash;
mod state;
mod tell;
#[cfg(test)]
mod tests;
mod view;

pub use actions::{Action, Legal};
pub use cards::{NO_CARD, RANKS};
pub use determinizer::Determinizer;
pub use rules::Rules;
pub use state::{Event, State};
pub use view::{Pile, View};

/// The game of Crackpipe.
#[derive(Clone, Copy, Debug)]
pub struct Crackpipe;
