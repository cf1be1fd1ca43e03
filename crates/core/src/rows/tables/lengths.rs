//! The length of games.

use super::parts::CellKey;
use crate::rows::columns::rows;

rows! {
    /// Length of a game in each unit: mean, sd, min and max over the games that ended; percentiles
    /// over all games, where unfinished games count as longer than any other (empty where a
    /// percentile falls among them).
    pub struct LengthRow in "lengths.csv" {
        /// where
        pub cell: CellKey,
        /// the unit
        pub unit: String,
        /// how many games
        pub games: u64,
        /// games that ended
        pub finished: u64,
        /// games cut by max_turns
        pub unfinished: u64,
        /// sum of the lengths that ended
        pub sum: i128,
        /// sum of their squares
        pub squares: u128,
        /// their mean
        pub mean: Option<f64>,
        /// their standard deviation
        pub sd: Option<f64>,
        /// the shortest
        pub min: Option<u64>,
        /// 5 % of games are at most this long
        pub p05: Option<u64>,
        /// 25 %
        pub p25: Option<u64>,
        /// half
        pub p50: Option<u64>,
        /// 75 %
        pub p75: Option<u64>,
        /// 95 %
        pub p95: Option<u64>,
        /// 99 %
        pub p99: Option<u64>,
        /// the longest
        pub max: Option<u64>,
    }

    /// How many games had each length.
    pub struct LengthHistogramRow in "length_histogram.csv" {
        /// where
        pub cell: CellKey,
        /// the unit
        pub unit: String,
        /// the length
        pub length: u64,
        /// how many games
        pub games: u64,
        /// those that ended
        pub finished: u64,
        /// those cut by max_turns
        pub unfinished: u64,
    }

    /// For each strategy and kind of action, the legal and the chosen actions; counted in the first
    /// 256 blocks and every 32nd after them.
    pub struct DecisionRow in "decisions.csv" {
        /// where
        pub cell: CellKey,
        /// the strategy
        pub strategy: String,
        /// the kind of action
        pub kind: String,
        /// games in which decisions were counted
        pub games: u64,
        /// decisions in which an action of the kind was legal
        pub decisions: u64,
        /// legal actions of the kind in all of them
        pub legal_sum: u64,
        /// decisions in which it was the only legal action
        pub forced: u64,
        /// how often the kind was chosen
        pub chosen: u64,
    }
}
