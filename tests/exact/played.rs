//! Any game for two as a position for the solver.

use fairdeal::game::{Game, LegalSet, Turn};
use fairdeal::seat::{Seat, WIN};

use super::deals::Spent;
use super::position::Position;

/// A game in progress, with all chance events at its start.
#[derive(Debug)]
pub struct Played<'r, G: Game> {
    pub rules: &'r G::Rules,
    pub state: G::State,
}

impl<G: Game> Clone for Played<'_, G> {
    fn clone(&self) -> Self {
        Self { rules: self.rules, state: self.state.clone() }
    }
}

impl<G: Game> Position for Played<'_, G>
where
    for<'a> G::View<'a>: PartialEq,
{
    type Action = G::Action;

    fn turn(&self) -> Option<usize> {
        match G::turn(&self.state) {
            Turn::Decide(seat) => Some(seat.index()),
            Turn::Over => None,
        }
    }

    fn legal(&self) -> Vec<G::Action> {
        G::legal(self.rules, &self.state).iter().collect()
    }

    fn apply(&mut self, action: G::Action) {
        G::apply(self.rules, &mut self.state, action, &mut Spent, &mut ());
    }

    /// Half the difference of both seats' shares of the win: one half for a win, 0 for a shared
    /// win.
    fn payoff(&self) -> f64 {
        let outcome = G::outcome(self.rules, &self.state);
        // An unfinished game has no winner, so it would not be zero-sum.
        assert!(!outcome.unfinished, "rules by which every game ends");
        let winners = outcome.winners;
        let [first, second] = [0, 1].map(|seat| winners.credit(Seat::new(seat)) as f64);
        (first - second) / (2.0 * WIN as f64)
    }

    fn looks_like(&self, other: &Self, seat: usize) -> bool {
        let seat = Seat::new(seat as u8);
        G::view(self.rules, &self.state, seat) == G::view(other.rules, &other.state, seat)
    }
}
