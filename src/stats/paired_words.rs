//! Paired sums of many blocks at once, in words: what every batch of games goes through.

use super::clustered::BlockSums;
use super::overflow::Overflow;
use super::paired_sums::{PairedBlocks, PairedSums};

impl PairedSums {
    /// Adds many blocks; in words as long as they fit, which is faster than one by one.
    ///
    /// # Errors
    ///
    /// [`Overflow`] where a sum would not fit; the sums are then unchanged.
    #[inline]
    pub fn observe_all(&mut self, blocks: impl Iterator<Item = (i64, i64)>) -> Result<(), Overflow> {
        // Sums of fewer than 2^20 products of values of less than 2^20 in magnitude, so that none leaves its word.
        const MOST: u64 = 1 << 20;
        let mut total = *self;
        let mut words = Words::default();
        for (first, second) in blocks {
            if (first.unsigned_abs() | second.unsigned_abs()) >= MOST {
                total.observe(first, second)?;
                continue;
            }
            words.observe(first, second);
            if words.blocks == MOST {
                total.merge(&std::mem::take(&mut words).sums())?;
            }
        }
        total.merge(&words.sums())?;
        *self = total;
        Ok(())
    }
}

impl PairedBlocks {
    /// Blocks that all hold the same number of `games` of each variant, from the sums of their points.
    ///
    /// `None` where points are below 0, and where a sum would not fit.
    pub fn of_equal_games(sums: &PairedSums, games: u64) -> Option<Self> {
        let (blocks, games) = (u128::from(sums.blocks), u128::from(games));
        let points = |sum: i128| u128::try_from(sum).ok();
        let (first, second) = (points(sums.first)?, points(sums.second)?);
        let games_squared = games.checked_mul(games)?.checked_mul(blocks)?;
        let own = |points: u128, points_squared: u128| {
            let games_of = games.checked_mul(points)?;
            Some(BlockSums {
                blocks: sums.blocks,
                points,
                games: blocks.checked_mul(games)?,
                points_squared,
                points_games: games_of,
                games_squared,
            })
        };
        Some(Self {
            first: own(first, sums.first_squared)?,
            second: own(second, sums.second_squared)?,
            changed: sums.changed,
            points: points(sums.products)?,
            points_games: games.checked_mul(first)?,
            games_points: games.checked_mul(second)?,
            games: games_squared,
        })
    }
}

/// [`PairedSums`] of few blocks with small values, in words.
#[derive(Default)]
struct Words {
    blocks: u64,
    changed: u64,
    first: i64,
    second: i64,
    first_squared: i64,
    second_squared: i64,
    products: i64,
}

impl Words {
    #[inline(always)]
    fn observe(&mut self, first: i64, second: i64) {
        self.blocks += 1;
        self.changed += u64::from(first != second);
        self.first += first;
        self.second += second;
        self.first_squared += first * first;
        self.second_squared += second * second;
        self.products += first * second;
    }

    fn sums(&self) -> PairedSums {
        PairedSums {
            blocks: self.blocks,
            changed: self.changed,
            first: self.first.into(),
            second: self.second.into(),
            first_squared: self.first_squared.unsigned_abs().into(),
            second_squared: self.second_squared.unsigned_abs().into(),
            products: self.products.into(),
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn many_at_once_are_one_by_one(
            blocks in prop::collection::vec((prop_oneof![-9_i64..9, -(1_i64 << 40)..1 << 40], -99_i64..99), 0..40),
        ) {
            let mut one_by_one = PairedSums::default();
            for (first, second) in &blocks {
                prop_assert_eq!(one_by_one.observe(*first, *second), Ok(()));
            }
            let (left, right) = blocks.split_at(blocks.len() / 3);
            let mut at_once = PairedSums::default();
            prop_assert_eq!(at_once.observe_all(left.iter().copied()), Ok(()));
            prop_assert_eq!(at_once.observe_all(right.iter().copied()), Ok(()));
            prop_assert_eq!(at_once, one_by_one);
        }

        #[test]
        fn equal_games_are_as_if_counted(blocks in prop::collection::vec((0_u64..999, 0_u64..999), 0..40), games in 1_u64..9) {
            let mut sums = PairedSums::default();
            let mut counted = PairedBlocks::default();
            for (first, second) in &blocks {
                prop_assert_eq!(sums.observe(*first as i64, *second as i64), Ok(()));
                prop_assert_eq!(counted.observe((*first, games), (*second, games)), Ok(()));
            }
            prop_assert_eq!(PairedBlocks::of_equal_games(&sums, games), Some(counted));
        }
    }
}
