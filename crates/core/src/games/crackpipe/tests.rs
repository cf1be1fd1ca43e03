//! Crackpipe compared with its rules: the conformance suite, a second implementation with plain
//! lists, recorded games, and rulings one by one.

mod model;
mod rulings;

use std::collections::BTreeSet;

use serde_json::Value;

use super::cards::{alike, card_of, rank_of};
use super::piles::{Stack, THE_PIPE};
use super::rules::Knobs;
use super::state::Stage;
use super::{Crackpipe, Pile, Rules, State, View};
use crate::cards::standard::Card;
use crate::game::conformance::{
    Examined, Searched, designer, draws_are_uniform, every_knob_matters, examine_presets,
    examine_random_knobs, open_decisions_are_said, orders, with_options,
};
use crate::game::recorded::replay;
use crate::game::{CardNumber, Chance, Game, LegalSet, SeatView, Turn};
use crate::input::Settings;
use crate::rng::{BlockStreams, Purpose, Stream};
use crate::seat::Seat;

/// The cards of a pile from its top.
fn cards_of(state: &State, pile: Stack) -> Vec<u8> {
    state.table.piles.cards(pile).collect()
}

/// The cards of all piles, in the order of the piles: pipes and THE pipe.
fn piles_of(state: &State) -> Vec<Vec<u8>> {
    (0..=THE_PIPE).map(|pile| cards_of(state, state.table.piles.whole(pile))).collect()
}

impl Examined for Crackpipe {
    type Search = Searched;

    fn cards(rules: &Rules, state: &State) -> Vec<u8> {
        let mut placed: Vec<u8> = piles_of(state).concat();
        placed.extend(cards_of(state, state.table.stack));
        placed.extend(state.stash.cards());
        placed.sort_unstable();
        assert!(placed.windows(2).all(|pair| pair[0] < pair[1]), "no card is in two places");
        let resin = View { rules, state, seat: Seat::new(0) }.resin_size() as usize;
        assert_eq!(placed.len() + resin, rules.all.cards().len());
        // All other cards are in the resin.
        rules.all.cards().to_vec()
    }

    fn brute_force(
        _settings: &Settings,
        _rules: &Rules,
        state: &State,
    ) -> Option<BTreeSet<String>> {
        let names: &[&str] = match state.table.now.stage {
            Stage::Placing => &["own", "the"],
            Stage::Receiving => {
                let stack = cards_of(state, state.table.stack);
                let pipe =
                    cards_of(state, state.table.piles.whole(state.table.now.decider.index()));
                let (top, bottom) = ([&stack[..], &pipe].concat(), [&pipe[..], &stack].concat());
                let same = top.iter().zip(&bottom).all(|(one, other)| alike(*one, *other));
                if same { &["top"] } else { &["top", "bottom"] }
            }
            Stage::Over | Stage::Unfinished => return None,
        };
        Some(names.iter().map(|name| (*name).to_owned()).collect())
    }

    fn begins_anew(_event: &str) -> bool {
        false
    }

    fn rearrange_hidden(_rules: &Rules, state: &State, seat: Seat, stream: &mut Stream) -> State {
        let mut state = state.clone();
        let table = &mut state.table;
        if table.now.stage == Stage::Placing && table.now.seat != seat {
            // The cards that another seat drew are unknown; just after the resin was shuffled in,
            // only their order is.
            let mut pool = table.piles.cards(table.stack).collect::<Vec<_>>();
            let size = pool.len();
            if !state.stash.is_whole() {
                pool.extend(state.stash.cards());
            }
            stream.shuffle(&mut pool);
            if !state.stash.is_whole() {
                state.stash.cards_mut().copy_from_slice(&pool[size..]);
            }
            let drawn = &pool[..size];
            table.piles.link(drawn);
            table.stack = Stack::new(drawn[size - 1], drawn[0], size as u8);
        }
        stream.shuffle(state.stash.cards_mut());
        table.piles.link(state.stash.cards());
        state
    }

    fn same_view(one: View<'_>, other: View<'_>) -> bool {
        all_that_is_seen(one) == all_that_is_seen(other)
    }

    fn decision_bound(settings: &Settings) -> u64 {
        let knobs = Knobs::read(settings);
        // Every turn draws a card, and has a decision or two.
        let cards = 4 * 56 * u64::from(knobs.passes_over_stash);
        2 * cards.min(knobs.max_turns.into())
    }
}

/// Everything in a view, as text.
fn all_that_is_seen(view: View<'_>) -> String {
    let cards = |pile: Pile<'_>| pile.cards().map(Card::number).collect::<Vec<_>>();
    let seats: Vec<Seat> = Seat::all(view.players()).collect();
    let by_seat: Vec<_> = seats.iter().map(|seat| cards(view.pipe(*seat))).collect();
    let order: Vec<_> = seats
        .iter()
        .map(|seat| (view.rules.seat_after(*seat), view.rules.receiver_of(*seat)))
        .collect();
    let piles = (
        by_seat,
        cards(view.the_pipe()),
        view.stack().map(cards),
        view.resin(),
        view.stash(),
        view.unseen(),
        view.rules.by_rank,
    );
    let sizes = (
        view.stack_size(),
        view.stash_size(),
        view.resin_size(),
        view.turns(),
        view.times_emptied(),
    );
    let rules = (
        u32::from(view.rules().knobs.passes_over_stash),
        view.rules().knobs.finish_last_turn,
        view.rules().knobs.max_turns,
        view.rules().knobs.cherry,
        order,
    );
    let ranks: Vec<_> =
        (0..16).map(|rank| (view.rules.hit(rank), view.rules.flips(rank))).collect();
    format!("{:?}", (view.seat(), view.turn_of(), view.placing(), piles, sizes, rules, ranks))
}

#[test]
fn the_presets_conform() {
    examine_presets::<Crackpipe>(2);
}

#[test]
fn random_knobs_conform() {
    examine_random_knobs::<Crackpipe>(140, 150);
}

#[test]
fn open_decisions_are_declared() {
    open_decisions_are_said::<Crackpipe>();
}

#[test]
fn every_knob_changes_the_rules() {
    every_knob_matters::<Crackpipe>(
        3,
        &[
            "decks=2",
            "jokers_per_deck=0",
            "hit_table=double",
            "hit_table={ none = 2, \"2\" = 1, \"3\" = 1, \"4\" = 1, \"5\" = 1, \"6\" = 1, \"7\" = 1, \"8\" = 1, \"9\" = 1, \"10\" = 1, J = 2, \
             Q = 2, K = 2, A = 3, joker = 4 }",
            "cherry=true",
            "joker_flips=false",
            "flip_from=J",
            "pass_direction=clockwise",
            "passes_over_stash=3",
            "first_player_tie=random",
            "finish_last_turn=false",
            "place_points=1",
            "max_turns=20",
        ],
    );
}

#[test]
fn a_state_is_small() {
    assert!(size_of::<State>() <= 600, "{} bytes", size_of::<State>());
}

#[test]
fn the_view_tells_cards_and_sizes_alike() {
    model::with_each_decision(60, |rules, state| {
        for seat in rules.seats() {
            let view = View { rules, state, seat };
            let sum = |counts: [u8; 16]| counts.iter().map(|count| u32::from(*count)).sum::<u32>();
            let hidden = if view.stack().is_some() { 0 } else { view.stack_size() };
            assert_eq!(sum(view.resin()), view.resin_size());
            assert_eq!(sum(view.unseen()), view.stash_size() + hidden);
            if let Some(stash) = view.stash() {
                assert_eq!(sum(stash), view.stash_size());
            }
            let piles = rules.seats().map(|seat| view.pipe(seat)).chain([view.the_pipe()]);
            let placed: u32 = piles.map(|pile| pile.cards().count() as u32).sum();
            let everywhere = placed + view.stack_size() + view.stash_size() + view.resin_size();
            assert_eq!(sum(view.rules.by_rank), everywhere);
        }
    });
}

/// A trace has every knob, and the actual number of decks.
#[test]
fn the_resolved_rules_name_the_number_of_decks() {
    for (players, decks) in [(2, 1), (3, 1), (4, 2), (5, 2), (8, 4)] {
        let settings = designer::<Crackpipe>();
        let rules = Crackpipe::rules(&settings, players).expect("can be dealt");
        let json = Crackpipe::rules_json(&settings, &rules);
        assert_eq!(json["decks"], decks);
        assert_eq!(json.len(), Crackpipe::DESCRIPTION.knobs.len());
        assert_eq!(rules.all.cards().len(), 54 * decks);
    }
}

#[test]
fn joker_flips_follows_the_cherry_unless_it_is_given() {
    let flips = |options: &[&str]| Knobs::read(&with_options::<Crackpipe>(options)).joker_flips;
    assert!(
        flips(&[])
            && !flips(&["cherry=true"])
            && flips(&["cherry=true", "joker_flips=true"])
            && !flips(&["joker_flips=false"])
    );
}

#[test]
fn a_cherry_without_jokers_is_warned_of() {
    let warnings = |options: &[&str]| Crackpipe::warnings(&with_options::<Crackpipe>(options));
    assert_eq!(
        warnings(&["cherry=true", "jokers_per_deck=0"]),
        ["`cherry` changes nothing: there are no Jokers (`jokers_per_deck` is 0)"]
    );
    assert!(warnings(&["cherry=true"]).is_empty() && warnings(&["jokers_per_deck=0"]).is_empty());
}

/// Deals cards in given orders, by name.
struct Named {
    /// The orders of the shuffles, the first card on top; cards that are not named follow in
    /// ascending order.
    shuffles: Vec<Vec<String>>,
    /// The random choice of the first player.
    lot: u32,
}

impl Named {
    fn new(shuffles: &[&str]) -> Self {
        let names = |cards: &&str| cards.split_whitespace().map(str::to_owned).collect();
        Self { shuffles: shuffles.iter().map(names).collect(), lot: 0 }
    }

    /// The shuffles and the random choice of a recorded game.
    fn recorded(events: &[Value]) -> Self {
        let names = |list: &Value| {
            list.as_array()
                .expect("a list")
                .iter()
                .map(|card| card.as_str().expect("a card").to_owned())
                .collect()
        };
        let setup = &events[0];
        let pipes: Vec<Vec<String>> =
            setup["pipes"].as_array().expect("a list").iter().map(names).collect();
        let first = setup["first"].as_u64().expect("a seat") as usize;
        let rank = |seat: usize| pipes[seat][0].trim_end_matches(['C', 'D', 'H', 'S']);
        let lot = (0..first).filter(|seat| rank(*seat) == rank(first)).count() as u32;
        let deck = [names(&setup["the_pipe"]), pipes.concat(), names(&setup["stash"])].concat();
        let reshuffles = events
            .iter()
            .filter(|event| event["e"] == "reshuffle")
            .map(|event| names(&event["stash"]));
        Self { shuffles: std::iter::once(deck).chain(reshuffles).collect(), lot }
    }
}

impl Chance for Named {
    fn shuffle<C: CardNumber>(&mut self, purpose: Purpose, items: &mut [C]) {
        let Purpose::Deck(times) = purpose else { unreachable!("Crackpipe shuffles decks only") };
        assert!(
            items.windows(2).all(|pair| pair[0] < pair[1]),
            "an order that depends on the cards alone"
        );
        for (place, name) in self.shuffles.get(times as usize).into_iter().flatten().enumerate() {
            let found = items[place..].iter().position(|card| {
                let number: u16 = (*card).into();
                card_of(number as u8).to_string() == *name
            });
            let found = found.unwrap_or_else(|| panic!("{name} is not there"));
            items[place..=place + found].rotate_right(1);
        }
    }

    fn below(&mut self, purpose: Purpose, bound: u32) -> u32 {
        assert_eq!(purpose, Purpose::FirstPlayer);
        assert!(self.lot < bound);
        self.lot
    }
}

/// Random games from an independent implementation of the rules have the same legal sets, events
/// and outcome.
#[test]
fn recorded_games_are_replayed() {
    let games = include_str!("../../../../../tests/data/examples/crackpipe.jsonl");
    assert_eq!(replay::<Crackpipe, _>(games, Named::recorded), 10);
}

/// For the seat that sees the stack, and for one that does not; just after the stash was shuffled
/// anew, the latter knows which cards are in it.
#[test]
fn hidden_cards_are_drawn_uniformly() {
    let rules = Rules::new(&designer::<Crackpipe>(), 2);
    let mut seen = [0; 3];
    for game in 0..200 {
        let mut chance = BlockStreams::new(21, game);
        let mut choices = chance.stream(Purpose::Strategy(0));
        let mut state = Crackpipe::start(&rules, &mut chance, &mut ());
        while let Turn::Decide(decider) = Crackpipe::turn(&state) {
            for seat in Seat::all(2) {
                let shown = View { rules: &rules, state: &state, seat }.stack().is_some();
                let case = if shown { 0 } else { 1 + usize::from(state.stash.is_whole()) };
                let drawn = if shown { 0 } else { usize::from(state.table.stack.size()) };
                let stash = usize::from(state.stash.size());
                if seen[case] == 3
                    || !(2..=5).contains(&(drawn + stash))
                    || (case == 2 && drawn.max(stash) == 1)
                {
                    continue;
                }
                seen[case] += 1;
                let (stack, cards) =
                    (cards_of(&state, state.table.stack), state.stash.cards().to_vec());
                let key = |stack: &[u8], stash: &[u8]| format!("{stack:?} {stash:?}");
                let expected: Vec<String> = match case {
                    0 => orders(&cards).iter().map(|order| key(&stack, order)).collect(),
                    1 => orders(&[&stack[..], &cards].concat())
                        .iter()
                        .map(|order| key(&order[..drawn], &order[drawn..]))
                        .collect(),
                    _ => orders(&stack)
                        .iter()
                        .flat_map(|stack| {
                            orders(&cards).into_iter().map(move |order| key(stack, &order))
                        })
                        .collect(),
                };
                draws_are_uniform::<Crackpipe>(&rules, &state, seat, expected, |state| {
                    key(&cards_of(state, state.table.stack), state.stash.cards())
                });
            }
            let legal = Crackpipe::legal(&rules, &state);
            let action =
                if decider == Seat::new(0) { legal.nth(choices.below(2)) } else { legal.nth(0) };
            Crackpipe::apply(&rules, &mut state, action, &mut chance, &mut ());
        }
    }
    assert!(seen.iter().all(|seen| *seen > 0), "{seen:?}: the test sees too little");
}
