//! The kind `learned`: a small network, trained by play, weighs every action.

use std::fmt::Debug;
use std::sync::Arc;

use super::network::{Features, Network, Shape};
use crate::cards::bits::fast_fn;
use crate::game::{Choice, Game, LegalSet};
use crate::rng::Stream;
use crate::strategy::{Failure, Strategy, StrategyFile, StrategyKind};

/// A game whose views and actions can be described to a learned player by features that are true or
/// false.
///
/// The conformance suite tests these promises:
/// * Features are numbers below [`Learnable::FEATURES`], and at most
///   [`MOST_ACTIVE`](super::MOST_ACTIVE) are noted for a position and one of its actions together.
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

    /// The shape that weights for the game must have.
    const SHAPE: Shape = Shape {
        game: Self::DESCRIPTION.name,
        version: Self::FEATURES_VERSION,
        features: Self::FEATURES,
    };
}

/// Takes the action with the highest score of a network; on a tie the first in the order of
/// actions, so that no random number decides.
#[derive(Clone, Debug)]
pub struct Learned<G: Learnable> {
    network: Arc<Network>,
    tables: G::Tables,
}

impl<G: Learnable> Learned<G> {
    /// Returns a player with this network, whose size must match the features of the game.
    pub fn new(network: Arc<Network>) -> Self {
        debug_assert_eq!(network.features(), G::FEATURES);
        Self { network, tables: G::Tables::default() }
    }
}

impl<G: Learnable> StrategyKind for Learned<G> {
    const SUMMARY: &'static str =
        "weighs every action with a small network, trained by play under random rules";
    const LEARNS: Option<Shape> = Some(G::SHAPE);

    fn new(file: &StrategyFile) -> Self {
        // A file of this kind cannot be read without its weights. A blank network takes the first
        // action.
        let network = file.weights.as_ref().map_or_else(
            || Arc::new(Network::blank(G::FEATURES)),
            |weights| weights.network.clone(),
        );
        Self::new(network)
    }
}

impl<G: Learnable> Strategy<G> for Learned<G> {
    #[inline(never)]
    fn choose<'l>(
        &mut self,
        view: &G::View<'_>,
        legal: &'l G::Legal,
        _stream: &mut Stream,
    ) -> Result<Choice<'l, G::Action>, Failure> {
        let best = if legal.count() == 1 {
            0
        } else {
            best::<G>(&self.network, &mut self.tables, view, legal)
        };
        legal.choose_nth(best).ok_or(Failure::NoLegalAction)
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
