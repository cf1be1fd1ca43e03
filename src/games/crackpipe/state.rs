//! The state of a game of Crackpipe: the table that all can see, and the stash.

use super::actions::{Action, Legal};
use super::cards::{NO_CARD, alike, rank_of};
use super::chain::{Chain, Links};
use super::notation::Event;
use super::rules::Rules;
use super::stash::Stash;
use super::Crackpipe;
use crate::cards::standard::JOKER;
use crate::game::{Chance, Observer, Outcome, Turn};
use crate::rng::Purpose;
use crate::seat::{MAX_SEATS, Seat, SeatSet};

/// All piles but the stash, in one array: the pipes by seat, then THE pipe and the resin. (As many as an index of four bits can name.)
pub(super) type Piles = [Chain; 16];

/// The index of THE pipe among the piles.
pub(super) const THE_PIPE: usize = MAX_SEATS;
/// The index of the resin among the piles.
pub(super) const RESIN: usize = MAX_SEATS + 1;

/// What is at stake.
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
pub struct Table {
    pub(super) links: Links,
    pub(super) piles: Piles,
    /// The cards drawn or passed, not yet in a pipe.
    pub(super) stack: Chain,
    /// Whose turn it is.
    pub(super) seat: Seat,
    /// Whose decision is due.
    pub(super) decider: Seat,
    pub(super) stage: Stage,
    /// Who took the first decision.
    pub(super) first_player: Seat,
    /// How often the stash was emptied.
    pub(super) times_emptied: u8,
    pub(super) decisions: u32,
    pub(super) turns: u32,
}

impl Table {
    #[inline(always)]
    pub(super) fn pile(&self, index: usize) -> Chain {
        self.piles[index % 16]
    }

    #[inline(always)]
    fn pile_mut(&mut self, index: usize) -> &mut Chain {
        &mut self.piles[index % 16]
    }
}

/// The full truth about a game.
#[derive(Clone, Debug)]
pub struct State {
    pub(super) table: Table,
    pub(super) stash: Stash,
}

impl State {
    #[inline(always)]
    pub(super) fn start(rules: &Rules, chance: &mut impl Chance, observer: &mut impl Observer<Crackpipe>) -> Self {
        let table = Table {
            links: Links::NONE,
            piles: [Chain::EMPTY; 16],
            stack: Chain::EMPTY,
            seat: Seat::new(0),
            decider: Seat::new(0),
            stage: Stage::Placing,
            first_player: Seat::new(0),
            times_emptied: 0,
            decisions: 0,
            turns: 0,
        };
        let mut state = Self { table, stash: Stash::new(rules.deck, rules.deck_size) };
        state.shuffle(chance);
        for pile in std::iter::once(THE_PIPE).chain(rules.seats().map(Seat::index)) {
            *state.table.pile_mut(pile) = state.stash.draw(1, &mut state.table.links);
        }
        let first = state.highest_pipe(rules, chance);
        state.table.first_player = first;
        observer.event(Event::Setup { state: &state });
        state.begin_turn(rules, first, chance, observer);
        state
    }

    /// Shuffles the stash, in ascending order now.
    #[inline(always)]
    fn shuffle(&mut self, chance: &mut impl Chance) {
        chance.shuffle(Purpose::Deck(self.table.times_emptied.into()), self.stash.cards_mut());
        self.stash.link(&mut self.table.links);
    }

    /// The seat with the highest first card; of level ones the lowest, or one drawn by lot (R1).
    #[inline(always)]
    fn highest_pipe(&self, rules: &Rules, chance: &mut impl Chance) -> Seat {
        let rank = |seat: Seat| rank_of(self.table.pile(seat.index()).top);
        let (mut highest, mut level, mut first) = (NO_CARD, 0, Seat::new(0));
        for seat in rules.seats() {
            (level, first) = match rank(seat).cmp(&highest) {
                std::cmp::Ordering::Greater => (1, seat),
                std::cmp::Ordering::Equal => (level + 1, first),
                std::cmp::Ordering::Less => (level, first),
            };
            highest = highest.max(rank(seat));
        }
        if level > 1 && rules.random_tie {
            let lot = chance.below(Purpose::FirstPlayer, level) as usize;
            return rules.seats().filter(|seat| rank(*seat) == highest).nth(lot).unwrap_or(first);
        }
        first
    }

    /// The turn of `seat` begins with its hit, unless the game is over.
    #[inline(always)]
    fn begin_turn(&mut self, rules: &Rules, seat: Seat, chance: &mut impl Chance, observer: &mut impl Observer<Crackpipe>) {
        if self.stash.is_empty() || self.table.turns >= rules.max_turns {
            self.table.stack = Chain::EMPTY;
            self.table.stage = if self.stash.is_empty() { Stage::Over } else { Stage::Unfinished };
            return;
        }
        let table = &mut self.table;
        table.turns += 1;
        (table.seat, table.decider, table.stage) = (seat, seat, Stage::Placing);
        let wanted = rules.hits[usize::from(rank_of(table.pile(seat.index()).top))];
        table.stack = self.stash.draw(wanted, &mut table.links);
        observer.event(Event::Hit { state: self });
        if self.stash.is_empty() {
            self.empty_stash(rules, chance, observer);
        }
    }

    /// The hit took the last card of the stash (R4).
    #[inline(always)]
    fn empty_stash(&mut self, rules: &Rules, chance: &mut impl Chance, observer: &mut impl Observer<Crackpipe>) {
        self.table.times_emptied += 1;
        let resin = self.table.pile(RESIN);
        if self.table.times_emptied < rules.passes_over_stash && !resin.is_empty() {
            self.stash.refill(self.table.links.cards(resin));
            *self.table.pile_mut(RESIN) = Chain::EMPTY;
            self.shuffle(chance);
            observer.event(Event::Reshuffle { state: self });
        } else if !rules.finish_last_turn {
            self.table.stage = Stage::Over;
        }
    }

    #[inline(always)]
    pub(super) fn apply(&mut self, rules: &Rules, action: Action, chance: &mut impl Chance, observer: &mut impl Observer<Crackpipe>) {
        self.table.decisions += 1;
        let asked = match action {
            Action::Own | Action::The => self.place(rules, action == Action::The, observer),
            Action::Top | Action::Bottom => {
                self.receive(self.table.decider, action == Action::Bottom);
                false
            }
        };
        if !asked {
            self.begin_turn(rules, rules.seat_after(self.table.seat), chance, observer);
        }
    }

    /// The seat whose turn it is places the stack; true if that leaves the receiver a choice.
    #[inline(always)]
    fn place(&mut self, rules: &Rules, on_the_pipe: bool, observer: &mut impl Observer<Crackpipe>) -> bool {
        let table = &mut self.table;
        // By an index, not by a branch: where it is placed is as good as random.
        let target = if on_the_pipe { THE_PIPE } else { table.seat.index() };
        let pile = table.pile(target);
        let value = rank_of(table.stack.top);
        if rank_of(pile.top) > value {
            *table.pile_mut(target) = table.links.without_top(pile);
            table.links.link(pile.top, 0);
            table.stack = table.links.join(table.stack, Chain::only(pile.top));
            let receiver = rules.receiver_of(table.seat);
            observer.event(Event::Pass { state: self, receiver });
            self.pass(rules, receiver, on_the_pipe && rank_of(pile.top) == JOKER)
        } else {
            *table.pile_mut(target) = table.links.join(table.stack, pile);
            if on_the_pipe & rules.flips[usize::from(value)] {
                observer.event(Event::Flip { state: self });
                self.flip();
            }
            false
        }
    }

    /// THE pipe goes to the resin.
    #[inline(always)]
    fn flip(&mut self) {
        let table = &mut self.table;
        *table.pile_mut(RESIN) = table.links.join(table.pile(THE_PIPE), table.pile(RESIN));
        *table.pile_mut(THE_PIPE) = Chain::EMPTY;
    }

    /// The stack is passed to `receiver`; true if that seat has a choice (R3, R6).
    #[inline(always)]
    fn pass(&mut self, rules: &Rules, receiver: Seat, with_joker_off_the_pipe: bool) -> bool {
        let pipe = self.table.pile(receiver.index());
        let forced = (rules.cherry & with_joker_off_the_pipe) | pipe.is_empty();
        if forced || (rules.has_equal_cards && self.both_ends_are_the_same(pipe)) {
            self.receive(receiver, false);
            return false;
        }
        self.table.decider = receiver;
        self.table.stage = Stage::Receiving;
        true
    }

    /// Would the stack on top of a pipe that is not empty give the same cards in the same order as at its bottom? (R6)
    #[inline(always)]
    fn both_ends_are_the_same(&self, pipe: Chain) -> bool {
        let stack = self.table.stack;
        // The same cards on top, or the same at the bottom: rarely so, and then the rest is looked at.
        alike(stack.top, pipe.top) && alike(stack.bottom, pipe.bottom) && self.both_orders_are_the_same(pipe)
    }

    /// Is the stack followed by the pipe the same as the pipe followed by the stack?
    #[cold]
    fn both_orders_are_the_same(&self, pipe: Chain) -> bool {
        let links = &self.table.links;
        let (stack, pipe) = (|| links.cards(self.table.stack), || links.cards(pipe));
        stack().chain(pipe()).zip(pipe().chain(stack())).all(|(one, other)| alike(one, other))
    }

    /// `receiver` puts the stack on top of its pipe or at the bottom.
    #[inline(always)]
    fn receive(&mut self, receiver: Seat, at_the_bottom: bool) {
        let table = &mut self.table;
        let (pipe, stack) = (table.pile(receiver.index()), table.stack);
        let (upper, lower) = if at_the_bottom { (pipe, stack) } else { (stack, pipe) };
        *table.pile_mut(receiver.index()) = table.links.join(upper, lower);
    }

    #[inline(always)]
    pub(super) fn turn(&self) -> Turn {
        match self.table.stage {
            Stage::Placing | Stage::Receiving => Turn::Decide(self.table.decider),
            Stage::Over | Stage::Unfinished => Turn::Over,
        }
    }

    #[inline(always)]
    pub(super) fn legal(&self) -> Legal {
        if self.table.stage == Stage::Receiving { Legal::Receiving } else { Legal::Placing }
    }

    #[inline(always)]
    pub(super) fn outcome(&self, rules: &Rules) -> Outcome {
        let unfinished = self.table.stage == Stage::Unfinished;
        let mut scores = [0; MAX_SEATS];
        let (mut most, mut winners) = (0, SeatSet::NONE);
        for seat in rules.seats() {
            let cards = self.table.pile(seat.index()).size;
            scores[seat.index()] = cards.into();
            // Level with the most so far, or more than that (R8).
            if cards >= most && !unfinished {
                winners = if cards > most { SeatSet::only(seat) } else { winners.with(seat) };
                most = cards;
            }
        }
        Outcome { winners, scores, unfinished }
    }
}
