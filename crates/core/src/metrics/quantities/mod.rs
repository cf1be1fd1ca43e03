//! The quantities, one file each, and their list.

mod comebacks;
mod endings;
mod first_player;
mod forced_decisions;
mod length;
mod length_p95;
mod neighbours;
mod score;
mod shared_wins;
mod unfinished_games;
mod win_rate;

pub(super) use win_rate::WinRate;

use super::quantity::{Entry, QuantityDescription};

/// All quantities, in the order of the tables. Add new ones here.
pub static QUANTITIES: &[Entry] = &[
    Entry::of::<first_player::FirstPlayerWinRate>(),
    Entry::of::<win_rate::WinRate>(),
    Entry::of::<neighbours::NeighbourEffect>(),
    Entry::of::<score::Score>(),
    Entry::of::<length::Length>(),
    Entry::of::<length_p95::LengthP95>(),
    Entry::of::<forced_decisions::ForcedDecisions>(),
    Entry::of::<unfinished_games::UnfinishedGames>(),
    Entry::of::<shared_wins::SharedWins>(),
    Entry::of::<endings::Endings>(),
    Entry::of::<comebacks::Comebacks>(),
];

/// The name of the share of games whose winners came from behind.
pub const COMEBACKS: &str = <comebacks::Comebacks as super::quantity::Quantity>::DESCRIPTION.name;

/// Returns the descriptions of all quantities, in the order of the tables.
pub fn quantities() -> impl Iterator<Item = &'static QuantityDescription> {
    QUANTITIES.iter().map(|entry| entry.description)
}

/// The name of the share of games that `max_turns` cut.
pub const UNFINISHED_GAMES: &str =
    <unfinished_games::UnfinishedGames as super::quantity::Quantity>::DESCRIPTION.name;

/// The name of the share of games with several winners.
pub const SHARED_WINS: &str =
    <shared_wins::SharedWins as super::quantity::Quantity>::DESCRIPTION.name;

/// The name of the share of the games of a block that a strategy wins.
pub const WIN_RATE: &str = <win_rate::WinRate as super::quantity::Quantity>::DESCRIPTION.name;

/// Returns the quantity with this name.
pub fn quantity(name: &str) -> Option<&'static QuantityDescription> {
    quantities().find(|description| description.name == name)
}
