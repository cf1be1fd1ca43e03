//! The kind `learned`: a small network, trained by play, weighs every action.

use std::sync::Arc;

use super::network::{Features, Network, Shape};
use crate::cards::bits::{Work, with_fast_bits};
use crate::game::{Choice, Game, LegalSet};
use crate::rng::Stream;
use crate::strategy::{Failure, Strategy, StrategyFile, StrategyKind};

/// A game whose views and actions can be described to a learned player, by features that are true
/// or not.
///
/// The conformance suite tests these promises:
/// * Features are numbers below [`Learnable::FEATURES`], and at most
///   [`MOST_ACTIVE`](super::MOST_ACTIVE) are noted for a position and one of its actions together.
/// * They depend on the view and the action alone: on integers, or on floats that are rounded in
///   the same way everywhere.
/// * Nothing is allocated.
pub trait Learnable: Game {
    /// How many features there are.
    const FEATURES: usize;

    /// Raised when a feature changes its meaning: weights made for others are refused. It begins
    /// with 1.
    const FEATURES_VERSION: u32;

    /// What a player works out once for the rules that it plays by, and looks up at every decision;
    /// `()` where there is nothing. It says the same as if it were worked out anew.
    type Tables: Clone + Default + Send + Sync;

    /// What is worked out once for all actions of a decision.
    type Position<'v>;

    /// Notes what all actions of a decision have in common.
    fn position<'v>(
        tables: &'v mut Self::Tables,
        view: &'v Self::View<'_>,
        features: &mut impl Features,
    ) -> Self::Position<'v>;

    /// Notes what is true of an action: of what it is, and of what it leaves.
    fn action(
        view: &Self::View<'_>,
        position: &Self::Position<'_>,
        action: Self::Action,
        features: &mut impl Features,
    );

    /// What weights for the game must fit.
    const SHAPE: Shape = Shape {
        game: Self::DESCRIPTION.name,
        version: Self::FEATURES_VERSION,
        features: Self::FEATURES,
    };
}

/// Takes the action that a network weighs highest; of equals the first in the order of actions, so
/// that no random number decides.
#[derive(Clone)]
pub struct Learned<G: Learnable> {
    network: Arc<Network>,
    tables: G::Tables,
}

impl<G: Learnable> std::fmt::Debug for Learned<G> {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.write_str("Learned")
    }
}

impl<G: Learnable> Learned<G> {
    /// A player with this network, which must be as large as the features of the game ask for.
    pub fn new(network: Arc<Network>) -> Self {
        debug_assert_eq!(network.features(), G::FEATURES);
        Self { network, tables: G::Tables::default() }
    }
}

impl<G: Learnable> StrategyKind for Learned<G> {
    const SUMMARY: &'static str =
        "weighs every action with a small network, trained by play over random rules";
    const LEARNS: Option<Shape> = Some(G::SHAPE);

    fn new(file: &StrategyFile) -> Self {
        // A file of this kind cannot be read without its weights; a network without any takes the
        // first action.
        let network = file.weights.as_ref().map_or_else(
            || Arc::new(Network::blank(G::FEATURES)),
            |weights| weights.network().clone(),
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
            with_fast_bits(Decision::<G> {
                network: &self.network,
                tables: &mut self.tables,
                view,
                legal,
            })
        };
        legal.choose_nth(best).ok_or(Failure::NoLegalAction)
    }
}

/// A decision as a piece of work: which of the legal actions is best.
struct Decision<'a, 'v, G: Learnable> {
    network: &'a Network,
    tables: &'a mut G::Tables,
    view: &'a G::View<'v>,
    legal: &'a G::Legal,
}

impl<G: Learnable> Work for Decision<'_, '_, G> {
    type Output = u32;

    #[inline(always)]
    fn run(self) -> u32 {
        let Self { network, tables, view, legal } = self;
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
