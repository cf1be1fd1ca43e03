//! The random choices of a search, the same on every machine and with every version of the library.

use std::f64::consts::TAU;

use rand::Rng as _;
use rand_pcg::Pcg64Dxsm;

/// A generator of one round.
#[derive(Debug)]
pub(crate) struct Random(Pcg64Dxsm);

impl Random {
    pub(crate) fn new(seed: u64, round: usize) -> Self {
        Self(Pcg64Dxsm::new(seed.into(), round as u128))
    }

    /// A number from 0 to 1, without 1.
    pub(crate) fn share(&mut self) -> f64 {
        // Exact: 53 bits.
        (self.0.next_u64() >> 11) as f64 / 9_007_199_254_740_992.0
    }

    /// A whole number below `count`.
    pub(crate) fn below(&mut self, count: usize) -> usize {
        ((u128::from(self.0.next_u64()) * count as u128) >> 64) as usize
    }

    /// A number of the standard normal distribution, after G. E. P. Box and M. E. Muller, "A note
    /// on the generation of random normal deviates" (1958).
    pub(crate) fn normal(&mut self) -> f64 {
        let radius = (-2.0 * libm::log(1.0 - self.share())).sqrt();
        radius * libm::cos(TAU * self.share())
    }
}
