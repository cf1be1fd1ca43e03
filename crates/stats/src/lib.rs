//! Pure mathematics: exact accumulators of integers, and the estimates made from them.
//!
//! Nothing here reads a file, knows a game or draws a random number. Two rules keep published
//! tables reproducible to the last byte, however a run is split into threads, shards and machines:
//!
//! - **Accumulators hold integers.** [`BlockSums`], [`Moments`] and [`Histogram`] hold counts and
//!   sums. Merging them is checked addition, so every split and every order gives the same bytes,
//!   and a sum that does not fit is an [`Overflow`], never a wrapped or saturated number.
//! - **Floating point comes once, at the end,** from those integers, with `+ - * /` and the square
//!   root (which IEEE 754 rounds the same way everywhere) and with `exp`, `log`, `sin` and similar
//!   functions of the pinned crate `libm`. The functions of the standard library and fused
//!   multiply-add are not used: their last digits differ between platforms. For the same reason no
//!   table uses `statrs`: an update of it could change published digits. Tests compare with it.
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
//! | [`rate_groups`], [`spread`] | how far apart are several rates, beyond the noise of each? |
//! | [`paired_outcomes`], [`sign_test`] | how do two rates differ, where the same blocks decide both? |
//! | [`paired_sums`], [`paired_difference`], [`ratio`] | how do two means differ on the same blocks, in their unit and relatively? |
//! | [`quantile_difference`] | how does a quantile differ? |
//! | [`score_counts`], [`anytime`] | how sure is a rate, a mean or a difference at any time while it is measured? |
//! | [`elo`] | how far apart are two strengths, in Elo? |
//! | [`ratings`], [`block_wins`] | how strong are several players? |
//! | [`sensitivity`], [`quasi_random`] | which knob matters, and which points of the box to try? |
//! | [`crossed`] | how much is luck, and how much skill? |
//! | [`families`] | what remains significant among many comparisons? |
//! | [`jackknife`] | how sure is an estimate of any other kind? |
//! | [`planning`] | how many blocks are enough? |
//! | [`normal`], [`student`] | the two distributions that the above rest on |

pub mod anytime;
pub mod block_wins;
pub mod clustered;
pub mod crossed;
pub mod elo;
pub mod families;
pub mod histogram;
pub mod interval;
pub mod jackknife;
pub mod moments;
pub mod normal;
pub mod order_statistics;
pub mod overflow;
pub mod paired_difference;
pub mod paired_outcomes;
pub mod paired_sums;
pub mod planning;
pub mod proportion;
pub mod quantile_difference;
pub mod quasi_random;
pub mod rate_groups;
pub mod rating_error;
pub mod ratings;
pub mod ratio;
pub mod score_counts;
pub mod sensitivity;
pub mod sign_test;
pub mod spread;
pub mod student;

mod matrix;
mod merge;
mod roots;
mod stirling;
mod sums;
mod wide;

#[cfg(test)]
mod tests;

pub use block_wins::BlockWins;
pub use clustered::{BlockSums, Clustered};
pub use crossed::{Crossed, VarianceShare, VarianceShares};
pub use histogram::Histogram;
pub use interval::{Confidence, Interval, InvalidConfidence};
pub use merge::Merge;
pub use moments::{Moments, mean};
pub use overflow::Overflow;
pub use paired_difference::PairedDifference;
pub use paired_outcomes::PairedTable;
pub use paired_sums::{PairedBlocks, PairedSums};
pub use quantile_difference::QuantileDifference;
pub use rate_groups::{Grouped, RateGroups};
pub use rating_error::RatingError;
pub use ratings::{Comparisons, Ratings};
pub use ratio::PairedRatio;
pub use score_counts::{DifferenceCounts, ScoreCounts};
pub use spread::Spread;
