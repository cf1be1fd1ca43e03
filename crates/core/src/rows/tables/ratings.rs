//! The strength of strategies.

use super::parts::Judged;
use crate::rows::Verdict;
use crate::rows::columns::rows;

rows! {
    /// For a ladder: each strategy's rating on the Elo scale, 0 on average (400 points are ten wins
    /// to one), fitted to all games at once. The model is Bradley and Terry's: of the two strategies
    /// at a table, each wins in proportion to its strength.
    pub struct RatingRow in "ratings.csv" {
        /// the game
        pub game: String,
        /// the variant of the rules
        pub variant: String,
        /// the number of players
        pub players: usize,
        /// the strategy
        pub strategy: String,
        /// how many blocks
        pub blocks: u64,
        /// its rating
        pub elo: f64,
        /// lower end of its interval
        pub elo_low: Option<f64>,
        /// upper end
        pub elo_high: Option<f64>,
        /// its standard error over blocks
        pub standard_error: Option<f64>,
    }

    /// For a ladder, for each strategy and opponent, over the games in which both sat: the strategy's
    /// share of the wins of both (in games for two that finished, its win rate; a shared win is
    /// split), the share that their ratings predict, and the distance of the ratings on the Elo
    /// scale.
    pub struct PairRow in "pairs.csv" {
        /// the game
        pub game: String,
        /// the variant of the rules
        pub variant: String,
        /// the number of players
        pub players: usize,
        /// the strategy
        pub strategy: String,
        /// the opponent
        pub opponent: String,
        /// how many blocks
        pub blocks: u64,
        /// how many games
        pub games: u128,
        /// wins of the strategy in 840ths
        pub wins_840: u128,
        /// wins of the opponent in 840ths
        pub opponent_wins_840: u128,
        /// the first divided by the sum of both
        pub win_rate: Option<f64>,
        /// lower end of its interval
        pub win_rate_low: Option<f64>,
        /// upper end
        pub win_rate_high: Option<f64>,
        /// the same as predicted by the ratings
        pub expected_win_rate: Option<f64>,
        /// the difference of the ratings
        pub elo_difference: Option<f64>,
        /// lower end of its interval
        pub elo_low: Option<f64>,
        /// upper end
        pub elo_high: Option<f64>,
        /// its standard error
        pub elo_standard_error: Option<f64>,
        /// the verdict about the win rate, compared with a half
        pub judged: Judged,
    }

    /// For a ladder, the weakest strategy first: its rating, how often it beats the strategy on the
    /// rung below, and the character of games among players of its kind.
    pub struct LadderRow in "ladder.csv" {
        /// the game
        pub game: String,
        /// the variant of the rules
        pub variant: String,
        /// the number of players
        pub players: usize,
        /// the rung, from 1
        pub rung: usize,
        /// the strategy
        pub strategy: String,
        /// how many blocks
        pub blocks: u64,
        /// its rating
        pub elo: Option<f64>,
        /// lower end of its interval
        pub elo_low: Option<f64>,
        /// upper end
        pub elo_high: Option<f64>,
        /// the strategy on the rung below
        pub below: Option<String>,
        /// how often it beats the strategy below; at tables for three or more, how often one player
        /// of it wins among players of the strategy below
        pub win_rate_over_below: Option<f64>,
        /// lower end of its interval
        pub win_rate_low: Option<f64>,
        /// upper end
        pub win_rate_high: Option<f64>,
        /// the verdict about this win rate
        pub win_rate_verdict: Option<Verdict>,
        /// how often a search beats it that knows that all other players use it; at tables for
        /// three or more, how often one such search wins among players of its kind: a lower bound
        /// on how much better play can be
        pub exploiter_win_rate: Option<f64>,
        /// lower end of its interval
        pub exploiter_low: Option<f64>,
        /// upper end
        pub exploiter_high: Option<f64>,
        /// how often the first player wins among players of its kind
        pub first_player_win_rate: Option<f64>,
        /// lower end of its interval
        pub first_player_low: Option<f64>,
        /// upper end
        pub first_player_high: Option<f64>,
        /// the verdict about the first player
        pub first_player_verdict: Option<Verdict>,
        /// the unit of length
        pub length_unit: String,
        /// mean length of games among players of its kind
        pub length_mean: Option<f64>,
        /// standard deviation
        pub length_sd: Option<f64>,
        /// how often the winner came from behind
        pub comeback_rate: Option<f64>,
        /// lower end of its interval
        pub comeback_low: Option<f64>,
        /// upper end
        pub comeback_high: Option<f64>,
    }
}
