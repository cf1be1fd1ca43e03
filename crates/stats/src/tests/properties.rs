//! The macro of property tests, which is tested here because its package has no test program.

use fairdeal_property::proptest;
use proptest::prelude::{ProptestConfig, any, prop, prop_assert};

proptest! {
    #[test]
    fn values_come_as_they_were_asked_for(
        small in 0..10_u32,
        mut many in prop::collection::vec(5_u8.., 1..4),
    ) {
        prop_assert!(small < 10);
        many.sort_unstable();
        prop_assert!(many[0] >= 5);
    }
}

proptest! {
    // It fails on purpose, so the failure is not kept.
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    #[should_panic(expected = "minimal failing input: (\n    50,\n    true,\n)")]
    fn a_failure_shows_the_least_values(number in 0..1000_u32, any in any::<bool>()) {
        prop_assert!(number < 50 || !any);
    }
}
