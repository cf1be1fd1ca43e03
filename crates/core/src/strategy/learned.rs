//! The kind `learned`: a small network, trained by play, weighs every action.

use std::fmt::Debug;
use std::sync::{Arc, LazyLock};

use super::network::{Features, MOST_ACTIVE, Network, Shape, Table, WORTH_OF_ONE, key};
use crate::cards::bits::fast_fn;
use crate::game::{Choice, Game, LegalSet};
use crate::input::{Knob, knobs};
use crate::rng::Stream;
use crate::strategy::{Failure, Strategy, StrategyFile, StrategyKind};

/// A game whose views and actions can be described to a learned player by features that are true or
/// false.
///
/// The conformance suite tests these promises:
/// * Features are numbers below [`Learnable::FEATURES`], and at most
///   [`Shape::active`] are noted for a position and one of its actions together.
/// * They depend only on the view and the action: on integers, or on floats that are rounded in the
///   same way everywhere.
/// * Nothing is allocated.
pub trait Learnable: Game {
    /// The number of features.
    const FEATURES: usize;

    /// The version of the features, from 1. Raise it when a feature changes its meaning: weights
    /// for another version are refused.
    const FEATURES_VERSION: u32;

    /// Tables that a player computes once for its rules, and uses at every decision; `()` if there
    /// are none. Their values depend on the rules only.
    type Tables: Clone + Debug + Default + Send + Sync;

    /// Values that are computed once for all actions of a decision.
    type Position<'v>;

    /// Notes the features that all actions of a decision share.
    fn position<'v>(
        tables: &'v mut Self::Tables,
        view: &'v Self::View<'_>,
        features: &mut impl Features,
    ) -> Self::Position<'v>;

    /// Notes the features of an action and its result.
    fn action(
        view: &Self::View<'_>,
        position: &Self::Position<'_>,
        action: Self::Action,
        features: &mut impl Features,
    );

    /// Returns a number that tells decisions apart for a table of positions, beside their features:
    /// such as who began a round of bets that is over.
    fn course(_: &Self::View<'_>) -> u64 {
        0
    }

    /// The shape that weights for the game must have.
    const SHAPE: Shape = Shape {
        game: Self::DESCRIPTION.name,
        version: Self::FEATURES_VERSION,
        features: Self::FEATURES,
        active: MOST_ACTIVE,
        is_hashed: false,
    };
}

knobs! {
    /// The parameters.
    struct Parameters {
        /// how much it mixes: the chance of winning by which an action must be better to be taken about three times as often; with 0 it takes the best one
        mix: f64 = 0.0, in 0.0..=1.0;
    }
}

/// Weighs the actions by their scores from a network. It takes the one with the highest score, on a
/// tie the first in the order of actions; or it mixes: an action is taken as often as e to the power
/// of its score, in units of `mix`. With a table it takes each action as often as the table says, but
/// any action in the share `mix` of its decisions, and in a position that the table does not have.
#[derive(Clone, Debug)]
pub struct Learned<G: Learnable> {
    network: Arc<Network>,
    /// The network that estimates the worth of an action, if there is one.
    worth: Option<Arc<Network>>,
    /// The table of positions of a small game, if there is one.
    table: Option<Arc<Table>>,
    /// How often it takes any action instead, of [`OFTEN`].
    any: u32,
    tables: G::Tables,
    /// The difference in scores by which an action is taken e times as often; 0 for the best one.
    mix: i32,
    /// By action, if it mixes: its score, and then how often it is taken.
    scores: Vec<i32>,
}

impl<G: Learnable> Learned<G> {
    /// Returns a player with this network, whose size must match the features of the game; `mix` is
    /// the chance of winning by which an action must be better to be taken e times as often.
    pub fn new(network: Arc<Network>, mix: f64) -> Self {
        debug_assert_eq!(network.features(), G::FEATURES);
        let one = f64::from(Network::score_of_one());
        let mix = (mix / WORTH_OF_ONE * one).round() as i32;
        let (worth, table, tables) = (None, None, G::Tables::default());
        Self { network, worth, table, any: 0, tables, mix, scores: Vec::new() }
    }
}

impl<G: Learnable> StrategyKind for Learned<G> {
    const SUMMARY: &'static str =
        "weighs every action with a small network, trained by play under random rules";
    const KNOBS: &'static [Knob] = Parameters::KNOBS;
    const LEARNS: Option<Shape> = Some(G::SHAPE);

    fn new(file: &StrategyFile) -> Self {
        // A file of this kind cannot be read without its weights. A blank network takes the first
        // action.
        let network = file
            .weights
            .as_ref()
            .map_or_else(|| Arc::new(Network::blank(G::SHAPE)), |weights| weights.network.clone());
        let worth = file.weights.as_ref().and_then(|weights| weights.worth.clone());
        let table = file.weights.as_ref().and_then(|weights| weights.table.clone());
        let mix = Parameters::read(&file.parameters).mix;
        let any = (mix * f64::from(OFTEN)).round() as u32;
        Self { worth, table, any, ..Self::new(network, mix) }
    }
}

impl<G: Learnable> Strategy<G> for Learned<G> {
    #[inline(never)]
    fn choose<'l>(
        &mut self,
        view: &G::View<'_>,
        legal: &'l G::Legal,
        stream: &mut Stream,
    ) -> Result<Choice<'l, G::Action>, Failure> {
        let best = if legal.count() == 1 {
            0
        } else if let Some(table) = &self.table {
            let position = key::<G>(&mut self.tables, view, legal);
            match table.often(position, legal.count()) {
                Some(often) if self.any == 0 || stream.below(OFTEN as u32) >= self.any => {
                    drawn(often.iter().copied().map(u32::from), stream)
                }
                _ => stream.below(legal.count()),
            }
        } else if self.mix == 0 {
            best::<G>(&self.network, &mut self.tables, view, legal)
        } else {
            self.scores.clear();
            self.scores.resize(legal.count() as usize, 0);
            score_all::<G>(&self.network, &mut self.tables, view, legal, &mut self.scores);
            mixed(&mut self.scores, self.mix, stream)
        };
        legal.choose_nth(best).ok_or(Failure::NoLegalAction)
    }

    fn worth(&mut self, view: &G::View<'_>, action: G::Action) -> Option<f32> {
        let network = self.worth.as_deref()?;
        let mut sums = network.begin();
        let position = G::position(&mut self.tables, view, &mut sums);
        G::action(view, &position, action, &mut sums);
        Some(network.worth(&sums))
    }
}

fast_fn! {
    fn best<'a, 'v, G: Learnable>(
        network: &'a Network,
        tables: &'a mut G::Tables,
        view: &'a G::View<'v>,
        legal: &'a G::Legal,
    ) -> u32 {
        let mut sums = network.begin();
        let position = G::position(tables, view, &mut sums);
        sums.settle();
        // Counted here: chains of iterators are not sure to be inlined.
        let (mut best, mut highest, mut nth) = (0, i32::MIN, 0);
        for action in legal.iter() {
            G::action(view, &position, action, &mut sums);
            let score = network.score(&sums);
            if score > highest {
                (best, highest) = (nth, score);
            }
            sums.back_to_settled();
            nth += 1;
        }
        best
    }
}

fast_fn! {
    fn score_all<'a, 'v, G: Learnable>(
        network: &'a Network,
        tables: &'a mut G::Tables,
        view: &'a G::View<'v>,
        legal: &'a G::Legal,
        scores: &'a mut [i32],
    ) -> () {
        let mut sums = network.begin();
        let position = G::position(tables, view, &mut sums);
        sums.settle();
        for (action, score) in legal.iter().zip(scores) {
            G::action(view, &position, action, &mut sums);
            *score = network.score(&sums);
            sums.back_to_settled();
        }
    }
}

/// The steps of a difference of 1 in units of the mix, and the number of steps after which an action
/// is never taken.
const STEPS: i64 = 64;
const MOST_STEPS: usize = 16 * STEPS as usize;

/// By step: how often an action is taken, of [`OFTEN`] for the best one. Made with one exponential
/// function everywhere, so that every machine draws the same.
static TAKEN: LazyLock<[i32; MOST_STEPS]> = LazyLock::new(|| {
    std::array::from_fn(|step| {
        (f64::from(OFTEN) * libm::exp(-(step as f64 + 0.5) / STEPS as f64)).round() as i32
    })
});
const OFTEN: i32 = 1 << 16;

/// Draws one of the actions by their scores, which are changed.
fn mixed(scores: &mut [i32], mix: i32, stream: &mut Stream) -> u32 {
    let taken = &*TAKEN;
    let highest = i64::from(scores.iter().copied().max().unwrap_or(0));
    for score in &mut *scores {
        let step = (highest - i64::from(*score)) * STEPS / i64::from(mix);
        *score = usize::try_from(step).ok().and_then(|step| taken.get(step)).copied().unwrap_or(0);
    }
    drawn(scores.iter().map(|often| often.cast_unsigned()), stream)
}

/// Draws one of the actions, each as often as its number says.
pub(super) fn drawn(often: impl Iterator<Item = u32> + Clone, stream: &mut Stream) -> u32 {
    let mut left = stream.below(often.clone().sum());
    let mut often = often;
    let drawn = often.position(|often| {
        let is_it = left < often;
        left = left.wrapping_sub(often);
        is_it
    });
    drawn.unwrap_or(0) as u32
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rng::{BlockStreams, Purpose};

    #[test]
    fn actions_are_taken_as_often_as_their_scores_say() {
        let mut stream = BlockStreams::new(1, 1).stream(Purpose::Strategy(0));
        let mut count = [0_u32; 4];
        for _ in 0..100_000 {
            let mut scores = [1_000, 0, 1_000 - 690, -100_000];
            count[mixed(&mut scores, 1_000, &mut stream) as usize] += 1;
        }
        let all = 1.0 + libm::exp(-1.0) + libm::exp(-0.69);
        for (count, expected) in count.iter().zip([1.0, libm::exp(-1.0), libm::exp(-0.69), 0.0]) {
            let share = f64::from(*count) / 100_000.0;
            assert!((share - expected / all).abs() < 0.01, "{share} of {}", expected / all);
        }
    }
}
