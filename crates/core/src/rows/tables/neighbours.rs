//! The effect of neighbours.

use super::parts::{CellKey, Judged};
use crate::rows::columns::rows;
use crate::rows::{Between, Method, Position};

rows! {
    /// Win rate of a strategy by the players who act before and after it, seats balanced; at tables
    /// for three and more with different strategies.
    pub struct NeighbourRow in "neighbours.csv" {
        /// where
        pub cell: CellKey,
        /// the strategy
        pub strategy: String,
        /// the strategy that acts before it
        pub before: String,
        /// the strategy that acts after it
        pub after: String,
        /// blocks in which this occurred
        pub blocks: u64,
        /// games
        pub games: u128,
        /// sum over blocks of the square of games
        pub games_squares: u128,
        /// wins in 840ths
        pub wins_840: u128,
        /// sum over blocks of their square
        pub wins_840_squares: u128,
        /// sum over blocks of wins_840 times games
        pub wins_840_by_games: u128,
        /// wins a game
        pub win_rate: Option<f64>,
        /// lower end of its interval
        pub win_rate_low: Option<f64>,
        /// upper end
        pub win_rate_high: Option<f64>,
        /// how the interval was made
        pub interval: Option<Method>,
    }

    /// The effect of sitting just before, or just after, a player of some strategy: the win rate of
    /// the seats there, and of the same strategies in other places.
    pub struct NeighbourEffectRow in "neighbour_effects.csv" {
        /// where
        pub cell: CellKey,
        /// just before or just after the neighbour
        pub position: Position,
        /// the neighbour's strategy
        pub neighbour: String,
        /// how many blocks
        pub blocks: u64,
        /// win rate of the seats there
        pub win_rate: f64,
        /// win rate of the same strategies elsewhere
        pub win_rate_elsewhere: f64,
        /// the first minus the second
        pub difference: f64,
        /// lower end of its interval
        pub difference_low: Option<f64>,
        /// upper end
        pub difference_high: Option<f64>,
        /// how the interval was made
        pub interval: Option<Method>,
        /// the verdict about the difference
        pub judged: Judged,
    }

    /// How much neighbours matter: the variance of win rates between the orders around the table
    /// (where blocks draw their arrangements: between neighbourhoods), minus the part due to noise,
    /// so that it can fall below 0 by luck. The verdict is about its square root, in points of win
    /// rate.
    pub struct NeighbourSpreadRow in "neighbour_spread.csv" {
        /// where
        pub cell: CellKey,
        /// what differs: orders or neighbourhoods
        pub between: Between,
        /// how many orders there are
        pub orders: Option<usize>,
        /// how many blocks
        pub blocks: u64,
        /// variance of win rates
        pub variance: Option<f64>,
        /// lower end of its interval
        pub variance_low: Option<f64>,
        /// upper end
        pub variance_high: Option<f64>,
        /// its square root
        pub standard_deviation: Option<f64>,
        /// lower end of its interval
        pub standard_deviation_low: Option<f64>,
        /// upper end
        pub standard_deviation_high: Option<f64>,
        /// how the interval was made
        pub interval: Option<Method>,
        /// the verdict about the standard deviation
        pub judged: Judged,
    }
}
