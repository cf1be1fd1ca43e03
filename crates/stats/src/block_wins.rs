//! The points of players block by block, from which the errors of [`Ratings`](super::Ratings)
//! follow.

use std::collections::BTreeMap;

use super::merge::Merge;
use super::rating_error::RatingError;
use super::wide::{Wide, nearest, not_negative, wide};
use crate::merged;

/// Sums over blocks of the points that each player made in all of the block's comparisons, and of
/// their products. The number of sums grows with the square of the number of players.
///
/// Most blocks hold the same comparisons. Where a game has no winner, its points are missing.
/// Missing points are counted by the set of players who were compared.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct BlockWins {
    blocks: u64,
    /// By player.
    sums: Vec<i128>,
    /// By player, with each player up to it.
    products: Vec<Vec<i128>>,
    /// By set of players, as bits.
    missing: BTreeMap<u64, Missing>,
}

/// The missing points among one set of players.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
struct Missing {
    sum: i128,
    /// The products with the points of each player in the same block.
    with_players: Vec<i128>,
    /// The products with the missing points of each set that is not below this one.
    with_sets: BTreeMap<u64, i128>,
}

impl BlockWins {
    /// Returns sums over no blocks yet, for up to 64 players.
    pub fn new(players: usize) -> Self {
        Self {
            blocks: 0,
            sums: vec![0; players],
            products: (1..=players).map(|row| vec![0; row]).collect(),
            missing: BTreeMap::new(),
        }
    }

    /// Returns the number of players.
    pub fn players(&self) -> usize {
        self.sums.len()
    }

    /// Returns the number of blocks.
    pub fn blocks(&self) -> u64 {
        self.blocks
    }

    /// Adds one block: each player's points, and the missing points of each set of players.
    ///
    /// # Errors
    ///
    /// [`RatingError::OtherPlayers`] for another number of players and
    /// [`RatingError::UnknownPlayer`] for a player who is out of range; nothing is then changed.
    /// [`RatingError::Overflow`] where a sum would not fit; some sums are then added.
    pub fn observe(
        &mut self,
        points: &[u32],
        missing: &[(&[usize], u32)],
    ) -> Result<(), RatingError> {
        if points.len() != self.players() {
            return Err(RatingError::OtherPlayers);
        }
        let mut lost_among: BTreeMap<u64, i128> = BTreeMap::new();
        for &(among, lost) in missing.iter().filter(|(among, lost)| among.len() > 1 && *lost > 0) {
            if let Some(&player) = among.iter().find(|player| **player >= points.len()) {
                return Err(RatingError::UnknownPlayer { player });
            }
            *lost_among
                .entry(among.iter().fold(0, |set, player| set | 1 << player))
                .or_default() += i128::from(lost);
        }
        self.blocks.merge(&1)?;
        for ((sum, products), &value) in self.sums.iter_mut().zip(&mut self.products).zip(points) {
            sum.merge(&value.into())?;
            for (product, &other) in products.iter_mut().zip(points) {
                product.merge(&(i128::from(value) * i128::from(other)))?;
            }
        }
        for (&set, &lost) in &lost_among {
            let all = self.missing.entry(set).or_insert_with(|| Missing::new(points.len()));
            all.sum.merge(&lost)?;
            for (product, &value) in all.with_players.iter_mut().zip(points) {
                product.merge(&(lost * i128::from(value)))?;
            }
            for (&other, others) in lost_among.range(set..) {
                all.with_sets.entry(other).or_default().merge(&(lost * others))?;
            }
        }
        Ok(())
    }

    /// Adds other blocks.
    ///
    /// # Errors
    ///
    /// As [`observe`](Self::observe).
    pub fn merge(&mut self, other: &Self) -> Result<(), RatingError> {
        if self.players() != other.players() {
            return Err(RatingError::OtherPlayers);
        }
        self.blocks.merge(&other.blocks)?;
        self.sums.merge(&other.sums)?;
        self.products.merge(&other.products)?;
        Merge::merge(&mut self.missing, &other.missing)?;
        Ok(())
    }

    /// Returns the sets of players, as bits, that have missing points.
    pub(super) fn missing_sets(&self) -> impl Iterator<Item = u64> {
        self.missing.keys().copied()
    }

    /// `G` times the sum over the `G` blocks of the product of two players' distances from their
    /// means, rounded once. `row` is not below `column`. `None` where a player's own sum would be
    /// negative.
    pub(super) fn scaled_covariance(&self, row: usize, column: usize) -> Option<f64> {
        let exact = self.scaled(
            *self.products.get(row)?.get(column)?,
            *self.sums.get(row)?,
            *self.sums.get(column)?,
        );
        Some(nearest(if row == column { not_negative(exact)? } else { exact }))
    }

    /// Returns the same for a player's points and the missing points of a set.
    pub(super) fn scaled_covariance_with_missing(&self, player: usize, set: u64) -> Option<f64> {
        let missing = self.missing.get(&set)?;
        Some(nearest(self.scaled(
            *missing.with_players.get(player)?,
            missing.sum,
            *self.sums.get(player)?,
        )))
    }

    /// Returns the same for the missing points of two sets.
    pub(super) fn scaled_covariance_of_missing(&self, one: u64, other: u64) -> Option<f64> {
        let (first, second) =
            (self.missing.get(&one.min(other))?, self.missing.get(&one.max(other))?);
        let product = first.with_sets.get(&one.max(other)).copied().unwrap_or(0);
        Some(nearest(self.scaled(product, first.sum, second.sum)))
    }

    fn scaled(&self, product: i128, sum: i128, other: i128) -> Wide {
        wide(self.blocks) * wide(product) - wide(sum) * wide(other)
    }
}

merged!(Missing { sum, with_players, with_sets });

impl Missing {
    fn new(players: usize) -> Self {
        Self { sum: 0, with_players: vec![0; players], with_sets: BTreeMap::new() }
    }
}
