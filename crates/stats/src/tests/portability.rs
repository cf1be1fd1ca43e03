//! Checks that every machine computes the same bits: one result of every function that rounds
//! more than once.
//!
//! A failure here means that published tables change in their last digits, on this platform or with
//! this version of the code. The tests beside each function check that its results are right.

use super::super::elo::elo_of_score;
use super::super::quantile_difference::Lengths;
use super::super::sensitivity::Group;
use super::super::{
    BlockSums, Comparisons, Confidence, Histogram, Moments, PairedBlocks, PairedSums, PairedTable,
    QuantileDifference, ScoreCounts, anytime, families, normal, proportion, sign_test, student,
};

fn assert_bits(results: &[(&str, Option<f64>, u64)]) {
    let wrong: Vec<String> = results
        .iter()
        .filter(|(_, value, bits)| value.map(f64::to_bits) != Some(*bits))
        .map(|(name, value, _)| format!("{name}: {value:?}, {:#x}", value.map_or(0, f64::to_bits)))
        .collect();
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn results_have_the_same_bits_everywhere() {
    let confidence = Confidence::default();
    let mut sums = BlockSums::default();
    let mut moments = Moments::default();
    for block in 0..1000_u32 {
        let points = 420 * (block * block % 7 % 5);
        sums.observe(u64::from(points), 2).expect("few blocks");
        moments.observe(i64::from(points)).expect("few values");
    }
    let estimate = sums.estimate(840).expect("there were games");
    let clustered = estimate.interval(confidence).expect("many blocks");
    let wilson = proportion::wilson(520, 1000, confidence).expect("there were trials");
    let adjusted = families::benjamini_hochberg(&[0.01, 0.04, 0.03]);
    assert_bits(&[
        ("z", Some(confidence.z()), 0x3fff_5c03_31ee_ff82),
        ("z far out", Some(normal::upper_quantile(1e-100)), 0x4035_4601_0d75_521f),
        ("normal tail", Some(normal::upper_tail(1.5)), 0x3fb1_1a46_d896_47ed),
        ("t by its root", student::two_sided_quantile(9, confidence), 0x4002_18e5_dac5_0b23),
        ("t by expansion", student::two_sided_quantile(12_345, confidence), 0x3fff_5ccc_b6ae_5aa3),
        ("p by fraction", student::two_sided_p_value(2.5, 1_000_000), 0x3f89_6f63_a9f5_5d1e),
        ("p by series", student::two_sided_p_value(1.5, 77), 0x3fc1_a046_2bde_b338),
        ("Wilson, low", Some(wilson.low), 0x3fdf_4c10_ffa4_604c),
        ("Wilson, high", Some(wilson.high), 0x3fe1_a064_91a5_6f24),
        ("score test", proportion::score_test(520, 1000, 0.5), 0x3fca_5b09_521e_291b),
        ("clustered, low", Some(clustered.low), 0x3fde_9c5e_003e_975a),
        ("clustered, high", Some(clustered.high), 0x3fe0_b5e9_9355_70bd),
        ("clustered, p", estimate.p_value(0.7), 0x3331_f39b_664e_aba3),
        ("standard deviation", moments.standard_deviation(), 0x4082_9352_8ab1_8a47),
        ("adjusted p", adjusted.first().copied(), 0x3f9e_b851_eb85_1eb8),
    ]);
}

#[test]
fn comparisons_have_the_same_bits_everywhere() {
    let confidence = Confidence::default();
    let table = PairedTable { both: 400, first_only: 67, second_only: 59, neither: 481 };
    let tango = table.score_interval(confidence).expect("there were blocks");
    let mut sums = PairedSums::default();
    let (mut first, mut second) = (Histogram::default(), Histogram::default());
    for block in 0..1000_u32 {
        let (one, other) = (20 + block * block % 17, 21 + block * block % 13);
        sums.observe(i64::from(one), i64::from(other)).expect("few blocks");
        first.observe(one.into()).expect("few values");
        second.observe(other.into()).expect("few values");
    }
    let paired = sums.estimate(3).expect("there were blocks");
    let ratio = PairedBlocks::of_equal_games(&sums, 1)
        .and_then(|blocks| blocks.ratio(confidence))
        .and_then(|ratio| ratio.interval)
        .expect("far from 0");
    let lengths = |finished| Lengths { finished, cut_off: 3 };
    let quantile =
        QuantileDifference::new(lengths(&first), lengths(&second), (3, 4), 2, confidence)
            .expect("there were values");
    assert_bits(&[
        ("Tango, low", Some(tango.low), 0xbf8c_d14a_284c_7f12),
        ("Tango, high", Some(tango.high), 0x3f9e_d3b2_0006_69db),
        (
            "sign test of many",
            Some(sign_test::two_sided_p_value((1 << 40) - 1_000_000, (1 << 40) + 1_000_000)),
            0x3fc6_b626_e268_c686,
        ),
        ("paired error", paired.standard_error, 0x3fb3_0fb9_90c8_386c),
        ("variance ratio", paired.variance_ratio, 0x3ff0_0e74_3702_16ce),
        ("ratio, low", Some(ratio.low), 0x3ff0_5572_6bd0_49b4),
        ("ratio, high", Some(ratio.high), 0x3ff0_dc39_b2b8_39c8),
        ("quantile, low", quantile.low.map(|end| end as f64), 0x4000_0000_0000_0000),
        ("quantile, high", quantile.high.map(|end| end as f64), 0x4010_0000_0000_0000),
    ]);
}

#[test]
fn sequences_and_matches_have_the_same_bits_everywhere() {
    const PAIRS: [u64; 5] = [34, 54, 63, 64, 75];
    let confidence = Confidence::default();
    let mut scores = Histogram::default();
    let mut comparisons = Comparisons::new(3, 1).expect("three players");
    for (score, times) in (0..).zip(PAIRS) {
        scores.observe_many(score, times).expect("few pairs");
        let winner = score as usize % 3;
        let order = [winner, (winner + 2) % 3, (winner + 1) % 3];
        for (place, winner) in order.into_iter().enumerate() {
            comparisons.observe(winner, &order[place..], times).expect("players");
        }
    }
    let scores = ScoreCounts::new(4, scores).expect("scores");
    let rate = anytime::rate_confidence_sequence(520, 1000, confidence).expect("there were trials");
    let sequence = scores.confidence_sequence(confidence).expect("there were scores");
    let ratings = comparisons.fit().expect("connected").ratings();
    let indices = Group {
        first: vec![0.1, 0.2, 0.4],
        second: vec![0.3, 0.1, 0.2],
        mixed: vec![0.15, 0.2, 0.35],
    }
    .indices();
    assert_bits(&[
        ("rate sequence, low", Some(rate.low), 0x3fdd_961c_51ef_00be),
        ("rate sequence, high", Some(rate.high), 0x3fe2_79b8_3ed2_4504),
        ("log e-value", scores.log_e_value(0.5), 0x4014_8cba_42bf_0615),
        ("score sequence, low", Some(sequence.low), 0x3fe0_6168_76f5_da73),
        ("score sequence, high", Some(sequence.high), 0x3fe4_a257_a6d5_a903),
        ("Elo", elo_of_score(672.0 / 1160.0), 0x404b_ca36_3eac_568e),
        ("rating", ratings.first().map(|rating| rating.value), 0x3fc8_400e_1630_78cd),
        (
            "rating, error",
            ratings.first().map(|rating| rating.standard_error),
            0x3faf_c1cd_3c87_9ee8,
        ),
        ("total index", indices.map(|indices| indices.total), 0x3fb2_bb51_2bb5_12bd),
    ]);
}
