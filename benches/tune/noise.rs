//! The random numbers of the simulations, the same on every machine.

use std::f64::consts::TAU;

use rand::Rng as _;
use rand_pcg::Pcg64Dxsm;

pub(crate) struct Noise {
    generator: Pcg64Dxsm,
    /// Normal numbers come in pairs.
    next: Option<f64>,
}

impl Noise {
    pub(crate) fn new(seed: u64, run: u64) -> Self {
        Self { generator: Pcg64Dxsm::new(seed.into(), run.into()), next: None }
    }

    /// The noise of a run of a search. Searches with neighbouring seeds must not have related
    /// noise, and that of a run must not be what its search draws, so the seed is mixed
    /// (`SplitMix64`, G. L. Steele Jr. and others, 2014).
    pub(crate) fn of_run(seed: u64, problem: &str) -> Self {
        let mut mixed = (seed + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        Self::new(mixed ^ (mixed >> 31), 1 + problem.len() as u64)
    }

    /// A number from 0 to 1, without 1.
    pub(crate) fn share(&mut self) -> f64 {
        (self.generator.next_u64() >> 11) as f64 / (1_u64 << 53) as f64
    }

    pub(crate) fn normal(&mut self) -> f64 {
        if let Some(next) = self.next.take() {
            return next;
        }
        let radius = (-2.0 * libm::log(1.0 - self.share())).sqrt();
        let angle = TAU * self.share();
        self.next = Some(radius * libm::sin(angle));
        radius * libm::cos(angle)
    }
}
