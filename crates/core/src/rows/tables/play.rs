//! How a game plays, if an experiment asks for it.

use super::parts::CellKey;
use crate::rows::columns::rows;
use crate::rows::{Against, ChanceView, Method};

rows! {
    /// An average over blocks, with the whole numbers from which it is computed.
    pub struct BlockAverage {
        /// how many blocks
        pub blocks: u64,
        /// the number of games or decisions
        pub among: u128,
        /// sum of the values
        pub sum: i128,
        /// sum over blocks of its square
        pub sum_squares: i128,
        /// sum over blocks of sum times among
        pub sum_by_among: i128,
        /// sum over blocks of the square of among
        pub among_squares: u128,
        /// this part of the sum is one unit
        pub scale: u64,
        /// sum divided by among and scale
        pub estimate: Option<f64>,
        /// lower end of its interval
        pub low: Option<f64>,
        /// upper end
        pub high: Option<f64>,
        /// how the interval was made
        pub interval: Option<Method>,
    }

    /// How the game plays, where an experiment asks for it with `[play]`: averages over games or
    /// decisions. docs/play.md defines each measure.
    pub struct PlayRow in "play.csv" {
        /// where
        pub cell: CellKey,
        /// the measure
        pub measure: String,
        /// what it is about: a kind of action, a tolerance, or nothing in particular
        pub subject: String,
        /// the unit
        pub unit: String,
        /// what it is averaged over: games or decisions
        pub over: String,
        /// the average
        pub average: BlockAverage,
    }

    /// How the game plays over the course of a game: the measures of play.csv that are taken from
    /// single decisions, by tenth of the decisions of a game.
    pub struct PlayCourseRow in "play_course.csv" {
        /// where
        pub cell: CellKey,
        /// the measure
        pub measure: String,
        /// what it is about: a kind of action, a tolerance, or nothing in particular
        pub subject: String,
        /// the unit
        pub unit: String,
        /// the tenth of the game, from 1
        pub tenth: usize,
        /// the average over the decisions in it
        pub average: BlockAverage,
    }

    /// Whether the estimated chances of winning can be trusted: the positions in which a seat
    /// decides, by its estimated chance. One half of the rollouts puts a position into a band, the
    /// other half estimates the chance, and the game says whether it was won.
    pub struct ChanceRow in "chances.csv" {
        /// where
        pub cell: CellKey,
        /// whose knowledge the chance is estimated from: "spectator" sees all hands, "seat" is the
        /// seat that decides
        pub view: ChanceView,
        /// from this chance
        pub band_low: f64,
        /// up to this one
        pub band_high: f64,
        /// how many blocks
        pub blocks: u64,
        /// how many positions are in the band
        pub positions: u128,
        /// sum of their estimated chances, in 840ths of a win of each rollout
        pub said_840: u128,
        /// rollouts that estimate a chance
        pub rollouts: u32,
        /// wins of the seats that decided, in 840ths
        pub wins_840: u128,
        /// sum over blocks of its square
        pub wins_840_squares: u128,
        /// sum over blocks of wins_840 times positions
        pub wins_840_by_positions: u128,
        /// sum over blocks of the square of positions
        pub positions_squares: u128,
        /// the mean of their estimated chances
        pub said: Option<f64>,
        /// the share of them that was won
        pub won: Option<f64>,
        /// lower end of its interval
        pub won_low: Option<f64>,
        /// upper end
        pub won_high: Option<f64>,
        /// how the interval was made
        pub interval: Option<Method>,
    }

    /// The value of a card, where an experiment asks for it with `[play]`: the win rate of seats to
    /// which something happened with a card, compared with that of others. docs/play.md says how to
    /// read them. A shared win counts as its share (in 840ths), an unfinished game as no win.
    pub struct CardRow in "cards.csv" {
        /// where
        pub cell: CellKey,
        /// the strategy whose cards are counted
        pub strategy: String,
        /// the card, or what is counted like one: a rank, a combination
        pub card: String,
        /// what happened to it: "dealt" in every game, and more in some games
        pub event: String,
        /// the comparison: "without" are the seats to which it did not happen; "exchanged" are the
        /// same seats in the same games, with a random other card dealt instead
        pub against: Against,
        /// how many blocks
        pub blocks: u64,
        /// blocks in which both sides differ
        pub changed_blocks: u64,
        /// how many seats in games (or in parts of games that are won, such as deals) it happened
        /// to
        pub games: u128,
        /// their wins in 840ths
        pub wins_840: u128,
        /// sum over blocks of the square of wins_840
        pub wins_840_squares: u128,
        /// sum over blocks of wins_840 times games
        pub wins_840_by_games: u128,
        /// sum over blocks of the square of games
        pub games_squares: u128,
        /// how many seats are compared with them
        pub other_games: u128,
        /// their wins in 840ths
        pub other_wins_840: u128,
        /// sum over blocks of the square of other_wins_840
        pub other_wins_840_squares: u128,
        /// sum over blocks of other_wins_840 times other_games
        pub other_wins_840_by_games: u128,
        /// sum over blocks of the square of other_games
        pub other_games_squares: u128,
        /// sum over blocks of wins_840 times other_wins_840
        pub products: u128,
        /// sum over blocks of wins_840 times other_games
        pub wins_840_by_other_games: u128,
        /// sum over blocks of games times other_wins_840
        pub games_by_other_wins_840: u128,
        /// sum over blocks of games times other_games
        pub games_products: u128,
        /// wins a game
        pub win_rate: Option<f64>,
        /// wins a game of the compared seats
        pub other_win_rate: Option<f64>,
        /// win_rate minus other_win_rate: with "exchanged", the value of being dealt the card
        /// instead of another one
        pub estimate: Option<f64>,
        /// lower end of its interval
        pub low: Option<f64>,
        /// upper end
        pub high: Option<f64>,
        /// how the interval was made; empty where too few blocks have such games
        pub interval: Option<Method>,
    }
}
