//! How long a game takes at a table: assumptions, which are printed and can be set.

use serde::{Deserialize, Serialize};

/// How long people take.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Pace {
    /// Seconds for a decision with a choice.
    pub choice: f64,
    /// Seconds for a decision without one.
    pub forced: f64,
    /// Minutes for dealing and shuffling, and for counting at the end.
    pub setup: f64,
}

impl Default for Pace {
    fn default() -> Self {
        Self { choice: 8.0, forced: 3.0, setup: 2.0 }
    }
}

impl Pace {
    /// The minutes of a decision, of which this share is forced.
    pub fn minutes_of_a_decision(&self, forced: f64) -> f64 {
        (self.choice * (1.0 - forced) + self.forced * forced) / 60.0
    }

    /// The minutes of a game with so many decisions.
    pub fn minutes(&self, decisions: f64, forced: f64) -> f64 {
        self.setup + decisions * self.minutes_of_a_decision(forced)
    }
}
