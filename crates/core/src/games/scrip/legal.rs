//! The legal actions of a decision, by computation.
//!
//! They are the set bits of words of 64, one after the other. A word has eight lanes of eight bits;
//! bit `m` of a lane is about the `m`-th card of the Market, in ascending order:
//!
//! | word | lanes |
//! | --- | --- |
//! | payments | lane `s`: to buy with the `s`-th set of Spades, where bit `i` of `s` stands for the `i`-th Spade of the hand; lane 0, the empty set, is to steal |
//! | exchanges | lane `j` below 6: to give the `j`-th card of the hand; instead of lanes 6 and 7, `end`, `pass`, and to counter with the Club of rank `r` at bit `48 + r` |
//!
//! Two words are enough for at most three Spades in hand and eight cards in the Market, which is
//! nearly always so. They are made by comparing all lanes with a price at once. Further words
//! follow the same plan: more payments for further sets of Spades, and the same words once more for
//! every further eight cards of the Market. They are not stored but computed on request.

use super::actions::{Action, Kind, NO_CARD};
use super::conditions;
use super::hand::{Hand, LANES, MOST_IN_HAND, SPADES_PER_WORD};
use super::values::{ONES, Values};
use crate::cards::bits::{BitSet, deposit, nth_set_bit};
use crate::cards::standard::{Card, CardSet, Suit};
use crate::game::{LegalSet, Never};

/// The highest bit of each lane.
const HIGHS: u64 = 0x8080_8080_8080_8080;
/// The lane in which nothing is spent.
const LANE_0: u64 = 0xff;
/// The lanes in which one Spade is spent.
const SINGLES: u64 = 0x0000_00ff_00ff_ff00;

/// The first bit in the word of exchanges that is not an exchange.
const FIRST_OTHER: u32 = LANES * MOST_IN_HAND;
const END: u64 = 1 << FIRST_OTHER;
const PASS: u64 = 2 << FIRST_OTHER;
const COUNTERS: u64 = 0x7ffc << FIRST_OTHER;

/// The steps that a player may take in its turn, regardless of its cards.
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is a knob of the rules, or one that depends on what was done"
)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Steps {
    pub(super) buy: bool,
    /// Whether several Spades may be added up.
    pub(super) combine: bool,
    pub(super) exchange: bool,
    /// Whether an exchange may be for a card of the same value.
    pub(super) equal: bool,
    pub(super) steal: bool,
}

impl Steps {
    /// Only answers to a steal.
    const NONE: Self =
        Self { buy: false, combine: false, exchange: false, equal: false, steal: false };

    /// The lanes of the `index`-th word of payments that the rules allow.
    const fn payments(self, index: u32) -> u64 {
        let first = index == 0;
        let one_spade = match index {
            0 => SINGLES,
            _ if index.is_power_of_two() => LANE_0,
            _ => 0,
        };
        let bought = if self.combine { u64::MAX } else { one_spade };
        let bought = if self.buy { bought } else { 0 };
        let stolen = if self.steal { LANE_0 } else { 0 };
        if first { (bought & !LANE_0) | stolen } else { bought }
    }

    /// The lanes of a word of exchanges that the rules allow.
    const fn exchanges(self) -> u64 {
        if self.exchange { u64::MAX } else { 0 }
    }

    /// How much higher than the price a card must be that is given for it, in each lane.
    const fn above(self) -> u64 {
        if self.equal { 0 } else { ONES }
    }
}

/// [`Steps`], with the lanes that they allow in the first words.
#[derive(Clone, Copy, Debug)]
pub(super) struct Phase {
    steps: Steps,
    payments: u64,
    exchanges: u64,
    above: u64,
}

impl Phase {
    pub(super) const fn new(steps: Steps) -> Self {
        let (payments, exchanges) = (steps.payments(0), steps.exchanges());
        Self { steps, payments, exchanges, above: steps.above() }
    }
}

/// The legal actions of a decision.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Legal {
    /// The first word of payments and the first word of exchanges.
    first: BitSet<2>,
    hand: CardSet,
    market: CardSet,
    /// The number of actions in further words.
    further: u32,
    steps: Steps,
    values: Values,
    /// The steps that are left out.
    never: Never,
}

/// The lanes that are at least the price, as their highest bits, which are set in `lanes` if these
/// are at least 0.
#[inline(always)]
const fn affordable(lanes: u64, price: u64) -> u64 {
    (lanes - price) & HIGHS
}

/// For each of the first eight cards of the Market: the payments that are at least its price, and
/// the cards of the hand that are at least as much above it as `above` says; and the remaining
/// cards.
#[inline(always)]
fn compare(
    market: CardSet,
    payments: u64,
    cards_of_hand: u64,
    above: u64,
    values: Values,
) -> ([u64; 2], CardSet) {
    let (payments, cards_of_hand) = (payments | HIGHS, (cards_of_hand | HIGHS) - above);
    let mut rest = market.bits();
    let (mut bought, mut exchanged) = (0, 0);
    let mut cards = 0;
    while rest != 0 && cards < LANES {
        let price = values.in_lanes(rest.trailing_zeros() as u8);
        rest &= rest - 1;
        bought |= affordable(payments, price) >> (7 - cards);
        exchanged |= affordable(cards_of_hand, price) >> (7 - cards);
        cards += 1;
    }
    ([bought, exchanged], CardSet::from_bits(rest))
}

impl Legal {
    /// Returns the steps of a turn, `end` included, with a hand of at most `most` cards.
    #[inline(always)]
    pub(super) fn steps(
        hand: &Hand,
        most: u8,
        market: CardSet,
        phase: &Phase,
        values: Values,
    ) -> Self {
        let ([payments, exchanges], rest) =
            compare(market, hand.payments(), hand.lanes(), phase.above, values);
        let first = BitSet([payments & phase.payments, (exchanges & phase.exchanges) | END]);
        let legal = Self {
            first,
            hand: hand.cards(),
            market,
            further: 0,
            steps: phase.steps,
            values,
            never: Never::NOTHING,
        };
        let more = !rest.is_empty()
            || (u32::from(most) > SPADES_PER_WORD && legal.spades().count() > SPADES_PER_WORD);
        Self { further: if more { legal.count_further() } else { 0 }, ..legal }
    }

    /// Returns the answers to a steal: these Clubs, and `pass`.
    #[inline(always)]
    pub(super) fn answers(clubs: CardSet, values: Values) -> Self {
        let counters = u64::from(clubs.ranks(Suit::Clubs)) << FIRST_OTHER;
        let first = BitSet([0, counters | PASS]);
        let (market, never) = (CardSet::EMPTY, Never::NOTHING);
        Self { first, hand: clubs, market, further: 0, steps: Steps::NONE, values, never }
    }

    #[inline(always)]
    fn spades(&self) -> CardSet {
        self.hand.and(CardSet::of_suit(Suit::Spades))
    }

    /// The number of words of payments for each eight cards of the Market.
    fn payment_words(&self) -> u32 {
        1 << self.spades().count().saturating_sub(SPADES_PER_WORD)
    }

    /// The number of words.
    fn words(&self) -> u32 {
        self.market.count().div_ceil(LANES) * (self.payment_words() + 1)
    }

    /// The part of the Market that a word is about.
    fn market_of(&self, word: u32) -> CardSet {
        let mut rest = self.market.bits();
        for _ in 0..LANES * (word / (self.payment_words() + 1)) {
            rest &= rest.wrapping_sub(1);
        }
        CardSet::from_bits(rest)
    }

    /// The index of a word among the words of payments; none for a word of exchanges.
    fn payments_of(&self, word: u32) -> Option<u32> {
        match word % (self.payment_words() + 1) {
            0 => Some(0),
            1 => None,
            other => Some(other - 1),
        }
    }

    #[cold]
    fn count_further(self) -> u32 {
        (2..self.words()).map(|word| self.word(word).count_ones()).sum()
    }

    /// One of the words.
    #[inline(always)]
    fn word(&self, word: u32) -> u64 {
        self.first.0.get(word as usize).copied().unwrap_or_else(|| self.further_word(word))
    }

    #[cold]
    fn further_word(self, word: u32) -> u64 {
        self.allowed(word, self.further_word_of_all(word))
    }

    /// The actions of a word without the forbidden ones.
    fn allowed(&self, word: u32, mut actions: u64) -> u64 {
        if self.never.is_empty() {
            return actions;
        }
        let mut rest = actions;
        while rest != 0 {
            let bit = rest & rest.wrapping_neg();
            rest ^= bit;
            if conditions::is_forbidden(self.action(word, bit.trailing_zeros()), self.never) {
                actions ^= bit;
            }
        }
        actions
    }

    fn further_word_of_all(self, word: u32) -> u64 {
        let hand = Hand::new(self.hand, MOST_IN_HAND as u8, self.values);
        let market = self.market_of(word);
        let Some(index) = self.payments_of(word) else {
            let above = self.steps.above();
            return compare(market, 0, hand.lanes(), above, self.values).0[1]
                & self.steps.exchanges();
        };
        let further = deposit(u64::from(LANES * index), self.spades().bits());
        let further = u64::from(self.values.sum(CardSet::from_bits(further)));
        // Lane 0 of a further word is not a steal.
        let payments =
            if index == 0 { hand.payments() } else { (hand.payments() & !LANE_0) + further * ONES };
        compare(market, payments, 0, 0, self.values).0[0] & self.steps.payments(index)
    }

    /// The action of a bit of a word of payments, the `index`-th for a part of the Market.
    #[inline(always)]
    fn payment(&self, market: CardSet, index: u32, bit: u32) -> Action {
        let set = LANES * index + bit / LANES;
        let card = market.nth(bit % LANES);
        if set == 0 {
            return Action::steal(card);
        }
        Action::buy(card, deposit(u64::from(set), u64::from(self.hand.ranks(Suit::Spades))) as u16)
    }

    /// The action of a bit of a word of exchanges, for a part of the Market.
    #[inline(always)]
    fn exchange_or_other(&self, market: CardSet, bit: u32) -> Action {
        if bit < FIRST_OTHER {
            return Action::exchange(self.hand.nth(bit / LANES), market.nth(bit % LANES));
        }
        match 1 << bit {
            END => Action::END,
            PASS => Action::PASS,
            _ => Action::counter(Card::new(Suit::Clubs, (bit - FIRST_OTHER) as u8)),
        }
    }

    /// Returns the word of payments and the word of exchanges, if these two cover the whole Market
    /// and there is no action in further words.
    #[inline(always)]
    pub(crate) fn two_words(&self) -> Option<[u64; 2]> {
        if self.further == 0 && self.market.count() <= LANES { Some(self.first.0) } else { None }
    }

    /// Returns the action of a bit of a word.
    #[inline(always)]
    pub(crate) fn action(&self, word: u32, bit: u32) -> Action {
        match word {
            0 => self.payment(self.market, 0, bit),
            1 => self.exchange_or_other(self.market, bit),
            _ => self.further_action(word, bit),
        }
    }

    #[cold]
    fn further_action(self, word: u32, bit: u32) -> Action {
        match self.payments_of(word) {
            Some(index) => self.payment(self.market_of(word), index, bit),
            None => self.exchange_or_other(self.market_of(word), bit),
        }
    }

    /// The `n`-th action, when it is not in the first words.
    #[cold]
    fn nth_further(self, n: u32) -> Action {
        let mut before = self.first.count();
        for index in 2..self.words() {
            let word = self.word(index);
            if n < before + word.count_ones() {
                return self.action(index, nth_set_bit(word, n - before));
            }
            before += word.count_ones();
        }
        Action::END
    }

    /// Passes each kind to `count`, with the number of its actions.
    #[inline(always)]
    pub(super) fn count_kinds(&self, count: &mut impl FnMut(usize, u32)) {
        let [payments, exchanges] = self.first.0;
        let [more_buys, more_swaps, more_steals] =
            if self.further > 0 { self.further_kinds() } else { [0; 3] };
        let mut add = |kind: Kind, actions: u32| count(kind as usize, actions);
        add(Kind::Buy, (payments & !LANE_0).count_ones() + more_buys);
        add(Kind::Exchange, (exchanges & (END - 1)).count_ones() + more_swaps);
        add(Kind::Steal, (payments & LANE_0).count_ones() + more_steals);
        add(Kind::End, (exchanges & END).count_ones());
        add(Kind::Counter, (exchanges & COUNTERS).count_ones());
        add(Kind::Pass, (exchanges & PASS).count_ones());
    }

    /// Counts the buys, exchanges and steals in further words.
    #[cold]
    fn further_kinds(self) -> [u32; 3] {
        let mut kinds = [0; 3];
        for index in 2..self.words() {
            let word = self.word(index);
            match self.payments_of(index) {
                None => kinds[1] += word.count_ones(),
                Some(0) => {
                    kinds[0] += (word & !LANE_0).count_ones();
                    kinds[2] += (word & LANE_0).count_ones();
                }
                Some(_) => kinds[0] += word.count_ones(),
            }
        }
        kinds
    }

    /// Whether the value of these cards is at least so much above that of this one.
    #[inline(always)]
    fn affords(&self, used: CardSet, card: Card, above: bool) -> bool {
        self.values.sum(used) >= u32::from(self.values.of(card)) + u32::from(above)
    }
}

impl LegalSet<Action> for Legal {
    #[inline(always)]
    fn count(&self) -> u32 {
        self.first.count() + self.further
    }

    #[inline(always)]
    fn nth(&self, n: u32) -> Action {
        let [payments, exchanges] = self.first.0;
        let before = payments.count_ones();
        if n < before {
            return self.payment(self.market, 0, nth_set_bit(payments, n));
        }
        if self.further > 0 && n >= self.first.count() {
            return self.nth_further(n);
        }
        self.exchange_or_other(self.market, nth_set_bit(exchanges, n - before))
    }

    #[inline(always)]
    fn contains(&self, action: Action) -> bool {
        let (card, used) = (action.taken(), action.used());
        // First the condition that all kinds share: cards are where they are taken from. Searches
        // test many actions with cards that are elsewhere, and the kind of these cannot be
        // predicted.
        let market = self.market.with(NO_CARD);
        let elsewhere = used.minus(self.hand).union(CardSet::only(card).minus(market));
        if !elsewhere.is_empty()
            || (!self.never.is_empty() && conditions::is_forbidden(action, self.never))
        {
            return false;
        }
        let takes = card != NO_CARD;
        let answers = self.first.0[1];
        match action.kind() {
            Kind::Buy => {
                let spades = used.count();
                let sizes = if self.steps.combine { spades > 0 } else { spades == 1 };
                takes && self.steps.buy && sizes && self.affords(used, card, false)
            }
            Kind::Exchange => {
                takes
                    && self.steps.exchange
                    && used.count() == 1
                    && self.affords(used, card, !self.steps.equal)
            }
            Kind::Steal => takes && self.steps.steal,
            Kind::End => action == Action::END && answers & END != 0,
            Kind::Pass => action == Action::PASS && answers & PASS != 0,
            Kind::Counter => {
                let counter = u64::from(used.ranks(Suit::Clubs)) << FIRST_OTHER;
                !takes && answers & counter != 0
            }
        }
    }

    #[inline(always)]
    fn iter(&self) -> impl Iterator<Item = Action> {
        let words = if self.further > 0 { self.words() } else { 2 };
        Actions { legal: self, words, index: 0, rest: self.word(0) }
    }

    fn without(&self, never: Never, is_forbidden: impl Fn(Action) -> bool) -> Self {
        if self.market.is_empty() {
            // Answers to a steal, or only the end of the turn: they are all in a word.
            let [payments, others] = self.first.0;
            let kept = |bit: u32| others >> bit & 1 == 1 && !is_forbidden(self.action(1, bit));
            let bits = (0..u64::BITS).filter(|bit| kept(*bit)).fold(0, |bits, bit| bits | 1 << bit);
            return Self { first: BitSet([payments, bits]), ..*self };
        }
        // Further words are computed on request, without forbidden actions.
        let left = Self { never, ..*self };
        let first = BitSet([0, 1].map(|word| left.allowed(word, self.first.0[word as usize])));
        let left = Self { first, further: 0, ..left };
        Self { further: if self.further > 0 { left.count_further() } else { 0 }, ..left }
    }
}

/// Legal actions in their order. (A type of its own, since chains of iterators are not sure to be
/// inlined.)
struct Actions<'l> {
    legal: &'l Legal,
    /// The number of words, and the current one.
    words: u32,
    index: u32,
    /// The rest of the current word.
    rest: u64,
}

impl Iterator for Actions<'_> {
    type Item = Action;

    #[inline(always)]
    fn next(&mut self) -> Option<Action> {
        while self.rest == 0 {
            self.index += 1;
            if self.index >= self.words {
                return None;
            }
            self.rest = self.legal.word(self.index);
        }
        let bit = self.rest.trailing_zeros();
        self.rest &= self.rest - 1;
        Some(self.legal.action(self.index, bit))
    }
}
