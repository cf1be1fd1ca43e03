//! Blind play: a strategy that is not told something that its seat sees.

use super::{Failure, Strategy};
use crate::game::{Choice, Game, LegalSet, Sights};
use crate::rng::{BlockStreams, Purpose, Stream};

/// The number of imagined states in which the player is asked, if something was drawn.
const IMAGINED: u32 = 15;

/// A player who is blind to some sights. Where cards are drawn in their place, it is asked several
/// times, with other cards each time, and does what it would do most often: so it does not act on
/// what it imagines, but on what is likely.
#[derive(Clone, Debug)]
pub(super) struct Blind<P> {
    player: P,
    sights: Sights,
    is_drawn: bool,
    /// By the place of a legal action: how often it was chosen.
    votes: Vec<u32>,
}

impl<P> Blind<P> {
    /// Returns the player with its blindness; `is_drawn` tells whether cards are drawn.
    pub(super) fn new(player: P, sights: Sights, is_drawn: bool) -> Self {
        Self { player, sights, is_drawn, votes: Vec::new() }
    }
}

impl<G: Game, P: Strategy<G>> Strategy<G> for Blind<P> {
    fn wrapped(&mut self) -> Option<&mut dyn Strategy<G>> {
        Some(&mut self.player)
    }

    fn choose<'l>(
        &mut self,
        view: &G::View<'_>,
        legal: &'l G::Legal,
        stream: &mut Stream,
    ) -> Result<Choice<'l, G::Action>, Failure> {
        if legal.count() == 1 {
            return legal.choose_nth(0).ok_or(Failure::NoLegalAction);
        }
        let Self { player, sights, is_drawn, votes } = self;
        // A stream of its own for what is imagined: the player draws from the seat's.
        let mut draws = BlockStreams::new(stream.word(), 0).stream(Purpose::Strategy(0));
        let mut ask = |draws: &mut Stream| {
            G::blinded(view, *sights, draws, |view| {
                player.choose(view, legal, stream).map(Choice::into_action)
            })
        };
        if !*is_drawn {
            return legal.choose(ask(&mut draws)?).ok_or(Failure::NoLegalAction);
        }
        votes.clear();
        votes.resize(legal.count() as usize, 0);
        for _ in 0..IMAGINED {
            let action = ask(&mut draws)?;
            let place = legal.iter().position(|other| other == action);
            let votes =
                place.and_then(|place| votes.get_mut(place)).ok_or(Failure::NoLegalAction)?;
            *votes += 1;
            if 2 * *votes > IMAGINED {
                break;
            }
        }
        let most = votes.iter().max().and_then(|most| votes.iter().position(|votes| votes == most));
        most.and_then(|place| legal.choose_nth(place as u32)).ok_or(Failure::NoLegalAction)
    }
}
