//! A run cut into ranges of blocks.

use std::ops::Range;

use crate::experiment::Plan;
use crate::findings::Looks;
use crate::strategy::Playable;

/// Cuts the blocks of a plan into so many ranges of about the same length. A range ends wherever a stopping rule looks; so there are as many as there are looks,
/// at least, and as many as there are blocks, at most.
pub fn cut<G: Playable>(plan: &Plan<G>, shards: u64) -> Vec<Range<u64>> {
    let looks = match plan.looks() {
        Looks::Planned(looks) => looks.iter().map(|look| look.blocks).filter(|look| *look < plan.blocks()).collect(),
        Looks::Once | Looks::Any { .. } => Vec::new(),
    };
    cut_at(plan.blocks(), &looks, shards)
}

/// Cuts so many blocks into ranges, and at these places in any case.
fn cut_at(blocks: u64, places: &[u64], shards: u64) -> Vec<Range<u64>> {
    let ends = || places.iter().copied().chain([blocks]);
    let between: Vec<Range<u64>> = std::iter::once(0).chain(places.iter().copied()).zip(ends()).map(|(start, end)| start..end).collect();
    let length = |range: &Range<u64>| range.end - range.start;
    let shards = shards.clamp(between.len() as u64, blocks.max(1));
    // One for each; the others one by one to where ranges are longest.
    let mut parts: Vec<u64> =
        between.iter().map(|range| shards.saturating_mul(length(range)) / blocks.max(1)).map(|parts| parts.max(1)).collect();
    while parts.iter().sum::<u64>() != shards {
        let too_many = parts.iter().sum::<u64>() > shards;
        let size = |place: &usize| u128::from(length(&between[*place])) * 1_000_000 / u128::from(parts[*place]);
        let places = 0..parts.len();
        if too_many {
            let Some(place) = places.filter(|place| parts[*place] > 1).min_by_key(size) else { break };
            parts[place] -= 1;
        } else {
            let Some(place) = places.filter(|place| parts[*place] < length(&between[*place])).max_by_key(size) else { break };
            parts[place] += 1;
        }
    }
    let even = |(range, parts): (&Range<u64>, u64)| {
        let place = |part: u64| range.start + (u128::from(length(range)) * u128::from(part) / u128::from(parts)) as u64;
        (0..parts).map(|part| place(part)..place(part + 1)).collect::<Vec<_>>()
    };
    between.iter().zip(parts).flat_map(even).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blocks_are_cut_evenly_and_where_they_are_looked_at() {
        let cut = |blocks, places: &[u64], shards| cut_at(blocks, places, shards).iter().map(|range| range.end).collect::<Vec<_>>();
        assert_eq!(cut(10, &[], 1), [10]);
        assert_eq!(cut(10, &[], 3), [3, 6, 10]);
        assert_eq!(cut(3, &[], 7), [1, 2, 3]);
        assert_eq!(cut(100, &[10, 40], 1), [10, 40, 100]);
        assert_eq!(cut(100, &[10, 40], 5), [10, 40, 60, 80, 100]);
        assert_eq!(cut(1 << 40, &[], 2), [1 << 39, 1 << 40]);
        for shards in 1..70 {
            let ranges = cut_at(64, &[1, 2, 31], shards);
            assert_eq!(ranges.len() as u64, shards.clamp(4, 64));
            assert!(ranges.windows(2).all(|pair| pair[0].end == pair[1].start) && ranges.iter().all(|range| !range.is_empty()));
            assert!(ranges[0].start == 0 && ranges.last().is_some_and(|range| range.end == 64));
        }
    }
}
