//! Crypto Cards compared with its rules: the conformance suite, recorded games, deals and hidden
//! cards.

mod ending;
mod model;
mod rulings;

use std::collections::BTreeSet;

use serde_json::{Value, json};

use model::Plain;

use super::rules::Knobs;
use super::{CryptoCards, Event, Rules, State, View};
use crate::cards::standard::{Card, CardSet, Suit};
use crate::game::conformance::{
    Examined, Searched, designer, draws_are_uniform, every_knob_matters, examine_presets,
    examine_random_knobs, open_decisions_are_said, with_options,
};
use crate::game::recorded::replay;
use crate::game::{
    CardNumber, Chance, Game, LegalSet, Observer, Searchable, Turn, random_settings,
};
use crate::input::Settings;
use crate::rng::{BlockStreams, Purpose, Stream};
use crate::seat::{Seat, SeatSet};
impl Examined for CryptoCards {
    type Search = Searched;

    fn cards(rules: &Rules, state: &State) -> Vec<u8> {
        let sets = state.hands.iter().chain(&state.table.portfolios).chain([&state.table.market]);
        let left = state.deck[usize::from(state.table.taken)..52].iter().copied();
        let mut cards: Vec<u8> =
            sets.flat_map(|set| set.iter().map(Card::number)).chain(left).collect();
        cards.sort_unstable();
        assert_eq!(cards.len(), 52);
        assert_eq!(
            state.jokers.count_ones(),
            u32::from(rules.knobs.jokers - state.table.jokers_out),
            "Jokers are in the deck or out"
        );
        cards
    }

    fn brute_force(settings: &Settings, _rules: &Rules, state: &State) -> Option<BTreeSet<String>> {
        let Turn::Decide(seat) = CryptoCards::turn(state) else { return None };
        Some(Plain::of(state, seat).choices(&Knobs::read(settings), state))
    }

    fn begins_anew(_event: &str) -> bool {
        false
    }

    fn rearrange_hidden(rules: &Rules, state: &State, seat: Seat, stream: &mut Stream) -> State {
        let mut state = state.clone();
        let others = || Seat::all(usize::from(rules.players)).filter(|other| *other != seat);
        // Unknown to the seat: the other hands, the cards that the others mined, the order of the
        // deck and the positions of its Jokers.
        let taken = usize::from(state.table.taken);
        let mut pool: Vec<u8> = others()
            .flat_map(|other| state.hands[other.index()].iter().map(Card::number))
            .collect();
        pool.extend(&state.deck[taken..52]);
        stream.shuffle(&mut pool);
        for other in others() {
            let size = state.hands[other.index()].count() as usize;
            state.hands[other.index()] = pool.drain(..size).map(Card::from_number).collect();
            state.mined[other.index()] = state.hands[other.index()].first().map_or(0, Card::number);
        }
        state.deck[taken..52].copy_from_slice(&pool);
        let jokers = state.jokers.count_ones() as usize;
        let mut places: Vec<u32> = (0..(pool.len() + jokers) as u32).collect();
        stream.shuffle(&mut places);
        state.jokers = places[..jokers].iter().fold(0, |jokers, place| jokers | 1 << place);
        state
    }

    fn same_view(one: View<'_>, other: View<'_>) -> bool {
        one == other
    }

    fn decision_bound(settings: &Settings) -> u64 {
        let knobs = Knobs::read(settings);
        let in_a_turn = u64::from(knobs.sales_per_turn) + u64::from(knobs.face_sales) + 1;
        u64::from(knobs.max_turns.min(52)) * in_a_turn + 1
    }
}

#[test]
fn the_presets_conform() {
    examine_presets::<CryptoCards>(4);
}

#[test]
fn random_knobs_conform() {
    examine_random_knobs::<CryptoCards>(600, 80);
}

#[test]
fn open_decisions_are_declared() {
    open_decisions_are_said::<CryptoCards>();
}

#[test]
fn every_knob_changes_the_rules() {
    every_knob_matters::<CryptoCards>(
        2,
        &[
            "hand_size=4",
            "jokers=3",
            "end_on_joker=1",
            "turn_order=sell_first",
            "forced_sale=false",
            "sales_per_turn=2",
            "face_sales=2",
            "face_from_joker=1",
            "buy_back=top",
            "buy_back=any",
            "scoring=price_low",
            "scoring=price_high",
            "place_points=1",
            "place_cards=1",
            "place_cards=-1",
            "equal_turns=true",
            "max_turns=20",
            "sell_laid=true",
            "last_tie_breaker=first_place",
            "last_tie_breaker=last_place",
            "last_tie_breaker=hand",
        ],
    );
}

#[test]
fn impossible_deals_are_refused() {
    for (options, players, message) in [
        (
            &["hand_size=9"][..],
            6,
            "--set: 6 hands of 9 cards (`hand_size`) need 54 cards, and there are 52\n  allowed: at most 8 cards a hand with 6 players",
        ),
        (
            &["jokers=1"][..],
            2,
            "--set: the game ends on Joker 2 (`end_on_joker`), and `jokers` is 1\n  allowed: `end_on_joker` of at most `jokers`",
        ),
        (
            &["end_on_joker=3"][..],
            1,
            "--set: the game ends on Joker 3 (`end_on_joker`), and `jokers` is 2",
        ),
        (
            &["hand_size=2", "place_cards=-1"][..],
            3,
            "--set: hands of 2, 1, 0 cards (`hand_size`, `place_cards`)\n  allowed: at least 1 card in each hand",
        ),
        (
            &["hand_size=7", "place_cards=2"][..],
            5,
            "--set: hands of 7, 9, 11, 13, 15 cards (`hand_size`, `place_cards`) need 55 cards, and there are 52\n  allowed: at most 52 cards dealt",
        ),
    ] {
        let error = CryptoCards::rules(&with_options::<CryptoCards>(options), players)
            .expect_err("cannot be dealt")
            .to_string();
        assert!(error.starts_with(message), "{error}");
    }
}

/// R10.
#[test]
fn face_cards_that_never_sell_are_warned_of() {
    let warnings = |options: &[&str]| CryptoCards::warnings(&with_options::<CryptoCards>(options));
    for fine in
        [&[][..], &["face_from_joker=1"], &["face_from_joker=2", "jokers=3", "end_on_joker=3"]]
    {
        assert!(warnings(fine).is_empty());
    }
    // H3: with equal turns, Jokers after the ending one count.
    assert!(warnings(&["face_from_joker=2", "equal_turns=true"]).is_empty());
    for never in [
        &["face_from_joker=2"][..],
        &["face_from_joker=1", "end_on_joker=1"],
        &["face_from_joker=3", "equal_turns=true"],
    ] {
        assert!(warnings(never)[0].starts_with("face cards never sell: "));
        let rules = CryptoCards::rules(&with_options::<CryptoCards>(never), 2).expect("allowed");
        play_out(&rules, 1, &mut |state| {
            assert!(CryptoCards::legal(&rules, state).face_sales().0.is_empty());
        });
    }
}

/// Plays a game with random choices; calls `look` with every state that has a decision.
fn play_out(rules: &Rules, game: u64, look: &mut dyn FnMut(&State)) -> State {
    let mut chance = BlockStreams::new(2, game);
    let mut choices = chance.stream(Purpose::Strategy(0));
    let mut state = CryptoCards::start(rules, &mut chance, &mut ());
    while let Turn::Decide(_) = CryptoCards::turn(&state) {
        look(&state);
        let legal = CryptoCards::legal(rules, &state);
        let action = legal.nth(choices.below(legal.count()));
        CryptoCards::apply(rules, &mut state, action, &mut chance, &mut ());
    }
    state
}

/// Deals the cards of a recorded game, with its Jokers in their places.
struct Recorded {
    shuffled: Vec<u8>,
    jokers: Vec<u32>,
}

fn card(name: &str) -> Card {
    let (rank, suit) = name.split_at(name.len() - 1);
    let ranks = ["A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"];
    let rank = ranks.iter().position(|known| *known == rank).expect("a rank") as u8 + 1;
    Card::new(
        Suit::ALL.into_iter().find(|known| suit == known.letter().to_string()).expect("a suit"),
        rank,
    )
}

fn cards(names: &str) -> CardSet {
    names.split_whitespace().map(card).collect()
}

impl Recorded {
    fn new(events: &[Value]) -> Self {
        let names = |list: &Value| {
            list.as_array()
                .expect("a list")
                .iter()
                .filter_map(Value::as_str)
                .map(str::to_owned)
                .collect::<Vec<_>>()
        };
        let hands: Vec<Vec<String>> =
            events[0]["hands"].as_array().expect("a list").iter().map(names).collect();
        let dealt =
            (0..hands[0].len()).flat_map(|place| hands.iter().map(move |hand| &hand[place]));
        let deck = names(&events[0]["deck"]);
        let shuffled = dealt
            .chain(deck.iter().filter(|name| *name != "JK"))
            .map(|name| card(name).number())
            .collect();
        // Inserted from the top down, no Joker moves an earlier one.
        let jokers =
            (0..).zip(&deck).filter(|(_, name)| *name == "JK").map(|(place, _)| place).collect();
        Self { shuffled, jokers }
    }
}

impl Chance for Recorded {
    fn shuffle<C: CardNumber>(&mut self, purpose: Purpose, items: &mut [C]) {
        assert_eq!(purpose, Purpose::Deck(0));
        let shuffled: Vec<C> = self.shuffled.iter().map(|card| C::from(*card)).collect();
        let sorted = |cards: &[C]| cards.iter().copied().collect::<BTreeSet<_>>();
        assert!(sorted(items) == sorted(&shuffled));
        items.copy_from_slice(&shuffled);
    }

    fn below(&mut self, purpose: Purpose, bound: u32) -> u32 {
        let Purpose::Insertion(joker) = purpose else {
            unreachable!("Crypto Cards draws no lots for {purpose:?}")
        };
        let place = self.jokers[usize::from(joker)];
        assert!(place < bound);
        place
    }
}

/// Random games from an independent implementation of the rules have the same legal sets, events
/// and outcome.
#[test]
fn recorded_games_are_replayed() {
    let games = include_str!("../../../../../tests/data/examples/crypto-cards.jsonl");
    assert_eq!(replay::<CryptoCards, _>(games, Recorded::new), 9);
}

#[test]
fn a_state_is_small() {
    assert!(size_of::<State>() <= 256, "{} bytes: more than four cache lines", size_of::<State>());
}

#[test]
fn a_view_counts_the_cards_of_all_hands() {
    let mut stream = BlockStreams::new(5, 5).stream(Purpose::Strategy(0));
    for game in 0..90 {
        let players = 1 + game as usize % 6;
        let settings = random_settings::<CryptoCards>(players, 80, &mut stream);
        let rules = CryptoCards::rules(&settings, players).expect("can be dealt");
        play_out(&rules, game, &mut |state| {
            for seat in Seat::all(players) {
                let view = CryptoCards::view(&rules, state, seat);
                for other in Seat::all(players) {
                    assert_eq!(view.hand_size(other), state.hands[other.index()].count());
                }
                let others: u32 = Seat::all(players)
                    .filter(|other| *other != seat)
                    .map(|other| view.hand_size(other))
                    .sum();
                assert_eq!(view.unseen().count(), others + view.deck_cards());
                assert_eq!(view.deck(), view.deck_cards() + state.jokers.count_ones());
                assert!(
                    view.mined().is_none_or(|mined| !view.unseen().contains(mined)),
                    "what a seat mined it has seen"
                );
            }
        });
    }
}

/// With other numbers of Jokers and other hand sizes, the cards dealt from the same position of the
/// deck are the same.
#[test]
fn variants_meet_the_same_cards() {
    let deck = |options: &[&str]| {
        let rules =
            CryptoCards::rules(&with_options::<CryptoCards>(options), 2).expect("can be dealt");
        CryptoCards::start(&rules, &mut BlockStreams::new(9, 9), &mut ()).deck
    };
    assert_eq!(deck(&[]), deck(&["jokers=6", "hand_size=9", "scoring=price_low"]));
}

/// Records the events.
struct Log<'r>(&'r Rules, Vec<Value>);

impl Observer<CryptoCards> for Log<'_> {
    fn event(&mut self, event: Event<'_>) {
        self.1.push(CryptoCards::event_json(self.0, &event));
    }
}

/// `place_cards`: one card at a time to the seats in turn; a seat that has all its cards is
/// skipped. Every seat keeps as many as it was dealt.
#[test]
fn a_later_place_has_a_larger_or_smaller_hand() {
    for (options, sizes) in [
        (["hand_size=5", "place_cards=0"], &[5, 5, 5][..]),
        (["hand_size=5", "place_cards=2"], &[5, 7, 9]),
        (["hand_size=5", "place_cards=-1"], &[5, 4, 3, 2, 1]),
        (["hand_size=10", "place_cards=2"], &[10, 12, 14, 16]),
    ] {
        let players = sizes.len();
        let rules = CryptoCards::rules(&with_options::<CryptoCards>(&options), players)
            .expect("can be dealt");
        let mut log = Log(&rules, Vec::new());
        let state = CryptoCards::start(&rules, &mut BlockStreams::new(6, 6), &mut log);
        let mut deck = state.deck[..52].iter().map(|number| Card::from_number(*number));
        let mut hands = vec![Vec::new(); players];
        for seat in (0..players).cycle() {
            if hands.iter().zip(sizes).all(|(hand, size)| hand.len() == *size) {
                break;
            }
            if hands[seat].len() < sizes[seat] {
                hands[seat].extend(deck.next());
            }
        }
        assert_eq!(log.1[0]["hands"], json!(hands));
        let left: Vec<Value> = log.1[0]["deck"]
            .as_array()
            .expect("cards")
            .iter()
            .filter(|card| **card != "JK")
            .cloned()
            .collect();
        assert_eq!(json!(left), json!(deck.collect::<Vec<_>>()));
        play_out(&rules, 4, &mut |state| {
            for seat in Seat::all(players).filter(|seat| *seat != state.table.seat) {
                assert_eq!(state.hands[seat.index()].count() as usize, sizes[seat.index()]);
            }
        });
    }
}

/// R7: with a single player, every finished game is won.
#[test]
fn one_player_wins_alone() {
    let rules = CryptoCards::rules(&designer::<CryptoCards>(), 1).expect("can be dealt");
    let state = play_out(&rules, 3, &mut |_| ());
    assert_eq!(CryptoCards::outcome(&rules, &state).winners, SeatSet::only(Seat::new(0)));
}

/// Every state that a view allows is enumerated once: random draws reach all of them equally often,
/// and no others.
#[test]
fn few_states_are_enumerated() {
    for (options, players, most) in [
        (&[][..], 2, 126),
        (&["jokers=3", "hand_size=3"], 2, 400),
        (&["hand_size=2"], 3, 1000),
        (&["place_cards=1"], 1, 40),
    ] {
        let rules = CryptoCards::rules(&with_options::<CryptoCards>(options), players)
            .expect("can be dealt");
        let mut tested = false;
        for block in 0..300 {
            let mut chance = BlockStreams::new(8, block);
            let mut choices = chance.stream(Purpose::Strategy(0));
            let mut state = CryptoCards::start(&rules, &mut chance, &mut ());
            while let Turn::Decide(seat) = CryptoCards::turn(&state) {
                let mut found: Vec<State> = Vec::new();
                let determinizer =
                    CryptoCards::determinizer(&CryptoCards::view(&rules, &state, seat));
                let few = CryptoCards::enumerate(&rules, &determinizer, most, &mut |state| {
                    found.push(state);
                });
                assert_eq!(few, !found.is_empty());
                if few {
                    assert!(found.len() <= most);
                    let next = usize::from(state.table.taken);
                    let key = |state: &State| {
                        format!("{:?} {:?} {:b}", state.hands, &state.deck[next..52], state.jokers)
                    };
                    assert_eq!(
                        found.iter().map(key).collect::<BTreeSet<_>>().len(),
                        found.len(),
                        "each once"
                    );
                    assert!(found.iter().all(|other| CryptoCards::view(&rules, other, seat)
                        == CryptoCards::view(&rules, &state, seat)));
                    assert!(
                        found.iter().any(|other| key(other) == key(&state)),
                        "the true one among them"
                    );
                    if found.len() > 1 && !tested {
                        draws_are_uniform::<CryptoCards>(
                            &rules,
                            &state,
                            seat,
                            found.iter().map(key),
                            key,
                        );
                        tested = true;
                    }
                }
                let legal = CryptoCards::legal(&rules, &state);
                CryptoCards::apply(
                    &rules,
                    &mut state,
                    legal.nth(choices.below(legal.count())),
                    &mut chance,
                    &mut (),
                );
            }
        }
        assert!(tested, "{options:?}: the test sees too little");
    }
}
