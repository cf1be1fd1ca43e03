//! Wins over blocks: a rate with the interval that suits how the games hang together.

use crate::seat::WIN;
use crate::stats::{BlockSums, Confidence, Interval, Overflow, proportion};

/// Wins over blocks: enough for a rate with the right interval.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Wins {
    /// Credits in 840ths and games, over blocks.
    sums: BlockSums,
    /// The games of the block being counted.
    block: (u64, u64),
    /// Games that were won and not shared.
    whole: u64,
    /// Games of which only a part was won.
    shared: u64,
}

impl Wins {
    /// Counts one game with its credit in 840ths.
    #[inline]
    pub(super) fn game(&mut self, credit: u64) {
        self.block.0 += credit;
        self.block.1 += 1;
        self.whole += u64::from(credit == WIN);
        self.shared += u64::from(credit != 0 && credit != WIN);
    }

    /// Ends the block of the games just counted.
    #[inline]
    pub(super) fn end_block(&mut self) -> Result<(), Overflow> {
        let (points, games) = std::mem::take(&mut self.block);
        self.sums.observe(points, games)
    }

    pub(super) fn merge(&mut self, other: &Self) -> Result<(), Overflow> {
        self.sums.merge(&other.sums)?;
        self.whole = self.whole.checked_add(other.whole).ok_or(Overflow)?;
        self.shared = self.shared.checked_add(other.shared).ok_or(Overflow)?;
        Ok(())
    }

    pub(super) fn blocks(&self) -> u64 {
        self.sums.blocks
    }

    pub(super) fn games(&self) -> u128 {
        self.sums.games
    }

    pub(super) fn credits(&self) -> u128 {
        self.sums.points
    }

    /// Independent games, each won or not: as many games as blocks, and no shared win.
    fn binary(&self) -> Option<(u64, u64)> {
        let games = u64::try_from(self.sums.games).ok()?;
        (games == self.sums.blocks && self.shared == 0).then_some((self.whole, games))
    }

    /// The rate of wins, 0 to 1.
    pub(super) fn rate(&self) -> Option<f64> {
        Some(self.sums.estimate(WIN)?.rate)
    }

    /// The interval of the rate: Wilson's over independent games, the block standard error otherwise.
    pub(super) fn interval(&self, confidence: Confidence) -> Option<Interval> {
        if let Some((wins, games)) = self.binary() {
            return proportion::wilson(wins, games, confidence);
        }
        let Interval { low, high } = self.sums.estimate(WIN)?.interval(confidence)?;
        Some(Interval { low: low.max(0.0), high: high.min(1.0) })
    }

    /// The two-sided p-value of the rate against another: the score test over independent games, the t test over blocks otherwise.
    pub(super) fn p_value(&self, against: f64) -> Option<f64> {
        match self.binary() {
            Some((wins, games)) => proportion::score_test(wins, games, against),
            None => self.sums.estimate(WIN)?.p_value(against),
        }
    }

    /// The name of the interval's method.
    pub(super) fn method(&self) -> &'static str {
        if self.binary().is_some() { "wilson" } else { "blocks" }
    }
}
