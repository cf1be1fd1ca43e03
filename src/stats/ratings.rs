//! The strength of several players, from who won against whom.
//!
//! In each comparison one of some players wins, with a probability in proportion to its strength. Among two
//! this is the model of Bradley and Terry, whose logarithms are Elo; among more the first choice of Plackett and
//! Luce, and a whole finishing order is a chain of such choices: the winner among all, the winner among the rest, and
//! so on (D. R. Hunter, "MM algorithms for generalized Bradley-Terry models", Annals of Statistics 32, 2004). All
//! results are fitted at once by maximum likelihood: unlike with the updates of Elo, Glicko and others, their order does not
//! matter, and shards can be merged.

use std::collections::BTreeMap;
use std::f64::consts::LN_10;

use super::overflow::Overflow;
use super::wide::Signed;

/// Who won among whom, and how often.
///
/// Shared wins are given in parts: with a unit of 840, a draw of two players is 420 points for each.
///
/// ```
/// use fairdeal::stats::Comparisons;
///
/// let mut comparisons = Comparisons::new(2, 1)?;
/// comparisons.observe(0, &[0, 1], 60)?;
/// comparisons.observe(1, &[0, 1], 40)?;
/// let ratings = comparisons.fit()?;
/// assert!((ratings.difference(0, 1).elo() - 70.4365).abs() < 1e-4);
/// # Ok::<(), fairdeal::stats::RatingError>(())
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

    /// No comparisons yet, of 1 to 64 players; a whole win counts `unit` points.
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

    /// Adds the points that `winner` made among these players, itself included: all that is known of a game is who
    /// won, and the others are tied. A comparison of a player with nobody says nothing and is left out.
    ///
    /// # Errors
    ///
    /// [`RatingError::UnknownPlayer`] for a player out of range, twice the same, or a winner not among them;
    /// [`RatingError::Overflow`] where the sum would not fit. Nothing is then changed.
    pub fn observe(&mut self, winner: usize, among: &[usize], points: u64) -> Result<(), RatingError> {
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
        self.add(winner, set, points)
    }

    fn add(&mut self, winner: usize, set: u64, points: u64) -> Result<(), RatingError> {
        if set.count_ones() < 2 || points == 0 {
            return Ok(());
        }
        self.total = self.total.checked_add(points).ok_or(Overflow)?;
        // No single sum exceeds that of all.
        *self.points.entry((set, winner)).or_default() += points;
        Ok(())
    }

    /// Adds the comparisons of other games among the same players.
    ///
    /// # Errors
    ///
    /// [`RatingError::OtherPlayers`] for another number of players or another unit, and [`RatingError::Overflow`]
    /// where a sum would not fit. Nothing is then changed.
    pub fn merge(&mut self, other: &Self) -> Result<(), RatingError> {
        if (self.players, self.unit) != (other.players, other.unit) {
            return Err(RatingError::OtherPlayers);
        }
        self.total.checked_add(other.total).ok_or(Overflow)?;
        other.points.iter().try_for_each(|(&(set, winner), &points)| self.add(winner, set, points))
    }

    /// Fits the ratings by maximum likelihood, with the covariances of independent comparisons.
    ///
    /// # Errors
    ///
    /// [`RatingError::NotConnected`] where the most likely ratings are not finite: they are if and only if, however the
    /// players are divided into two groups, someone of each has won against someone of the other (L. R. Ford, 1957). It names the
    /// groups within which everyone can be compared. [`RatingError::NotConverged`] never in practice.
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
            // Newton's steps are sure to end at the top from nearby only: from afar they are shortened.
            let share = 1.0 / (1.0 + length);
            let share = if length < 0.1 { 1.0 } else { share };
            for (strength, change) in strengths.iter_mut().zip(&step) {
                *strength += share * change;
            }
            let mean = strengths.iter().sum::<f64>() / self.players as f64;
            for strength in &mut strengths {
                *strength -= mean;
            }
            // The error is squared by each step, and this one has been taken.
            if length < 1e-9 {
                let inverse = Slope::new(&fields, &strengths).pseudo_inverse().ok_or(RatingError::NotConverged)?;
                let covariance = inverse.scaled(self.unit as f64);
                return Ok(Ratings { strengths, covariance, bread: inverse });
            }
        }
        Err(RatingError::NotConverged)
    }

    /// The sets of players that were compared, with the points of each of them.
    fn fields(&self) -> Vec<Field> {
        let mut fields: Vec<Field> = Vec::new();
        for (&(set, winner), &points) in &self.points {
            if fields.last().is_none_or(|field| field.set != set) {
                let members: Vec<usize> = (0..self.players).filter(|player| set & (1 << player) != 0).collect();
                fields.push(Field { set, points: vec![0.0; members.len()], members, total: 0.0 });
            }
            if let Some(field) = fields.last_mut() {
                // How many members come before the winner.
                let place = (set & ((1 << winner) - 1)).count_ones() as usize;
                field.points[place] = points as f64;
                field.total += points as f64;
            }
        }
        fields
    }

    /// The groups of players who have all won against each other, directly or by way of others.
    fn groups(&self) -> Vec<Vec<usize>> {
        // Whom each has won against, and then all who are reached from there (S. Warshall 1962).
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
        let both_ways = |one: usize, other: usize| below[one] & (1 << other) != 0 && below[other] & (1 << one) != 0;
        for player in 0..self.players {
            match groups.iter_mut().find(|group| both_ways(group[0], player)) {
                Some(group) => group.push(player),
                None => groups.push(vec![player]),
            }
        }
        groups
    }
}

/// Newton's method takes a dozen steps from equal strengths, and some more where they are far apart.
const MOST_STEPS: u32 = 500;

/// A set of players among whom there were comparisons.
struct Field {
    set: u64,
    members: Vec<usize>,
    /// The points of each member.
    points: Vec<f64>,
    total: f64,
}

/// The slope of the log-likelihood.
struct Slope {
    gradient: Vec<f64>,
    /// The matrix of Fisher's information, in points.
    information: Matrix,
}

impl Slope {
    fn new(fields: &[Field], strengths: &[f64]) -> Self {
        let players = strengths.len();
        let mut gradient = vec![0.0; players];
        let mut information = Matrix::zero(players);
        for field in fields {
            let strongest = field.members.iter().fold(f64::NEG_INFINITY, |most, &player| most.max(strengths[player]));
            let weights: Vec<f64> = field.members.iter().map(|&player| libm::exp(strengths[player] - strongest)).collect();
            let sum: f64 = weights.iter().sum();
            for (one, &player) in field.members.iter().enumerate() {
                for (two, &other) in field.members.iter().enumerate().filter(|&(two, _)| two != one) {
                    let (chance, others_chance) = (weights[one] / sum, weights[two] / sum);
                    // Summed up over the others, these are the player's points less those expected, without the
                    // cancellation of that difference.
                    gradient[player] += field.points[one] * others_chance - field.points[two] * chance;
                    // Each row sums up to 0.
                    let shared = field.total * chance * others_chance;
                    *information.at_mut(player, other) -= shared;
                    *information.at_mut(player, player) += shared;
                }
            }
        }
        Self { gradient, information }
    }

    /// The inverse of the information among vectors that sum up to 0.
    fn pseudo_inverse(&self) -> Option<Matrix> {
        let players = self.gradient.len();
        // A multiple of the projection on equal ratings is added, which makes it regular, and its inverse taken
        // away again; the multiple keeps the size of the matrix.
        let size = (0..players).fold(1.0_f64, |most, player| most.max(self.information.at(player, player)));
        let share = 1.0 / players as f64;
        let mut regular = self.information.clone();
        regular.entries.iter_mut().for_each(|entry| *entry += size * share);
        let mut inverse = regular.inverted()?;
        inverse.entries.iter_mut().for_each(|entry| *entry -= share / size);
        Some(inverse)
    }
}

/// A square matrix, row by row.
#[derive(Debug, Clone, PartialEq)]
struct Matrix {
    size: usize,
    entries: Vec<f64>,
}

impl Matrix {
    fn zero(size: usize) -> Self {
        Self { size, entries: vec![0.0; size * size] }
    }

    fn at(&self, row: usize, column: usize) -> f64 {
        self.entries[row * self.size + column]
    }

    fn at_mut(&mut self, row: usize, column: usize) -> &mut f64 {
        &mut self.entries[row * self.size + column]
    }

    fn scaled(&self, factor: f64) -> Self {
        Self { size: self.size, entries: self.entries.iter().map(|entry| entry * factor).collect() }
    }

    fn times(&self, vector: &[f64]) -> Vec<f64> {
        self.entries.chunks(self.size).map(|row| row.iter().zip(vector).map(|(left, right)| left * right).sum()).collect()
    }

    fn product(&self, other: &Self) -> Self {
        let mut product = Self::zero(self.size);
        for row in 0..self.size {
            for column in 0..self.size {
                *product.at_mut(row, column) = (0..self.size).map(|index| self.at(row, index) * other.at(index, column)).sum();
            }
        }
        product
    }

    /// The inverse of a symmetric positive definite matrix, by Cholesky's decomposition; `None` where it is not
    /// positive definite.
    fn inverted(&self) -> Option<Self> {
        let size = self.size;
        let mut lower = Self::zero(size);
        for row in 0..size {
            for column in 0..=row {
                let sum: f64 = (0..column).map(|index| lower.at(row, index) * lower.at(column, index)).sum();
                let rest = self.at(row, column) - sum;
                if row == column {
                    if rest.is_nan() || rest <= 0.0 {
                        return None;
                    }
                    *lower.at_mut(row, row) = rest.sqrt();
                } else {
                    *lower.at_mut(row, column) = rest / lower.at(column, column);
                }
            }
        }
        let mut inverse = Self::zero(size);
        for column in 0..size {
            let mut solution = vec![0.0; size];
            for row in 0..size {
                let sum: f64 = (0..row).map(|index| lower.at(row, index) * solution[index]).sum();
                let right = if row == column { 1.0 } else { 0.0 };
                solution[row] = (right - sum) / lower.at(row, row);
            }
            for row in (0..size).rev() {
                let sum: f64 = (row + 1..size).map(|index| lower.at(index, row) * solution[index]).sum();
                solution[row] = (solution[row] - sum) / lower.at(row, row);
            }
            for (row, value) in solution.into_iter().enumerate() {
                *inverse.at_mut(row, column) = value;
            }
        }
        Some(inverse)
    }
}

/// The most likely ratings.
#[derive(Debug, Clone, PartialEq)]
pub struct Ratings {
    /// The logarithms of the strengths, which sum up to 0.
    strengths: Vec<f64>,
    covariance: Matrix,
    /// The inverse of the information, in points.
    bread: Matrix,
}

impl Ratings {
    /// Returns the rating of each player: the logarithm of its strength, such that all sum up to 0, with its
    /// standard error.
    pub fn ratings(&self) -> Vec<Rating> {
        let rating = |(player, &value): (usize, &f64)| Rating { value, standard_error: error(self.covariance.at(player, player)) };
        self.strengths.iter().enumerate().map(rating).collect()
    }

    /// Returns how much higher the first player's rating is, with its standard error, which the errors of the
    /// two ratings do not determine.
    ///
    /// # Panics
    ///
    /// For a player that is out of range.
    pub fn difference(&self, first: usize, second: usize) -> Rating {
        let covariance = &self.covariance;
        let variance = covariance.at(first, first) + covariance.at(second, second) - 2.0 * covariance.at(first, second);
        Rating { value: self.strengths[first] - self.strengths[second], standard_error: error(variance) }
    }

    /// Returns the probability of each player to win among these; in [0, 1], with a sum of 1.
    ///
    /// # Panics
    ///
    /// For a player that is out of range.
    pub fn chances(&self, among: &[usize]) -> Vec<f64> {
        let strongest = among.iter().fold(f64::NEG_INFINITY, |most, &player| most.max(self.strengths[player]));
        let weights: Vec<f64> = among.iter().map(|&player| libm::exp(self.strengths[player] - strongest)).collect();
        let sum: f64 = weights.iter().sum();
        weights.into_iter().map(|weight| weight / sum).collect()
    }

    /// Returns the same ratings with the cluster-robust covariances of whole blocks, whose comparisons depend on each
    /// other (the "sandwich" of P. J. Huber 1967, with the correction `G / (G - 1)` for `G` blocks); `None` with a single block, for
    /// another number of players, and for sums that no blocks can have.
    ///
    /// The points of each winner must have been summed up over the same comparisons as were fitted, in the same unit, and those
    /// that a block lacks must have been given to [`BlockWins::observe_with_missing`].
    pub fn with_blocks(&self, blocks: &BlockWins) -> Option<Self> {
        let players = self.strengths.len();
        if blocks.players != players || blocks.blocks < 2 {
            return None;
        }
        let count = blocks.blocks as f64;
        let mut meat = Matrix::zero(players);
        for row in 0..players {
            for column in 0..=row {
                // At the maximum, the gradient of a block is its points less those expected of it, of which the mean over blocks is 0.
                let value = blocks.scaled_covariance(row, column)? / (count - 1.0);
                *meat.at_mut(row, column) = value;
                *meat.at_mut(column, row) = value;
            }
        }
        // Where comparisons are missing, a block's expectation is lower, by the chance of each player among those that were compared.
        let chances: BTreeMap<u64, Vec<f64>> = blocks.missing.keys().map(|&set| (set, self.chances_of_all(set))).collect();
        for (&set, &missing) in &blocks.missing {
            for (player, &points) in blocks.sums.iter().enumerate() {
                let product = blocks.missing_with_points.get(&(set, player)).copied().unwrap_or(0);
                let value = blocks.scaled(product, missing, points) / (count - 1.0);
                for (other, chance) in chances.get(&set)?.iter().enumerate() {
                    *meat.at_mut(player, other) += value * chance;
                    *meat.at_mut(other, player) += value * chance;
                }
            }
        }
        for (&one, &missing_of_one) in &blocks.missing {
            for (&other, &missing_of_other) in &blocks.missing {
                let product = blocks.missing_products.get(&(one.min(other), one.max(other))).copied().unwrap_or(0);
                let value = blocks.scaled(product, missing_of_one, missing_of_other) / (count - 1.0);
                for (row, chance) in chances.get(&one)?.iter().enumerate() {
                    for (column, others_chance) in chances.get(&other)?.iter().enumerate() {
                        *meat.at_mut(row, column) += value * chance * others_chance;
                    }
                }
            }
        }
        let covariance = self.bread.product(&meat).product(&self.bread);
        Some(Self { covariance, ..self.clone() })
    }

    /// The probability of each player to win among a set of them, 0 for those not in it.
    fn chances_of_all(&self, set: u64) -> Vec<f64> {
        let members: Vec<usize> = (0..self.strengths.len()).filter(|player| set & (1 << player) != 0).collect();
        let mut all = vec![0.0; self.strengths.len()];
        for (player, chance) in members.iter().zip(self.chances(&members)) {
            all[*player] = chance;
        }
        all
    }
}

/// The root of a variance, whose rounding may leave it below 0.
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

/// What must be remembered of blocks to rate players whose games in one block depend on each other: for each
/// player the points made in all of the block's comparisons, their sums and the sums of their products.
///
/// The number of sums grows with the square of that of players. Most blocks hold the same comparisons; what some
/// lack (a game without a winner) is remembered besides.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BlockWins {
    players: usize,
    blocks: u64,
    sums: Vec<i128>,
    /// The lower triangle, row by row.
    products: Vec<i128>,
    /// For each set of players as bits, the points that nobody made.
    missing: BTreeMap<u64, i128>,
    /// These, times the points of each player in the same block.
    missing_with_points: BTreeMap<(u64, usize), i128>,
    /// And times each other, the smaller set first.
    missing_products: BTreeMap<(u64, u64), i128>,
}

impl BlockWins {
    /// No blocks yet, of so many players, 64 at most.
    pub fn new(players: usize) -> Self {
        let (missing, missing_with_points, missing_products) = (BTreeMap::new(), BTreeMap::new(), BTreeMap::new());
        let (sums, products) = (vec![0; players], vec![0; players * (players + 1) / 2]);
        Self { players, blocks: 0, sums, products, missing, missing_with_points, missing_products }
    }

    /// Adds one block that holds the same comparisons as all: each player's points.
    ///
    /// # Errors
    ///
    /// [`RatingError::OtherPlayers`] for another number of players, [`RatingError::Overflow`] where a sum would not
    /// fit. Nothing is then changed.
    pub fn observe(&mut self, points: &[u32]) -> Result<(), RatingError> {
        self.observe_with_missing(points, &[])
    }

    /// Adds one block: each player's points, and the points that nobody made, among which players; each set of them once.
    ///
    /// # Errors
    ///
    /// As [`observe`](Self::observe); [`RatingError::UnknownPlayer`] for a player who is out of range.
    pub fn observe_with_missing(&mut self, points: &[u32], missing: &[(&[usize], u32)]) -> Result<(), RatingError> {
        if points.len() != self.players {
            return Err(RatingError::OtherPlayers);
        }
        let mut block = Self { blocks: 1, ..Self::new(self.players) };
        for (row, &value) in points.iter().enumerate() {
            block.sums[row] = value.into();
            for (column, &other) in points[..=row].iter().enumerate() {
                block.products[row * (row + 1) / 2 + column] = i128::from(value) * i128::from(other);
            }
        }
        for &(among, lost) in missing.iter().filter(|(among, lost)| among.len() > 1 && *lost > 0) {
            if let Some(&player) = among.iter().find(|player| **player >= self.players) {
                return Err(RatingError::UnknownPlayer { player });
            }
            let set = among.iter().fold(0_u64, |set, player| set | 1 << player);
            block.missing.insert(set, lost.into());
        }
        for (&set, &lost) in &block.missing {
            let with_points = block.sums.iter().enumerate().filter(|(_, points)| **points != 0);
            block.missing_with_points.extend(with_points.map(|(player, points)| ((set, player), lost * points)));
            block.missing_products.extend(block.missing.range(set..).map(|(&other, others)| ((set, other), lost * others)));
        }
        self.merge(&block)
    }

    /// Adds other blocks.
    ///
    /// # Errors
    ///
    /// As [`observe`](Self::observe).
    pub fn merge(&mut self, other: &Self) -> Result<(), RatingError> {
        if self.players != other.players {
            return Err(RatingError::OtherPlayers);
        }
        let added = |left: &[i128], right: &[i128]| -> Option<Vec<i128>> {
            left.iter().zip(right).map(|(left, right)| left.checked_add(*right)).collect()
        };
        let blocks = self.blocks.checked_add(other.blocks).ok_or(Overflow)?;
        let sums = added(&self.sums, &other.sums).ok_or(Overflow)?;
        let products = added(&self.products, &other.products).ok_or(Overflow)?;
        if !other.missing.is_empty() {
            let missing = added_by_key(&self.missing, &other.missing).ok_or(Overflow)?;
            let missing_with_points = added_by_key(&self.missing_with_points, &other.missing_with_points).ok_or(Overflow)?;
            let missing_products = added_by_key(&self.missing_products, &other.missing_products).ok_or(Overflow)?;
            (self.missing, self.missing_with_points, self.missing_products) = (missing, missing_with_points, missing_products);
        }
        (self.blocks, self.sums, self.products) = (blocks, sums, products);
        Ok(())
    }

    /// `G` times the sum over the `G` blocks of the product of two players' distances from their means, rounded
    /// once; `None` for a player's own where it would be negative.
    fn scaled_covariance(&self, row: usize, column: usize) -> Option<f64> {
        let product = self.products[row * (row + 1) / 2 + column];
        let exact = self.exact(product, self.sums[row], self.sums[column]);
        if row == column {
            exact.checked_magnitude()?;
        }
        Some(exact.to_f64())
    }

    /// The same of any two numbers with these sums, over blocks, of their products and of each.
    fn scaled(&self, product: i128, sum: i128, other: i128) -> f64 {
        self.exact(product, sum, other).to_f64()
    }

    fn exact(&self, product: i128, sum: i128, other: i128) -> Signed {
        Signed::product([i128::from(self.blocks), product]).minus(Signed::product([sum, other]))
    }
}

/// Sums by key; `None` where one would not fit.
fn added_by_key<K: Copy + Ord>(left: &BTreeMap<K, i128>, right: &BTreeMap<K, i128>) -> Option<BTreeMap<K, i128>> {
    let mut sums = left.clone();
    for (&key, &more) in right {
        let sum = sums.entry(key).or_default();
        *sum = sum.checked_add(more)?;
    }
    Some(sums)
}

/// Why there are no ratings.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum RatingError {
    /// The number of players is out of range.
    #[error("ratings are for 1 to 64 players, not {players}")]
    NoPlayers {
        /// The number that was asked for.
        players: usize,
    },
    /// A win must count something.
    #[error("a win cannot count 0 points")]
    NoUnit,
    /// There is no such player in the comparison.
    #[error("player {player} is not one of those compared, or is named twice")]
    UnknownPlayer {
        /// The player, counted from 0.
        player: usize,
    },
    /// Comparisons of different players or units do not merge.
    #[error("comparisons of other players, or with another unit, do not merge")]
    OtherPlayers,
    /// Some players never won, even by way of others, against some others.
    #[error("nothing relates the strengths of {} groups of players: someone of each must win against someone of another", groups.len())]
    NotConnected {
        /// The groups within which all are related, each in increasing order.
        groups: Vec<Vec<usize>>,
    },
    /// The most likely ratings were not found.
    #[error("the most likely ratings were not found")]
    NotConverged,
    /// A sum would not fit.
    #[error(transparent)]
    Overflow(#[from] Overflow),
}

#[cfg(test)]
#[path = "ratings_tests.rs"]
mod tests;
