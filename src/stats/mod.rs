//! Pure mathematics: exact accumulators of integers, and the estimates made from them.
//!
//! Nothing here reads a file, knows a game or draws a random number. Two rules keep published
//! tables reproducible to the last byte, however a run was split into threads, shards and machines:
//!
//! - **What accumulates is integer.** [`BlockSums`], [`Moments`] and [`Histogram`] hold counts and
//!   sums; merging them is checked addition, so every split and every order gives the same bytes,
//!   and a sum that would not fit is an [`Overflow`], never a wrapped or saturated number.
//! - **Floating point comes once, at the end,** from those integers, with `+ - * /` and the square
//!   root (which IEEE 754 rounds the same way everywhere) and with `exp`, `log` and `erfc` of the
//!   pinned crate `libm`. The functions of the standard library and fused multiply-add are not used:
//!   their last digits differ between platforms.
//!
//! An undefined result is `None`, never NaN or infinity.
//!
//! | module | answers |
//! | --- | --- |
//! | [`proportion`] | how sure is a rate of independent trials? |
//! | [`clustered`] | how sure is a rate where the games of one block share their cards? |
//! | [`moments`] | mean and spread of whole numbers |
//! | [`histogram`] | quantiles of whole numbers, also where the longest games were cut off |
//! | [`order_statistics`] | how sure is a quantile? |
//! | [`families`] | what remains significant among many comparisons? |
//! | [`planning`] | how many blocks are enough? |
//! | [`normal`], [`student`] | the two distributions that the above rest on |

pub mod clustered;
pub mod families;
pub mod histogram;
pub mod interval;
pub mod moments;
pub mod normal;
pub mod order_statistics;
pub mod overflow;
pub mod planning;
pub mod proportion;
pub mod student;

mod wide;

#[cfg(test)]
mod assertions;
#[cfg(test)]
mod portability;

pub use clustered::{BlockSums, Clustered};
pub use histogram::Histogram;
pub use interval::{Confidence, Interval, InvalidConfidence};
pub use moments::Moments;
pub use overflow::Overflow;
