//! The kind `greedy` for Crypto Cards.

use super::choose_or_first;
use super::dummy::{by_rank, highest, of_rank};
use crate::cards::standard::{Card, CardSet};
use crate::game::Choice;
use crate::games::crypto_cards::rules::Scoring;
use crate::games::crypto_cards::{Action, CryptoCards, Kind, Legal, Table, View};
use crate::rng::Stream;
use crate::strategy::{Failure, Strategy, StrategyFile, StrategyKind};

/// Sells whenever it can, and transfers the card that will sell soonest.
#[derive(Clone, Copy, Debug)]
pub struct Greedy;

impl StrategyKind for Greedy {
    const SUMMARY: &'static str = "sells the highest card whenever it can, with a face card if it must; transfers the card that will sell \
        soonest; where the highest worth wins, sells only what it must and transfers the dearest card";

    fn new(_file: &StrategyFile) -> Self {
        Self
    }
}

/// The sale, or `keep`.
#[inline(always)]
fn sale(legal: &Legal, keeps: bool) -> Action {
    let (kind, cards) = legal.singles();
    if keeps && legal.may_keep() {
        return Action::KEEP;
    }
    if let Some(card) = highest(cards) {
        return Action::of_card(kind, card);
    }
    let (faces, numbers) = legal.face_sales();
    match (faces.first(), highest(numbers)) {
        (Some(face), Some(card)) => Action::face_sale(face, card),
        _ => Action::KEEP,
    }
}

/// The distance of a face card from being sold: larger than that of any number card.
const FARTHEST: u32 = 16;

/// The distance of a number card from being sold: the ranks that its market lacks; [`FARTHEST`] for
/// a face card.
#[inline(always)]
fn distance(table: &Table, card: Card) -> u32 {
    if card.rank() > 10 {
        FARTHEST
    } else {
        u32::from(card.rank()).saturating_sub(table.price(card.suit()) + 1)
    }
}

/// The worth of a card in the portfolio at the prices of the markets.
#[inline(always)]
fn worth(table: &Table, card: Card) -> u32 {
    if card.rank() > 10 { 10 } else { table.price(card.suit()) }
}

/// The transfer. A function of its own whose arguments fit into registers: a copy of the view would
/// be read before it is written back.
#[inline(never)]
fn transfer(table: &Table, hand: CardSet, keeps: bool) -> Action {
    // Among equally near cards the highest, which opens its market for the most others; then the
    // first.
    let mut best = 0;
    // A loop and not a chain of iterators, which is not sure to be inlined; and one number a card,
    // never 0, so that the largest is found without a branch.
    for card in hand.iter() {
        let liking = if keeps { worth(table, card) } else { FARTHEST - distance(table, card) };
        best = best.max(liking << 16 | by_rank(card));
    }
    if best == 0 { Action::KEEP } else { Action::of_card(Kind::Transfer, of_rank(best)) }
}

impl Strategy<CryptoCards> for Greedy {
    #[inline(always)]
    fn choose<'l>(
        &mut self,
        view: &View<'_>,
        legal: &'l Legal,
        _stream: &mut Stream,
    ) -> Result<Choice<'l, Action>, Failure> {
        let keeps = view.rules.knobs.scoring == Scoring::PriceHigh;
        let action = match legal.singles() {
            (Kind::Transfer, hand) => transfer(view.table, hand, keeps),
            _ => sale(legal, keeps),
        };
        choose_or_first(legal, action)
    }
}
