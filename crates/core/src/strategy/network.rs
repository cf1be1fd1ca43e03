//! The network of the kind `learned`: its features, its layers, the table of a small game that takes
//! its place, and the file of its weights.

mod groups;
mod layers;
mod table;
mod weights;

pub use groups::{FeatureGroup, chance_step, feature_groups, lead_step};
pub use layers::{HiddenSums, LANES, MOST_ACTIVE, Network, Shape, UNITS, WORTH_OF_ONE};
pub use table::Table;
pub(super) use table::key;
pub use weights::Weights;

/// Collects the features of a position and an action.
pub trait Features {
    /// Notes that the feature with this number is true; a feature that is noted several times
    /// counts as often.
    fn with(&mut self, feature: usize);

    /// Takes back once a feature of the position that is not true after the action.
    fn without(&mut self, feature: usize);

    /// Adds the value of the action in the eyes of a player without a network, in units of
    /// [`Network::score_of_one`], to the network's own score. Called at most once per action, and
    /// never for a position.
    fn opinion(&mut self, worth: i32);

    /// Notes the features of a group whose flags are set.
    #[inline(always)]
    fn flags(&mut self, group: FeatureGroup, flags: &[bool]) {
        // Counted here: chains of iterators are not sure to be inlined.
        let mut place = 0;
        while place < flags.len() {
            if flags[place] {
                self.with(group.at(place));
            }
            place += 1;
        }
    }
}
