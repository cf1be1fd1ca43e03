//! The pinned values were computed by a second implementation of the generator and the shuffle, in
//! another language.

use std::collections::BTreeMap;

use rand::RngExt;
use rand::distr::weighted::WeightedIndex;
use rand::seq::{IndexedRandom, SliceRandom};
use statrs::distribution::{ChiSquared, ContinuousCDF};

use super::*;

#[test]
fn value_stability_of_the_generator() {
    let streams = BlockStreams::new(20_240_918, 3);
    let words: Vec<u64> = {
        let mut stream = streams.stream(Purpose::Deck(0));
        (0..3).map(|_| stream.word()).collect()
    };
    assert_eq!(
        words,
        [12_468_602_975_892_125_322, 1_076_761_413_203_723_125, 11_618_501_907_618_431_623]
    );
    let mut stream = streams.stream(Purpose::Strategy(1));
    let choices: Vec<u32> = [2, 3, 10, 37, 133, 256, 1, 1_000_000, u32::MAX]
        .iter()
        .map(|&bound| stream.below(bound))
        .collect();
    assert_eq!(choices, [1, 2, 6, 2, 89, 16, 0, 49_218, 2_232_422_979]);
}

#[test]
fn value_stability_of_the_shuffle() {
    let mut deck: Vec<u8> = (0..40).collect();
    BlockStreams::new(7, 0).stream(Purpose::Deck(0)).shuffle(&mut deck);
    assert_eq!(
        deck,
        [
            23, 0, 27, 5, 28, 36, 16, 9, 30, 18, 10, 34, 11, 19, 32, 39, 13, 38, 35, 17, 8, 1, 29,
            2, 4, 24, 12, 3, 33, 37, 31, 25, 7, 20, 14, 15, 21, 22, 6, 26
        ]
    );
    let mut deck: Vec<u8> = (0..=255).collect();
    BlockStreams::new(7, 0).stream(Purpose::Deck(1)).shuffle(&mut deck);
    assert_eq!(deck[..8], [44, 20, 125, 133, 50, 224, 70, 197]);
}

/// The p-value of the chi-square test that all cells are equally likely.
fn p_of_uniform(counts: impl ExactSizeIterator<Item = u64> + Clone) -> f64 {
    let cells = counts.len() as f64;
    let expected = counts.clone().sum::<u64>() as f64 / cells;
    let chi_square: f64 = counts.map(|count| (count as f64 - expected).powi(2) / expected).sum();
    ChiSquared::new(cells - 1.0).expect("several cells").sf(chi_square)
}

/// Everything that `rand` can do with a stream is reproducible, and continues from the stream's
/// position.
#[test]
fn a_stream_is_a_generator_of_rand() {
    let streams = BlockStreams::new(20_240_918, 3);
    let draw = |seat| {
        let mut stream = streams.stream(Purpose::Strategy(seat));
        let word = stream.next_u64();
        let mut deck: Vec<u8> = (0..40).collect();
        deck.shuffle(&mut stream);
        let suit = *["clubs", "hearts", "spades"].choose(&mut stream).expect("suits");
        let weighted = stream.sample(WeightedIndex::new([1, 0, 2]).expect("weights"));
        let die = stream.random_range(1..=6);
        let mut bytes = [0; 11];
        stream.fill(&mut bytes);
        (word, deck, suit, weighted, die, stream.random::<f64>().to_bits(), bytes, stream)
    };
    let drawn = draw(1);
    assert_eq!(drawn, draw(1));
    assert_ne!(drawn.1, draw(2).1, "another stream");
    assert_eq!(drawn.0, streams.stream(Purpose::Strategy(1)).word(), "the same words");
    assert!(drawn.3 != 1 && (1..=6).contains(&drawn.4));
}

#[test]
fn distributions_of_rand_are_uniform_on_a_stream() {
    let mut stream = BlockStreams::new(1, 2).stream(Purpose::Strategy(0));
    let mut counts = [0u64; 37];
    (0..200_000).for_each(|_| counts[stream.random_range(0..37)] += 1);
    assert!(p_of_uniform(counts.iter().copied()) > 0.001, "{counts:?}");
}

#[test]
fn choices_are_uniform() {
    let mut stream = BlockStreams::new(1, 1).stream(Purpose::Strategy(0));
    for bound in [2, 3, 7, 40, 133, 256] {
        let mut counts = vec![0u64; bound as usize];
        for _ in 0..200_000 {
            counts[stream.below(bound) as usize] += 1;
        }
        assert!(p_of_uniform(counts.iter().copied()) > 0.001, "bound {bound}: {counts:?}");
    }
}

#[test]
fn every_order_of_a_shuffle_is_equally_likely() {
    let mut counts = BTreeMap::new();
    for block in 0..120_000 {
        let mut items = [0, 1, 2, 3, 4];
        BlockStreams::new(5, block).stream(Purpose::Deck(0)).shuffle(&mut items);
        *counts.entry(items).or_insert(0u64) += 1;
    }
    assert_eq!(counts.len(), 120);
    assert!(p_of_uniform(counts.values().copied()) > 0.001);
}

#[test]
fn every_card_reaches_every_place() {
    // 40 cards go through three sizes of batch; each pair (card, place) must be as frequent as any
    // other.
    let mut counts = vec![0u64; 40 * 40];
    for block in 0..40_000 {
        let mut deck: [u8; 40] = std::array::from_fn(|card| card as u8);
        BlockStreams::new(9, block).stream(Purpose::Deck(0)).shuffle(&mut deck);
        for (place, card) in deck.iter().enumerate() {
            counts[place * 40 + usize::from(*card)] += 1;
        }
    }
    let p = p_of_uniform(counts.iter().copied());
    // Counts that are too even would be wrong as well.
    assert!((0.001..0.999).contains(&p), "p = {p}");
}

#[test]
fn streams_of_different_blocks_and_purposes_differ() {
    let mut first_words = std::collections::BTreeSet::new();
    for seed in 0..4 {
        for block in 0..200 {
            let fixed = [
                Purpose::Deck(0),
                Purpose::Deck(1),
                Purpose::Strategy(0),
                Purpose::Insertion(0),
                Purpose::Insertion(1),
            ];
            let of_seat = |seat| {
                [
                    Purpose::Strategy(seat),
                    Purpose::Reshuffle { seat, times: 0 },
                    Purpose::Reshuffle { seat, times: 1 },
                ]
            };
            for purpose in (1..8).flat_map(of_seat).chain(fixed).chain([
                Purpose::FirstPlayer,
                Purpose::Arrangement,
                Purpose::Other(0),
                Purpose::Other(1),
                Purpose::Rollouts(0),
                Purpose::Rollouts(1),
            ]) {
                assert!(first_words.insert(BlockStreams::new(seed, block).stream(purpose).word()));
            }
        }
    }
}

#[test]
fn a_shuffle_keeps_its_items() {
    for length in 0..=256usize {
        let mut items: Vec<usize> = (0..length).collect();
        BlockStreams::new(2, length as u64).stream(Purpose::Deck(0)).shuffle(&mut items);
        items.sort_unstable();
        assert!(items.into_iter().eq(0..length));
    }
}
