//! The state of a game of Crackpipe: the public table, and the stash.

use std::hint::select_unpredictable;

use super::Crackpipe;
use super::cards::{NO_CARD, alike, rank_of};
use super::piles::{Piles, Stack, THE_PIPE};
use super::rules::{FirstPlayerTie, Rules};
use super::stash::Stash;
use crate::cards::standard::JOKER;
use crate::game::{Chance, Observer};
use crate::rng::Purpose;
use crate::seat::Seat;

/// The decision that is due, or the end of the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub(super) enum Stage {
    /// The seat whose turn it is places the stack.
    Placing,
    /// The seat that was passed the stack puts it away.
    Receiving,
    /// The stash was emptied for the last time.
    Over,
    /// `max_turns` ended the game.
    Unfinished,
}

/// The turn and the decision: four bytes, read and written at once.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(C, align(4))]
pub(super) struct Moment {
    /// The seat whose turn it is.
    pub(super) seat: Seat,
    /// The seat whose turn comes next.
    pub(super) next: Seat,
    /// The seat that decides.
    pub(super) decider: Seat,
    pub(super) stage: Stage,
}

impl Moment {
    /// Returns the beginning of a turn of `seat`; the next turn is that of `next`.
    pub(super) const fn turn(seat: Seat, next: Seat) -> Self {
        Self { seat, next, decider: seat, stage: Stage::Placing }
    }
}

/// The piles, and the progress of the game.
#[derive(Clone, Debug)]
pub(super) struct Table {
    pub(super) piles: Piles,
    /// The cards drawn or passed, not yet in a pipe.
    pub(super) stack: Stack,
    pub(super) now: Moment,
    pub(super) turns: u32,
    /// The number of stacks received by choice.
    pub(super) received: u32,
}

impl Table {
    /// Returns the number of decisions: one in every turn, except for a stack that is not placed
    /// yet or never will be; and those of the receivers.
    #[inline(always)]
    pub(super) const fn decisions(&self) -> u32 {
        let unplaced = self.stack.size() > 0 && !matches!(self.now.stage, Stage::Receiving);
        self.turns + self.received - unplaced as u32
    }
}

/// The full state of a game.
#[derive(Clone, Debug)]
pub struct State {
    pub(super) table: Table,
    pub(super) stash: Stash,
    /// How often the stash was emptied.
    pub(super) times_emptied: u8,
    /// The seat that took the first decision.
    pub(super) first_player: Seat,
}

/// A chance event. The state is the one just after it, except for a flip.
#[derive(Clone, Copy, Debug)]
pub enum Event<'a> {
    /// The cards are dealt: the game before the first hit.
    Setup(&'a State),
    /// The seat whose turn it is drew cards: the game with these cards as the stack.
    Hit(&'a State),
    /// The resin was shuffled into the stash: the game with the new stash.
    Reshuffle(&'a State),
    /// The seat whose turn it is passed the stack to another: the game with the card that left the
    /// pipe at the bottom of the stack.
    Pass(&'a State, Seat),
    /// THE pipe goes to the resin: the game just before, the stack not yet on THE pipe.
    Flip(&'a State),
}

impl State {
    /// A game before its setup.
    pub(super) const EMPTY: Self = {
        let first = Seat::new(0);
        let table = Table {
            piles: Piles::EMPTY,
            stack: Stack::EMPTY,
            now: Moment::turn(first, first),
            turns: 0,
            received: 0,
        };
        Self { table, stash: Stash::EMPTY, times_emptied: 0, first_player: first }
    };

    /// Shuffles the deck of a game before its setup.
    #[inline(always)]
    pub(super) fn shuffle_deck(&mut self, rules: &Rules, chance: &mut impl Chance) {
        self.stash.add_all(&rules.all);
        self.shuffle(chance);
    }

    /// Turns the next card of the stash face up, as the first card of a pile.
    #[inline(always)]
    pub(super) fn deal(&mut self, pile: usize) {
        self.stash.draw(1, &mut self.table.stack);
        self.table.piles.put_on_top(pile, self.table.stack, false);
    }

    /// Shuffles the stash, which is in ascending order.
    #[inline(always)]
    fn shuffle(&mut self, chance: &mut impl Chance) {
        chance.shuffle(Purpose::Deck(self.times_emptied.into()), self.stash.cards_mut());
        self.table.piles.link(self.stash.cards());
    }

    /// Returns the seat with the highest first card; on a tie the lowest seat, or a random one
    /// (R1).
    #[inline(always)]
    pub(super) fn highest_pipe(&self, rules: &Rules, chance: &mut impl Chance) -> Seat {
        let (mut highest, mut first) = (NO_CARD, 0);
        for seat in 0..rules.players {
            let rank = self.table.piles.rank(seat.into());
            // Selected, not branched to: it cannot be predicted which card is higher.
            first = select_unpredictable(rank > highest, seat, first);
            highest = highest.max(rank);
        }
        let first = Seat::new(first);
        if rules.knobs.first_player_tie == FirstPlayerTie::Random {
            self.drawn_by_lot(rules, highest, first, chance)
        } else {
            first
        }
    }

    /// A random one of the seats that have this rank on top, of which `first` is the first.
    #[cold]
    fn drawn_by_lot(
        &self,
        rules: &Rules,
        highest: u8,
        first: Seat,
        chance: &mut impl Chance,
    ) -> Seat {
        let level = || rules.seats().filter(|seat| self.table.piles.rank(seat.index()) == highest);
        match level().count() {
            0 | 1 => first,
            count => level()
                .nth(chance.below(Purpose::FirstPlayer, count as u32) as usize)
                .unwrap_or(first),
        }
    }

    /// Begins the next turn with its hit, unless the game is over.
    #[inline(always)]
    pub(super) fn begin_turn(
        &mut self,
        rules: &Rules,
        chance: &mut impl Chance,
        observer: &mut impl Observer<Crackpipe>,
    ) {
        let table = &mut self.table;
        let now = rules.turn_of(table.now.next);
        let wanted = rules.hit(table.piles.rank(now.seat.index()));
        if table.turns < rules.knobs.max_turns && self.stash.has_more_than(wanted) {
            table.turns += 1;
            table.now = now;
            self.stash.draw(wanted, &mut table.stack);
            observer.event(Event::Hit(self));
        } else {
            self.empty_stash(now, rules, chance, observer);
        }
    }

    /// Handles a hit that takes the last card of the stash (R4), or that finds none left. (Rare:
    /// kept out of the loop of the game.)
    #[cold]
    #[inline(never)]
    fn empty_stash(
        &mut self,
        now: Moment,
        rules: &Rules,
        chance: &mut impl Chance,
        observer: &mut impl Observer<Crackpipe>,
    ) {
        let table = &mut self.table;
        if table.turns >= rules.knobs.max_turns || self.stash.is_empty() {
            table.stack = Stack::EMPTY;
            table.now.stage = if self.stash.is_empty() { Stage::Over } else { Stage::Unfinished };
            return;
        }
        table.turns += 1;
        table.now = now;
        self.stash.draw(self.stash.size(), &mut table.stack);
        observer.event(Event::Hit(self));
        self.times_emptied += 1;
        if self.times_emptied < rules.knobs.passes_over_stash {
            self.take_in_resin(rules);
            if !self.stash.is_empty() {
                self.shuffle(chance);
                observer.event(Event::Reshuffle(self));
                return;
            }
        }
        if !rules.knobs.finish_last_turn {
            self.table.now.stage = Stage::Over;
        }
    }

    /// Makes the resin the stash, in ascending order, which depends only on the cards.
    #[inline(always)]
    fn take_in_resin(&mut self, rules: &Rules) {
        self.stash.clear();
        for (deck, cards) in (0..rules.decks).zip(self.table.piles.take_resin()) {
            self.stash.add(deck, cards);
        }
    }

    /// Lets the seat whose turn it is place the stack; returns true if the receiver then has a
    /// choice.
    #[inline(always)]
    pub(super) fn place(
        &mut self,
        rules: &Rules,
        on_the_pipe: bool,
        observer: &mut impl Observer<Crackpipe>,
    ) -> bool {
        let table = &mut self.table;
        // Selected, not branched to: the target cannot be predicted.
        let target = select_unpredictable(on_the_pipe, THE_PIPE, table.now.seat.index());
        let (top, value) = (table.piles.rank(target), rank_of(table.stack.top()));
        if top > value {
            table.piles.take_top(target, &mut table.stack);
            let receiver = rules.receiver_of(table.now.seat);
            observer.event(Event::Pass(self, receiver));
            return self.pass(rules, receiver, on_the_pipe && top == JOKER);
        }
        let flips = on_the_pipe & rules.flips(value);
        if flips {
            observer.event(Event::Flip(self));
        }
        self.table.piles.put_on_top(target, self.table.stack, flips);
        false
    }

    /// Passes the stack to `receiver`; returns true if that seat has a choice (R3, R6).
    #[inline(always)]
    fn pass(&mut self, rules: &Rules, receiver: Seat, with_joker_off_the_pipe: bool) -> bool {
        let pipe = receiver.index();
        let forced =
            (rules.knobs.cherry & with_joker_off_the_pipe) | self.table.piles.is_empty(pipe);
        if forced || (rules.has_equal_cards && self.both_ends_are_the_same(pipe)) {
            self.table.piles.put_on_top(pipe, self.table.stack, false);
            return false;
        }
        self.table.now = Moment { decider: receiver, stage: Stage::Receiving, ..self.table.now };
        true
    }

    /// Whether the stack gives the same cards in the same order on top of a pipe that is not empty
    /// as at its bottom. (R6)
    #[inline(always)]
    fn both_ends_are_the_same(&self, pipe: usize) -> bool {
        let (stack, pipe) = (self.table.stack, self.table.piles.whole(pipe));
        // The same card on top and the same at the bottom is rare; only then the rest is compared.
        alike(stack.top(), pipe.top())
            && alike(stack.bottom(), pipe.bottom())
            && self.both_orders_are_the_same(pipe)
    }

    /// Whether the stack followed by the pipe equals the pipe followed by the stack.
    #[cold]
    fn both_orders_are_the_same(&self, pipe: Stack) -> bool {
        let cards = |stack| self.table.piles.cards(stack);
        let stack = self.table.stack;
        cards(stack)
            .chain(cards(pipe))
            .zip(cards(pipe).chain(cards(stack)))
            .all(|(one, other)| alike(one, other))
    }
}
