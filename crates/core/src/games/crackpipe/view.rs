//! The knowledge of one seat in Crackpipe.

use serde_json::{Map, Value, json};

use super::cards::{NO_CARD, RANKS, card_of, counts, rank_name, rank_of};
use super::piles::{Piles, Stack, THE_PIPE};
use super::rules::Rules;
use super::state::{Stage, State};
use crate::cards::standard::{Card, Suit};
use crate::game::SeatView;
use crate::seat::Seat;

/// The knowledge of a seat: everything except the order of the stash, and the cards that another
/// seat drew and has not placed yet (R9).
#[derive(Clone, Copy)]
pub struct View<'a> {
    /// The rules of the game.
    pub rules: &'a Rules,
    /// Only the parts that the seat may know are read: the cards of the stash, but
    /// never their order.
    pub(super) state: &'a State,
    pub(super) seat: Seat,
}

/// A pile whose cards the seat knows: a pipe, THE pipe, or the stack.
#[derive(Clone, Copy)]
pub struct Pile<'a> {
    piles: &'a Piles,
    cards: Stack,
}

// Neither may print the state, which holds the order of the stash.
impl std::fmt::Debug for View<'_> {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let pipes: Vec<_> =
            Seat::all(usize::from(self.rules.players)).map(|seat| self.pipe(seat)).collect();
        formatter
            .debug_struct("View")
            .field("seat", &self.seat)
            .field("pipes", &pipes)
            .field("the_pipe", &self.the_pipe())
            .finish_non_exhaustive()
    }
}

impl std::fmt::Debug for Pile<'_> {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.debug_list().entries(self.cards().map(|card| card.to_string())).finish()
    }
}

impl<'a> Pile<'a> {
    /// Returns how many cards it has.
    #[inline(always)]
    pub fn size(self) -> u32 {
        u32::from(self.cards.size())
    }

    /// Returns the rank of its top card; [`super::NO_CARD`] if it is empty.
    #[inline(always)]
    pub fn top(self) -> u8 {
        rank_of(self.cards.top())
    }

    /// Returns the rank under its top card; [`super::NO_CARD`] if there is none.
    #[inline(always)]
    pub fn under_top(self) -> u8 {
        if self.cards.size() < 2 { NO_CARD } else { rank_of(self.piles.under(self.cards.top())) }
    }

    /// Returns its cards from the top.
    #[inline]
    pub fn cards(self) -> impl Iterator<Item = Card> + 'a {
        self.piles.cards(self.cards).map(card_of)
    }

    /// Returns the ranks of its cards from the top.
    #[inline]
    pub fn ranks(self) -> impl Iterator<Item = u8> + 'a {
        self.piles.cards(self.cards).map(rank_of)
    }
}

impl SeatView for View<'_> {
    type Rules = Rules;

    #[inline(always)]
    fn seat(&self) -> Seat {
        self.seat
    }

    #[inline(always)]
    fn rules(&self) -> &Rules {
        self.rules
    }

    /// Returns everything that the seat may know: piles from the top, the stack from the bottom as
    /// in the trace, and numbers of cards by rank.
    fn to_json(&self) -> Value {
        let pile = |pile: Pile<'_>| pile.cards().collect::<Vec<Card>>();
        let pipes = Seat::all(self.players()).map(|seat| pile(self.pipe(seat)));
        let stack = self.stack().map(|stack| {
            let mut cards = pile(stack);
            cards.reverse();
            cards
        });
        json!({
            "turn_of": self.turn_of().index(),
            "asked": if self.placing() { "place" } else { "put away" },
            "pipes": pipes.collect::<Vec<_>>(),
            "the_pipe": pile(self.the_pipe()),
            "stack": stack,
            "stack_size": self.stack_size(),
            "stash": self.stash().map(by_rank),
            "stash_size": self.stash_size(),
            "resin": by_rank(self.resin()),
            "resin_size": self.resin_size(),
            "unseen": by_rank(self.unseen()),
            "times_emptied": self.times_emptied(),
            "first_player": self.state.first_player.index(),
            "turns": self.turns(),
        })
    }
}

impl<'a> View<'a> {
    /// Returns the number of players.
    #[inline(always)]
    pub fn players(&self) -> usize {
        usize::from(self.rules.players)
    }

    /// Returns the seat whose turn it is: it drew the stack.
    #[inline(always)]
    pub fn turn_of(&self) -> Seat {
        self.state.table.now.seat
    }

    /// Returns whether the seat whose turn it is must place the stack. Otherwise the stack was
    /// passed, and the receiver must put it away.
    #[inline(always)]
    pub fn placing(&self) -> bool {
        self.state.table.now.stage == Stage::Placing
    }

    #[inline(always)]
    fn pile(&self, cards: Stack) -> Pile<'a> {
        Pile { piles: &self.state.table.piles, cards }
    }

    /// Returns the pipe of a seat.
    #[inline(always)]
    pub fn pipe(&self, seat: Seat) -> Pile<'a> {
        self.pile(self.state.table.piles.whole(seat.index()))
    }

    /// THE pipe.
    #[inline(always)]
    pub fn the_pipe(&self) -> Pile<'a> {
        self.pile(self.state.table.piles.whole(THE_PIPE))
    }

    /// Returns the cards drawn or passed that are not yet in a pipe; none if another seat drew them
    /// and has not placed them.
    #[inline(always)]
    pub fn stack(&self) -> Option<Pile<'a>> {
        self.sees_stack().then(|| self.pile(self.state.table.stack))
    }

    /// Returns how many cards the stack has.
    #[inline(always)]
    pub fn stack_size(&self) -> u32 {
        u32::from(self.state.table.stack.size())
    }

    /// Returns whether the seat sees the stack. The seat that drew it does, and all seats do once
    /// it was passed.
    #[inline(always)]
    pub(super) fn sees_stack(&self) -> bool {
        self.state.table.now.seat == self.seat || self.state.table.now.stage == Stage::Receiving
    }

    /// Returns how many cards the stash has.
    #[inline(always)]
    pub fn stash_size(&self) -> u32 {
        u32::from(self.state.stash.size())
    }

    /// Returns the number of cards of each rank in the stash; none while another seat holds some of
    /// them unseen.
    ///
    /// Just after the resin was shuffled in, all seats know the cards of the stash.
    #[inline]
    pub fn stash(&self) -> Option<[u8; RANKS]> {
        (self.sees_stack() || self.state.stash.is_whole()).then(|| counts(self.state.stash.cards()))
    }

    /// Returns the number of unseen cards of each rank: those of the stash, and of a stack that
    /// another seat drew and has not placed.
    #[inline(always)]
    pub fn unseen(&self) -> [u8; RANKS] {
        let mut unseen = counts(self.state.stash.cards());
        if !self.sees_stack() {
            for card in self.state.table.piles.cards(self.state.table.stack) {
                unseen[usize::from(rank_of(card))] += 1;
            }
        }
        unseen
    }

    /// Returns how many cards the resin has.
    #[inline(always)]
    pub fn resin_size(&self) -> u32 {
        let elsewhere = self.state.table.piles.total()
            + self.state.table.stack.size()
            + self.state.stash.size();
        u32::from(self.rules.all.size() - elsewhere)
    }

    /// Returns how many cards of each rank the resin has.
    #[inline]
    pub fn resin(&self) -> [u8; RANKS] {
        let mut resin = self.unseen();
        let pipes = self.rules.seats().map(|seat| self.pipe(seat));
        for rank in pipes.chain([self.the_pipe()]).chain(self.stack()).flat_map(Pile::ranks) {
            resin[usize::from(rank)] += 1;
        }
        let mut all = self.rules.by_rank;
        for (count, elsewhere) in all.iter_mut().zip(resin) {
            *count -= elsewhere;
        }
        all
    }

    /// Returns how often the stash was emptied.
    #[inline(always)]
    pub fn times_emptied(&self) -> u32 {
        u32::from(self.state.times_emptied)
    }

    /// Returns how many turns have begun.
    #[inline(always)]
    pub fn turns(&self) -> u32 {
        self.state.table.turns
    }

    /// Returns the number of cards that all players together draw in a round, with the pipes as
    /// they are.
    #[inline(always)]
    pub fn drawn_in_a_round(&self) -> u32 {
        let mut drawn = 0;
        for seat in 0..usize::from(self.rules.players) {
            drawn += u32::from(self.rules.hit(self.state.table.piles.rank(seat)));
        }
        drawn
    }
}

/// Numbers of cards by the names of their ranks, without zeros.
fn by_rank(counts: [u8; RANKS]) -> Value {
    let name = |rank: u8| rank_name(Card::new(Suit::Clubs, rank));
    (0..)
        .zip(counts)
        .filter(|(_, count)| *count > 0)
        .map(|(rank, count)| (name(rank), json!(count)))
        .collect::<Map<_, _>>()
        .into()
}
