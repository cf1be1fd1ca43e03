//! A run cut into ranges of blocks.

use std::ops::Range;

use crate::experiment::Plan;

/// Cuts the blocks of a plan into this many ranges that take about the same time: at least one, and
/// at most as many as there are blocks.
///
/// `rates` has pairs of a block and the time that each block takes from there on, in any unit:
/// `[(0, 1)]` if all blocks take the same time.
pub fn cut(plan: &Plan, shards: u64, rates: &[(u64, u64)]) -> Vec<Range<u64>> {
    cut_evenly(plan.blocks(), shards, &Rates(rates))
}

/// The parts of a range of blocks that each have one rate; the first rate begins with block 0.
pub(super) fn parts<R: Copy>(
    rates: &[(u64, R)],
    blocks: &Range<u64>,
) -> impl Iterator<Item = (Range<u64>, R)> {
    let ends = rates.iter().skip(1).map(|(start, _)| *start).chain([u64::MAX]);
    let part = move |((start, rate), end): (&(u64, R), u64)| {
        ((*start).max(blocks.start)..end.min(blocks.end), *rate)
    };
    rates.iter().zip(ends).map(part).filter(|(range, _)| !range.is_empty())
}

/// Pairs of a block and the time that each block takes from there on.
struct Rates<'a>(&'a [(u64, u64)]);

impl Rates<'_> {
    /// How long a range takes.
    fn time(&self, blocks: &Range<u64>) -> u128 {
        let time = |(range, rate): (Range<u64>, u64)| {
            u128::from(range.end - range.start) * u128::from(rate)
        };
        parts(self.0, blocks).map(time).sum()
    }

    /// The block that is played when all from `first` on were played for so long.
    fn block_at(&self, first: u64, mut time: u128) -> u64 {
        for (range, rate) in parts(self.0, &(first..u64::MAX)) {
            let rate = u128::from(rate);
            let all = u128::from(range.end - range.start) * rate;
            if time < all {
                return range.start + (time / rate) as u64;
            }
            time -= all;
        }
        u64::MAX
    }
}

/// Cuts this many blocks into ranges.
fn cut_evenly(blocks: u64, shards: u64, rates: &Rates<'_>) -> Vec<Range<u64>> {
    let shards = shards.clamp(1, blocks.max(1));
    let time = rates.time(&(0..blocks));
    let mut next = 0;
    let range = |number: u64| {
        let end = rates.block_at(0, time * u128::from(number) / u128::from(shards));
        // Each has a block, however long that takes.
        let range = next..end.max(next + 1).min(blocks - (shards - number));
        next = range.end;
        range
    };
    (1..=shards).map(range).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blocks_are_cut_evenly() {
        let all = Rates(&[(0, 1)]);
        let cut = |blocks, shards| {
            cut_evenly(blocks, shards, &all).iter().map(|range| range.end).collect::<Vec<_>>()
        };
        assert_eq!(cut(10, 1), [10]);
        assert_eq!(cut(10, 3), [3, 6, 10]);
        assert_eq!(cut(3, 7), [1, 2, 3]);
        assert_eq!(cut(1 << 40, 2), [1 << 39, 1 << 40]);
        for shards in 1..70 {
            let ranges = cut_evenly(64, shards, &all);
            assert_eq!(ranges.len() as u64, shards.clamp(1, 64));
            assert!(
                ranges.windows(2).all(|pair| pair[0].end == pair[1].start)
                    && ranges.iter().all(|range| !range.is_empty())
            );
            assert!(ranges[0].start == 0 && ranges.last().is_some_and(|range| range.end == 64));
        }
    }

    #[test]
    fn blocks_that_take_longer_make_shorter_ranges() {
        let cut = |rates: &[(u64, u64)], shards| {
            cut_evenly(100, shards, &Rates(rates)).iter().map(|range| range.end).collect::<Vec<_>>()
        };
        assert_eq!(cut(&[(0, 9), (10, 1)], 2), [10, 100]);
        assert_eq!(cut(&[(0, 9), (10, 1)], 4), [5, 10, 55, 100]);
        assert_eq!(cut(&[(0, 1_000_000), (1, 1)], 3), [1, 2, 100], "a block cannot be cut");
        assert_eq!(cut(&[(0, 1), (99, 1_000_000)], 3), [98, 99, 100]);
        let rates = [(0, 700), (3, 40), (64, 1), (90, 5)];
        for shards in 1..120 {
            let ranges = cut_evenly(100, shards, &Rates(&rates));
            assert_eq!(ranges.len() as u64, shards.clamp(1, 100));
            assert!(
                ranges.windows(2).all(|pair| pair[0].end == pair[1].start)
                    && ranges.iter().all(|range| !range.is_empty())
            );
            assert!(ranges[0].start == 0 && ranges.last().is_some_and(|range| range.end == 100));
        }
    }
}
