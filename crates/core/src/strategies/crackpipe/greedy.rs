//! The kind `greedy` for Crackpipe.

use crate::game::{Choice, LegalSet, SeatView};
use crate::games::crackpipe::{Action, Crackpipe, Legal, NO_CARD, Pile, View};
use crate::rng::Stream;
use crate::strategy::{Failure, Strategy, StrategyFile, StrategyKind};

/// Keeps all cards that stay on its own pipe, and gives the others to THE pipe. Puts received cards
/// so that the lower card is on top, where more of the cards that it draws stay.
#[derive(Clone, Copy, Debug)]
pub struct Greedy;

impl StrategyKind for Greedy {
    const SUMMARY: &'static str = "keeps all cards that it can, gives the others to THE pipe, and \
        wants a low card on top of its own";

    fn new(_file: &StrategyFile) -> Self {
        Self
    }
}

/// Greedy's preferred action. (The view is passed by value, so that only strategies that need it
/// build it.)
#[inline(never)]
fn liked(view: View<'_>) -> Action {
    let value = view.stack().map_or(NO_CARD, Pile::top);
    let stays = value >= view.pipe(view.seat()).top();
    match (view.placing(), stays) {
        (true, true) => Action::OWN,
        (true, false) => Action::THE,
        (false, true) => Action::BOTTOM,
        (false, false) => Action::TOP,
    }
}

impl Strategy<Crackpipe> for Greedy {
    #[inline(always)]
    fn choose<'l>(
        &mut self,
        view: &View<'_>,
        legal: &'l Legal,
        _stream: &mut Stream,
    ) -> Result<Choice<'l, Action>, Failure> {
        legal.choose(liked(*view)).or_else(|| legal.choose_nth(0)).ok_or(Failure::NoLegalAction)
    }
}
