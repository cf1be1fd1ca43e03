//! The kind `greedy` for Crisps.

use crate::game::LegalSet;
use crate::games::crisps::{Action, Crisps, Legal, View};
use crate::input::{Knob, Settings};
use crate::rng::Stream;
use crate::strategy::{Failure, Strategy};

/// Plays the most cards, of these the lowest; takes the face-up card; passes only when it must.
#[derive(Clone, Copy, Debug)]
pub struct Greedy;

impl Greedy {
    /// How it plays.
    pub const SUMMARY: &'static str = "plays the most cards, of these the lowest; takes the face-up card; passes only when it must";
    /// It has no parameters.
    pub const KNOBS: &'static [Knob] = &[];

    /// A greedy player.
    pub const fn new(_settings: &Settings) -> Self {
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
    #[inline]
    fn choose(&mut self, view: &View<'_>, legal: &Legal, _stream: &mut Stream) -> Result<Action, Failure> {
        if view.takes() {
            return Ok(Action::TAKE_FACE_UP);
        }
        legal.iter().max_by_key(|action| liking(*action)).ok_or(Failure::Illegal)
    }
}
