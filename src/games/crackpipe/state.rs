//! The state of a game of Crackpipe: the table that all can see, and the stash.

use super::Crackpipe;
use super::cards::{NO_CARD, alike, rank_of};
use super::piles::{Piles, Stack, THE_PIPE};
use super::rules::{FirstPlayerTie, Rules};
use super::stash::Stash;
use crate::cards::standard::JOKER;
use crate::game::{Chance, Observer};
use crate::rng::Purpose;
use crate::seat::Seat;

/// What is asked, or how the game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
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

/// The piles, and how far the game is.
#[derive(Clone, Debug)]
pub(super) struct Table {
    pub(super) piles: Piles,
    /// The cards drawn or passed, not yet in a pipe.
    pub(super) stack: Stack,
    /// Whose turn it is.
    pub(super) seat: Seat,
    /// Whose turn comes next. (Looked up beforehand, since all that happens in a turn waits for it.)
    pub(super) next: Seat,
    /// Whose decision is due.
    pub(super) decider: Seat,
    pub(super) stage: Stage,
    /// Who took the first decision.
    pub(super) first_player: Seat,
    /// How often the stash was emptied.
    pub(super) times_emptied: u8,
    pub(super) decisions: u32,
    pub(super) turns: u32,
    /// After how many turns the game ends: `max_turns`, until the stash was emptied for the last time.
    pub(super) last_turn: u32,
}

/// The full truth about a game.
#[derive(Clone, Debug)]
pub struct State {
    pub(super) table: Table,
    pub(super) stash: Stash,
}

/// What happened that was nobody's choice. The state is that just after it, but for a flip.
#[derive(Clone, Copy, Debug)]
pub enum Event<'a> {
    /// The cards are dealt.
    Setup {
        /// The game before the first hit.
        state: &'a State,
    },
    /// The seat whose turn it is drew cards.
    Hit {
        /// The game with these cards as the stack.
        state: &'a State,
    },
    /// The resin was shuffled into the stash.
    Reshuffle {
        /// The game with the new stash.
        state: &'a State,
    },
    /// The seat whose turn it is passed the stack.
    Pass {
        /// The game with the card that left the pipe at the bottom of the stack.
        state: &'a State,
        /// Who is passed it.
        receiver: Seat,
    },
    /// THE pipe goes to the resin.
    Flip {
        /// The game just before, the stack not yet on THE pipe.
        state: &'a State,
    },
}

impl State {
    /// Turns the next card of the stash face up: the first of a pile.
    #[inline(always)]
    pub(super) fn deal(&mut self, pile: usize) {
        self.stash.draw(1, &mut self.table.stack);
        self.table.piles.put_on_top(pile, &self.table.stack, false);
    }

    /// Shuffles the stash, in ascending order now.
    #[inline(always)]
    pub(super) fn shuffle(&mut self, chance: &mut impl Chance) {
        chance.shuffle(Purpose::Deck(self.table.times_emptied.into()), self.stash.cards_mut());
        self.table.piles.link(self.stash.cards());
    }

    /// The seat with the highest first card; of level ones the lowest, or one drawn by lot (R1).
    #[inline(always)]
    pub(super) fn highest_pipe(&self, rules: &Rules, chance: &mut impl Chance) -> Seat {
        let rank = |seat: Seat| self.table.piles.rank(seat.index());
        let (mut highest, mut level, mut first) = (NO_CARD, 0, Seat::new(0));
        for seat in rules.seats() {
            (level, first) = match rank(seat).cmp(&highest) {
                std::cmp::Ordering::Greater => (1, seat),
                std::cmp::Ordering::Equal => (level + 1, first),
                std::cmp::Ordering::Less => (level, first),
            };
            highest = highest.max(rank(seat));
        }
        if level > 1 && rules.knobs.first_player_tie == FirstPlayerTie::Random {
            let lot = chance.below(Purpose::FirstPlayer, level) as usize;
            return rules.seats().filter(|seat| rank(*seat) == highest).nth(lot).unwrap_or(first);
        }
        first
    }

    /// The next turn begins with its hit, unless the game is over.
    #[inline(always)]
    pub(super) fn begin_turn(&mut self, rules: &Rules, chance: &mut impl Chance, observer: &mut impl Observer<Crackpipe>) {
        let table = &mut self.table;
        if table.turns >= table.last_turn {
            table.stack = Stack::EMPTY;
            table.stage = if self.stash.is_empty() { Stage::Over } else { Stage::Unfinished };
            return;
        }
        let seat = table.next;
        table.turns += 1;
        table.next = rules.seat_after(seat);
        (table.seat, table.decider, table.stage) = (seat, seat, Stage::Placing);
        let wanted = rules.hits[usize::from(table.piles.rank(seat.index()))];
        let emptied = self.stash.draw(wanted, &mut table.stack);
        observer.event(Event::Hit { state: self });
        if emptied {
            self.empty_stash(rules, chance, observer);
        }
    }

    /// The hit took the last card of the stash (R4).
    #[inline(always)]
    fn empty_stash(&mut self, rules: &Rules, chance: &mut impl Chance, observer: &mut impl Observer<Crackpipe>) {
        self.table.times_emptied += 1;
        if self.table.times_emptied < rules.knobs.passes_over_stash {
            self.take_in_resin(rules);
            if !self.stash.is_empty() {
                self.shuffle(chance);
                observer.event(Event::Reshuffle { state: self });
                return;
            }
        }
        self.table.last_turn = self.table.turns;
        if !rules.knobs.finish_last_turn {
            self.table.stage = Stage::Over;
        }
    }

    /// Makes the resin the stash, in ascending order: an order that depends on nothing but which cards they are.
    #[inline(always)]
    fn take_in_resin(&mut self, rules: &Rules) {
        let table = &mut self.table;
        let elsewhere = table.piles.located(rules.players.into(), &table.stack);
        self.stash.clear();
        for deck in 0..rules.decks {
            self.stash.add(deck, rules.deck.minus(elsewhere.of_deck(deck)));
        }
    }

    /// The seat whose turn it is places the stack; true if that leaves the receiver a choice.
    #[inline(always)]
    pub(super) fn place(&mut self, rules: &Rules, on_the_pipe: bool, observer: &mut impl Observer<Crackpipe>) -> bool {
        let table = &mut self.table;
        // By an index, not by a branch: where it is placed cannot be predicted.
        let target = if on_the_pipe { THE_PIPE } else { table.seat.index() };
        let (top, value) = (table.piles.rank(target), rank_of(table.stack.top()));
        if top > value {
            table.piles.take_top(target, &mut table.stack);
            let receiver = rules.receiver_of(table.seat);
            observer.event(Event::Pass { state: self, receiver });
            return self.pass(rules, receiver, on_the_pipe && top == JOKER);
        }
        let flips = rules.flips[usize::from(on_the_pipe)][usize::from(value)];
        if flips {
            observer.event(Event::Flip { state: self });
        }
        self.table.piles.put_on_top(target, &self.table.stack, flips);
        false
    }

    /// The stack is passed to `receiver`; true if that seat has a choice (R3, R6).
    #[inline(always)]
    fn pass(&mut self, rules: &Rules, receiver: Seat, with_joker_off_the_pipe: bool) -> bool {
        let pipe = receiver.index();
        let forced = (rules.knobs.cherry & with_joker_off_the_pipe) | self.table.piles.is_empty(pipe);
        if forced || (rules.has_equal_cards && self.both_ends_are_the_same(pipe)) {
            self.table.piles.put_on_top(pipe, &self.table.stack, false);
            return false;
        }
        self.table.decider = receiver;
        self.table.stage = Stage::Receiving;
        true
    }

    /// Would the stack on top of a pipe that is not empty give the same cards in the same order as at its bottom? (R6)
    #[inline(always)]
    fn both_ends_are_the_same(&self, pipe: usize) -> bool {
        let (stack, pipe) = (self.table.stack, self.table.piles.whole(pipe));
        // The same card on top, and the same at the bottom: rarely so, and then the rest is looked at.
        alike(stack.top(), pipe.top()) && alike(stack.bottom(), pipe.bottom()) && self.both_orders_are_the_same(pipe)
    }

    /// Is the stack followed by the pipe the same as the pipe followed by the stack?
    #[cold]
    fn both_orders_are_the_same(&self, pipe: Stack) -> bool {
        let cards = |stack| self.table.piles.cards(stack);
        let stack = self.table.stack;
        cards(stack).chain(cards(pipe)).zip(cards(pipe).chain(cards(stack))).all(|(one, other)| alike(one, other))
    }
}
