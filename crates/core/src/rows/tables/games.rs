//! The character of games: how they end, how much of them is luck, and which are odd.

use super::parts::CellKey;
use crate::rows::columns::rows;
use crate::rows::{Method, Pick, Source};

rows! {
    /// How often something happens: forced decisions, unfinished games, shared wins, each way to
    /// end, comebacks; with the first game in which it happened, which `fairdeal show --from` shows
    /// with `--block` and `--arrangement`. Means that have no table of their own are here as well.
    pub struct ShareRow in "shares.csv" {
        /// where
        pub cell: CellKey,
        /// what happens
        pub quantity: String,
        /// what it is about: for endings, the reason
        pub subject: String,
        /// how many blocks
        pub blocks: u64,
        /// the number of games or decisions among them
        pub among: u128,
        /// how often it happened; for a mean, the sum
        pub count: u128,
        /// sum over blocks of its square
        pub count_squares: u128,
        /// sum over blocks of count times among
        pub count_by_among: u128,
        /// sum over blocks of the square of among
        pub among_squares: u128,
        /// count divided by among
        pub estimate: Option<f64>,
        /// lower end of its interval
        pub low: Option<f64>,
        /// upper end
        pub high: Option<f64>,
        /// how the interval was made
        pub interval: Option<Method>,
        /// the first block in which it happened
        pub first_block: Option<u64>,
        /// who sat where in that game, seat by seat
        pub first_arrangement: Option<String>,
    }

    /// How much is luck, and how much skill: the shares of the variance of results that are due to
    /// the cards, the seats, the strategies and the rest. Asked for with luck under [play];
    /// docs/play.md defines the parts. The two strategies of a line-up are crossed: every choice of
    /// them for the seats is played with the same cards.
    pub struct LuckRow in "luck.csv" {
        /// where; the line-up whose strategies are crossed
        pub cell: CellKey,
        /// one strategy
        pub first: String,
        /// the other
        pub second: String,
        /// the source of this part
        pub source: Source,
        /// how many blocks
        pub blocks: u64,
        /// how many games
        pub games: u128,
        /// the variance, where a win is 1; by luck it can fall below 0
        pub variance: f64,
        /// the sum of all four: the mean square of a result's distance from the fair share
        pub total_variance: f64,
        /// variance divided by total_variance
        pub estimate: f64,
        /// lower end of its interval
        pub low: Option<f64>,
        /// upper end
        pub high: Option<f64>,
        /// how the interval was made
        pub interval: Option<Method>,
    }

    /// Games worth a look, by number: `fairdeal show --from` shows one, `fairdeal trace --from`
    /// writes it. unfinished: the first that max_turns cut; longest, shortest: the most and the
    /// fewest decisions among those that ended; comeback: the winner was furthest behind when half
    /// of the decisions were taken (searched in the first 256 blocks and every 32nd after them);
    /// dramatic: the winner's chance was furthest below the best one, on average over the decisions
    /// (searched where chances are estimated); closest: one winner, and the smallest difference to
    /// another player's score; shared: the first with several winners; flipped: the first without a
    /// common winner under these rules and the baseline's. Of several equal games it is the first.
    pub struct GameRow in "games.csv" {
        /// where
        pub cell: CellKey,
        /// why it is worth a look
        pub pick: Pick,
        /// its block
        pub block: u64,
        /// who sat where, seat by seat
        pub arrangement: String,
        /// decisions (longest, shortest), a difference of scores (comeback, closest) or thousandths
        /// of a win (dramatic)
        pub value: Option<u64>,
        /// for flipped: the seats that won, from 0
        pub winners: Option<String>,
        /// for flipped: the variant that it is compared with
        pub baseline: Option<String>,
        /// for flipped: the seats that won by its rules
        pub baseline_winners: Option<String>,
    }
}
