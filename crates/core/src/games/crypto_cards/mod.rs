//! Crypto Cards, a draft of a hand-management game for one to six.
//!
//! Rulings R1 to R11 of the project's rules are implemented as written; its description has the
//! decisions where they are silent.

mod actions;
mod blind;
mod card_notes;
mod conditions;
mod determinizer;
mod events;
mod game;
pub mod rules;
mod state;
mod tell;
#[cfg(test)]
mod tests;
mod view;

pub use actions::{Action, FACES, Kind, Legal, NUMBERS};
pub use determinizer::Determinizer;
pub use rules::Rules;
pub use state::{Event, Stage, State, Table, ranks_reached};
pub use view::View;

/// The game of Crypto Cards.
#[derive(Clone, Copy, Debug)]
pub struct CryptoCards;
