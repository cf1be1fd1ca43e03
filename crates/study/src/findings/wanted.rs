//! The designer's goals for a game.

use fairdeal_core::metrics::{Label, Layout, OfEnded, QuantityDescription, Tolerance, WhenCounted};

/// The designer's goals for a game, each tested in the games of these strategies.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Goals {
    /// The goals, in the order of the file.
    pub list: Vec<Goal>,
    /// The strategies in whose games among themselves the goals are tested; if there are none, the
    /// goals are tested in all line-ups of equals, or else in all line-ups.
    pub strategies: Vec<String>,
}

/// One goal.
#[derive(Clone, Debug, PartialEq)]
pub struct Goal {
    /// Its key in the file.
    pub name: String,
    /// The value that is wanted.
    pub wanted: Wanted,
    /// The value is to be this or more.
    pub at_least: Option<Bound>,
    /// The value is to be this or less.
    pub at_most: Option<Bound>,
    /// How much it counts beside other goals, above 0.
    pub weight: f64,
}

/// The subject of a goal.
#[derive(Clone, Debug, PartialEq)]
pub enum Wanted {
    /// The share of the games that each seat wins.
    Seats,
    /// A quantity about a subject: the place of a unit of length or of a reason to end, otherwise 0.
    Quantity {
        /// The quantity.
        quantity: &'static QuantityDescription,
        /// The place of the subject.
        subject: usize,
    },
    /// The share of the games that the limit ends; or, if games have a single other reason to end,
    /// the share of those that end for that reason.
    Limit {
        /// The limit ends them.
        reached: bool,
    },
    /// The length of a game in minutes: by place of the unit of length, how many seconds one takes.
    Minutes(Vec<(usize, f64)>),
    /// The share of the games that the first of two strategies wins against the second.
    Skill([String; 2]),
}

/// A bound of a goal.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Bound {
    /// A number.
    At(f64),
    /// One divided by the number of players.
    Fair,
    /// The value by the rules of the baseline.
    Baseline,
}

impl Bound {
    /// Its value for this many players, unless it is the baseline's.
    pub(super) fn value(self, players: usize) -> Option<f64> {
        match self {
            Self::At(value) => Some(value),
            Self::Fair => Some(1.0 / players as f64),
            Self::Baseline => None,
        }
    }
}

impl Goal {
    /// The tolerance by which it is judged.
    pub fn tolerance(&self) -> Tolerance {
        match self.wanted {
            Wanted::Seats | Wanted::Skill(_) => Tolerance::WinRate,
            Wanted::Minutes(_) => Tolerance::Length,
            Wanted::Limit { .. } => Tolerance::Share,
            Wanted::Quantity { quantity, .. } => quantity.tolerance,
        }
    }

    /// Returns whether its value describes games that ended, so that it is unknown if too few do.
    /// The share of unfinished games is always known; the reasons for which the others end are not.
    pub(super) fn is_of_ended(&self) -> bool {
        match self.wanted {
            Wanted::Seats | Wanted::Skill(_) | Wanted::Minutes(_) => true,
            Wanted::Limit { .. } => false,
            Wanted::Quantity { quantity, .. } => quantity.of_ended != OfEnded::Nothing,
        }
    }

    /// The lowest and the highest value that it can have.
    pub(crate) fn range(&self) -> [Option<f64>; 2] {
        match self.wanted {
            Wanted::Seats | Wanted::Skill(_) | Wanted::Limit { .. } => [Some(0.0), Some(1.0)],
            Wanted::Minutes(_) => [Some(0.0), None],
            Wanted::Quantity { quantity, .. } => quantity.range(),
        }
    }

    /// Whether some cell of a layout has its subject, in the games of these strategies.
    pub(crate) fn is_shown(&self, strategies: &[String], layout: &Layout) -> bool {
        layout.cells.iter().any(|label| {
            self.applies(strategies, label, layout)
                && match self.wanted {
                    Wanted::Quantity { quantity, subject } => {
                        quantity.subjects(label).len() > subject
                    }
                    _ => true,
                }
        })
    }

    /// The lower and the upper bound.
    pub(super) fn bounds(&self) -> [Option<Bound>; 2] {
        [self.at_least, self.at_most]
    }

    /// Whether it is judged by the games of a cell.
    pub(super) fn applies(&self, strategies: &[String], label: &Label, layout: &Layout) -> bool {
        let here = &label.shape.strategies;
        let are_equal = |label: &Label| label.shape.strategies.len() == 1;
        if self.wanted == Wanted::Seats && label.game.is_one_side(label.shape.players()) {
            return false;
        }
        match &self.wanted {
            Wanted::Skill(two) => here.len() == 2 && two.iter().all(|one| here.contains(one)),
            // Equals show no skill.
            Wanted::Quantity { quantity, .. } if quantity.counted == WhenCounted::Crossed => {
                label.shape.play.is_some_and(|play| play.is_crossed)
            }
            _ if strategies.is_empty() => are_equal(label) || !layout.cells.iter().any(are_equal),
            _ => are_equal(label) && strategies.contains(&here[0]),
        }
    }
}
