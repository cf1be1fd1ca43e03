//! The kind `greedy` for Crisps.

use crate::game::{Choice, LegalSet};
use crate::games::crisps::{Action, Crisps, Legal, View};
use crate::rng::Stream;
use crate::strategy::{Failure, Strategy, StrategyFile, StrategyKind};

/// Plays the most cards, of these the lowest; takes the face-up card; passes only when it must.
#[derive(Clone, Copy, Debug)]
pub struct Greedy;

impl StrategyKind for Greedy {
    const SUMMARY: &'static str = "plays the most cards, of these the lowest; takes the face-up card; passes only when it must";

    fn new(_file: &StrategyFile) -> Self {
        Self
    }
}

/// How much greedy likes an action: cards first, then the lowest rank, then runs before stairs before specials.
#[inline]
fn liking(action: Action) -> (u8, u8, std::cmp::Reverse<u8>) {
    let combination = action.combination();
    (combination.cards, u8::MAX - combination.rank, std::cmp::Reverse(combination.kind as u8))
}

impl Strategy<Crisps> for Greedy {
    #[inline(never)]
    fn choose<'l>(&mut self, view: &View<'_>, legal: &'l Legal, _stream: &mut Stream) -> Result<Choice<'l, Action>, Failure> {
        let liked = if view.takes() { Some(Action::TAKE_FACE_UP) } else { legal.iter().max_by_key(|action| liking(*action)) };
        liked.and_then(|action| legal.choose(action)).ok_or(Failure::NoLegalAction)
    }
}
