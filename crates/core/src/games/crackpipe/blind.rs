//! The parts of a seat's view to which a strategy of Crackpipe can be blind.

use super::piles::Stack;
use super::state::State;
use super::view::View;
use crate::game::{Sight, Sights};
use crate::rng::Stream;

const UNDER: usize = 0;
const COUNTS: usize = 1;
const DRAWN: usize = 2;

/// Room for the numbers of all cards: these have 8 bits.
const CARDS: usize = 1 << 8;

pub(super) static SIGHTS: [Sight; 3] = [
    Sight::drawn("under", "the cards under the top card of each pipe and of THE pipe"),
    Sight::drawn("counts", "the same, and which cards are left in the stash"),
    Sight::drawn("drawn", "the cards under the last card of a hit, until the stack is placed"),
];

/// Returns a state that looks to the seat as the game does to a blind strategy.
pub(super) fn state(view: &View<'_>, blind: Sights, stream: &mut Stream) -> State {
    let mut state = view.state.clone();
    let players = usize::from(view.rules.players);
    let State { table, stash, .. } = &mut state;
    // From the bottom up the cards of the own hit that are hidden, then the stash: they change
    // places, unless a reshuffle has just shown which cards the stash has.
    let (mut room, mut in_hit) = ([0; CARDS], 0);
    if blind.contains(DRAWN) && view.placing() && view.sees_stack() {
        for (place, card) in room.iter_mut().zip(table.piles.cards(table.stack).skip(1)) {
            *place = card;
            in_hit += 1;
        }
    }
    let mut count = in_hit;
    if blind.contains(COUNTS) || !stash.is_whole() {
        count += stash.cards().len();
        room[in_hit..count].copy_from_slice(stash.cards());
    }
    let unseen = &mut room[..count];
    let mut order = |cards: &mut [u8]| stream.shuffle(cards);
    if blind.contains(COUNTS) {
        table.piles.exchange_buried(players, unseen, order);
    } else {
        if blind.contains(UNDER) {
            table.piles.exchange_buried(players, &mut [], &mut order);
        }
        if in_hit > 0 {
            order(unseen);
        }
    }
    let (drawn, rest) = unseen.split_at(in_hit);
    if let Some(&bottom) = drawn.first() {
        let top = table.stack.top();
        let mut cards = [0; CARDS];
        cards[..in_hit].copy_from_slice(drawn);
        cards[in_hit] = top;
        table.piles.link(&cards[..=in_hit]);
        table.stack = Stack::new(top, bottom, table.stack.size());
    }
    if !rest.is_empty() {
        stash.cards_mut().copy_from_slice(rest);
        table.piles.link(stash.cards());
    }
    state
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::conformance::designer;
    use crate::game::{Game, LegalSet, Turn};
    use crate::games::crackpipe::Crackpipe;
    use crate::rng::{BlockStreams, Purpose};
    use crate::seat::Seat;

    /// The ranks under the tops that a blind player sees do not depend on the true ones; all
    /// else is unchanged.
    #[test]
    fn a_blind_player_does_not_see_what_lies_under() {
        let rules = Crackpipe::rules(&designer::<Crackpipe>(), 2).expect("can be dealt");
        let (mut right, mut shown, mut by_chance) = (0, 0, 0.0);
        for game in 0..20 {
            let mut chance = BlockStreams::new(5, game);
            let mut stream = chance.stream(Purpose::Strategy(0));
            let mut state = Crackpipe::start(&rules, &mut chance, &mut ());
            while let Turn::Decide(seat) = Crackpipe::turn(&state) {
                let view = Crackpipe::view(&rules, &state, seat);
                let under = |view: &View<'_>| view.pipe(seat).under_top();
                let buried = |view: &View<'_>| {
                    let piles = [view.pipe(Seat::new(0)), view.pipe(Seat::new(1)), view.the_pipe()];
                    let mut ranks: Vec<u8> =
                        piles.into_iter().flat_map(|pile| pile.ranks().skip(1)).collect();
                    ranks.extend(
                        (0..).zip(view.resin()).flat_map(|(rank, count)| {
                            std::iter::repeat_n(rank, usize::from(count))
                        }),
                    );
                    ranks.sort_unstable();
                    ranks
                };
                Crackpipe::blinded(&view, Sights::NONE.with(UNDER), &mut stream, |blind| {
                    let same = |of: fn(&View<'_>) -> Vec<u32>| assert_eq!(of(blind), of(&view));
                    same(|view| {
                        let pipes = Seat::all(2).map(|seat| view.pipe(seat));
                        pipes
                            .chain([view.the_pipe()])
                            .flat_map(|pile| [pile.size(), u32::from(pile.top())])
                            .collect()
                    });
                    same(|view| view.unseen().map(u32::from).to_vec());
                    assert_eq!(buried(blind), buried(&view));
                    if view.pipe(seat).size() > 1 {
                        let all = buried(&view);
                        let alike: u32 =
                            all.iter().map(|rank| u32::from(*rank == under(&view))).sum();
                        by_chance += f64::from(alike) / all.len() as f64;
                        right += u32::from(under(blind) == under(&view));
                        shown += 1;
                    }
                });
                Crackpipe::blinded(&view, Sights::NONE.with(COUNTS), &mut stream, |blind| {
                    assert_eq!(blind.stash_size(), view.stash_size());
                });
                let legal = Crackpipe::legal(&rules, &state);
                let action = legal.nth(stream.below(legal.count()));
                Crackpipe::apply(&rules, &mut state, action, &mut chance, &mut ());
            }
        }
        assert!(shown > 300, "only {shown} cards: the test sees too little");
        let (right, all) = (f64::from(right), f64::from(shown));
        assert!((right - by_chance).abs() < 4.0 * all.sqrt() / 2.0, "{right}, not {by_chance}");
    }

    /// The cards under the last one of the own hit are as likely as any others that are unseen;
    /// its last card, its size and all else are as they were. A receiver sees the whole stack.
    #[test]
    fn a_blind_player_does_not_see_what_a_hit_drew_before_its_last_card() {
        let rules = Crackpipe::rules(&designer::<Crackpipe>(), 2).expect("can be dealt");
        let (mut right, mut shown, mut by_chance) = (0, 0, 0.0);
        for game in 0..40 {
            let mut chance = BlockStreams::new(6, game);
            let mut stream = chance.stream(Purpose::Strategy(0));
            let mut state = Crackpipe::start(&rules, &mut chance, &mut ());
            while let Turn::Decide(seat) = Crackpipe::turn(&state) {
                let view = Crackpipe::view(&rules, &state, seat);
                let ranks = |view: &View<'_>| -> Vec<u8> {
                    view.stack().into_iter().flat_map(super::super::view::Pile::ranks).collect()
                };
                let piles = |view: &View<'_>| -> Vec<Vec<u8>> {
                    let pipes = Seat::all(2).map(|seat| view.pipe(seat));
                    pipes.chain([view.the_pipe()]).map(|pile| pile.ranks().collect()).collect()
                };
                let all = |view: &View<'_>| {
                    let mut all = view.unseen();
                    for rank in ranks(view) {
                        all[usize::from(rank)] += 1;
                    }
                    all
                };
                Crackpipe::blinded(&view, Sights::NONE.with(DRAWN), &mut stream, |blind| {
                    assert_eq!(piles(blind), piles(&view));
                    assert_eq!(all(blind), all(&view));
                    let (seen, true_ranks) = (ranks(blind), ranks(&view));
                    assert_eq!(seen.len(), true_ranks.len());
                    assert_eq!(seen.first(), true_ranks.first());
                    if !view.placing() {
                        assert_eq!(seen, true_ranks);
                    } else if seen.len() > 1 && !state.stash.is_whole() {
                        let (under, unseen) = (true_ranks[1], view.unseen());
                        let others: u8 = unseen.iter().sum();
                        let alike: u32 =
                            true_ranks[1..].iter().map(|rank| u32::from(*rank == under)).sum();
                        by_chance += (f64::from(unseen[usize::from(under)]) + f64::from(alike))
                            / (f64::from(others) + true_ranks.len() as f64 - 1.0);
                        right += u32::from(seen[1] == under);
                        shown += 1;
                    }
                });
                let legal = Crackpipe::legal(&rules, &state);
                let action = legal.nth(stream.below(legal.count()));
                Crackpipe::apply(&rules, &mut state, action, &mut chance, &mut ());
            }
        }
        assert!(shown > 300, "only {shown} cards: the test sees too little");
        let (right, all) = (f64::from(right), f64::from(shown));
        assert!((right - by_chance).abs() < 4.0 * all.sqrt() / 2.0, "{right}, not {by_chance}");
    }
}
