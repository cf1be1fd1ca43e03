//! A player under a restriction: it never takes some actions, or parts of its seat's view are
//! hidden from it.

use super::{Failure, Strategy};
use crate::game::{Choice, Game, LegalSet, Never, Sights};
use crate::rng::{BlockStreams, Purpose, Stream};

/// The number of imagined states in which the player is asked, if something was drawn.
const IMAGINED: u32 = 15;

/// A player that gets the legal actions without the forbidden ones, and a view without some
/// sights. If cards are drawn in place of the hidden ones, the player chooses several times, with
/// other cards each time, and the most frequent choice counts: so it acts on likely cards, not on
/// one imagined deal.
#[derive(Clone, Debug)]
pub(super) struct Restricted<P> {
    player: P,
    never: Never,
    blind: Sights,
    is_drawn: bool,
    /// By the place of a legal action: how often it was chosen.
    votes: Vec<u32>,
}

impl<P> Restricted<P> {
    /// Returns the player with the actions that it never takes and the sights to which it is blind;
    /// `is_drawn`: whether cards are drawn.
    pub(super) fn new(player: P, never: Never, blind: Sights, is_drawn: bool) -> Self {
        Self { player, never, blind, is_drawn, votes: Vec::new() }
    }

    /// Chooses one of these actions without what the player does not see.
    fn choose_blindly<G: Game>(
        &mut self,
        view: &G::View<'_>,
        legal: &G::Legal,
        stream: &mut Stream,
    ) -> Result<G::Action, Failure>
    where
        P: Strategy<G>,
    {
        if legal.count() == 1 {
            return Ok(legal.nth(0));
        }
        let Self { player, blind, is_drawn, votes, .. } = self;
        // A separate stream for the imagined cards, because the player draws from the seat's.
        let mut draws = BlockStreams::new(stream.word(), 0).stream(Purpose::Strategy(0));
        let mut ask = |draws: &mut Stream| {
            G::blinded(view, *blind, draws, |view| {
                player.choose(view, legal, stream).map(Choice::into_action)
            })
        };
        if !*is_drawn {
            return ask(&mut draws);
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
        most.map(|place| legal.nth(place as u32)).ok_or(Failure::NoLegalAction)
    }
}

impl<G: Game, P: Strategy<G>> Strategy<G> for Restricted<P> {
    fn wrapped(&mut self) -> Option<&mut dyn Strategy<G>> {
        Some(&mut self.player)
    }

    fn choose<'l>(
        &mut self,
        view: &G::View<'_>,
        legal: &'l G::Legal,
        stream: &mut Stream,
    ) -> Result<Choice<'l, G::Action>, Failure> {
        let left = (!self.never.is_empty()).then(|| G::legal_without(view, legal, self.never));
        let left = left.as_ref().unwrap_or(legal);
        let action = if self.blind.is_empty() {
            self.player.choose(view, left, stream)?.into_action()
        } else {
            self.choose_blindly::<G>(view, left, stream)?
        };
        legal.choose(action).ok_or(Failure::NoLegalAction)
    }

    /// A blind player would need to estimate blindly.
    fn worth(&mut self, view: &G::View<'_>, action: G::Action) -> Option<f32> {
        if self.blind.is_empty() { self.player.worth(view, action) } else { None }
    }
}
