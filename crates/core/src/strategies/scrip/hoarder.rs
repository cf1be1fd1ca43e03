//! The kind `hoarder` for Scrip.

use crate::game::{Choice, LegalSet};
use crate::games::scrip::{Action, Legal, Scrip, View};
use crate::rng::Stream;
use crate::strategy::{Failure, Strategy, StrategyFile, StrategyKind};

/// Never takes a card: ends every turn at once, and passes on every steal.
#[derive(Clone, Copy, Debug)]
pub struct Hoarder;

impl StrategyKind for Hoarder {
    const SUMMARY: &'static str =
        "keeps the cards it was dealt: ends every turn at once and never counters";

    fn new(_file: &StrategyFile) -> Self {
        Self
    }
}

impl Strategy<Scrip> for Hoarder {
    #[inline(always)]
    fn choose<'l>(
        &mut self,
        view: &View<'_>,
        legal: &'l Legal,
        _stream: &mut Stream,
    ) -> Result<Choice<'l, Action>, Failure> {
        let passive = if view.stolen().is_some() { Action::PASS } else { Action::END };
        // If a restriction forbids ending the turn, it takes the first action.
        legal.choose(passive).or_else(|| legal.choose_nth(0)).ok_or(Failure::NoLegalAction)
    }
}
