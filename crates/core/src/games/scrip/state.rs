//! The state of a game of Scrip: the public table, the hands and the piles.

use super::Scrip;
use super::hand::Hand;
use super::rules::{MOST_PLAYERS, Rules};
use super::values::CARDS;
use crate::cards::standard::{Card, CardSet};
use crate::game::{Chance, Observer};
use crate::rng::Purpose;
use crate::seat::Seat;

/// The public information, past and present.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Table {
    /// The cards face up in the middle, including a card being stolen.
    pub market: CardSet,
    /// By seat: its discard pile.
    pub discards: [CardSet; MOST_PLAYERS],
    /// By seat: the cards that are publicly known to be its own, from before its discard pile was
    /// last shuffled.
    pub shown: [CardSet; MOST_PLAYERS],
    /// By seat: the cards that were publicly known to be in its last drawn hand, since they were
    /// the rest of a pile.
    pub held: [CardSet; MOST_PLAYERS],
    /// By seat: the number of cards that it owns.
    pub owned: [u8; MOST_PLAYERS],
    /// By seat: the number of cards in its draw pile.
    pub piles: [u8; MOST_PLAYERS],
    /// The number of cards in the Stockpile.
    pub stockpile: u8,
    /// The card being stolen, or `NO_CARD`.
    pub stolen: Card,
    /// Steals in this turn, including countered and unanswered ones.
    pub steals: u8,
    /// The seat whose turn it is.
    pub active: Seat,
    /// The seat that decides: the one whose turn it is, or one that may counter.
    pub seat: Seat,
    pub(super) stage: Stage,
    /// Turns begun.
    pub turns: u32,
    /// Rounds of the table begun.
    pub rounds: u32,
    /// Decisions taken.
    pub decisions: u32,
}

/// The phase of the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Stage {
    Playing,
    Ended,
    Unfinished,
}

/// The full state of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct State {
    pub(super) table: Table,
    pub(super) hands: [Hand; MOST_PLAYERS],
    /// By seat: all its cards, in its hand, its draw pile and its discard pile.
    pub(super) owned: [CardSet; MOST_PLAYERS],
    /// By seat: how often it shuffled.
    pub(super) shuffles: [u32; MOST_PLAYERS],
    /// By seat: the draw pile. Piles end at the end of their arrays, so the size of a pile
    /// determines the position of its top.
    pub(super) piles: [[u8; CARDS]; MOST_PLAYERS],
    /// The shuffled deck: the dealt cards, then the Stockpile.
    pub(super) deck: [u8; CARDS],
}

/// A chance event.
#[derive(Clone, Copy, Debug)]
pub enum Event<'a> {
    /// The cards were dealt: the game just after it.
    Setup(&'a State),
    /// This card came from the Stockpile to the Market.
    Refill(Card),
    /// A discard pile became the new draw pile of a seat: the numbers of its cards, from the top,
    /// without the rest of the old pile.
    Shuffle(Seat, &'a [u8]),
    /// A seat drew a new hand: the numbers of its cards, in the order drawn.
    Draw(Seat, &'a [u8]),
}

/// Returns the cards of a pile in their order, as a set.
#[inline(always)]
pub(super) fn set_of(cards: &[u8]) -> CardSet {
    let mut set = CardSet::EMPTY;
    for card in cards {
        set = set.with(Card::from_number(*card));
    }
    set
}

/// Returns the index of a seat in a table, which needs no check.
#[inline(always)]
pub(super) const fn place(seat: Seat) -> usize {
    seat.index() & (MOST_PLAYERS - 1)
}

/// Returns the remaining cards of a pile of this size.
#[inline(always)]
pub(super) fn top(pile: &[u8; CARDS], cards: u8) -> &[u8] {
    &pile[CARDS - usize::from(cards).min(CARDS)..]
}

/// The last cards of a pile, fewer than eight, as the lowest bytes of a word: a few bytes move
/// faster in a register.
#[inline(always)]
fn rest_of(pile: &[u8; CARDS], cards: usize) -> u64 {
    let last = if let Some(last) = pile.last_chunk::<8>() { u64::from_le_bytes(*last) } else { 0 };
    last >> ((8 * (8 - cards)) & 63)
}

impl State {
    #[inline(always)]
    pub(super) fn deal(
        &mut self,
        rules: &Rules,
        chance: &mut impl Chance,
        observer: &mut impl Observer<Scrip>,
    ) {
        chance.shuffle(Purpose::Deck(0), &mut self.deck);
        let players = usize::from(rules.players).min(MOST_PLAYERS);
        let dealt: usize = rules.first_piles.iter().map(|cards| usize::from(*cards)).sum();
        let (hands, rest) = self.deck.split_at(dealt.min(CARDS));
        let market = usize::from(rules.knobs.market_size).min(rest.len());
        self.table.market = set_of(&rest[..market]);
        self.table.stockpile = (rest.len() - market) as u8;
        let mut next = rules.first_piles.map(|cards| CARDS - usize::from(cards));
        for (card, seat) in hands.iter().zip(&rules.dealt_to) {
            let seat = usize::from(*seat) & (MOST_PLAYERS - 1);
            self.piles[seat][next[seat]] = *card;
            next[seat] += 1;
        }
        for seat in 0..players {
            let cards = rules.first_piles[seat];
            let pile = top(&self.piles[seat], cards);
            self.owned[seat] = set_of(pile);
            self.hands[seat] = rules.hand(set_of(&pile[..usize::from(rules.knobs.hand_size)]));
            self.table.owned[seat] = cards;
            self.table.piles[seat] = cards - rules.knobs.hand_size;
        }
        observer.event(Event::Setup(self));
        self.check_end(rules);
        if self.table.stage == Stage::Playing {
            self.table.turns = 1;
            self.table.rounds = 1;
        }
    }

    /// Ends the game if the end condition holds. (R4)
    #[inline(always)]
    fn check_end(&mut self, rules: &Rules) {
        if self.table.stockpile == 0 && self.table.market.and(rules.keep_going).is_empty() {
            self.table.stage = Stage::Ended;
        }
    }

    /// Gives the seat a Market card for `used` cards of its hand: those in `given` go to the
    /// Market, the others to its discard pile.
    #[inline(always)]
    pub(super) fn acquire(
        &mut self,
        rules: &Rules,
        seat: Seat,
        card: Card,
        used: CardSet,
        given: CardSet,
        observer: &mut impl Observer<Scrip>,
    ) {
        let seat = place(seat);
        let gained = CardSet::only(card);
        if !used.is_empty() {
            self.hands[seat] = rules.hand(self.hands[seat].cards().minus(used));
        }
        self.owned[seat] = self.owned[seat].minus(given).union(gained);
        let table = &mut self.table;
        table.discards[seat] = table.discards[seat].union(used.minus(given)).union(gained);
        table.shown[seat] = table.shown[seat].minus(given);
        table.owned[seat] += u8::from(given.is_empty());
        table.market = table.market.minus(gained).union(given);
        if table.stockpile > 0 && (given.is_empty() || rules.knobs.exchange_refills) {
            let card =
                Card::from_number(self.deck[CARDS - usize::from(table.stockpile).min(CARDS)]);
            table.market = table.market.with(card);
            table.stockpile -= 1;
            observer.event(Event::Refill(card));
        }
        self.check_end(rules);
    }

    /// Returns the next seat after this one that could counter the steal (R10); the thief if there
    /// is none.
    #[inline(always)]
    pub(super) fn next_to_counter(&self, rules: &Rules, seat: Seat) -> Seat {
        let clubs = rules.counters(self.table.stolen.number());
        let mut next = seat.next(rules.players);
        while next != self.table.active && self.hands[place(next)].cards().and(clubs).is_empty() {
            next = next.next(rules.players);
        }
        next
    }

    /// Ends the turn: the player discards and draws. (R9)
    #[inline(always)]
    pub(super) fn end_turn(
        &mut self,
        rules: &Rules,
        chance: &mut impl Chance,
        observer: &mut impl Observer<Scrip>,
    ) {
        let seat = self.table.active;
        self.table.discards[place(seat)] =
            self.table.discards[place(seat)].union(self.hands[place(seat)].cards());
        self.draw(rules, seat, chance, observer);
        if self.table.turns >= rules.knobs.max_turns {
            self.table.stage = Stage::Unfinished;
            return;
        }
        let table = &mut self.table;
        table.turns += 1;
        table.steals = 0;
        table.active = seat.next(rules.players);
        table.seat = table.active;
        table.rounds += u32::from(table.active == Seat::new(0));
    }

    /// Draws a new hand for the seat; its old one is on its discard pile.
    #[inline(always)]
    fn draw(
        &mut self,
        rules: &Rules,
        seat: Seat,
        chance: &mut impl Chance,
        observer: &mut impl Observer<Scrip>,
    ) {
        let index = place(seat);
        self.table.held[index] = CardSet::EMPTY;
        if self.table.piles[index] < rules.knobs.hand_size {
            self.make_pile(seat, chance, observer);
        }
        let left = self.table.piles[index];
        let drawn = rules.knobs.hand_size.min(left);
        let pile = top(&self.piles[index], left);
        // In a form that needs no check in an unwatched game.
        let cards = pile.get(..usize::from(drawn)).unwrap_or(pile);
        let hand = match pile.first_chunk() {
            // The usual number, without a loop.
            Some(&[first, second, third]) if drawn == 3 => {
                let drawn = CardSet::only(Card::from_number(first)).with(Card::from_number(second));
                drawn.with(Card::from_number(third))
            }
            _ => set_of(cards),
        };
        self.hands[index] = rules.hand(hand);
        self.table.piles[index] = left - drawn;
        observer.event(Event::Draw(seat, cards));
    }

    /// Makes the discard pile a new draw pile, below the rest of the old one.
    #[inline(always)]
    fn make_pile(
        &mut self,
        seat: Seat,
        chance: &mut impl Chance,
        observer: &mut impl Observer<Scrip>,
    ) {
        let index = place(seat);
        let table = &mut self.table;
        let (left, discards) = (usize::from(table.piles[index]), table.discards[index]);
        let new = discards.count() as usize;
        let pile = &mut self.piles[index];
        let mut rest = rest_of(pile, left);
        let mut kept = CardSet::EMPTY;
        for place in &mut pile[CARDS - (left + new).min(CARDS)..][..left] {
            *place = rest as u8;
            kept = kept.with(Card::from_number(*place));
            rest >>= 8;
        }
        let below = &mut pile[CARDS - new.min(CARDS)..];
        let mut rest = discards.bits();
        for place in below.iter_mut() {
            *place = rest.trailing_zeros() as u8;
            rest &= rest.wrapping_sub(1);
        }
        chance
            .shuffle(Purpose::Reshuffle { seat: index as u8, times: self.shuffles[index] }, below);
        self.shuffles[index] += 1;
        observer.event(Event::Shuffle(seat, below));
        table.held[index] = kept.and(table.shown[index]);
        table.shown[index] = table.shown[index].union(discards);
        table.discards[index] = CardSet::EMPTY;
        table.piles[index] = (left + new) as u8;
    }
}
