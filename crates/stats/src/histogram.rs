//! How often each whole number occurred, exactly.

use std::collections::BTreeMap;

use super::merge::Merge;
use super::moments::Moments;
use super::overflow::Overflow;

/// Values below this are counted in a vector, which grows to the largest of them; the rare larger
/// ones in a map. So memory depends on the number of different values only, even if some are huge.
const DENSE: u64 = 4096;

/// The largest value. The squares of as many such values as can be counted fit in 128 bits.
const LARGEST: u64 = 1 << 32;

/// An exact histogram of whole numbers from 0 to 2^32.
///
/// ```
/// use fairdeal_stats::Histogram;
///
/// let mut lengths = Histogram::default();
/// for length in [12, 15, 12, 40] {
///     lengths.observe(length)?;
/// }
/// assert_eq!(lengths.quantile_censored(1, 2, 0), Some(12));
/// assert_eq!(lengths.iter().collect::<Vec<_>>(), [(12, 2), (15, 1), (40, 1)]);
/// # Ok::<(), fairdeal_stats::Overflow>(())
/// ```
//
// Equality can be derived because equal counts have one form: the vector ends at the largest small
// value that occurred, and the map holds no zeros.
#[derive(Debug, Clone, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(try_from = "Vec<(u64, u64)>", into = "Vec<(u64, u64)>")]
pub struct Histogram {
    /// The number of all values. No single count exceeds it, so only this one needs a check.
    count: u64,
    /// How often each value below [`DENSE`] occurred.
    dense: Vec<u64>,
    /// How often each other value occurred.
    sparse: BTreeMap<u64, u64>,
}

impl Histogram {
    /// Adds one value.
    ///
    /// # Errors
    ///
    /// [`Overflow`] where the count would not fit, or the value is above 2^32; the histogram is then
    /// unchanged.
    #[inline]
    pub fn observe(&mut self, value: u64) -> Result<(), Overflow> {
        self.observe_many(value, 1)
    }

    /// Adds the same value `times` times; 0 times changes nothing.
    ///
    /// # Errors
    ///
    /// [`Overflow`] where the count would not fit, or the value is above 2^32; the histogram is then
    /// unchanged.
    #[inline]
    pub fn observe_many(&mut self, value: u64, times: u64) -> Result<(), Overflow> {
        let count = self.count.checked_add(times).ok_or(Overflow)?;
        if let Some(place) = usize::try_from(value).ok().and_then(|place| self.dense.get_mut(place))
        {
            *place += times;
        } else if times > 0 {
            *self.new_place(value)? += times;
        }
        self.count = count;
        Ok(())
    }

    /// Finds or makes the entry of a value that the vector does not reach.
    #[inline(never)]
    fn new_place(&mut self, value: u64) -> Result<&mut u64, Overflow> {
        if value < DENSE {
            let index = value as usize;
            self.dense.resize(index + 1, 0);
            Ok(&mut self.dense[index])
        } else if value <= LARGEST {
            Ok(self.sparse.entry(value).or_default())
        } else {
            Err(Overflow)
        }
    }

    /// Iterates over the values that occurred, in increasing order, and their counts.
    pub fn iter(&self) -> impl Iterator<Item = (u64, u64)> + '_ {
        let dense = (0..).zip(self.dense.iter().copied());
        let sparse = self.sparse.iter().map(|(&value, &times)| (value, times));
        dense.filter(|&(_, times)| times > 0).chain(sparse)
    }

    /// Returns the number of values.
    pub fn count(&self) -> u64 {
        self.count
    }

    /// Returns the number of different values, without the few below 4,096: what the memory grows
    /// with.
    pub fn large_values(&self) -> usize {
        self.sparse.len()
    }

    /// Returns the exact count, sum and sum of squares of the values.
    pub fn moments(&self) -> Moments {
        let mut moments = Moments { count: self.count, ..Moments::default() };
        for (value, times) in self.iter() {
            // Fewer than 2^64 values up to 2^32: both sums fit in 128 bits.
            let total = u128::from(value) * u128::from(times);
            moments.sum += total as i128;
            moments.squares += total * u128::from(value);
        }
        moments
    }

    /// Returns the smallest value, `None` without values.
    pub fn min(&self) -> Option<u64> {
        self.iter().next().map(|(value, _)| value)
    }

    /// Returns the largest value, `None` without values.
    pub fn max(&self) -> Option<u64> {
        let sparse = self.sparse.last_key_value().map(|(&value, _)| value);
        sparse.or_else(|| self.dense.len().checked_sub(1).map(|index| index as u64))
    }

    /// Returns the quantile at `numerator / denominator` of these values and of `censored` larger
    /// ones (games that were cut off): the smallest value for which at least this share of all
    /// values is not larger.
    ///
    /// It is always a value that occurred; the median of an even number of values is the lower one
    /// of the middle two. At 0 it is the smallest value, at 1 the largest. (Type 1 of R. J. Hyndman
    /// and Y. Fan, "Sample quantiles in statistical packages", The American Statistician 50, 1996.)
    /// `None` without values, where the quantile falls among the censored, and unless the quotient
    /// lies in [0, 1].
    pub fn quantile_censored(
        &self,
        numerator: u64,
        denominator: u64,
        censored: u64,
    ) -> Option<u64> {
        if denominator == 0 || numerator > denominator {
            return None;
        }
        let total = u128::from(self.count) + u128::from(censored);
        // The product fits: the total is below 2^65, and it reaches 2^64 only for absurd counts.
        let rank = total.checked_mul(u128::from(numerator))?.div_ceil(u128::from(denominator));
        self.at_rank(rank.max(1))
    }

    /// Returns the value with this rank, counted from 1 in increasing order.
    pub(super) fn at_rank(&self, rank: u128) -> Option<u64> {
        let mut cumulated = 0;
        self.iter()
            .find(|&(_, times)| {
                cumulated += u128::from(times);
                cumulated >= rank
            })
            .map(|(value, _)| value)
    }
}

/// The values that occurred, with their counts.
impl Merge for Histogram {
    fn merge(&mut self, other: &Self) -> Result<(), Overflow> {
        // The only sum that can fail comes first: the histogram is then unchanged.
        self.count.checked_add(other.count).ok_or(Overflow)?;
        other.iter().try_for_each(|(value, times)| self.observe_many(value, times))
    }
}

impl From<Histogram> for Vec<(u64, u64)> {
    fn from(histogram: Histogram) -> Self {
        histogram.iter().collect()
    }
}

impl TryFrom<Vec<(u64, u64)>> for Histogram {
    type Error = Overflow;

    fn try_from(counts: Vec<(u64, u64)>) -> Result<Self, Overflow> {
        let mut histogram = Self::default();
        counts.into_iter().try_for_each(|(value, times)| histogram.observe_many(value, times))?;
        Ok(histogram)
    }
}

#[cfg(test)]
mod tests {
    use fairdeal_property::proptest;
    use proptest::prelude::*;

    use super::*;

    fn histogram_of(values: &[u64]) -> Histogram {
        let mut histogram = Histogram::default();
        for &value in values {
            histogram.observe(value).expect("few values");
        }
        histogram
    }

    #[test]
    fn quantiles_are_values_that_occurred() {
        let histogram = histogram_of(&[4, 1, 3, 2]);
        for (numerator, denominator, value) in
            [(0, 1, 1), (1, 4, 1), (26, 100, 2), (1, 2, 2), (3, 4, 3), (76, 100, 4), (1, 1, 4)]
        {
            assert_eq!(histogram.quantile_censored(numerator, denominator, 0), Some(value));
        }
        assert_eq!(histogram.quantile_censored(2, 1, 0), None);
        assert_eq!(histogram.quantile_censored(0, 0, 0), None);
        assert_eq!(Histogram::default().quantile_censored(1, 2, 0), None);
    }

    #[test]
    fn quantiles_among_the_censored_are_unknown() {
        let histogram = histogram_of(&[10, 20, 30]);
        assert_eq!(histogram.quantile_censored(1, 2, 1), Some(20));
        assert_eq!(histogram.quantile_censored(3, 4, 1), Some(30));
        assert_eq!(histogram.quantile_censored(4, 5, 1), None);
        assert_eq!(histogram.quantile_censored(1, 2, 4), None);
        assert_eq!(Histogram::default().quantile_censored(1, 2, 7), None);
    }

    #[test]
    fn ends_and_moments() {
        let histogram = histogram_of(&[7, 9, 7, 7, 9, 7, 7]);
        assert_eq!(histogram.moments(), Moments { count: 7, sum: 53, squares: 407 });
        assert_eq!((histogram.min(), histogram.max()), (Some(7), Some(9)));
        assert_eq!(histogram.count(), 7);
        let wide = histogram_of(&[LARGEST, 5]);
        assert_eq!((wide.min(), wide.max()), (Some(5), Some(LARGEST)));
        let high = histogram_of(&[DENSE]);
        assert_eq!((high.min(), high.max()), (Some(DENSE), Some(DENSE)));
        assert_eq!((Histogram::default().min(), Histogram::default().max()), (None, None));
    }

    #[test]
    fn memory_depends_on_the_different_values_only() {
        let mut histogram = Histogram::default();
        histogram.observe_many(LARGEST, 1 << 60).expect("fits");
        histogram.observe_many(DENSE - 1, 1 << 60).expect("fits");
        assert_eq!(histogram.dense.len(), DENSE as usize);
        assert_eq!(histogram.large_values(), 1);
    }

    #[test]
    fn the_largest_moments_fit() {
        let mut histogram = Histogram::default();
        histogram.observe_many(LARGEST, u64::MAX).expect("fits");
        let moments = histogram.moments();
        assert_eq!(moments.sum, i128::from(u64::MAX) << 32);
        assert_eq!((moments.squares, moments.variance()), (u128::from(u64::MAX) << 64, Some(0.0)));
        assert_eq!(histogram.quantile_censored(1, 2, u64::MAX), Some(LARGEST));
    }

    #[test]
    fn a_count_that_overflows_is_refused_unchanged() {
        let mut full = Histogram::default();
        full.observe_many(3, u64::MAX).expect("fits");
        let mut histogram = full.clone();
        assert_eq!(histogram.observe(4), Err(Overflow));
        assert_eq!(histogram, full);
        let mut few = histogram_of(&[1, 2, 2]);
        assert_eq!(few.observe(LARGEST + 1), Err(Overflow), "a value that is too large");
        assert_eq!(few, histogram_of(&[1, 2, 2]));
        assert_eq!(histogram.merge(&histogram_of(&[1, 5000])), Err(Overflow));
        assert_eq!(histogram, full);
    }

    proptest! {
        #[test]
        fn any_split_merges_to_the_whole(
            values in prop::collection::vec(prop_oneof![0_u64..50, 4000_u64..5000, 0..=LARGEST], 1..40),
            cut: prop::sample::Index,
        ) {
            let (left, right) = values.split_at(cut.index(values.len()));
            let whole = histogram_of(&values);
            let (left, right) = (histogram_of(left), histogram_of(right));
            let mut forward = left.clone();
            forward.merge(&right).expect("few values");
            let mut backward = right;
            backward.merge(&left).expect("few values");
            prop_assert_eq!(&forward, &whole);
            prop_assert_eq!(&backward, &whole);
            let mut same = whole.clone();
            same.merge(&Histogram::default()).expect("nothing to add");
            same.observe_many(9999, 0).expect("nothing to add");
            prop_assert_eq!(same, whole);
        }

        #[test]
        fn agrees_with_sorting(
            mut values in prop::collection::vec(prop_oneof![0_u64..50, 4000_u64..5000], 1..40),
            numerator in 0_u64..=1000,
        ) {
            let histogram = histogram_of(&values);
            values.sort_unstable();
            let rank = (numerator * values.len() as u64).div_ceil(1000).max(1);
            prop_assert_eq!(
                histogram.quantile_censored(numerator, 1000, 0),
                Some(values[rank as usize - 1])
            );
            let ordered: Vec<u64> = histogram
                .iter()
                .flat_map(|(value, times)| (0..times).map(move |_| value))
                .collect();
            prop_assert_eq!(ordered, values);
        }
    }
}
