//! Variants of the rules, and comparisons between them.

use super::parts::{CellKey, Judged};
use crate::rows::columns::rows;
use crate::rows::{KnobValue, Method, Point, Verdict};

rows! {
    /// The knobs of every variant.
    pub struct VariantRow in "variants.csv" {
        /// the game
        pub game: String,
        /// the variant
        pub variant: String,
        /// a knob of the rules
        pub knob: String,
        /// its value
        pub value: KnobValue,
        /// whether it is the default
        pub default: bool,
    }

    /// Every variant compared with the baseline, line-up by line-up and quantity by quantity, on
    /// the same blocks. Lengths are judged by their relative difference.
    pub struct ComparisonRow in "comparisons.csv" {
        /// where
        pub cell: CellKey,
        /// the variant that it is compared with
        pub baseline: String,
        /// the quantity
        pub quantity: String,
        /// what it is about: a strategy, a unit of length, a reason to end, or nothing in
        /// particular
        pub subject: String,
        /// how many blocks
        pub blocks: u64,
        /// blocks that differ at all
        pub changed_blocks: Option<u64>,
        /// whether all games ended, under both
        pub all_ended: bool,
        /// value under the baseline
        pub baseline_value: Option<f64>,
        /// value under the variant
        pub variant_value: Option<f64>,
        /// the second minus the first
        pub difference: Option<f64>,
        /// lower end of its interval
        pub difference_low: Option<f64>,
        /// upper end
        pub difference_high: Option<f64>,
        /// how the interval was made
        pub interval: Option<Method>,
        /// the difference as a share of the baseline's value
        pub relative_difference: Option<f64>,
        /// lower end of its interval
        pub relative_low: Option<f64>,
        /// upper end
        pub relative_high: Option<f64>,
        /// the verdict about the difference
        pub judged: Judged,
        /// how many times as many blocks two runs with separate cards would have needed
        pub variance_ratio: Option<f64>,
    }

    /// The whole numbers from which comparisons.csv is computed: sums over blocks of points and
    /// games, of their squares and products.
    pub struct ComparisonSumsRow in "comparison_sums.csv" {
        /// where
        pub cell: CellKey,
        /// the variant that it is compared with
        pub baseline: String,
        /// the quantity
        pub quantity: String,
        /// what it is about
        pub subject: String,
        /// how many blocks
        pub blocks: u64,
        /// blocks that differ at all
        pub changed_blocks: u64,
        /// points of the variant
        pub variant_points: i128,
        /// points of the baseline
        pub baseline_points: i128,
        /// squares of the variant's points
        pub variant_squares: u128,
        /// squares of the baseline's points
        pub baseline_squares: u128,
        /// points of both
        pub products: i128,
        /// games of the variant; empty where all blocks have the same number
        pub variant_games: Option<u128>,
        /// games of the baseline
        pub baseline_games: Option<u128>,
        /// squares of the variant's games
        pub variant_games_squares: Option<u128>,
        /// squares of the baseline's games
        pub baseline_games_squares: Option<u128>,
        /// games of both
        pub games_products: Option<u128>,
        /// the variant's points by its games
        pub variant_points_by_games: Option<u128>,
        /// the baseline's points by its games
        pub baseline_points_by_games: Option<u128>,
        /// the variant's points by the baseline's games
        pub variant_points_by_baseline_games: Option<u128>,
        /// the baseline's points by the variant's games
        pub baseline_points_by_variant_games: Option<u128>,
    }

    /// Each quantity at each point of a sweep, with its own interval, and the difference from the
    /// baseline: a curve for each line-up and quantity. The knobs of each point are in
    /// variants.csv.
    pub struct SweepRow in "sweep.csv" {
        /// where
        pub cell: CellKey,
        /// the point: each knob with its value
        pub point: Point,
        /// the quantity
        pub quantity: String,
        /// what it is about
        pub subject: String,
        /// how many blocks
        pub blocks: u64,
        /// its value
        pub estimate: Option<f64>,
        /// lower end of its interval
        pub low: Option<f64>,
        /// upper end
        pub high: Option<f64>,
        /// value minus the baseline's
        pub difference: Option<f64>,
        /// lower end of its interval
        pub difference_low: Option<f64>,
        /// upper end
        pub difference_high: Option<f64>,
        /// the verdict about the difference
        pub verdict: Option<Verdict>,
    }

    /// Which knob matters, over the box of `[sensitivity]`: the share of a quantity's variation
    /// that a knob explains by itself, and together with its interactions with other knobs (a share
    /// below 0 or above 1 is noise: more samples help); and the change of the quantity where the
    /// knob alone is turned. A step goes from the lower to the higher number, from false to true,
    /// and for other knobs from a value to one listed after it.
    pub struct SensitivityRow in "sensitivity.csv" {
        /// the game
        pub game: String,
        /// the line-up
        pub lineup: String,
        /// the number of players
        pub players: usize,
        /// the quantity
        pub quantity: String,
        /// what it is about
        pub subject: String,
        /// the knob
        pub knob: String,
        /// points in each sample
        pub samples: usize,
        /// how many blocks
        pub blocks: u64,
        /// groups of blocks
        pub groups: usize,
        /// share of the variation that the knob explains by itself
        pub first_order: Option<f64>,
        /// lower end of its interval
        pub first_order_low: Option<f64>,
        /// upper end
        pub first_order_high: Option<f64>,
        /// the same with its interactions with other knobs
        pub total: Option<f64>,
        /// lower end of its interval
        pub total_low: Option<f64>,
        /// upper end
        pub total_high: Option<f64>,
        /// what turning it up means
        pub turned: String,
        /// mean change where it is turned up
        pub effect: Option<f64>,
        /// lower end of its interval
        pub effect_low: Option<f64>,
        /// upper end
        pub effect_high: Option<f64>,
        /// mean absolute change; noise makes it larger
        pub effect_size: Option<f64>,
        /// spread of the change
        pub effect_sd: Option<f64>,
        /// over how many steps
        pub steps: usize,
    }
}
