//! What is noted of one game, from which every measure of play is made.

use super::measure::TENTHS;
use crate::seat::{MAX_SEATS, Seat};

/// A decision.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct DecisionNotes {
    /// Who took it.
    pub(crate) seat: Seat,
    /// How many actions were legal.
    pub(crate) legal: u32,
    /// The kinds of the legal actions, as bits.
    pub(crate) kinds: u8,
    /// The kind of the action that was chosen.
    pub(crate) kind: u8,
}

/// A game.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct GameNotes {
    /// Its decisions, in their order.
    pub(crate) decisions: Vec<DecisionNotes>,
}

impl GameNotes {
    /// Forgets the game.
    pub(crate) fn clear(&mut self) {
        self.decisions.clear();
    }

    /// Every decision with the tenth of the game that it lies in, from 0.
    pub(crate) fn with_tenths(&self) -> impl Iterator<Item = (usize, &DecisionNotes)> {
        let all = self.decisions.len();
        self.decisions.iter().enumerate().map(move |(place, decision)| (place * TENTHS / all, decision))
    }

    /// The largest number of decisions in a row of one player with one legal action each.
    pub(crate) fn longest_forced_run(&self) -> u32 {
        let (mut runs, mut longest) = ([0_u32; MAX_SEATS], 0);
        for decision in &self.decisions {
            let run = &mut runs[decision.seat.index() % MAX_SEATS];
            *run = if decision.legal == 1 { *run + 1 } else { 0 };
            longest = longest.max(*run);
        }
        longest
    }
}
