//! The strength of several players, from the winners of comparisons.
//!
//! In each comparison one of some players wins, with a probability in proportion to its strength.
//! With two players this is the Bradley-Terry model, whose logarithms are Elo; with more it is the
//! first choice of the Plackett-Luce model. A whole finishing order is a chain of such choices: the
//! winner among all, the winner among the rest, and so on (D. R. Hunter, "MM algorithms for
//! generalized Bradley-Terry models", Annals of Statistics 32, 2004). All results are fitted at
//! once by maximum likelihood: unlike with the updates of Elo, Glicko and others, their order does
//! not matter, and shards can be merged.

use std::collections::BTreeMap;
use std::f64::consts::LN_10;

use super::block_wins::BlockWins;
use super::matrix::Matrix;
use super::overflow::Overflow;
use super::rating_error::RatingError;

/// The wins of players in comparisons with others.
///
/// Shared wins count in parts: with a unit of 840, a draw of two players is 420 points for each.
///
/// ```
/// use fairdeal_stats::Comparisons;
///
/// let mut comparisons = Comparisons::new(2, 1)?;
/// comparisons.observe(0, &[0, 1], 60)?;
/// comparisons.observe(1, &[0, 1], 40)?;
/// let ratings = comparisons.fit()?;
/// assert!((ratings.difference(0, 1).elo() - 70.4365).abs() < 1e-4);
/// # Ok::<(), fairdeal_stats::RatingError>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Comparisons {
    players: usize,
    unit: u64,
    /// The points of each winner among each set of players, the set as bits; holds no zeros.
    points: BTreeMap<(u64, usize), u64>,
    total: u64,
}

impl Comparisons {
    /// The largest number of players.
    pub const MOST_PLAYERS: usize = 64;

    /// Returns no comparisons yet, of 1 to 64 players; a whole win counts `unit` points.
    ///
    /// # Errors
    ///
    /// [`RatingError::NoPlayers`] and [`RatingError::NoUnit`].
    pub fn new(players: usize, unit: u64) -> Result<Self, RatingError> {
        if !(1..=Self::MOST_PLAYERS).contains(&players) {
            return Err(RatingError::NoPlayers { players });
        }
        if unit == 0 {
            return Err(RatingError::NoUnit);
        }
        Ok(Self { players, unit, points: BTreeMap::new(), total: 0 })
    }

    /// Adds the points that `winner` made among these players, itself included: only the winner of
    /// a game is known, and the others count as tied. A comparison with a single player is left
    /// out.
    ///
    /// # Errors
    ///
    /// [`RatingError::UnknownPlayer`] for a player who is out of range or named twice, or a winner
    /// who is not among them; [`RatingError::Overflow`] where the sum would not fit. Nothing is
    /// then changed.
    pub fn observe(
        &mut self,
        winner: usize,
        among: &[usize],
        points: u64,
    ) -> Result<(), RatingError> {
        let mut set = 0_u64;
        for &player in among {
            if player >= self.players || set & (1 << player) != 0 {
                return Err(RatingError::UnknownPlayer { player });
            }
            set |= 1 << player;
        }
        if winner >= self.players || set & (1 << winner) == 0 {
            return Err(RatingError::UnknownPlayer { player: winner });
        }
        if set.count_ones() < 2 || points == 0 {
            return Ok(());
        }
        self.total = self.total.checked_add(points).ok_or(Overflow)?;
        // No single sum exceeds the sum of all.
        *self.points.entry((set, winner)).or_default() += points;
        Ok(())
    }

    /// Fits the ratings by maximum likelihood, with the covariances of independent comparisons.
    ///
    /// # Errors
    ///
    /// [`RatingError::NotConnected`] where the most likely ratings are not finite. They are finite
    /// if and only if, for every division of the players into two groups, some player of each group
    /// has won against some player of the other (L. R. Ford, 1957). The error names the groups
    /// within which all players can be compared. [`RatingError::NotConverged`] never in practice.
    pub fn fit(&self) -> Result<Ratings, RatingError> {
        let groups = self.groups();
        if groups.len() > 1 {
            return Err(RatingError::NotConnected { groups });
        }
        let fields = self.fields();
        let mut strengths = vec![0.0; self.players];
        for _ in 0..MOST_STEPS {
            let slope = Slope::new(&fields, &strengths);
            let inverse = slope.pseudo_inverse().ok_or(RatingError::NotConverged)?;
            let step = inverse.times(&slope.gradient);
            let length = step.iter().fold(0.0_f64, |most, change| most.max(change.abs()));
            if !length.is_finite() {
                return Err(RatingError::NotConverged);
            }
            // Newton's method is sure to converge from nearby only; from farther away its steps are
            // shortened.
            let share = 1.0 / (1.0 + length);
            let share = if length < 0.1 { 1.0 } else { share };
            for (strength, change) in strengths.iter_mut().zip(&step) {
                *strength += share * change;
            }
            let mean = strengths.iter().sum::<f64>() / self.players as f64;
            for strength in &mut strengths {
                *strength -= mean;
            }
            // Each step squares the error, and this step has been taken.
            if length < 1e-9 {
                let inverse = Slope::new(&fields, &strengths)
                    .pseudo_inverse()
                    .ok_or(RatingError::NotConverged)?;
                let covariance = inverse.scaled(self.unit as f64);
                return Ok(Ratings { strengths, covariance, bread: inverse });
            }
        }
        Err(RatingError::NotConverged)
    }

    /// The sets of players that were compared, with the points of each player.
    fn fields(&self) -> Vec<Field> {
        let mut fields: Vec<Field> = Vec::new();
        for (&(set, winner), &points) in &self.points {
            if fields.last().is_none_or(|field| field.set != set) {
                let members: Vec<usize> =
                    (0..self.players).filter(|player| set & (1 << player) != 0).collect();
                fields.push(Field { set, points: vec![0.0; members.len()], members, total: 0.0 });
            }
            if let Some(field) = fields.last_mut() {
                // The number of members before the winner.
                let place = (set & ((1 << winner) - 1)).count_ones() as usize;
                field.points[place] = points as f64;
                field.total += points as f64;
            }
        }
        fields
    }

    /// The groups of players who have all won against each other, directly or indirectly.
    fn groups(&self) -> Vec<Vec<usize>> {
        // The players each has won against, then all that are reached from there (S. Warshall
        // 1962).
        let mut below: Vec<u64> = (0..self.players).map(|player| 1 << player).collect();
        for &(set, winner) in self.points.keys() {
            below[winner] |= set;
        }
        for middle in 0..self.players {
            let reached = below[middle];
            for losers in &mut below {
                if *losers & (1 << middle) != 0 {
                    *losers |= reached;
                }
            }
        }
        let mut groups: Vec<Vec<usize>> = Vec::new();
        let both_ways = |one: usize, other: usize| {
            below[one] & (1 << other) != 0 && below[other] & (1 << one) != 0
        };
        for player in 0..self.players {
            match groups.iter_mut().find(|group| both_ways(group[0], player)) {
                Some(group) => group.push(player),
                None => groups.push(vec![player]),
            }
        }
        groups
    }
}

/// Newton's method takes a dozen steps from equal strengths, and some more where they are far
/// apart.
const MOST_STEPS: u32 = 500;

/// A set of players among whom there were comparisons.
struct Field {
    set: u64,
    members: Vec<usize>,
    /// The points of each member.
    points: Vec<f64>,
    total: f64,
}

/// The gradient of the log-likelihood.
struct Slope {
    gradient: Vec<f64>,
    /// The Fisher information matrix, in points.
    information: Matrix,
}

impl Slope {
    fn new(fields: &[Field], strengths: &[f64]) -> Self {
        let players = strengths.len();
        let mut gradient = vec![0.0; players];
        let mut information = Matrix::zero(players);
        for field in fields {
            let chances = chances(strengths, &field.members);
            for (one, &player) in field.members.iter().enumerate() {
                for (two, &other) in field.members.iter().enumerate().filter(|&(two, _)| two != one)
                {
                    let (chance, others_chance) = (chances[one], chances[two]);
                    // Summed over the other players, these are the player's points minus the
                    // expected points, without the cancellation of that difference.
                    gradient[player] +=
                        field.points[one] * others_chance - field.points[two] * chance;
                    // Each row adds up to 0.
                    let shared = field.total * chance * others_chance;
                    *information.at_mut(player, other) -= shared;
                    *information.at_mut(player, player) += shared;
                }
            }
        }
        Self { gradient, information }
    }

    /// The inverse of the information among vectors that add up to 0.
    fn pseudo_inverse(&self) -> Option<Matrix> {
        let players = self.gradient.len();
        // Adding a multiple of the projection on equal ratings makes the matrix regular; the
        // inverse of the multiple is subtracted again. The multiple keeps the size of the matrix.
        let size = (0..players)
            .fold(1.0_f64, |most, player| most.max(self.information.at(player, player)));
        let share = 1.0 / players as f64;
        let mut regular = self.information.clone();
        regular.entries.iter_mut().for_each(|entry| *entry += size * share);
        let mut inverse = regular.inverted()?;
        inverse.entries.iter_mut().for_each(|entry| *entry -= share / size);
        Some(inverse)
    }
}

/// The most likely ratings.
#[derive(Debug, Clone, PartialEq)]
pub struct Ratings {
    /// The logarithms of the strengths, which add up to 0.
    strengths: Vec<f64>,
    covariance: Matrix,
    /// The inverse of the information, in points.
    bread: Matrix,
}

impl Ratings {
    /// Returns the rating of each player: the logarithm of its strength, with its standard error.
    /// All ratings add up to 0.
    pub fn ratings(&self) -> Vec<Rating> {
        let rating = |(player, &value): (usize, &f64)| Rating {
            value,
            standard_error: error(self.covariance.at(player, player)),
        };
        self.strengths.iter().enumerate().map(rating).collect()
    }

    /// Returns how much higher the first player's rating is, with its standard error, which cannot
    /// be computed from the errors of the two ratings.
    ///
    /// # Panics
    ///
    /// If a player is out of range.
    pub fn difference(&self, first: usize, second: usize) -> Rating {
        let covariance = &self.covariance;
        let variance = covariance.at(first, first) + covariance.at(second, second)
            - 2.0 * covariance.at(first, second);
        Rating {
            value: self.strengths[first] - self.strengths[second],
            standard_error: error(variance),
        }
    }

    /// Returns the probability that each player wins among these; in [0, 1], with a sum of 1.
    ///
    /// # Panics
    ///
    /// If a player is out of range.
    pub fn chances(&self, among: &[usize]) -> Vec<f64> {
        chances(&self.strengths, among)
    }

    /// Returns the same ratings with the cluster-robust covariances of whole blocks, whose
    /// comparisons depend on each other (the "sandwich" of P. J. Huber 1967, with the correction `G
    /// / (G - 1)` for `G` blocks). `None` with a single block, for another number of players, and
    /// for sums that cannot come from blocks.
    ///
    /// The blocks must hold the points of the fitted comparisons, in the same unit, and their
    /// missing points must have been given to [`BlockWins::observe`].
    pub fn with_blocks(&self, blocks: &BlockWins) -> Option<Self> {
        let players = self.strengths.len();
        if blocks.players() != players || blocks.blocks() < 2 {
            return None;
        }
        let count = blocks.blocks() as f64;
        let mut meat = Matrix::zero(players);
        for row in 0..players {
            for column in 0..=row {
                // At the maximum, the gradient of a block is its points minus its expected points,
                // whose mean over blocks is 0.
                let value = blocks.scaled_covariance(row, column)? / (count - 1.0);
                *meat.at_mut(row, column) = value;
                *meat.at_mut(column, row) = value;
            }
        }
        // Where comparisons are missing, a block's expectation is lower, by the chance of each
        // player among the compared ones.
        let missing: Vec<(u64, Vec<f64>)> =
            blocks.missing_sets().map(|set| (set, self.chances_of_all(set))).collect();
        for (set, chances) in &missing {
            for player in 0..players {
                let value = blocks.scaled_covariance_with_missing(player, *set)? / (count - 1.0);
                for (other, chance) in chances.iter().enumerate() {
                    *meat.at_mut(player, other) += value * chance;
                    *meat.at_mut(other, player) += value * chance;
                }
            }
        }
        for (one, chances) in &missing {
            for (other, others_chances) in &missing {
                let value = blocks.scaled_covariance_of_missing(*one, *other)? / (count - 1.0);
                for (row, chance) in chances.iter().enumerate() {
                    for (column, others_chance) in others_chances.iter().enumerate() {
                        *meat.at_mut(row, column) += value * chance * others_chance;
                    }
                }
            }
        }
        let covariance = self.bread.product(&meat).product(&self.bread);
        Some(Self { covariance, ..self.clone() })
    }

    /// The probability that each player wins among a set of them, 0 for players outside the set.
    fn chances_of_all(&self, set: u64) -> Vec<f64> {
        let members: Vec<usize> =
            (0..self.strengths.len()).filter(|player| set & (1 << player) != 0).collect();
        let mut all = vec![0.0; self.strengths.len()];
        for (player, chance) in members.iter().zip(self.chances(&members)) {
            all[*player] = chance;
        }
        all
    }
}

/// The probability that each player wins among these.
fn chances(strengths: &[f64], among: &[usize]) -> Vec<f64> {
    let strongest =
        among.iter().fold(f64::NEG_INFINITY, |most, &player| most.max(strengths[player]));
    let weights: Vec<f64> =
        among.iter().map(|&player| libm::exp(strengths[player] - strongest)).collect();
    let sum: f64 = weights.iter().sum();
    weights.into_iter().map(|weight| weight / sum).collect()
}

/// The root of a variance, which rounding may leave below 0.
fn error(variance: f64) -> f64 {
    variance.max(0.0).sqrt()
}

/// A rating or a difference of ratings, on the natural logarithmic scale.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Rating {
    /// The logarithm of the strength, or of a ratio of strengths.
    pub value: f64,
    /// Its standard error.
    pub standard_error: f64,
}

impl Rating {
    /// Returns the value in Elo.
    pub fn elo(self) -> f64 {
        self.value * (400.0 / LN_10)
    }

    /// Returns the standard error in Elo.
    pub fn elo_standard_error(self) -> f64 {
        self.standard_error * (400.0 / LN_10)
    }
}

#[cfg(test)]
#[path = "ratings_tests.rs"]
mod tests;
