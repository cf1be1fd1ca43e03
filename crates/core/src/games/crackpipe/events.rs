//! The events that Crackpipe counts.

use super::Crackpipe;
use super::cards::{NO_CARD, rank_of};
use super::piles::THE_PIPE;
use super::state::Stage;
use crate::game::{EventCounter, EventCounts, Step, events};

events! {
    STACKS = "stacks placed": "stacks that players place after a hit";
    DRAWN = "cards drawn in a hit" MeanOf(STACKS): "the cards of a stack as it is drawn";
    ON_THE_PIPE = "stacks placed on THE pipe" ShareOf(STACKS):
        "stacks for which a player chose THE pipe instead of its own";
    EMPTY = "stacks drawn with an empty pipe" ShareOf(STACKS):
        "stacks of a player whose own pipe has no cards";
    LEVEL = "stacks that stay because they are level" ShareOf(STACKS):
        "stacks whose top card has the rank of the card below, so that they just stay";
    PASSES = "stacks passed": "stacks that do not stay, and go to the neighbour";
    PASSED = "cards passed with a stack" MeanOf(PASSES):
        "the cards of a passed stack, with the card that left its pipe";
    LOST = "top cards lost from one's own pipe":
        "stacks that do not stay on the player's own pipe, so that its top card goes with them";
    UNDER_HIGHER = "lost top cards with a higher card under them" ShareOf(LOST):
        "lost top cards that leave a pipe with a higher card on top";
    UNDER_LOWER = "lost top cards with a lower card under them" ShareOf(LOST):
        "lost top cards that leave a pipe with a lower card on top";
    RECEIVED = "stacks received with a choice":
        "passed stacks that the neighbour may put on top or at the bottom";
    AT_THE_BOTTOM = "received stacks put at the bottom" ShareOf(RECEIVED):
        "received stacks that the neighbour puts under its pipe";
    FLIPS = "flips of THE pipe": "stacks that stay on THE pipe and send all of it to the resin";
    FLIPPED = "cards that a flip sends to the resin" MeanOf(FLIPS):
        "the cards of THE pipe and the stack when it flips";
    EMPTIED = "stashes to refill":
        "hits that take the last card of the stash, which the resin is to become";
    RESIN = "cards that refill a stash" MeanOf(EMPTIED):
        "the cards of the resin when it is to become the stash";
    EMPTY_RESIN = "stashes that an empty resin cannot refill" ShareOf(EMPTIED):
        "hits that empty the stash while there is no resin, so that the game ends early";
    TIES = "ties for the highest first card":
        "games in which several players have the highest first card (1 or 0)";
}

/// Counts them.
#[derive(Debug)]
pub(super) struct Counter;

impl EventCounter<Crackpipe> for Counter {
    fn step(&self, step: &Step<'_, Crackpipe>, counts: &mut EventCounts) {
        let Step { rules, before, action, after } = *step;
        let (table, piles) = (&before.table, &before.table.piles);
        if table.turns == 1 && table.received == 0 && table.now.stage == Stage::Placing {
            let ranks = || rules.seats().map(|seat| piles.rank(seat.index()));
            let highest = ranks().max();
            counts.add_if(TIES, ranks().filter(|rank| Some(*rank) == highest).count() > 1);
        }
        let emptied = after.times_emptied > before.times_emptied;
        if emptied && after.times_emptied < rules.knobs.passes_over_stash {
            counts.add(EMPTIED, 1);
            counts.add(RESIN, after.stash.size().into());
            counts.add_if(EMPTY_RESIN, after.stash.is_empty());
        }
        if !action.places() {
            counts.add(RECEIVED, 1);
            counts.add_if(AT_THE_BOTTOM, action.is_second());
            return;
        }
        let own = table.now.seat.index();
        let on_the_pipe = action.is_second();
        let target = if on_the_pipe { THE_PIPE } else { own };
        let (top, value) = (piles.rank(target), rank_of(table.stack.top()));
        let stack = u32::from(table.stack.size());
        counts.add(STACKS, 1);
        counts.add(DRAWN, stack.into());
        counts.add_if(ON_THE_PIPE, on_the_pipe);
        counts.add_if(EMPTY, piles.is_empty(own));
        counts.add_if(LEVEL, top == value);
        if top <= value {
            if on_the_pipe && rules.flips(value) {
                counts.add(FLIPS, 1);
                counts.add(FLIPPED, u64::from(stack) + u64::from(piles.size(THE_PIPE)));
            }
            return;
        }
        counts.add(PASSES, 1);
        counts.add(PASSED, u64::from(stack) + 1);
        if !on_the_pipe {
            let under = piles.cards(piles.whole(own)).nth(1).map_or(NO_CARD, rank_of);
            counts.add(LOST, 1);
            counts.add_if(UNDER_HIGHER, under > top);
            counts.add_if(UNDER_LOWER, under != NO_CARD && under < top);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::Action;
    use super::super::piles::{Piles, Stack};
    use super::super::state::State;
    use super::*;
    use crate::cards::standard::{Card, Suit};
    use crate::game::Game;
    use crate::game::conformance::designer;
    use crate::rng::BlockStreams;
    use crate::seat::Seat;

    fn spade(rank: u8) -> u8 {
        Card::new(Suit::Spades, rank).number()
    }

    /// Returns the events that are counted when seat 0 places a card, with these pipes from the
    /// bottom to the top.
    fn counted(pipe: &[u8], the_pipe: u8, placed: u8, action: Action) -> Vec<(&'static str, u64)> {
        let rules = Crackpipe::rules(&designer::<Crackpipe>(), 2).expect("rules");
        let mut chance = BlockStreams::new(1, 1);
        let mut before: State = Crackpipe::start(&rules, &mut chance, &mut ());
        let cards: Vec<u8> = pipe.iter().copied().map(spade).collect();
        let stack = |cards: &[u8]| Stack::new(cards[cards.len() - 1], cards[0], cards.len() as u8);
        let mut piles = Piles::EMPTY;
        piles.link(&cards);
        piles.put_on_top(0, stack(&cards), false);
        piles.put_on_top(THE_PIPE, stack(&[Card::new(Suit::Clubs, the_pipe).number()]), false);
        before.table.piles = piles;
        before.table.stack = stack(&[Card::new(Suit::Hearts, placed).number()]);
        before.table.turns = 2;
        before.table.now = rules.turn_of(Seat::new(0));
        let mut after = before.clone();
        Crackpipe::apply(&rules, &mut after, action, &mut chance, &mut ());
        let mut counts = EventCounts::new(EVENTS.len());
        Counter.step(&Step { rules: &rules, before: &before, action, after: &after }, &mut counts);
        let named = EVENTS.iter().map(|event| event.name).zip(counts.all().iter().copied());
        named.filter(|(name, count)| *count > 0 && !name.contains("drawn")).collect()
    }

    #[test]
    fn what_lies_under_a_lost_card_is_counted() {
        let placed = ("stacks placed", 1);
        let lost = [
            ("stacks passed", 1),
            ("cards passed with a stack", 2),
            ("top cards lost from one's own pipe", 1),
        ];
        let of = |under: &'static str| {
            let known = Some((under, 1)).filter(|(name, _)| !name.is_empty());
            std::iter::once(placed).chain(lost).chain(known).collect::<Vec<_>>()
        };
        assert_eq!(
            counted(&[9, 8], 5, 7, Action::OWN),
            of("lost top cards with a higher card under them")
        );
        assert_eq!(
            counted(&[4, 8], 5, 7, Action::OWN),
            of("lost top cards with a lower card under them")
        );
        assert_eq!(counted(&[8], 5, 7, Action::OWN), of(""));
        let the_pipe = ("stacks placed on THE pipe", 1);
        assert_eq!(counted(&[8], 5, 7, Action::THE), [placed, the_pipe]);
        let level = ("stacks that stay because they are level", 1);
        assert_eq!(counted(&[8], 5, 8, Action::OWN), [placed, level]);
        let flips = [("flips of THE pipe", 1), ("cards that a flip sends to the resin", 2)];
        assert_eq!(counted(&[8], 5, 12, Action::THE), [placed, the_pipe, flips[0], flips[1]]);
    }
}
