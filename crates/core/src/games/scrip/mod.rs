//! Scrip, a deck-builder with one deck of 52 cards, for two to four.
//!
//! Rulings R1 to R12 of the project's rules are implemented as written; its description has the
//! decisions where they are silent.

mod actions;
mod blind;
mod card_notes;
mod conditions;
mod determinizer;
mod events;
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
