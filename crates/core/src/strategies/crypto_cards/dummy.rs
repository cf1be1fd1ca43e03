//! The kind `dummy` for Crypto Cards: the opponent of the designer's own tests (R7).

use super::choose_or_first;
use crate::cards::standard::{Card, CardSet};
use crate::game::Choice;
use crate::games::crypto_cards::{Action, CryptoCards, Kind, Legal, View};
use crate::rng::Stream;
use crate::strategy::{Failure, Strategy, StrategyFile, StrategyKind};

/// Transfers the card that it mined and sells the highest card that it can sell without a face
/// card.
#[derive(Clone, Copy, Debug)]
pub struct Dummy;

impl StrategyKind for Dummy {
    const SUMMARY: &'static str = "transfers the card that it mined, sells the highest card that \
        it can; plays no face card to sell, and buys nothing";

    fn new(_file: &StrategyFile) -> Self {
        Self
    }
}

/// A number above 0 for a card: larger for a higher rank, and for the first of one rank.
#[inline(always)]
pub(super) fn by_rank(card: Card) -> u32 {
    u32::from(card.rank()) << 8 | u32::from(u8::MAX - card.number())
}

/// The card of a number whose low half is [`by_rank`].
#[inline(always)]
pub(super) fn of_rank(number: u32) -> Card {
    Card::from_number(u8::MAX - number as u8)
}

/// Returns the card of the highest rank; on a tie the first.
#[inline(always)]
pub(super) fn highest(cards: CardSet) -> Option<Card> {
    let mut best = 0;
    for card in cards.iter() {
        best = best.max(by_rank(card));
    }
    (best > 0).then(|| of_rank(best))
}

#[inline(never)]
fn decide(view: View<'_>, legal: Legal) -> Action {
    let (kind, cards) = legal.singles();
    let card = if kind == Kind::Transfer { view.mined() } else { highest(cards) };
    card.map_or(Action::KEEP, |card| Action::of_card(kind, card))
}

impl Strategy<CryptoCards> for Dummy {
    #[inline(always)]
    fn choose<'l>(
        &mut self,
        view: &View<'_>,
        legal: &'l Legal,
        _stream: &mut Stream,
    ) -> Result<Choice<'l, Action>, Failure> {
        choose_or_first(legal, decide(*view, *legal))
    }
}
