//! The solver's view of a game.

use std::fmt::Debug;

/// A zero-sum game for two, somewhere between its start and its end.
///
/// All chance is in the start of the game: a deal is a position, and the rest depends on the
/// actions only. A seat cannot distinguish deals that [`Position::looks_like`] says look the same.
pub trait Position: Clone {
    /// An action of a seat.
    type Action: Copy + Eq + Debug;

    /// Returns the seat that decides, 0 or 1; none when the game is over.
    fn turn(&self) -> Option<usize>;

    /// Returns the legal actions, always in the same order; they depend only on what the deciding
    /// seat can see.
    fn legal(&self) -> Vec<Self::Action>;

    /// Takes an action.
    fn apply(&mut self, action: Self::Action);

    /// Returns the win of seat 0, which seat 1 loses, in a game that is over.
    fn payoff(&self) -> f64;

    /// Returns whether `seat` sees the same in both positions.
    fn looks_like(&self, other: &Self, seat: usize) -> bool;
}
