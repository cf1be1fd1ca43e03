//! Full states drawn from a seat's knowledge, if a game can draw them: for code that works with all
//! games.

use std::marker::PhantomData;

use crate::cards::bits::fast_fn;
use crate::game::{Game, Searchable, SeatView};
use crate::rng::Stream;

/// Samples full states that a view allows (determinizations).
#[derive(Clone, Debug)]
pub struct StateSampler<G: Game> {
    sample: Sample<G>,
    secrets: Secrets<G>,
}

type Sample<G> = fn(&<G as Game>::View<'_>, &mut [Stream], &mut Vec<<G as Game>::State>);
type Secrets<G> = fn(&<G as Game>::Rules, &mut <G as Game>::State, &mut Stream);

impl<G: Game> StateSampler<G> {
    /// Draws a state with each stream, where all states that the view allows are equally likely,
    /// and appends them.
    pub fn sample(&self, view: &G::View<'_>, streams: &mut [Stream], worlds: &mut Vec<G::State>) {
        (self.sample)(view, streams, worlds);
    }

    /// Draws the secrets of a state anew that no seat can know.
    pub fn draw_secrets(&self, rules: &G::Rules, state: &mut G::State, stream: &mut Stream) {
        (self.secrets)(rules, state, stream);
    }
}

/// Finds out whether a game is [`Searchable`] where the game is named: `Probe::<MyGame>::SAMPLER`
/// draws its states, or is `None`.
///
/// An inherent constant takes precedence over the constant of a trait where its bounds hold. (The
/// macro [`kinds!`](crate::kinds) uses it, so that a game need not say it twice.)
#[derive(Debug)]
pub struct Probe<G>(PhantomData<G>);

impl<G: Searchable> Probe<G> {
    /// Draws the states.
    pub const SAMPLER: Option<StateSampler<G>> =
        Some(StateSampler { sample: draw::<G>, secrets: G::draw_secrets });
}

/// The result of a [`Probe`] for a game that is not [`Searchable`].
pub trait NotSearchable<G: Game> {
    /// No sampler.
    const SAMPLER: Option<StateSampler<G>> = None;
}

impl<G: Game> NotSearchable<G> for Probe<G> {}

fn draw<G: Searchable>(view: &G::View<'_>, streams: &mut [Stream], worlds: &mut Vec<G::State>) {
    draw_all::<G>(view.rules(), G::determinizer(view), streams, worlds);
}

fast_fn! {
    fn draw_all<'a, G: Searchable>(
        rules: &'a G::Rules,
        determinizer: G::Determinizer,
        streams: &'a mut [Stream],
        worlds: &'a mut Vec<G::State>,
    ) -> () {
        for stream in streams {
            worlds.push(G::sample(rules, &determinizer, stream));
        }
    }
}
