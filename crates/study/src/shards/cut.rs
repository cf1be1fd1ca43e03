//! A run cut into ranges of blocks.

use std::ops::Range;

use crate::experiment::Plan;

/// Cuts the blocks of a plan into this many ranges that take about the same time. A range ends
/// wherever a stopping rule looks; so there are as many as there are looks, at least, and as many
/// as there are blocks, at most.
///
/// `rates` tells from which block on a block takes how much time, in any unit: for blocks that all
/// take the same, `[(0, 1)]`.
pub fn cut(plan: &Plan, shards: u64, rates: &[(u64, u64)]) -> Vec<Range<u64>> {
    let looks: Vec<u64> = plan.looks().places().filter(|look| *look < plan.blocks()).collect();
    cut_at(plan.blocks(), &looks, shards, &Rates(rates))
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

/// From which block on a block takes how much time.
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

/// Cuts this many blocks into ranges, and at these places in any case.
fn cut_at(blocks: u64, places: &[u64], shards: u64, rates: &Rates<'_>) -> Vec<Range<u64>> {
    let ends = || places.iter().copied().chain([blocks]);
    let between: Vec<Range<u64>> = std::iter::once(0)
        .chain(places.iter().copied())
        .zip(ends())
        .map(|(start, end)| start..end)
        .collect();
    let length = |range: &Range<u64>| range.end - range.start;
    let shards = shards.clamp(between.len() as u64, blocks.max(1));
    // One for each; the others one by one to where ranges take longest.
    let all = rates.time(&(0..blocks)).max(1);
    let share = |range: &Range<u64>| {
        ((u128::from(shards) * rates.time(range) / all) as u64).clamp(1, length(range).max(1))
    };
    let mut parts: Vec<u64> = between.iter().map(share).collect();
    while parts.iter().sum::<u64>() != shards {
        let too_many = parts.iter().sum::<u64>() > shards;
        let size =
            |place: &usize| rates.time(&between[*place]) * 1_000_000 / u128::from(parts[*place]);
        let places = 0..parts.len();
        if too_many {
            let Some(place) = places.filter(|place| parts[*place] > 1).min_by_key(size) else {
                break;
            };
            parts[place] -= 1;
        } else {
            let Some(place) =
                places.filter(|place| parts[*place] < length(&between[*place])).max_by_key(size)
            else {
                break;
            };
            parts[place] += 1;
        }
    }
    let even = |(range, parts): (&Range<u64>, u64)| {
        let mut next = range.start;
        let part = |part: u64| {
            let end = rates
                .block_at(range.start, rates.time(range) * u128::from(part) / u128::from(parts));
            // Each has a block, however long that takes.
            let part = next..end.max(next + 1).min(range.end - (parts - part));
            next = part.end;
            part
        };
        (1..=parts).map(part).collect::<Vec<_>>()
    };
    between.iter().zip(parts).flat_map(even).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blocks_are_cut_evenly_and_where_they_are_looked_at() {
        let all = Rates(&[(0, 1)]);
        let cut = |blocks, places: &[u64], shards| {
            cut_at(blocks, places, shards, &all).iter().map(|range| range.end).collect::<Vec<_>>()
        };
        assert_eq!(cut(10, &[], 1), [10]);
        assert_eq!(cut(10, &[], 3), [3, 6, 10]);
        assert_eq!(cut(3, &[], 7), [1, 2, 3]);
        assert_eq!(cut(100, &[10, 40], 1), [10, 40, 100]);
        assert_eq!(cut(100, &[10, 40], 5), [10, 40, 60, 80, 100]);
        assert_eq!(cut(1 << 40, &[], 2), [1 << 39, 1 << 40]);
        for shards in 1..70 {
            let ranges = cut_at(64, &[1, 2, 31], shards, &all);
            assert_eq!(ranges.len() as u64, shards.clamp(4, 64));
            assert!(
                ranges.windows(2).all(|pair| pair[0].end == pair[1].start)
                    && ranges.iter().all(|range| !range.is_empty())
            );
            assert!(ranges[0].start == 0 && ranges.last().is_some_and(|range| range.end == 64));
        }
    }

    #[test]
    fn blocks_that_take_longer_make_shorter_ranges() {
        let cut = |rates: &[(u64, u64)], places: &[u64], shards| {
            cut_at(100, places, shards, &Rates(rates))
                .iter()
                .map(|range| range.end)
                .collect::<Vec<_>>()
        };
        assert_eq!(cut(&[(0, 9), (10, 1)], &[], 2), [10, 100]);
        assert_eq!(cut(&[(0, 9), (10, 1)], &[], 4), [5, 10, 55, 100]);
        assert_eq!(cut(&[(0, 9), (10, 1)], &[50], 7), [2, 5, 8, 24, 50, 75, 100]);
        assert_eq!(cut(&[(0, 1_000_000), (1, 1)], &[], 3), [1, 2, 100], "a block cannot be cut");
        assert_eq!(cut(&[(0, 1), (99, 1_000_000)], &[], 3), [98, 99, 100]);
        let rates = [(0, 700), (3, 40), (64, 1), (90, 5)];
        for shards in 1..120 {
            let ranges = cut_at(100, &[2, 70], shards, &Rates(&rates));
            assert_eq!(ranges.len() as u64, shards.clamp(3, 100));
            assert!(
                ranges.windows(2).all(|pair| pair[0].end == pair[1].start)
                    && ranges.iter().all(|range| !range.is_empty())
            );
            assert!(ranges[0].start == 0 && ranges.last().is_some_and(|range| range.end == 100));
        }
    }
}
