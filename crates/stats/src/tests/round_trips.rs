//! Accumulators can be written as JSON and read back as the same integers, however large.

use std::fmt::Debug;

use fairdeal_property::proptest;
use proptest::prelude::*;
use serde::Serialize;
use serde::de::DeserializeOwned;

use super::super::{
    BlockSums, BlockWins, Histogram, Moments, PairedBlocks, PairedSums, RateGroups,
};

#[track_caller]
fn assert_round_trip<T: Serialize + DeserializeOwned + PartialEq + Debug>(counted: &T) {
    let text = serde_json::to_string(counted).expect("integers");
    assert_eq!(
        &serde_json::from_slice::<T>(text.as_bytes()).expect("what was written"),
        counted,
        "{text}"
    );
}

proptest! {
    #[test]
    fn sums_of_any_size(
        one in any::<(u64, i128, u128)>(),
        two in any::<[u128; 5]>(),
        three in any::<[u128; 4]>(),
        four in any::<[i128; 3]>(),
    ) {
        let (blocks, sum, squares) = one;
        assert_round_trip(&Moments { count: blocks, sum, squares });
        let [points, games, points_squared, points_games, games_squared] = two;
        let first =
            BlockSums { blocks, points, games, points_squared, points_games, games_squared };
        assert_round_trip(&first);
        let [points, points_games, games_points, games] = three;
        assert_round_trip(&PairedBlocks {
            first,
            second: BlockSums::default(),
            changed: blocks,
            points,
            points_games,
            games_points,
            games,
        });
        let [first, second, products] = four;
        let (first_squared, second_squared) = (three[0], three[1]);
        assert_round_trip(&PairedSums {
            blocks,
            changed: blocks,
            first,
            second,
            first_squared,
            second_squared,
            products,
        });
    }

    #[test]
    fn counts_and_groups(
        values in prop::collection::vec((any::<u32>(), any::<u32>()), 0..20),
        blocks in prop::collection::vec((any::<u64>(), any::<[(u32, u32); 3]>()), 0..20),
    ) {
        let mut histogram = Histogram::default();
        for (value, times) in values {
            histogram.observe_many(value.into(), times.into()).expect("few values");
        }
        assert_round_trip(&histogram);
        let mut groups = RateGroups::new(3);
        let mut wins = BlockWins::new(3);
        for (block, trials) in blocks {
            groups
                .observe(block, &trials.map(|(points, trials)| (points.into(), trials.into())))
                .expect("few trials");
            let missing = [(&[0, 2][..], trials[0].1), (&[0, 1, 2], trials[1].1)];
            wins.observe(&trials.map(|(points, _)| points), &missing).expect("three players");
        }
        assert_round_trip(&groups);
        assert_round_trip(&wins);
    }
}

#[test]
fn a_histogram_is_a_list_of_values_with_their_counts() {
    let mut histogram = Histogram::default();
    histogram.observe_many(7, 3).expect("few values");
    histogram.observe_many(4_000_000_000, 1).expect("few values");
    assert_eq!(serde_json::to_string(&histogram).expect("integers"), "[[7,3],[4000000000,1]]");
    for (text, problem) in [
        ("[[1,18446744073709551615],[2,1]]", "a count that does not fit"),
        ("[[4294967297,1]]", "a value above 2^32"),
    ] {
        assert!(serde_json::from_str::<Histogram>(text).is_err(), "{problem}");
    }
}

#[test]
fn damaged_groups_are_refused() {
    let text = serde_json::to_string(&RateGroups::new(1)).expect("integers");
    assert!(serde_json::from_slice::<RateGroups>(text.as_bytes()).is_ok());
    for damaged in [text.replacen("[],", "", 1), text.replacen("[]", "[[1,1],[2,2]]", 1)] {
        assert!(serde_json::from_slice::<RateGroups>(damaged.as_bytes()).is_err(), "{damaged}");
    }
}
