//! The trait of all metrics.

use super::batch::Batch;
use super::shape::Shape;
use crate::game::Description;
use fairdeal_stats::{Merge, Overflow};

/// Counts of the games of one variant and one line-up: whole numbers, so that counts of different
/// blocks add up to the same in any order.
pub trait Metric: Merge + Sized {
    /// Returns counts for the games of a shape, all zero.
    fn new(shape: &Shape, game: &Description) -> Self;

    /// Counts the games of a batch.
    ///
    /// # Errors
    /// If a count would overflow.
    fn observe(&mut self, batch: &Batch<'_>) -> Result<(), Overflow>;
}
