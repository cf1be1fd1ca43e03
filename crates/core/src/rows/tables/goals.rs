//! Rows about the designer's goals and their verdicts.

use super::parts::{CellKey, Judged};
use crate::rows::columns::rows;
use crate::rows::{Point, Verdict};

rows! {
    /// What the designer wants ([goal] of the experiment), judged for each variant and line-up. A
    /// goal is met where the interval lies within its bounds widened by the tolerance, missed where
    /// all of it lies beyond them, and not settled otherwise.
    pub struct GoalRow in "goals.csv" {
        /// where
        pub cell: CellKey,
        /// the goal, as the experiment names it
        pub goal: String,
        /// what it is about: a seat, a strategy, a unit of length, a reason to end, or nothing in
        /// particular
        pub subject: String,
        /// how much it counts beside other goals
        pub weight: f64,
        /// how many blocks
        pub blocks: u64,
        /// its value
        pub estimate: Option<f64>,
        /// lower end of its interval
        pub low: Option<f64>,
        /// upper end
        pub high: Option<f64>,
        /// the value is to be this or more
        pub at_least: Option<f64>,
        /// the value is to be this or less
        pub at_most: Option<f64>,
        /// where a bound is the baseline's value: value minus that of the baseline, on the same
        /// blocks; as a share of the baseline's value for lengths and scores
        pub difference: Option<f64>,
        /// lower end of its interval
        pub difference_low: Option<f64>,
        /// upper end
        pub difference_high: Option<f64>,
        /// how far the value lies beyond its bounds, in tolerances; 0 within them
        pub beyond: Option<f64>,
        /// the verdict; the tolerance is a share of the bound for lengths and scores
        pub judged: Judged,
    }

    /// What the designer wants of rules that a search chose, before and after a strategy adapted to
    /// them: its weights were tuned by these rules. Both are judged on the same shuffles, which
    /// neither search has seen. A bound that is relative to the baseline is about the same players.
    pub struct AdaptedRow in "adapted.csv" {
        /// the strategy that adapted; it has this name in line-ups, before and after
        pub adapted: String,
        /// the goal, judged in the games of players who adapted: the same columns as goals.csv
        pub after: GoalRow,
        /// the value before
        pub before: Option<f64>,
        /// lower end of its interval
        pub before_low: Option<f64>,
        /// upper end
        pub before_high: Option<f64>,
        /// how far it lay beyond its bounds, in tolerances
        pub before_beyond: Option<f64>,
        /// the verdict before
        pub before_verdict: Option<Verdict>,
    }

    /// Rules that were searched for to meet the goals: those that were confirmed on shuffles that
    /// the search has not seen, the proposal first, and all others that cannot be told apart from
    /// the best.
    pub struct TuneRow in "tune.csv" {
        /// the game
        pub game: String,
        /// the rules: a variant of the other tables, where they were confirmed
        pub variant: String,
        /// whether these rules are proposed
        pub proposed: bool,
        /// how many knobs differ from the designer's rules
        pub changes: usize,
        /// whether the loss comes from shuffles that the search has not seen
        pub confirmed: bool,
        /// how many blocks it comes from
        pub blocks: u64,
        /// how far the rules are from the goals, in tolerances: the weighted sum over goals of how
        /// far the line-up that is furthest from each lies beyond its bounds, without the bias by
        /// chance; a search prefers what looks good, so the loss of rules that were not confirmed
        /// is no estimate; by chance it can be a little below 0
        pub loss: Option<f64>,
        /// lower end of its interval, which holds for all confirmed rules together
        pub loss_low: Option<f64>,
        /// upper end
        pub loss_high: Option<f64>,
        /// whether the rules cannot be told apart from the best of those that were tried
        pub alike: bool,
        /// how many rules were tried
        pub tried: u64,
        /// the proposal's loss is at most this much greater than the least loss of all rules that
        /// were tried, with the confidence of the run
        pub within: Option<f64>,
        /// what was asked to be as good as the best, in tolerances
        pub delta: f64,
    }

    /// All rules that a search tried, goal by goal: how far they are from it by all that was played
    /// of them. A search looks most closely at what looks good, so these are no estimates to
    /// report; tune.csv has what was confirmed.
    pub struct TriedRow in "tried.csv" {
        /// the game
        pub game: String,
        /// the rules
        pub variant: String,
        /// each knob of the search with its value
        pub point: Point,
        /// the goal
        pub goal: String,
        /// how many blocks were played
        pub blocks: u64,
        /// how far the value of the line-up that is furthest from the goal lies beyond its bounds,
        /// in tolerances
        pub beyond: f64,
        /// whether no other rules that were tried are as close to every goal and closer to one
        pub front: bool,
    }

    /// What each goal depends on: for each knob of a search, the share of the variance of the
    /// goal's distances that its values explain by themselves, over rules that fill the box evenly.
    pub struct TriedKnobRow in "tried_knobs.csv" {
        /// the game
        pub game: String,
        /// the goal
        pub goal: String,
        /// the knob
        pub knob: String,
        /// how many rules it comes from
        pub rules: usize,
        /// the share of the variance, 0 to 1, adjusted for the number of values
        pub share: Option<f64>,
    }
}
