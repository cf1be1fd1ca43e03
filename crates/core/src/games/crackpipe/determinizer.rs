//! Determinization in Crackpipe: full states that a view allows.

use super::Crackpipe;
use super::cards::{IDENTITIES, rank_of};
use super::piles::Stack;
use super::rules::Rules;
use super::stash::MOST_DRAWN;
use super::state::State;
use super::view::View;
use crate::game::{Fingerprint, Game, Searchable, SeatView, Shares, by_lead};
use crate::rng::Stream;

/// The full states that a view allows: the orders of the stash, and the cards that another seat
/// drew and has not placed yet.
#[derive(Clone, Debug)]
pub struct Determinizer {
    /// The part that is the same in every state; the stash in ascending order.
    shown: State,
    /// The cards of a stack that the seat does not see; meaningless beyond `drawn_size`.
    drawn: [u8; MOST_DRAWN],
    drawn_size: u8,
    /// Whether the seat knows the cards of the stash, and so the drawn cards.
    knows_stash: bool,
}

/// Sorts cards so that the order reveals nothing, and equal cards are not distinguished.
fn sort(cards: &mut [u8]) {
    cards.sort_unstable_by_key(|card| (card & 63, *card));
}

/// Orders two lists as one.
fn together(one: &mut [u8], other: &mut [u8], order: impl FnOnce(&mut [u8])) {
    let (mut all, size) = ([0; IDENTITIES], one.len() + other.len());
    all[..one.len()].copy_from_slice(one);
    all[one.len()..size].copy_from_slice(other);
    order(&mut all[..size]);
    one.copy_from_slice(&all[..one.len()]);
    other.copy_from_slice(&all[one.len()..size]);
}

impl Searchable for Crackpipe {
    type Determinizer = Determinizer;

    fn determinizer(view: &View<'_>) -> Determinizer {
        let mut shown = view.state.clone();
        let knows_stash = shown.stash.is_whole();
        let (mut drawn, mut drawn_size) = ([0; MOST_DRAWN], 0);
        if !view.sees_stack() {
            for (place, card) in drawn.iter_mut().zip(shown.table.piles.cards(shown.table.stack)) {
                *place = card;
                drawn_size += 1;
            }
        }
        let stack = &mut drawn[..drawn_size];
        let stash = shown.stash.cards_mut();
        if !knows_stash && !stack.is_empty() {
            // The order must not reveal which of them were drawn, so these change places with the
            // lowest of the stash.
            together(stack, stash, sort);
        }
        sort(stack);
        sort(stash);
        Determinizer { shown, drawn, drawn_size: drawn_size as u8, knows_stash }
    }

    #[inline(always)]
    fn sample(_rules: &Rules, determinizer: &Determinizer, stream: &mut Stream) -> State {
        let mut state = determinizer.shown.clone();
        if determinizer.drawn_size > 0 {
            draw_stack(determinizer, &mut state, stream);
        }
        stream.shuffle(state.stash.cards_mut());
        state.table.piles.link(state.stash.cards());
        state
    }

    /// The order of the stash.
    #[inline(always)]
    fn draw_secrets(_rules: &Rules, state: &mut State, stream: &mut Stream) {
        stream.shuffle(state.stash.cards_mut());
        state.table.piles.link(state.stash.cards());
    }

    /// By the cards in the pipes.
    #[inline(always)]
    fn margins(rules: &Rules, _determinizer: &Determinizer, state: &State) -> Shares {
        by_lead(&Crackpipe::standing(rules, state).scores[..usize::from(rules.players)], 24)
    }

    /// Cards of one rank are interchangeable.
    #[inline(always)]
    fn fingerprint(view: &View<'_>) -> Fingerprint {
        let table = &view.state.table;
        let small = [
            view.seat().index() as u8,
            table.now.seat.index() as u8,
            table.now.decider.index() as u8,
            u8::from(view.placing()),
            view.state.times_emptied,
            table.stack.size(),
            view.state.stash.size(),
            0,
        ];
        let unseen = u128::from_le_bytes(view.unseen());
        let mut print = Fingerprint::default()
            .with(u64::from_le_bytes(small))
            .with_both(table.turns, table.decisions())
            .with(unseen as u64)
            .with((unseen >> 64) as u64);
        let pipes = view.rules.seats().map(|seat| view.pipe(seat));
        for pile in pipes.chain([view.the_pipe()]).chain(view.stack()) {
            // Fifteen ranks per number, and a mark before the first of them.
            let mut word = 1;
            for rank in pile.ranks() {
                word = word << 4 | u64::from(rank);
                if word >> 60 != 0 {
                    print = print.with(word);
                    word = 1;
                }
            }
            print = print.with(word);
        }
        print
    }

    /// The rank on top of the stack: the hit was drawn by chance, and much depends on it.
    #[inline(always)]
    fn observation_key(state: &State) -> u32 {
        u32::from(rank_of(state.table.stack.top()))
    }
}

/// Draws the cards of a stack that the seat does not see. (Rare: never where the seat itself
/// decides.)
#[cold]
fn draw_stack(determinizer: &Determinizer, state: &mut State, stream: &mut Stream) {
    let mut drawn = determinizer.drawn;
    let drawn = &mut drawn[..usize::from(determinizer.drawn_size)];
    if determinizer.knows_stash {
        stream.shuffle(drawn);
    } else {
        let stash = state.stash.cards_mut();
        together(drawn, stash, |all| stream.shuffle(all));
    }
    state.table.piles.link(drawn);
    if let (Some(&bottom), Some(&top)) = (drawn.first(), drawn.last()) {
        state.table.stack = Stack::new(top, bottom, drawn.len() as u8);
    }
}
