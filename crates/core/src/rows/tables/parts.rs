//! The parts that rows of several tables share: the cell, and the verdict.

use crate::rows::columns::rows;
use crate::rows::{Correction, Family, Verdict};

rows! {
    /// One variant and one line-up.
    pub struct CellKey {
        /// the game
        pub game: String,
        /// the variant of the rules
        pub variant: String,
        /// the line-up
        pub lineup: String,
        /// the number of players
        pub players: usize,
    }

    /// An effect that is judged: its p-values, corrected for all others of its family, and the
    /// verdict.
    pub struct Judged {
        /// p-value of "no effect": small where there is an effect, however small
        pub p: Option<f64>,
        /// the same, corrected for all effects of its family
        pub p_adjusted: Option<f64>,
        /// p-value of an effect at the nearer bound of the tolerance: small where it is clear on
        /// which side of the bound the effect lies
        pub p_bound: Option<f64>,
        /// the same, corrected for all effects of its family: the verdict is settled where it is at
        /// most 1 minus the confidence
        pub p_bound_adjusted: Option<f64>,
        /// how p-values are corrected: Holm, or Benjamini-Hochberg in a sweep
        pub correction: Correction,
        /// whether it belongs to what the experiment asks, or to everything else
        pub family: Family = default,
        /// how many effects of the family were tested
        pub family_size: usize,
        /// an effect up to this does not matter
        pub tolerance: f64,
        /// the verdict
        pub verdict: Option<Verdict>,
        /// the forecast number of further blocks that settle it, in four cases of five; empty where
        /// it is settled, or where no reasonable number would
        pub blocks_needed: Option<u64>,
    }
}
