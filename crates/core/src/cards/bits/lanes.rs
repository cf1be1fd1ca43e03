//! Rows of small numbers, many of which wide registers add and multiply at a time.
//!
//! The compiler vectorizes some of this itself, but not sums of products of pairs in a large
//! function. So the instructions are named here.

#[cfg(target_arch = "x86_64")]
use super::wide_found;
#[cfg(target_arch = "x86_64")]
use std::arch::x86_64::{
    __m256i, _mm256_add_epi16, _mm256_add_epi32, _mm256_loadu_si256, _mm256_madd_epi16,
    _mm256_set1_epi32, _mm256_setzero_si256, _mm256_storeu_si256, _mm256_sub_epi16,
};
use std::ops::{Deref, DerefMut};

/// The number of elements of a row.
pub const ROW: usize = 32;

/// The number of rows whose products are summed at once.
pub const ROWS: usize = ROW / 2;

/// Numbers side by side. Aligned to a line of the cache: loading one that lies across two lines
/// takes twice as long, and where the allocator puts it would decide the speed of a network.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(align(64))]
pub struct Row(pub [i16; ROW]);

impl Row {
    /// All numbers are 0.
    pub const ZERO: Self = Self([0; ROW]);
}

impl Deref for Row {
    type Target = [i16; ROW];

    #[inline(always)]
    fn deref(&self) -> &[i16; ROW] {
        &self.0
    }
}

impl DerefMut for Row {
    #[inline(always)]
    fn deref_mut(&mut self) -> &mut [i16; ROW] {
        &mut self.0
    }
}

/// Rows of weights, interleaved in pairs: element `2 r + i` of pair `p` is element `2 p + i` of row
/// `r`.
pub type PairedRows = [Row; ROW / 2];

/// The number of elements of a wide register.
#[cfg(target_arch = "x86_64")]
const WIDTH: usize = 16;

/// Returns `start` plus some of `rows` and minus others, given by index. Sums wrap around.
///
/// # Panics
/// If an index is out of range.
#[inline(always)]
pub fn sum_rows(start: &Row, rows: &[Row], added: &[u32], subtracted: &[u32]) -> Row {
    #[cfg(target_arch = "x86_64")]
    if wide_found() {
        #[expect(unsafe_code, reason = "uses instructions that were found")]
        // SAFETY: `sum_rows_wide` needs avx2, which was found on this processor.
        return unsafe { sum_rows_wide(start, rows, added, subtracted) };
    }
    sum_rows_portable(start, rows, added, subtracted)
}

/// Returns, for each row of weights, the sum of the products of its elements with those of `row`.
///
/// Every sum must fit in 32 bits.
#[inline(always)]
pub fn products(row: &Row, weights: &PairedRows) -> [i32; ROWS] {
    #[cfg(target_arch = "x86_64")]
    if wide_found() {
        #[expect(unsafe_code, reason = "uses instructions that were found")]
        // SAFETY: `products_wide` needs avx2, which was found on this processor.
        return unsafe { products_wide(row, weights) };
    }
    products_portable(row, weights)
}

/// Half of a row.
#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2")]
#[inline]
fn load<const HALF: usize>(row: &Row) -> __m256i {
    const { assert!((HALF + 1) * WIDTH <= ROW) };
    #[expect(unsafe_code, reason = "reads numbers as a wide register")]
    // SAFETY: these numbers are all in the row; they need not be aligned.
    unsafe {
        _mm256_loadu_si256(row.as_ptr().add(HALF * WIDTH).cast())
    }
}

/// [`sum_rows`], half a row per instruction.
#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2")]
#[inline]
fn sum_rows_wide(start: &Row, rows: &[Row], added: &[u32], subtracted: &[u32]) -> Row {
    let (mut low, mut high) = (load::<0>(start), load::<1>(start));
    for &number in added {
        let row = &rows[number as usize];
        (low, high) =
            (_mm256_add_epi16(low, load::<0>(row)), _mm256_add_epi16(high, load::<1>(row)));
    }
    for &number in subtracted {
        let row = &rows[number as usize];
        (low, high) =
            (_mm256_sub_epi16(low, load::<0>(row)), _mm256_sub_epi16(high, load::<1>(row)));
    }
    let mut sums = Row::ZERO;
    #[expect(unsafe_code, reason = "writes wide registers as numbers")]
    // SAFETY: both registers together have as many numbers as the row; they need not be aligned.
    unsafe {
        _mm256_storeu_si256(sums.as_mut_ptr().cast(), low);
        _mm256_storeu_si256(sums.as_mut_ptr().add(WIDTH).cast(), high);
    }
    sums
}

/// [`products`], sixteen per instruction.
#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2")]
#[inline]
fn products_wide(row: &Row, weights: &PairedRows) -> [i32; ROWS] {
    let (mut low, mut high) = (_mm256_setzero_si256(), _mm256_setzero_si256());
    // By index, and not by a chain of iterators, which is not sure to be inlined.
    let mut pair = 0;
    while pair < ROW / 2 {
        let both = _mm256_set1_epi32(
            (i32::from(row[2 * pair + 1]) << 16) | i32::from(row[2 * pair] as u16),
        );
        low = _mm256_add_epi32(low, _mm256_madd_epi16(both, load::<0>(&weights[pair])));
        high = _mm256_add_epi32(high, _mm256_madd_epi16(both, load::<1>(&weights[pair])));
        pair += 1;
    }
    let mut sums = [0; ROWS];
    #[expect(unsafe_code, reason = "writes wide registers as numbers")]
    // SAFETY: both registers together have as many sums as there are rows; they need not be
    // aligned.
    unsafe {
        _mm256_storeu_si256(sums.as_mut_ptr().cast(), low);
        _mm256_storeu_si256(sums.as_mut_ptr().add(WIDTH / 2).cast(), high);
    }
    sums
}

/// [`sum_rows`] with ordinary arithmetic only.
#[inline(never)]
fn sum_rows_portable(start: &Row, rows: &[Row], added: &[u32], subtracted: &[u32]) -> Row {
    let mut sums = *start;
    for &number in added {
        for (sum, weight) in sums.iter_mut().zip(rows[number as usize].iter()) {
            *sum = sum.wrapping_add(*weight);
        }
    }
    for &number in subtracted {
        for (sum, weight) in sums.iter_mut().zip(rows[number as usize].iter()) {
            *sum = sum.wrapping_sub(*weight);
        }
    }
    sums
}

/// [`products`] with ordinary arithmetic only.
#[inline(never)]
fn products_portable(row: &Row, weights: &PairedRows) -> [i32; ROWS] {
    let mut sums = [0; ROWS];
    for (pair, weights) in row.chunks_exact(2).zip(weights) {
        let (low, high) = (i32::from(pair[0]), i32::from(pair[1]));
        for (sum, weights) in sums.iter_mut().zip(weights.chunks_exact(2)) {
            *sum += low * i32::from(weights[0]) + high * i32::from(weights[1]);
        }
    }
    sums
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cards::bits::{Work, with_wide_lanes};
    use fairdeal_property::proptest;
    use proptest::prelude::*;

    struct Sums<'a>(&'a Row, &'a [Row], &'a [u32], &'a [u32], &'a PairedRows);

    impl Work for Sums<'_> {
        type Output = (Row, [i32; ROWS]);
        #[inline(always)]
        fn run(self) -> Self::Output {
            let Self(start, rows, added, subtracted, weights) = self;
            (sum_rows(start, rows, added, subtracted), products(start, weights))
        }
    }

    proptest! {
        /// Compares wide registers, ordinary arithmetic, and one number after the other.
        #[test]
        fn sums_agree_with_slow_arithmetic(
            rows in any::<[[i16; ROW]; ROWS]>().prop_map(|rows| rows.map(Row)),
            // As large as 32 products can be.
            start in any::<[i8; ROW]>().prop_map(|row| Row(row.map(|number| i16::from(number) << 5))),
            added in prop::collection::vec(0..ROWS as u32, 0..9),
            subtracted in prop::collection::vec(0..ROWS as u32, 0..9),
        ) {
            let mut weights: PairedRows = [Row::ZERO; ROW / 2];
            for (place, row) in rows.iter().enumerate() {
                for (number, weight) in row.iter().enumerate() {
                    weights[number / 2][2 * place + number % 2] = *weight >> 4;
                }
            }
            let sum = |place: usize| {
                let of = |numbers: &[u32]| {
                    numbers
                        .iter()
                        .map(|number| i64::from(rows[*number as usize][place]))
                        .sum::<i64>()
                };
                (i64::from(start[place]) + of(&added) - of(&subtracted)) as i16
            };
            let sums = Row(std::array::from_fn(sum));
            let product = |row: &Row| {
                row.iter()
                    .zip(start.iter())
                    .map(|(one, other)| i32::from(*one >> 4) * i32::from(*other))
                    .sum::<i32>()
            };
            let slow = rows.each_ref().map(product);
            let work = Sums(&start, &rows, &added, &subtracted, &weights);
            prop_assert_eq!(with_wide_lanes(work), (sums, slow));
            prop_assert_eq!(
                (
                    sum_rows_portable(&start, &rows, &added, &subtracted),
                    products_portable(&start, &weights)
                ),
                (sums, slow)
            );
        }
    }
}
