//! Features as they are kept for learning.

use crate::strategy::{Features, Network};

/// The features of a position or an action, with the number of times that each is true (negative:
/// taken back from the position).
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Noted {
    /// Each with its number of times; one can stand there several times.
    pub features: Vec<(u16, i16)>,
    /// The value of the action in the eyes of a player without a network, in scores.
    pub opinion: f32,
}

impl Features for Noted {
    fn with(&mut self, feature: usize) {
        self.features.push((feature as u16, 1));
    }

    fn without(&mut self, feature: usize) {
        self.features.push((feature as u16, -1));
    }

    fn opinion(&mut self, worth: i32) {
        self.opinion = worth as f32 / Network::score_of_one() as f32;
    }
}

/// A decision of the learner.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Decision {
    /// For a table: the number of the position.
    pub key: u64,
    /// For a table: the weight of the decision.
    pub weight: f32,
    /// The common features of all actions.
    pub position: Noted,
    /// By action that was played on from: its features, and its worth to the seat, from 0 to 1.
    pub actions: Vec<(Noted, f32)>,
}
