//! Players that learn a game by playing it, without knowledge of the game.
//!
//! [`Training`] plays games of the current player with itself. At some decisions every action is
//! played on from to the decision after the next one of the seat (`fairdeal_core::strategy::Pupils`),
//! where one network ([`Trainer`]) estimates the worth to the seat. Another one learns how much
//! better one action is than another. The next games are played with the network that came out: this
//! is policy iteration by rollouts.
//!
//! A small game has so few positions that each is learned by itself (`regrets`): there the player
//! mixes as it must.
//!
//! Nothing here depends on the number of threads or on time: pieces of work have a fixed size, are
//! collected in order, and sums are made in a fixed order.

mod pool;
mod regrets;
mod trainer;
mod training;

pub use pool::Pool;
pub use trainer::Trainer;
pub use training::{
    Attack, Attacks, CHECKPOINTS, Checkpoint, Course, Outlook, Strength, Training, chosen_tables,
    next_checkpoint, version,
};
