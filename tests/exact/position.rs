//! What the solver must know of a game.

use std::fmt::Debug;

/// A game for two in which one wins what the other loses, somewhere between its start and its end.
///
/// All chance is in where the game begins: a deal is a position, and what follows depends on the
/// actions alone. What a seat has not seen of its deal, it cannot tell from another deal by
/// [`Position::looks_like`].
pub trait Position: Clone {
    /// What a seat may choose.
    type Action: Copy + Eq + Debug;

    /// The seat whose decision is due, 0 or 1; none when the game is over.
    fn turn(&self) -> Option<usize>;

    /// The legal actions, always in the same order; they depend only on what the seat to decide can
    /// see.
    fn legal(&self) -> Vec<Self::Action>;

    /// Takes an action.
    fn apply(&mut self, action: Self::Action);

    /// What seat 0 has won, and seat 1 lost, in a game that is over.
    fn payoff(&self) -> f64;

    /// Does `seat` see the same here and there?
    fn looks_like(&self, other: &Self, seat: usize) -> bool;
}
