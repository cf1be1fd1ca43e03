//! The difference of the same quantile under two variants.
//!
//! Only the two exact histograms and the number of games in a block are needed. The histograms do
//! not say which lengths belong to the same block, so the interval cannot use the shared cards. It
//! holds under any dependence between the variants, and is therefore wide: about 1.6 times as wide
//! as for two independent runs, and wider again by up to the square root of the number of games in
//! a block, because these games may all be alike. For the share of games beyond one fixed length, a
//! [`PairedTable`](super::PairedTable) uses the pairing and is much sharper.

use super::histogram::Histogram;
use super::interval::{Confidence, Interval};
use super::order_statistics::{self, Ranks};

/// The lengths of one variant's games.
#[derive(Debug, Clone, Copy)]
pub struct Lengths<'a> {
    /// How often each length occurred.
    pub finished: &'a Histogram,
    /// The number of further games that were cut off, each longer than all others.
    pub cut_off: u64,
}

/// A quantile under two variants, and their difference.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct QuantileDifference {
    /// The quantile of the first variant, `None` where it falls among the games that were cut off.
    pub first: Option<u64>,
    /// The quantile of the second variant, `None` where it falls among the games that were cut off.
    pub second: Option<u64>,
    /// The first minus the second.
    pub difference: Option<i64>,
    /// The lower end of the interval of the difference, `None` where it is unbounded below.
    pub low: Option<i64>,
    /// The upper end of the interval of the difference, `None` where it is unbounded above.
    pub high: Option<i64>,
    /// The order statistics around the first and the second quantile.
    around: [(Option<u64>, Option<u64>); 2],
}

impl QuantileDifference {
    /// Compares the quantile at `numerator / denominator` of two variants on the same blocks, each
    /// with up to `games_per_block` games of each variant.
    ///
    /// Each quantile lies between two order statistics (see [`order_statistics`]) with half of the
    /// allowed error, and the interval holds all differences between these two ranges. Its
    /// confidence is at least the given one under any dependence (Bonferroni's inequality). The
    /// games of one block depend on each other; in the worst case they are all equal. So the order
    /// statistics are those of as many independent games as there are blocks: among all sums of `g`
    /// dependent indicators, the sum of `g` equal ones has the largest spread (in the convex order:
    /// A. Müller and D. Stoyan, "Comparison Methods for Stochastic Models and Risks", 2002, section
    /// 3.10).
    ///
    /// `None` unless both variants had games and the quotient lies strictly between 0 and 1, and
    /// for 0 games a block.
    pub fn new(
        first: Lengths<'_>,
        second: Lengths<'_>,
        (numerator, denominator): (u64, u64),
        games_per_block: u64,
        confidence: Confidence,
    ) -> Option<Self> {
        let halved = Confidence::new(1.0 - confidence.significance() / 2.0).ok()?;
        let quotient = (numerator, denominator);
        let counts = [first, second].map(|lengths| lengths.independent(games_per_block));
        let ranks = surrounding(counts[0]?, quotient, halved)?;
        let others =
            if counts[1] == counts[0] { ranks } else { surrounding(counts[1]?, quotient, halved)? };
        let one = Bounds::new(first, quotient, games_per_block, ranks);
        let other = Bounds::new(second, quotient, games_per_block, others);
        let apart = |left: Option<u64>, right: Option<u64>| {
            Some(left?.cast_signed() - right?.cast_signed())
        };
        let difference = apart(one.value, other.value);
        let (low, high) = (apart(one.low, other.high), apart(one.high, other.low));
        let around = [(one.low, one.high), (other.low, other.high)];
        Some(Self { first: one.value, second: other.value, difference, low, high, around })
    }

    /// Returns the interval of the difference as a share of the second quantile. Both quantiles are
    /// uncertain, so it holds all quotients of values between their order statistics, minus 1.
    /// `None` where it is unbounded, or where the second quantile may be 0.
    pub fn relative_interval(&self) -> Option<Interval> {
        let [(low, high), (other_low, other_high)] = self.around;
        let ratio = |one: Option<u64>, other: Option<u64>| {
            Some(one? as f64 / other.filter(|other| *other > 0)? as f64 - 1.0)
        };
        Some(Interval { low: ratio(low, other_high)?, high: ratio(high, other_low)? })
    }
}

/// Returns the order statistics around the quantile at `numerator / denominator` of one variant, as
/// in [`QuantileDifference::new`] but with all of the allowed error. Each is `None` where the
/// quantile is unbounded on that side.
pub fn quantile_interval(
    lengths: Lengths<'_>,
    quotient: (u64, u64),
    games_per_block: u64,
    confidence: Confidence,
) -> Option<(Option<u64>, Option<u64>)> {
    let ranks = surrounding(lengths.independent(games_per_block)?, quotient, confidence)?;
    let Bounds { low, high, .. } = Bounds::new(lengths, quotient, games_per_block, ranks);
    Some((low, high))
}

impl Lengths<'_> {
    /// The number of independent games that these are worth in the worst case; `None` without
    /// games, and for 0 games a block.
    fn independent(self, games_per_block: u64) -> Option<u64> {
        let count = self.finished.count().checked_add(self.cut_off)?;
        if count > 0 { count.checked_div(games_per_block) } else { None }
    }
}

/// [`order_statistics::quantile_ranks`], unbounded if there are fewer games than one block has.
fn surrounding(
    independent: u64,
    (numerator, denominator): (u64, u64),
    confidence: Confidence,
) -> Option<Ranks> {
    if independent == 0 {
        return (numerator > 0 && numerator < denominator)
            .then_some(Ranks { lower: None, upper: None });
    }
    order_statistics::quantile_ranks(independent, numerator, denominator, confidence)
}

/// A quantile and the order statistics around it.
struct Bounds {
    value: Option<u64>,
    low: Option<u64>,
    high: Option<u64>,
}

impl Bounds {
    fn new(
        lengths: Lengths<'_>,
        (numerator, denominator): (u64, u64),
        games_per_block: u64,
        Ranks { lower, upper }: Ranks,
    ) -> Self {
        let histogram = lengths.finished;
        // The rank of the outermost of `games_per_block` equal games.
        let first_of = |rank: u64| u128::from(rank - 1) * u128::from(games_per_block) + 1;
        let last_of = |rank: u64| u128::from(rank) * u128::from(games_per_block);
        Self {
            value: histogram.quantile_censored(numerator, denominator, lengths.cut_off),
            low: lower.and_then(|rank| histogram.at_rank(first_of(rank))),
            high: upper.and_then(|rank| histogram.at_rank(last_of(rank))),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn histogram_of(values: impl IntoIterator<Item = u64>) -> Histogram {
        let mut histogram = Histogram::default();
        for value in values {
            histogram.observe(value).expect("few values");
        }
        histogram
    }

    fn compare(
        first: &Histogram,
        second: &Histogram,
        quotient: (u64, u64),
        games: u64,
    ) -> Option<QuantileDifference> {
        let lengths = |finished| Lengths { finished, cut_off: 0 };
        QuantileDifference::new(
            lengths(first),
            lengths(second),
            quotient,
            games,
            Confidence::default(),
        )
    }

    #[test]
    fn the_interval_of_one_median() {
        let finished = histogram_of(1..=100);
        let interval = |quotient, cut_off| {
            quantile_interval(
                Lengths { finished: &finished, cut_off },
                quotient,
                1,
                Confidence::default(),
            )
        };
        assert_eq!(interval((1, 2), 0), Some((Some(40), Some(61))));
        assert_eq!(interval((0, 1), 0), None);
        // The medians of 120 games, the longest 20 of them cut off, and of 199.
        assert_eq!(interval((1, 2), 20), Some((Some(49), Some(72))));
        assert_eq!(interval((1, 2), 99), Some((Some(86), None)));
    }

    #[test]
    fn the_medians_of_two_hundreds() {
        let (first, second) = (histogram_of(11..=110), histogram_of(1..=100));
        let compared = compare(&first, &second, (1, 2), 1).expect("values");
        assert_eq!(
            (compared.first, compared.second, compared.difference),
            (Some(60), Some(50), Some(10))
        );
        // At 97.5 %, the ranks are 39 and 62.
        assert_eq!((compared.low, compared.high), (Some(10 - 23), Some(10 + 23)));
    }

    #[test]
    fn the_relative_interval_allows_for_both_errors() {
        let (first, second) = (histogram_of(11..=110), histogram_of(1..=100));
        let relative = compare(&first, &second, (1, 2), 1)
            .expect("values")
            .relative_interval()
            .expect("bounds");
        // The medians lie between ranks 39 and 62: values 49 to 72, and 39 to 62.
        assert_eq!(relative, Interval { low: 49.0 / 62.0 - 1.0, high: 72.0 / 39.0 - 1.0 });
        let zeros = histogram_of([0; 100]);
        assert_eq!(compare(&first, &zeros, (1, 2), 1).expect("values").relative_interval(), None);
    }

    #[test]
    fn games_of_one_block_count_once() {
        let (first, second) =
            (histogram_of((1..=100).flat_map(|value| [value; 4])), histogram_of(1..=100));
        let four = compare(&first, &first, (1, 2), 4).expect("values");
        let one = compare(&second, &second, (1, 2), 1).expect("values");
        assert_eq!(four, one);
    }

    #[test]
    fn equal_lengths_still_have_an_interval() {
        let lengths = histogram_of((0..500).map(|index| index * index % 97));
        for quotient in [(1, 20), (1, 2), (19, 20), (99, 100)] {
            let compared = compare(&lengths, &lengths, quotient, 2).expect("values");
            assert_eq!(compared.difference, Some(0));
            assert!(compared.low < Some(0) && compared.high.is_none_or(|high| high > 0));
        }
    }

    #[test]
    fn cut_off_games_give_no_upper_bound() {
        let lengths = histogram_of(1..=100);
        let (complete, cut) = (
            Lengths { finished: &lengths, cut_off: 0 },
            Lengths { finished: &lengths, cut_off: 10 },
        );
        let confidence = Confidence::default();
        let compared =
            QuantileDifference::new(cut, complete, (19, 20), 1, confidence).expect("values");
        assert_eq!((compared.first, compared.difference, compared.high), (None, None, None));
        assert!(compared.low.is_some());
    }

    #[test]
    fn too_few_games_give_no_bounds() {
        let few = histogram_of([5, 7]);
        let compared = compare(&few, &few, (1, 2), 4).expect("values");
        assert_eq!((compared.difference, compared.low, compared.high), (Some(0), None, None));
        assert_eq!(compare(&few, &Histogram::default(), (1, 2), 1), None);
        for quotient in [(0, 1), (1, 1), (0, 0), (3, 2)] {
            assert_eq!(compare(&few, &few, quotient, 1), None);
            assert_eq!(compare(&few, &few, quotient, 9), None);
        }
        assert_eq!(compare(&few, &few, (1, 2), 0), None);
    }
}
