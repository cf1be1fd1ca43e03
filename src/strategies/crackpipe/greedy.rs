//! The kind `greedy` for Crackpipe.

use crate::game::{Choice, LegalSet};
use crate::games::crackpipe::{Action, Crackpipe, Legal, View};
use crate::input::{Knob, Settings};
use crate::rng::Stream;
use crate::strategy::{Failure, Strategy};

/// Keeps the cards that it may keep, otherwise gives THE pipe what stays there; takes cards so that the higher card is on top.
#[derive(Clone, Copy, Debug)]
pub struct Greedy;

impl Greedy {
    /// How it plays.
    pub const SUMMARY: &'static str = "keeps all cards that it can, gives away as few as it can, and wants a high card on top";
    /// It has no parameters.
    pub const KNOBS: &'static [Knob] = &[];

    /// A greedy player.
    pub const fn new(_settings: &Settings) -> Self {
        Self
    }
}

impl Strategy<Crackpipe> for Greedy {
    #[inline(always)]
    fn choose<'l>(&mut self, view: &View<'_>, legal: &'l Legal, _stream: &mut Stream) -> Result<Choice<'l, Action>, Failure> {
        let value = view.stack().map_or(0, |stack| stack.top());
        let higher = value >= view.pipe(view.seat()).top();
        let liked = match (view.placing(), higher) {
            (true, true) => Action::Own,
            (true, false) => Action::The,
            (false, true) => Action::Top,
            (false, false) => Action::Bottom,
        };
        legal.choose(liked).ok_or(Failure::NoLegalAction)
    }
}
