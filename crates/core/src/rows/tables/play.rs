//! How a game plays, where an experiment asks for it.

use super::parts::CellKey;
use crate::rows::columns::rows;
use crate::rows::{Against, Method};

rows! {
    /// An average over blocks, as the whole numbers that it is made of.
    pub struct BlockAverage {
        /// how many blocks
        pub blocks: u64,
        /// over how many games or decisions
        pub among: u128,
        /// sum of what is averaged
        pub sum: i128,
        /// sum over blocks of its square
        pub sum_squares: i128,
        /// sum over blocks of sum times among
        pub sum_by_among: i128,
        /// sum over blocks of the square of among
        pub among_squares: u128,
        /// so much of the sum is one of the unit
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
        /// what is measured
        pub measure: String,
        /// what it is about: a kind of action, a tolerance, or nothing in particular
        pub subject: String,
        /// in what it is measured
        pub unit: String,
        /// over what it is averaged: games or decisions
        pub over: String,
        /// the average
        pub average: BlockAverage,
    }

    /// How the game plays in the course of a game: the measures of play.csv that are taken of
    /// single decisions, by tenth of the decisions of a game.
    pub struct PlayCourseRow in "play_course.csv" {
        /// where
        pub cell: CellKey,
        /// what is measured
        pub measure: String,
        /// what it is about: a kind of action, a tolerance, or nothing in particular
        pub subject: String,
        /// in what it is measured
        pub unit: String,
        /// the tenth of the game, from 1
        pub tenth: usize,
        /// the average over the decisions in it
        pub average: BlockAverage,
    }

    /// Are the chances of winning what they are said to be? The positions in which a seat is to
    /// decide, by what its chance is said to be: one half of the rollouts puts a position into a
    /// band, the other half says the chance, and the game says whether it was won.
    pub struct ChanceRow in "chances.csv" {
        /// where
        pub cell: CellKey,
        /// from this chance
        pub band_low: f64,
        /// up to this one
        pub band_high: f64,
        /// how many blocks
        pub blocks: u64,
        /// how many positions are in the band
        pub positions: u128,
        /// sum of the chances that they were said to have, in 840ths of a win of each rollout
        pub said_840: u128,
        /// rollouts that say a chance
        pub rollouts: u32,
        /// wins of the seats that decided, in 840ths
        pub wins_840: u128,
        /// sum over blocks of its square
        pub wins_840_squares: u128,
        /// sum over blocks of wins_840 times positions
        pub wins_840_by_positions: u128,
        /// sum over blocks of the square of positions
        pub positions_squares: u128,
        /// the mean chance that they were said to have
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

    /// What goes with a card, and what it is worth, where an experiment asks for it with `[play]`:
    /// the win rate of seats to which something happened with a card against that of others.
    /// docs/play.md says how to read them. A shared win counts as its share (in 840ths), an
    /// unfinished game is nobody's win.
    pub struct CardRow in "cards.csv" {
        /// where
        pub cell: CellKey,
        /// whose cards
        pub strategy: String,
        /// the card, or what is told like one: a rank, a combination
        pub card: String,
        /// what happened to it: "dealt" in every game, and more as the game tells
        pub event: String,
        /// against what: "without" are the seats to which it did not happen; "exchanged" are the
        /// same seats in the same games, but that a random other card was dealt in its place
        pub against: Against,
        /// how many blocks
        pub blocks: u64,
        /// those of them in which both sides differ
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
        /// how many seats it is held against
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
        /// wins a game of the others
        pub other_win_rate: Option<f64>,
        /// win_rate less other_win_rate: with "exchanged", what it is worth to be dealt the card
        /// and not another one
        pub estimate: Option<f64>,
        /// lower end of its interval
        pub low: Option<f64>,
        /// upper end
        pub high: Option<f64>,
        /// how the interval was made; empty where too few blocks have such games
        pub interval: Option<Method>,
    }
}
