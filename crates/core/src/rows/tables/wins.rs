//! Wins by seat, place and strategy.

use super::parts::{CellKey, Judged};
use crate::game::Aim;
use crate::rows::columns::rows;
use crate::rows::{Method, Names, Often};

rows! {
    /// Wins compared with a fair share.
    pub struct ShareOfWins {
        /// how many blocks
        pub blocks: u64,
        /// how many games; a game counts once for each seat that is held in it
        pub games: u128,
        /// games cut by max_turns among them
        pub unfinished: u128,
        /// wins in 840ths; a shared win counts as its share
        pub wins_840: u128,
        /// sum over blocks of the square of wins_840
        pub wins_840_squares: u128,
        /// wins a game; a game without a winner is no win
        pub win_rate: Option<f64>,
        /// lower end of its interval
        pub win_rate_low: Option<f64>,
        /// upper end
        pub win_rate_high: Option<f64>,
        /// how the interval was made
        pub interval: Option<Method>,
        /// the share of games with a winner, divided by the number of players
        pub fair_share: f64,
        /// win rate minus fair share
        pub advantage: Option<f64>,
        /// lower end of its interval
        pub advantage_low: Option<f64>,
        /// upper end
        pub advantage_high: Option<f64>,
        /// the verdict about the advantage
        pub judged: Judged,
    }

    /// Win rate and score of each strategy in each seat. A shared win counts as its share (in
    /// 840ths), a game without a winner as no win.
    pub struct SeatRow in "seats.csv" {
        /// where
        pub cell: CellKey,
        /// the seat, from 0
        pub seat: usize,
        /// the strategy
        pub strategy: String,
        /// how many games
        pub games: u128,
        /// games cut by max_turns
        pub unfinished: u64,
        /// wins in 840ths
        pub wins_840: u128,
        /// sum of scores
        pub score_sum: i128,
        /// sum of their squares
        pub score_squares: u128,
        /// wins a game
        pub win_rate: Option<f64>,
        /// lower end of its interval
        pub win_rate_low: Option<f64>,
        /// upper end
        pub win_rate_high: Option<f64>,
        /// how the interval was made
        pub interval: Method,
        /// mean score
        pub score_mean: Option<f64>,
        /// standard deviation of scores
        pub score_sd: Option<f64>,
    }

    /// How one player alone does, or a team of all players, who win and lose together: the share of
    /// games that are won, and the scores. No player has an opponent there, so that other tables
    /// have no verdicts about shares of wins.
    pub struct OneSideRow in "one_side.csv" {
        /// where
        pub cell: CellKey,
        /// how many blocks
        pub blocks: u64,
        /// how many games
        pub games: u64,
        /// games cut by max_turns among them
        pub unfinished: u64,
        /// games that were lost by all
        pub lost: u64,
        /// the share of games that were won
        pub win_rate: Option<f64>,
        /// lower end of its interval
        pub win_rate_low: Option<f64>,
        /// upper end
        pub win_rate_high: Option<f64>,
        /// mean score of a seat
        pub score_mean: Option<f64>,
        /// lower end of its interval; of a team whose seats have different scores, it is wider than
        /// it must be
        pub score_low: Option<f64>,
        /// upper end
        pub score_high: Option<f64>,
        /// what the players want: wins, or a good score
        pub aim: Aim,
        /// whether the lowest score is best
        pub lowest_wins: bool,
    }

    /// Win rate of the player who takes the first decision, compared with the fair share.
    pub struct FirstPlayerRow in "first_player.csv" {
        /// where
        pub cell: CellKey,
        /// the wins
        pub share: ShareOfWins,
    }

    /// Win rate of each seat over all arrangements, so that every strategy sat in it equally often,
    /// compared with the fair share.
    pub struct SeatBalanceRow in "seat_balance.csv" {
        /// where
        pub cell: CellKey,
        /// the seat, from 0
        pub seat: usize,
        /// whether it takes the first decision: always, sometimes or never
        pub goes_first: Often,
        /// the wins
        pub share: ShareOfWins,
    }

    /// Win rate of each place after the first player, in turn order, over all arrangements,
    /// compared with the fair share. Place 1 acts just after the player who takes the first
    /// decision; first_player.csv has that player itself.
    pub struct PlaceRow in "places.csv" {
        /// where
        pub cell: CellKey,
        /// how many places after the first player, from 1
        pub place: usize,
        /// the wins
        pub share: ShareOfWins,
    }

    /// Win rate of each strategy, seats and neighbours balanced: every arrangement of the
    /// strategies over the seats is played with the same cards (at tables with more than 24, random
    /// ones). A game counts once for each seat that the strategy holds.
    pub struct StrategyRow in "strategies.csv" {
        /// where
        pub cell: CellKey,
        /// the strategy
        pub strategy: String,
        /// the wins
        pub share: ShareOfWins,
    }

    /// Which strategy does best as one player, while the others at the table stay the same: its win
    /// rate there, and the difference from the last one's, on the same blocks. Seats and neighbours
    /// are balanced. If the others also play a strategy, its win rate is the average over its
    /// seats. A game without a winner counts as shared by all.
    pub struct InPlaceRow in "in_place.csv" {
        /// where
        pub cell: CellKey,
        /// the strategies of the others, with commas between them
        pub others: Names,
        /// the strategy of the one player
        pub strategy: String,
        /// how many blocks
        pub blocks: u64,
        /// how often it wins there
        pub win_rate: Option<f64>,
        /// lower end of its interval; empty where all players use the same strategy, which fixes
        /// the rate
        pub win_rate_low: Option<f64>,
        /// upper end
        pub win_rate_high: Option<f64>,
        /// the strategy that it is compared with; empty for this one itself
        pub compared_with: Option<String>,
        /// how much more often it wins there than the compared one
        pub difference: Option<f64>,
        /// lower end of its interval
        pub difference_low: Option<f64>,
        /// upper end
        pub difference_high: Option<f64>,
        /// how the interval of the difference was made
        pub interval: Option<Method>,
        /// the verdict about the difference
        pub judged: Judged,
    }

    /// The cost of never taking a kind of action: one player avoids it where another action is
    /// legal, and sits among unrestricted players of the same strategy, in every seat in turn.
    /// Asked for with restricted under [play]; kinds that the strategy never chose, or never with a
    /// choice of another kind, are left out.
    pub struct RestrictedRow in "restricted.csv" {
        /// where; the line-up is played for this table alone
        pub cell: CellKey,
        /// the strategy
        pub strategy: String,
        /// the kind of action that one player avoids
        pub kind: String,
        /// counted decisions in which this player could have taken it, and took another action;
        /// counted as in decisions.csv
        pub avoided: u64,
        /// how often the unrestricted players chose the kind in their counted decisions
        pub chosen: u64,
        /// how many blocks
        pub blocks: u64,
        /// how many games
        pub games: u128,
        /// games cut by max_turns among them
        pub unfinished: u128,
        /// wins in 840ths of the restricted player
        pub wins_840: u128,
        /// sum over blocks of the square of wins_840
        pub wins_840_squares: u128,
        /// wins a game; a game without a winner is no win
        pub win_rate: Option<f64>,
        /// lower end of its interval
        pub win_rate_low: Option<f64>,
        /// upper end
        pub win_rate_high: Option<f64>,
        /// how the interval was made
        pub interval: Option<Method>,
        /// the share of games with a winner, divided by the number of players
        pub fair_share: f64,
        /// fair share minus win rate
        pub cost: Option<f64>,
        /// lower end of its interval
        pub cost_low: Option<f64>,
        /// upper end
        pub cost_high: Option<f64>,
        /// the verdict about the cost: needed beyond the tolerance, not needed within it, better
        /// without where it is a gain
        pub judged: Judged,
    }
}
