//! The network of the kind `learned`: what it is told, its layers, and the file of its weights.

mod groups;
mod layers;
mod weights;

pub use groups::{FeatureGroup, chance_step, feature_groups, lead_step};
pub use layers::{HiddenSums, LANES, MOST_ACTIVE, Network, UNITS};
pub use weights::{Shape, Weights};

/// Takes note of what is true of a position and an action.
pub trait Features {
    /// The feature with this number is true; one that is true several times counts as often.
    fn with(&mut self, feature: usize);

    /// The feature with this number, which was true of the position, is true once less with the
    /// action.
    fn without(&mut self, feature: usize);

    /// What a player without a network thinks of the action, in parts of [`Network::score_of_one`];
    /// the network has its say beside it. Said of an action once at most, and of positions never.
    fn opinion(&mut self, worth: i32);
}
