//! The rows of every table. Their comments are what users read of tables and columns, where names stand without backticks.
#![allow(clippy::doc_markdown, rustdoc::broken_intra_doc_links)]

use super::columns::rows;
use super::{Between, Correction, Method, Often, Pick, Position, Source, Verdict};

rows! {
    /// One variant and one line-up.
    pub struct CellKey {
        /// the game
        pub game: String,
        /// the variant of the rules
        pub variant: String,
        /// the line-up
        pub lineup: String,
        /// how many play
        pub players: usize,
    }

    /// An effect that is judged: its p-values, corrected for all others of the run, and the verdict.
    pub struct Judged {
        /// p-value of "no effect": small where there is one, however small
        pub p: Option<f64>,
        /// the same, corrected for all effects of the run
        pub p_adjusted: Option<f64>,
        /// p-value of an effect on the nearer bound of the tolerance: small where it is clear on which side the effect lies
        pub p_bound: Option<f64>,
        /// the same, corrected for all effects of the run: the verdict is settled where it is at most 1 less the confidence
        pub p_bound_adjusted: Option<f64>,
        /// how p-values are corrected: Holm, or Benjamini-Hochberg in a sweep
        pub correction: Correction,
        /// how many effects of the run were tested
        pub family_size: usize,
        /// an effect up to this does not matter
        pub tolerance: f64,
        /// what is known
        pub verdict: Option<Verdict>,
        /// about how many more blocks should settle it, in four cases of five; empty where it is settled, or where no reasonable number would
        pub blocks_needed: Option<u64>,
    }

    /// Wins held against a fair share.
    pub struct ShareOfWins {
        /// how many blocks
        pub blocks: u64,
        /// how many games; one counts once for each seat that is held in it
        pub games: u128,
        /// games cut by max_turns among them
        pub unfinished: u128,
        /// wins in 840ths, a shared one as its share
        pub wins_840: u128,
        /// sum over blocks of the square of wins_840
        pub wins_840_squares: u128,
        /// wins a game; an unfinished game is nobody's win
        pub win_rate: Option<f64>,
        /// lower end of its interval
        pub win_rate_low: Option<f64>,
        /// upper end
        pub win_rate_high: Option<f64>,
        /// how the interval was made
        pub interval: Option<Method>,
        /// the share of finished games, divided by the players
        pub fair_share: f64,
        /// win rate less fair share
        pub advantage: Option<f64>,
        /// lower end of its interval
        pub advantage_low: Option<f64>,
        /// upper end
        pub advantage_high: Option<f64>,
        /// the verdict about the advantage
        pub judged: Judged,
    }

    /// The knobs of every variant.
    pub struct VariantRow in "variants.csv" {
        /// the game
        pub game: String,
        /// the variant
        pub variant: String,
        /// a knob of the rules
        pub knob: String,
        /// its value
        pub value: String,
        /// is it the default?
        pub default: bool,
    }

    /// Win rate and score of each strategy in each seat. A shared win counts as its share (in 840ths), an unfinished game is nobody's win.
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

    /// Win rate of the player who takes the first decision, against the fair share.
    pub struct FirstPlayerRow in "first_player.csv" {
        /// where
        pub cell: CellKey,
        /// the wins
        pub share: ShareOfWins,
    }

    /// Win rate of each seat over all arrangements, so that every strategy sat in it as often as in any other, against the fair share.
    pub struct SeatBalanceRow in "seat_balance.csv" {
        /// where
        pub cell: CellKey,
        /// the seat, from 0
        pub seat: usize,
        /// does it take the first decision: always, sometimes or never?
        pub goes_first: Often,
        /// the wins
        pub share: ShareOfWins,
    }

    /// Win rate of each place after the first player, in turn order, over all arrangements, against the fair share. Place 1 acts just after the player who takes
    /// the first decision; first_player.csv has that player itself.
    pub struct PlaceRow in "places.csv" {
        /// where
        pub cell: CellKey,
        /// how many places after the first player, from 1
        pub place: usize,
        /// the wins
        pub share: ShareOfWins,
    }

    /// Win rate of each strategy, seats and neighbours balanced: every arrangement of the strategies over the seats is played with the same cards (at tables
    /// with more than 24, random ones). A game counts once for each seat that the strategy holds.
    pub struct StrategyRow in "strategies.csv" {
        /// where
        pub cell: CellKey,
        /// the strategy
        pub strategy: String,
        /// the wins
        pub share: ShareOfWins,
    }

    /// What it costs a player never to take a kind of action: one who does without it, where anything else is legal, sits among others of the same strategy who
    /// are free, in every seat in turn. Asked for with restricted under [play]; kinds that the strategy never chose, or never with a choice of another kind, are
    /// left out.
    pub struct RestrictedRow in "restricted.csv" {
        /// where; the line-up is played for this table alone
        pub cell: CellKey,
        /// the strategy
        pub strategy: String,
        /// the kind of action that one player does without
        pub kind: String,
        /// counted decisions in which that player could have taken it, and did something else; counted as in decisions.csv
        pub avoided: u64,
        /// how often the free players chose the kind in their counted decisions
        pub chosen: u64,
        /// how many blocks
        pub blocks: u64,
        /// how many games
        pub games: u128,
        /// games cut by max_turns among them
        pub unfinished: u128,
        /// wins in 840ths of the player without it
        pub wins_840: u128,
        /// sum over blocks of the square of wins_840
        pub wins_840_squares: u128,
        /// wins a game; an unfinished game is nobody's win
        pub win_rate: Option<f64>,
        /// lower end of its interval
        pub win_rate_low: Option<f64>,
        /// upper end
        pub win_rate_high: Option<f64>,
        /// how the interval was made
        pub interval: Option<Method>,
        /// the share of finished games, divided by the players
        pub fair_share: f64,
        /// fair share less win rate
        pub cost: Option<f64>,
        /// lower end of its interval
        pub cost_low: Option<f64>,
        /// upper end
        pub cost_high: Option<f64>,
        /// the verdict about the cost: needed beyond the tolerance, not needed within it, better without where it is a gain
        pub judged: Judged,
    }

    /// Win rate of a strategy by who acts before it and who acts after it, seats balanced; at tables for three and more with different strategies.
    pub struct NeighbourRow in "neighbours.csv" {
        /// where
        pub cell: CellKey,
        /// the strategy
        pub strategy: String,
        /// who acts before it
        pub before: String,
        /// who acts after it
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

    /// What it is worth to sit just before, or just after, a player of some strategy: the win rate of those who do, and of the same strategies in other places.
    pub struct NeighbourEffectRow in "neighbour_effects.csv" {
        /// where
        pub cell: CellKey,
        /// just before or just after the neighbour
        pub position: Position,
        /// the neighbour's strategy
        pub neighbour: String,
        /// how many blocks
        pub blocks: u64,
        /// win rate of those who sit there
        pub win_rate: f64,
        /// win rate of the same strategies elsewhere
        pub win_rate_elsewhere: f64,
        /// the first less the second
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

    /// How much neighbours matter: the variance of win rates between the orders around the table (where blocks draw their arrangements: between neighbourhoods),
    /// less what noise adds to it, so that it can fall below 0 by luck. The verdict is about its square root, in points of win rate.
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

    /// How much is luck, and how much skill: the share of the variance of results that the cards explain, whoever plays, and which the seats, the
    /// strategies and the rest. Asked for with luck under [play]; docs/play.md defines the parts. The two strategies of a line-up are crossed: every choice of them
    /// for the seats is played with the same cards.
    pub struct LuckRow in "luck.csv" {
        /// where; the line-up whose strategies are crossed
        pub cell: CellKey,
        /// one strategy
        pub first: String,
        /// the other
        pub second: String,
        /// what explains this part
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

    /// Length of a game in each unit: mean, sd, min and max over the games that ended, percentiles over all games with the unfinished ones as longer than any
    /// other (empty where a percentile falls among them).
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
        pub min: Option<u32>,
        /// 5 % of games are no longer
        pub p05: Option<u32>,
        /// 25 %
        pub p25: Option<u32>,
        /// half
        pub p50: Option<u32>,
        /// 75 %
        pub p75: Option<u32>,
        /// 95 %
        pub p95: Option<u32>,
        /// 99 %
        pub p99: Option<u32>,
        /// the longest
        pub max: Option<u32>,
    }

    /// How many games had each length.
    pub struct LengthHistogramRow in "length_histogram.csv" {
        /// where
        pub cell: CellKey,
        /// the unit
        pub unit: String,
        /// the length
        pub length: u32,
        /// how many games
        pub games: u64,
        /// those that ended
        pub finished: u64,
        /// those cut by max_turns
        pub unfinished: u64,
    }

    /// For each strategy and kind of action, what could be done and what was; counted in the first 256 blocks and every 32nd after them.
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

    /// How often something happens: decisions that are forced, games that do not end, wins that are shared, each way to end, comebacks; with the first game in
    /// which it did, which `fairdeal show --from` tells with `--block` and `--arrangement`.
    pub struct ShareRow in "shares.csv" {
        /// where
        pub cell: CellKey,
        /// what happens
        pub quantity: String,
        /// what it is about: for endings, the reason
        pub subject: String,
        /// how many blocks
        pub blocks: u64,
        /// among how many games or decisions
        pub among: u128,
        /// how often it happened
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

    /// How the game plays, where an experiment asks for it with `[play]`: averages over games or decisions. docs/play.md defines each measure.
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

    /// How the game plays in the course of a game: the measures of play.csv that are taken of single decisions, by tenth of the decisions of a game.
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

    /// Are the chances of winning what they are said to be? The positions in which a seat is to decide, by what its chance is said to be: one half of the
    /// rollouts puts a position into a band, the other half says the chance, and the game says whether it was won.
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

    /// What goes with a card, and what it is worth, where an experiment asks for it with `[play]`: the win rate of seats to which something happened with a card
    /// against that of others. docs/play.md says how to read them. A shared win counts as its share (in 840ths), an unfinished game is nobody's win.
    pub struct CardRow in "cards.csv" {
        /// where
        pub cell: CellKey,
        /// whose cards
        pub strategy: String,
        /// the card, or what is told like one: a rank, a combination
        pub card: String,
        /// what happened to it: "dealt" in every game, and more as the game tells
        pub event: String,
        /// against what: "without" are the seats to which it did not happen; "exchanged" are the same seats in the same games, but that a random other card was
        /// dealt in its place
        pub against: String,
        /// how many blocks
        pub blocks: u64,
        /// those of them in which both sides differ
        pub changed_blocks: u64,
        /// how many seats in games (or in parts of games that are won, such as deals) it happened to
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
        /// win_rate less other_win_rate: with "exchanged", what it is worth to be dealt the card and not another one
        pub estimate: Option<f64>,
        /// lower end of its interval
        pub low: Option<f64>,
        /// upper end
        pub high: Option<f64>,
        /// how the interval was made; empty where too few blocks have such games
        pub interval: Option<Method>,
    }

    /// Games worth a look, by number: `fairdeal show --from` tells one, `fairdeal trace --from` writes it. unfinished: the first that max_turns cut; longest,
    /// shortest: the most and the fewest decisions among those that ended; comeback: the winner furthest behind when half of the decisions were taken (looked for
    /// in the first 256 blocks and every 32nd after them); dramatic: the winner's chance was furthest below the best one, on average over the decisions (looked for
    /// where chances are estimated); closest: one winner, and the smallest difference to another player's score; shared: the first that
    /// several won; flipped: the first that nobody won both by these rules and by the baseline's. Of several alike it is the first.
    pub struct GameRow in "games.csv" {
        /// where
        pub cell: CellKey,
        /// why it is worth a look
        pub pick: Pick,
        /// its block
        pub block: u64,
        /// who sat where, seat by seat
        pub arrangement: String,
        /// decisions (longest, shortest), a difference of scores (comeback, closest) or thousandths of a win (dramatic)
        pub value: Option<u32>,
        /// for flipped: the seats that won, from 0
        pub winners: Option<String>,
        /// for flipped: the variant that it is compared with
        pub baseline: Option<String>,
        /// for flipped: the seats that won by its rules
        pub baseline_winners: Option<String>,
    }

    /// Every variant against the baseline, line-up by line-up and quantity by quantity, from the same blocks. Lengths are judged by their relative difference.
    pub struct ComparisonRow in "comparisons.csv" {
        /// where
        pub cell: CellKey,
        /// the variant that it is compared with
        pub baseline: String,
        /// what is compared
        pub quantity: String,
        /// what it is about: a strategy, a unit of length, a reason to end, or nothing in particular
        pub subject: String,
        /// how many blocks
        pub blocks: u64,
        /// blocks that differ at all
        pub changed_blocks: Option<u64>,
        /// did all games end, under both?
        pub all_ended: bool,
        /// value under the baseline
        pub baseline_value: Option<f64>,
        /// value under the variant
        pub variant_value: Option<f64>,
        /// the second less the first
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
        /// how many times more blocks two runs with cards of their own would have needed
        pub variance_ratio: Option<f64>,
    }

    /// The whole numbers that comparisons.csv is made of: sums over blocks of points and games, of their squares and products.
    pub struct ComparisonSumsRow in "comparison_sums.csv" {
        /// where
        pub cell: CellKey,
        /// the variant that it is compared with
        pub baseline: String,
        /// what is compared
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
        /// games of the variant; empty where all blocks have as many
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

    /// Each quantity at each point of a sweep, with its own interval, and the difference from the baseline: a curve for each line-up and quantity. The knobs of
    /// each point stand in variants.csv.
    pub struct SweepRow in "sweep.csv" {
        /// where
        pub cell: CellKey,
        /// the point: each knob with its value
        pub point: String,
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
        /// value less that of the baseline
        pub difference: Option<f64>,
        /// lower end of its interval
        pub difference_low: Option<f64>,
        /// upper end
        pub difference_high: Option<f64>,
        /// the verdict about the difference
        pub verdict: Option<Verdict>,
    }

    /// Of a round robin: each strategy's rating on the Elo scale, 0 on average (400 points are ten wins to one), fitted to all games at once. The model is Bradley
    /// and Terry's for two players, and for more Plackett and Luce's, of which only the winner of each game is used: at any table, each player wins in
    /// proportion to its strength.
    pub struct RatingRow in "ratings.csv" {
        /// the game
        pub game: String,
        /// the variant of the rules
        pub variant: String,
        /// how many play
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

    /// Of a round robin, for each strategy and opponent, over the games that both sat in: the share of the wins of either that were the strategy's (in games for
    /// two that finished, its win rate; a shared win is split), what their ratings expect of it, and how far apart the ratings are on the Elo scale.
    pub struct PairRow in "pairs.csv" {
        /// the game
        pub game: String,
        /// the variant of the rules
        pub variant: String,
        /// how many play
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
        /// the first in the sum of both
        pub win_rate: Option<f64>,
        /// lower end of its interval
        pub win_rate_low: Option<f64>,
        /// upper end
        pub win_rate_high: Option<f64>,
        /// the same as the ratings expect it
        pub expected_win_rate: Option<f64>,
        /// how far the ratings are apart
        pub elo_difference: Option<f64>,
        /// lower end of its interval
        pub elo_low: Option<f64>,
        /// upper end
        pub elo_high: Option<f64>,
        /// its standard error
        pub elo_standard_error: Option<f64>,
        /// the verdict about the win rate, against a half
        pub judged: Judged,
    }

    /// Of a ladder, the weakest strategy first: its rating, how often it beats the one on the rung below, and what games among players of its kind are like.
    pub struct LadderRow in "ladder.csv" {
        /// the game
        pub game: String,
        /// the variant of the rules
        pub variant: String,
        /// how many play
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
        /// the strategy below
        pub below: Option<String>,
        /// how often it beats that one; at tables for three or more, how often one of it wins among players of that one
        pub win_rate_over_below: Option<f64>,
        /// lower end of its interval
        pub win_rate_low: Option<f64>,
        /// upper end
        pub win_rate_high: Option<f64>,
        /// the verdict about it
        pub win_rate_verdict: Option<Verdict>,
        /// how often going first wins among players of its kind
        pub first_player_win_rate: Option<f64>,
        /// lower end of its interval
        pub first_player_low: Option<f64>,
        /// upper end
        pub first_player_high: Option<f64>,
        /// the verdict about it
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

    /// Of a sequential test: the strengths and errors asked for, how many pairs of games brought each score (an unfinished game counts as a half), the
    /// log-likelihood ratio with its bounds and what is accepted; the score; and Elo with its interval.
    pub struct SequentialTestRow in "sprt.csv" {
        /// where
        pub cell: CellKey,
        /// the strength that is taken for granted
        pub elo0: f64,
        /// the strength that is to be shown
        pub elo1: f64,
        /// the probability of a false alarm
        pub alpha: f64,
        /// the probability of a miss
        pub beta: f64,
        /// pairs with a score of 0
        pub pairs_0: u64,
        /// pairs with a score of a quarter
        pub pairs_025: u64,
        /// pairs with a score of a half
        pub pairs_05: u64,
        /// pairs with a score of three quarters
        pub pairs_075: u64,
        /// pairs with a score of 1
        pub pairs_1: u64,
        /// the log-likelihood ratio
        pub llr: f64,
        /// the ratio at which elo0 is accepted
        pub lower: f64,
        /// the ratio at which elo1 is accepted
        pub upper: f64,
        /// the strength that is accepted
        pub accepted: Option<f64>,
        /// the mean score
        pub score: Option<f64>,
        /// the strength that it amounts to
        pub elo: Option<f64>,
        /// lower end of its interval
        pub elo_low: Option<f64>,
        /// upper end
        pub elo_high: Option<f64>,
    }

    /// Which knob matters, over the box of `[sensitivity]`: the share of a quantity's variation that a knob explains by itself, and with all that it does
    /// together with others (a share below 0 or above 1 is noise: more samples help); and by how much the quantity changes where the knob alone is turned. A step
    /// goes from the lower to the higher number, from false to true, and for other knobs from a value to one listed after it.
    pub struct SensitivityRow in "sensitivity.csv" {
        /// the game
        pub game: String,
        /// the line-up
        pub lineup: String,
        /// how many play
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
        /// the same with all that it does together with others
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
        /// mean size of the change without its sign; noise makes it larger
        pub effect_size: Option<f64>,
        /// spread of the change
        pub effect_sd: Option<f64>,
        /// over how many steps
        pub steps: usize,
    }
}
