//! Full states drawn from what a seat knows, where a game can draw them: for those who must do
//! without knowing whether it can.

use std::marker::PhantomData;

use crate::cards::bits::{Work, with_fast_bits};
use crate::game::{Game, Searchable, SeatView};
use crate::rng::Stream;

/// Samples full states that a view allows (determinizations).
#[derive(Clone)]
pub struct StateSampler<G: Game>(Sample<G>);

type Sample<G> = fn(&<G as Game>::View<'_>, &mut [Stream], &mut Vec<<G as Game>::State>);

impl<G: Game> StateSampler<G> {
    /// Draws a state with each stream, each state that the view allows as likely as any other, and
    /// puts them behind those that are there.
    pub fn sample(&self, view: &G::View<'_>, streams: &mut [Stream], worlds: &mut Vec<G::State>) {
        (self.0)(view, streams, worlds);
    }
}

impl<G: Game> std::fmt::Debug for StateSampler<G> {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.write_str("StateSampler")
    }
}

/// Finds out whether a game is [`Searchable`], where the game is named: `Probe::<MyGame>::SAMPLER`
/// is what draws its states, or nothing.
///
/// What is said of the type itself goes before what a trait says of it, wherever it is true. (The
/// macro [`kinds!`](crate::kinds) asks, so that a game need not say it twice.)
#[derive(Debug)]
pub struct Probe<G>(PhantomData<G>);

impl<G: Searchable> Probe<G> {
    /// Draws the states.
    pub const SAMPLER: Option<StateSampler<G>> = Some(StateSampler(draw::<G>));
}

/// What a [`Probe`] finds of a game that is not [`Searchable`].
pub trait NotSearchable<G: Game> {
    /// Nothing draws its states.
    const SAMPLER: Option<StateSampler<G>> = None;
}

impl<G: Game> NotSearchable<G> for Probe<G> {}

fn draw<G: Searchable>(view: &G::View<'_>, streams: &mut [Stream], worlds: &mut Vec<G::State>) {
    with_fast_bits(Draw::<G> {
        rules: view.rules(),
        determinizer: G::determinizer(view),
        streams,
        worlds,
    });
}

/// The draws as a piece of work.
struct Draw<'a, G: Searchable> {
    rules: &'a G::Rules,
    determinizer: G::Determinizer,
    streams: &'a mut [Stream],
    worlds: &'a mut Vec<G::State>,
}

impl<G: Searchable> Work for Draw<'_, G> {
    type Output = ();

    #[inline(always)]
    fn run(self) {
        for stream in self.streams {
            self.worlds.push(G::sample(self.rules, &self.determinizer, stream));
        }
    }
}
