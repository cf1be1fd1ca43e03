//! Sets of small numbers as bits, rows of small numbers, and the only `unsafe` code of the crate.
//!
//! Legal actions are sets of bits: counting them is a population count, and choosing one is "the
//! n-th set bit". Processors with BMI2 have an instruction for that (`pdep`), but a portable build
//! may not assume it. So the program looks for it at run time, once around a whole game
//! ([`with_fast_bits`]), and everything inlined into that game is compiled for it.

mod lanes;

#[cfg(target_arch = "x86_64")]
use std::sync::atomic::{AtomicBool, Ordering};

pub use lanes::{PairedRows, ROW, ROWS, Row, products, sum_rows};

/// Work that [`with_fast_bits`] runs.
///
/// A trait and not a closure, because only a method marked `#[inline(always)]` is sure to be
/// compiled *inside* the function that enables the instructions.
pub trait Work {
    /// The return type.
    type Output;

    /// Does the work. Mark implementations `#[inline(always)]`.
    fn run(self) -> Self::Output;
}

/// Declares a function whose body is [`Work`] for [`with_fast_bits`]: one that is too large to be
/// inlined into the loop of the game, but has many bits to count.
macro_rules! fast_fn {
    ($(#[$meta:meta])* fn $name:ident<$($life:lifetime),+ $(, $game:ident: $bound:path)?>(
        $($input:ident: $type:ty),+ $(,)?
    ) -> $output:ty $body:block) => {
        $(#[$meta])*
        #[inline]
        fn $name<$($life),+ $(, $game: $bound)?>($($input: $type),+) -> $output {
            struct Inputs<$($life),+ $(, $game: $bound)?> {
                $($input: $type),+
            }

            impl<$($life),+ $(, $game: $bound)?> $crate::cards::bits::Work
                for Inputs<$($life),+ $(, $game)?>
            {
                type Output = $output;

                #[inline(always)]
                fn run(self) -> $output {
                    let Self { $($input),+ } = self;
                    $body
                }
            }

            $crate::cards::bits::with_fast_bits(Inputs::<$($life),+ $(, $game)?> { $($input),+ })
        }
    };
}
pub(crate) use fast_fn;

/// Whether [`fast_bits_found`] found all instructions, pdep included. Reading one byte is much
/// faster than detecting them again.
///
/// Only [`look_for_fast_bits`] sets it, once. Until then the portable code gives the same results.
#[cfg(target_arch = "x86_64")]
static DEPOSIT_FOUND: AtomicBool = AtomicBool::new(false);

/// Returns whether pdep was found when [`with_fast_bits`] last looked.
#[cfg(target_arch = "x86_64")]
#[inline(always)]
fn deposit_found() -> bool {
    DEPOSIT_FOUND.load(Ordering::Relaxed)
}

/// Whether wide registers were found, and everything that [`with_fast_bits`] looks for. Only
/// [`look_for_wide_lanes`] sets it.
#[cfg(target_arch = "x86_64")]
static WIDE_FOUND: AtomicBool = AtomicBool::new(false);

/// Returns whether wide registers were found when [`with_wide_lanes`] last looked.
#[cfg(target_arch = "x86_64")]
#[inline(always)]
fn wide_found() -> bool {
    WIDE_FOUND.load(Ordering::Relaxed)
}

/// Runs `work` compiled for the bit-manipulation instructions of this processor, where it has them.
///
/// The result is the same with and without them; only the speed differs. With debug assertions, as
/// in tests, only the portable version is compiled, which saves a tenth of the build time. Release
/// builds are tested against the same bytes.
#[inline]
pub fn with_fast_bits<W: Work>(work: W) -> W::Output {
    #[cfg(target_arch = "x86_64")]
    if (deposit_found() || look_for_fast_bits()) && cfg!(not(debug_assertions)) {
        #[expect(
            unsafe_code,
            reason = "calls a function compiled for instructions that were found"
        )]
        // SAFETY: `fast` needs bmi1, bmi2, lzcnt and popcnt. All four were found on this processor,
        // now or when `DEPOSIT_FOUND` was set.
        return unsafe { fast(work) };
    }
    portable(work)
}

/// Runs `work` like [`with_fast_bits`], compiled also for the wide registers of this processor,
/// where it has them: for work with many small numbers side by side.
///
/// The result is the same with and without them; only the speed differs.
#[inline]
pub fn with_wide_lanes<W: Work>(work: W) -> W::Output {
    #[cfg(target_arch = "x86_64")]
    if wide_found() || look_for_wide_lanes() {
        #[expect(
            unsafe_code,
            reason = "calls a function compiled for instructions that were found"
        )]
        // SAFETY: `wide` needs what `fast` needs, and avx2. All were found on this processor, now
        // or when `WIDE_FOUND` was set.
        return unsafe { wide(work) };
    }
    with_fast_bits(work)
}

/// A function of its own, so that programs that use this library need not compile the work again.
#[inline(never)]
fn portable<W: Work>(work: W) -> W::Output {
    work.run()
}

/// Looks for the instructions, and remembers if they are here.
#[cfg(target_arch = "x86_64")]
#[cold]
fn look_for_fast_bits() -> bool {
    let found = fast_bits_found();
    if found {
        DEPOSIT_FOUND.store(true, Ordering::Relaxed);
    }
    found
}

/// Looks for the instructions and for wide registers, and remembers if they are here.
#[cfg(target_arch = "x86_64")]
#[cold]
fn look_for_wide_lanes() -> bool {
    let found = look_for_fast_bits() && std::is_x86_feature_detected!("avx2");
    if found {
        WIDE_FOUND.store(true, Ordering::Relaxed);
    }
    found
}

/// Returns whether the processor has the instructions that [`with_fast_bits`] looks for.
pub fn fast_bits_found() -> bool {
    #[cfg(target_arch = "x86_64")]
    {
        std::is_x86_feature_detected!("bmi1")
            && std::is_x86_feature_detected!("bmi2")
            && std::is_x86_feature_detected!("lzcnt")
            && std::is_x86_feature_detected!("popcnt")
    }
    #[cfg(not(target_arch = "x86_64"))]
    false
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "bmi1,bmi2,lzcnt,popcnt")]
#[inline(never)]
fn fast<W: Work>(work: W) -> W::Output {
    work.run()
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
#[inline(never)]
fn wide<W: Work>(work: W) -> W::Output {
    work.run()
}

/// Returns the position of the `n`-th set bit of `word`, counted from 0 at the least significant
/// end.
///
/// `n` must be below the number of set bits; otherwise the result is meaningless, but memory-safe.
#[inline(always)]
pub fn nth_set_bit(word: u64, n: u32) -> u32 {
    debug_assert!(n < word.count_ones(), "bit {n} of {} asked for", word.count_ones());
    #[cfg(target_arch = "x86_64")]
    if deposit_found() {
        #[expect(unsafe_code, reason = "uses an instruction that was found")]
        // SAFETY: pdep needs bmi2, which was found on this processor.
        let lone = unsafe { std::arch::x86_64::_pdep_u64(1 << (n & 63), word) };
        return lone.trailing_zeros();
    }
    nth_set_bit_portable(word, n)
}

/// [`nth_set_bit`] with ordinary arithmetic only: population counts of all prefixes of bytes at
/// once, then of the bits in the byte.
#[cold]
fn nth_set_bit_portable(word: u64, n: u32) -> u32 {
    const ONES: u64 = 0x0101_0101_0101_0101;
    const HIGHS: u64 = 0x8080_8080_8080_8080;
    let pairs = word - ((word >> 1) & 0x5555_5555_5555_5555);
    let nibbles = (pairs & 0x3333_3333_3333_3333) + ((pairs >> 2) & 0x3333_3333_3333_3333);
    let bytes = (nibbles + (nibbles >> 4)) & 0x0f0f_0f0f_0f0f_0f0f;
    // Byte k of `prefixes` is the number of set bits in bytes 0 to k.
    let prefixes = bytes.wrapping_mul(ONES);
    // Bytes whose prefix is at most n lie entirely before the bit.
    let before = (((u64::from(n) * ONES) | HIGHS).wrapping_sub(prefixes) & HIGHS).count_ones();
    let shift = 8 * (before & 7);
    let counted = ((prefixes << 8) >> shift) & 0xff;
    let mut byte = (word >> shift) & 0xff;
    for _ in 0..(u64::from(n).saturating_sub(counted)) {
        byte &= byte.wrapping_sub(1);
    }
    shift + byte.trailing_zeros()
}

/// Returns the set bits of `mask` that the lowest bits of `number` choose: bit `i` of the number
/// stands for the `i`-th set bit of the mask.
///
/// Bits of the number beyond the set bits of the mask are ignored.
#[inline(always)]
pub fn deposit(number: u64, mask: u64) -> u64 {
    #[cfg(target_arch = "x86_64")]
    if deposit_found() {
        #[expect(unsafe_code, reason = "uses an instruction that was found")]
        // SAFETY: pdep needs bmi2, which was found on this processor.
        return unsafe { std::arch::x86_64::_pdep_u64(number, mask) };
    }
    deposit_portable(number, mask)
}

/// Iterates over the sets of `size` bits of `mask`; for a size of 0, one empty set. (Gosper's hack:
/// from one number to the next one with the same number of bits.)
pub fn subsets(mask: u64, size: u32) -> impl Iterator<Item = u64> {
    let all = u128::from(mask.count_ones());
    let first = (size <= mask.count_ones()).then(|| (1u128 << size) - 1);
    let next = move |&number: &u128| {
        let lowest = number & number.wrapping_neg();
        let carried = number + lowest;
        let following =
            (number > 0).then(|| carried | (((number ^ carried) >> 2) / lowest.max(1)))?;
        (following < 1 << all).then_some(following)
    };
    std::iter::successors(first, next).map(move |number| deposit(number as u64, mask))
}

/// Returns the sum of [`deposit`] over the four planes of 16 bits of a word: for each bit of the
/// mask, the lane that begins there counts the planes that have this bit.
///
/// The bits of the mask must lie so far apart that the sums do not overlap.
#[inline(always)]
pub fn deposit_planes(planes: u64, mask: u64) -> u64 {
    const PLANE: u64 = 0xffff;
    let (one, two, three, four) =
        (planes & PLANE, (planes >> 16) & PLANE, (planes >> 32) & PLANE, planes >> 48);
    #[cfg(target_arch = "x86_64")]
    if deposit_found() {
        use std::arch::x86_64::_pdep_u64;
        #[expect(unsafe_code, reason = "uses an instruction that was found")]
        // SAFETY: pdep needs bmi2, which was found on this processor.
        return unsafe {
            _pdep_u64(one, mask)
                + _pdep_u64(two, mask)
                + _pdep_u64(three, mask)
                + _pdep_u64(four, mask)
        };
    }
    [one, two, three, four].iter().map(|plane| deposit_portable(*plane, mask)).sum()
}

/// [`deposit`] with ordinary arithmetic only, one set bit of the mask after the other.
#[cold]
fn deposit_portable(mut number: u64, mut mask: u64) -> u64 {
    let mut chosen = 0;
    while number != 0 && mask != 0 {
        if number & 1 == 1 {
            chosen |= mask & mask.wrapping_neg();
        }
        mask &= mask - 1;
        number >>= 1;
    }
    chosen
}

/// A set of the numbers `0 .. 64 * WORDS`, as bits.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct BitSet<const WORDS: usize>(pub [u64; WORDS]);

impl<const WORDS: usize> BitSet<WORDS> {
    /// The empty set.
    pub const EMPTY: Self = Self([0; WORDS]);

    /// Returns the number of members.
    #[inline(always)]
    pub fn count(&self) -> u32 {
        // Loops and not chains of iterators: only marked functions are sure to be inlined into the
        // game.
        let mut count = 0;
        for word in &self.0 {
            count += word.count_ones();
        }
        count
    }

    /// Returns whether `number` is a member. Numbers out of range are no members.
    #[inline(always)]
    pub fn contains(&self, number: u16) -> bool {
        let word = self.0.get(usize::from(number >> 6)).copied().unwrap_or(0);
        (word >> (number & 63)) & 1 == 1
    }

    /// Puts `number` into the set.
    ///
    /// # Panics
    /// When `number` is `64 * WORDS` or more.
    #[inline(always)]
    pub const fn insert(&mut self, number: u16) {
        self.0[(number >> 6) as usize] |= 1 << (number & 63);
    }

    /// Returns the `n`-th member in ascending order, counted from 0; `n` must be below
    /// [`BitSet::count`].
    #[inline(always)]
    pub fn nth(&self, n: u32) -> u16 {
        let (mut word, mut index, mut passed, mut before) = (self.0[0], 0, 0, 0);
        for next in 1..WORDS {
            passed += self.0[next - 1].count_ones();
            // Conditional moves, not branches: which word it is cannot be predicted.
            let later = n >= passed;
            word = if later { self.0[next] } else { word };
            before = if later { passed } else { before };
            index += u32::from(later);
        }
        (64 * index + nth_set_bit(word, n - before)) as u16
    }

    /// Returns the members that are also in `other`.
    #[inline(always)]
    #[must_use]
    pub fn and(&self, other: &Self) -> Self {
        // A loop with an index, not a closure or a chain of iterators: see `count`.
        let (mut both, mut index) = (self.0, 0);
        while index < WORDS {
            both[index] &= other.0[index];
            index += 1;
        }
        Self(both)
    }

    /// Returns the members in ascending order.
    #[inline(always)]
    pub fn iter(&self) -> impl Iterator<Item = u16> + use<WORDS> {
        Members { rest: self.0, index: 0 }
    }
}

/// The members of a [`BitSet`] in ascending order.
///
/// A type of its own and not a chain of iterators, since only marked functions are sure to be
/// inlined (see [`Work`]).
#[derive(Clone, Debug)]
struct Members<const WORDS: usize> {
    rest: [u64; WORDS],
    index: usize,
}

impl<const WORDS: usize> Iterator for Members<WORDS> {
    type Item = u16;

    #[inline(always)]
    fn next(&mut self) -> Option<u16> {
        while let Some(word) = self.rest.get_mut(self.index) {
            if *word != 0 {
                let bit = word.trailing_zeros();
                *word &= *word - 1;
                return Some((64 * self.index as u32 + bit) as u16);
            }
            self.index += 1;
        }
        None
    }
}

impl<const WORDS: usize> std::fmt::Debug for BitSet<WORDS> {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.debug_set().entries(self.iter()).finish()
    }
}

impl<const WORDS: usize> FromIterator<u16> for BitSet<WORDS> {
    fn from_iter<I: IntoIterator<Item = u16>>(numbers: I) -> Self {
        let mut set = Self::EMPTY;
        for number in numbers {
            set.insert(number);
        }
        set
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use fairdeal_property::proptest;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn nth_is_the_nth_in_order(words in any::<[u64; 3]>(), sparse in any::<[u64; 3]>()) {
            for set in [BitSet(words), BitSet(words).and(&BitSet(sparse)), BitSet([0, 0, words[0]])]
            {
                let members: Vec<u16> = (0..192).filter(|&number| set.contains(number)).collect();
                prop_assert_eq!(set.count() as usize, members.len());
                prop_assert_eq!(set.iter().collect::<Vec<_>>(), members.clone());
                prop_assert_eq!(members.iter().copied().collect::<BitSet<3>>(), set);
                for (n, member) in members.iter().enumerate() {
                    prop_assert_eq!(set.nth(n as u32), *member);
                }
            }
        }

        #[test]
        fn portable_code_agrees(word in any::<u64>(), mask in any::<u64>()) {
            // Makes the checks below use the instructions, where this processor has them.
            with_fast_bits(Count(word));
            for word in [word, word & mask, word | mask, 1 << (mask & 63)] {
                for n in 0..word.count_ones() {
                    let expected = (0..64).filter(|bit| (word >> bit) & 1 == 1).nth(n as usize);
                    prop_assert_eq!(Some(nth_set_bit_portable(word, n)), expected);
                    prop_assert_eq!(Some(nth_set_bit(word, n)), expected);
                }
            }
        }
    }

    proptest! {
        #[test]
        fn a_number_chooses_among_the_set_bits(
            number in any::<u64>(),
            mask in any::<u64>(),
            sparse in any::<u64>(),
        ) {
            with_fast_bits(Count(mask));
            for mask in [mask, mask & sparse, 0, u64::MAX] {
                let bits = (0..64).filter(|bit| (mask >> bit) & 1 == 1);
                let expected = bits
                    .enumerate()
                    .filter(|(place, _)| (number >> place) & 1 == 1)
                    .fold(0, |all, (_, bit)| all | 1 << bit);
                let of_planes: u64 = (0..4)
                    .map(|plane| {
                        deposit((number >> (16 * plane)) & 0xffff, mask & 0x0011_1111_1111)
                    })
                    .sum();
                prop_assert_eq!(deposit_planes(number, mask & 0x0011_1111_1111), of_planes);
                prop_assert_eq!(deposit(number, mask), expected);
                prop_assert_eq!(deposit_portable(number, mask), expected);
            }
        }
    }

    #[test]
    fn every_subset_comes_once() {
        for mask in [0, 1, 0b1011_0110, u64::MAX << 58, 0x8000_0000_0100_0011] {
            for size in 0..=mask.count_ones() + 1 {
                let found: Vec<u64> = subsets(mask, size).collect();
                let of_numbers = (0..1u64 << mask.count_ones())
                    .map(|number| deposit(number, mask))
                    .filter(|set| set.count_ones() == size);
                assert_eq!(found, of_numbers.collect::<Vec<_>>(), "{size} of {mask:b}");
            }
        }
        assert_eq!(subsets(u64::MAX, 63).count(), 64);
        assert_eq!(subsets(u64::MAX, 64).collect::<Vec<_>>(), [u64::MAX]);
    }

    struct Count(u64);

    impl Work for Count {
        type Output = u32;
        #[inline(always)]
        fn run(self) -> u32 {
            self.0.count_ones()
        }
    }

    #[test]
    fn work_gives_the_same_result_with_the_instructions() {
        assert_eq!(with_fast_bits(Count(0b1011)), 3);
    }
}
