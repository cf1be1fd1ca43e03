//! The same bits on every machine: one result of every function that takes more than one rounding.
//!
//! A failure here means that published tables change in their last digits, on this platform or with
//! this version of the code. What is right is tested beside each function.

use super::{BlockSums, Confidence, Moments, families, normal, proportion, student};

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
    let adjusted = families::benjamini_yekutieli(&[0.01, 0.04, 0.03]);
    for (name, value, bits) in [
        ("z", Some(confidence.z()), 0x3fff_5c03_31ee_ff82),
        ("z far out", normal::upper_quantile(1e-100), 0x4035_4601_0d75_521f),
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
        ("adjusted p", adjusted.last().copied(), 0x3fb2_c5f9_2c5f_92c6),
    ] {
        let value = value.expect(name);
        assert_eq!(value.to_bits(), bits, "{name}: {value:?}, {:#x}", value.to_bits());
    }
}
