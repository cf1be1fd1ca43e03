//! The kinds that search any game: they draw the cards that they cannot see, and simulate the rest
//! of the game.

mod enumeration;
mod flat;
mod ismcts;
mod opponents;
mod race;
mod rollout;
mod sampler;
mod tree;
#[cfg(test)]
mod watcher;

pub use enumeration::Enumeration;
pub use flat::FlatMonteCarlo;
pub use ismcts::Ismcts;
#[cfg(any(test, feature = "conformance"))]
pub(super) use rollout::RolloutContext;
pub use sampler::{NotSearchable, Probe, StateSampler};
#[cfg(test)]
pub(crate) use watcher::Watcher;
