//! The actions of Crypto Cards, and the legal ones of a decision.
//!
//! An action moves one card, or none (`keep`), and may play a face card for it. Card number 0 is no
//! card: `keep` moves card 0, and an action without a face card plays face card 0. So no case needs
//! a branch.

use std::hint::select_unpredictable;

use crate::cards::bits::nth_set_bit;
use crate::cards::standard::{Card, CardSet};
use crate::game::{LegalSet, Never};

/// The number cards, Ace to 10.
pub const NUMBERS: CardSet = CardSet::of_ranks(0x07fe);

/// The face cards.
pub const FACES: CardSet = CardSet::of_ranks(0x3800);

/// The kinds of action, in the order of the tables.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum Kind {
    /// A sale without a face card.
    Sell,
    /// The first sale for a face card.
    Face,
    /// A further sale for the same face card.
    Also,
    /// A card taken out of a market.
    Buy,
    /// The end of the sale step, or of the sales for a face card.
    Keep,
    /// A card from the hand into the portfolio.
    Transfer,
}

impl Kind {
    /// The names, in order.
    pub const NAMES: [&'static str; 6] = ["sell", "face", "also", "buy", "keep", "transfer"];
}

/// An action of a seat: six bits for the card that moves, six for the face card that is played for
/// it, and the kind where these do not determine it.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Action(u16);

const FACE_SHIFT: u16 = 6;
const KIND_SHIFT: u16 = 12;
const CARD: u16 = 63;

impl Action {
    /// Ends the sales.
    pub const KEEP: Self = Self(0);

    /// Moves one card, without a face card.
    #[inline(always)]
    pub const fn of_card(kind: Kind, card: Card) -> Self {
        Self(((kind as u16) << KIND_SHIFT) | card.number() as u16)
    }

    /// Plays a face card to sell a number card.
    #[inline(always)]
    pub const fn face_sale(face: Card, card: Card) -> Self {
        Self(((face.number() as u16) << FACE_SHIFT) | card.number() as u16)
    }

    /// Returns the kind.
    #[inline(always)]
    pub const fn kind(self) -> Kind {
        if self.0 & CARD == 0 {
            return Kind::Keep;
        }
        match self.0 >> KIND_SHIFT {
            0 if self.0 >> FACE_SHIFT != 0 => Kind::Face,
            2 => Kind::Also,
            3 => Kind::Buy,
            5 => Kind::Transfer,
            _ => Kind::Sell,
        }
    }

    /// Returns whether it moves a card from the hand into the portfolio.
    #[inline(always)]
    pub(super) const fn is_transfer(self) -> bool {
        self.0 >= (Kind::Transfer as u16) << KIND_SHIFT
    }

    /// Returns the card that moves; it has rank 0 with `keep`.
    #[inline(always)]
    pub const fn card(self) -> Card {
        Card::from_number(self.0 as u8)
    }

    /// Returns the face card that is played; it has rank 0 without one.
    #[inline(always)]
    pub const fn face(self) -> Card {
        Card::from_number((self.0 >> FACE_SHIFT) as u8)
    }
}

impl std::fmt::Debug for Action {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(formatter, "{:?} {} {}", self.kind(), self.face().number(), self.card())
    }
}

/// Returns the card with this number as a set: empty for 0.
#[inline(always)]
pub(super) const fn lone(card: Card) -> CardSet {
    CardSet::from_bits(CardSet::only(card).bits() & !KEEP_BIT)
}

/// The bit of `keep` among cards: that of card number 0.
const KEEP_BIT: u64 = 1;

/// Larger than the number of face cards: a power of two, so that looking up a divisor needs no
/// check.
const DIVISORS: usize = 16;

/// By divisor: its reciprocal in 65536ths, rounded up. It divides the numbers of all 40 x 12 pairs
/// exactly.
static RECIPROCALS: [u32; DIVISORS] = {
    let mut all = [0; DIVISORS];
    let mut divisor = 1;
    while divisor < DIVISORS {
        all[divisor] = 65536u32.div_ceil(divisor as u32);
        divisor += 1;
    }
    all
};

/// The legal actions of a decision, computed from a few sets of cards.
///
/// Their order: `keep`, the single cards in ascending order (sold, sold also, or transferred), the
/// pairs of a face card and a number card by the number card, the cards to buy.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Legal {
    /// The single cards, and bit 0 for `keep`.
    singles: u64,
    /// The kind of actions with a single card.
    kind: Kind,
    /// The face cards that may be played.
    faces: CardSet,
    /// The number cards that each of them may sell.
    numbers: CardSet,
    /// The cards that may be bought.
    buys: CardSet,
    /// The number of actions.
    count: u32,
}

impl Legal {
    /// One of `singles`, with bit 0 for `keep`.
    #[inline(always)]
    const fn single(kind: Kind, singles: u64) -> Self {
        let none = CardSet::EMPTY;
        Self { singles, kind, faces: none, numbers: none, buys: none, count: singles.count_ones() }
    }

    /// Returns the transfers of a card of `cards`.
    #[inline(always)]
    pub(super) const fn transfer(cards: CardSet) -> Self {
        Self::single(Kind::Transfer, cards.bits())
    }

    /// Returns the further sales of a card of `cards`.
    #[inline(always)]
    pub(super) const fn also(cards: CardSet) -> Self {
        Self::single(Kind::Also, cards.bits() | KEEP_BIT)
    }

    /// Returns the actions of the sale step: a sale of one of `forced` if there are any; otherwise
    /// of one of `open`, of one of `numbers` for one of `faces`, a buy, or `keep`.
    #[inline(always)]
    pub(super) fn sale(
        forced: CardSet,
        open: CardSet,
        faces: CardSet,
        numbers: CardSet,
        buys: CardSet,
    ) -> Self {
        let free = forced.is_empty();
        let if_free = |cards: CardSet| select_unpredictable(free, cards, CardSet::EMPTY);
        let singles = select_unpredictable(free, open.bits() | KEEP_BIT, forced.bits());
        let (faces, buys) = (if_free(faces), if_free(buys));
        let count = singles.count_ones() + faces.count() * numbers.count() + buys.count();
        Self { singles, kind: Kind::Sell, faces, numbers, buys, count }
    }

    /// Returns whether `keep` is legal.
    #[inline(always)]
    pub const fn may_keep(&self) -> bool {
        self.singles & KEEP_BIT != 0
    }

    /// Returns the single cards that may be moved, and the kind of these actions.
    #[inline(always)]
    pub const fn singles(&self) -> (Kind, CardSet) {
        (self.kind, CardSet::from_bits(self.singles & !KEEP_BIT))
    }

    /// Returns the face cards that may be played, and the number cards that each of them may sell;
    /// both are needed for a sale.
    #[inline(always)]
    pub const fn face_sales(&self) -> (CardSet, CardSet) {
        (self.faces, self.numbers)
    }

    /// Returns the cards that may be bought.
    #[inline(always)]
    pub const fn buys(&self) -> CardSet {
        self.buys
    }

    /// Returns the number of pairs of a face card and a number card.
    #[inline(always)]
    const fn pairs(&self) -> u32 {
        self.faces.count() * self.numbers.count()
    }
}

impl LegalSet<Action> for Legal {
    #[inline(always)]
    fn count(&self) -> u32 {
        self.count
    }

    #[inline(always)]
    fn nth(&self, n: u32) -> Action {
        // A branch that the processor has seen before: only a sale has more than single cards.
        if self.kind != Kind::Sell {
            let card = nth_set_bit(self.singles, n) as u16;
            let kind = if card == 0 { 0 } else { self.kind as u16 };
            return Action((kind << KIND_SHIFT) | card);
        }
        if !self.buys.is_empty() && n >= self.count - self.buys.count() {
            return Action::of_card(Kind::Buy, self.buys.nth(n + self.buys.count() - self.count));
        }
        // Selected, not branched to: it cannot be predicted whether it is a pair.
        let (singles, faces) = (self.singles.count_ones(), self.faces.count());
        let (pair, beyond) = (n >= singles, n.wrapping_sub(singles));
        let row = beyond.wrapping_mul(RECIPROCALS[faces as usize & (DIVISORS - 1)]) >> 16;
        let card = nth_set_bit(
            select_unpredictable(pair, self.numbers.bits(), self.singles),
            select_unpredictable(pair, row, n),
        );
        let column = select_unpredictable(pair, beyond.wrapping_sub(row.wrapping_mul(faces)), 0);
        let face = nth_set_bit(select_unpredictable(pair, self.faces.bits(), KEEP_BIT), column);
        Action(((face as u16) << FACE_SHIFT) | card as u16)
    }

    #[inline(always)]
    fn contains(&self, action: Action) -> bool {
        match action.kind() {
            Kind::Keep => self.may_keep(),
            Kind::Face => {
                self.faces.contains(action.face()) && self.numbers.contains(action.card())
            }
            Kind::Buy => self.buys.contains(action.card()),
            kind => kind == self.kind && self.singles().1.contains(action.card()),
        }
    }

    #[inline]
    fn iter(&self) -> impl Iterator<Item = Action> {
        let Self { kind, faces, numbers, buys, .. } = *self;
        let keep = self.may_keep().then_some(Action::KEEP);
        let singles = self.singles().1.iter().map(move |card| Action::of_card(kind, card));
        let pairs = numbers
            .iter()
            .flat_map(move |card| faces.iter().map(move |face| Action::face_sale(face, card)));
        keep.into_iter()
            .chain(singles)
            .chain(pairs)
            .chain(buys.iter().map(|card| Action::of_card(Kind::Buy, card)))
    }

    fn without(&self, _never: Never, is_forbidden: impl Fn(Action) -> bool) -> Self {
        let keep = |action| !is_forbidden(action);
        let kept = |kind: Kind, cards: CardSet| -> CardSet {
            cards.iter().filter(|card| keep(Action::of_card(kind, *card))).collect()
        };
        let keeps = if self.may_keep() && keep(Action::KEEP) { KEEP_BIT } else { 0 };
        let singles = kept(self.kind, self.singles().1).bits() | keeps;
        // Each card is forbidden by itself: a card that is in no kept pair is in none.
        let in_pair = |face: Card, card: Card| keep(Action::face_sale(face, card));
        let faces =
            self.faces.iter().filter(|face| self.numbers.iter().any(|card| in_pair(*face, card)));
        let numbers =
            self.numbers.iter().filter(|card| self.faces.iter().any(|face| in_pair(face, *card)));
        let (faces, numbers): (CardSet, CardSet) = (faces.collect(), numbers.collect());
        let buys = kept(Kind::Buy, self.buys);
        let count = singles.count_ones() + faces.count() * numbers.count() + buys.count();
        Self { singles, kind: self.kind, faces, numbers, buys, count }
    }
}

impl std::fmt::Debug for Legal {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.debug_set().entries(self.iter()).finish()
    }
}

/// Passes each kind to `count`, with the number of its legal actions.
#[inline(always)]
pub(super) fn count_kinds(legal: &Legal, count: &mut impl FnMut(usize, u32)) {
    let (kind, singles) = legal.singles();
    let all = [
        (kind, singles.count()),
        (Kind::Face, legal.pairs()),
        (Kind::Buy, legal.buys.count()),
        (Kind::Keep, u32::from(legal.may_keep())),
    ];
    for (kind, actions) in all {
        count(kind as usize, actions);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use fairdeal_property::proptest;
    use proptest::prelude::*;
    use std::collections::HashSet;

    #[test]
    fn pairs_are_divided_exactly() {
        for divisor in 1..=12u32 {
            for number in 0..40 * divisor {
                assert_eq!((number * RECIPROCALS[divisor as usize]) >> 16, number / divisor);
            }
        }
    }

    proptest! {
        #[test]
        fn the_sets_are_sets(words in any::<[u64; 5]>(), sparse in any::<u64>(), form in 0..4) {
            let all = NUMBERS.union(FACES);
            let [forced, open, faces, numbers, buys] = words
                .map(|word| CardSet::from_bits(word & (sparse | word.rotate_left(17))).and(all));
            let legal = match form {
                0 => Legal::transfer(open),
                1 => Legal::also(numbers.and(NUMBERS)),
                2 => Legal::sale(
                    CardSet::EMPTY,
                    open.and(NUMBERS),
                    faces.and(FACES),
                    numbers.and(NUMBERS),
                    buys.and(NUMBERS),
                ),
                _ => Legal::sale(
                    forced.and(NUMBERS),
                    open.and(NUMBERS),
                    faces.and(FACES),
                    numbers.and(NUMBERS),
                    CardSet::EMPTY,
                ),
            };
            let actions: Vec<Action> = legal.iter().collect();
            prop_assert_eq!(actions.len() as u32, legal.count());
            prop_assert_eq!(actions.iter().collect::<HashSet<_>>().len(), actions.len());
            for (n, action) in actions.iter().enumerate() {
                prop_assert_eq!(legal.nth(n as u32), *action);
                prop_assert!(legal.contains(*action));
            }
            let mut counts = [0; Kind::NAMES.len()];
            count_kinds(&legal, &mut |kind, actions| counts[kind] += actions as usize);
            for kind in [Kind::Sell, Kind::Face, Kind::Also, Kind::Buy, Kind::Keep, Kind::Transfer]
            {
                let expected = actions.iter().filter(|action| action.kind() == kind).count();
                prop_assert_eq!(counts[kind as usize], expected);
            }
            for card in all.iter() {
                for kind in [Kind::Sell, Kind::Also, Kind::Buy, Kind::Transfer] {
                    let action = Action::of_card(kind, card);
                    prop_assert_eq!((action.kind(), action.card()), (kind, card));
                    prop_assert_eq!(legal.contains(action), actions.contains(&action));
                }
            }
        }
    }
}
