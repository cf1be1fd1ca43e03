//! The error type of ratings and comparisons.

use super::overflow::Overflow;

/// The reason why there are no ratings.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum RatingError {
    /// The number of players is out of range.
    #[error("ratings are for 1 to 64 players, not {players}")]
    NoPlayers {
        /// The number that was asked for.
        players: usize,
    },
    /// A win counts 0 points.
    #[error("a win cannot count 0 points")]
    NoUnit,
    /// A player is not part of the comparison.
    #[error("player {player} is not one of those compared, or is named twice")]
    UnknownPlayer {
        /// The player, counted from 0.
        player: usize,
    },
    /// The comparisons have different players or units, so they cannot be merged.
    #[error("comparisons of other players, or with another unit, do not merge")]
    OtherPlayers,
    /// Some players never won against some others, not even indirectly.
    #[error("nothing relates the strengths of {} groups of players: someone of each must win \
        against someone of another", groups.len())]
    NotConnected {
        /// The groups of players who are connected, each in increasing order.
        groups: Vec<Vec<usize>>,
    },
    /// The most likely ratings were not found.
    #[error("the most likely ratings were not found")]
    NotConverged,
    /// A sum would not fit.
    #[error(transparent)]
    Overflow(#[from] Overflow),
}
