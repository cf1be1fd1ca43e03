//! The one error of ratings and of what they are made from.

use super::overflow::Overflow;

/// Why there are no ratings.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum RatingError {
    /// The number of players is out of range.
    #[error("ratings are for 1 to 64 players, not {players}")]
    NoPlayers {
        /// The number that was asked for.
        players: usize,
    },
    /// A win must count something.
    #[error("a win cannot count 0 points")]
    NoUnit,
    /// There is no such player in the comparison.
    #[error("player {player} is not one of those compared, or is named twice")]
    UnknownPlayer {
        /// The player, counted from 0.
        player: usize,
    },
    /// Comparisons of different players or units do not merge.
    #[error("comparisons of other players, or with another unit, do not merge")]
    OtherPlayers,
    /// Some players never won, even by way of others, against some others.
    #[error("nothing relates the strengths of {} groups of players: someone of each must win against someone of another", groups.len())]
    NotConnected {
        /// The groups within which all are related, each in increasing order.
        groups: Vec<Vec<usize>>,
    },
    /// The most likely ratings were not found.
    #[error("the most likely ratings were not found")]
    NotConverged,
    /// A sum would not fit.
    #[error(transparent)]
    Overflow(#[from] Overflow),
}
