#![expect(clippy::excessive_precision, clippy::unreadable_literal, reason = "digits as published")]

use fairdeal_property::proptest;
use proptest::prelude::*;

use super::super::histogram::Histogram;
use super::super::score_counts::DifferenceCounts;
use super::super::tests::assertions::assert_close;
use super::*;

fn scores_of(counts: &[u64]) -> ScoreCounts {
    let mut scores = Histogram::default();
    for (score, &times) in (0..).zip(counts) {
        scores.observe_many(score, times).expect("few");
    }
    ScoreCounts::new(counts.len() as u64 - 1, scores).expect("several scores")
}

fn sequence(scores: &ScoreCounts) -> Interval {
    scores.confidence_sequence(Confidence::default()).expect("there were scores")
}

#[test]
fn rates_have_their_known_values() {
    for (successes, trials, low, high, tolerance) in [
        (0, 10, 0.0, 0.37698735099067737, 1e-12),
        (7, 10, 0.25241289008500345, 0.96748486021194113, 1e-12),
        (520, 1000, 0.46228702546433098, 0.57735836286352127, 1e-12),
        (500500, 1000000, 0.49824953035875325, 0.5027504561356233, 1e-12),
    ] {
        let interval =
            rate_confidence_sequence(successes, trials, Confidence::default()).expect("trials");
        assert_close(interval.low, low, tolerance);
        assert_close(interval.high, high, tolerance);
    }
    for (successes, trials, log_e_value) in [
        (7, 10, -0.58233281421965521),
        (520, 1000, -2.8797057892039599),
        (500500, 1000000, -6.6335467982936649),
    ] {
        assert_close(rate_log_e_value(successes, trials, 0.5).expect("a rate"), log_e_value, 1e-12);
    }
}

#[test]
fn scores_have_their_known_values() {
    for (counts, log_e_value, low, high) in [
        (&[34, 54, 63, 64, 75][..], 5.1374292782870903, 0.51189063295790, 0.64481718621144),
        (&[332, 433, 498, 333, 334], -2.2623037328649933, 0.46010273330550, 0.51518198673415),
        (&[0, 0, 5, 3, 2], 1.3217558399823195, 0.41587766603167, 0.86264693775095),
        (&[144, 3, 1, 0, 0], 97.964576619392645, 0.00079954524574, 0.04931263420687),
        (&[365, 16618, 36229, 16974, 390], -2.5352964498006, 0.49876420442540, 0.50411208280471),
        (&[300, 280, 420], 6.5310476947638, 0.51175137859570, 0.60742876320334),
    ] {
        let scores = scores_of(counts);
        assert_close(scores.log_e_value(0.5).expect("a mean"), log_e_value, 2e-12);
        let interval = sequence(&scores);
        assert_close(interval.low, low, 2e-11);
        assert_close(interval.high, high, 2e-11);
    }
}

#[test]
fn the_extremes_are_exact() {
    for count in [1, 1000, 1 << 40] {
        let (none, all) =
            (sequence(&scores_of(&[count, 0, 0])), sequence(&scores_of(&[0, 0, count])));
        assert_close(none.low, 0.0, 0.0);
        assert_close(all.high, 1.0, 0.0);
        assert!((none.high - (1.0 - all.low)).abs() < 1e-12);
        let rate = rate_confidence_sequence(0, count, Confidence::default()).expect("trials");
        assert_close(rate.low, 0.0, 0.0);
        assert_close(rate.high, none.high, 1e-11);
    }
}

#[test]
fn a_million_million_blocks_are_accurate() {
    const COUNT: u64 = 1 << 40;
    for (successes, against) in [
        (COUNT / 2 + (1 << 21), 0.5),
        (COUNT / 100, 0.010_000_3),
        (3, 1e-11),
        (COUNT - 1, 1.0 - 1e-11),
    ] {
        let closed = rate_log_e_value(successes, COUNT, against).expect("a rate");
        let integrated =
            scores_of(&[COUNT - successes, successes]).log_e_value(against).expect("a mean");
        assert!(
            (closed - integrated).abs() < 1e-8 * (1.0 + closed.abs()),
            "{successes} {closed} {integrated}"
        );
        let rate =
            rate_confidence_sequence(successes, COUNT, Confidence::default()).expect("trials");
        let interval = sequence(&scores_of(&[COUNT - successes, successes]));
        assert_close(interval.low, rate.low, 1e-9);
        assert_close(interval.high, rate.high, 1e-9);
    }
}

#[test]
fn scores_without_spread_are_still_bounded() {
    // The mean is always one half: the interval shrinks, but never to a point.
    let mut wider = 1.0;
    for count in [10, 1000, 100_000, 10_000_000] {
        let interval = sequence(&scores_of(&[0, count, 0]));
        assert!(
            interval.contains(0.5) && interval.half_width() < wider && interval.half_width() > 0.0
        );
        wider = interval.half_width() / 10.0;
    }
}

#[test]
fn too_few_values_are_undefined() {
    assert_eq!(rate_log_e_value(0, 0, 0.5), Some(0.0));
    assert_eq!(rate_log_e_value(2, 1, 0.5), None);
    assert_eq!(rate_confidence_sequence(0, 0, Confidence::default()), None);
    assert_eq!(rate_confidence_sequence(2, 1, Confidence::default()), None);
    let none = scores_of(&[0, 0]);
    assert_eq!(none.confidence_sequence(Confidence::default()), None);
    assert_eq!(none.log_e_value(0.5), Some(0.0));
    for against in [0.0, 1.0, -0.5, f64::NAN] {
        assert_eq!(rate_log_e_value(1, 2, against), None);
        assert_eq!(scores_of(&[1, 1]).log_e_value(against), None);
    }
    assert_eq!(asymptotic_half_width(&Moments::default(), 10, Confidence::default()), None);
}

#[test]
fn the_normal_mixture_has_its_known_values() {
    for (variance, narrowest_at, bound) in [
        (100.0, 100.0, 30.352089903762529),
        (250.0, 100.0, 48.691392405147774),
        (2500.0, 2500.0, 151.76044951881264),
    ] {
        assert_close(
            normal_mixture_bound(variance, narrowest_at, Confidence::default()),
            bound,
            1e-13,
        );
    }
    // Fifty values of 1 and fifty of 3: a sample variance of 100 / 99.
    let mut moments = Moments::default();
    moments.observe_many(1, 50).expect("few values");
    moments.observe_many(3, 50).expect("few values");
    let half_width = asymptotic_half_width(&moments, 100, Confidence::default()).expect("values");
    assert_close(half_width, 0.30352089903762529 * (100.0_f64 / 99.0).sqrt(), 1e-13);
}

#[test]
fn differences_agree_with_shifted_scores() {
    let (mut differences, mut exchanged) = (Histogram::default(), Histogram::default());
    for (first, second, times) in [(2, 0, 30), (1, 1, 900), (0, 1, 20), (0, 2, 4)] {
        differences.observe_many(2 + first - second, times).expect("few");
        exchanged.observe_many(2 + second - first, times).expect("few");
    }
    let [differences, exchanged] =
        [differences, exchanged].map(|shifted| DifferenceCounts::new(2, shifted).expect("scores"));
    let (one, other) = [&differences, &exchanged]
        .map(|counts| counts.confidence_sequence(Confidence::default()).expect("blocks"))
        .into();
    let (one, other): (Interval, Interval) = (one, other);
    assert_close(one.low, -other.high, 1e-9);
    assert_close(one.high, -other.low, 1e-9);
    // (30 * 2 - 20 - 4 * 2) / 2 / 954.
    assert!(one.contains(16.0 / 954.0));
    let (zero, swapped) = (differences.log_e_value(0.0), exchanged.log_e_value(0.0));
    assert_close(zero.expect("a mean"), swapped.expect("a mean"), 1e-9);
    let at_the_end = differences.log_e_value(one.low).expect("a mean");
    assert_close(at_the_end, 20.0_f64.ln(), 1e-6);
}

/// The rule as stated: at least 4096 midpoints, all visited, from the plain factors.
fn plain(counts: &[u64], mean: f64) -> f64 {
    let count: u64 = counts.iter().sum();
    let nodes = 4096.max(64 * (count as f64).sqrt().ceil() as u64);
    let top = counts.len() as f64 - 1.0;
    let terms: Vec<f64> = (0..nodes)
        .map(|node| {
            let sine = libm::sin((node as f64 + 0.5) * FRAC_PI_2 / nodes as f64);
            let high = sine * sine;
            let factor =
                |score: f64| high * score / mean + (1.0 - high) * (1.0 - score) / (1.0 - mean);
            counts
                .iter()
                .enumerate()
                .filter(|pair| *pair.1 > 0)
                .map(|(score, &times)| times as f64 * libm::log(factor(score as f64 / top)))
                .sum()
        })
        .collect();
    let highest = terms.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let sum: f64 = terms.iter().map(|term| libm::exp(term - highest)).sum();
    highest + libm::log(sum / nodes as f64)
}

#[test]
fn each_look_costs_width() {
    let confidence = Confidence::default();
    for blocks in [100, 1000, 100_000] {
        let each = confidence_at_each_look(blocks, 100_000, confidence).expect("many blocks");
        assert!(each.level() > 0.99, "{blocks}: {}", each.level());
        let price = each.z() / confidence.z();
        // High at the first looks of a long run, and about 1.5 where it is lowest.
        assert!((1.3..4.5).contains(&price), "{blocks}: {price}");
    }
    let price =
        |blocks| confidence_at_each_look(blocks, 10_000, confidence).expect("many blocks").z();
    assert!(price(10_000) < price(100) && price(10_000) < price(1_000_000));
    assert_eq!(confidence_at_each_look(1, 10, confidence), None);
    assert_eq!(confidence_at_each_look(10, 0, confidence), None);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn agrees_with_the_plain_rule(
        counts in prop::collection::vec(prop_oneof![Just(0_u64), 0_u64..5, 0_u64..300, 0_u64..30_000], 2..8),
        mean in prop_oneof![0.001..0.999_f64, 0.45..0.55_f64],
    ) {
        prop_assume!(counts.iter().sum::<u64>() > 0);
        let (actual, expected) =
            (scores_of(&counts).log_e_value(mean).expect("a mean"), plain(&counts, mean));
        prop_assert!(
            (actual - expected).abs() < 1e-9 * (1.0 + expected.abs()),
            "{} {}",
            actual,
            expected
        );
    }

    #[test]
    fn a_coarser_grid_is_as_good_as_the_finest(
        counts in prop::collection::vec(prop_oneof![Just(0_u64), 0_u64..50, 0_u64..1_000_000], 2..8),
        mean in 0.001..0.999_f64,
    ) {
        prop_assume!(counts.iter().sum::<u64>() > 0);
        let scores = scores_of(&counts);
        let bets = Bets::new(&scores);
        let position = Position::new(&bets.outcomes, mean);
        let finest =
            position.log_integral(position.peak(), libm::ceil(5.0 * bets.count.sqrt()) + 8.0);
        prop_assert!((bets.log_wealth(mean) - finest).abs() < 1e-11 * (1.0 + finest.abs()));
    }

    #[test]
    fn two_scores_agree_with_a_rate(
        successes in 0_u64..100_000,
        failures in 0_u64..100_000,
        against in 0.001..0.999_f64,
    ) {
        prop_assume!(successes + failures > 0);
        let closed = rate_log_e_value(successes, successes + failures, against).expect("a rate");
        let integrated = scores_of(&[failures, successes]).log_e_value(against).expect("a mean");
        prop_assert!(
            (closed - integrated).abs() < 1e-10 * (1.0 + closed.abs()),
            "{} {}",
            closed,
            integrated
        );
    }

    #[test]
    fn the_sequence_holds_the_mean(
        counts in prop::collection::vec(0_u64..1000, 2..8),
        level in 0.51..0.9999_f64,
    ) {
        let scores = scores_of(&counts);
        prop_assume!(scores.counts().count() > 0);
        let interval =
            scores.confidence_sequence(Confidence::new(level).expect("a level")).expect("scores");
        prop_assert!(interval.contains(scores.mean().expect("scores")));
        prop_assert!(0.0 <= interval.low && interval.high <= 1.0);
    }

    #[test]
    fn more_of_the_same_narrows_it(counts in prop::collection::vec(0_u64..100, 2..6)) {
        let scores = scores_of(&counts);
        prop_assume!(scores.counts().count() > 0);
        let hundredfold: Vec<u64> = counts.iter().map(|count| 100 * count).collect();
        let narrow = sequence(&scores_of(&hundredfold));
        let wide = sequence(&scores);
        prop_assert!(wide.low <= narrow.low && narrow.high <= wide.high);
    }
}
