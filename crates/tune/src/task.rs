//! The task of a search.

use fairdeal_stats::Confidence;

use crate::loss::Term;
use crate::space::{Point, Space};

/// The goals, the space and the budget of a search.
#[derive(Debug)]
pub struct Task<'a> {
    /// The rules that may be tried.
    pub space: &'a Space<'a>,
    /// The goals.
    pub terms: Vec<Term>,
    /// The designer's rules: they are tried and confirmed with the others, and changes are counted
    /// from them. A value outside of the box has the size of its knob as its index.
    pub baseline: Option<Point>,
    /// The budget: blocks of all points together, those of the confirmation included.
    pub blocks: u64,
    /// The difference between losses that does not matter, in tolerances. Of rules that are as good
    /// as the best, those with the fewest changes are chosen.
    pub delta: f64,
    /// How sure claims are.
    pub confidence: Confidence,
    /// Decides all random choices.
    pub seed: u64,
}

impl Task<'_> {
    /// How many changes make the baseline a point; 0 without one.
    pub(crate) fn changes(&self, point: &Point) -> usize {
        self.baseline.as_ref().map_or(0, |baseline| self.space.changes(baseline, point))
    }
}
